// Places as times between them are kept: to the metre, each as one number.
import type { GeoPosition } from '../../../contract/travel.ts'
import type { LegEnds } from './store.ts'

/** Digits that are kept of a position: a metre. */
const factor = 1e5
const lngRange = 360 * factor + 1

export const roundLocation = ({ lat, lng }: GeoPosition): GeoPosition => ({
  lat: Math.round(lat * factor) / factor,
  lng: Math.round(lng * factor) / factor,
})
/** One whole number for a rounded position. */
export const encodeLocation = ({ lat, lng }: GeoPosition): number =>
  (Math.round(lat * factor) + 90 * factor) * lngRange + Math.round(lng * factor) + 180 * factor

export const formatLegKey = (from: number, to: number): string => `${from} ${to}`

/** Of a sequence of places, each once; none from a place to itself. */
export const collectLegs = (numbers: readonly number[]): Map<string, LegEnds> =>
  new Map(
    numbers
      .slice(1)
      .map((to, index) => [numbers[index]!, to] as const)
      .filter(([from, to]) => from !== to)
      .map((leg) => [formatLegKey(...leg), leg]),
  )
