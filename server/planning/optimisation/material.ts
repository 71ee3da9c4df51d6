// Reads the input of a search: orders, loads, vehicles and their places.
import type { Depot } from '../../../contract/depot.ts'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import { loadStatuses } from '../../../contract/load.ts'
import { type OptimisationInput, type OrderPool, optimisationLimits } from '../../../contract/optimisation.ts'
import type { ShiftTimes } from '../../../contract/shift.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { calculateDayRange, type DayRange } from '../../access/environment/zone.ts'
import * as fleet from '../../fleet/record/store.ts'
import { findUsualDriver } from '../../fleet/vehicle/rules.ts'
import { type OrderDocument, readFields } from '../../orders/record/document.ts'
import type { ConsignmentRow } from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Awaitable, ReadTransaction } from '../../platform/database/database.ts'
import type { PreparationContext } from '../../platform/operation/operation.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { dayMs, firstMs, formatIso, parseEpochMs } from '../../platform/value/times.ts'
import { calculateFigures } from '../calculation/figures.ts'
import { findPostcodeLocations, formatPostcode } from '../calculation/served.ts'
import * as store from './store.ts'

export interface MaterialOrder {
  consignmentId: string
  key: string
  version: number
  type: 'delivery' | 'collection'
  depotKey: string | null
  position: GeoPosition | null
  placedByPostcode: boolean
  /** Country and postal code. Orders with the same postal code are near each other. */
  postcode: string | null
  minutes: number
  weight: number
  volume: number
  packages: number
  requiredFrom: string | null
  requiredTo: string | null
  /** Null also if the committed time is over and the time window is not. */
  committed: string | null
  planned: string | null
  priority: number
  skills: readonly string[]
  maxLateMinutes: number
  was: { loadId: string; position: number } | null
}

/** A load that the search may change, or a vehicle for which it may create one. */
export interface MaterialRoute {
  loadId: string | null
  /** Version of the load; null for a vehicle. */
  version: number | null
  key: string
  vehicle: Vehicle | null
  vehicleVersion: number | null
  driverKey: string | null
  driverShift: ShiftTimes | null
  startDepotKey: string | null
  endDepotKey: string | null
  plannedStart: string | null
  weightCapacity: number | null
  volumeCapacity: number | null
  packageCapacity: number | null
  /** Ids of the load's orders, in their sequence. */
  stops: readonly string[]
  /** Times at which the vehicle is on other loads, in milliseconds since the epoch. */
  busy: readonly TimeSpan[]
  /** Number of these loads that begin on the day. */
  tripsMade: number
}

export interface TimeSpan {
  from: number
  to: number
}

export interface SearchMaterial {
  day: string
  /** Start of the day in milliseconds since the epoch. All times of the search are seconds from it. */
  dayStart: number
  /** Start of the next day: a day may have 23 or 25 hours. */
  dayEnd: number
  /** Start of the search. No vehicle leaves before it. */
  now: number
  settings: EnvironmentSettings
  /** Locations of depots, also of deleted ones that a load still uses. */
  depots: ReadonlyMap<string, GeoPosition | null>
  /** Versions of the depots that exist. */
  depotVersions: Readonly<Record<string, number>>
  orders: readonly MaterialOrder[]
  routes: readonly MaterialRoute[]
  /** Ids of the loads that vehicles have on the day. */
  others: readonly string[]
  /** Vehicles that are omitted because their depot was deleted. */
  stranded: readonly MaterialRoute[]
}

type Read = PreparationContext['read']

const hasWindow = ({ requiredFrom, requiredTo }: store.UnplannedRow) =>
  requiredFrom !== lastSortKey || requiredTo !== lastSortKey

/** Returns the pool of an order without a load. A time that is not set sorts after all times. */
function poolOf(order: store.UnplannedRow, committed: string | undefined, { from, to }: DayRange): OrderPool {
  const { requiredFrom, requiredTo } = order
  const named = committed ?? order.planned
  // A window without a start belongs to the day of its end. An order without a window belongs to the day of its
  // committed or planned time.
  const opens = hasWindow(order) ? (requiredFrom === lastSortKey ? requiredTo : requiredFrom) : named
  const closes = hasWindow(order) ? requiredTo : named
  if (opens === lastSortKey) return 'undated'
  if (closes < from) return 'overdue'
  return opens <= to ? 'day' : 'later'
}

