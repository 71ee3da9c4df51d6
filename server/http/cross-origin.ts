// Implements CORS: pages of configured origins may use the API with a token, but never with a cookie.
import type { IncomingMessage } from 'node:http'
import type { ServiceConfig } from '../platform/config/config.ts'
import { createHeaders, type HeaderList, type HttpExchange } from './exchange.ts'
import { addCommon } from './reply.ts'

/** Paths for programs. Pages are only for the browser that opens them. */
const openPaths = /^\/(v1\/|oauth\/token|\.well-known\/|openapi|asyncapi)/
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/**
 * Allowed request headers. Headers of the console are missing, because its cookie must not be used from other origins.
 */
const requestHeaders =
  'Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, ' +
  'Last-Event-ID, X-Request-Id'
const replyHeaders =
  'Content-Disposition, ETag, Idempotent-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, ' +
  'RateLimit-Reset, Retry-After, WWW-Authenticate, X-Request-Id'
/** Time in seconds that a browser keeps the response to a preflight. */
const preflightSeconds = 600
const noHeaders: HeaderList = []
/** Headers that keep caches from sending the response for one origin to another. */
const unnamed: HeaderList = ['Vary', 'Origin']

/** Returns the CORS headers of a response. Credentials are never allowed. */
export function createCrossOriginHeaders({
  corsOrigins,
}: Pick<ServiceConfig, 'corsOrigins'>): (request: IncomingMessage) => HeaderList {
  if (corsOrigins === '') return () => noHeaders
  const allowedOrigins = new Set(corsOrigins.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
  return ({ headers: { origin, cookie }, url }) => {
    const isOpen = origin !== undefined && cookie === undefined && allowedOrigins.has(origin) && openPaths.test(url!)
    return isOpen
      ? [...unnamed, 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', replyHeaders]
      : unnamed
  }
}

/** Answers a preflight from an allowed origin. Returns whether the request was one. */
export function handlePreflight(exchange: HttpExchange): boolean {
  const { request, response, crossOrigin } = exchange
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
  if (!crossOrigin.includes('Access-Control-Allow-Origin')) return false
  const headers = createHeaders({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': preflightSeconds,
  })
  addCommon(exchange, headers)
  response.writeHead(204, headers).end()
  return true
}
