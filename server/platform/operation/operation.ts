// Defines operations: the call that reaches a rule, the reply that leaves it, and the kinds of work.
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, Scope } from '../../../contract/endpoint.ts'
import type { EndpointId } from '../../../contract/index.ts'
import type { Awaitable, Reader, Writer } from '../database/database.ts'
import type { Telling } from '../error/error-budget.ts'
import type { Finding } from '../error/problems.ts'
import type { Line } from './lines.ts'
import type { Device, Session } from './principal.ts'
import type { OpenFile, Services } from './services.ts'

/** The data of a request for its rule. Plain data: it crosses a thread. */
export interface Call<Query = unknown, Params = unknown, Body = unknown> {
  environmentId: string
  /** The token, client, person or driver that asks. */
  actor: string
  requestId: string
  /** Milliseconds since the epoch, when the request arrived. */
  now: number
  query: Query
  params: Params
  body: Body
  ifMatch: string | undefined
  /** The `If-None-Match` of a conditional endpoint. `*` lets an endpoint that replaces only create. */
  ifNoneMatch?: string | undefined
  idempotency: { key: string; fingerprint: string } | undefined
  /** The session of a person. */
  session?: Session | undefined
  /** The device of a driver. */
  device?: Device | undefined
  /** Whether the principal has the additional scope of a part of the endpoint. */
  hasPartScope?: boolean
  /** For a row: the remaining error details of its request. */
  telling?: Telling
}
/** The part of a call that suggestions for unknown keys need. */
export type Asked = Pick<Call, 'environmentId' | 'telling'>

export interface Reply {
  status: number
  body: string
  etag?: string
  replayed?: true
  /** The session's cookie, to be set or taken back. */
  cookie?: string
  /** Token of the cookie that identifies the device. */
  deviceCookie?: string
  /** For the log: failures of the service at single rows of a request that was answered. */
  mistakes?: string[]
}

/** A file as the answer. */
export interface FileReply {
  /** Media type by the content. */
  type: string
  /** Under which it is saved, with its ending. */
  name: string
  /** ETag with quotation marks. The same bytes have the same ETag. */
  etag: string
  /** Cost of making the file in addition to the request, if it can be estimated before. */
  cost?: number
  /** Whether a browser saves the file instead of showing it. */
  isAttachment?: true
  /**
   * Opens the bytes when they are needed. A client with a current copy needs none. `gone` aborts the work when the
   * client disconnects. The operation must `charge` costs that were unknown before, which throws if they exceed the
   * limit.
   */
  open(gone: AbortSignal, charge: (cost: number) => void): Promise<Uint8Array | OpenFile>
}

/** The context of a preparation, which runs before the transaction and adds its errors to `findings`. */
export interface Preparing {
  environmentId: string
  findings: Finding[]
  read<T>(work: (tx: Reader) => Awaitable<T>): Promise<T>
}
/** The context of a preparation that uses services besides the database. */
export interface PreparingOutside extends Preparing {
  services(): Services
  /** Returns the scopes of the principal. */
  scopes(): ReadonlySet<Scope>
}

type CallOf<E extends EndpointShape, Prepared = BodyOf<E>> = Call<QueryOf<E>, ParamsOf<E>, Prepared>

export interface ReadOperation {
  kind: 'read'
  /**
   * Returns the key of the fair queue in which its requests wait. Without it, they wait in the queue of their
   * environment.
   */
  queueKey?(services: Services, parameters: readonly string[]): string
  run(tx: Reader, call: Call): Awaitable<Reply>
  /** Whether it may take milliseconds, and so runs in the thread of slow requests. */
  long?: true
}
export interface WriteOperation {
  kind: 'write'
  prepare: ((call: Call, preparing: PreparingOutside) => Awaitable<unknown>) | undefined
  run(tx: Writer, call: Call): Awaitable<Reply>
  /** Whether it may change any number of records, and so has no time limit. */
  lasting?: true
  /** Whether it may take milliseconds, as for a read. */
  long?: true
  /** Runs after the change is stored. The call has no body any more. */
  after?(call: Omit<Call, 'body'>, services: Services): void
  /** Whether it may share a transaction with others, as `write` of the database has it. */
  shares?(call: Call): boolean
  /**
   * For an endpoint with rows: stores some rows at a time, so that other writes can run in between. Returns undefined
   * if all rows must be stored in one transaction.
   */
  pieces?(call: Call, context: PiecesContext): Promise<Reply> | undefined
  /** For an endpoint with rows: reads the rows as lines and answers in lines. */
  lines?(call: Call, lines: AsyncIterable<Line[]>, context: LinesContext): AsyncIterable<string>
}
/** Runs a step in a separate transaction. */
export type RunStep = <Input, Output>(step: Step<Input, Output>, input: Input) => Promise<Output>