const poolDefault: readonly OrderPool[] = ['overdue', 'day', 'undated']
/** Largest number of orders without a load that are read, the earliest windows first. */
const unplannedMax = 4 * optimisationLimits.consignments
const unplannedAtOnce = 2_000

export async function readMaterial(
  read: Read,
  environmentId: string,
  request: OptimisationInput & { day: string },
): Promise<SearchMaterial> {
  const settings = await read((tx) => getSettings(tx, environmentId))
  const day = calculateDayRange('/day', request.day, settings.timezone)
  const dayLoads = request.mode === 'day' ? await read((tx) => listLoadsOfDay(tx, environmentId, day)) : []
  const away = await awayOf(read, environmentId, request, dayLoads)
  const nights = request.mode === 'day' ? await nightsOf(read, environmentId, request, { day, away }) : away
  const routes = await read(async (tx) => [
    ...(await openLoads(tx, environmentId, request.loadIds ?? [])),
    ...(await freeVehicles(tx, environmentId, request, { away, nights })),
  ])
  const depotData = await read((tx) => depotsOf(tx, environmentId, routes))
  const stranded = routes.filter((route) => isStranded(route, depotData))
  const taking = routes.filter((route) => !stranded.includes(route))
  const inRoutes = taking.flatMap(({ stops }) => stops)
  const requestedIds = request.mode === 'sequence' ? [] : await wantedOrders(read, environmentId, request, day)
  const ids = [...new Set([...inRoutes, ...requestedIds])]
  const orders: MaterialOrder[] = []
  const inside = new Set([null, ...taking.map(({ loadId }) => loadId)])
  // The orders are read in several transactions: a change in between is detected when the proposal is applied. An order
  // that has joined a load outside the search is omitted, because it would block the whole proposal. The check of
  // versions would not detect it.
  for (const chunk of splitIntoBatches(ids, store.ordersAtOnce))
    for (const row of await read((tx) => store.findOrders(tx, environmentId, chunk)))
      if (inside.has(row.loadId)) orders.push(orderOf(row, day))
  await setPostcodeLocations(read, environmentId, orders)
  return {
    day: request.day,
    dayStart: parseEpochMs(day.from),
    dayEnd: parseEpochMs(day.to) + 1_000,
    now: Date.now(),
    settings,
    ...depotData,
    orders,
    routes: taking,
    others: dayLoads.flatMap(({ vehicleKey, loadId }) => (vehicleKey === null ? [] : [loadId])),
    stranded,
  }
}

export const listDepotKeys = ({ startDepotKey, endDepotKey }: MaterialRoute): string[] =>
  [startDepotKey, endDepotKey].filter((key) => key !== null)

/**
 * Returns whether a vehicle has a deleted depot, so that no load can be created. An existing load keeps such a depot.
 */
const isStranded = (route: MaterialRoute, { depotVersions }: Pick<SearchMaterial, 'depotVersions'>): boolean =>
  route.loadId === null && listDepotKeys(route).some((key) => !Object.hasOwn(depotVersions, key))

async function wantedOrders(read: Read, environmentId: string, request: OptimisationInput, day: DayRange) {
  if (request.consignmentIds) return request.consignmentIds
  const pool = request.pool ?? poolDefault
  const found: string[] = []
  let afterRow: store.UnplannedRow | undefined
  // The orders are read in several steps, so that other reads run in between.
  for (let looked = 0; looked < unplannedMax && found.length < optimisationLimits.consignments; ) {
    const startRow = afterRow
    const rows = await read((tx) => store.listUnplannedOrders(tx, environmentId, startRow, unplannedAtOnce))
    const agreed = await agreedOf(read, environmentId, rows)
    for (const row of rows)
      if (pool.includes(poolOf(row, agreed.get(row.consignmentId), day))) found.push(row.consignmentId)
    afterRow = rows.at(-1)
    looked += rows.length
    if (rows.length < unplannedAtOnce) break
  }
  return found.slice(0, optimisationLimits.consignments)
}

