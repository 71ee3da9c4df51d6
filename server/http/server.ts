// The HTTP server: finds the route of a request, reads its body within limits, and answers in the envelope whatever happens.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { asProblem, badRequest, Problem, problemBody } from '../core/problems.ts'
import type { Principal } from '../token/authenticate.ts'
import { answerBrokenRequest } from './broken.ts'
import type { Allowance } from './limits.ts'

/** One request and its reply, with what is known of it so far. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** When it arrived, on the clock of `performance.now()`. */
  receivedMs: number
  /** As sent, with its question mark cut off. */
  queryText: string
  /** What stands in the path for its parameters, in their order, decoded. */
  parameters: string[]
  principal: Principal | undefined
  /** What is left of the rate limit, where there is one. */
  allowance: Allowance | undefined
  /** Cuts off a client that takes too long to send its body. */
  late: NodeJS.Timeout | undefined
}

export interface Route {
  method: string
  /** Segments are literal, or one `{parameter}` each. */
  path: string
  handle(exchange: Exchange): void | Promise<void>
}

export type Headers = (string | number)[]

export interface Answering {
  logger: Logger
  /** False from the moment on that this process is to end. */
  isStaying: () => boolean
}

const checkingMs = 1_000

/** A request id of the caller's own is taken when it is fit for a log. */
export const visibleAscii = /^[\x21-\x7e]{1,128}$/

/** Answers what no route is for, or says that it does not. */
export type Fallback = (exchange: Exchange) => boolean

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
      request,
      response,
      requestId: typeof own === 'string' && visibleAscii.test(own) ? own : randomUUID(),
      receivedMs: performance.now(),
      queryText: '',
      parameters: [],
      principal: undefined,
      allowance: undefined,
      late: undefined,
    }
    if (hasBody(request)) expectBody(exchange, config.requestTimeoutMs)
    try {
      const fault = refusal ?? hostFault(request)
      if (fault !== undefined) throw new Problem('BAD_REQUEST', { message: fault, headers: { Connection: 'close' } })
      const route = find(exchange)
      if (!route && fallback(exchange)) return
      if (!route) throw new Problem('NOT_FOUND', { message: 'This path does not exist. See /docs for all paths.' })
      const done = route.handle(exchange)
      if (done) done.catch((error) => sendProblem(answering, exchange, error))
    } catch (error) {
      sendProblem(answering, exchange, error)
    }
  }
}

/** Whether something follows the headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function expectBody(exchange: Exchange, timeoutMs: number): void {
  const { request, response } = exchange
  exchange.late = setTimeout(() => {
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

/** A request to a proxy names the whole URL; what counts here is the same. */
const originForm = (target: string) => target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')

/** Answers the route of a request, if it has one, and fills in its query and parameters; refuses a wrong method. */
function router(routes: Route[]): (exchange: Exchange) => Route | undefined {
  const byPath = new Map<string, Route[]>()
  for (const route of routes) {
    // A path that ends with its only parameter, as most do, is found by what stands before it.
    const place = route.path.replace(/\{\w+\}$/, '')
    byPath.set(place, [...(byPath.get(place) ?? []), route])
  }
  const patterns: Pattern[] = []
  for (const [place, found] of byPath)
    if (place.includes('{')) {
      byPath.delete(place)
      patterns.push(patternOf(found))
    }
  return (exchange) => {
    const target = exchange.request.url!
    const url = target.startsWith('/') ? target : originForm(target)
    const question = url.indexOf('?')
    const path = question === -1 ? url : url.slice(0, question)
    if (question !== -1) exchange.queryText = url.slice(question + 1)
    let found = byPath.get(path)
    if (!found || path.endsWith('/')) {
      const start = path.lastIndexOf('/') + 1
      found = start < path.length ? byPath.get(path.slice(0, start)) : undefined
      if (found) exchange.parameters = [decode(path.slice(start))]
      else found = match(patterns, path, exchange)
      if (!found) return undefined
    }
    const method = exchange.request.method === 'HEAD' ? 'GET' : exchange.request.method
    for (const route of found) if (route.method === method) return route
    throw notAllowed(found.map((route) => route.method))
  }
}

interface Pattern {
  expression: RegExp
  routes: Route[]
}
/** Routes of one path, and the expression that finds it. */
const patternOf = (routes: Route[]): Pattern => ({
  expression: new RegExp(`^${routes[0]!.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
  routes,
})

function match(patterns: Pattern[], path: string, exchange: Exchange): Route[] | undefined {
  for (const { expression, routes } of patterns) {
    const found = expression.exec(path)
    if (!found) continue
    exchange.parameters = found.slice(1).map(decode)
    return routes
  }
  return undefined
}

function notAllowed(methods: string[]): Problem {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new Problem('METHOD_NOT_ALLOWED', { message: `This path supports only ${allow}.`, headers: { Allow: allow } })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest('', 'malformed', 'The URL is not well-formed: check its percent-encoding.')
  }
}

const plainPair = /^([a-zA-Z]+)=([\w.~-]*)$/

/** The parameters of a query; one that is there twice is refused, since only one of them could be heard. */
export function readQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {}
  if (text === '') return query
  for (const pair of text.includes('&') ? text.split('&') : [text]) {
    const plain = plainPair.exec(pair)
    if (plain) add(query, plain[1]!, plain[2]!)
    else if (pair !== '') {
      const equals = pair.indexOf('=')
      const decoded = (part: string) => decode(part.replaceAll('+', ' '))
      add(
        query,
        decoded(equals === -1 ? pair : pair.slice(0, equals)),
        equals === -1 ? '' : decoded(pair.slice(equals + 1)),
      )
    }
  }
  return query
}

function add(query: Record<string, string>, name: string, value: string): void {
  if (Object.hasOwn(query, name))
    throw badRequest(`?${name}`, 'duplicate', `\`${name}\` appears in the query more than once.`)
  // Assigning would not set a member of that name.
  if (name === '__proto__') Object.defineProperty(query, name, { value, enumerable: true })
  else query[name] = value
}

/** The whole body, as long as it is not too long. A client that goes away before its end is not answered. */
export function readBody({ request }: Exchange, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () =>
      reject(new Problem('BODY_TOO_LARGE', { message: `The body is larger than ${bytesMax} bytes.` }))
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return tooLarge()
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
      else tooLarge()
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
  })
}

