// Calculates the figures of a load from its stops and its vehicle: end, distance, duration, cost, CO2, peak load.
import { journey, type Pause, type Visit } from '../../../contract/arrivals.ts'
import type { Vehicle } from '../../../contract/fleet.ts'
import type { Load } from '../../../contract/load.ts'
import type { Address } from '../../../contract/shared.ts'
import { shiftFrom } from '../../../contract/shift.ts'
import { type GeoPosition, legAtSpeed, type TravelSettings } from '../../../contract/travel.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { depots, vehicles } from '../../fleet/record/store.ts'
import { type LegOf, waysAlong } from '../../fleet/travel/rules.ts'
import * as store from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { epochOf, timeOfDayIn, toIsoIfWritable } from '../../platform/value/times.ts'
import { peakOf } from './peak.ts'
import { servedWithPackages } from './served.ts'

export type Figures = Pick<Load, 'peakPackages' | 'plannedEnd' | 'distance' | 'duration' | 'cost' | 'co2'>

/** The figures of a load whose figures are not requested or unknown. */
export const noFigures: Figures = {
  peakPackages: null,
  plannedEnd: null,
  distance: null,
  duration: null,
  cost: null,
  co2: null,
}

interface Way {
  metres: number
  seconds: number
}

const finite = (value: number) => Math.min(value, Number.MAX_VALUE)
const rounded = (value: number, places: number) => finite(Number(value.toFixed(places)))

/** Route of a load: its places, from its start depot to its end depot. */
interface Route {
  start: GeoPosition | null
  visits: readonly (Visit & { packages: number })[]
  end: GeoPosition | null
  /** Planned start in milliseconds since the epoch. If it is null, windows and breaks do not count. */
  startsAt: number | null
}

/** Calculates distance and duration of a route; undefined if it has fewer than two places. */
function wayOf({ start, visits, end, startsAt }: Route, going: Going): Way | undefined {
  let metres = 0
  let legs = 0
  const legOf = (from: GeoPosition, to: GeoPosition) => {
    const leg = legAtSpeed(going.legOf(from, to), going.speedFactor)
    metres += leg.metres
    legs++
    return leg
  }
  const known = startsAt === null ? visits.map((visit) => ({ ...visit, opensAt: null })) : visits
  const { ends } = journey({ start, end, startsAt: startsAt ?? 0, legOf, breaks: going.breaks }, known)
  return legs === 0 ? undefined : { metres, seconds: Math.round((ends! - (startsAt ?? 0)) / 1_000) }
}

/** The facts on which driving times depend. */
interface Going {
  legOf: LegOf
  speedFactor: number
  breaks: readonly Pause[]
}

function costOf(vehicle: Vehicle | undefined, kilometres: number, hours: number): number | null {
  if (!vehicle) return null
  const { fixedCost, costPerKm, costPerHour } = vehicle
  if (fixedCost === null && costPerKm === null && costPerHour === null) return null
  return rounded((fixedCost ?? 0) + (costPerKm ?? 0) * kilometres + (costPerHour ?? 0) * hours, 2)
}

const endOf = (startsAt: number | null, seconds: number): string | null =>
  startsAt === null ? null : toIsoIfWritable(startsAt + seconds * 1_000)

/** Known records, from which the figures of several loads are calculated. */
interface Known {
  travel: TravelSettings
  timezone: string
  positions: Map<string, GeoPosition | null>
  vehicles: Map<string, Vehicle>
}

interface Reckoning extends Known {
  legOf: LegOf
}

function routeOf(load: store.LoadRow, visits: Route['visits'], { positions }: Known): Route {
  const positionOf = (key: string | null) => (key === null ? null : (positions.get(key) ?? null))
  return {
    start: positionOf(load.startDepotKey),
    visits,
    end: positionOf(load.endDepotKey),
    startsAt: load.plannedStart === null ? null : epochOf(load.plannedStart),
  }
}

const placesOf = ({ start, visits, end }: Route) => [start, ...visits.map(({ position }) => position), end]