/** Reads the committed times of orders without a time window; a time window has precedence over a committed time. */
async function agreedOf(read: Read, environmentId: string, rows: readonly store.UnplannedRow[]) {
  const ids = rows.filter((row) => !hasWindow(row)).map(({ consignmentId }) => consignmentId)
  const agreed = new Map<string, string>()
  for (const chunk of splitIntoBatches(ids, store.ordersAtOnce))
    for (const { consignmentId, document } of await read((tx) => store.findCommittedOrders(tx, environmentId, chunk)))
      agreed.set(consignmentId, readFields(document, ['committed']).committed!)
  return agreed
}

/** Reads the named loads that can still be changed. */
async function openLoads(tx: ReadTransaction, environmentId: string, ids: readonly string[]): Promise<MaterialRoute[]> {
  const vehicles = new Map((await vehiclesOf(tx, environmentId)).map((row) => [row.vehicle.key, row]))
  const drivers = new Map((await driversOf(tx, environmentId)).map((driver) => [driver.key, driver]))
  const found: MaterialRoute[] = []
  for (const loadId of ids) {
    const load = await loads.findLoad(tx, environmentId, loadId)
    if (!load || load.status === 'started' || load.status === 'completed') continue
    const vehicleRow = load.vehicleKey === null ? undefined : vehicles.get(load.vehicleKey)
    const { version, key, driverKey, startDepotKey, endDepotKey, plannedStart } = load
    const { weightCapacity, volumeCapacity, packageCapacity } = load
    const stops = await loads.listStops(tx, environmentId, loadId)
    found.push({
      loadId,
      version,
      key,
      driverKey,
      startDepotKey,
      endDepotKey,
      plannedStart,
      weightCapacity,
      volumeCapacity,
      packageCapacity,
      driverShift: driverKey === null ? null : shiftOf(drivers.get(driverKey)),
      vehicle: vehicleRow?.vehicle ?? null,
      vehicleVersion: vehicleRow?.version ?? null,
      stops: stops.map(({ consignmentId }) => consignmentId),
      busy: [],
      tripsMade: 0,
    })
  }
  return found
}

const vehiclesOf = async (tx: ReadTransaction, environmentId: string) =>
  (await fleet.vehicleTable.list(tx, environmentId)).map(({ version, document }) => ({
    version,
    vehicle: JSON.parse(document) as Vehicle,
  }))

const driversOf = async (tx: ReadTransaction, environmentId: string) =>
  (await fleet.driverTable.list(tx, environmentId)).map(({ document }) => JSON.parse(document) as Driver)

/** Returns the shift of a driver. A search needs no other data of a driver. */
const shiftOf = (driver: Driver | undefined): ShiftTimes | null =>
  driver ? { shiftStart: driver.shiftStart, shiftEnd: driver.shiftEnd } : null

/** Reads the named vehicles, or all active vehicles without a load on the day. */
async function freeVehicles(
  tx: ReadTransaction,
  environmentId: string,
  { mode, vehicleKeys, day: text }: OptimisationInput & { day: string },
  { away, nights }: Record<'away' | 'nights', ReadonlyMap<string, readonly TimeSpan[]>>,
): Promise<MaterialRoute[]> {
  if (mode !== 'day') return []
  const named = vehicleKeys && new Set(vehicleKeys)
  const drivers = Map.groupBy(await driversOf(tx, environmentId), ({ vehicleKey }) => vehicleKey)
  const found: MaterialRoute[] = []
  for (const { version, vehicle } of await vehiclesOf(tx, environmentId)) {
    const ofDay = away.get(vehicle.key) ?? []
    const isWanted = named ? named.has(vehicle.key) : vehicle.active && ofDay.length === 0
    if (!isWanted) continue
    const driver = findUsualDriver(drivers.get(vehicle.key) ?? [])
    found.push({
      loadId: null,
      version: null,
      key: await findFreeKey(tx, environmentId, `${vehicle.key.slice(0, vehicleKeyMax)} ${text}`),
      vehicle,
      vehicleVersion: version,
      driverKey: driver?.key ?? null,
      driverShift: shiftOf(driver),
      startDepotKey: vehicle.startDepotKey,
      endDepotKey: vehicle.endDepotKey,
      plannedStart: null,
      weightCapacity: vehicle.weightCapacity,
      volumeCapacity: vehicle.volumeCapacity,
      packageCapacity: vehicle.packageCapacity,
      stops: [],
      busy: [...(nights.get(vehicle.key) ?? []), ...ofDay],
      tripsMade: ofDay.length,
    })
  }
  return found
}

