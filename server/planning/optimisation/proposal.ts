// Converts a result of the solver to a proposal: routes with times, figures before and after, reasons of left out
// orders.
import { calculateServiceWindow } from '../../../contract/arrivals.ts'
import type { Optimisation, ProposedLoad, ProposedStop, RouteFigures } from '../../../contract/optimisation.ts'
import type { RouteEvaluation } from '../../../solver/evaluate.ts'
import type { RoutingSolution, RoutingVehicle, VehicleBreak } from '../../../solver/model.ts'
import type { UnassignedReason } from '../../../solver/reasons.ts'
import { formatIsoOrNull } from '../../platform/value/times.ts'
import type { MaterialOrder, MaterialRoute, SearchMaterial } from './material.ts'
import type { TranslatedProblem } from './problem.ts'
import { listLeftOut } from './reasons.ts'

export type RouteProposal = Pick<Optimisation, 'before' | 'after' | 'loads' | 'leftOut'>

/**
 * Versions of the records on which a proposal is based. The proposal can be applied while these versions are unchanged.
 */
export interface ProposalBasis {
  orders: Record<string, number>
  loads: Record<string, number>
  vehicles: Record<string, number>
  // Versions of the depots; missing in proposals of early releases.
  depots?: Readonly<Record<string, number>>
  /** Ids of the loads of the vehicles on the day. */
  others?: readonly string[]
}

export const buildBasis = ({ orders, routes, depotVersions, others }: SearchMaterial): ProposalBasis => ({
  depots: depotVersions,
  others,
  orders: Object.fromEntries(orders.map(({ consignmentId, version }) => [consignmentId, version])),
  loads: Object.fromEntries(routes.flatMap(({ loadId, version }) => (loadId === null ? [] : [[loadId, version!]]))),
  vehicles: Object.fromEntries(
    routes.flatMap(({ vehicle, vehicleVersion }) => (vehicle ? [[vehicle.key, vehicleVersion!]] : [])),
  ),
})

/** Returns a proposal as stored JSON. The figures are separate, because lists show them. */
export const serialiseProposal = ({ before, after, loads, leftOut }: RouteProposal) => ({
  figures: JSON.stringify({ before, after }),
  proposal: JSON.stringify({ loads, leftOut }),
})

/** A result of a search. */
export interface SearchResult extends Pick<RoutingSolution, 'routes' | 'unassigned'> {
  /** Evaluates a route, with changes of its vehicle. */
  evaluate(
    vehicle: number,
    sequence: readonly number[],
    changed?: (vehicle: RoutingVehicle) => Partial<RoutingVehicle>,
  ): RouteEvaluation
  reasonsOf(job: number): readonly UnassignedReason[]
}