/** The context of an operation that stores its rows in pieces. */
export interface PiecesContext {
  read: Preparing['read']
  /** Runs a step for the piece with this number; where the request has an Idempotency-Key, a piece is stored once. */
  run<Input, Output>(step: Step<Input, Output>, input: Input, piece: number): Promise<Output>
}

/** The context of an operation that reads its rows from a stream. */
export interface LinesContext {
  read: Preparing['read']
  run: RunStep
  /** Waits until the rate limit allows the next transaction; throws when none may start any more. */
  allowed(): Promise<void>
  /** Reports a failure to the operator. */
  report(error: unknown): void
}
/** An operation whose response is too long for memory: pages of text, each read in a separate transaction. */
export interface StreamOperation {
  kind: 'stream'
  pages(read: Preparing['read'], call: Call): AsyncIterable<string>
}
/** An operation with slow work between transactions, such as hashing or mail. Each transaction is a step. */
export interface FlowOperation {
  kind: 'flow'
  run(call: Call, context: FlowContext): Promise<Reply>
}
/**
 * A write of the service itself, for flows and background work. The writer thread runs it by its name, with plain data
 * as input and output.
 */
export interface Step<Input = unknown, Output = unknown> {
  kind: 'step'
  name: string
  run(tx: Writer, input: Input, call: Call): Awaitable<Output>
  /** Whether it may change any number of records, and so has no time limit. */
  lasting?: true
}
/** The properties of a client that rules must not use for decisions. */
export interface Asker {
  scopes: ReadonlySet<Scope>
  /** Network address, for counting failures. */
  address: string
  /** Kind of browser or program. */
  device: string
  /** Token of the cookie that identifies a device of a person. */
  deviceToken: string | undefined
}

/** Performs another endpoint for the caller. Throws the problem of a refused request. */
export type Perform = (
  endpointId: EndpointId,
  input: { query?: object; params?: object; body?: object; device?: Device },
) => Promise<Reply>

/** The context of a flow. */
export interface FlowContext extends Asker {
  read: Preparing['read']
  run: RunStep
  perform: Perform
  services: Services
}

/** The context of an operation that follows events. */
export interface Following {
  read: Preparing['read']
  /** Resolves when all that is committed has its place in the order of changes. */
  settled(): Promise<void>
  /** Resolves when there are more events after this position, when the time is over, or when the signal aborts. */
  more(position: number, ms: number): Promise<void>
  /** Returns the current scopes of the token. */
  scopes(): ReadonlySet<Scope>
  /** Id of the last event that the client received before its stream broke off. */
  lastEventId: string | undefined
  /** Aborts when the client disconnects or may no longer read, and when the service stops. */
  signal: AbortSignal
}
/** An operation that waits for new events: one response, or server-sent events until the client disconnects. */
export interface FollowOperation {
  kind: 'follow'
  answer(following: Following, call: Call): Promise<Reply>
  stream(following: Following, call: Call): Promise<AsyncIterable<string>>
}
/** An endpoint that answers a file: finds out which, and how to get at its bytes. */
export interface FileOperation {
  kind: 'file'
  run(call: Call, context: FlowContext): Promise<FileReply>
}
export type Operation =
  | ReadOperation
  | WriteOperation
  | StreamOperation
  | FlowOperation
  | FollowOperation
  | FileOperation

/**
 * Runs operations in transactions. By `due`, a time of performance.now(), there is a result or an error. Environments
 * take turns; `whose` is the environment of a read.
 */
export interface Executor {
  read<T>(work: (tx: Reader) => Awaitable<T>, due?: number, whose?: string): Promise<T>
  /** The write of an endpoint. */
  write(id: EndpointId, call: Call, due?: number): Promise<Reply>
  /** A step, with its input in the body. */
  run<Input, Output>(step: Step<Input, Output>, call: Call<unknown, unknown, Input>, due?: number): Promise<Output>
  /** Writes that wait or run. */
  waiting(): number
  stop(): Promise<void>
}

