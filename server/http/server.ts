// The HTTP server: finds the route of a request, and always responds in the envelope.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServiceConfig } from '../platform/config/config.ts'
import { ApiProblem } from '../platform/error/problems.ts'
import { createId } from '../platform/value/ids.ts'
import { limitConnections } from './connections.ts'
import { createCrossOriginHeaders, handlePreflight } from './cross-origin.ts'
import {
  type HeaderList,
  type HttpExchange,
  type HttpRoute,
  plainName,
  type ReplyContext,
  type RouteFallback,
} from './exchange.ts'
import { refuseBrokenRequest } from './malformed-request.ts'
import { sendProblem } from './reply.ts'
import { hasBody } from './request.ts'
import { createRouter } from './router.ts'

const checkingMs = 1_000
const warningMs = 3_600_000

export function createHttpServer(
  routes: HttpRoute[],
  config: ServiceConfig,
  context: Omit<ReplyContext, 'headers' | 'publicUrl'>,
  fallback: RouteFallback = () => false,
): Server {
  const find = createRouter(routes)
  const answering = { ...context, headers: headersOfAll(config), publicUrl: config.publicUrl.replace(/\/$/, '') }
  const warnOfProxy = proxyWarning(answering)
  const crossOriginOf = createCrossOriginHeaders(config)
  const server = createServer(
    {
      maxHeaderSize: config.headersBytesMax,
      headersTimeout: config.headersTimeoutMs,
      // Bodies have their own timer: Node would cut off a stream of rows that continues for long.
      requestTimeout: 0,
      // Joining reveals a header that is sent twice. By default, Node drops the second one.
      joinDuplicateHeaders: true,
      // By default, Node checks for slow connections twice a minute, and sends an error that is not a problem of Dray.
      connectionsCheckingInterval: Math.min(config.headersTimeoutMs, checkingMs),
      requireHostHeader: false,
    },
    (request, response) => take(request, response),
  )
  const connections = limitConnections(server, config)
  server.on('checkExpectation', (request, response) =>
    take(request, response, 'The only `Expect` header that this service supports is `100-continue`.'),
  )
  server.on('connect', (_request, socket: Socket) => refuseBrokenRequest(new Error('a tunnel'), socket, answering))
  server.on('clientError', (error, socket: Socket) => refuseBrokenRequest(error, socket, answering))
  server.maxHeadersCount = 100
  return server

  function take(request: IncomingMessage, response: ServerResponse, refusal?: string): void {
    if (config.proxies === 0 && request.headers['x-forwarded-for'] !== undefined) warnOfProxy()
    connections.inTurn(request, response, () => handle(request, response, refusal))
  }

  function handle(request: IncomingMessage, response: ServerResponse, refusal?: string): void {
    const requestedId = request.headers['x-request-id']
    const receivedMs = performance.now()
    const exchange: HttpExchange = {
      answering,
      request,
      response,
      requestId: typeof requestedId === 'string' && plainName.test(requestedId) ? requestedId : createId(),
      receivedMs,
      queryText: '',
      parameters: [],
      principal: undefined,
      allowance: undefined,
      crossOrigin: crossOriginOf(request),
      coding: undefined,
      bodyDeadlineMs: receivedMs + config.requestTimeoutMs,
      isLate: false,
    }
    if (hasBody(request)) connections.receives(exchange)
    try {
      const text = refusal ?? findHostError(request)
      if (text !== undefined) throw new ApiProblem('BAD_REQUEST', { message: text, headers: { Connection: 'close' } })
      const route = handlePreflight(exchange) ? undefined : find(exchange)
      if (exchange.response.headersSent || (!route && fallback(exchange))) return
      if (!route) throw new ApiProblem('NOT_FOUND', { message: 'This path does not exist. See /docs for all paths.' })
      const done = route.handle(exchange)
      if (done) done.catch((error) => sendProblem(exchange, error))
    } catch (error) {
      sendProblem(exchange, error)
    }
  }
}

/**
 * Returns a function that logs a warning at most once an hour. Operators of a proxy must see the warning, but every
 * client can send the header that causes it.
 */
function proxyWarning({ logger }: Pick<ReplyContext, 'logger'>): () => void {
  let loggedMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - loggedMs < warningMs) return
    loggedMs = performance.now()
    logger.warn(
      'The header X-Forwarded-For of a request is ignored because --proxies is 0. If the service runs behind ' +
        'a proxy, set --proxies to the number of proxies: otherwise all visitors share one address, and its limits.',
    )
  }
}

const year = 31_536_000

/**
 * Returns the headers of every response: no content sniffing, the keep-alive time, and TLS for later requests if the
 * public URL uses https.
 */
const headersOfAll = ({ publicUrl, keepAliveTimeoutMs }: ServiceConfig): HeaderList => [
  'X-Content-Type-Options',
  'nosniff',
  ...(keepAliveTimeoutMs < 1_000 ? [] : ['Keep-Alive', `timeout=${Math.floor(keepAliveTimeoutMs / 1_000)}`]),
  ...(publicUrl.startsWith('https:') ? ['Strict-Transport-Security', `max-age=${year}`] : []),
]

/**
 * Returns the error of the `Host` header. HTTP/1.1 requires exactly one; a second one can smuggle a request past a
 * proxy.
 */
function findHostError({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'The `Host` header is missing.'
  return host.includes(',') ? 'There is more than one `Host` header.' : undefined
}
