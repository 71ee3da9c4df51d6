// Defines operations: the call that a rule receives, the response that it returns, and the kinds of operations.
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, TokenScope } from '../../../contract/endpoint.ts'
import type { EndpointId } from '../../../contract/index.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../database/database.ts'
import type { ErrorBudget } from '../error/error-budget.ts'
import type { RequestError } from '../error/problems.ts'
import type { BodyLine } from './lines.ts'
import type { DriverDevice, UserSession } from './principal.ts'
import type { OpenFile, ProcessServices } from './services.ts'

/** The data of a request for its rule. Plain data: it crosses a thread. */
export interface OperationCall<Query = unknown, Params = unknown, Body = unknown> {
  environmentId: string
  /** The token, client, person or driver that sent the request. */
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
  session?: UserSession | undefined
  /** The device of a driver. */
  device?: DriverDevice | undefined
  /** Whether the principal has the additional scope of a part of the endpoint. */
  hasPartScope?: boolean
  /** Remaining hints and errors that rows of the request may return. */
  telling?: ErrorBudget
}
/** The part of a call that suggestions for unknown keys need. */
export type HintContext = Pick<OperationCall, 'environmentId' | 'telling'>

export interface OperationResponse {
  status: number
  body: string
  etag?: string
  replayed?: true
  /** Cookie that sets or deletes the session. */
  cookie?: string
  /** Token of the cookie that identifies the device. */
  deviceCookie?: string
  /** Failures of the service at single rows of a successful request, for the log. */
  mistakes?: string[]
}

/** A file as the response. */
export interface FileResponse {
  /** Media type by the content. */
  type: string
  /** Name under which a browser saves the file, with its extension. */
  name: string
  /** ETag with quotation marks. The same bytes have the same ETag. */
  etag: string
  /** Cost of making the file, in requests, if it can be estimated before. The request itself costs one more. */
  cost?: number
  /** Whether a browser saves the file instead of showing it. */
  isAttachment?: true
  /**
   * Opens the bytes. A client with a current copy does not need them. `gone` aborts the work when the client
   * disconnects. The operation must `charge` costs that were unknown before; `charge` throws if they exceed the limit.
   */
  open(gone: AbortSignal, charge: (cost: number) => void): Promise<Uint8Array | OpenFile>
}

/** The context of a preparation, which runs before the transaction and adds its errors to `findings`. */
export interface PreparationContext {
  environmentId: string
  findings: RequestError[]
  read<T>(work: (tx: ReadTransaction) => Awaitable<T>): Promise<T>
}
/** The context of a preparation that uses services besides the database. */
export interface ServicePreparationContext extends PreparationContext {
  services(): ProcessServices
  /** Returns the scopes of the principal. */
  scopes(): ReadonlySet<TokenScope>
}

type CallOf<E extends EndpointShape, Prepared = BodyOf<E>> = OperationCall<QueryOf<E>, ParamsOf<E>, Prepared>

export interface ReadOperation {
  kind: 'read'
  /**
   * Returns the key of the fair queue for the requests of this operation. Without this function, they wait in the queue
   * of their environment.
   */
  queueKey?(services: ProcessServices, parameters: readonly string[]): string
  run(tx: ReadTransaction, call: OperationCall): Awaitable<OperationResponse>
  /** Whether the operation may take milliseconds. It then runs in the thread of slow requests. */
  long?: true
}
export interface WriteOperation {
  kind: 'write'
  prepare: ((call: OperationCall, preparing: ServicePreparationContext) => Awaitable<unknown>) | undefined
  run(tx: WriteTransaction, call: OperationCall): Awaitable<OperationResponse>
  /** Whether the operation may change any number of records. It then has no time limit. */
  lasting?: true
  /** Whether the operation may take milliseconds, as in `ReadOperation`. */
  long?: true
  /** Runs after the change is stored. The call then has no body. */
  runAfterCommit?(call: Omit<OperationCall, 'body'>, services: ProcessServices): void
  /** Returns whether the write may share a transaction with others, as described at `Database.write`. */
  mayBatch?(call: OperationCall): boolean
  /**
   * For an endpoint with rows: stores some rows at a time, so that other writes can run in between. Returns undefined
   * if all rows must be stored in one transaction.
   */
  pieces?(call: OperationCall, context: PiecesContext): Promise<OperationResponse> | undefined
  /** Reads the rows of a stream as lines, and returns the results as lines. */
  lines?(call: OperationCall, lines: AsyncIterable<BodyLine[]>, context: LinesContext): AsyncIterable<string>
}
/** Runs a step in a separate transaction. */
export type RunStep = <Input, Output>(step: OperationStep<Input, Output>, input: Input) => Promise<Output>

