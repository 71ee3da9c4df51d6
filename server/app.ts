// The composition root: every part of the HTTP service, on one screen.
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Feed } from './change/feed.ts'
import type { Config } from './config.ts'
import { createConsole } from './console/routes.ts'
import type { Services } from './core/operation.ts'
import { Problem } from './core/problems.ts'
import type { Executor } from './executor.ts'
import type { Callers } from './http/callers.ts'
import type { RateLimiter } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import { endpointRoutes } from './http/serve.ts'
import { createHttpServer, json, type Route, send } from './http/server.ts'
import { singleSignOnRoutes } from './person/outside.ts'
import type { Visitors } from './person/visitors.ts'
import { referenceRoutes } from './reference/routes.ts'
import type { Authenticator } from './token/authenticate.ts'
import type { Directory } from './token/directory.ts'
import { tokenRoutes } from './token/routes.ts'
import type { Usage } from './token/usage.ts'

export interface Parts {
  config: Config
  version: string
  logger: Logger
  executor: Executor
  feed: Feed
  directory: Directory
  usage: Usage
  authenticator: Authenticator
  visitors: Visitors
  services: Services
  rateLimiter: RateLimiter | undefined
  callers: Callers
  metrics: Metrics
  isReady: () => boolean
  isStaying: () => boolean
}

export function createApp(parts: Parts): Server {
  const { config } = parts
  const { logRequests, bodyBytesMax, requestTimeoutMs } = config
  const console = createConsole(parts)
  return createHttpServer(
    [
      ...endpointRoutes({ ...parts, logRequests, bodyBytesMax, requestTimeoutMs }),
      ...tokenRoutes(parts),
      ...singleSignOnRoutes(parts),
      ...referenceRoutes(parts),
      ...operatorRoutes(parts),
      ...console.routes,
    ],
    config,
    parts,
    console.page,
  )
}

/** What the operator's own tools ask for. */
function operatorRoutes(parts: Parts): Route[] {
  const { metrics, isReady } = parts
  const ok = '{"status":"OK"}'
  return [
    {
      method: 'GET',
      path: '/health/live',
      handle: (exchange) => send(parts, exchange, 200, ok, ['Content-Type', json]),
    },
    {
      method: 'GET',
      path: '/health/ready',
      handle(exchange) {
        if (!isReady()) throw new Problem('UNAVAILABLE', { message: 'Not ready.', retryAfterSeconds: 1 })
        send(parts, exchange, 200, ok, ['Content-Type', json])
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handle: async (exchange) =>
        send(parts, exchange, 200, await metrics.text(), ['Content-Type', metrics.contentType]),
    },
  ]
}
