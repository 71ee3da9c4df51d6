// Serves the OAuth token endpoint and the public keys.
import { tokenScopes } from '../../contract/endpoint.ts'
import type { AccessDirectory } from '../access/token/directory.ts'
import * as oauth from '../access/token/oauth.ts'
import type { TokenUsage } from '../access/token/usage.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { getRequestDeadline } from '../platform/database/database.ts'
import { ApiProblem } from '../platform/error/problems.ts'
import type { OperationExecutor } from '../platform/operation/operation.ts'
import type { CallerLimiter } from './callers.ts'
import { createHeaders, type HeaderList, type HttpExchange, type HttpRoute } from './exchange.ts'
import { sendReply } from './reply.ts'
import { readBody, strangerBytesMax } from './request.ts'

interface Needs {
  directory: AccessDirectory
  usage: TokenUsage
  config: ServiceConfig
  executor: OperationExecutor
  callers: CallerLimiter
}

/** Defines the OAuth endpoints. Their responses follow RFC 6749 and RFC 7517 instead of the envelope of the API. */
export function createOAuthRoutes(needs: Needs): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/.well-known/jwks.json',
      handle(exchange) {
        needs.callers.admit(exchange)
        sendReply(
          exchange,
          200,
          JSON.stringify(needs.directory.jwks()),
          createHeaders({ 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' }),
        )
      },
    },
    {
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      handle(exchange) {
        needs.callers.admit(exchange)
        sendReply(
          exchange,
          200,
          JSON.stringify(metadataOf(needs.config, exchange)),
          createHeaders({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }),
        )
      },
    },
    { method: 'POST', path: '/oauth/token', handle: (exchange) => grantToken(needs, exchange) },
  ]
}

/** Returns the metadata of RFC 8414. It contains the base URL if the configured `issuer` is not a URL. */
function metadataOf({ publicUrl, issuer }: ServiceConfig, { request }: HttpExchange): object {
  const base = (publicUrl || `http://${request.headers.host ?? 'localhost'}`).replace(/\/$/, '')
  return {
    issuer: /^https?:/.test(issuer) ? issuer : base,
    token_endpoint: `${base}/oauth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: tokenScopes,
    service_documentation: `${base}/docs`,
  }
}

async function grantToken(needs: Needs, exchange: HttpExchange): Promise<void> {
  const { usage, config, executor, callers } = needs
  if (!callers.allows(exchange)) return refuse(exchange, tooOften, exchange.allowance!.resetSeconds)
  const body = await readForm(exchange)
  if (typeof body !== 'string') return refuse(exchange, body)
  const request = oauth.readRequest(exchange.request.headers.authorization, body)
  if (oauth.isRefusal(request)) return refuse(exchange, request)
  const now = Date.now()
  const granted = await executor.read((tx) => oauth.issueToken(tx, request, config.issuer, now), getRequestDeadline())
  if (oauth.isRefusal(granted)) return refuse(exchange, granted)
  const { environmentId, clientId } = granted
  usage.touch({ environmentId, id: clientId, kind: 'client', at: now }, now)
  answer(exchange, 200, {
    access_token: granted.token,
    token_type: 'Bearer',
    expires_in: granted.expiresInSeconds,
    scope: granted.scope,
  })
}

const tooOften: oauth.TokenRefusal = {
  error: 'temporarily_unavailable',
  description: 'Too many requests from this address: wait for the number of seconds in Retry-After.',
  status: 429,
}

async function readForm(exchange: HttpExchange): Promise<string | oauth.TokenRefusal> {
  const type = (exchange.request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    return { error: 'invalid_request', description: 'The body must be application/x-www-form-urlencoded.' }
  try {
    return (await readBody(exchange, strangerBytesMax)).toString('utf8')
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return {
      error: 'invalid_request',
      description: `The body must have at most ${strangerBytesMax} bytes.`,
      status: 413,
    }
  }
}

function refuse(
  exchange: HttpExchange,
  { error, description, status }: oauth.TokenRefusal,
  retryAfterSeconds?: number,
): void {
  const unknown = error === 'invalid_client'
  const headers: HeaderList = unknown ? ['WWW-Authenticate', 'Basic realm="dray"'] : []
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', retryAfterSeconds)
  answer(exchange, status ?? (unknown ? 401 : 400), { error, error_description: description }, headers)
}

/** Sends a response with a token or about one, which no cache may store (RFC 6749, 5.1). */
function answer(exchange: HttpExchange, status: number, body: object, headers: HeaderList = []): void {
  const unkept = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Pragma', 'no-cache']
  sendReply(exchange, status, JSON.stringify(body), [...unkept, ...headers])
}
