// Checks the responses of a travel server: complete tables, finite numbers, no distance below the straight line.
import { type GeoPosition, kilometresBetween, type Leg } from '../../../contract/travel.ts'
import { unreachable } from '../../platform/operation/services.ts'
import { failed } from '../../platform/outbound/ask.ts'

/** A place farther than this from any road has none: it is at sea, or its position is wrong. */
export const snapMetres = 2_000

const secondsMax = 30 * 86_400
const metresMax = 20_000_000
const metresPerSecondMax = 70
/** Roads are measured in pieces that are rounded, and the earth is not quite round. */
const straightShare = 0.98
const roundingMetres = 1_000

/** Row by row, as many as there are sources, each as long as there are destinations. */
export interface Table {
  seconds: Int32Array
  metres: Int32Array
}

export interface TableAnswer {
  seconds: unknown
  lengths: unknown
  metresPerLength: number
}

export const invalid = (what: string): Error => failed('invalid', `The travel server answered with ${what}.`)

export function readTable(
  { seconds, lengths, metresPerLength }: TableAnswer,
  sources: readonly GeoPosition[],
  destinations: readonly GeoPosition[],
): Table {
  const times = rowsOf(seconds, sources.length, destinations.length)
  const ways = rowsOf(lengths, sources.length, destinations.length)
  const table = { seconds: new Int32Array(sources.length * destinations.length), metres: new Int32Array(0) }
  table.metres = new Int32Array(table.seconds.length)
  for (const [row, from] of sources.entries())
    for (const [column, to] of destinations.entries()) {
      const cell = row * destinations.length + column
      const leg = legOf(times[row]![column], ways[row]![column], metresPerLength)
      if (leg) checkLeg(from, to, leg)
      else if (from === to) throw invalid('no way from a place to itself')
      table.seconds[cell] = leg?.seconds ?? unreachable
      table.metres[cell] = leg?.metres ?? unreachable
    }
  return table
}

function rowsOf(value: unknown, rows: number, columns: number): unknown[][] {
  if (!Array.isArray(value) || value.length !== rows) throw invalid('a table of the wrong size')
  for (const row of value) if (!Array.isArray(row) || row.length !== columns) throw invalid('a table of the wrong size')
  return value
}

/** Returns a leg, or undefined without a road. */
function legOf(seconds: unknown, length: unknown, metresPerLength: number): Leg | undefined {
  if (seconds === null || length === null) return undefined
  if (typeof seconds !== 'number' || typeof length !== 'number') throw invalid('a table that has no numbers')
  const leg = { seconds: Math.round(seconds), metres: Math.round(length * metresPerLength) }
  const isPossible = leg.seconds >= 0 && leg.seconds <= secondsMax && leg.metres >= 0 && leg.metres <= metresMax
  if (!isPossible) throw invalid('times or distances that cannot be')
  return leg
}

/** A server with another map, with latitude and longitude mixed up or with another unit is found out here. */
function checkLeg(from: GeoPosition, to: GeoPosition, { seconds, metres }: Leg): void {
  const straight = kilometresBetween(from, to) * 1_000
  if (metres < straight * straightShare - 2 * snapMetres - roundingMetres)
    throw invalid('a way that is shorter than the straight line')
  if (metres > seconds * metresPerSecondMax + roundingMetres) throw invalid('a way faster than any vehicle')
}

export function readLegs(legs: { seconds: unknown; metres: unknown }[], places: readonly GeoPosition[]): Leg[] {
  if (legs.length !== places.length - 1) throw invalid('a route that has other stops')
  return legs.map(({ seconds, metres }, index) => {
    const leg = legOf(seconds, metres, 1)
    if (!leg) throw invalid('a route that is not whole')
    checkLeg(places[index]!, places[index + 1]!, leg)
    return leg
  })
}

const isDegrees = (value: unknown, max: number): value is number => typeof value === 'number' && Math.abs(value) <= max

/** From what are pairs of longitude and latitude. */
export function readLine(points: unknown): GeoPosition[] {
  if (!Array.isArray(points) || points.length < 2) throw invalid('a route without a line')
  return points.map((point) => {
    const [lng, lat] = Array.isArray(point) ? point : []
    if (!isDegrees(lat, 90) || !isDegrees(lng, 180)) throw invalid('a line that lies nowhere')
    return { lat, lng }
  })
}
