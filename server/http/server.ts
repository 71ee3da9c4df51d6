// The HTTP server: takes a request, finds its route, and answers in the envelope whatever happens.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { Problem } from '../core/problems.ts'
import { answerBrokenRequest } from './broken.ts'
import { type Answering, type Exchange, type Fallback, type Route, visibleAscii } from './exchange.ts'
import { sendProblem } from './reply.ts'
import { hasBody } from './request.ts'
import { router } from './router.ts'

const checkingMs = 1_000

export function createHttpServer(
  routes: Route[],
  config: Config,
  answering: Answering,
  fallback: Fallback = () => false,
): Server {
  const find = router(routes)
  const server = createServer(
    {
      maxHeaderSize: config.headersBytesMax,
      headersTimeout: config.headersTimeoutMs,
      // Bodies have a timer of their own: Node would cut off a stream of rows that keeps coming.
      requestTimeout: 0,
      keepAliveTimeout: config.keepAliveTimeoutMs,
      // Joined, a header that is there twice is seen as such; by default the second one would vanish.
      joinDuplicateHeaders: true,
      // Left to itself, Node looks for slow connections twice a minute, and refuses in words of its own.
      connectionsCheckingInterval: Math.min(config.headersTimeoutMs, checkingMs),
      requireHostHeader: false,
    },
    handle,
  )
  server.on('checkExpectation', (request, response) =>
    handle(request, response, 'The only `Expect` header that this service supports is `100-continue`.'),
  )
  server.on('connect', (_request, socket: Socket) => answerBrokenRequest(new Error('a tunnel'), socket))
  server.on('clientError', answerBrokenRequest)
  server.maxConnections = config.connectionsMax
  server.maxHeadersCount = 100
  return server

  function handle(request: IncomingMessage, response: ServerResponse, refusal?: string): void {
    const own = request.headers['x-request-id']
    const exchange: Exchange = {
      answering,
      request,
      response,
      requestId: typeof own === 'string' && visibleAscii.test(own) ? own : randomUUID(),
      receivedMs: performance.now(),
      queryText: '',
      parameters: [],
      principal: undefined,
      allowance: undefined,
      late: undefined,
      waits: false,
    }
    if (hasBody(request)) expectBody(exchange, config.requestTimeoutMs)
    try {
      const fault = refusal ?? hostFault(request)
      if (fault !== undefined) throw new Problem('BAD_REQUEST', { message: fault, headers: { Connection: 'close' } })
      const route = find(exchange)
      if (!route && fallback(exchange)) return
      if (!route) throw new Problem('NOT_FOUND', { message: 'This path does not exist. See /docs for all paths.' })
      const done = route.handle(exchange)
      if (done) done.catch((error) => sendProblem(exchange, error))
    } catch (error) {
      sendProblem(exchange, error)
    }
  }
}

function expectBody(exchange: Exchange, timeoutMs: number): void {
  const { request, response } = exchange
  exchange.late = setTimeout(() => {
    if (exchange.waits) return void exchange.late?.refresh()
    if (response.writableEnded) request.socket.destroy()
    else answerBrokenRequest(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
  }, timeoutMs)
  request.once('close', () => clearTimeout(exchange.late))
}

/** HTTP/1.1 wants exactly one `Host`; two of them are how a request is smuggled past a proxy. */
function hostFault({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'The `Host` header is missing.'
  return host.includes(',') ? 'There is more than one `Host` header.' : undefined
}
