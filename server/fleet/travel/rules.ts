// Calculates the way along places, for its endpoint and for rules of other features.
import type { BodyOf, DataOf } from '../../../contract/endpoint.ts'
import { estimateLeg, type GeoPosition, type TravelLeg, type TravelSettings } from '../../../contract/travel.ts'
import type { travelRoute } from '../../../contract/travel-route.ts'
import { getSettings } from '../../access/environment/rules.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import type { FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import { unreachableValue } from '../../platform/operation/services.ts'
import { getTimesSource } from '../../platform/process/times-source.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { collectLegs, encodeLocation, formatLegKey, roundLocation } from './places.ts'
import { findLegs, type LegEnds, legsPerQuery } from './store.ts'

/** Converts seconds to minutes with four decimals, which are exact to the second. */
const minutesOf = (seconds: number) => Number((seconds / 60).toFixed(4))

export async function calculateRoute(
  { environmentId, body }: OperationCall<unknown, unknown, BodyOf<typeof travelRoute>>,
  { read, services }: FlowContext,
): Promise<DataOf<typeof travelRoute>> {
  const { travel } = await read((tx) => getSettings(tx, environmentId))
  const { legs, line, source, note } = await services.travel.route(environmentId, body.places, travel)
  return {
    legs: legs.map(({ metres, seconds }) => ({ distance: metres / 1_000, duration: minutesOf(seconds) })),
    line: line?.map(({ lat, lng }) => [lat, lng]) ?? null,
    source,
    note,
  }
}

export type LegOf = (from: GeoPosition, to: GeoPosition) => TravelLeg

/**
 * Returns a function for the stored legs between neighbouring places of these sequences. Places without a location are
 * skipped; missing legs are estimated.
 */
export async function loadLegLookup(
  tx: ReadTransaction,
  environmentId: string,
  sequences: readonly (readonly (GeoPosition | null)[])[],
  settings: TravelSettings,
): Promise<LegOf> {
  const estimate: LegOf = (from, to) => estimateLeg(from, to, settings)
  const source = getTimesSource()
  if (!source) return estimate
  const { server, keptMs } = source
  const legs = new Map<string, LegEnds>()
  for (const points of sequences)
    for (const [name, leg] of collectLegs(points.filter((point) => point !== null).map(numberOf))) legs.set(name, leg)
  const storedLegs = new Map<string, TravelLeg>()
  const scope = { environmentId, server, storedAfter: Date.now() - keptMs }
  for (const legBatch of splitIntoBatches([...legs.values()], legsPerQuery))
    for (const { fromPlace, toPlace, seconds, metres } of await findLegs(tx, scope, legBatch))
      if (seconds !== unreachableValue) storedLegs.set(formatLegKey(fromPlace, toPlace), { seconds, metres })
  return (from, to) => storedLegs.get(formatLegKey(numberOf(from), numberOf(to))) ?? estimate(from, to)
}

const numberOf = (location: GeoPosition) => encodeLocation(roundLocation(location))
