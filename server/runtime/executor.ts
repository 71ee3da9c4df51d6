// Runs operations in transactions: reads here, writes in this process or in the writer thread.
import type { EndpointId } from '../../contract/index.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { getSettings } from '../access/environment/rules.ts'
import {
  createUnavailableError,
  type Database,
  isOutcomeUnknown,
  type WriteTransaction,
} from '../platform/database/database.ts'
import { ApiProblem, type ProblemDetails } from '../platform/error/problems.ts'
import { findRootCause } from '../platform/error/reason.ts'
import { runAtTickEnd, threadContention } from '../platform/fairness/contention.ts'
import { hasCapacity } from '../platform/fairness/fair-queue.ts'
import { openLongWriteThrottle } from '../platform/fairness/long-write-throttle.ts'
import { runIdempotent } from '../platform/idempotency/rules.ts'
import type {
  OperationCall,
  OperationExecutor,
  OperationResponse,
  OperationStep,
} from '../platform/operation/operation.ts'
import type { TimesSource } from '../platform/process/times-source.ts'
import { endpointOperations, operationSteps } from './operations.ts'

/** Runs the write of an endpoint, with its idempotency record, or a step, in one transaction. */
function runByName(
  database: Database,
  name: string,
  call: OperationCall,
  { deadlineMs, took }: { deadlineMs?: number | undefined; took?: (ms: number) => void } = {},
): Promise<unknown> {
  const work = operationSteps[name] ?? (endpointOperations as Partial<typeof endpointOperations>)[name as EndpointId]
  if (work?.kind !== 'step' && work?.kind !== 'write') throw new Error(`${name} writes nothing.`)
  const perform = async (tx: WriteTransaction): Promise<unknown> => {
    // Throws for an environment that is being removed. Background jobs have no environment.
    if (call.environmentId !== '') await getSettings(tx, call.environmentId)
    if (work.kind === 'write') return runIdempotent(tx, call, () => work.run(tx, call))
    return call.idempotency ? stepOnce(tx, work, call) : work.run(tx, call.body, call)
  }
  return database.write(
    took ? timed(perform, took) : perform,
    work.lasting ? undefined : deadlineMs,
    call.environmentId,
    work.kind === 'write' && work.mayBatch?.(call) === true,
  )
}

const timed =
  (perform: (tx: WriteTransaction) => Promise<unknown>, took: (ms: number) => void) =>
  async (tx: WriteTransaction): Promise<unknown> => {
    const beganMs = performance.now()
    try {
      return await perform(tx)
    } finally {
      took(performance.now() - beganMs)
    }
  }

/** Runs a step once: a repeated request gets the stored result. */
async function stepOnce(tx: WriteTransaction, { run }: OperationStep, call: OperationCall): Promise<unknown> {
  let unsaved: { mistakes?: string[] } = {}
  const { body, replayed } = await runIdempotent(tx, call, async () => {
    // Mistakes are returned once, for the log. They are never stored, because they may contain any text.
    const { mistakes, ...answer } = (await run(tx, call.body, call)) as { mistakes?: string[] }
    if (mistakes) unsaved = { mistakes }
    return { status: 200, body: JSON.stringify(answer) }
  })
  return { ...JSON.parse(body), ...unsaved, ...(replayed ? { replayed } : {}) }
}

/** Returns the functions that write. They send the name of the work and its call, and return the result. */
const writingBy = (send: (name: string, call: OperationCall, due?: number) => Promise<unknown>) => ({
  write: (id: EndpointId, call: OperationCall, endMs?: number) => send(id, call, endMs) as Promise<OperationResponse>,
  run: <Input, Output>(
    step: OperationStep<Input, Output>,
    call: OperationCall<unknown, unknown, Input>,
    deadlineMs?: number,
  ) => send(step.name, call, deadlineMs) as Promise<Output>,
})

export const outcomeUnknownProblem = (cause?: unknown) =>
  new ApiProblem(
    'UNAVAILABLE',
    {
      message:
        'The storage failed, and the change may or may not have been stored: send the request again with the ' +
        'same Idempotency-Key.',
      retryAfterSeconds: 1,
    },
    { cause },
  )

export function createInProcessExecutor(database: Database): OperationExecutor {
  let waiting = 0
  return {
    read: database.read,
    ...writingBy(async (name, call, deadlineMs) => {
      waiting++
      try {
        return await runByName(database, name, call, { deadlineMs })
      } catch (error) {
        throw isOutcomeUnknown(error) ? outcomeUnknownProblem(error.cause) : error
      } finally {
        waiting--
      }
    }),
    waiting: () => waiting,
    stop: async () => database.close(),
  }
}

