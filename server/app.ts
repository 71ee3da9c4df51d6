// The composition root: every part of the HTTP service, on one screen.
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Authenticator } from './access/token/authenticate.ts'
import type { Directory } from './access/token/directory.ts'
import type { Usage } from './access/token/usage.ts'
import type { Callers } from './http/callers.ts'
import { createConsole } from './http/console.ts'
import type { Devices } from './http/devices.ts'
import { createDriverApp } from './http/driver-app.ts'
import { endpointRoutes } from './http/endpoints.ts'
import { json, type Route } from './http/exchange.ts'
import { openUploads } from './http/file.ts'
import { mapRoutes } from './http/map.ts'
import { type Metrics, monitorAdmission } from './http/metrics.ts'
import { oauthRoutes } from './http/oauth.ts'
import { referenceRoutes } from './http/reference.ts'
import { send } from './http/reply.ts'
import { createHttpServer } from './http/server.ts'
import { singleSignOnRoutes } from './http/sign-on.ts'
import { trackingPage, trackingRoutes } from './http/tracking.ts'
import type { Visitors } from './http/visitors.ts'
import type { Feed } from './integration/history/feed.ts'
import type { Config } from './platform/config/config.ts'
import type { FailureLog } from './platform/error/failure-log.ts'
import { Problem } from './platform/error/problems.ts'
import type { UnreadResponses } from './platform/fairness/unread-responses.ts'
import type { Services } from './platform/operation/services.ts'
import type { RateLimiter } from './platform/rate-limit/limits.ts'
import { codingOf } from './platform/value/coding.ts'
import type { Performing } from './runtime/perform.ts'
import type { Aside } from './runtime/slow-requests.ts'

export interface Parts extends Performing {
  config: Config
  version: string
  logger: Logger
  failures: FailureLog
  aside: Aside
  feed: Feed
  directory: Directory
  usage: Usage
  authenticator: Authenticator
  visitors: Visitors
  devices: Devices
  services: Services
  rateLimiter: RateLimiter | undefined
  callers: Callers
  metrics: Metrics
  unreadResponses: UnreadResponses
  isReady: () => boolean
  isStaying: () => boolean
}

export function createApp(parts: Parts): Server {
  const { config, metrics, feed } = parts
  metrics.gauge({ name: 'followers', help: 'Clients that follow changes.', value: feed.followers })
  const console = createConsole(config, parts.visitors)
  const driverApp = createDriverApp(parts.visitors)
  const lostTracking = trackingPage(parts)
  return createHttpServer(
    [
      ...endpointRoutes({ ...parts, uploads: openUploads(config.uploadsBytesMax) }),
      ...oauthRoutes(parts),
      ...singleSignOnRoutes(parts),
      ...trackingRoutes(parts),
      ...referenceRoutes(parts),
      ...operatorRoutes(parts),
      ...console.routes,
      ...mapRoutes(config, parts.visitors),
      ...driverApp.routes,
    ],
    config,
    parts,
    (exchange) => lostTracking(exchange) || driverApp.page(exchange) || console.page(exchange),
  )
}

/** Returns the routes for the tools of the operator. */
function operatorRoutes({ config, callers, metrics, isReady }: Parts): Route[] {
  const admitMonitor = monitorAdmission(config, callers)
  const ok = '{"status":"OK"}'
  return [
    {
      method: 'GET',
      path: '/health/live',
      handle: (exchange) => send(exchange, 200, ok, ['Content-Type', json]),
    },
    {
      method: 'GET',
      path: '/health/ready',
      handle(exchange) {
        if (!isReady()) throw new Problem('UNAVAILABLE', { message: 'Not ready.', retryAfterSeconds: 1 })
        send(exchange, 200, ok, ['Content-Type', json])
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      async handle(exchange) {
        admitMonitor(exchange)
        exchange.coding = codingOf(exchange.request.headers['accept-encoding'])
        send(exchange, 200, await metrics.text(), ['Content-Type', metrics.contentType])
      },
    },
  ]
}
