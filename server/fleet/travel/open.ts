// Opens the source of travel times and ways by the configuration.
import { hash } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import { withCause } from '../../platform/error/reason.ts'
import type { Executor } from '../../platform/operation/operation.ts'
import type { Travel } from '../../platform/operation/services.ts'
import type { AskResult } from '../../platform/outbound/ask.ts'
import { type TimesSource, takeTimesOf } from '../../platform/process/known-times.ts'
import { dayMs } from '../../platform/value/times.ts'
import { createCache } from './cache.ts'
import { identityOf, openRoadServer, type RoadServerOptions } from './road-server.ts'
import { createTravel } from './times.ts'

export interface Opening {
  executor: Executor
  warn(detail: string, message: string): void
  failed(error: unknown, message: string): void
  /** Functions that close the opened parts. */
  opened: (() => unknown)[]
  count(result: AskResult): void
}

const roadServerOptions = (config: Config): RoadServerOptions => ({
  url: config.travelUrl,
  engine: config.travelEngine,
  profile: config.travelProfile,
  timeoutMs: config.travelTimeoutMs,
  totalTimeoutMs: config.travelTotalTimeoutMs,
  pairsMax: config.travelPairsMax,
})

/** Probes the travel server. Returns the error, or undefined without an error or without a server. */
export async function probeTravel(config: Config): Promise<string | undefined> {
  if (config.travelUrl === '') return undefined
  const server = openRoadServer(roadServerOptions(config), () => undefined)
  return server.probe(new AbortController().signal).then(() => undefined, withCause)
}

/** Returns the source of stored times; undefined without a travel server or without a cache. */
export function timesSourceOf(config: Config): TimesSource | undefined {
  const keptMs = config.travelUrl === '' ? 0 : config.travelCacheDays * dayMs
  return keptMs === 0
    ? undefined
    : { server: hash('sha256', identityOf(roadServerOptions(config))).slice(0, 16), keptMs }
}

export function openTravel(config: Config, { executor, warn, failed, opened, count }: Opening): Travel {
  if (config.travelUrl === '') return createTravel()
  const options = roadServerOptions(config)
  const server = openRoadServer(options, count)
  const times = timesSourceOf(config)
  takeTimesOf(times)
  const cache =
    times && createCache(executor, times, (error) => failed(error, 'driving times could not be kept or read'))
  if (cache) opened.push(cache.stop)
  const report = (error: unknown) => warn(withCause(error), 'driving times are estimated')
  return createTravel({ ...options, server, cache, report })
}
