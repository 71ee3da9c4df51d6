// Checks the responses of a travel server: complete tables, finite numbers, no distance below the straight line.
import { calculateDistanceKm, type GeoPosition, type TravelLeg } from '../../../contract/travel.ts'
import { unreachableValue } from '../../platform/operation/services.ts'
import { createRequestError } from '../../platform/outbound/operator-request.ts'

/** Largest distance to a road, in metres. A place farther away is at sea, or its position is wrong. */
export const snapMetres = 2_000

const secondsMax = 30 * 86_400
const metresMax = 20_000_000
const metresPerSecondMax = 70
/** Tolerances for rounded road lengths, and for the shape of the earth, which is not an exact sphere. */
const straightLineRatio = 0.98
const roundingMetres = 1_000

/** Times and distances row by row: one row per source, with one value per destination. */
export interface TravelTable {
  seconds: Int32Array
  metres: Int32Array
}

export interface TableAnswer {
  seconds: unknown
  lengths: unknown
  metresPerLength: number
}

export const createResponseError = (description: string): Error =>
  createRequestError('invalid', `The travel server answered with ${description}.`)

export function readTable(
  { seconds, lengths, metresPerLength }: TableAnswer,
  sources: readonly GeoPosition[],
  destinations: readonly GeoPosition[],
): TravelTable {
  const times = rowsOf(seconds, sources.length, destinations.length)
  const distances = rowsOf(lengths, sources.length, destinations.length)
  const table = { seconds: new Int32Array(sources.length * destinations.length), metres: new Int32Array(0) }
  table.metres = new Int32Array(table.seconds.length)
  for (const [row, from] of sources.entries())
    for (const [column, to] of destinations.entries()) {
      const cell = row * destinations.length + column
      const leg = legOf(times[row]![column], distances[row]![column], metresPerLength)
      if (leg) checkLeg(from, to, leg)
      else if (from === to) throw createResponseError('no way from a place to itself')
      table.seconds[cell] = leg?.seconds ?? unreachableValue
      table.metres[cell] = leg?.metres ?? unreachableValue
    }
  return table
}

function rowsOf(value: unknown, rows: number, columns: number): unknown[][] {
  if (!Array.isArray(value) || value.length !== rows) throw createResponseError('a table of the wrong size')
  for (const row of value)
    if (!Array.isArray(row) || row.length !== columns) throw createResponseError('a table of the wrong size')
  return value
}

/** Returns a leg, or undefined without a road. */
function legOf(seconds: unknown, length: unknown, metresPerLength: number): TravelLeg | undefined {
  if (seconds === null || length === null) return undefined
  if (typeof seconds !== 'number' || typeof length !== 'number')
    throw createResponseError('a table that has no numbers')
  const leg = { seconds: Math.round(seconds), metres: Math.round(length * metresPerLength) }
  const isPossible = leg.seconds >= 0 && leg.seconds <= secondsMax && leg.metres >= 0 && leg.metres <= metresMax
  if (!isPossible) throw createResponseError('times or distances that cannot be')
  return leg
}

/**
 * Throws if a leg is shorter than the straight line, or too fast. The server then has the wrong map or the wrong unit,
 * or it exchanges latitude and longitude.
 */
function checkLeg(from: GeoPosition, to: GeoPosition, { seconds, metres }: TravelLeg): void {
  const straight = calculateDistanceKm(from, to) * 1_000
  if (metres < straight * straightLineRatio - 2 * snapMetres - roundingMetres)
    throw createResponseError('a way that is shorter than the straight line')
  if (metres > seconds * metresPerSecondMax + roundingMetres) throw createResponseError('a way faster than any vehicle')
}

export function readLegs(legs: { seconds: unknown; metres: unknown }[], points: readonly GeoPosition[]): TravelLeg[] {
  if (legs.length !== points.length - 1) throw createResponseError('a route that has other stops')
  return legs.map(({ seconds, metres }, index) => {
    const leg = legOf(seconds, metres, 1)
    if (!leg) throw createResponseError('a route that is not whole')
    checkLeg(points[index]!, points[index + 1]!, leg)
    return leg
  })
}

const isDegrees = (value: unknown, max: number): value is number => typeof value === 'number' && Math.abs(value) <= max

/** Reads a route line from pairs of longitude and latitude. */
export function readLine(points: unknown): GeoPosition[] {
  if (!Array.isArray(points) || points.length < 2) throw createResponseError('a route without a line')
  return points.map((point) => {
    const [lng, lat] = Array.isArray(point) ? point : []
    if (!isDegrees(lat, 90) || !isDegrees(lng, 180)) throw createResponseError('a line that lies nowhere')
    return { lat, lng }
  })
}
