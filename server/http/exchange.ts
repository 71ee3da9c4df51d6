// Defines one request with its reply, as all stages of HTTP use it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { FailureLog } from '../platform/error/failure-log.ts'
import type { UnreadResponses } from '../platform/fairness/unread-responses.ts'
import type { RequestPrincipal } from '../platform/operation/principal.ts'
import type { RateAllowance } from '../platform/rate-limit/limits.ts'
import type { ContentCoding } from '../platform/value/coding.ts'

/** A request, its response, and the data read so far. */
export interface HttpExchange {
  answering: ReplyContext
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** Id of the contract's endpoint that serves the request; undefined for other routes. */
  operation?: string
  /** Time at which the request was received, by performance.now(). */
  receivedMs: number
  /** Query as sent, without the question mark. */
  queryText: string
  /** Values of the path parameters in order, decoded. */
  parameters: string[]
  principal: RequestPrincipal | undefined
  /** Allowance left by the rate limit, if there is one. */
  allowance: RateAllowance | undefined
  /** Headers for browsers that ask from another origin. */
  crossOrigin: HeaderList
  /** Content coding of long text. Undefined until the check for secrets in the text. */
  coding: ContentCoding | undefined
  /** Deadline of the body by performance.now(); infinite while only the service can cause a delay. */
  bodyDeadlineMs: number
  /** Whether the body was late. The client has its response, and the request is not performed. */
  isLate: boolean
  /** Notifies the reader of a late body. */
  onLate?: () => void
}

export interface HttpRoute {
  method: string
  /** Path of the route. Each segment is literal or one `{parameter}`. */
  path: string
  handle(exchange: HttpExchange): void | Promise<void>
}

/** Alternating names and values of headers, as Node accepts them. */
export type HeaderList = (string | number)[]

export const createHeaders = (fields: Record<string, string | number>): HeaderList => Object.entries(fields).flat()

export interface ReplyContext {
  logger: Logger
  failures: FailureLog
  /** Whether the process continues to run; false from the start of its stop. */
  isStaying: () => boolean
  /** Headers of every response. */
  headers: HeaderList
  /** URL of the service without a slash at its end, or an empty text if it is not configured. */
  publicUrl: string
  /** Counts the responses that clients have not read yet. */
  unreadResponses: UnreadResponses
}

/** Responds to a request without a route. Returns false if it does not respond. */
export type RouteFallback = (exchange: HttpExchange) => boolean

/** Form of a request id that a client may send: safe in a log, a file name and a command. */
export const plainName = /^[A-Za-z0-9._-]{1,128}$/
export const visibleAscii = /^[\x21-\x7e]{1,128}$/

export const jsonType = 'application/json; charset=utf-8'