/** Loads per read, which reads all their orders. */
const spansAtOnce = 50

/** Returns the times at which vehicles are on loads of the day, by vehicle key. */
async function awayOf(
  read: Read,
  environmentId: string,
  { vehicleKeys, loadIds }: OptimisationInput,
  dayLoads: readonly loads.LoadRow[],
): Promise<Map<string, TimeSpan[]>> {
  const away = new Map<string, TimeSpan[]>()
  const named = vehicleKeys && new Set(vehicleKeys)
  const taking = new Set(loadIds)
  const now = Date.now()
  const requestedLoads = dayLoads.filter(({ vehicleKey }) => vehicleKey !== null && (named?.has(vehicleKey) ?? true))
  for (const chunk of splitIntoBatches(requestedLoads, spansAtOnce)) {
    // Without `vehicleKeys`, a vehicle with a load on the day gets no other load: the end of its load is not needed.
    const figuresById = named ? await read((tx) => calculateFigures(tx, environmentId, chunk)) : undefined
    for (const load of chunk) {
      const span = spanOf(load, figuresById?.get(load.loadId)?.plannedEnd ?? null, now)
      // A load that the search changes may become longer.
      if (taking.has(load.loadId)) span.to = span.from + dayMs
      away.set(load.vehicleKey!, [...(away.get(load.vehicleKey!) ?? []), span])
    }
  }
  return away
}

/** Longest duration of a route, in milliseconds. */
const routeMs = dayMs

/** Returns the times of loads that began on the day before and end on the day, by vehicle key. */
async function nightsOf(
  read: Read,
  environmentId: string,
  { vehicleKeys }: OptimisationInput,
  { day, away }: { day: DayRange; away: ReadonlyMap<string, unknown> },
): Promise<Map<string, TimeSpan[]>> {
  const named = vehicleKeys && new Set(vehicleKeys)
  const [now, begins] = [Date.now(), parseEpochMs(day.from)]
  const dayBefore = { from: formatIso(Math.max(firstMs, begins - routeMs)), to: formatIso(begins - 1_000) }
  const earlier = await read((tx) => listLoadsOfDay(tx, environmentId, dayBefore))
  // If a vehicle has several loads, the last entry is the load that starts last.
  const last = new Map(earlier.flatMap((load) => (load.vehicleKey === null ? [] : [[load.vehicleKey, load] as const])))
  const requestedLoads = [...last].flatMap(([key, load]) => ((named ? named.has(key) : !away.has(key)) ? [load] : []))
  const nights = new Map<string, TimeSpan[]>()
  for (const chunk of splitIntoBatches(requestedLoads, spansAtOnce)) {
    const figuresById = await read((tx) => calculateFigures(tx, environmentId, chunk))
    for (const load of chunk) {
      const span = spanOf(load, figuresById.get(load.loadId)?.plannedEnd ?? null, now)
      if (span.to > begins) nights.set(load.vehicleKey!, [span])
    }
  }
  return nights
}

/** Returns the time span of a load. A late start moves its end; a started load ends now at the earliest. */
function spanOf(
  { plannedStart, actualStart, actualEnd }: loads.LoadRow,
  plannedEnd: string | null,
  now: number,
): TimeSpan {
  const planned = parseEpochMs(plannedStart!)
  const from = actualStart === null ? planned : parseEpochMs(actualStart)
  if (actualEnd !== null) return { from, to: parseEpochMs(actualEnd) }
  const to = plannedEnd === null ? from : from + parseEpochMs(plannedEnd) - planned
  return { from, to: actualStart === null ? to : Math.max(to, now) }
}