/** Returns an executor without deadlines, for work that no client waits for. */
export const removeDeadlines = ({ read, write, run, ...rest }: OperationExecutor): OperationExecutor => ({
  ...rest,
  read: (work, _deadlineMs, environmentId) => read(work, undefined, environmentId),
  write: (id, call) => write(id, call),
  run: (step, call) => run(step, call),
})

export interface WriterData {
  file: string
  bytesMax: number
  secretsKeyFile: string
  times: TimesSource | undefined
}
type Request = [id: number, name: string, call: OperationCall]
/** An error that crosses a thread: a problem as data, or the log text of another error. */
export type EncodedError =
  | { code: ProblemCode; details: ProblemDetails; cause: string | undefined }
  | { unavailable: string; cause: string | undefined }
  | { error: string }
type Answer = [id: number, result: unknown, failure: EncodedError | undefined]
type FromWriter = { answers: Answer[] } | { fatal: string } | { ready: true }

/** The writer thread, or a port on which it responds. */
interface ToWriter {
  postMessage(message: unknown): void
  on(event: 'message', take: (message: FromWriter) => void): unknown
  on(event: 'error', take: (error: unknown) => void): unknown
}

interface Waiting {
  environmentId: string
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Starts the writer thread, so that reads never wait for a commit. Each write is sent as the name of the work and its
 * checked input, because closures cannot be sent. Requests of one turn of the event loop are sent together.
 */
export async function startWriterExecutor(
  reader: Database,
  writer: ToWriter,
  waitingMax: number,
  onFatal: (message: string) => void,
): Promise<OperationExecutor> {
  const waiting = new Map<number, Waiting>()
  /** Number of writes per environment. */
  const counts = new Map<string, number>()
  let outbox: Request[] = []
  let lastId = 0
  let cause: string | undefined

  const failAll = (message: string) => {
    cause = message
    for (const { reject } of waiting.values()) reject(outcomeUnknownProblem(new Error(message)))
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
    const remaining = counts.get(caller.environmentId)! - 1
    if (remaining > 0) counts.set(caller.environmentId, remaining)
    else counts.delete(caller.environmentId)
    if (failure) caller.reject(decodeError(failure))
    else caller.resolve(result)
  }
  const flush = () => {
    writer.postMessage(outbox)
    // Releases the sent bodies, because each garbage collection would move them while their requests wait.
    for (const [, , call] of outbox) call.body = undefined
    outbox = []
  }
  await ready
  return {
    read: reader.read,
    ...writingBy((name, call) => {
      if (cause !== undefined) return Promise.reject(createUnavailableError('The storage failed.', new Error(cause)))
      const environmentId = call.environmentId
      const count = counts.get(environmentId) ?? 0
      if (!hasCapacity(environmentId, { total: waiting.size, keySize: count }, waitingMax))
        return Promise.reject(createUnavailableError('Too many writes are waiting.'))
      return new Promise((resolve, reject) => {
        const id = ++lastId
        counts.set(environmentId, count + 1)
        waiting.set(id, { environmentId, resolve, reject })
        if (outbox.push([id, name, call]) === 1) runAtTickEnd(flush)
      })
    }),
    waiting: () => waiting.size,
    stop: async () => reader.close(),
  }
}

export function decodeError(failure: EncodedError): Error {
  if ('error' in failure) return new Error(failure.error)
  const cause = failure.cause === undefined ? undefined : new Error(failure.cause)
  if ('code' in failure) return new ApiProblem(failure.code, failure.details, { cause })
  return createUnavailableError(failure.unavailable, cause)
}

/** Handles requests in the writer thread: runs each request, and responds after its commit. */
export function createRequestHandler(
  database: Database,
  send: (message: FromWriter) => void,
): (requests: Request[]) => void {
  let answers: Answer[] = []
  const answer = (...entry: Answer) => {
    // Results of one commit settle in one turn, and are sent together.
    if (answers.push(entry) === 1)
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
      threadContention.record(environmentId)
      // Without contention, no write is delayed. Writes of the service itself are never delayed, because every
      // environment waits for them.
      const done =
        environmentId === '' || !threadContention.isContended()
          ? runByName(database, name, call)
          : longWrites.run(`${name} of ${environmentId}`, (took) => runByName(database, name, call, { took }))
      done.then(
        (result) => answer(id, result, undefined),
        (error) => answer(id, undefined, encodeError(error)),
      )
    }
  }
}

export function encodeError(error: unknown): EncodedError {
  const cause = findRootCause(error)
  if (error instanceof ApiProblem)
    return { code: error.code, details: { ...error.details, message: error.message }, cause }
  if (error instanceof Error && error.name === 'Unavailable') return { unavailable: error.message, cause }
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
