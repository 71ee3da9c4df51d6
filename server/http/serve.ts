// Serves the endpoints of the contract: who asks, what they may, what they sent, and the reply in its envelope.
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import type { Executor } from '../executor.ts'
import type { Call } from '../operation.ts'
import type { Authenticator, Principal } from './authenticate.ts'
import type { Allowance } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { isStream, perform } from './perform.ts'
import { asProblem, badRequest, Problem, problemBody } from './problems.ts'
import { parseJson } from './text.ts'

export interface Serving {
  executor: Executor
  authenticator: Authenticator
  rateLimit: ((key: string, now: number) => Allowance) | undefined
  metrics: Metrics
  logger: Logger
  logRequests: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
    receivedMs: number
  }
}

const json = 'application/json; charset=utf-8'
const slowMs = 1_000
const sane = /^[\x21-\x7e]{1,128}$/

/** The caller's own id when it is fit for a log, else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && sane.test(header) ? header : randomUUID()

export function serve(app: FastifyInstance, serving: Serving): void {
  const methods = new Map<string, string[]>()
  for (const [id, endpoint] of Object.entries(endpoints) as [EndpointId, EndpointShape][]) {
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(url, [...(methods.get(url) ?? []), endpoint.method])
    route(app, serving, id, endpoint, url)
  }
  for (const [url, allowed] of methods) refuseOthers(app, url, allowed)
}

function route(app: FastifyInstance, serving: Serving, id: EndpointId, endpoint: EndpointShape, url: string): void {
  const observe = serving.metrics.route(endpoint.method, endpoint.path)
  const admit = admission(serving, endpoint)
  app.route({
    method: endpoint.method,
    url,
    exposeHeadRoute: endpoint.method === 'GET',
    onRequest(request, reply, done) {
      request.receivedMs = performance.now()
      const admitted = admit(request, reply)
      if (admitted === undefined) done()
      else admitted.then(() => done(), done)
    },
    handler: async (request, reply) => {
      const outcome = await perform(serving.executor, id, callOf(request, endpoint))
      if (isStream(outcome)) return reply.type(json).send(Readable.from(outcome, { objectMode: false }))
      if (outcome.etag !== undefined) reply.header('ETag', outcome.etag)
      if (outcome.replayed) reply.header('Idempotent-Replayed', 'true')
      return reply.code(outcome.status).type(json).send(outcome.body)
    },
    onResponse(request, reply, done) {
      const ms = performance.now() - request.receivedMs
      observe(reply.statusCode, ms / 1_000)
      if (serving.logRequests || reply.statusCode >= 500 || ms > slowMs)
        logRequest(serving.logger, request, reply, endpoint.id, ms)
      done()
    },
  })
}

/** By allow-list: ids only, nothing a client typed. */
function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply, operation: string, ms: number): void {
  const { id: requestId, principal } = request
  const { environmentId, actor } = principal ?? {}
  logger.info(
    { requestId, operation, status: reply.statusCode, durationMs: Math.round(ms), environmentId, actor },
    'request',
  )
}

/** Decides before the body is read whether the request is let in; a promise only when the token has to be looked up. */
function admission({ authenticator, rateLimit }: Serving, endpoint: EndpointShape) {
  const check = (request: FastifyRequest, reply: FastifyReply, principal: Principal): void => {
    request.principal = principal
    if (rateLimit) limit(reply, rateLimit(principal.tokenKey, Date.now()))
    if (!principal.scopes.has(endpoint.scope))
      throw new Problem('TOKEN_PERMISSIONS', { message: `This needs a token with the scope \`${endpoint.scope}\`.` })
    if (!acceptsJson(request.headers.accept)) throw new Problem('NOT_ACCEPTABLE')
    checkBodyHeaders(request, endpoint)
  }
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    const principal = authenticator.authenticate(request.headers.authorization)
    if (principal instanceof Promise) return principal.then((known) => check(request, reply, known))
    check(request, reply, principal)
    return undefined
  }
}

