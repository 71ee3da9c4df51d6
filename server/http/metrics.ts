// Serves metrics to a monitor: requests by route and status, waiting writes, the database and the process.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { countHashes } from '../access/user/password.ts'
import type { NoticeMetrics } from '../delivery/email/sender.ts'
import type { WebhookMetrics } from '../integration/webhook/dispatcher.ts'
import { isExposed, type ServiceConfig } from '../platform/config/config.ts'
import type { MetricGauge as DatabaseGauge } from '../platform/database/database.ts'
import { ApiProblem } from '../platform/error/problems.ts'
import { type RequestResult, requestResults } from '../platform/outbound/operator-request.ts'
import type { CallerLimiter } from './callers.ts'
import type { HttpExchange } from './exchange.ts'

export interface ServiceMetrics {
  /** Adds a gauge whose value is read on each request for the metrics. */
  gauge(gauge: DatabaseGauge): void
  /** Returns the function that records the requests of a route with status and duration. */
  route(method: string, path: string): (status: number, seconds: number) => void
  webhooks: WebhookMetrics
  notices: NoticeMetrics
  /** Records the result of a request to the travel server. */
  travel(result: RequestResult): void
  /** Records a request to the geocoder. */
  geocoder(result: RequestResult): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(version: string, waitingWrites: () => number, gauges: DatabaseGauge[]): ServiceMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge: ServiceMetrics['gauge'] = ({ name, help, value }) => {
    new Gauge({
      name: `dray_${name}`,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  }
  gauge({ name: 'writes_waiting', help: 'Writes waiting for their commit.', value: waitingWrites })
  gauge({ name: 'password_hashes', help: 'Passwords hashed since the start, right or wrong.', value: countHashes })
  gauges.forEach(gauge)
  new Gauge({ name: 'dray_info', help: 'The running version.', labelNames: ['version'], registers }).set({ version }, 1)
  const durations = createDurations()
  registry.registerMetric(durations.metric as unknown as Metric)
  return {
    gauge,
    route: durations.route,
    webhooks: createWebhookMetrics(registers),
    notices: createNoticeMetrics(registers),
    travel: createResultMetric(registers, 'dray_travel_requests_total', 'Requests to the travel server, by result.'),
    geocoder: createResultMetric(registers, 'dray_geocoder_requests_total', 'Requests to the geocoder, by result.'),
    text: shared(() => registry.metrics()),
    contentType: registry.contentType,
  }
}

/** Returns a function that shares one result of `make` for a second. Writing all metrics takes thirty milliseconds. */
function shared(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined
  let madeMs = 0
  return () => {
    if (made && performance.now() - madeMs < sharedMs) return made
    madeMs = performance.now()
    made = make()
    return made
  }
}
const sharedMs = 1_000

/**
 * Returns the check that admits clients to the metrics: with the token, or without one if other machines cannot reach
 * the service.
 */
export function createMonitorAdmission(
  config: ServiceConfig,
  callers: CallerLimiter,
): (exchange: HttpExchange) => void {
  const { metricsToken } = config
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${metricsToken}`)
  return (exchange) => {
    if (metricsToken === '' && !isExposed(config)) return
    const { authorization = '' } = exchange.request.headers
    if (metricsToken !== '' && timingSafeEqual(digest(authorization), expected)) return
    callers.admit(exchange)
    throw new ApiProblem('UNAUTHORIZED', {
      message:
        metricsToken === ''
          ? 'The metrics are closed: the operator can set a token with `--metrics-token`.'
          : 'The metrics need the token that the operator has set with `--metrics-token`.',
      headers: { 'WWW-Authenticate': 'Bearer realm="dray metrics"' },
    })
  }
}

const results = ['delivered', 'rejected', 'refused', 'dns', 'connection', 'tls', 'timeout', 'protocol', 'expired']

function createWebhookMetrics(registers: Registry[]): WebhookMetrics {
  const attempts = new Counter({
    name: 'dray_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by result.',
    labelNames: ['result'],
    registers,
  })
  // Each result starts with 0, so that a monitor shows the first failure as a change.
  for (const result of results) attempts.inc({ result }, 0)
  // A reason has no value before the first count of paused webhooks. A 0 would make every restart look like a new
  // pause.
  const paused = new Gauge({
    name: 'dray_webhooks_paused',
    help: 'Paused webhooks, by reason; a user or client paused those with `manual`.',
    labelNames: ['reason'],
    registers,
  })
  const age = new Gauge({
    name: 'dray_webhook_queue_age_seconds',
    help: 'Age of the oldest event that a webhook could send now, in seconds.',
    registers,
  })
  return {
    attempt: (result) => attempts.inc({ result }),
    paused: (reason, count) => paused.set({ reason }, count),
    queueAge: (seconds) => age.set(seconds),
  }
}

function createNoticeMetrics(registers: Registry[]): NoticeMetrics {
  const attempts = new Counter({
    name: 'dray_notice_attempts_total',
    help: 'Attempts to send an e-mail about an order, by result.',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['sent', 'refused', 'failed', 'suppressed']) attempts.inc({ result }, 0)
  const age = new Gauge({
    name: 'dray_notice_queue_age_seconds',
    help: 'Waiting time of the oldest e-mail that is due, in seconds.',
    registers,
  })
  const oldest = new Gauge({
    name: 'dray_notice_oldest_seconds',
    help: 'Age of the oldest e-mail that waits, for any reason, in seconds.',
    registers,
  })
  return {
    attempt: (result) => attempts.inc({ result }),
    queueAge: (seconds) => age.set(seconds),
    oldest: (seconds) => oldest.set(seconds),
  }
}

function createResultMetric(registers: Registry[], name: string, help: string): (result: RequestResult) => void {
  const requests = new Counter({ name, help, labelNames: ['result'], registers })
  for (const result of requestResults) requests.inc({ result }, 0)
  return (result) => requests.inc({ result })
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: { method: string; route: string; status: number }
  /** Requests per bound, and requests slower than the last bound. The counts are not cumulative. */
  counts: number[]
  sum: number
}

/**
 * Creates a histogram that is fast to update, and calculated when read. The library's histogram takes five microseconds
 * per request, most of them to find labels that a route has in advance.
 */
function createDurations() {
  const name = 'dray_http_request_duration_seconds'
  const seriesList: Series[] = []
  const route: ServiceMetrics['route'] = (method, path) => {
    const byStatus: Record<number, Series> = {}
    return (status, seconds) => {
      let series = byStatus[status]
      if (!series) {
        series = { labels: { method, route: path, status }, counts: Array(bounds.length + 1).fill(0), sum: 0 }
        byStatus[status] = series
        seriesList.push(series)
      }
      let bucket = 0
      while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++
      series.counts[bucket]!++
      series.sum += seconds
    }
  }
  const valuesOf = ({ labels, counts, sum }: Series) => {
    let count = 0
    const buckets = [...bounds, '+Inf'].map((le, index) => {
      count += counts[index]!
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  const help = 'Time from the arrival of a request to its response.'
  const metric = {
    name,
    help,
    get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: seriesList.flatMap(valuesOf) }),
  }
  return { route, metric }
}
