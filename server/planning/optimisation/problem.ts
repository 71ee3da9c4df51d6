// Converts the input of a search to numbers of the solver: seconds from the start of the day, metres, hundredths of
// money.
import { calculateServiceWindow } from '../../../contract/arrivals.ts'
import type { OptimisationInput } from '../../../contract/optimisation.ts'
import { type ShiftTimes, shiftFrom } from '../../../contract/shift.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { evaluateRoute, type RouteEvaluation } from '../../../solver/evaluate.ts'
import {
  type RoutingJob,
  type RoutingProblem,
  type RoutingVehicle,
  type TravelProfile,
  unreachableValue,
} from '../../../solver/model.ts'
import { checkDepotRule } from '../../orders/stop/depot-rule.ts'
import { unreachableValue as noRoad, type TravelMatrix } from '../../platform/operation/services.ts'
import { createTimeOfDayFormatter, dayMs, formatInstant, parseEpochMs } from '../../platform/value/times.ts'
import type { MaterialOrder, MaterialRoute, SearchMaterial } from './material.ts'

/** All different places, and the place number of each depot and order. */
export interface LocationTable {
  list: GeoPosition[]
  depots: ReadonlyMap<string, number>
  orders: ReadonlyMap<string, number>
}

export function collectLocations({ depots, orders, routes }: SearchMaterial): LocationTable {
  const list: GeoPosition[] = []
  const indexes = new Map<string, number>()
  const addLocation = (position: GeoPosition) => {
    const name = `${position.lat} ${position.lng}`
    const index = indexes.get(name) ?? list.push(position) - 1
    indexes.set(name, index)
    return index
  }
  const used = new Set(routes.flatMap(({ startDepotKey, endDepotKey }) => [startDepotKey, endDepotKey]))
  const placed = <T>(entries: Iterable<readonly [T, GeoPosition | null | undefined]>) =>
    new Map([...entries].flatMap(([name, position]) => (position ? [[name, addLocation(position)] as const] : [])))
  return {
    depots: placed([...depots].filter(([key]) => used.has(key))),
    orders: placed(orders.map(({ consignmentId, position }) => [consignmentId, position] as const)),
    list,
  }
}

/** The problem in numbers, without driving times: a search with many orders reads these in parts. */
export interface TranslatedProblem {
  jobs: readonly RoutingJob[]
  vehicles: readonly RoutingVehicle[]
  objective: RoutingProblem['objective']
  /** Speed factors of vehicles, each with separate driving times. */
  factors: readonly number[]
  /** Orders by job number. */
  orders: readonly MaterialOrder[]
  /** Loads and vehicles by vehicle number of the solver. */
  routes: readonly MaterialRoute[]
  /** Orders without a place. */
  nowhere: readonly MaterialOrder[]
  /** The dimensions of amounts, in the solver's sequence. */
  dimensions: readonly AmountDimension[]
  /** Promised end of each job's time window in seconds, also if it is over before a vehicle can leave. */
  promised: readonly number[]
  /** Settings for messages. */
  settings: SearchMaterial['settings']
  day: string
  dayStart: number
}

export const capacityOf = { weight: 'weightCapacity', volume: 'volumeCapacity', packages: 'packageCapacity' } as const
type Measure = keyof typeof capacityOf

export interface AmountDimension {
  name: Measure
  /** Number of the solver's units per unit of the amount. */
  scale: number
}

/** Largest sum of amounts in the solver, so that it fits into an integer. Amounts have at most three decimals. */
const totalMax = 1_000_000_000
const scaleMax = 1_000
const unlimited = 0x7fffffff
/** Tolerance for rounding errors of decimal products. */
const noise = 1e-6

function dimensionsOf({ orders, routes }: SearchMaterial): AmountDimension[] {
  const limited = (Object.keys(capacityOf) as Measure[]).filter((name) =>
    routes.some((route) => route[capacityOf[name]] !== null),
  )
  return limited.map((name) => {
    const total = orders.reduce((sum, order) => sum + Math.min(order[name], totalMax), 1)
    return { name, scale: Math.min(scaleMax, totalMax / total) }
  })
}
const amountOf = (order: MaterialOrder, { name, scale }: AmountDimension) =>
  Math.ceil(Math.min(order[name], totalMax) * scale - noise)