/** The context of an operation that stores its rows in pieces. */
export interface PiecesContext {
  read: PreparationContext['read']
  /**
   * Runs a step for the piece with this number. If the request has an Idempotency-Key, each piece is stored only once.
   */
  run<Input, Output>(step: OperationStep<Input, Output>, input: Input, piece: number): Promise<Output>
}

/** The context of an operation that reads its rows from a stream. */
export interface LinesContext {
  read: PreparationContext['read']
  run: RunStep
  /** Waits until the rate limit allows the next transaction. Throws if no further transaction may start. */
  allowed(): Promise<void>
  /** Reports a failure to the operator. */
  report(error: unknown): void
}
/** An operation whose response is too long for memory: pages of text, each read in a separate transaction. */
export interface StreamOperation {
  kind: 'stream'
  pages(read: PreparationContext['read'], call: OperationCall): AsyncIterable<string>
}
/** An operation with slow work between transactions, such as hashing or mail. Each transaction is a step. */
export interface FlowOperation {
  kind: 'flow'
  run(call: OperationCall, context: FlowContext): Promise<OperationResponse>
}
/**
 * A write of the service itself, for flows and background work. The writer thread runs it by its name, with plain data
 * as input and output.
 */
export interface OperationStep<Input = unknown, Output = unknown> {
  kind: 'step'
  name: string
  run(tx: WriteTransaction, input: Input, call: OperationCall): Awaitable<Output>
  /** Whether the step may change any number of records. It then has no time limit. */
  lasting?: true
}
/** The properties of a client that rules must not use for decisions. */
export interface RequestClient {
  scopes: ReadonlySet<TokenScope>
  /** Network address, for counting failures. */
  address: string
  /** Kind of browser or program. */
  device: string
  /** Token of the cookie that identifies a device of a person. */
  deviceToken: string | undefined
}

/** Performs another endpoint for the caller. Throws the problem of a refused request. */
export type PerformEndpoint = (
  endpointId: EndpointId,
  input: { query?: object; params?: object; body?: object; device?: DriverDevice },
) => Promise<OperationResponse>

/** The context of a flow. */
export interface FlowContext extends RequestClient {
  read: PreparationContext['read']
  run: RunStep
  perform: PerformEndpoint
  services: ProcessServices
}

/** The context of an operation that follows events. */
export interface FollowContext {
  read: PreparationContext['read']
  /** Resolves when all committed events have a position. */
  settled(): Promise<void>
  /** Resolves when there are events after this position, after `ms` milliseconds, or when the signal aborts. */
  more(position: number, ms: number): Promise<void>
  /** Returns the current scopes of the token. */
  scopes(): ReadonlySet<TokenScope>
  /** Id of the last event that the client received before its stream broke off. */
  lastEventId: string | undefined
  /** Aborts when the client disconnects or may no longer read, and when the service stops. */
  signal: AbortSignal
}
/** An operation that waits for new events: one response, or server-sent events until the client disconnects. */
export interface FollowOperation {
  kind: 'follow'
  answer(following: FollowContext, call: OperationCall): Promise<OperationResponse>
  stream(following: FollowContext, call: OperationCall): Promise<AsyncIterable<string>>
}
/** An endpoint that returns a file: it determines the file and a function that opens the bytes. */
export interface FileOperation {
  kind: 'file'
  run(call: OperationCall, context: FlowContext): Promise<FileResponse>
}
export type EndpointOperation =
  | ReadOperation
  | WriteOperation
  | StreamOperation
  | FlowOperation
  | FollowOperation
  | FileOperation

/**
 * Runs operations in transactions. `due` is a time of performance.now() by which there is a result or an error. `whose`
 * is the environment of a read. Environments take turns.
 */
export interface OperationExecutor {
  read<T>(work: (tx: ReadTransaction) => Awaitable<T>, due?: number, whose?: string): Promise<T>
  /** Runs the write of an endpoint. */
  write(id: EndpointId, call: OperationCall, due?: number): Promise<OperationResponse>
  /** Runs a step. The body of the call is its input. */
  run<Input, Output>(
    step: OperationStep<Input, Output>,
    call: OperationCall<unknown, unknown, Input>,
    due?: number,
  ): Promise<Output>
  /** Returns the number of writes that wait or run. */
  waiting(): number
  stop(): Promise<void>
}

/** Actor of changes without a request: the service itself and its command line. */
export const serviceActor = 'dray'

