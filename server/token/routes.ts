// How tokens are asked for and checked by others: the OAuth token endpoint and the public keys.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { Awaitable, Reader } from '../database/database.ts'
import type { Directory } from './directory.ts'
import * as oauth from './oauth.ts'
import type { Usage } from './usage.ts'

const bodyBytesMax = 8_192

interface Needs {
  directory: Directory
  usage: Usage
  config: Config
  read<T>(work: (tx: Reader) => Awaitable<T>): Promise<T>
  clock?: () => number
}

/** Answers in the shapes of RFC 6749 and RFC 7517, which clients of those expect, not in the envelope of the interface. */
export function tokenRoutes(app: FastifyInstance, { directory, usage, config, read, clock = Date.now }: Needs): void {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=60').type('application/json').send(JSON.stringify(directory.jwks())),
  )
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler((error: { code?: string }, _request, reply) => {
      const fault = faults[error.code ?? '']
      if (!fault) throw error
      return refuse(reply, { error: 'invalid_request', description: fault.description }, fault.status)
    })
    scope.post('/oauth/token', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const asked = oauth.readRequest(request.headers.authorization, body)
      if (oauth.isRefusal(asked)) return refuse(reply, asked)
      const now = clock()
      const granted = await read((tx) => oauth.grant(tx, asked, config.issuer, now))
      if (oauth.isRefusal(granted)) return refuse(reply, granted)
      const { environmentId, clientId } = granted
      usage.touch({ environmentId, id: clientId, kind: 'client', at: now }, now)
      return answer(reply, 200, {
        access_token: granted.token,
        token_type: 'Bearer',
        expires_in: granted.expiresInSeconds,
        scope: granted.scope,
      })
    })
  })
}

const faults: Record<string, { status: number; description: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 400, description: 'The body is application/x-www-form-urlencoded.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, description: `The body has at most ${bodyBytesMax} bytes.` },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, description: 'The body is not as long as Content-Length says.' },
}

function refuse(reply: FastifyReply, { error, description }: oauth.Refusal, status?: number): FastifyReply {
  if (error === 'invalid_client') reply.header('WWW-Authenticate', 'Basic realm="dray"')
  return answer(reply, status ?? (error === 'invalid_client' ? 401 : 400), { error, error_description: description })
}

/** Whatever holds a token, or tells of one, is kept by nobody on the way (RFC 6749, 5.1). */
const answer = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .header('Pragma', 'no-cache')
    .type('application/json')
    .send(JSON.stringify(body))
