// Defines one request with its reply, as all stages of HTTP use it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { FailureLog } from '../platform/error/failure-log.ts'
import type { UnreadResponses } from '../platform/fairness/unread-responses.ts'
import type { Principal } from '../platform/operation/principal.ts'
import type { Allowance } from '../platform/rate-limit/limits.ts'
import type { Coding } from '../platform/value/coding.ts'

/** A request, its response, and the data read so far. */
export interface Exchange {
  answering: Answering
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** Id of the endpoint that serves it, if one of the contract does. */
  operation?: string
  /** Time at which the request was received, by performance.now(). */
  receivedMs: number
  /** Query as sent, without the question mark. */
  queryText: string
  /** Values of the path parameters in order, decoded. */
  parameters: string[]
  principal: Principal | undefined
  /** Allowance left by the rate limit, if there is one. */
  allowance: Allowance | undefined
  /** Headers for browsers that ask from another origin. */
  crossOrigin: Headers
  /** Content coding of long text. Undefined until the check for secrets in the text. */
  coding: Coding | undefined
  /** Deadline of the body by performance.now(); infinite while a delay is not the client's. */
  bodyDueMs: number
  /** Whether the body was late. The client has its response, and the request is not performed. */
  isLate: boolean
  /** Notifies the reader of a late body. */
  onLate?: () => void
}

export interface Route {
  method: string
  /** Segments are literal, or one `{parameter}` each. */
  path: string
  handle(exchange: Exchange): void | Promise<void>
}

/** Names and values of headers in turn, as Node takes them. */
export type Headers = (string | number)[]

export const headersFrom = (fields: Record<string, string | number>): Headers => Object.entries(fields).flat()

export interface Answering {
  logger: Logger
  failures: FailureLog
  /** False from the moment on that this process is to end. */
  isStaying: () => boolean
  /** Sent with every reply. */
  headers: Headers
  /** Counts the responses that clients have not read yet. */
  unreadResponses: UnreadResponses
}

/** Answers a request without a route. Returns false if it does not. */
export type Fallback = (exchange: Exchange) => boolean

/** A request id of the caller's own is taken when it is fit for a log, a file name or a command. */
export const plainName = /^[A-Za-z0-9._-]{1,128}$/
export const visibleAscii = /^[\x21-\x7e]{1,128}$/

export const json = 'application/json; charset=utf-8'
