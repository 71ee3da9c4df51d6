// What a search is made from: the orders, the loads and vehicles that take them, and where everything is.
import type { Depot } from '../../../contract/depot.ts'
import type { Settings } from '../../../contract/environment.ts'
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import { loadStatuses } from '../../../contract/load.ts'
import { type OptimisationInput, optimisationLimits, type Pool } from '../../../contract/optimisation.ts'
import type { Shift } from '../../../contract/shift.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { type Day, wholeDay } from '../../access/environment/zone.ts'
import * as fleet from '../../fleet/record/store.ts'
import { usualOf } from '../../fleet/vehicle/rules.ts'
import { type Document, membersOf } from '../../orders/record/document.ts'
import type { ConsignmentRow } from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Awaitable, Reader } from '../../platform/database/database.ts'
import type { Preparing } from '../../platform/operation/operation.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { last } from '../../platform/value/sort.ts'
import { dayMs, epochOf, firstMs, toIso } from '../../platform/value/times.ts'
import { figures } from '../calculation/figures.ts'
import { postcodeOf, postcodePlaces } from '../calculation/served.ts'
import * as store from './store.ts'

export interface MaterialOrder {
  consignmentId: string
  key: string
  version: number
  type: 'delivery' | 'collection'
  depotKey: string | null
  position: GeoPosition | null
  placedByPostcode: boolean
  /** With its country; orders with the same one are near each other. */
  postcode: string | null
  minutes: number
  weight: number
  volume: number
  packages: number
  requiredFrom: string | null
  requiredTo: string | null
  /** Null also where it cannot be kept any more and the window can. */
  committed: string | null
  planned: string | null
  priority: number
  skills: readonly string[]
  maxLateMinutes: number
  was: { loadId: string; position: number } | null
}

/** A load that takes part, or a vehicle for which one may be made. */
export interface MaterialRoute {
  loadId: string | null
  /** Of the load, where there is one. */
  version: number | null
  key: string
  vehicle: Vehicle | null
  vehicleVersion: number | null
  driverKey: string | null
  driverShift: Shift | null
  startDepotKey: string | null
  endDepotKey: string | null
  plannedStart: string | null
  weightCapacity: number | null
  volumeCapacity: number | null
  packageCapacity: number | null
  /** Ids of its orders, in their sequence. */
  stops: readonly string[]
  /** Of a vehicle for which one may be made: when it is on its way already, as milliseconds since the epoch. */
  busy: readonly Span[]
  /** How many of these trips begin on the day. */
  tripsMade: number
}

export interface Span {
  from: number
  to: number
}

export interface Material {
  day: string
  /** Milliseconds since the epoch: all times of the search are seconds from here. */
  dayStart: number
  /** When the next one begins: clocks may change in between. */
  dayEnd: number
  /** When the search began: nobody leaves before. */
  now: number
  settings: Settings
  /** Also those that are deleted, where a load still names them. */
  depots: ReadonlyMap<string, GeoPosition | null>
  /** Of those that are there. */
  depotVersions: Readonly<Record<string, number>>
  orders: readonly MaterialOrder[]
  routes: readonly MaterialRoute[]
  /** Ids of the loads that vehicles have on the day. */
  others: readonly string[]
  /** Vehicles that might have taken part, but for a depot that is gone. */
  stranded: readonly MaterialRoute[]
}

type Read = Preparing['read']

const hasWindow = ({ requiredFrom, requiredTo }: store.UnplannedRow) => requiredFrom !== last || requiredTo !== last

/** To which part of the pool an order belongs that is in no load. What is not set sorts behind all times. */
function poolOf(order: store.UnplannedRow, committed: string | undefined, { from, to }: Day): Pool {
  const { requiredFrom, requiredTo } = order
  const named = committed ?? order.planned
  // Of a window with an end alone, that is the day; without one, what was agreed or is planned.
  const opens = hasWindow(order) ? (requiredFrom === last ? requiredTo : requiredFrom) : named
  const closes = hasWindow(order) ? requiredTo : named
  if (opens === last) return 'undated'
  if (closes < from) return 'overdue'
  return opens <= to ? 'day' : 'later'
}

const poolDefault: readonly Pool[] = ['overdue', 'day', 'undated']
/** Of orders without a load, so many are looked at: those with the latest windows wait. */
const unplannedMax = 4 * optimisationLimits.consignments
const unplannedAtOnce = 2_000

