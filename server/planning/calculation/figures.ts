// Calculates the figures of a load from its stops and its vehicle: end, distance, duration, cost, CO2, peak load.
import { calculateRouteTimes, type RouteBreak, type StopVisit } from '../../../contract/arrivals.ts'
import type { Vehicle } from '../../../contract/fleet.ts'
import type { Load } from '../../../contract/load.ts'
import type { Address } from '../../../contract/shared.ts'
import { shiftFrom } from '../../../contract/shift.ts'
import { applySpeedFactor, type GeoPosition, type TravelSettings } from '../../../contract/travel.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { depotTable, vehicleTable } from '../../fleet/record/store.ts'
import { type LegOf, loadLegLookup } from '../../fleet/travel/rules.ts'
import * as store from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { createTimeOfDayFormatter, formatIsoOrNull, parseEpochMs } from '../../platform/value/times.ts'
import { calculatePeak } from './peak.ts'
import { readOrdersWithPackages } from './served.ts'

export type LoadFigures = Pick<Load, 'peakPackages' | 'plannedEnd' | 'distance' | 'duration' | 'cost' | 'co2'>

/** The figures of a load whose figures are not requested or unknown. */
export const noFigures: LoadFigures = {
  peakPackages: null,
  plannedEnd: null,
  distance: null,
  duration: null,
  cost: null,
  co2: null,
}

interface RouteTotals {
  metres: number
  seconds: number
}

const finite = (value: number) => Math.min(value, Number.MAX_VALUE)
const rounded = (value: number, digits: number) => finite(Number(value.toFixed(digits)))

/** Route of a load: its places, from its start depot to its end depot. */
interface Route {
  start: GeoPosition | null
  visits: readonly (StopVisit & { packages: number })[]
  end: GeoPosition | null
  /** Planned start in milliseconds since the epoch. If it is null, time windows and breaks are ignored. */
  startsAt: number | null
}

/** Calculates distance and duration of a route; undefined if it has fewer than two places. */
function measureRoute({ start, visits, end, startsAt }: Route, model: TravelModel): RouteTotals | undefined {
  let metres = 0
  let legs = 0
  const legOf = (from: GeoPosition, to: GeoPosition) => {
    const leg = applySpeedFactor(model.legOf(from, to), model.speedFactor)
    metres += leg.metres
    legs++
    return leg
  }
  const timed = startsAt === null ? visits.map((visit) => ({ ...visit, opensAt: null })) : visits
  const { ends } = calculateRouteTimes({ start, end, startsAt: startsAt ?? 0, legOf, breaks: model.breaks }, timed)
  return legs === 0 ? undefined : { metres, seconds: Math.round((ends! - (startsAt ?? 0)) / 1_000) }
}

/** The facts on which driving times depend. */
interface TravelModel {
  legOf: LegOf
  speedFactor: number
  breaks: readonly RouteBreak[]
}

function costOf(vehicle: Vehicle | undefined, kilometres: number, hours: number): number | null {
  if (!vehicle) return null
  const { fixedCost, costPerKm, costPerHour } = vehicle
  if (fixedCost === null && costPerKm === null && costPerHour === null) return null
  return rounded((fixedCost ?? 0) + (costPerKm ?? 0) * kilometres + (costPerHour ?? 0) * hours, 2)
}

const endOf = (startsAt: number | null, seconds: number): string | null =>
  startsAt === null ? null : formatIsoOrNull(startsAt + seconds * 1_000)

/** Known records, from which the figures of several loads are calculated. */
interface FigureInput {
  travel: TravelSettings
  timezone: string
  positions: Map<string, GeoPosition | null>
  vehicles: Map<string, Vehicle>
}

interface Reckoning extends FigureInput {
  legOf: LegOf
}

function routeOf(load: store.LoadRow, visits: Route['visits'], { positions }: FigureInput): Route {
  const positionOf = (key: string | null) => (key === null ? null : (positions.get(key) ?? null))
  return {
    start: positionOf(load.startDepotKey),
    visits,
    end: positionOf(load.endDepotKey),
    startsAt: load.plannedStart === null ? null : parseEpochMs(load.plannedStart),
  }
}

const placesOf = ({ start, visits, end }: Route) => [start, ...visits.map(({ position }) => position), end]

