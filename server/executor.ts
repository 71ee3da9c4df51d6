// Runs operations in transactions: reads here, writes in this process or in the writer thread.
import type { Worker } from 'node:worker_threads'
import type { EndpointId } from '../contract/index.ts'
import type { ProblemCode } from '../contract/problem.ts'
import type { Call, Executor, Reply, Step } from './core/operation.ts'
import { Problem, type ProblemDetails } from './core/problems.ts'
import { type Database, isOutcomeUnknown, unavailable } from './database/database.ts'
import { settingsOf } from './environment/rules.ts'
import { once } from './idempotency/rules.ts'
import { operations, steps } from './operations.ts'

/** Runs the write of an endpoint, with its idempotency record, or a step, in one transaction. */
function runByName(database: Database, name: string, call: Call, due?: number): Promise<unknown> {
  const work = steps[name] ?? (operations as Partial<typeof operations>)[name as EndpointId]
  if (work?.kind !== 'step' && work?.kind !== 'write') throw new Error(`${name} writes nothing.`)
  return database.write(
    async (tx) => {
      // An environment that is being removed takes no more; background jobs have none.
      if (call.environmentId !== '') await settingsOf(tx, call.environmentId)
      return work.kind === 'step' ? work.run(tx, call.body, call) : once(tx, call, () => work.run(tx, call))
    },
    work.lasting ? undefined : due,
  )
}

/** What both ways of writing have in common: a name and a call go in, whatever it is comes out. */
const writingBy = (send: (name: string, call: Call, due?: number) => Promise<unknown>) => ({
  write: (id: EndpointId, call: Call, due?: number) => send(id, call, due) as Promise<Reply>,
  run: <Input, Output>(step: Step<Input, Output>, call: Call<unknown, unknown, Input>, due?: number) =>
    send(step.name, call, due) as Promise<Output>,
})

const notKnown = () =>
  new Problem('UNAVAILABLE', {
    message:
      'The storage failed, and the change may or may not have been stored: send the request again with the same Idempotency-Key.',
    retryAfterSeconds: 1,
  })

export function inProcess(database: Database): Executor {
  let waiting = 0
  return {
    read: database.read,
    ...writingBy(async (name, call, due) => {
      waiting++
      try {
        return await runByName(database, name, call, due)
      } catch (error) {
        throw isOutcomeUnknown(error) ? notKnown() : error
      } finally {
        waiting--
      }
    }),
    waiting: () => waiting,
    stop: async () => database.close(),
  }
}

/** For what nobody waits behind: then there is no time by which an answer is due. */
export const unhurried = ({ read, write, run, ...rest }: Executor): Executor => ({
  ...rest,
  read: (work) => read(work),
  write: (id, call) => write(id, call),
  run: (step, call) => run(step, call),
})

export interface WriterData {
  file: string
  bytesMax: number
  secretsKeyFile: string
}
type Request = [id: number, name: string, call: Call]
/** How an error crosses the thread: a problem as data, anything else as the text for the log. */
type Failure = { code: ProblemCode; details: ProblemDetails } | { unavailable: string } | { error: string }
type Answer = [id: number, result: unknown, failure: Failure | undefined]
type FromWriter = { answers: Answer[] } | { fatal: string } | { ready: true }

/**
 * Writes run in a thread of their own, so that reads never wait for a commit. A closure cannot cross: what does is the
 * name of the work and its checked input. Requests of one turn of the event loop cross together.
 */
export async function withWriterThread(
  reader: Database,
  worker: Worker,
  waitingMax: number,
  onFatal: (message: string) => void,
): Promise<Executor> {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>()
  let outbox: Request[] = []
  let lastId = 0
  let gone: string | undefined

  const failAll = (message: string) => {
    gone = message
    for (const { reject } of waiting.values()) reject(notKnown())
    waiting.clear()
  }
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWriter) => {
      if ('answers' in message) for (const answer of message.answers) settle(answer)
      else if ('ready' in message) resolve()
      else {
        failAll(message.fatal)
        onFatal(message.fatal)
      }
    })
    worker.on('error', (error) => {
      failAll(String(error))
      reject(error)
      onFatal(error instanceof Error ? (error.stack ?? error.message) : String(error))
    })
  })
  const settle = ([id, result, failure]: Answer) => {
    const caller = waiting.get(id)
    // After a storage error everyone has been told already.
    if (!caller) return
    waiting.delete(id)
    if (failure) caller.reject(revive(failure))
    else caller.resolve(result)
  }
  const flush = () => {
    worker.postMessage(outbox)
    outbox = []
  }
  await ready
  return {
    read: reader.read,
    ...writingBy((name, call) => {
      if (gone !== undefined) return Promise.reject(unavailable('The storage failed.'))
      if (waiting.size >= waitingMax) return Promise.reject(unavailable('Too many writes are waiting.'))
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        if (outbox.push([id, name, call]) === 1) setImmediate(flush)
      })
    }),
    waiting: () => waiting.size,
    async stop() {
      await worker.terminate()
      await reader.close()
    },
  }
}

function revive(failure: Failure): Error {
  if ('code' in failure) return new Problem(failure.code, failure.details)
  if ('unavailable' in failure) return unavailable(failure.unavailable)
  return new Error(failure.error)
}

/** The other side: takes requests as they come, answers after the commit that holds them. */
export function answerRequests(database: Database, send: (message: FromWriter) => void): (requests: Request[]) => void {
  let answers: Answer[] = []
  const answer = (...given: Answer) => {
    // Those of one commit settle in one turn and cross together.
    if (answers.push(given) === 1)
      queueMicrotask(() =>
        queueMicrotask(() => {
          send({ answers })
          answers = []
        }),
      )
  }
  return (requests) => {
    for (const [id, name, call] of requests)
      runByName(database, name, call).then(
        (result) => answer(id, result, undefined),
        (error) => answer(id, undefined, fail(error)),
      )
  }
}

function fail(error: unknown): Failure {
  if (error instanceof Problem) return { code: error.code, details: { ...error.details, message: error.message } }
  if (error instanceof Error && error.name === 'Unavailable') return { unavailable: error.message }
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
