// Opens the source of travel times and ways by the configuration.
import { hash } from 'node:crypto'
import type { ServiceConfig } from '../../platform/config/config.ts'
import { appendCause } from '../../platform/error/reason.ts'
import type { OperationExecutor } from '../../platform/operation/operation.ts'
import type { TravelService } from '../../platform/operation/services.ts'
import type { RequestResult } from '../../platform/outbound/operator-request.ts'
import { setTimesSource, type TimesSource } from '../../platform/process/times-source.ts'
import { dayMs } from '../../platform/value/times.ts'
import { createCache } from './cache.ts'
import { getServerIdentity, openRoadServer, type RoadServerOptions } from './road-server.ts'
import { createTravel } from './times.ts'

export interface TravelContext {
  executor: OperationExecutor
  warn(detail: string, message: string): void
  failed(error: unknown, message: string): void
  /** Functions that close the opened parts. */
  opened: (() => unknown)[]
  count(result: RequestResult): void
}

const roadServerOptions = (config: ServiceConfig): RoadServerOptions => ({
  url: config.travelUrl,
  engine: config.travelEngine,
  profile: config.travelProfile,
  timeoutMs: config.travelTimeoutMs,
  totalTimeoutMs: config.travelTotalTimeoutMs,
  pairsMax: config.travelPairsMax,
})

/** Probes the travel server. Returns the error, or undefined without an error or without a server. */
export async function testTravelServer(config: ServiceConfig): Promise<string | undefined> {
  if (config.travelUrl === '') return undefined
  const server = openRoadServer(roadServerOptions(config), () => undefined)
  return server.probe(new AbortController().signal).then(() => undefined, appendCause)
}

/** Returns the source of stored times; undefined without a travel server or without a cache. */
export function getTimesSource(config: ServiceConfig): TimesSource | undefined {
  const keptMs = config.travelUrl === '' ? 0 : config.travelCacheDays * dayMs
  return keptMs === 0
    ? undefined
    : { server: hash('sha256', getServerIdentity(roadServerOptions(config))).slice(0, 16), keptMs }
}

export function openTravel(
  config: ServiceConfig,
  { executor, warn, failed, opened, count }: TravelContext,
): TravelService {
  if (config.travelUrl === '') return createTravel()
  const options = roadServerOptions(config)
  const server = openRoadServer(options, count)
  const times = getTimesSource(config)
  setTimesSource(times)
  const cache =
    times && createCache(executor, times, (error) => failed(error, 'driving times could not be kept or read'))
  if (cache) opened.push(cache.stop)
  const report = (error: unknown) => warn(appendCause(error), 'driving times are estimated')
  return createTravel({ ...options, server, cache, report })
}
