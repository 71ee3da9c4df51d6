// What a monitor sees: requests by route and status, writes that wait, the size of the write-ahead log, the process.
import { statSync } from 'node:fs'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** For one route: notes a request with its status and how long it took. */
  route(method: string, path: string): (status: number, seconds: number) => void
  text(): Promise<string>
  contentType: string
}

const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export function createMetrics(version: string, waitingWrites: () => number, databaseFile: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const durations = new Histogram({
    name: 'dray_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('dray_writes_waiting', 'Writes that wait for their commit.', waitingWrites)
  gauge('dray_database_bytes', 'Size of the database file.', () => size(databaseFile))
  gauge('dray_wal_bytes', 'Size of the write-ahead log.', () => size(`${databaseFile}-wal`))
  new Gauge({ name: 'dray_info', help: 'The version that runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )

  return {
    route(method, path) {
      const byStatus = new Map<number, ReturnType<typeof durations.labels>>()
      return (status, seconds) => {
        const child = byStatus.get(status) ?? durations.labels(method, path, String(status))
        byStatus.set(status, child)
        child.observe(seconds)
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