export async function readMaterial(
  read: Read,
  environmentId: string,
  request: OptimisationInput & { day: string },
): Promise<Material> {
  const settings = await read((tx) => settingsOf(tx, environmentId))
  const day = wholeDay('/day', request.day, settings.timezone)
  const held = request.mode === 'day' ? await read((tx) => loadsOfDay(tx, environmentId, day)) : []
  const away = await awayOf(read, environmentId, request, held)
  const nights = request.mode === 'day' ? await nightsOf(read, environmentId, request, { day, away }) : away
  const routes = await read(async (tx) => [
    ...(await openLoads(tx, environmentId, request.loadIds ?? [])),
    ...(await freeVehicles(tx, environmentId, request, { away, nights })),
  ])
  const places = await read((tx) => depotsOf(tx, environmentId, routes))
  const stranded = routes.filter((route) => isStranded(route, places))
  const taking = routes.filter((route) => !stranded.includes(route))
  const inRoutes = taking.flatMap(({ stops }) => stops)
  const wanted = request.mode === 'sequence' ? [] : await wantedOrders(read, environmentId, request, day)
  const ids = [...new Set([...inRoutes, ...wanted])]
  const orders: MaterialOrder[] = []
  const inside = new Set([null, ...taking.map(({ loadId }) => loadId)])
  // In several transactions: what changes meanwhile is found out when the proposal is applied. An order that has gone into a load
  // that takes no part would keep all of it from being applied, although it has not changed since.
  for (const some of piecesOf(ids, store.ordersAtOnce))
    for (const row of await read((tx) => store.orders(tx, environmentId, some)))
      if (inside.has(row.loadId)) orders.push(orderOf(row, day))
  await placeByPostcode(read, environmentId, orders)
  return {
    day: request.day,
    dayStart: epochOf(day.from),
    dayEnd: epochOf(day.to) + 1_000,
    now: Date.now(),
    settings,
    ...places,
    orders,
    routes: taking,
    others: held.flatMap(({ vehicleKey, loadId }) => (vehicleKey === null ? [] : [loadId])),
    stranded,
  }
}

export const depotKeysOf = ({ startDepotKey, endDepotKey }: MaterialRoute): string[] =>
  [startDepotKey, endDepotKey].filter((key) => key !== null)

/** No load can be made from or to a depot that is gone. One that is there keeps it. */
const isStranded = (route: MaterialRoute, { depotVersions }: Pick<Material, 'depotVersions'>): boolean =>
  route.loadId === null && depotKeysOf(route).some((key) => !Object.hasOwn(depotVersions, key))

async function wantedOrders(read: Read, environmentId: string, request: OptimisationInput, day: Day) {
  if (request.consignmentIds) return request.consignmentIds
  const pool = request.pool ?? poolDefault
  const found: string[] = []
  let after: store.UnplannedRow | undefined
  // Some at a time, so that others are let in between.
  for (let looked = 0; looked < unplannedMax && found.length < optimisationLimits.consignments; ) {
    const from = after
    const rows = await read((tx) => store.unplanned(tx, environmentId, from, unplannedAtOnce))
    const agreed = await agreedOf(read, environmentId, rows)
    for (const row of rows)
      if (pool.includes(poolOf(row, agreed.get(row.consignmentId), day))) found.push(row.consignmentId)
    after = rows.at(-1)
    looked += rows.length
    if (rows.length < unplannedAtOnce) break
  }
  return found.slice(0, optimisationLimits.consignments)
}

/** When orders were agreed for that have no window: a window counts before it. */
async function agreedOf(read: Read, environmentId: string, rows: readonly store.UnplannedRow[]) {
  const ids = rows.filter((row) => !hasWindow(row)).map(({ consignmentId }) => consignmentId)
  const agreed = new Map<string, string>()
  for (const some of piecesOf(ids, store.ordersAtOnce))
    for (const { consignmentId, document } of await read((tx) => store.agreed(tx, environmentId, some)))
      agreed.set(consignmentId, membersOf(document, ['committed']).committed!)
  return agreed
}

/** The loads that take part and can still be changed. */
async function openLoads(tx: Reader, environmentId: string, ids: readonly string[]): Promise<MaterialRoute[]> {
  const vehicles = new Map((await vehiclesOf(tx, environmentId)).map((row) => [row.vehicle.key, row]))
  const drivers = new Map((await driversOf(tx, environmentId)).map((driver) => [driver.key, driver]))
  const found: MaterialRoute[] = []
  for (const loadId of ids) {
    const load = await loads.find(tx, environmentId, loadId)
    if (!load || load.status === 'started' || load.status === 'completed') continue
    const held = load.vehicleKey === null ? undefined : vehicles.get(load.vehicleKey)
    const { version, key, driverKey, startDepotKey, endDepotKey, plannedStart } = load
    const { weightCapacity, volumeCapacity, packageCapacity } = load
    const stops = await loads.stops(tx, environmentId, loadId)
    found.push({
      ...{ loadId, version, key, driverKey, startDepotKey, endDepotKey, plannedStart },
      ...{ weightCapacity, volumeCapacity, packageCapacity },
      driverShift: driverKey === null ? null : shiftOf(drivers.get(driverKey)),
      vehicle: held?.vehicle ?? null,
      vehicleVersion: held?.version ?? null,
      stops: stops.map(({ consignmentId }) => consignmentId),
      busy: [],
      tripsMade: 0,
    })
  }
  return found
}