function calculateCapacity(route: MaterialRoute, { name, scale }: AmountDimension): number {
  const most = route[capacityOf[name]]
  return most === null ? unlimited : Math.min(Math.floor(most * scale + noise), unlimited)
}

/** Latest time of a search, in seconds from the start of the day. Night routes end on the next day. */
const horizon = (3 * dayMs) / 1_000

/** Costs of a vehicle without its own costs, in hundredths of money, so that shorter and fewer routes are better. */
const plainCost = { fixed: 5_000, perKm: 50, perHour: 2_500 }
/** Returns the cost of leaving out an order: higher than any route, and higher for a higher priority. */
const penaltyOf = (priority: number) => 1_000_000 * (1 + priority)
/** Cost of moving an order to another load, so that it does not move to save a few metres. */
const movedPrice = 300
const latePerSecond = 3

export function translateProblem(
  material: SearchMaterial,
  locations: LocationTable,
  request: OptimisationInput,
): TranslatedProblem {
  const orders = material.orders.filter(({ consignmentId }) => locations.orders.has(consignmentId))
  const { routes } = material
  const dimensions = dimensionsOf(material)
  const factors = [...new Set(routes.map(({ vehicle }) => vehicle?.speedFactor ?? 1))]
  const fixedRoutes = keptOf(request, routes)
  const jobOf = new Map(orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const vehicles = routes.map((route, index) =>
    vehicleOf(material, locations, route, { request, jobOf, kept: fixedRoutes, index, factors, dimensions }),
  )
  const context: JobContext = {
    kept: fixedRoutes,
    dimensions,
    earliest: Math.min(...routes.map((route) => shiftOf(material, route).from)),
    allowed: allowedOn(routes),
    routeOf: new Map(routes.flatMap(({ loadId }, index) => (loadId === null ? [] : [[loadId, index]]))),
  }
  return {
    jobs: orders.map((order) => jobFor(material, locations, order, context)),
    vehicles,
    objective: { fewestVehicles: request.objective === 'vehicles', latePerSecond },
    factors,
    orders,
    routes,
    nowhere: material.orders.filter(({ consignmentId }) => !locations.orders.has(consignmentId)),
    dimensions,
    promised: orders.map((order) => promisedWindow(order, material.dayStart).close),
    settings: material.settings,
    day: material.day,
    dayStart: material.dayStart,
  }
}

/** Returns the problem with the driving times between all places. */
export const buildProblem = (
  { jobs, vehicles, objective, factors }: TranslatedProblem,
  table: LocationTable,
  travel: TravelMatrix,
): RoutingProblem => ({ places: table.list.length, travel: scaleTravel(travel, factors), jobs, vehicles, objective })

/** Returns a function that evaluates a route of a problem, with changes of its vehicle. */
export const createEvaluator =
  (problem: RoutingProblem) =>
  (
    vehicle: number,
    sequence: readonly number[],
    changed?: (vehicle: RoutingVehicle) => Partial<RoutingVehicle>,
  ): RouteEvaluation => {
    const current = problem.vehicles[vehicle]!
    const vehicles = changed ? problem.vehicles.with(vehicle, { ...current, ...changed(current) }) : problem.vehicles
    return evaluateRoute({ ...problem, vehicles }, vehicle, sequence)
  }

/** Returns the driving times for each speed factor. The distances are the same for all. */
export function scaleTravel({ seconds, metres }: TravelMatrix, factors: readonly number[]): TravelProfile[] {
  const drivable = (value: number, factor: number) => (value === noRoad ? unreachableValue : Math.round(value / factor))
  const distances = metres.map((value) => drivable(value, 1))
  return factors.map((factor) => ({ seconds: seconds.map((value) => drivable(value, factor)), metres: distances }))
}

/** Returns a function that lists the routes that may take an order. Orders with equal demands share one list. */
function allowedOn(routes: readonly MaterialRoute[]): (order: MaterialOrder) => readonly number[] {
  const lists = new Map<string, readonly number[]>()
  return (order) => {
    const name = JSON.stringify([order.type, order.depotKey, order.skills])
    const list = lists.get(name) ?? routes.flatMap((route, index) => (mayTake(route, order) ? [index] : []))
    lists.set(name, list)
    return list
  }
}

/** Returns the route numbers of orders that must stay in their load, by order id. */
function keptOf({ mode, keep }: OptimisationInput, routes: readonly MaterialRoute[]): ReadonlyMap<string, number> {
  const named = new Set(keep?.consignmentIds ?? [])
  return new Map(
    routes.flatMap(({ stops }, index) =>
      stops.filter((id) => mode !== 'day' || keep?.sequence || named.has(id)).map((id) => [id, index] as const),
    ),
  )
}

const secondsFrom = (dayStart: number, instant: string) => Math.round((parseEpochMs(instant) - dayStart) / 1_000)

interface JobContext {
  allowed: (order: MaterialOrder) => readonly number[]
  /** Route numbers by load id. */
  routeOf: ReadonlyMap<string, number>
  kept: ReadonlyMap<string, number>
  dimensions: readonly AmountDimension[]
  /** Earliest departure of all vehicles, in seconds. */
  earliest: number
}
function jobFor(
  { dayStart }: SearchMaterial,
  locations: LocationTable,
  order: MaterialOrder,
  context: JobContext,
): RoutingJob {
  const { allowed, routeOf, kept, dimensions, earliest } = context
  const amounts = dimensions.map((dimension) => amountOf(order, dimension))
  const zeroAmounts = dimensions.map(() => 0)
  const home = kept.get(order.consignmentId)
  const had = order.was ? routeOf.get(order.was.loadId) : undefined
  return {
    place: locations.orders.get(order.consignmentId)!,
    ...windowOf(order, dayStart, earliest),
    maxLate: order.maxLateMinutes * 60,
    service: order.minutes * 60,
    deliver: order.type === 'delivery' ? amounts : zeroAmounts,
    collect: order.type === 'collection' ? amounts : zeroAmounts,
    vehicles: home === undefined ? allowed(order) : [home],
    penalty: penaltyOf(order.priority),
    ...(had === undefined ? {} : { had, moved: movedPrice }),
  }
}

function promisedWindow(order: MaterialOrder, dayStart: number): { open: number; close: number } {
  const { opensAt, closesAt } = calculateServiceWindow(order)
  return {
    open: opensAt === null ? 0 : (opensAt - dayStart) / 1_000,
    close: closesAt === null ? horizon : (closesAt - dayStart) / 1_000,
  }
}

/** Returns the window of a job. If it ends before a vehicle can leave, the job may be served at any time. */
function windowOf(order: MaterialOrder, dayStart: number, earliest: number): { open: number; close: number } {
  const window = promisedWindow(order, dayStart)
  if (window.close + order.maxLateMinutes * 60 < earliest) return { open: 0, close: horizon }
  const clampToHorizon = (seconds: number) => Math.max(0, Math.min(seconds, horizon))
  return { open: clampToHorizon(window.open), close: clampToHorizon(window.close) }
}

const hasSkills = ({ vehicle }: MaterialRoute, { skills }: MaterialOrder) =>
  skills.every((skill) => vehicle?.skills.includes(skill))

/** Returns why a route can never take an order; undefined if it can. */
export const findObstacle = (route: MaterialRoute, order: MaterialOrder): 'depot' | 'skills' | undefined =>
  checkDepotRule(order, route) !== undefined ? 'depot' : hasSkills(route, order) ? undefined : 'skills'

const mayTake = (route: MaterialRoute, order: MaterialOrder) => findObstacle(route, order) === undefined

interface VehicleContext {
  request: OptimisationInput
  jobOf: ReadonlyMap<string, number>
  kept: ReadonlyMap<string, number>
  index: number
  /** Speed factors of vehicles. */
  factors: readonly number[]
  dimensions: readonly AmountDimension[]
}
function vehicleOf(
  material: SearchMaterial,
  locations: LocationTable,
  route: MaterialRoute,
  context: VehicleContext,
): RoutingVehicle {
  const { request, jobOf, kept, index, factors, dimensions } = context
  const { vehicle } = route
  const jobsOf = (ids: readonly string[]) => ids.flatMap((id) => jobOf.get(id) ?? [])
  const staying = jobsOf(route.stops.filter((id) => kept.get(id) === index))
  const limits = {
    ...(vehicle?.maxDuration == null ? {} : { maxDuration: vehicle.maxDuration * 60 }),
    ...(vehicle?.maxStops == null ? {} : { maxStops: vehicle.maxStops }),
    ...(vehicle?.maxDistance == null ? {} : { maxDistance: Math.round(vehicle.maxDistance * 1_000) }),
  }
  return {
    start: findDepotIndex(locations, route.startDepotKey),
    end: findDepotIndex(locations, route.endDepotKey),
    ...freeSpan(material, route),
    // A vehicle with a planned start leaves at that time, and waits on the road.
    ...(route.plannedStart === null ? {} : { isPunctual: true }),
    capacity: dimensions.map((dimension) => calculateCapacity(route, dimension)),
    ...costOf(vehicle, request.objective ?? 'cost'),
    ...limits,
    profile: factors.indexOf(vehicle?.speedFactor ?? 1),
    breaks: breaksOf(material, route),
    // An existing load is one trip. A vehicle without a load may have several trips.
    reloads: route.loadId === null ? Math.max(0, (vehicle?.trips ?? 1) - 1 - route.tripsMade) : 0,
    reloadSeconds: material.settings.routeSettings.stopDuration * 60,
    route: jobsOf(route.stops),
    ...(staying.length === 0 ? {} : request.keep?.sequence ? { ordered: staying } : { kept: staying }),
  }
}

const findDepotIndex = (table: LocationTable, key: string | null) => (key === null ? -1 : (table.depots.get(key) ?? -1))

/** Returns a time of day in seconds from the start of the planned day, `days` days later. */
function timeOfDay({ day, dayStart, settings }: SearchMaterial, time: string, days = 0): number {
  const wall = `${Temporal.PlainDate.from(day).add({ days })}T${time}:00`
  return secondsFrom(dayStart, formatInstant({ wall, offsetMinutes: undefined }, settings.timezone))
}

const secondsOf = ({ dayStart, dayEnd }: SearchMaterial): number => (dayEnd - dayStart) / 1_000

const roundedTo = 5 * 60
/**
 * Returns the earliest departure of a new load, in seconds. On the planned day, this is now, also after midnight until
 * its shift ends; on other days, 0.
 */
function soonest(material: SearchMaterial, ends: number): number {
  const seconds = (material.now - material.dayStart) / 1_000
  const isOver = seconds >= Math.max(secondsOf(material), ends)
  return seconds < 0 || isOver ? 0 : Math.ceil(seconds / roundedTo) * roundedTo
}

/** Returns the start of a route: the planned start of its load, or else the start of the shift. */
function beginningOf(material: SearchMaterial, { vehicle, driverShift, plannedStart }: MaterialRoute): number {
  if (plannedStart !== null) return secondsFrom(material.dayStart, plannedStart)
  const { startTime } = material.settings.routeSettings
  return timeOfDay(material, vehicle?.shiftStart ?? driverShift?.shiftStart ?? startTime)
}

/** Returns the shift at a time, in seconds from the start of the day. */
function shiftAt({ dayStart, settings }: SearchMaterial, shift: ShiftTimes, startSeconds: number) {
  const instant = dayStart + startSeconds * 1_000
  const found = shiftFrom(shift, instant, createTimeOfDayFormatter(settings.timezone))
  const seconds = (time: number) => (time - dayStart) / 1_000
  return {
    from: found.starts === null ? -Infinity : seconds(found.starts),
    to: found.ends === null ? Infinity : seconds(found.ends),
    breaks: found.breaks.map(({ from, to, minutes }) => ({
      earliest: seconds(from),
      latest: seconds(to),
      seconds: minutes * 60,
    })),
  }
}

/**
 * Shortest duration of a shift without an end, in seconds. Such a shift lasts until the end of the day if that is
 * longer.
 */
const endlessSeconds = dayMs / 2_000

/** Returns the overlap of the vehicle's and the driver's shifts; empty if they do not overlap. */
function shiftOf(material: SearchMaterial, route: MaterialRoute): { from: number; to: number } {
  const { vehicle, driverShift, plannedStart } = route
  const begins = beginningOf(material, route)
  const { startTime } = material.settings.routeSettings
  const shifts = [vehicle, driverShift].flatMap((shift) => {
    if (!shift) return []
    const { shiftStart, shiftEnd } = shift
    const { from, to } = shiftAt(material, { shiftStart: shiftStart ?? startTime, shiftEnd }, begins)
    // A shift that ends before the route begins starts again on the next day, and may overlap a night shift.
    if (plannedStart === null && shiftStart !== null && shiftEnd !== null && to <= begins)
      return [{ from: timeOfDay(material, shiftStart, 1), to: timeOfDay(material, shiftEnd, 1) }]
    return [{ from: shiftStart === null ? begins : from, to }]
  })
  const ends = Math.min(...shifts.map((shift) => shift.to))
  const to = ends === Infinity ? Math.max(secondsOf(material), begins + endlessSeconds) : ends
  // A load starts at its planned start.
  const from =
    plannedStart === null ? Math.max(begins, soonest(material, to), ...shifts.map((shift) => shift.from)) : begins
  return { from, to: Math.max(from, to) }
}

/** Returns the longest part of the shift without other loads, with time for loading before and after. */
function freeSpan(material: SearchMaterial, route: MaterialRoute): { from: number; to: number } {
  const shift = shiftOf(material, route)
  if (route.busy.length === 0) return shift
  const { dayStart, settings } = material
  const loading = settings.routeSettings.stopDuration * 60
  const spans = route.busy
    .map(({ from, to }) => ({ from: (from - dayStart) / 1_000 - loading, to: (to - dayStart) / 1_000 + loading }))
    .sort((a, b) => a.from - b.from)
  let best = { from: shift.to, to: shift.to }
  const lengthOf = ({ from, to }: typeof best) => to - from
  let free = shift.from
  for (const { from, to } of [...spans, { from: shift.to, to: shift.to }]) {
    const span = { from: free, to: Math.min(Math.floor(from), shift.to) }
    if (lengthOf(span) > Math.max(0, lengthOf(best))) best = span
    free = Math.max(free, Math.ceil(to))
  }
  return best
}

const breaksOf = (material: SearchMaterial, route: MaterialRoute): RoutingVehicle['breaks'] & {} =>
  route.vehicle ? shiftAt(material, route.vehicle, beginningOf(material, route)).breaks : []

/** Returns the costs by which the search compares routes. The costs of a proposal are calculated separately. */
function costOf(
  vehicle: MaterialRoute['vehicle'],
  objective: NonNullable<OptimisationInput['objective']>,
): Pick<RoutingVehicle, 'fixed' | 'perMetre' | 'perSecond'> {
  if (objective === 'distance') return { fixed: 0, perMetre: 1, perSecond: 0.001 }
  if (objective === 'time') return { fixed: 0, perMetre: 0.001, perSecond: 1 }
  const { fixedCost, costPerKm, costPerHour } = vehicle ?? { fixedCost: null, costPerKm: null, costPerHour: null }
  const isPlain = !fixedCost && !costPerKm && !costPerHour
  const { fixed, perKm, perHour } = isPlain
    ? plainCost
    : { fixed: (fixedCost ?? 0) * 100, perKm: (costPerKm ?? 0) * 100, perHour: (costPerHour ?? 0) * 100 }
  return { fixed, perMetre: perKm / 1_000, perSecond: perHour / 3_600 }
}
