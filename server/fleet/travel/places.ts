// Encodes locations for stored driving times: to the metre, each location as one number.
import type { GeoPosition } from '../../../contract/travel.ts'
import type { LegEnds } from './store.ts'

/** Factor that rounds a coordinate to five decimals, about a metre. */
const factor = 1e5
const lngRange = 360 * factor + 1

export const roundLocation = ({ lat, lng }: GeoPosition): GeoPosition => ({
  lat: Math.round(lat * factor) / factor,
  lng: Math.round(lng * factor) / factor,
})
/** Encodes a rounded location as one integer. */
export const encodeLocation = ({ lat, lng }: GeoPosition): number =>
  (Math.round(lat * factor) + 90 * factor) * lngRange + Math.round(lng * factor) + 180 * factor

export const formatLegKey = (from: number, to: number): string => `${from} ${to}`

/** Returns the legs of a sequence of places, each once, without legs from a place to itself. */
export const collectLegs = (numbers: readonly number[]): Map<string, LegEnds> =>
  new Map(
    numbers
      .slice(1)
      .map((to, index) => [numbers[index]!, to] as const)
      .filter(([from, to]) => from !== to)
      .map((leg) => [formatLegKey(...leg), leg]),
  )
