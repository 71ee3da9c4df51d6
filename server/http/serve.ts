// Serves the endpoints of the contract: who asks, what they may, what they sent, and the reply in its envelope.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EndpointShape, scopesOf, takesIdempotencyKey } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import { limits } from '../../contract/shared.ts'
import type { Feed } from '../change/feed.ts'
import { parseJson } from '../core/json.ts'
import { linesOf } from '../core/lines.ts'
import type { Call, Services } from '../core/operation.ts'
import { badRequest, Problem } from '../core/problems.ts'
import { unavailable } from '../database/database.ts'
import type { Executor } from '../executor.ts'
import { isStream, type Outcome, perform, performLines } from '../perform.ts'
import type { Visitors } from '../person/visitors.ts'
import type { Authenticator, Principal } from '../token/authenticate.ts'
import { tooMany } from './callers.ts'
import { followerOf, sendEvents, wantsEvents } from './follow.ts'
import type { RateLimiter } from './limits.ts'
import type { Metrics } from './metrics.ts'
import {
  type Answering,
  type Exchange,
  type Headers,
  hasBody,
  json,
  type Route,
  readBody,
  readChunks,
  readQuery,
  send,
  sendPages,
  sendProblem,
  visibleAscii,
} from './server.ts'

export interface Serving extends Answering {
  executor: Executor
  feed: Feed
  authenticator: Authenticator
  visitors: Visitors
  services: Services
  rateLimiter: RateLimiter | undefined
  metrics: Metrics
  logRequests: boolean
  bodyBytesMax: number
  requestTimeoutMs: number
}

const slowMs = 1_000

export const endpointRoutes = (serving: Serving): Route[] =>
  (Object.entries(endpoints) as [EndpointId, EndpointShape][]).map(([id, endpoint]) => route(serving, id, endpoint))

function route(serving: Serving, id: EndpointId, endpoint: EndpointShape): Route {
  const { executor, bodyBytesMax, metrics, visitors, services, feed } = serving
  const identify = identification(serving, endpoint)
  const observe = metrics.route(endpoint.method, endpoint.path)
  const bodies = endpoint.rows === undefined ? 1 : limits.importBodies
  const permit = permission(endpoint)
  const admit = admission(serving, endpoint, identify, permit)
  const parameterNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const done = (exchange: Exchange, status: number): void => {
    const ms = performance.now() - exchange.receivedMs
    observe(status, ms / 1_000)
    const slow = ms > slowMs && !endpoint.stream
    if (serving.logRequests || status >= 500 || slow) logRequest(serving, exchange, id, status, ms)
  }
  const answer = async (exchange: Exchange): Promise<number> => {
    const admitted = admit(exchange)
    if (admitted) await admitted
    if (endpoint.rows !== undefined && mediaTypeOf(exchange.request) === linesType) return answerLines(exchange)
    const bytes = endpoint.body && (await readBody(exchange, bodies * bodyBytesMax))
    if (bytes) await turn()
    const call = callOf(exchange, endpoint, parameterNames, bytes)
    if (endpoint.stream) return follow(exchange, call)
    return reply(exchange, await perform(executor, id, call, () => ({ ...visitors.about(exchange), services })))
  }
  const reply = async (exchange: Exchange, outcome: Outcome): Promise<number> => {
    const headers: Headers = ['Content-Type', json]
    // What a person sees, and every secret, stays out of every cache.
    if (exchange.principal!.session || endpoint.access || endpoint.unrepeatable)
      headers.push('Cache-Control', 'no-store')
    if (isStream(outcome)) {
      await sendPages(serving, exchange, outcome, headers)
      return 200
    }
    if (outcome.etag !== undefined) headers.push('ETag', outcome.etag)
    if (outcome.cookie !== undefined) headers.push('Set-Cookie', outcome.cookie)
    if (outcome.replayed) headers.push('Idempotent-Replayed', 'true')
    send(serving, exchange, outcome.status, outcome.body, headers)
    return outcome.status
  }
  /** Reads and answers at the same time, neither faster than the other side does. */
  const answerLines = async (exchange: Exchange): Promise<number> => {
    const { tokenKey } = exchange.principal!
    const turn = async () => {
      if (!serving.isStaying()) throw unavailable('The service is stopping.')
      // A stream may last for hours: who may no longer write by then is refused from there on.
      permit(await identify(exchange))
      for (;;) {
        const allowance = serving.rateLimiter?.ask(tokenKey, Date.now())
        if (allowance?.allowed !== false) return
        await sleep(allowance.resetSeconds * 1_000)
      }
    }
    const report = (error: unknown) =>
      serving.logger.error({ requestId: exchange.requestId, err: error }, 'import failed')
    const call = callOf(exchange, endpoint, parameterNames, undefined)
    const lines = linesOf(readChunks(exchange, serving.requestTimeoutMs), bodyBytesMax)
    const results = performLines(executor, id, call, lines, { turn, report })
    await sendPages(serving, exchange, results, ['Content-Type', linesType])
    return 200
  }
  const follow = async (exchange: Exchange, call: Call): Promise<number> => {
    const streams = wantsEvents(exchange.request.headers.accept, endpoint)
    const { following, end } = followerOf(feed, executor, exchange, () => identify(exchange))
    try {
      const outcome = await perform(executor, id, call, undefined, { following, streams })
      if (!isStream(outcome)) return await reply(exchange, outcome)
      await sendEvents(serving, exchange, outcome)
      return 200
    } finally {
      end()
    }
  }
  return {
    method: endpoint.method,
    path: endpoint.path,
    handle: (exchange) =>
      answer(exchange).then(
        (status) => done(exchange, status),
        (error) => done(exchange, sendProblem(serving, exchange, error)),
      ),
  }
}