const dayLoadsMax = 10_000
export function listLoadsOfDay(
  tx: ReadTransaction,
  environmentId: string,
  planned: DayRange,
): Awaitable<loads.LoadRow[]> {
  const range = { sort: 'plannedStart' as const, descending: false, after: undefined, upTo: undefined }
  const filter = { search: '', statuses: loadStatuses, starts: undefined, ends: undefined, drivers: undefined, planned }
  return tx.all<loads.LoadRow>(loads.buildLoadPageQuery(environmentId, range, filter, dayLoadsMax))
}

/** Characters of a vehicle's key in the key of its load, which also contains the day and a number. */
const vehicleKeyMax = 100

/** Returns a key for a new load, with a number if another load has the key. */
export async function findFreeKey(tx: ReadTransaction, environmentId: string, key: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? key : `${key} (${number})`
    if ((await loads.findLoadId(tx, environmentId, tried)) === undefined) return tried
  }
}

/** Deleted depots per read. */
const deletedAtOnce = 500

async function depotsOf(
  tx: ReadTransaction,
  environmentId: string,
  routes: readonly MaterialRoute[],
): Promise<Pick<SearchMaterial, 'depots' | 'depotVersions'>> {
  const rows = await fleet.depotTable.list(tx, environmentId)
  const depots = rows.map(({ version, document }) => ({ version, ...(JSON.parse(document) as Depot) }))
  const positions = new Map(depots.map(({ key, address }) => [key, address.geoLocation]))
  const deleted = new Set(routes.flatMap(listDepotKeys).filter((key) => !positions.has(key)))
  for (const keys of splitIntoBatches([...deleted], deletedAtOnce))
    for (const { key, document } of await fleet.depotTable.named(tx, environmentId, keys))
      positions.set(key, (JSON.parse(document) as Depot).address.geoLocation)
  return {
    depots: positions,
    depotVersions: Object.fromEntries(depots.map(({ key, version }) => [key, version])),
  }
}

const placed = ['requiredFrom', 'requiredTo', 'planned', 'committed', 'plannedPackages', 'consigneeAddress'] as const
/** The fields of an order document that a search needs. */
type Placed = Pick<OrderDocument, (typeof placed)[number]>

/**
 * Returns whether the committed time is before the day, but the time window is not over: the search then uses the
 * window.
 */
function isMissed({ committed, requiredFrom, requiredTo }: Placed, { from }: DayRange): boolean {
  const closes = requiredTo ?? (requiredFrom === null ? '' : lastSortKey)
  return committed !== null && committed < from && closes >= from
}

function orderOf(row: ConsignmentRow, day: DayRange): MaterialOrder {
  const order = readFields(row.document, placed) as Placed
  const { consigneeAddress: address } = order
  return {
    consignmentId: row.consignmentId,
    key: row.key,
    version: row.version,
    type: row.type,
    depotKey: row.depotKey,
    position: address.geoLocation,
    placedByPostcode: false,
    postcode: formatPostcode(address),
    minutes: row.effectiveTimeAtStop,
    weight: row.weight ?? 0,
    volume: row.volume ?? 0,
    packages: order.plannedPackages ?? readFields(row.document, ['packages']).packages!.length,
    requiredFrom: order.requiredFrom,
    requiredTo: order.requiredTo,
    committed: isMissed(order, day) ? null : order.committed,
    planned: order.planned,
    priority: row.priority ?? 0,
    skills: row.skills === null ? [] : (JSON.parse(row.skills) as string[]),
    maxLateMinutes: row.maxLateMinutes ?? 0,
    was: row.loadId === null ? null : { loadId: row.loadId, position: row.stopPosition ?? 1 },
  }
}

const postcodesAtOnce = 200
/** Places orders without a location by their postal code, as driving times do, and marks them. */
async function setPostcodeLocations(read: Read, environmentId: string, orders: MaterialOrder[]): Promise<void> {
  const nowhere = orders.filter(({ position }) => !position)
  const locations = new Map<string, GeoPosition>()
  for (const chunk of splitIntoBatches([...new Set(nowhere.map(({ postcode }) => postcode))], postcodesAtOnce))
    for (const [name, place] of await read((tx) => findPostcodeLocations(tx, environmentId, chunk)))
      locations.set(name, place)
  for (const order of nowhere) {
    const position = order.postcode === null ? undefined : locations.get(order.postcode)
    if (position) Object.assign(order, { position, placedByPostcode: true })
  }
}
