// Opens and tests the geocoder of the configuration.
import type { Config } from '../../platform/config/config.ts'
import { withCause } from '../../platform/error/reason.ts'
import type { Geocoder } from '../../platform/operation/services.ts'
import { type AskResult, ask } from '../../platform/outbound/ask.ts'
import { dayMs } from '../../platform/value/times.ts'
import { createGeocoder } from './geocoder.ts'
import { readAnswer, urlFor } from './kinds.ts'

export const openGeocoder = (config: Config, count: (result: AskResult) => void): Geocoder | undefined =>
  config.geocoderUrl === ''
    ? undefined
    : createGeocoder(
        {
          url: config.geocoderUrl,
          kind: config.geocoderKind,
          perSecond: config.geocoderPerSecond,
          timeoutMs: config.geocoderTimeoutMs,
          keptMs: config.geocoderCacheDays * dayMs,
        },
        count,
      )

/** Tests the geocoder with a place that every map has. Returns the error; undefined if it works. */
export async function probeGeocoder(config: Config): Promise<string | undefined> {
  const { geocoderUrl, geocoderKind: kind, geocoderTimeoutMs: timeoutMs } = config
  const url = urlFor(kind, geocoderUrl, { city: 'London', country: 'GB' })
  try {
    const answer = await ask({ who: 'geocoder', url, timeoutMs, signal: new AbortController().signal })
    return readAnswer(kind, answer, 'GB') ? undefined : `This is not an answer of ${kind}.`
  } catch (error) {
    return withCause(error)
  }
}