/** Actor of changes without a request: the service itself and its command line. */
export const serviceActor = 'dray'

/** Builds the call of background work in an environment, or in none if the id is empty. */
export const backgroundCall = <Body>(environmentId: string, body: Body): Call<unknown, unknown, Body> => ({
  environmentId,
  actor: serviceActor,
  requestId: 'background',
  now: Date.now(),
  query: {},
  params: undefined,
  body,
  ifMatch: undefined,
  idempotency: undefined,
})

export const step = <Input, Output>(
  name: string,
  run: (tx: Writer, input: Input, call: Call) => Awaitable<Output>,
): Step<Input, Output> => ({ kind: 'step', name, run })

export const reads = <E extends EndpointShape>(
  _endpoint: E,
  run: (tx: Reader, call: CallOf<E>) => Awaitable<Reply>,
): ReadOperation => ({ kind: 'read', run: run as ReadOperation['run'] })

export const writes = <E extends EndpointShape>(
  _endpoint: E,
  run: (tx: Writer, call: CallOf<E>) => Awaitable<Reply>,
): WriteOperation => ({ kind: 'write', prepare: undefined, run: run as WriteOperation['run'] })

/** Defines a write that prepares its body outside the transaction, so that slow work does not block other writes. */
export const preparedWrites = <E extends EndpointShape, Prepared>(
  _endpoint: E,
  prepare: (call: CallOf<E>, preparing: PreparingOutside) => Awaitable<Prepared>,
  run: (tx: Writer, call: CallOf<E, Prepared>) => Awaitable<Reply>,
): WriteOperation => ({
  kind: 'write',
  prepare: prepare as WriteOperation['prepare'],
  run: run as WriteOperation['run'],
})

export const queued = (operation: ReadOperation, queueKey: NonNullable<ReadOperation['queueKey']>): ReadOperation => ({
  ...operation,
  queueKey,
})

export const long = <O extends ReadOperation | WriteOperation>(operation: O): O => ({ ...operation, long: true })

export const lasting = <O extends WriteOperation | { kind: 'step' }>(operation: O): O => ({
  ...operation,
  lasting: true,
})

export const sharing = <O extends WriteOperation>(operation: O, shares: (call: Call) => boolean): O => ({
  ...operation,
  shares,
})

export const andThen = <O extends WriteOperation>(operation: O, after: NonNullable<WriteOperation['after']>): O => ({
  ...operation,
  after,
})

export const streams = <E extends EndpointShape>(
  _endpoint: E,
  pages: (read: Preparing['read'], call: CallOf<E>) => AsyncIterable<string>,
): StreamOperation => ({ kind: 'stream', pages: pages as StreamOperation['pages'] })

export const flows = <E extends EndpointShape>(
  _endpoint: E,
  run: (call: CallOf<E>, context: FlowContext) => Promise<Reply>,
): FlowOperation => ({ kind: 'flow', run: run as FlowOperation['run'] })

export const answersFile = <E extends EndpointShape>(
  _endpoint: E,
  run: (call: CallOf<E>, context: FlowContext) => Promise<FileReply>,
): FileOperation => ({ kind: 'file', run: run as FileOperation['run'] })

export const follows = <E extends EndpointShape>(
  _endpoint: E,
  answer: (following: Following, call: CallOf<E>) => Promise<Reply>,
  stream: (following: Following, call: CallOf<E>) => Promise<AsyncIterable<string>>,
): FollowOperation => ({
  kind: 'follow',
  answer: answer as FollowOperation['answer'],
  stream: stream as FollowOperation['stream'],
})

const done = '{"status":"OK"}'
export const ok = (version?: number): Reply => ({ status: 200, body: done, ...etagOf(version) })
export const okData = (json: string, version?: number): Reply => ({
  status: 200,
  body: envelope(json),
  ...etagOf(version),
})
export const created = (json?: string, version?: number): Reply => ({
  status: 201,
  body: json === undefined ? done : envelope(json),
  ...etagOf(version),
})
/** Returns the reply to a client with a current copy: no content. */
export const unchanged = (etag: string): Reply => ({ status: 304, body: '', etag })
const envelope = (json: string) => `{"data":${json},"status":"OK"}`
const etagOf = (version?: number) => (version === undefined ? {} : { etag: `"${version}"` })