function limit(reply: FastifyReply, { allowed, limit, remaining, resetSeconds }: Allowance): void {
  reply
    .header('RateLimit-Limit', limit)
    .header('RateLimit-Remaining', remaining)
    .header('RateLimit-Reset', resetSeconds)
  if (!allowed)
    throw new Problem('RATE_LIMITED', {
      message: `Too many requests: at most ${limit} at once.`,
      retryAfterSeconds: resetSeconds,
    })
}

const jsonRanges = new Set(['*/*', 'application/*', 'application/json'])
function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '' || jsonRanges.has(accept)) return true
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return jsonRanges.has(type!) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

const mergePatchType = 'application/merge-patch+json'
function checkBodyHeaders({ headers }: FastifyRequest, { body, method }: EndpointShape): void {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  if (!body) {
    // A body that is not looked at would be a wish that is not heard: deleting "only these" must never delete all.
    if (hasBody) throw badRequest('', 'unknown', `This ${method} takes no body.`)
    return
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body as it is, without a Content-Encoding.' })
  if (!hasBody) return
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const known = type === 'application/json' || (method === 'PATCH' && type === mergePatchType)
  if (
    !known ||
    parameters.some((parameter) => parameter.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(parameter))
  )
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'Send `Content-Type: application/json`, in UTF-8.' })
}

function callOf(request: FastifyRequest, endpoint: EndpointShape): Call {
  const { environmentId, actor } = request.principal
  const bytes = endpoint.body ? ((request.body as Buffer | undefined) ?? Buffer.alloc(0)) : undefined
  return {
    environmentId,
    actor,
    requestId: request.id,
    now: Date.now(),
    query: queryOf(request),
    params: endpoint.params ? request.params : undefined,
    body: bytes && parseJson(bytes),
    ifMatch: endpoint.precondition ? request.headers['if-match'] : undefined,
    idempotency: idempotencyOf(request, endpoint, bytes),
  }
}

function queryOf({ query }: FastifyRequest): unknown {
  for (const name in query as object) {
    const value = (query as Record<string, unknown>)[name]
    if (typeof value !== 'string')
      throw badRequest(`?${name}`, 'duplicate', `\`${name}\` stands in the query more than once.`)
  }
  return query
}

function idempotencyOf(
  request: FastifyRequest,
  { method }: EndpointShape,
  bytes: Buffer | undefined,
): Call['idempotency'] {
  const key = request.headers['idempotency-key']
  if (key === undefined || (method !== 'POST' && method !== 'PATCH')) return undefined
  if (typeof key !== 'string' || !sane.test(key))
    throw badRequest('Idempotency-Key:', 'format', 'Must be 1 to 128 visible ASCII characters.')
  const fingerprint = createHash('sha256').update(`${method} ${request.url}\n`)
  if (bytes) fingerprint.update(bytes)
  return { key, fingerprint: fingerprint.digest('base64url') }
}

/** The methods that a path does not have. */
function refuseOthers(app: FastifyInstance, url: string, allowed: string[]): void {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])]
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !allow.includes(method),
  )
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    onRequest(_request, _reply, done) {
      done(
        new Problem('METHOD_NOT_ALLOWED', {
          message: `This path takes ${allow.join(', ')}.`,
          headers: { Allow: allow.join(', ') },
        }),
      )
    },
    handler: () => undefined,
  })
}

/** What goes wrong anywhere becomes a problem in the envelope; what was not expected is logged, never shown. */
export function sendProblem(logger: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = asProblem(error)
  if (problem.code === 'INTERNAL') logger.error({ requestId: request.id, err: error }, 'request failed')
  const { retryAfterSeconds, headers } = problem.details
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds)
  if (headers) reply.headers(headers)
  reply.code(problem.status).type(json).send(problemBody(problem, request.id))
}
