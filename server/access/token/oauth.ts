// Issues tokens to OAuth clients by client credentials (RFC 6749, 4.4).
import { timingSafeEqual } from 'node:crypto'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { createId } from '../../platform/value/ids.ts'
import * as jwt from './jwt.ts'
import { clientTokenLifetimeMs, convertToSeconds, getClientEnvironmentId, getSigningKey, hashOf } from './rules.ts'
import { hasScopes, splitScopes } from './scopes.ts'
import * as store from './store.ts'

export interface TokenRefusal {
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope' | 'temporarily_unavailable'
  description: string
  /** Status of the error response; undefined for the usual status. */
  status?: number
}
interface Request {
  clientId: string
  secret: string
  scope: string | undefined
}
export interface TokenGrant {
  environmentId: string
  clientId: string
  token: string
  scope: string
  expiresInSeconds: number
}

const refuse = (error: TokenRefusal['error'], description: string): TokenRefusal => ({ error, description })
export const isRefusal = (value: object): value is TokenRefusal => 'error' in value

/**
 * Reads the client credentials from the `Authorization` header or from the body. Refuses a request that has them in
 * both (RFC 6749, 2.3).
 */
export function readRequest(authorization: string | undefined, body: string): Request | TokenRefusal {
  const form = new URLSearchParams(body)
  const names = [...form.keys()]
  if (new Set(names).size < names.length) return refuse('invalid_request', 'A parameter is given more than once.')
  const parameter = (name: string) => form.get(name) || undefined
  const inBody = parameter('client_id') !== undefined || parameter('client_secret') !== undefined
  if (authorization !== undefined && parameter('client_secret') !== undefined)
    return refuse('invalid_request', 'Send the client either in the Authorization header or in the body, not both.')
  const credentials =
    authorization === undefined
      ? { clientId: parameter('client_id') ?? '', secret: parameter('client_secret') ?? '' }
      : basicCredentials(authorization)
  if (!credentials || (authorization === undefined && !inBody))
    return refuse(
      'invalid_client',
      'Send the client with HTTP Basic authentication, or as client_id and client_secret.',
    )
  if (parameter('grant_type') === undefined) return refuse('invalid_request', 'grant_type is missing.')
  if (parameter('grant_type') !== 'client_credentials')
    return refuse('unsupported_grant_type', 'grant_type must be client_credentials.')
  return { ...credentials, scope: parameter('scope') }
}

/** Parses client credentials. Clients form-encode the id and the secret before they join them (RFC 6749, 2.3.1). */
function basicCredentials(header: string): { clientId: string; secret: string } | undefined {
  const match = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(header)
  if (!match) return undefined
  const pair = Buffer.from(match[1]!, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return undefined
  try {
    const [clientId, secret] = [pair.slice(0, colon), pair.slice(colon + 1)].map((half) =>
      decodeURIComponent(half.replaceAll('+', ' ')),
    ) as [string, string]
    return { clientId, secret }
  } catch {
    // An invalid percent encoding means that the credentials are invalid.
    return undefined
  }
}

const nobody = hashOf('')
const sameHash = (a: string, b: string) => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))

export async function issueToken(
  tx: ReadTransaction,
  request: Request,
  issuer: string,
  now: number,
): Promise<TokenGrant | TokenRefusal> {
  const environmentId = getClientEnvironmentId(request.clientId)
  const client = await store.findClient(tx, environmentId, request.clientId)
  // An unknown client is compared with a dummy hash, so that it takes as long as a wrong secret.
  const isSecretValid = sameHash(hashOf(request.secret), client?.secretHash ?? nobody)
  if (!client || !isSecretValid || client.revoked !== null)
    return refuse('invalid_client', 'The client is unknown, its secret is wrong, or it was revoked.')
  const granted = splitScopes(client.scopes)
  const requested = request.scope === undefined ? granted : splitScopes(request.scope)
  if (requested.length === 0 || !hasScopes(granted, requested))
    return refuse('invalid_scope', `The scopes of this client are: ${client.scopes}.`)
  const key = await getSigningKey(tx)
  const scope = requested.join(' ')
  const token = jwt.writeToken(key.keyId, key.privateKey, {
    iss: issuer,
    sub: client.clientId,
    jti: createId(now),
    client_id: client.clientId,
    env: environmentId,
    scope,
    iat: convertToSeconds(now),
    nbf: convertToSeconds(now),
    exp: convertToSeconds(now + clientTokenLifetimeMs),
  })
  return { environmentId, clientId: client.clientId, token, scope, expiresInSeconds: clientTokenLifetimeMs / 1_000 }
}