function figuresOf(load: store.LoadRow, stops: readonly store.StopRow[], route: Route, input: Reckoning): LoadFigures {
  const { visits, startsAt } = route
  const peakPackages = calculatePeak(stops.map(({ type }, index) => ({ type, amount: visits[index]!.packages })))
  if (stops.length === 0) return { ...noFigures, peakPackages }
  const vehicle = load.vehicleKey === null ? undefined : input.vehicles.get(load.vehicleKey)
  const breaks = findBreaks(vehicle, load, input)
  const totals = measureRoute(route, { legOf: input.legOf, speedFactor: vehicle?.speedFactor ?? 1, breaks })
  if (!totals) return { ...noFigures, peakPackages }
  const kilometres = totals.metres / 1_000
  return {
    peakPackages,
    plannedEnd: endOf(startsAt, totals.seconds),
    distance: kilometres,
    duration: Math.round(totals.seconds / 60),
    cost: costOf(vehicle, kilometres, totals.seconds / 3_600),
    co2: vehicle?.emission == null ? null : rounded((vehicle.emission * kilometres) / 1_000, 3),
  }
}

/** Returns the breaks of a load's vehicle, in the shift of its planned start. */
export function findBreaks(
  vehicle: Vehicle | undefined,
  { plannedStart }: store.LoadRow,
  { timezone }: Pick<FigureInput, 'timezone'>,
): RouteBreak[] {
  if (!vehicle || vehicle.breaks.length === 0 || plannedStart === null) return []
  return shiftFrom(vehicle, parseEpochMs(plannedStart), createTimeOfDayFormatter(timezone)).breaks
}

const depotsOf = ({ startDepotKey, endDepotKey }: store.LoadRow) => [startDepotKey, endDepotKey]
const isKey = (key: string | null): key is string => key !== null

async function readFigureInput(
  tx: ReadTransaction,
  environmentId: string,
  loads: readonly store.LoadRow[],
): Promise<FigureInput> {
  const { travel, timezone } = await getSettings(tx, environmentId)
  const input: FigureInput = {
    travel,
    timezone,
    positions: new Map(),
    vehicles: new Map(),
  }
  const depotKeys = [...new Set(loads.flatMap(depotsOf).filter(isKey))]
  for (const keys of splitIntoBatches(depotKeys, namedAtOnce))
    for (const { key, document } of await depotTable.named(tx, environmentId, keys))
      input.positions.set(key, (JSON.parse(document) as { address: Address }).address.geoLocation)
  const vehicleKeys = [...new Set(loads.map(({ vehicleKey }) => vehicleKey).filter(isKey))]
  for (const keys of splitIntoBatches(vehicleKeys, namedAtOnce))
    for (const { key, document } of await vehicleTable.named(tx, environmentId, keys))
      input.vehicles.set(key, JSON.parse(document) as Vehicle)
  return input
}

/** Depots or vehicles per read. */
const namedAtOnce = 500

/** Loads per read: each may have thousands of orders. */
const loadsAtOnce = 50

/** Reads the stops of loads, with place and time window. */
async function stopsAndVisits(tx: ReadTransaction, environmentId: string, loads: readonly store.LoadRow[]) {
  const rows = await store.listLoadStops(
    tx,
    environmentId,
    loads.map(({ loadId }) => loadId),
  )
  const served = await readOrdersWithPackages(tx, environmentId, rows)
  const stops = Map.groupBy(rows, ({ loadId }) => loadId)
  const visits = (load: store.LoadRow): Route['visits'] =>
    stopsOf(load).map(({ consignmentId, timeAtStop }) => ({ ...served.get(consignmentId)!, timeAtStop }))
  const stopsOf = ({ loadId }: store.LoadRow) => stops.get(loadId) ?? []
  return { stopsOf, visits }
}

/** Calculates the figures of loads, by load id. */
export async function calculateFigures(
  tx: ReadTransaction,
  environmentId: string,
  loads: readonly store.LoadRow[],
): Promise<Map<string, LoadFigures>> {
  const input = await readFigureInput(tx, environmentId, loads)
  const found = new Map<string, LoadFigures>()
  for (const chunk of splitIntoBatches(loads, loadsAtOnce)) {
    const { stopsOf, visits } = await stopsAndVisits(tx, environmentId, chunk)
    const routes = chunk.map((load) => routeOf(load, visits(load), input))
    const reckoning = { ...input, legOf: await loadLegLookup(tx, environmentId, routes.map(placesOf), input.travel) }
    for (const [index, load] of chunk.entries())
      found.set(load.loadId, figuresOf(load, stopsOf(load), routes[index]!, reckoning))
  }
  return found
}