let current: Promise<void> | undefined

/**
 * The end of this turn of the event loop. Bodies that arrived in one turn are worked on together: while the processor
 * still has the code at hand that the first of them needed, the others take a third less time.
 */
function turn(): Promise<void> {
  current ??= new Promise((resolve) =>
    setImmediate(() => {
      current = undefined
      resolve()
    }),
  )
  return current
}

/** By allow-list: ids only, nothing a client typed. */
function logRequest({ logger }: Answering, exchange: Exchange, operation: string, status: number, ms: number): void {
  const { requestId, principal } = exchange
  const { environmentId, actor } = principal ?? {}
  logger.info({ requestId, operation, status, durationMs: Math.round(ms), environmentId, actor }, 'request')
}

type Identify = (exchange: Exchange) => Principal | Promise<Principal>

/** Who asks; asked again for those who stay, for as long as they do. */
const identification =
  ({ authenticator, visitors }: Serving, { access, stream }: EndpointShape): Identify =>
  (exchange) => {
    const { authorization, cookie } = exchange.request.headers
    return access === undefined && (authorization !== undefined || cookie === undefined)
      ? authenticator.authenticate(authorization)
      : visitors.admit(exchange, access, stream === true)
  }

type Permit = (principal: Principal) => void

/** Refuses those who lack the scope. */
function permission(endpoint: EndpointShape): Permit {
  const enough = scopesOf(endpoint)
  return (principal) => {
    if (enough.length > 0 && !enough.some((scope) => principal.scopes.has(scope))) throw lacking(enough, principal)
  }
}

/** Decides before the body is read whether the request is let in; a promise only when the token has to be looked up. */
function admission({ rateLimiter }: Serving, endpoint: EndpointShape, identify: Identify, permit: Permit) {
  const check = (exchange: Exchange, principal: Principal): void => {
    exchange.principal = principal
    const allowance = rateLimiter?.ask(principal.tokenKey, Date.now())
    exchange.allowance = allowance
    if (allowance?.allowed === false) throw tooMany(allowance)
    permit(principal)
    const { accept } = exchange.request.headers
    if (!acceptsJson(accept, endpoint.rows !== undefined) && !wantsEvents(accept, endpoint))
      throw new Problem('NOT_ACCEPTABLE')
    checkBodyHeaders(exchange.request, endpoint)
  }
  return (exchange: Exchange): Promise<void> | undefined => {
    const principal = identify(exchange)
    if (principal instanceof Promise) return principal.then((known) => check(exchange, known))
    check(exchange, principal)
    return undefined
  }
}

function lacking(enough: readonly string[], { session }: Principal): Problem {
  const scopes = enough.map((scope) => `\`${scope}\``).join(' or ')
  const message = session
    ? `Your role in this environment does not include the scope ${scopes}.`
    : `This request requires a token with the scope ${scopes}.`
  return new Problem('TOKEN_PERMISSIONS', { message })
}

const jsonRanges = new Set(['*/*', 'application/*', 'application/json'])
function acceptsJson(accept: string | undefined, orLines: boolean): boolean {
  if (accept === undefined || accept === '' || jsonRanges.has(accept)) return true
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return (
      (jsonRanges.has(type!) || (orLines && type === linesType)) &&
      !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    )
  })
}

const linesType = 'application/x-ndjson'
const mediaTypeOf = ({ headers }: IncomingMessage) =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
const mergePatchType = 'application/merge-patch+json'
function checkBodyHeaders(request: IncomingMessage, { body, method, rows }: EndpointShape): void {
  const { headers } = request
  const isFilled = hasBody(request)
  if (!body) {
    // A body that is not looked at would be a wish that is not heard: deleting "only these" must never delete all.
    if (isFilled) throw badRequest('', 'unknown', `This ${method} takes no body.`)
    return
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body uncompressed, without `Content-Encoding`.' })
  if (!isFilled) return
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const known =
    type === 'application/json' ||
    (method === 'PATCH' && type === mergePatchType) ||
    (rows !== undefined && type === linesType)
  if (
    !known ||
    parameters.some((parameter) => parameter.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(parameter))
  )
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'Send `Content-Type: application/json`, in UTF-8.' })
}

function callOf(
  exchange: Exchange,
  endpoint: EndpointShape,
  parameterNames: string[],
  bytes: Buffer | undefined,
): Call {
  const { environmentId, actor, session } = exchange.principal!
  return {
    environmentId,
    actor,
    requestId: exchange.requestId,
    now: Date.now(),
    query: readQuery(exchange.queryText),
    params: parameterNames.length === 0 ? undefined : paramsOf(parameterNames, exchange.parameters),
    body: bytes && parseJson(bytes, endpoint.rows === undefined ? 1 : limits.importBodies),
    ifMatch: endpoint.precondition ? exchange.request.headers['if-match'] : undefined,
    idempotency: takesIdempotencyKey(endpoint) ? idempotencyOf(exchange.request, bytes) : undefined,
    ...(session ? { session } : {}),
  }
}

const paramsOf = (names: string[], values: string[]): Record<string, string> => {
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) params[name] = values[index]!
  return params
}

function idempotencyOf({ headers, method, url }: IncomingMessage, bytes: Buffer | undefined): Call['idempotency'] {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visibleAscii.test(key))
    throw badRequest('Idempotency-Key:', 'format', '`Idempotency-Key` must have 1 to 128 visible ASCII characters.')
  const fingerprint = createHash('sha256').update(`${method} ${url}\n`)
  if (bytes) fingerprint.update(bytes)
  return { key, fingerprint: fingerprint.digest('base64url') }
}