export function buildProposal(
  material: SearchMaterial,
  translated: TranslatedProblem,
  found: SearchResult,
): RouteProposal {
  const { routes, orders, nowhere } = translated
  const sequences = new Map(found.routes.map(({ vehicle, sequence }) => [vehicle, sequence]))
  const jobOf = new Map(orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const loads: ProposedLoad[] = []
  const before: RouteFigures[] = []
  for (const [vehicle, route] of routes.entries()) {
    const had = route.stops.flatMap((id) => jobOf.get(id) ?? [])
    const unknown = nowhere.filter(({ was }) => was !== null && was.loadId === route.loadId)
    const old = route.loadId === null ? null : figuresOf(translated, found, vehicle, { had, unknown })
    if (old) before.push(old)
    const sequence = sequences.get(vehicle) ?? []
    if (sequence.length === 0 && route.stops.length === 0) continue
    loads.push(...tripsOf(material, translated, found, { vehicle, sequence, old, unknown }))
  }
  const leftOut = listLeftOut(translated, found.unassigned, found.reasonsOf)
  const stays = new Set(routes.flatMap(({ stops }) => stops))
  const planned = (figures: RouteFigures[], unplanned: number) => ({ ...sumOf(figures), unplanned })
  const unplanned = material.orders.filter(({ consignmentId }) => !stays.has(consignmentId)).length
  return {
    before: planned(before, unplanned),
    after: planned(
      loads.map(({ after }) => after),
      leftOut.length,
    ),
    loads,
    leftOut: leftOut,
  }
}

const noFigures: RouteFigures = {
  vehicles: 0,
  stops: 0,
  unplanned: 0,
  distance: 0,
  duration: 0,
  waiting: 0,
  lateStops: 0,
  lateMinutes: 0,
  overloaded: 0,
  cost: 0,
  co2: 0,
}
/** Rounds off the errors of decimal sums. */
const tidy = (value: number) => Number(value.toFixed(3))

const sumOf = (figures: readonly RouteFigures[]): RouteFigures =>
  figures.reduce(
    (sum, entry) =>
      Object.fromEntries(
        Object.entries(sum).map(([name, value]) => [name, tidy(value + entry[name as keyof RouteFigures])]),
      ) as RouteFigures,
    noFigures,
  )

function figuresOf(
  translated: TranslatedProblem,
  found: SearchResult,
  vehicle: number,
  { had, unknown }: { had: readonly number[]; unknown: readonly MaterialOrder[] },
): RouteFigures {
  if (had.length === 0) return noFigures
  const evaluation = found.evaluate(vehicle, drivable(found, vehicle, had))
  const stays = secondsAt(translated, unknown, evaluation)
  return figuresFor(translated, translated.routes[vehicle]!, { evaluation, stops: had.length, stays })
}

/**
 * Returns the additional time for stops without a place, in seconds. Like in a load, these stops are at the end,
 * without driving times.
 */
function secondsAt({ dayStart }: TranslatedProblem, unknown: readonly MaterialOrder[], route: RouteEvaluation): number {
  const leaves = route.visits.findLast(({ kind }) => kind === 'job')?.departure ?? route.departure
  const ends = unknown.reduce((elapsed, order) => {
    const { opensAt } = calculateServiceWindow(order)
    return Math.max(elapsed, opensAt === null ? elapsed : (opensAt - dayStart) / 1_000) + order.minutes * 60
  }, leaves)
  return ends - leaves
}

/**
 * Returns the drivable jobs of a route, without jobs that no road reaches, because a route with unreachable jobs has no
 * figures.
 */
function drivable({ evaluate }: SearchResult, vehicle: number, jobs: readonly number[]): readonly number[] {
  const isBlocked = (sequence: readonly number[]) =>
    evaluate(vehicle, sequence).broken.some(({ rule }) => rule === 'unreachable')
  if (!isBlocked(jobs)) return jobs
  const reachable = jobs.filter((job) => !isBlocked([job]))
  return isBlocked(reachable) ? [] : reachable
}

function figuresFor(
  { promised }: TranslatedProblem,
  route: MaterialRoute,
  { evaluation, stops, stays }: { evaluation: RouteEvaluation; stops: number; stays: number },
): RouteFigures {
  // The sequence is also empty if no road connects the depots.
  if (evaluation.sequence.length === 0) return { ...noFigures, vehicles: stops > 0 ? 1 : 0, stops }
  const lates = evaluation.visits.flatMap((visit) =>
    visit.kind === 'job' && visit.start > promised[visit.job]! ? [visit.start - promised[visit.job]!] : [],
  )
  const distance = evaluation.metres / 1_000
  const duration = (evaluation.seconds + stays) / 60
  return {
    vehicles: 1,
    stops,
    unplanned: 0,
    distance: tidy(distance),
    duration: tidy(duration),
    waiting: tidy(evaluation.waiting / 60),
    lateStops: lates.length,
    lateMinutes: tidy(lates.reduce((sum, late) => sum + late, 0) / 60),
    overloaded: evaluation.broken.some(({ rule }) => rule === 'capacity') ? 1 : 0,
    cost: tidy(
      (route.vehicle?.fixedCost ?? 0) +
        (route.vehicle?.costPerKm ?? 0) * distance +
        ((route.vehicle?.costPerHour ?? 0) * duration) / 60,
    ),
    co2: tidy(((route.vehicle?.emission ?? 0) * distance) / 1_000),
  }
}

interface Planned {
  vehicle: number
  /** Job numbers and `reload`. */
  sequence: readonly number[]
  old: RouteFigures | null
  /** Stops without a place. They stay at the end of their load. */
  unknown: readonly MaterialOrder[]
}

/** Returns one load per trip of a vehicle. */
function tripsOf(
  material: SearchMaterial,
  translated: TranslatedProblem,
  { evaluate }: SearchResult,
  { vehicle, sequence, old, unknown }: Planned,
): ProposedLoad[] {
  const route = translated.routes[vehicle]!
  const fullRoute = evaluate(vehicle, sequence)
  const trips = splitTrips(fullRoute)
  if (trips.length <= 1) return [loadOf(material, translated, { route, old, unknown, trip: 1 }, fullRoute)]
  return trips.map(({ jobs, from, breaks }, index) => {
    const isLast = index === trips.length - 1
    // Between two trips, the vehicle returns to its start depot.
    const evaluation = evaluate(vehicle, jobs, ({ start, end }) => ({
      from,
      isPunctual: true,
      breaks,
      end: isLast ? end : start,
    }))
    const tripRoute = isLast ? route : { ...route, endDepotKey: route.startDepotKey }
    return loadOf(material, translated, { route: tripRoute, old: null, unknown: [], trip: index + 1 }, evaluation)
  })
}

/** A trip of a route, with its times in the whole route. */
interface TripTimes {
  jobs: number[]
  from: number
  breaks: VehicleBreak[]
}

function splitTrips({ visits, departure }: RouteEvaluation): TripTimes[] {
  const trips: TripTimes[] = [{ jobs: [], from: departure, breaks: [] }]
  for (const visit of visits) {
    const trip = trips.at(-1)!
    if (visit.kind === 'job') trip.jobs.push(visit.job)
    else if (visit.kind === 'reload') trips.push({ jobs: [], from: visit.departure, breaks: [] })
    else trip.breaks.push({ earliest: visit.start, latest: visit.start, seconds: visit.departure - visit.start })
  }
  return trips.filter(({ jobs }) => jobs.length > 0)
}

const timeless = ({ consignmentId, key, was, placedByPostcode }: MaterialOrder): ProposedStop => ({
  consignmentId,
  key,
  arrives: null,
  starts: null,
  leaves: null,
  lateMinutes: 0,
  was,
  placedByPostcode,
})

interface Trip extends Pick<Planned, 'old' | 'unknown'> {
  route: MaterialRoute
  /** Number of the trip, from 1. */
  trip: number
}
function loadOf(
  material: SearchMaterial,
  translated: TranslatedProblem,
  { route, old, unknown, trip }: Trip,
  evaluation: RouteEvaluation,
): ProposedLoad {
  const { orders, promised } = translated
  const toTime = (seconds: number) => formatIsoOrNull(material.dayStart + seconds * 1_000)
  const located = evaluation.visits.flatMap((visit): ProposedStop[] => {
    if (visit.kind !== 'job') return []
    const { consignmentId, key, was, placedByPostcode } = orders[visit.job]!
    const late = Math.max(0, visit.start - promised[visit.job]!)
    return [
      {
        consignmentId,
        key,
        arrives: toTime(visit.arrival),
        starts: toTime(visit.start),
        leaves: toTime(visit.departure),
        lateMinutes: Math.ceil(late / 60),
        was,
        placedByPostcode,
      },
    ]
  })
  const stops = [...located, ...unknown.map(timeless)]
  const { loadId, vehicle, driverKey, startDepotKey, endDepotKey } = route
  const isEmpty = located.length === 0
  const stays = secondsAt(translated, unknown, evaluation)
  return {
    loadId,
    key: trip === 1 ? route.key : `${route.key} #${trip}`,
    vehicleKey: vehicle?.key ?? null,
    driverKey,
    startDepotKey,
    endDepotKey,
    plannedStart: route.plannedStart ?? (isEmpty ? null : toTime(evaluation.departure)),
    plannedEnd: isEmpty ? null : toTime(evaluation.end + stays),
    before: old,
    after: figuresFor(translated, route, { evaluation, stops: located.length, stays }),
    breaks: evaluation.visits.flatMap((visit) => {
      const [from, to] = [toTime(visit.start), toTime(visit.departure)]
      return visit.kind === 'break' && from !== null && to !== null ? [{ from, to }] : []
    }),
    stops,
    changed:
      stops.length !== route.stops.length || stops.some(({ consignmentId }, i) => consignmentId !== route.stops[i]),
  }
}
