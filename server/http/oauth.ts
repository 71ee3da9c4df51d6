// Serves the OAuth token endpoint and the public keys.
import { scopes } from '../../contract/endpoint.ts'
import type { Directory } from '../access/token/directory.ts'
import * as oauth from '../access/token/oauth.ts'
import type { Usage } from '../access/token/usage.ts'
import type { Config } from '../platform/config/config.ts'
import { soon } from '../platform/database/database.ts'
import { Problem } from '../platform/error/problems.ts'
import type { Executor } from '../platform/operation/operation.ts'
import type { Callers } from './callers.ts'
import { type Exchange, type Headers, headersFrom, type Route } from './exchange.ts'
import { send } from './reply.ts'
import { readBody, strangerBytesMax } from './request.ts'

interface Needs {
  directory: Directory
  usage: Usage
  config: Config
  executor: Executor
  callers: Callers
}

/** Defines the OAuth endpoints. Their responses follow RFC 6749 and RFC 7517 instead of the envelope of the API. */
export function oauthRoutes(needs: Needs): Route[] {
  return [
    {
      method: 'GET',
      path: '/.well-known/jwks.json',
      handle(exchange) {
        needs.callers.admit(exchange)
        send(
          exchange,
          200,
          JSON.stringify(needs.directory.jwks()),
          headersFrom({ 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' }),
        )
      },
    },
    {
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      handle(exchange) {
        needs.callers.admit(exchange)
        send(
          exchange,
          200,
          JSON.stringify(metadataOf(needs.config, exchange)),
          headersFrom({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }),
        )
      },
    },
    { method: 'POST', path: '/oauth/token', handle: (exchange) => grantToken(needs, exchange) },
  ]
}

/** Returns the metadata of RFC 8414. An `issuer` that is not a URL would be useless there. */
function metadataOf({ publicUrl, issuer }: Config, { request }: Exchange): object {
  const base = (publicUrl || `http://${request.headers.host ?? 'localhost'}`).replace(/\/$/, '')
  return {
    issuer: /^https?:/.test(issuer) ? issuer : base,
    token_endpoint: `${base}/oauth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: scopes,
    service_documentation: `${base}/docs`,
  }
}

async function grantToken(needs: Needs, exchange: Exchange): Promise<void> {
  const { usage, config, executor, callers } = needs
  if (!callers.allows(exchange)) return refuse(exchange, tooOften, exchange.allowance!.resetSeconds)
  const body = await readForm(exchange)
  if (typeof body !== 'string') return refuse(exchange, body)
  const asked = oauth.readRequest(exchange.request.headers.authorization, body)
  if (oauth.isRefusal(asked)) return refuse(exchange, asked)
  const now = Date.now()
  const granted = await executor.read((tx) => oauth.grant(tx, asked, config.issuer, now), soon())
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

const tooOften: oauth.Refusal = {
  error: 'temporarily_unavailable',
  description: 'Too many requests from this address: wait for the number of seconds in Retry-After.',
  status: 429,
}

async function readForm(exchange: Exchange): Promise<string | oauth.Refusal> {
  const type = (exchange.request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    return { error: 'invalid_request', description: 'The body must be application/x-www-form-urlencoded.' }
  try {
    return (await readBody(exchange, strangerBytesMax)).toString('utf8')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      error: 'invalid_request',
      description: `The body must have at most ${strangerBytesMax} bytes.`,
      status: 413,
    }
  }
}

function refuse(exchange: Exchange, { error, description, status }: oauth.Refusal, retryAfterSeconds?: number): void {
  const unknown = error === 'invalid_client'
  const headers: Headers = unknown ? ['WWW-Authenticate', 'Basic realm="dray"'] : []
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', retryAfterSeconds)
  answer(exchange, status ?? (unknown ? 401 : 400), { error, error_description: description }, headers)
}

/** Sends a response with a token or about one, which no cache may store (RFC 6749, 5.1). */
function answer(exchange: Exchange, status: number, body: object, headers: Headers = []): void {
  const unkept = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Pragma', 'no-cache']
  send(exchange, status, JSON.stringify(body), [...unkept, ...headers])
}
