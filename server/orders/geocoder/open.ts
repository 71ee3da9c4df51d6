// Opens and tests the geocoder of the configuration.
import type { ServiceConfig } from '../../platform/config/config.ts'
import { appendCause } from '../../platform/error/reason.ts'
import type { GeocoderService } from '../../platform/operation/services.ts'
import { type RequestResult, sendRequest } from '../../platform/outbound/operator-request.ts'
import { dayMs } from '../../platform/value/times.ts'
import { buildUrl, readAnswer } from './dialects.ts'
import { createGeocoder } from './geocoder.ts'

export const openGeocoder = (
  config: ServiceConfig,
  count: (result: RequestResult) => void,
): GeocoderService | undefined =>
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
export async function testGeocoder(config: ServiceConfig): Promise<string | undefined> {
  const { geocoderUrl, geocoderKind: kind, geocoderTimeoutMs: timeoutMs } = config
  const url = buildUrl(kind, geocoderUrl, { city: 'London', country: 'GB' })
  try {
    const answer = await sendRequest({ serverName: 'geocoder', url, timeoutMs, signal: new AbortController().signal })
    return readAnswer(kind, answer, 'GB') ? undefined : `The response is not from ${kind}.`
  } catch (error) {
    return appendCause(error)
  }
}
