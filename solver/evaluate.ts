// Evaluates one given route: times, waiting, lateness, peak load, cost, and every rule that it breaks.
import {
  type RouteVisit,
  type RoutingJob,
  type RoutingProblem,
  type RoutingVehicle,
  reloadEntry,
  unreachableValue,
  type VehicleRoute,
} from './model.ts'
import { createTimetable, listBreaks, type RouteTimetable, scheduleRoute } from './schedule.ts'

export type RouteRule =
  | 'window'
  | 'shift'
  | 'capacity'
  | 'duration'
  | 'distance'
  | 'stops'
  | 'break'
  | 'reloads'
  | 'notAllowed'
  | 'unreachable'

export interface RuleViolation {
  rule: RouteRule
  job?: number
  /** Dimension of a violated `capacity`. */
  dimension?: number
  /** Excess over the limit, in seconds, metres, stops or units. */
  by: number
}

export interface RouteEvaluation extends VehicleRoute {
  broken: readonly RuleViolation[]
}

/** Evaluates the sequence on the vehicle, whether rules allow it or not. */
export function evaluateRoute(problem: RoutingProblem, vehicle: number, sequence: readonly number[]): RouteEvaluation {
  const truck = problem.vehicles[vehicle]!
  const { table, metres, blocked } = fill(problem, truck, sequence)
  scheduleRoute(table)
  const last = table.count - 1
  const visits = visitsOf(table, truck, sequence)
  const departure = table.departure[0]!
  const end = table.departure[last]!
  const seconds = end - departure
  const jobs = sequence.filter((job) => job !== reloadEntry)
  let busy = 0
  for (let node = 1; node <= last; node++) busy += table.travel[node]! + table.service[node]!
  table.breaks.forEach(({ seconds }, b) => {
    if (table.breakBefore[b]! >= 0) busy += seconds
  })
  let late = 0
  let moved = 0
  for (const visit of visits) if (visit.kind === 'job') late += visit.late
  for (const job of jobs) moved += movedPrice(problem.jobs[job]!, vehicle)
  const peaks = peaksOf(problem, truck, sequence)
  const route: VehicleRoute = {
    vehicle,
    sequence,
    visits,
    departure,
    end,
    metres,
    seconds,
    waiting: seconds - busy,
    late,
    peak: truck.capacity.map((_, d) => Math.max(0, ...peaks.map((peak) => peak[d]!))),
    cost:
      jobs.length === 0
        ? 0
        : truck.fixed +
          truck.perMetre * metres +
          truck.perSecond * seconds +
          (problem.objective.latePerSecond ?? 0) * late +
          moved,
    trips: jobs.length === 0 ? 0 : peaks.length,
  }
  return { ...route, broken: jobs.length === 0 ? [] : brokenBy(problem, route, blocked, table.missed) }
}

function movedPrice(job: RoutingJob, vehicle: number): number {
  return job.had !== undefined && job.had !== vehicle ? (job.moved ?? 0) : 0
}

/** Returns the latest departure of the vehicle. */
export const getLatestDeparture = ({ isPunctual, from, to }: RoutingVehicle): number => (isPunctual ? from : to)

/** Returns the latest start of service at a job. */
export function getLatestStart(job: RoutingJob): number {
  return job.close + (job.maxLate ?? 0)
}

