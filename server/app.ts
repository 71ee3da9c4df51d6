// The composition root: every part of the HTTP service, on one screen.
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Executor } from './executor.ts'
import type { Authenticator } from './http/authenticate.ts'
import { answerBrokenRequest } from './http/broken.ts'
import { rateLimiter } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import { badRequest, Problem } from './http/problems.ts'
import { requestIdOf, sendProblem, serve } from './http/serve.ts'
import { reference } from './reference/routes.ts'
import type { Directory } from './token/directory.ts'
import { tokenRoutes } from './token/routes.ts'
import type { Usage } from './token/usage.ts'

export interface Parts {
  config: Config
  version: string
  logger: Logger
  executor: Executor
  directory: Directory
  usage: Usage
  authenticator: Authenticator
  metrics: Metrics
  isReady: () => boolean
}

export function createApp(parts: Parts): FastifyInstance {
  const { config, logger, executor, metrics } = parts
  const app = Fastify({
    logger: false,
    bodyLimit: config.bodyBytesMax,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Joined, a header that is there twice is seen as such; by default the second one would vanish.
    http: {
      maxHeaderSize: config.headersBytesMax,
      headersTimeout: config.headersTimeoutMs,
      joinDuplicateHeaders: true,
    },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    routerOptions: { maxParamLength: 1_024 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => sendProblem(logger, asKnown(error), request, reply),
  })
  app.server.maxConnections = config.connectionsMax
  app.server.maxHeadersCount = 100
  app.decorateRequest('principal')
  app.decorateRequest('receivedMs', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    // While draining, what still comes over an open connection is answered, and told to come back elsewhere.
    if (!parts.isReady()) reply.header('Connection', 'close')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendProblem(logger, asKnown(error), request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      logger,
      new Problem('NOT_FOUND', { message: 'There is nothing at this path. See /docs.' }),
      request,
      reply,
    ),
  )

  serve(app, { ...parts, rateLimit: rateLimiter(config.rateLimit), logRequests: config.logRequests })
  tokenRoutes(app, { ...parts, read: executor.read })
  reference(app, { version: parts.version })
  app.get('/health/live', () => ({ status: 'OK' }))
  app.get('/health/ready', () => {
    if (parts.isReady()) return { status: 'OK' }
    throw new Problem('UNAVAILABLE', { message: 'Not ready.', retryAfterSeconds: 1 })
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  return app
}

/** The framework's own errors, in the closed list of ours. */
function asKnown(error: unknown): unknown {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('BODY_TOO_LARGE')
  if (code === 'FST_ERR_BAD_URL') return badRequest('', 'malformed', 'The URL is not well-formed.')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return badRequest('', 'malformed', 'The body is not as long as Content-Length says.')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return badRequest('', 'malformed', 'The request is not well-formed.')
  return error
}
