// What follows from a route and its vehicle: when it ends, how far it goes, what it costs.
import type { Vehicle } from '../../contract/fleet.ts'
import type { Load } from '../../contract/load.ts'
import type { Address } from '../../contract/shared.ts'
import { estimatedLeg, type GeoPosition, type TravelSettings } from '../../contract/travel.ts'
import { membersOf } from '../consignment/document.ts'
import { epochOf, isWritable, toIso } from '../core/times.ts'
import type { Reader } from '../database/database.ts'
import * as depots from '../depot/store.ts'
import { settingsOf } from '../environment/rules.ts'
import { vehicles } from '../fleet/store.ts'
import { peakOf } from './peak.ts'
import * as store from './store.ts'

export type Figures = Pick<Load, 'peakPackages' | 'plannedEnd' | 'distance' | 'duration' | 'cost' | 'co2'>

/** Of a list that does not ask for them. */
export const noFigures: Figures = {
  peakPackages: null,
  plannedEnd: null,
  distance: null,
  duration: null,
  cost: null,
  co2: null,
}

/** What of a stop the figures follow from. */
interface Visit {
  position: GeoPosition | null
  opens: string | null
  timeAtStop: number
}
interface Way {
  metres: number
  seconds: number
}

const finite = (value: number) => Math.min(value, Number.MAX_VALUE)
const rounded = (value: number, places: number) => finite(Number(value.toFixed(places)))

/**
 * From place to place. A vehicle that is early waits for the window, where the start is known. A stop without a position
 * is passed over, as nothing is known of the way to it; undefined when there are no two places to go between.
 */
function wayOf(
  visits: readonly Visit[],
  { start, end, startsAt, travel, speedFactor }: Ends & { travel: TravelSettings; speedFactor: number },
): Way | undefined {
  let here = start
  let metres = 0
  let seconds = 0
  let legs = 0
  const go = (to: GeoPosition) => {
    if (here) {
      const leg = estimatedLeg(here, to, travel)
      metres += leg.metres
      seconds += leg.seconds / speedFactor
      legs++
    }
    here = to
  }
  for (const { position, opens, timeAtStop } of visits) {
    if (!position) continue
    go(position)
    if (startsAt !== null && opens !== null) seconds = Math.max(seconds, (epochOf(opens) - startsAt) / 1_000)
    seconds += timeAtStop * 60
  }
  if (end) go(end)
  return legs === 0 ? undefined : { metres, seconds: Math.round(seconds) }
}

interface Ends {
  start: GeoPosition | null
  end: GeoPosition | null
  /** Milliseconds since the epoch. */
  startsAt: number | null
}

function costOf(vehicle: Vehicle | undefined, kilometres: number, hours: number): number | null {
  if (!vehicle) return null
  const { fixedCost, costPerKm, costPerHour } = vehicle
  if (fixedCost === null && costPerKm === null && costPerHour === null) return null
  return rounded((fixedCost ?? 0) + (costPerKm ?? 0) * kilometres + (costPerHour ?? 0) * hours, 2)
}

function endOf(startsAt: number | null, seconds: number): string | null {
  // Beyond the calendar there is no end that could be written.
  const end = startsAt === null ? Number.NaN : startsAt + seconds * 1_000
  if (!(end < Date.UTC(9999, 11, 31))) return null
  const text = toIso(end)
  return isWritable(text) ? text : null
}

/** What the figures of several loads are worked out with. */
interface Known {
  travel: TravelSettings
  positions: Map<string, GeoPosition | null>
  vehicles: Map<string, Vehicle>
}

function figuresOf(load: store.LoadRow, stops: readonly store.WholeStopRow[], known: Known): Figures {
  const orders = stops.map(orderOf)
  const peakPackages = peakOf(stops.map(({ type }, index) => ({ type, amount: orders[index]!.packages })))
  if (stops.length === 0) return { ...noFigures, peakPackages }
  const vehicle = load.vehicleKey === null ? undefined : known.vehicles.get(load.vehicleKey)
  const positionOf = (key: string | null) => (key === null ? null : (known.positions.get(key) ?? null))
  const startsAt = load.plannedStart === null ? null : epochOf(load.plannedStart)
  const way = wayOf(
    stops.map(({ timeAtStop }, index) => ({ ...orders[index]!, timeAtStop })),
    {
      start: positionOf(load.startDepotKey),
      end: positionOf(load.endDepotKey),
      startsAt,
      travel: known.travel,
      speedFactor: vehicle?.speedFactor ?? 1,
    },
  )
  if (!way) return { ...noFigures, peakPackages }
  const kilometres = way.metres / 1_000
  return {
    peakPackages,
    plannedEnd: endOf(startsAt, way.seconds),
    distance: kilometres,
    duration: Math.round(way.seconds / 60),
    cost: costOf(vehicle, kilometres, way.seconds / 3_600),
    co2: vehicle?.emission == null ? null : rounded((vehicle.emission * kilometres) / 1_000, 3),
  }
}

/** Of the stored text only what is needed: there may be thousands of orders. */
function orderOf({ document }: store.WholeStopRow): {
  position: GeoPosition | null
  opens: string | null
  packages: number
} {
  const { requiredFrom, plannedPackages, consigneeAddress } = membersOf(document, [
    'requiredFrom',
    'plannedPackages',
    'consigneeAddress',
  ])
  return {
    position: (consigneeAddress as Address).geoLocation,
    opens: requiredFrom ?? null,
    packages: plannedPackages ?? membersOf(document, ['packages']).packages!.length,
  }
}

const depotsOf = ({ startDepotKey, endDepotKey }: store.LoadRow) => [startDepotKey, endDepotKey]
const isKey = (key: string | null): key is string => key !== null

async function knownOf(tx: Reader, environmentId: string, loads: readonly store.LoadRow[]): Promise<Known> {
  const known: Known = {
    travel: (await settingsOf(tx, environmentId)).travel,
    positions: new Map(),
    vehicles: new Map(),
  }
  const depotKeys = [...new Set(loads.flatMap(depotsOf).filter(isKey))]
  for (const some of inPieces(depotKeys))
    for (const { key, document } of await depots.named(tx, environmentId, some))
      known.positions.set(key, (JSON.parse(document) as { address: Address }).address.geoLocation)
  const vehicleKeys = [...new Set(loads.map(({ vehicleKey }) => vehicleKey).filter(isKey))]
  for (const some of inPieces(vehicleKeys))
    for (const { key, document } of await vehicles.named(tx, environmentId, some))
      known.vehicles.set(key, JSON.parse(document) as Vehicle)
  return known
}

const piecesMax = 500
const inPieces = <T>(all: readonly T[], size = piecesMax): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** So many loads at a time: all orders of them are in memory at once. */
const loadsAtOnce = 50

/** The figures of loads, by their ids. */
export async function figures(
  tx: Reader,
  environmentId: string,
  loads: readonly store.LoadRow[],
): Promise<Map<string, Figures>> {
  const known = await knownOf(tx, environmentId, loads)
  const found = new Map<string, Figures>()
  for (const some of inPieces(loads, loadsAtOnce)) {
    const ids = some.map(({ loadId }) => loadId)
    const stops = Map.groupBy(await store.wholeStopsOfLoads(tx, environmentId, ids), ({ loadId }) => loadId)
    for (const load of some) found.set(load.loadId, figuresOf(load, stops.get(load.loadId) ?? [], known))
  }
  return found
}