function fill(problem: RoutingProblem, truck: RoutingVehicle, sequence: readonly number[]) {
  const { seconds, metres } = problem.travel[truck.profile]!
  const breaks = listBreaks(truck.breaks, truck.from)
  const table = createTimetable(sequence.length + 2, breaks.length)
  table.breaks = breaks
  table.count = sequence.length + 2
  let location = truck.start
  let length = 0
  let blocked = 0
  const put = (node: number, next: number, window: { open: number; close: number; tight: number; service: number }) => {
    const leg = location < 0 || next < 0 ? -1 : location * problem.places + next
    const travel = leg < 0 ? 0 : seconds[leg]!
    if (travel >= unreachableValue) blocked++
    table.travel[node] = travel
    table.open[node] = window.open
    table.close[node] = window.close
    table.tight[node] = window.tight
    table.service[node] = window.service
    length += leg < 0 ? 0 : metres[leg]!
    location = next
  }
  const shift = { open: truck.from, close: truck.to, tight: truck.to }
  const last = getLatestDeparture(truck)
  put(0, truck.start, { open: truck.from, close: last, tight: last, service: 0 })
  for (const [index, entry] of sequence.entries())
    if (entry === reloadEntry) put(index + 1, truck.start, { ...shift, service: truck.reloadSeconds ?? 0 })
    else {
      const job = problem.jobs[entry]!
      put(index + 1, job.place, { open: job.open, close: getLatestStart(job), tight: job.close, service: job.service })
    }
  put(table.count - 1, truck.end, { ...shift, service: 0 })
  return { table, metres: length, blocked }
}

function visitsOf(table: RouteTimetable, truck: RoutingVehicle, sequence: readonly number[]): RouteVisit[] {
  const visits: RouteVisit[] = []
  for (let node = 1; node < table.count; node++) {
    const arrival = table.arrival[node]!
    const start = table.start[node]!
    const departure = table.departure[node]!
    table.breaks.forEach((pause, b) => {
      if (table.breakBefore[b] !== node) return
      const begin = table.breakStart[b]!
      const index = truck.breaks!.indexOf(pause)
      visits.push({ kind: 'break', index, start: begin, departure: begin + pause.seconds })
    })
    if (node === table.count - 1) break
    const job = sequence[node - 1]!
    if (job === reloadEntry) visits.push({ kind: 'reload', arrival, start, departure })
    else visits.push({ kind: 'job', job, arrival, start, departure, late: Math.max(0, start - table.tight[node]!) })
  }
  return visits
}

/** Returns the highest load of each trip, by dimension. */
function peaksOf(problem: RoutingProblem, truck: RoutingVehicle, sequence: readonly number[]): number[][] {
  const trips: number[][] = [[]]
  for (const entry of sequence)
    if (entry === reloadEntry) trips.push([])
    else trips.at(-1)!.push(entry)
  return trips.map((trip) =>
    truck.capacity.map((_, d) => {
      let load = 0
      for (const job of trip) load += problem.jobs[job]!.deliver[d] ?? 0
      let peak = load
      for (const job of trip) {
        load += (problem.jobs[job]!.collect[d] ?? 0) - (problem.jobs[job]!.deliver[d] ?? 0)
        peak = Math.max(peak, load)
      }
      return peak
    }),
  )
}

function brokenBy(problem: RoutingProblem, route: VehicleRoute, blocked: number, missed: number): RuleViolation[] {
  const truck = problem.vehicles[route.vehicle]!
  const broken: RuleViolation[] = []
  const atMost = (rule: RouteRule, value: number, most: number | undefined, details: Partial<RuleViolation> = {}) => {
    if (most !== undefined && value > most) broken.push({ rule, by: value - most, ...details })
  }
  atMost('unreachable', blocked, 0)
  for (const visit of route.visits) {
    if (visit.kind === 'break') continue
    if (visit.kind === 'reload') {
      atMost('shift', visit.start, truck.to)
      continue
    }
    const job = problem.jobs[visit.job]!
    atMost('window', visit.start, getLatestStart(job), { job: visit.job })
    if (job.vehicles && !job.vehicles.includes(route.vehicle))
      broken.push({ rule: 'notAllowed', job: visit.job, by: 0 })
  }
  atMost('shift', route.end, truck.to)
  route.peak.forEach((peak, dimension) => {
    atMost('capacity', peak, truck.capacity[dimension], { dimension })
  })
  const reloads = route.sequence.filter((entry) => entry === reloadEntry).length
  atMost('duration', route.seconds, truck.maxDuration)
  atMost('distance', route.metres, truck.maxDistance)
  atMost('stops', route.sequence.length - reloads, truck.maxStops)
  atMost('reloads', reloads, truck.reloads ?? 0)
  atMost('break', missed, 0)
  return broken
}
