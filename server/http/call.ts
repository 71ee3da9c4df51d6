// Builds the call of a rule from an admitted request: query, parameters, body, preconditions.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { canHaveIdempotencyKey, canOnlyCreate, type EndpointShape } from '../../contract/endpoint.ts'
import { recordLimits } from '../../contract/shared.ts'
import { createBadRequest } from '../platform/error/problems.ts'
import { parseJson } from '../platform/operation/json.ts'
import type { OperationCall } from '../platform/operation/operation.ts'
import { type HttpExchange, visibleAscii } from './exchange.ts'
import { readQuery } from './request.ts'

/** Returns the size limit of a body, as a multiple of the limit for one order. An import has a higher limit. */
export const getBodyLimit = ({ rows }: EndpointShape): number => (rows === undefined ? 1 : recordLimits.importBodies)

/** Returns the names of the parameters in a path. */
export const listPathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** Builds the call of a request and parses its body. */
export function createCall(
  exchange: HttpExchange,
  endpoint: EndpointShape,
  parameterNames: string[],
  bytes: Buffer | undefined,
): OperationCall {
  const call = createUnreadCall(exchange, endpoint, parameterNames, bytes)
  if (bytes) call.body = parseJson(bytes, getBodyLimit(endpoint))
  return call
}

/** Builds the call of a request without its body. */
export function createUnreadCall(
  exchange: HttpExchange,
  endpoint: EndpointShape,
  parameterNames: string[],
  bytes: Buffer | undefined,
): OperationCall {
  const { environmentId, actor, scopes, session, device } = exchange.principal!
  const call: OperationCall = {
    environmentId,
    actor,
    requestId: exchange.requestId,
    now: Date.now(),
    query: readQuery(exchange.queryText),
    params: parameterNames.length === 0 ? undefined : paramsOf(parameterNames, exchange.parameters),
    body: undefined,
    ifMatch: endpoint.precondition ? exchange.request.headers['if-match'] : undefined,
    idempotency: canHaveIdempotencyKey(endpoint) ? idempotencyOf(exchange.request, bytes) : undefined,
  }
  const { 'if-none-match': ifNoneMatch } = exchange.request.headers
  if (endpoint.precondition && ifNoneMatch !== undefined) expectHonoured(endpoint, ifNoneMatch)
  if (endpoint.conditional || endpoint.precondition) call.ifNoneMatch = ifNoneMatch
  if (session) call.session = session
  if (device) call.device = device
  if (endpoint.partScope) call.hasPartScope = scopes.has(endpoint.partScope)
  return call
}

/**
 * Throws for an unsupported `If-None-Match`. If Dray ignored it, the request could change a record that the client
 * wanted to keep.
 */
function expectHonoured(endpoint: EndpointShape, ifNoneMatch: string): void {
  if (!canOnlyCreate(endpoint))
    throw createBadRequest(
      'If-None-Match:',
      'not_allowed',
      'This changes a record that exists: send `If-Match` instead.',
    )
  if (ifNoneMatch.trim() !== '*')
    throw createBadRequest(
      'If-None-Match:',
      'not_allowed',
      'Send `If-None-Match: *` to create only what does not exist yet, or `If-Match` to replace a version that ' +
        'you know.',
    )
}

const paramsOf = (names: string[], values: string[]): Record<string, string> => {
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) params[name] = values[index]!
  return params
}

function idempotencyOf(
  { headers, method, url }: IncomingMessage,
  bytes: Buffer | undefined,
): OperationCall['idempotency'] {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visibleAscii.test(key))
    throw createBadRequest('Idempotency-Key:', 'format', 'Must be 1 to 128 visible ASCII characters.')
  const fingerprint = createHash('sha256').update(`${method} ${url}\n`)
  if (bytes) fingerprint.update(bytes)
  return { key, fingerprint: fingerprint.digest('base64url') }
}