function figuresOf(load: store.LoadRow, stops: readonly store.StopRow[], route: Route, known: Reckoning): Figures {
  const { visits, startsAt } = route
  const peakPackages = peakOf(stops.map(({ type }, index) => ({ type, amount: visits[index]!.packages })))
  if (stops.length === 0) return { ...noFigures, peakPackages }
  const vehicle = load.vehicleKey === null ? undefined : known.vehicles.get(load.vehicleKey)
  const breaks = breaksOf(vehicle, load, known)
  const way = wayOf(route, { legOf: known.legOf, speedFactor: vehicle?.speedFactor ?? 1, breaks })
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

/** Returns the breaks of a load's vehicle, in the shift of its planned start. */
export function breaksOf(
  vehicle: Vehicle | undefined,
  { plannedStart }: store.LoadRow,
  { timezone }: Pick<Known, 'timezone'>,
): Pause[] {
  if (!vehicle || vehicle.breaks.length === 0 || plannedStart === null) return []
  return shiftFrom(vehicle, epochOf(plannedStart), timeOfDayIn(timezone)).breaks
}

const depotsOf = ({ startDepotKey, endDepotKey }: store.LoadRow) => [startDepotKey, endDepotKey]
const isKey = (key: string | null): key is string => key !== null

async function knownOf(tx: Reader, environmentId: string, loads: readonly store.LoadRow[]): Promise<Known> {
  const { travel, timezone } = await settingsOf(tx, environmentId)
  const known: Known = {
    travel,
    timezone,
    positions: new Map(),
    vehicles: new Map(),
  }
  const depotKeys = [...new Set(loads.flatMap(depotsOf).filter(isKey))]
  for (const some of piecesOf(depotKeys, namedAtOnce))
    for (const { key, document } of await depots.named(tx, environmentId, some))
      known.positions.set(key, (JSON.parse(document) as { address: Address }).address.geoLocation)
  const vehicleKeys = [...new Set(loads.map(({ vehicleKey }) => vehicleKey).filter(isKey))]
  for (const some of piecesOf(vehicleKeys, namedAtOnce))
    for (const { key, document } of await vehicles.named(tx, environmentId, some))
      known.vehicles.set(key, JSON.parse(document) as Vehicle)
  return known
}

/** Depots or vehicles, by name, per read. */
const namedAtOnce = 500

/** Loads per read: each may have thousands of orders. */
const loadsAtOnce = 50

/** Reads the stops of loads, with place and time window. */
async function stopsAndVisits(tx: Reader, environmentId: string, loads: readonly store.LoadRow[]) {
  const rows = await store.stopsOfLoads(
    tx,
    environmentId,
    loads.map(({ loadId }) => loadId),
  )
  const served = await servedWithPackages(tx, environmentId, rows)
  const stops = Map.groupBy(rows, ({ loadId }) => loadId)
  const visits = (load: store.LoadRow): Route['visits'] =>
    stopsOf(load).map(({ consignmentId, timeAtStop }) => ({ ...served.get(consignmentId)!, timeAtStop }))
  const stopsOf = ({ loadId }: store.LoadRow) => stops.get(loadId) ?? []
  return { stopsOf, visits }
}

/** Calculates the figures of loads, by load id. */
export async function figures(
  tx: Reader,
  environmentId: string,
  loads: readonly store.LoadRow[],
): Promise<Map<string, Figures>> {
  const known = await knownOf(tx, environmentId, loads)
  const found = new Map<string, Figures>()
  for (const some of piecesOf(loads, loadsAtOnce)) {
    const { stopsOf, visits } = await stopsAndVisits(tx, environmentId, some)
    const routes = some.map((load) => routeOf(load, visits(load), known))
    const reckoning = { ...known, legOf: await waysAlong(tx, environmentId, routes.map(placesOf), known.travel) }
    for (const [index, load] of some.entries())
      found.set(load.loadId, figuresOf(load, stopsOf(load), routes[index]!, reckoning))
  }
  return found
}
