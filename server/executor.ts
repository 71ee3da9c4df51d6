// Runs operations in transactions: reads here, writes in this process or in the writer thread.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ProblemCode } from '../contract/problem.ts'
import type { Call, Reply } from './core/operation.ts'
import { Problem, type ProblemDetails } from './core/problems.ts'
import { type Awaitable, type Database, isOutcomeUnknown, type Reader, unavailable } from './database/database.ts'
import { settingsOf } from './environment/rules.ts'
import { once } from './idempotency/rules.ts'
import { type OperationId, operations } from './operations.ts'

export interface Executor {
  /** By `due`, as performance.now() counts, there is an answer, if only that there is none. */
  read<T>(work: (tx: Reader) => Awaitable<T>, due?: number): Promise<T>
  write(name: OperationId, call: Call, due?: number): Promise<Reply>
  /** Writes that wait or run. */
  waiting(): number
  stop(): Promise<void>
}

/** Runs a write in one transaction with its idempotency record. */
function runWrite(database: Database, name: OperationId, call: Call, due?: number): Promise<Reply> {
  const operation = operations[name]
  if (operation.kind !== 'write') throw new Error(`${name} writes nothing.`)
  return database.write(
    async (tx) => {
      // An environment that is being removed takes no more; background jobs have none.
      if (call.environmentId !== '') await settingsOf(tx, call.environmentId)
      return once(tx, call, () => operation.run(tx, call))
    },
    operation.lasting ? undefined : due,
  )
}

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
    async write(name, call, due) {
      waiting++
      try {
        return await runWrite(database, name, call, due)
      } catch (error) {
        throw isOutcomeUnknown(error) ? notKnown() : error
      } finally {
        waiting--
      }
    },
    waiting: () => waiting,
    stop: async () => database.close(),
  }
}

/** For what nobody waits behind: then there is no time by which an answer is due. */
export const unhurried = ({ read, write, ...rest }: Executor): Executor => ({
  ...rest,
  read: (work) => read(work),
  write: (name, call) => write(name, call),
})

export interface WriterData {
  file: string
  bytesMax: number
}
type Request = [id: number, name: OperationId, call: Call]
/** How an error crosses the thread: a problem as data, anything else as the text for the log. */
type Failure = { code: ProblemCode; details: ProblemDetails } | { unavailable: string } | { error: string }
type Answer = [id: number, reply: Reply | undefined, failure: Failure | undefined]
type FromWriter = { answers: Answer[] } | { fatal: string } | { ready: true }

const youngGenerationMb = 16

/**
 * Writes run in a thread of their own, so that reads never wait for a commit. A closure cannot cross: what does is the
 * operation's name and its checked input. Requests of one turn of the event loop cross together.
 */
export async function withWriterThread(
  reader: Database,
  data: WriterData,
  waitingMax: number,
  onFatal: (message: string) => void,
): Promise<Executor> {
  const cache = getCompileCacheDir()
  const worker = new Worker(new URL('./writer.ts', import.meta.url), {
    workerData: data,
    // It finds the compiled sources where the main thread does, and needs nothing else of the environment.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    // It holds a batch of small calls at a time; room for more garbage would only be held, never needed.
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  })
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: unknown) => void }>()
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
  const settle = ([id, reply, failure]: Answer) => {
    const caller = waiting.get(id)
    // After a storage error everyone has been told already.
    if (!caller) return
    waiting.delete(id)
    if (reply) caller.resolve(reply)
    else caller.reject(revive(failure!))
  }
  const flush = () => {
    worker.postMessage(outbox)
    outbox = []
  }
  await ready
  return {
    read: reader.read,
    write(name, call) {
      if (gone !== undefined) return Promise.reject(unavailable('The storage failed.'))
      if (waiting.size >= waitingMax) return Promise.reject(unavailable('Too many writes are waiting.'))
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        if (outbox.push([id, name, call]) === 1) setImmediate(flush)
      })
    },
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
      runWrite(database, name, call).then(
        (reply) => answer(id, reply, undefined),
        (error) => answer(id, undefined, fail(error)),
      )
  }
}

function fail(error: unknown): Failure {
  if (error instanceof Problem) return { code: error.code, details: { ...error.details, message: error.message } }
  if (error instanceof Error && error.name === 'Unavailable') return { unavailable: error.message }
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
