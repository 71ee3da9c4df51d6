// Runs operations in transactions: reads here, writes in this process or in the writer thread.
import type { EndpointId } from '../../contract/index.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { settingsOf } from '../access/environment/rules.ts'
import { type Database, isOutcomeUnknown, unavailable, type Writer } from '../platform/database/database.ts'
import { Problem, type ProblemDetails } from '../platform/error/problems.ts'
import { causeOf } from '../platform/error/reason.ts'
import { atEndOfTurn, contention } from '../platform/fairness/contention.ts'
import { hasRoom } from '../platform/fairness/fair-queue.ts'
import { openLongWriteThrottle } from '../platform/fairness/long-write-throttle.ts'
import { once } from '../platform/idempotency/rules.ts'
import type { Call, Executor, Reply, Step } from '../platform/operation/operation.ts'
import type { TimesSource } from '../platform/process/known-times.ts'
import { operations, steps } from './operations.ts'

/** Runs the write of an endpoint, with its idempotency record, or a step, in one transaction. */
function runByName(
  database: Database,
  name: string,
  call: Call,
  { due, took }: { due?: number | undefined; took?: (ms: number) => void } = {},
): Promise<unknown> {
  const work = steps[name] ?? (operations as Partial<typeof operations>)[name as EndpointId]
  if (work?.kind !== 'step' && work?.kind !== 'write') throw new Error(`${name} writes nothing.`)
  const perform = async (tx: Writer): Promise<unknown> => {
    // An environment that is being removed takes no more; background jobs have none.
    if (call.environmentId !== '') await settingsOf(tx, call.environmentId)
    if (work.kind === 'write') return once(tx, call, () => work.run(tx, call))
    return call.idempotency ? stepOnce(tx, work, call) : work.run(tx, call.body, call)
  }
  return database.write(
    took ? timed(perform, took) : perform,
    work.lasting ? undefined : due,
    call.environmentId,
    work.kind === 'write' && work.shares?.(call) === true,
  )
}

const timed =
  (perform: (tx: Writer) => Promise<unknown>, took: (ms: number) => void) =>
  async (tx: Writer): Promise<unknown> => {
    const beganMs = performance.now()
    try {
      return await perform(tx)
    } finally {
      took(performance.now() - beganMs)
    }
  }

/** Runs a step once: a repeated request gets the stored result. */
async function stepOnce(tx: Writer, { run }: Step, call: Call): Promise<unknown> {
  let told: { mistakes?: string[] } = {}
  const { body, replayed } = await once(tx, call, async () => {
    // Mistakes for the log are reported once, and never stored: they may contain any text.
    const { mistakes, ...answer } = (await run(tx, call.body, call)) as { mistakes?: string[] }
    if (mistakes) told = { mistakes }
    return { status: 200, body: JSON.stringify(answer) }
  })
  return { ...JSON.parse(body), ...told, ...(replayed ? { replayed } : {}) }
}

/** Returns the common part of both ways of writing: it sends a name and a call, and returns the result. */
const writingBy = (send: (name: string, call: Call, due?: number) => Promise<unknown>) => ({
  write: (id: EndpointId, call: Call, due?: number) => send(id, call, due) as Promise<Reply>,
  run: <Input, Output>(step: Step<Input, Output>, call: Call<unknown, unknown, Input>, due?: number) =>
    send(step.name, call, due) as Promise<Output>,
})

export const notKnown = (cause?: unknown) =>
  new Problem(
    'UNAVAILABLE',
    {
      message:
        'The storage failed, and the change may or may not have been stored: send the request again with the ' +
        'same Idempotency-Key.',
      retryAfterSeconds: 1,
    },
    { cause },
  )

export function inProcess(database: Database): Executor {
  let waiting = 0
  return {
    read: database.read,
    ...writingBy(async (name, call, due) => {
      waiting++
      try {
        return await runByName(database, name, call, { due })
      } catch (error) {
        throw isOutcomeUnknown(error) ? notKnown(error.cause) : error
      } finally {
        waiting--
      }
    }),
    waiting: () => waiting,
    stop: async () => database.close(),
  }
}

/** Returns an executor without deadlines, for work that no client waits for. */
export const unhurried = ({ read, write, run, ...rest }: Executor): Executor => ({
  ...rest,
  read: (work, _due, whose) => read(work, undefined, whose),
  write: (id, call) => write(id, call),
  run: (step, call) => run(step, call),
})

export interface WriterData {
  file: string
  bytesMax: number
  secretsKeyFile: string
  times: TimesSource | undefined
}
type Request = [id: number, name: string, call: Call]
/** An error that crosses a thread: a problem as data, or the log text of another error. */
export type Failure =
  | { code: ProblemCode; details: ProblemDetails; cause: string | undefined }
  | { unavailable: string; cause: string | undefined }
  | { error: string }
