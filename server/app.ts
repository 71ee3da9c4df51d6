// The composition root: every part of the HTTP service, on one screen.
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { TokenAuthenticator } from './access/token/authenticate.ts'
import type { AccessDirectory } from './access/token/directory.ts'
import type { TokenUsage } from './access/token/usage.ts'
import type { CallerLimiter } from './http/callers.ts'
import { createConsole } from './http/console.ts'
import type { DeviceAuthenticator } from './http/devices.ts'
import { createDriverApp } from './http/driver-app.ts'
import { createEndpointRoutes } from './http/endpoints.ts'
import { type HttpRoute, jsonType } from './http/exchange.ts'
import { openUploads } from './http/file.ts'
import { createGuide } from './http/guide.ts'
import { mapRoutes } from './http/map.ts'
import { createMonitorAdmission, type ServiceMetrics } from './http/metrics.ts'
import { createOAuthRoutes } from './http/oauth.ts'
import { createReferenceRoutes } from './http/reference.ts'
import { sendReply } from './http/reply.ts'
import { createHttpServer } from './http/server.ts'
import { createSingleSignOnRoutes } from './http/sign-on.ts'
import { createTrackingFallback, createTrackingRoutes } from './http/tracking.ts'
import type { VisitorSessions } from './http/visitors.ts'
import type { EventFeed } from './integration/history/feed.ts'
import type { ServiceConfig } from './platform/config/config.ts'
import type { FailureLog } from './platform/error/failure-log.ts'
import { ApiProblem } from './platform/error/problems.ts'
import type { UnreadResponses } from './platform/fairness/unread-responses.ts'
import type { ProcessServices } from './platform/operation/services.ts'
import type { RateLimiter } from './platform/rate-limit/limits.ts'
import { chooseCoding } from './platform/value/coding.ts'
import type { PerformContext } from './runtime/perform.ts'
import type { BackgroundThread } from './runtime/slow-requests.ts'

export interface AppContext extends PerformContext {
  config: ServiceConfig
  version: string
  logger: Logger
  failures: FailureLog
  backgroundThread: BackgroundThread
  feed: EventFeed
  directory: AccessDirectory
  usage: TokenUsage
  authenticator: TokenAuthenticator
  visitors: VisitorSessions
  devices: DeviceAuthenticator
  services: ProcessServices
  rateLimiter: RateLimiter | undefined
  callers: CallerLimiter
  metrics: ServiceMetrics
  unreadResponses: UnreadResponses
  isReady: () => boolean
  isStaying: () => boolean
}

export function createApp(context: AppContext): Server {
  const { config, metrics, feed } = context
  metrics.gauge({ name: 'followers', help: 'Clients that follow changes.', value: feed.followers })
  const console = createConsole(config, context.visitors)
  const driverApp = createDriverApp(context.visitors)
  const guide = createGuide(context.visitors)
  const lostTracking = createTrackingFallback(context)
  return createHttpServer(
    [
      ...createEndpointRoutes({ ...context, uploads: openUploads(config.uploadsBytesMax) }),
      ...createOAuthRoutes(context),
      ...createSingleSignOnRoutes(context),
      ...createTrackingRoutes(context),
      ...createReferenceRoutes(context),
      ...operatorRoutes(context),
      ...console.routes,
      ...mapRoutes(config, context.visitors),
      ...driverApp.routes,
      ...guide.routes,
    ],
    config,
    context,
    (exchange) => lostTracking(exchange) || driverApp.page(exchange) || guide.page(exchange) || console.page(exchange),
  )
}

/** Returns the routes for the tools of the operator. */
function operatorRoutes({ config, callers, metrics, isReady }: AppContext): HttpRoute[] {
  const admitMonitor = createMonitorAdmission(config, callers)
  const ok = '{"status":"OK"}'
  return [
    {
      method: 'GET',
      path: '/health/live',
      handle: (exchange) => sendReply(exchange, 200, ok, ['Content-Type', jsonType]),
    },
    {
      method: 'GET',
      path: '/health/ready',
      handle(exchange) {
        if (!isReady()) throw new ApiProblem('UNAVAILABLE', { message: 'Not ready.', retryAfterSeconds: 1 })
        sendReply(exchange, 200, ok, ['Content-Type', jsonType])
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      async handle(exchange) {
        admitMonitor(exchange)
        exchange.coding = chooseCoding(exchange.request.headers['accept-encoding'])
        sendReply(exchange, 200, await metrics.text(), ['Content-Type', metrics.contentType])
      },
    },
  ]
}
