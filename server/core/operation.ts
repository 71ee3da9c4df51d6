// What stands between an endpoint and its rules: the call that reaches a rule, the reply that leaves it.
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, Scope } from '../../contract/endpoint.ts'
import type { Fault, ProblemCode } from '../../contract/problem.ts'
import type { Awaitable, Reader, Writer } from '../database/database.ts'
import type { Perform } from '../environment/demo.ts'
import type { StepId } from '../operations.ts'
import type { Outbound } from '../outbound/client.ts'
import type { Line } from './lines.ts'
import type { Session } from './principal.ts'

/** A fault, and the problem it makes when it is the only kind of fault; without one it is a BAD_REQUEST. */
export interface Finding extends Fault {
  problem?: ProblemCode
}

/** Everything a rule may know about the request. Plain data: it crosses a thread. */
export interface Call<Query = unknown, Params = unknown, Body = unknown> {
  environmentId: string
  /** The token, client or person that asks. */
  actor: string
  requestId: string
  /** Milliseconds since the epoch, when the request arrived. */
  now: number
  query: Query
  params: Params
  body: Body
  ifMatch: string | undefined
  idempotency: { key: string; fingerprint: string } | undefined
  /** Of the person who asks, where it is one. */
  session?: Session | undefined
}

export interface Reply {
  status: number
  body: string
  etag?: string
  replayed?: true
  /** The session's cookie, to be set or taken back. */
  cookie?: string
}

/** What a preparation may use: it runs before the transaction, and adds what it finds wrong. */
export interface Preparing {
  environmentId: string
  findings: Finding[]
  read<T>(work: (tx: Reader) => Awaitable<T>): Promise<T>
}
/** The same for one that asks more than the database. */
export interface PreparingOutside extends Preparing {
  services(): Services
}

type CallOf<E extends EndpointShape, Prepared = BodyOf<E>> = Call<QueryOf<E>, ParamsOf<E>, Prepared>

export interface ReadOperation {
  kind: 'read'
  run(tx: Reader, call: Call): Awaitable<Reply>
}
export interface WriteOperation {
  kind: 'write'
  prepare: ((call: Call, preparing: PreparingOutside) => Awaitable<unknown>) | undefined
  run(tx: Writer, call: Call): Awaitable<Reply>
  /** It may concern any number of records, and has as long as they need. */
  lasting?: true
  /** Of an endpoint with rows: takes them as lines, and answers with lines as it goes. */
  lines?(call: Call, lines: AsyncIterable<Line[]>, hand: LinesHand): AsyncIterable<string>
}
/** What a stream of rows works with. */
export interface LinesHand {
  read: Preparing['read']
  write(step: StepId, body: unknown): Promise<Reply>
  /** Waits until the next transaction may start, for the rate limit; throws when none may any more. */
  turn(): Promise<void>
  /** Says what went wrong to the operator. */
  report(error: unknown): void
}
/** A reply too long for memory: pages of text, each read in a transaction of its own. */
export interface StreamOperation {
  kind: 'stream'
  pages(read: Preparing['read'], call: Call): AsyncIterable<string>
}
/** Slow work between transactions, such as hashing or mail: each of those is a step, a write of its own. */
export interface FlowOperation {
  kind: 'flow'
  run(call: Call, hand: Hand): Promise<Reply>
}
/** What is known of whoever asks beyond what a rule may decide by. */
export interface Asking {
  scopes: ReadonlySet<Scope>
  /** Of the network, for counting failures. */
  address: string
  /** What kind of browser or program it is. */
  device: string
}

export interface Mail {
  to: string
  subject: string
  text: string
}

/** What preparations and flows use of the house around them. */
export interface Services {
  /** For addresses that somebody else has named. */
  outbound: Outbound
  /** Of the tokens that this service makes. */
  issuer: string
  /** Where people reach the service, without a slash at its end. */
  publicUrl(): string
  /** How long a session may last at the most. */
  sessionMaxMs: number
  /** Where mail is set up: sends one, or fails. */
  mail: ((mail: Mail) => Promise<void>) | undefined
  /** For the log: something failed that the reply does not fail by. */
  report(error: unknown): void
  /** Does something after the reply; a failure is only logged. */
  later(work: () => Promise<void>): void
  /** What the single sign-on is called, where there is one. */
  singleSignOn: string | undefined
  /** The cookie that holds a session, or takes it back. */
  cookie(token: string | undefined): string
}

/** What a flow works with. */
export interface Hand extends Asking {
  read: Preparing['read']
  write(step: StepId, body: unknown): Promise<Reply>
  /** Runs another endpoint for whoever asks. */
  perform: Perform
  services: Services
}

/** What those who wait for changes go by, for as long as they stay. */
export interface Following {
  read: Preparing['read']
  /** Resolves when all that is committed has its place in the order of changes. */
  settled(): Promise<void>
  /** Resolves when there is something behind this place, when the time is over, or when the signal ends the wait. */
  more(position: number, ms: number): Promise<void>
  /** What the token may read now. */
  scopes(): ReadonlySet<Scope>
  /** Where a stream that broke off goes on. */
  lastEventId: string | undefined
  /** Ends when the client has gone or may not read any longer, and when the service stops. */
  signal: AbortSignal
}
/** A reply that waits for what is to come: one answer, or server-sent events for as long as the client stays. */
export interface FollowOperation {
  kind: 'follow'
  answer(following: Following, call: Call): Promise<Reply>
  stream(following: Following, call: Call): Promise<AsyncIterable<string>>
}
export type Operation = ReadOperation | WriteOperation | StreamOperation | FlowOperation | FollowOperation

export const reads = <E extends EndpointShape>(
  _endpoint: E,
  run: (tx: Reader, call: CallOf<E>) => Awaitable<Reply>,
): ReadOperation => ({ kind: 'read', run: run as ReadOperation['run'] })

export const writes = <E extends EndpointShape>(
  _endpoint: E,
  run: (tx: Writer, call: CallOf<E>) => Awaitable<Reply>,
): WriteOperation => ({ kind: 'write', prepare: undefined, run: run as WriteOperation['run'] })

/** A write whose body is first turned into what its rule takes; outside the transaction, where it holds up nobody. */
export const preparedWrites = <E extends EndpointShape, Prepared>(
  _endpoint: E,
  prepare: (call: CallOf<E>, preparing: PreparingOutside) => Awaitable<Prepared>,
  run: (tx: Writer, call: CallOf<E, Prepared>) => Awaitable<Reply>,
): WriteOperation => ({
  kind: 'write',
  prepare: prepare as WriteOperation['prepare'],
  run: run as WriteOperation['run'],
})

export const lasting = (operation: WriteOperation): WriteOperation => ({ ...operation, lasting: true })

export const streams = <E extends EndpointShape>(
  _endpoint: E,
  pages: (read: Preparing['read'], call: CallOf<E>) => AsyncIterable<string>,
): StreamOperation => ({ kind: 'stream', pages: pages as StreamOperation['pages'] })

export const flows = <E extends EndpointShape>(
  _endpoint: E,
  run: (call: CallOf<E>, hand: Hand) => Promise<Reply>,
): FlowOperation => ({ kind: 'flow', run: run as FlowOperation['run'] })

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
const envelope = (json: string) => `{"data":${json},"status":"OK"}`
const etagOf = (version?: number) => (version === undefined ? {} : { etag: `"${version}"` })