type Answer = [id: number, result: unknown, failure: Failure | undefined]
type FromWriter = { answers: Answer[] } | { fatal: string } | { ready: true }

/** The writer thread, or a port that it answers at. */
interface ToWriter {
  postMessage(message: unknown): void
  on(event: 'message', take: (message: FromWriter) => void): unknown
  on(event: 'error', take: (error: unknown) => void): unknown
}

interface Waiting {
  whose: string
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Starts the writer thread, so that reads never wait for a commit. Each write is sent as the name of the work and its
 * checked input, because closures cannot be sent. Requests of one turn of the event loop are sent together.
 */
export async function withWriterThread(
  reader: Database,
  writer: ToWriter,
  waitingMax: number,
  onFatal: (message: string) => void,
): Promise<Executor> {
  const waiting = new Map<number, Waiting>()
  /** Number of writes per environment. */
  const counts = new Map<string, number>()
  let outbox: Request[] = []
  let lastId = 0
  let gone: string | undefined

  const failAll = (message: string) => {
    gone = message
    for (const { reject } of waiting.values()) reject(notKnown(new Error(message)))
    waiting.clear()
  }
  const ready = new Promise<void>((resolve, reject) => {
    writer.on('message', (message) => {
      if ('answers' in message) for (const answer of message.answers) settle(answer)
      else if ('ready' in message) resolve()
      else {
        failAll(message.fatal)
        onFatal(message.fatal)
      }
    })
    writer.on('error', (error) => {
      failAll(String(error))
      reject(error)
      onFatal(error instanceof Error ? (error.stack ?? error.message) : String(error))
    })
  })
  const settle = ([id, result, failure]: Answer) => {
    const caller = waiting.get(id)
    // After a storage error, every caller has already got an error.
    if (!caller) return
    waiting.delete(id)
    const left = counts.get(caller.whose)! - 1
    if (left > 0) counts.set(caller.whose, left)
    else counts.delete(caller.whose)
    if (failure) caller.reject(revive(failure))
    else caller.resolve(result)
  }
  const flush = () => {
    writer.postMessage(outbox)
    // Garbage collections move the waiting objects several times: the bodies are most of them.
    for (const [, , call] of outbox) call.body = undefined
    outbox = []
  }
  await ready
  return {
    read: reader.read,
    ...writingBy((name, call) => {
      if (gone !== undefined) return Promise.reject(unavailable('The storage failed.', new Error(gone)))
      const whose = call.environmentId
      const count = counts.get(whose) ?? 0
      if (!hasRoom(whose, { total: waiting.size, own: count }, waitingMax))
        return Promise.reject(unavailable('Too many writes are waiting.'))
      return new Promise((resolve, reject) => {
        const id = ++lastId
        counts.set(whose, count + 1)
        waiting.set(id, { whose, resolve, reject })
        if (outbox.push([id, name, call]) === 1) atEndOfTurn(flush)
      })
    }),
    waiting: () => waiting.size,
    stop: async () => reader.close(),
  }
}

export function revive(failure: Failure): Error {
  if ('error' in failure) return new Error(failure.error)
  const cause = failure.cause === undefined ? undefined : new Error(failure.cause)
  if ('code' in failure) return new Problem(failure.code, failure.details, { cause })
  return unavailable(failure.unavailable, cause)
}

/** Answers requests in the writer thread: runs each, and responds after the commit that contains it. */
export function answerRequests(database: Database, send: (message: FromWriter) => void): (requests: Request[]) => void {
  let answers: Answer[] = []
  const answer = (...given: Answer) => {
    // Results of one commit settle in one turn, and are sent together.
    if (answers.push(given) === 1)
      queueMicrotask(() =>
        queueMicrotask(() => {
          send({ answers })
          answers = []
        }),
      )
  }
  const longWrites = openLongWriteThrottle()
  return (requests) => {
    for (const [id, name, call] of requests) {
      const { environmentId } = call
      contention.record(environmentId)
      // Without contention no write is delayed. The service itself never is: every environment waits for its work.
      const done =
        environmentId === '' || !contention.isContended()
          ? runByName(database, name, call)
          : longWrites.run(`${name} of ${environmentId}`, (took) => runByName(database, name, call, { took }))
      done.then(
        (result) => answer(id, result, undefined),
        (error) => answer(id, undefined, fail(error)),
      )
    }
  }
}

export function fail(error: unknown): Failure {
  const cause = causeOf(error)
  if (error instanceof Problem)
    return { code: error.code, details: { ...error.details, message: error.message }, cause }
  if (error instanceof Error && error.name === 'Unavailable') return { unavailable: error.message, cause }
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
