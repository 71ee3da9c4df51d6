// Admits or rejects a request before its body is read: checks the principal, the rate limit, the scopes and the
// headers.
import type { IncomingMessage } from 'node:http'
import { type EndpointShape, listScopes } from '../../contract/endpoint.ts'
import { pageLimits } from '../../contract/page.ts'
import type { TokenAuthenticator } from '../access/token/authenticate.ts'
import { ApiProblem, createBadRequest } from '../platform/error/problems.ts'
import { expectFresh } from '../platform/operation/fresh.ts'
import type { RequestPrincipal } from '../platform/operation/principal.ts'
import { buildEnvironmentKey, type RateAllowance, type RateLimiter } from '../platform/rate-limit/limits.ts'
import { createRateLimitProblem } from './callers.ts'
import type { DeviceAuthenticator } from './devices.ts'
import type { HttpExchange } from './exchange.ts'
import { mayStreamEvents } from './follow.ts'
import { hasBody, isZipped, readBody } from './request.ts'
import type { VisitorSessions } from './visitors.ts'

interface Needs {
  authenticator: TokenAuthenticator
  visitors: VisitorSessions
  devices: DeviceAuthenticator
  rateLimiter: RateLimiter | undefined
}

export interface RequestAdmission {
  /** Finds the principal of a request. A client that follows events is checked again regularly. */
  identify(exchange: HttpExchange): RequestPrincipal | Promise<RequestPrincipal>
  /** Throws if the principal lacks the scope. */
  permit(principal: RequestPrincipal): void
  /** Admits or refuses a request. Returns a promise only if the token has to be looked up. */
  admit(exchange: HttpExchange): Promise<void> | undefined
}

export function createAdmission(
  endpoint: EndpointShape,
  { authenticator, visitors, devices, rateLimiter }: Needs,
): RequestAdmission {
  const { access, fresh } = endpoint
  const answered = typesOf(endpoint)
  const enough = listScopes(endpoint)
  const identify: RequestAdmission['identify'] = (exchange) => {
    const { authorization, cookie } = exchange.request.headers
    if (access === 'driver') return devices.admit(exchange)
    return access === undefined && (authorization !== undefined || cookie === undefined)
      ? authenticator.authenticate(authorization)
      : visitors.admit(exchange, endpoint)
  }
  const permit: RequestAdmission['permit'] = (principal) => {
    if (enough.length > 0 && !enough.some((scope) => principal.scopes.has(scope))) throw lacking(enough, principal)
  }
  const check = (exchange: HttpExchange, principal: RequestPrincipal): void => {
    exchange.principal = principal
    const allowance = rateLimiter && chargeRequest(rateLimiter, principal, costOf(exchange))
    exchange.allowance = allowance
    if (allowance?.allowed === false) throw createRateLimitProblem(allowance)
    permit(principal)
    if (fresh) expectFresh({ session: principal.session, now: Date.now() })
    const { accept } = exchange.request.headers
    if (!accepts(accept, answered) && !mayStreamEvents(accept, endpoint)) throw new ApiProblem('NOT_ACCEPTABLE')
    checkBodyHeaders(exchange.request, endpoint)
  }
  return {
    identify,
    permit,
    admit(exchange) {
      const principal = identify(exchange)
      if (principal instanceof Promise) return principal.then((resolved) => check(exchange, resolved))
      check(exchange, principal)
      return undefined
    },
  }
}

/**
 * Charges a request to the token and to the environment. Returns the allowance of the environment if the request
 * exceeds it, otherwise the allowance of the token.
 */
export function chargeRequest(
  limiter: RateLimiter,
  { tokenKey, environmentId }: RequestPrincipal,
  cost: number,
): RateAllowance {
  const now = performance.now()
  const tokenAllowance = limiter.requestAllowance(tokenKey, now, cost)
  if (!tokenAllowance.allowed || environmentId === '') return tokenAllowance
  const environmentAllowance = limiter.requestAllowance(buildEnvironmentKey(environmentId), now, cost)
  return environmentAllowance.allowed ? tokenAllowance : environmentAllowance
}

/**
 * Costs in requests: a page costs one for each `pageRows` rows, a body one for each `bodyBytes` bytes, and a search or
 * total `searchCost`.
 */
const pageRows = 50
const bodyBytes = 131_072
const searchCost = 4

/** Charges for the bytes of a body over its announced length, because it was compressed or sent in chunks. */
export function chargeUnpackedBytes(limiter: RateLimiter, exchange: HttpExchange, bytes: number): void {
  const sent = Number(exchange.request.headers['content-length'] ?? 0)
  chargeExtraCost(limiter, exchange, Math.floor(bytes / bodyBytes) - Math.floor(sent / bodyBytes))
}

/** Charges a cost that the first estimate of the request did not contain. */
export function chargeExtraCost(limiter: RateLimiter, exchange: HttpExchange, cost: number): void {
  if (cost <= 0) return
  const allowance = chargeRequest(limiter, exchange.principal!, cost)
  exchange.allowance = allowance
  if (!allowance.allowed) throw createRateLimitProblem(allowance)
}