const vehiclesOf = async (tx: Reader, environmentId: string) =>
  (await fleet.vehicles.list(tx, environmentId)).map(({ version, document }) => ({
    version,
    vehicle: JSON.parse(document) as Vehicle,
  }))

const driversOf = async (tx: Reader, environmentId: string) =>
  (await fleet.drivers.list(tx, environmentId)).map(({ document }) => JSON.parse(document) as Driver)

/** Of a driver nothing else is of interest here, least of all the name. */
const shiftOf = (driver: Driver | undefined): Shift | null =>
  driver ? { shiftStart: driver.shiftStart, shiftEnd: driver.shiftEnd } : null

/** The vehicles that were named, or those that are active and have no load on the day. */
async function freeVehicles(
  tx: Reader,
  environmentId: string,
  { mode, vehicleKeys, day: text }: OptimisationInput & { day: string },
  { away, nights }: Record<'away' | 'nights', ReadonlyMap<string, readonly Span[]>>,
): Promise<MaterialRoute[]> {
  if (mode !== 'day') return []
  const named = vehicleKeys && new Set(vehicleKeys)
  const drivers = Map.groupBy(await driversOf(tx, environmentId), ({ vehicleKey }) => vehicleKey)
  const found: MaterialRoute[] = []
  for (const { version, vehicle } of await vehiclesOf(tx, environmentId)) {
    const ofDay = away.get(vehicle.key) ?? []
    const isWanted = named ? named.has(vehicle.key) : vehicle.active && ofDay.length === 0
    if (!isWanted) continue
    const driver = usualOf(drivers.get(vehicle.key) ?? [])
    found.push({
      loadId: null,
      version: null,
      key: await freeKey(tx, environmentId, `${vehicle.key.slice(0, vehicleKeyMax)} ${text}`),
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

/** So many loads at a time: all their orders are read for their ends, and others are let in between. */
const spansAtOnce = 50

/** By vehicle that has loads on the day: when they keep it away, as far as that matters. */
async function awayOf(
  read: Read,
  environmentId: string,
  { vehicleKeys, loadIds }: OptimisationInput,
  held: readonly loads.LoadRow[],
): Promise<Map<string, Span[]>> {
  const away = new Map<string, Span[]>()
  const named = vehicleKeys && new Set(vehicleKeys)
  const taking = new Set(loadIds)
  const now = Date.now()
  const wanted = held.filter(({ vehicleKey }) => vehicleKey !== null && (named?.has(vehicleKey) ?? true))
  for (const some of piecesOf(wanted, spansAtOnce)) {
    // Those that nobody has named are left alone, whenever they are back.
    const known = named ? await read((tx) => figures(tx, environmentId, some)) : undefined
    for (const load of some) {
      const span = spanOf(load, known?.get(load.loadId)?.plannedEnd ?? null, now)
      // What takes part may become longer.
      if (taking.has(load.loadId)) span.to = span.from + dayMs
      away.set(load.vehicleKey!, [...(away.get(load.vehicleKey!) ?? []), span])
    }
  }
  return away
}

/** A route is over within a day. */
const routeMs = dayMs

/** By vehicle that may take part: what keeps it away since before the day has begun. */
async function nightsOf(
  read: Read,
  environmentId: string,
  { vehicleKeys }: OptimisationInput,
  { day, away }: { day: Day; away: ReadonlyMap<string, unknown> },
): Promise<Map<string, Span[]>> {
  const named = vehicleKeys && new Set(vehicleKeys)
  const [now, begins] = [Date.now(), epochOf(day.from)]
  const before = { from: toIso(Math.max(firstMs, begins - routeMs)), to: toIso(begins - 1_000) }
  const held = await read((tx) => loadsOfDay(tx, environmentId, before))
  // Of several, the one that started last.
  const last = new Map(held.flatMap((load) => (load.vehicleKey === null ? [] : [[load.vehicleKey, load] as const])))
  const wanted = [...last].flatMap(([key, load]) => ((named ? named.has(key) : !away.has(key)) ? [load] : []))
  const nights = new Map<string, Span[]>()
  for (const some of piecesOf(wanted, spansAtOnce)) {
    const known = await read((tx) => figures(tx, environmentId, some))
    for (const load of some) {
      const span = spanOf(load, known.get(load.loadId)?.plannedEnd ?? null, now)
      if (span.to > begins) nights.set(load.vehicleKey!, [span])
    }
  }
  return nights
}

/** Of a load that has started late, as long after that as was planned; until it has ended, its vehicle is not back. */
function spanOf({ plannedStart, actualStart, actualEnd }: loads.LoadRow, plannedEnd: string | null, now: number): Span {
  const planned = epochOf(plannedStart!)
  const from = actualStart === null ? planned : epochOf(actualStart)
  if (actualEnd !== null) return { from, to: epochOf(actualEnd) }
  const to = plannedEnd === null ? from : from + epochOf(plannedEnd) - planned
  return { from, to: actualStart === null ? to : Math.max(to, now) }
}

const dayLoadsMax = 10_000
export function loadsOfDay(tx: Reader, environmentId: string, planned: Day): Awaitable<loads.LoadRow[]> {
  const whole = { sort: 'plannedStart' as const, descending: false, after: undefined, upTo: undefined }
  const filter = { search: '', statuses: loadStatuses, starts: undefined, ends: undefined, drivers: undefined, planned }
  return tx.all<loads.LoadRow>(loads.pageOfLoads(environmentId, whole, filter, dayLoadsMax))
}

/** What of a vehicle's key is part of a load's: there is room for the day, and for a number behind it. */
const vehicleKeyMax = 100

/** With a number behind it where somebody has taken it for another load. */
export async function freeKey(tx: Reader, environmentId: string, key: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? key : `${key} (${number})`
    if ((await loads.idOfKey(tx, environmentId, tried)) === undefined) return tried
  }
}

/** Of the depots that are deleted, so many are looked up at a time. */
const deletedAtOnce = 500

async function depotsOf(
  tx: Reader,
  environmentId: string,
  routes: readonly MaterialRoute[],
): Promise<Pick<Material, 'depots' | 'depotVersions'>> {
  const rows = await fleet.depots.list(tx, environmentId)
  const known = rows.map(({ version, document }) => ({ version, ...(JSON.parse(document) as Depot) }))
  const positions = new Map(known.map(({ key, address }) => [key, address.geoLocation]))
  const deleted = new Set(routes.flatMap(depotKeysOf).filter((key) => !positions.has(key)))
  for (const some of piecesOf([...deleted], deletedAtOnce))
    for (const { key, document } of await fleet.depots.named(tx, environmentId, some))
      positions.set(key, (JSON.parse(document) as Depot).address.geoLocation)
  return {
    depots: positions,
    depotVersions: Object.fromEntries(known.map(({ key, version }) => [key, version])),
  }
}

const placed = ['requiredFrom', 'requiredTo', 'planned', 'committed', 'plannedPackages', 'consigneeAddress'] as const
/** What a search needs of the document of an order. */
type Placed = Pick<Document, (typeof placed)[number]>

/** Whether a time was agreed for a day before, of an order whose window is not over: then that counts again. */
function isMissed({ committed, requiredFrom, requiredTo }: Placed, { from }: Day): boolean {
  const closes = requiredTo ?? (requiredFrom === null ? '' : last)
  return committed !== null && committed < from && closes >= from
}

function orderOf(row: ConsignmentRow, day: Day): MaterialOrder {
  const order = membersOf(row.document, placed) as Placed
  const { consigneeAddress: address } = order
  return {
    consignmentId: row.consignmentId,
    key: row.key,
    version: row.version,
    type: row.type,
    depotKey: row.depotKey,
    position: address.geoLocation,
    placedByPostcode: false,
    postcode: postcodeOf(address),
    minutes: row.effectiveTimeAtStop,
    weight: row.weight ?? 0,
    volume: row.volume ?? 0,
    packages: order.plannedPackages ?? membersOf(row.document, ['packages']).packages!.length,
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
/** An order without a position is where times have it afterwards, too: by its postal code. It says so. */
async function placeByPostcode(read: Read, environmentId: string, orders: MaterialOrder[]): Promise<void> {
  const nowhere = orders.filter(({ position }) => !position)
  const places = new Map<string, GeoPosition>()
  for (const some of piecesOf([...new Set(nowhere.map(({ postcode }) => postcode))], postcodesAtOnce))
    for (const [name, place] of await read((tx) => postcodePlaces(tx, environmentId, some))) places.set(name, place)
  for (const order of nowhere) {
    const position = order.postcode === null ? undefined : places.get(order.postcode)
    if (position) Object.assign(order, { position, placedByPostcode: true })
  }
}
