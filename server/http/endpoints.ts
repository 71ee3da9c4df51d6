// Serves the endpoints of the contract: each request is let in, read, performed and answered, in this order.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import type { Feed } from '../change/feed.ts'
import { linesOf } from '../core/lines.ts'
import type { Call } from '../core/operation.ts'
import type { Services } from '../core/services.ts'
import { unavailable } from '../database/database.ts'
import type { RateLimiter } from '../instance/limits.ts'
import { isStream, type Outcome, type Performing, perform, performLines } from '../perform.ts'
import type { Authenticator } from '../token/authenticate.ts'
import { type Admission, admissionTo, linesType, mediaTypeOf } from './admission.ts'
import { bodiesOf, callOf, parametersOf } from './call.ts'
import { type Exchange, type Headers, json, type Route } from './exchange.ts'
import { followerOf, sendEvents, wantsEvents } from './follow.ts'
import type { Metrics } from './metrics.ts'
import { send, sendPages, sendProblem } from './reply.ts'
import { readBody, readChunks, strangerBytesMax } from './request.ts'
import type { Visitors } from './visitors.ts'

export interface Serving extends Performing {
  feed: Feed
  authenticator: Authenticator
  visitors: Visitors
  services: Services
  rateLimiter: RateLimiter | undefined
  metrics: Metrics
  config: { logRequests: boolean; bodyBytesMax: number; requestTimeoutMs: number }
}

/** An endpoint as it is served: what is known of it before a request comes. */
interface Served extends Admission {
  id: EndpointId
  endpoint: EndpointShape
  parameterNames: string[]
  serving: Serving
}

const slowMs = 1_000

export const endpointRoutes = (serving: Serving): Route[] =>
  (Object.entries(endpoints) as [EndpointId, EndpointShape][]).map(([id, endpoint]) =>
    routeOf({ id, endpoint, serving, parameterNames: parametersOf(endpoint.path), ...admissionTo(endpoint, serving) }),
  )

function routeOf(served: Served): Route {
  const { id, serving } = served
  const { method, path, stream } = served.endpoint
  const { logRequests } = serving.config
  const observe = serving.metrics.route(method, path)
  const done = (exchange: Exchange, status: number): void => {
    const ms = performance.now() - exchange.receivedMs
    observe(status, ms / 1_000)
    const slow = ms > slowMs && !stream
    if (logRequests || status >= 500 || slow) logRequest(exchange, id, status, ms)
  }
  return {
    method,
    path,
    handle: (exchange) =>
      answer(served, exchange).then(
        (status) => done(exchange, status),
        (error) => done(exchange, sendProblem(exchange, error)),
      ),
  }
}

/** The way of a request, from the first byte of its body to its reply; answers the status. */
async function answer(served: Served, exchange: Exchange): Promise<number> {
  const { id, endpoint, serving, parameterNames } = served
  const { visitors, services } = serving
  const admitted = served.admit(exchange)
  if (admitted) await admitted
  if (endpoint.rows !== undefined && mediaTypeOf(exchange.request) === linesType) return answerLines(served, exchange)
  const bytes = endpoint.body && (await readBody(exchange, bytesMaxOf(served, exchange)))
  if (bytes) await endOfTurn()
  const call = callOf(exchange, endpoint, parameterNames, bytes)
  if (endpoint.stream) return answerFollower(served, exchange, call)
  const asker = () => ({ ...visitors.about(exchange), services })
  return reply(endpoint, exchange, await perform(serving, { id, call, asker }))
}

const bytesMaxOf = ({ endpoint, serving }: Served, { principal }: Exchange): number => {
  const { bodyBytesMax } = serving.config
  const isStranger = endpoint.access === 'anyone' && !principal!.session
  return isStranger ? Math.min(strangerBytesMax, bodyBytesMax) : bodiesOf(endpoint) * bodyBytesMax
}

async function reply(endpoint: EndpointShape, exchange: Exchange, outcome: Outcome): Promise<number> {
  const headers: Headers = ['Content-Type', json]
  // What a person sees, and every secret, stays out of every cache.
  if (exchange.principal!.session || endpoint.access || endpoint.unrepeatable) headers.push('Cache-Control', 'no-store')
  if (isStream(outcome)) {
    await sendPages(exchange, outcome, headers)
    return 200
  }
  if (outcome.etag !== undefined) headers.push('ETag', outcome.etag)
  if (outcome.cookie !== undefined) headers.push('Set-Cookie', outcome.cookie)
  if (outcome.replayed) headers.push('Idempotent-Replayed', 'true')
  send(exchange, outcome.status, outcome.body, headers)
  return outcome.status
}

/** Rows as lines: reads and answers at the same time, neither faster than the other side does. */
async function answerLines(served: Served, exchange: Exchange): Promise<number> {
  const { id, endpoint, serving, parameterNames } = served
  const { bodyBytesMax, requestTimeoutMs } = serving.config
  const { isStaying, logger } = exchange.answering
  const { tokenKey } = exchange.principal!
  const allowed = async () => {
    if (!isStaying()) throw unavailable('The service is stopping.')
    // A stream may last for hours: who may no longer write by then is refused from there on.
    served.permit(await served.identify(exchange))
    for (;;) {
      const allowance = serving.rateLimiter?.ask(tokenKey, Date.now())
      if (allowance?.allowed !== false) return
      await sleep(allowance.resetSeconds * 1_000)
    }
  }
  const report = (error: unknown) => logger.error({ requestId: exchange.requestId, err: error }, 'import failed')
  const call = callOf(exchange, endpoint, parameterNames, undefined)
  const lines = linesOf(readChunks(exchange, requestTimeoutMs), bodyBytesMax)
  const results = performLines(serving, { id, call, lines, allowed, report })
  await sendPages(exchange, results, ['Content-Type', linesType])
  return 200
}

/** Somebody who waits for changes: one answer, or events for as long as they stay. */
async function answerFollower(served: Served, exchange: Exchange, call: Call): Promise<number> {
  const { id, endpoint, serving } = served
  const streams = wantsEvents(exchange.request.headers.accept, endpoint)
  const { following, end } = followerOf(serving.feed, serving.executor, exchange, () => served.identify(exchange))
  try {
    const outcome = await perform(serving, { id, call, follower: { following, streams } })
    if (!isStream(outcome)) return await reply(endpoint, exchange, outcome)
    await sendEvents(exchange, outcome)
    return 200
  } finally {
    end()
  }
}

let turn: Promise<void> | undefined

/**
 * The end of this turn of the event loop. Bodies that arrived in one turn are worked on together: while the processor
 * still has the code at hand that the first of them needed, the others take a third less time.
 */
function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined
      resolve()
    }),
  )
  return turn
}

/** By allow-list: ids only, nothing a client typed. */
function logRequest(exchange: Exchange, operation: string, status: number, ms: number): void {
  const { requestId, principal, answering } = exchange
  const { environmentId, actor } = principal ?? {}
  answering.logger.info({ requestId, operation, status, durationMs: Math.round(ms), environmentId, actor }, 'request')
}