/** Returns the cost of a request for the rate limit, before the body is read. */
function costOf({ queryText, request }: HttpExchange): number {
  const bytes = Number(request.headers['content-length'] ?? 0)
  const bodyCost = bytes > bodyBytes ? Math.floor(bytes / bodyBytes) : 0
  if (request.method !== 'GET' || !/limit|search|total|%/.test(queryText)) return 1 + bodyCost
  // Parameter names may contain percent escapes, so only the parsed query shows them.
  const query = new URLSearchParams(queryText)
  const rows = Math.min(pageLimits.rows, Number(query.get('limit')) || 0)
  const searches = (query.get('search') ? 1 : 0) + (query.get('total') === 'true' ? 1 : 0)
  return Math.max(1, Math.ceil(rows / pageRows)) + searches * searchCost
}

function lacking(enough: readonly string[], { session }: RequestPrincipal): ApiProblem {
  const scopes = enough.map((scope) => `\`${scope}\``).join(' or ')
  const message = session
    ? `Your role in this environment lacks the scope ${scopes}.`
    : `This needs a token with the scope ${scopes}.`
  const values = { scopes: enough }
  if (session) return new ApiProblem('TOKEN_PERMISSIONS', { message, values })
  // Names only one of the sufficient scopes: a client would request every scope of the challenge.
  const challenge = `Bearer realm="dray", error="insufficient_scope", scope="${enough[0]}"`
  return new ApiProblem('TOKEN_PERMISSIONS', { message, values, headers: { 'WWW-Authenticate': challenge } })
}

/** Returns the media types that `Accept` may name. JSON is always one of them, because errors are JSON. */
const typesOf = ({ rows, download = [] }: EndpointShape): ReadonlySet<string> =>
  new Set([
    '*/*',
    'application/*',
    'application/json',
    ...(rows === undefined ? [] : linesTypes),
    ...download.flatMap((type) => [type, type.replace(/\/.*/, '/*')]),
  ])

function accepts(accept: string | undefined, answered: ReadonlySet<string>): boolean {
  if (accept === undefined || accept === '' || answered.has(accept)) return true
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((text) => text.trim().toLowerCase())
    return answered.has(type!) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

export const linesType = 'application/x-ndjson'
/** Media types of JSON lines. Clients use several names. */
const linesTypes = new Set([linesType, 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'])
const mediaTypeOf = ({ headers }: IncomingMessage) =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
/** Returns whether a request sends its rows as lines. */
export const hasLines = (request: IncomingMessage): boolean => linesTypes.has(mediaTypeOf(request))
const mergePatchType = 'application/merge-patch+json'
function checkBodyHeaders(request: IncomingMessage, { body, upload, method, rows }: EndpointShape): void {
  const { headers } = request
  const isFilled = hasBody(request)
  if (!body && !upload) {
    if (isFilled && method === 'GET') throw noBody(method)
    return
  }
  checkCoding(request, upload !== undefined && !upload.zipped)
  if (upload) {
    checkFileHeaders(request, upload.types)
    return
  }
  // The content type of nearly all requests.
  if (!isFilled || headers['content-type'] === 'application/json') return
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';').map((text) => text.trim().toLowerCase())
  const isSupported =
    type === 'application/json' ||
    (method === 'PATCH' && type === mergePatchType) ||
    (rows !== undefined && linesTypes.has(type!))
  if (
    !isSupported ||
    parameters.some((parameter) => parameter.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(parameter))
  )
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', {
      message:
        'Send `Content-Type: application/json`' +
        `${rows === undefined ? '' : ` or, for a stream of lines, \`${linesType}\``}, in UTF-8.`,
    })
}

/** Throws for a content coding other than gzip. Images accept no coding, because they are already compressed. */
function checkCoding(request: IncomingMessage, isPicture: boolean): void {
  const { 'content-encoding': coding } = request.headers
  if (coding === undefined || coding.toLowerCase() === 'identity' || (isZipped(request) && !isPicture)) return
  throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', {
    message: isPicture
      ? 'Send the file as it is, without a Content-Encoding.'
      : 'Send the body with `Content-Encoding: gzip`, or as it is.',
    headers: { 'Accept-Encoding': isPicture ? 'identity' : 'gzip' },
  })
}

const noBody = (method: string) => createBadRequest('', 'unknown', `This ${method} takes no body.`)
const emptyBytesMax = 64

/**
 * Throws if a request has a body that the endpoint would ignore. For example, a DELETE with a list of ids must not
 * delete all records. An empty object passes, because many clients send it.
 */
export async function expectNothing(exchange: HttpExchange, { method }: EndpointShape): Promise<void> {
  const bytes = await readBody(exchange, emptyBytesMax).catch((error) => {
    throw error instanceof ApiProblem ? noBody(method) : error
  })
  if (!['', '{}'].includes(bytes.toString('latin1').replaceAll(/\s/g, ''))) throw noBody(method)
}

/** Checks the headers of a file. Its content decides about the real type later. */
function checkFileHeaders(request: IncomingMessage, types: readonly string[]): void {
  if (!hasBody(request)) throw createBadRequest('', 'required', 'The file is missing: send it as the body.')
  if (!types.includes(mediaTypeOf(request)))
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', {
      message: `Send the file as it is, with \`Content-Type: ${types.join('` or `')}\`.`,
      values: { allowed: types },
    })
}