/** The body as it comes, however long that takes, as long as something goes to and fro. Ends early with its client. */
export async function* readChunks({ request, late }: Exchange, idleMs: number): AsyncGenerator<Buffer> {
  clearTimeout(late)
  const cutOff = () => request.socket.destroy()
  request.socket.setTimeout(idleMs, cutOff)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    // What has come of the last line is no row.
    if (!request.destroyed) throw error
    throw Object.assign(new Error('The client is gone.', { cause: error }), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  } finally {
    // Named, so that it does not stay behind: the connection may carry many more.
    request.socket.setTimeout(0, cutOff)
  }
}

interface Ready {
  response: ServerResponse
  status: number
  headers: Headers
  body: string
  encoding: 'latin1' | 'utf8'
}
let outbox: Ready[] = []

/** The replies of one turn of the event loop leave together: waking the other side once costs a third less than each time. */
function flush(): void {
  const replies = outbox
  outbox = []
  for (const { response, status, headers, body, encoding } of replies)
    response.writeHead(status, headers).end(body, encoding)
}

/** Sends a reply. Text that is all ASCII, as most is, goes out as Latin-1: the same bytes, without being encoded. */
export function send(
  { isStaying }: Answering,
  exchange: Exchange,
  status: number,
  body: string,
  headers: Headers,
): void {
  const bytes = Buffer.byteLength(body)
  headers.push('Content-Length', bytes)
  addCommon(exchange, headers, isStaying())
  const encoding = bytes === body.length ? 'latin1' : 'utf8'
  if (outbox.push({ response: exchange.response, status, headers, body, encoding }) === 1) setImmediate(flush)
}

/** Sends bytes as they are, such as a file. */
export function sendBytes(
  { isStaying }: Answering,
  exchange: Exchange,
  status: number,
  body: Buffer,
  headers: Headers,
) {
  headers.push('Content-Length', body.length)
  addCommon(exchange, headers, isStaying())
  exchange.response.writeHead(status, headers).end(body)
}

/** Sends a reply page by page, as fast as it is read. What fails before the first of them is there is a problem like any other. */
export async function sendPages(
  { isStaying }: Answering,
  exchange: Exchange,
  pages: AsyncIterable<string>,
  headers: Headers,
): Promise<void> {
  const { request, response } = exchange
  const iterator = pages[Symbol.asyncIterator]()
  const first = request.method === 'HEAD' ? undefined : await iterator.next()
  addCommon(exchange, headers, isStaying())
  response.writeHead(200, headers)
  if (first) await pipeline(Readable.from(startingWith(first, iterator), { objectMode: false }), response)
  else response.end()
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let page = first; !page.done; page = await rest.next()) yield page.value
  } finally {
    await rest.return?.()
  }
}

/** The headers of every reply. */
export function addCommon({ requestId, allowance }: Exchange, headers: Headers, staying: boolean): void {
  headers.push('X-Request-Id', requestId)
  // While draining, what still comes over an open connection is answered, and told to come back elsewhere.
  if (!staying) headers.push('Connection', 'close')
  if (allowance)
    headers.push(
      ...['RateLimit-Limit', allowance.limit, 'RateLimit-Remaining', allowance.remaining],
      ...['RateLimit-Reset', allowance.resetSeconds],
    )
}

export const json = 'application/json; charset=utf-8'
/** In metrics and logs: the client went away before it had the whole reply. */
const clientGone = 499

/** What goes wrong anywhere becomes a problem in the envelope; what was not expected is logged, never shown. Answers the status. */
export function sendProblem(answering: Answering, exchange: Exchange, error: unknown): number {
  const { requestId, response } = exchange
  if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return clientGone
  const problem = asProblem(error)
  if (problem.code === 'INTERNAL') answering.logger.error({ requestId, err: error }, 'request failed')
  if (response.headersSent) {
    // Half a reply cannot be mended; a cut connection says so.
    response.destroy()
    return problem.status
  }
  const { retryAfterSeconds, headers } = problem.details
  const all: Headers = ['Content-Type', json]
  if (retryAfterSeconds !== undefined) all.push('Retry-After', retryAfterSeconds)
  for (const [name, value] of Object.entries(headers ?? {})) all.push(name, value)
  send(answering, exchange, problem.status, problemBody(problem, requestId), all)
  return problem.status
}
