// Calculates the way along places, for its endpoint and for rules of other features.
import type { BodyOf, DataOf } from '../../../contract/endpoint.ts'
import { estimatedLeg, type GeoPosition, type Leg, type TravelSettings } from '../../../contract/travel.ts'
import type { travelRoute } from '../../../contract/travel-route.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Call, FlowContext } from '../../platform/operation/operation.ts'
import { unreachable } from '../../platform/operation/services.ts'
import { timesTaken } from '../../platform/process/known-times.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { placeNumber, rounded, wayName, waysOf } from './places.ts'
import { findWays, type Way, waysAtOnce } from './store.ts'

/** Exact to the second. */
const minutesOf = (seconds: number) => Number((seconds / 60).toFixed(4))

export async function route(
  { environmentId, body }: Call<unknown, unknown, BodyOf<typeof travelRoute>>,
  { read, services }: FlowContext,
): Promise<DataOf<typeof travelRoute>> {
  const { travel } = await read((tx) => settingsOf(tx, environmentId))
  const { legs, line, source, note } = await services.travel.route(environmentId, body.places, travel)
  return {
    legs: legs.map(({ metres, seconds }) => ({ distance: metres / 1_000, duration: minutesOf(seconds) })),
    line: line?.map(({ lat, lng }) => [lat, lng]) ?? null,
    source,
    note,
  }
}

export type LegOf = (from: GeoPosition, to: GeoPosition) => Leg

/**
 * Returns a function for the stored travel between neighbours of these sequences. Places without a location are
 * skipped; other pairs are estimated.
 */
export async function waysAlong(
  tx: Reader,
  environmentId: string,
  sequences: readonly (readonly (GeoPosition | null)[])[],
  settings: TravelSettings,
): Promise<LegOf> {
  const estimate: LegOf = (from, to) => estimatedLeg(from, to, settings)
  const source = timesTaken()
  if (!source) return estimate
  const { server, keptMs } = source
  const wanted = new Map<string, Way>()
  for (const places of sequences)
    for (const [name, way] of waysOf(places.filter((place) => place !== null).map(numberOf))) wanted.set(name, way)
  const known = new Map<string, Leg>()
  const of = { environmentId, server, storedAfter: Date.now() - keptMs }
  for (const ways of piecesOf([...wanted.values()], waysAtOnce))
    for (const { fromPlace, toPlace, seconds, metres } of await findWays(tx, of, ways))
      if (seconds !== unreachable) known.set(wayName(fromPlace, toPlace), { seconds, metres })
  return (from, to) => known.get(wayName(numberOf(from), numberOf(to))) ?? estimate(from, to)
}

const numberOf = (place: GeoPosition) => placeNumber(rounded(place))