/** Builds the call of background work in an environment, or in none if the id is empty. */
export const createBackgroundCall = <Body>(
  environmentId: string,
  body: Body,
): OperationCall<unknown, unknown, Body> => ({
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

export const createStep = <Input, Output>(
  name: string,
  run: (tx: WriteTransaction, input: Input, call: OperationCall) => Awaitable<Output>,
): OperationStep<Input, Output> => ({ kind: 'step', name, run })

export const createReadOperation = <E extends EndpointShape>(
  _endpoint: E,
  run: (tx: ReadTransaction, call: CallOf<E>) => Awaitable<OperationResponse>,
): ReadOperation => ({ kind: 'read', run: run as ReadOperation['run'] })

export const createWriteOperation = <E extends EndpointShape>(
  _endpoint: E,
  run: (tx: WriteTransaction, call: CallOf<E>) => Awaitable<OperationResponse>,
): WriteOperation => ({ kind: 'write', prepare: undefined, run: run as WriteOperation['run'] })

/** Defines a write that prepares its body outside the transaction, so that slow work does not block other writes. */
export const createPreparedWriteOperation = <E extends EndpointShape, Prepared>(
  _endpoint: E,
  prepare: (call: CallOf<E>, preparing: ServicePreparationContext) => Awaitable<Prepared>,
  run: (tx: WriteTransaction, call: CallOf<E, Prepared>) => Awaitable<OperationResponse>,
): WriteOperation => ({
  kind: 'write',
  prepare: prepare as WriteOperation['prepare'],
  run: run as WriteOperation['run'],
})

export const assignQueueKey = (
  operation: ReadOperation,
  queueKey: NonNullable<ReadOperation['queueKey']>,
): ReadOperation => ({
  ...operation,
  queueKey,
})

export const onBackgroundThread = <O extends ReadOperation | WriteOperation>(operation: O): O => ({
  ...operation,
  long: true,
})

export const withoutDeadline = <O extends WriteOperation | { kind: 'step' }>(operation: O): O => ({
  ...operation,
  lasting: true,
})

export const allowBatching = <O extends WriteOperation>(
  operation: O,
  mayBatch: (call: OperationCall) => boolean,
): O => ({
  ...operation,
  mayBatch,
})

export const afterCommit = <O extends WriteOperation>(
  operation: O,
  work: NonNullable<WriteOperation['runAfterCommit']>,
): O => ({
  ...operation,
  runAfterCommit: work,
})

export const createStreamOperation = <E extends EndpointShape>(
  _endpoint: E,
  pages: (read: PreparationContext['read'], call: CallOf<E>) => AsyncIterable<string>,
): StreamOperation => ({ kind: 'stream', pages: pages as StreamOperation['pages'] })

export const createFlowOperation = <E extends EndpointShape>(
  _endpoint: E,
  run: (call: CallOf<E>, context: FlowContext) => Promise<OperationResponse>,
): FlowOperation => ({ kind: 'flow', run: run as FlowOperation['run'] })

export const createFileOperation = <E extends EndpointShape>(
  _endpoint: E,
  run: (call: CallOf<E>, context: FlowContext) => Promise<FileResponse>,
): FileOperation => ({ kind: 'file', run: run as FileOperation['run'] })

export const createFollowOperation = <E extends EndpointShape>(
  _endpoint: E,
  answer: (following: FollowContext, call: CallOf<E>) => Promise<OperationResponse>,
  stream: (following: FollowContext, call: CallOf<E>) => Promise<AsyncIterable<string>>,
): FollowOperation => ({
  kind: 'follow',
  answer: answer as FollowOperation['answer'],
  stream: stream as FollowOperation['stream'],
})

const done = '{"status":"OK"}'
export const buildOkResponse = (version?: number): OperationResponse => ({
  status: 200,
  body: done,
  ...etagOf(version),
})
export const buildDataResponse = (json: string, version?: number): OperationResponse => ({
  status: 200,
  body: envelope(json),
  ...etagOf(version),
})
export const buildCreatedResponse = (json?: string, version?: number): OperationResponse => ({
  status: 201,
  body: json === undefined ? done : envelope(json),
  ...etagOf(version),
})
/** Builds the function of an endpoint from a rule: the response contains the rule's result. */
export const respondData =
  <First, Second>(run: (first: First, second: Second) => Awaitable<unknown>) =>
  async (first: First, second: Second): Promise<OperationResponse> =>
    buildDataResponse(JSON.stringify(await run(first, second)))
/** Builds a function like `respondData`, with the status of a created record. */
export const respondCreated =
  <First, Second>(run: (first: First, second: Second) => Awaitable<unknown>) =>
  async (first: First, second: Second): Promise<OperationResponse> =>
    buildCreatedResponse(JSON.stringify(await run(first, second)))
/** Builds a function like `respondData`, for a rule without a result. */
export const respondOk =
  <First, Second>(run: (first: First, second: Second) => Awaitable<unknown>) =>
  async (first: First, second: Second): Promise<OperationResponse> => {
    await run(first, second)
    return buildOkResponse()
  }
/** Returns the reply to a client with a current copy: no content. */
export const buildUnchangedResponse = (etag: string): OperationResponse => ({ status: 304, body: '', etag })
const envelope = (json: string) => `{"data":${json},"status":"OK"}`
const etagOf = (version?: number) => (version === undefined ? {} : { etag: `"${version}"` })
