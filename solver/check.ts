// Lists every rule that an answer breaks. Shares no code with the search: it follows the times that the answer states.
import {
  type RouteVisit,
  type RoutingProblem,
  type RoutingSolution,
  type RoutingVehicle,
  reloadEntry,
  unreachableValue,
  type VehicleRoute,
} from './model.ts'

export type SolutionErrorCode =
  | 'twice'
  | 'lost'
  | 'unknown'
  | 'order'
  | 'travel'
  | 'unreachable'
  | 'window'
  | 'service'
  | 'shift'
  | 'capacity'
  | 'duration'
  | 'distance'
  | 'stops'
  | 'reloads'
  | 'break'
  | 'notAllowed'
  | 'first'
  | 'ordered'
  | 'kept'
  | 'figures'
  | 'cost'

export interface SolutionError {
  code: SolutionErrorCode
  vehicle?: number
  job?: number
}

type Report = (code: SolutionErrorCode, job?: number) => void

export function checkSolution(problem: RoutingProblem, answer: RoutingSolution): SolutionError[] {
  const errors: SolutionError[] = []
  const jobCounts = new Map<number, number>()
  const count = (job: number) => jobCounts.set(job, (jobCounts.get(job) ?? 0) + 1)
  const vehicles = new Set<number>()
  let cost = 0
  for (const route of answer.routes) {
    const report: Report = (code, job) =>
      errors.push({ code, vehicle: route.vehicle, ...(job === undefined ? {} : { job }) })
    if (vehicles.has(route.vehicle) || !problem.vehicles[route.vehicle]) report('unknown')
    vehicles.add(route.vehicle)
    for (const job of route.sequence) if (job !== reloadEntry) count(job)
    checkTimes(problem, route, report)
    checkLoads(problem, route, report)
    checkSums(problem, route, report)
    cost += route.cost
  }
  for (const job of answer.unassigned) {
    count(job)
    cost += problem.jobs[job]?.penalty ?? 0
  }
  for (const job of problem.jobs.keys()) if (!jobCounts.has(job)) errors.push({ code: 'lost', job })
  for (const [job, times] of jobCounts) {
    if (!problem.jobs[job]) errors.push({ code: 'unknown', job })
    if (times > 1) errors.push({ code: 'twice', job })
  }
  if (Math.abs(cost - answer.cost) > 0.01 + 1e-9 * Math.abs(cost)) errors.push({ code: 'cost' })
  checkLocks(problem, answer, errors)
  return errors
}

/**
 * Checks the visits of a route in order: none overlap, legs take their time, and services, breaks and the shift keep
 * their limits.
 */
function checkTimes(problem: RoutingProblem, route: VehicleRoute, report: Report): void {
  const vehicle = problem.vehicles[route.vehicle]!
  const { seconds } = problem.travel[vehicle.profile]!
  let location = vehicle.start
  let free = route.departure
  let paused = 0
  if (route.departure < vehicle.from || (vehicle.isPunctual && route.departure > vehicle.from)) report('shift')
  const reach = (nextLocation: number, start: number, job?: number) => {
    const travel = location < 0 || nextLocation < 0 ? 0 : seconds[location * problem.places + nextLocation]!
    if (travel >= unreachableValue) report('unreachable', job)
    if (start - free < travel + paused) report('travel', job)
    location = nextLocation
    paused = 0
  }
  let lastEnd = route.departure
  for (const visit of route.visits) {
    if (visit.start < lastEnd || visit.departure < visit.start) report('order')
    lastEnd = visit.departure
    if (visit.kind === 'break') {
      const { earliest, latest, seconds: length } = vehicle.breaks![visit.index]!
      if (visit.start < earliest || visit.start > latest || visit.departure - visit.start < length) report('break')
      paused += length
      continue
    }
    if (visit.arrival > visit.start) report('order')
    if (visit.kind === 'job') checkService(problem, visit, report)
    else if (visit.start + (vehicle.reloadSeconds ?? 0) > visit.departure) report('service')
    reach(visit.kind === 'job' ? problem.jobs[visit.job]!.place : vehicle.start, visit.start)
    free = visit.departure
  }
  reach(vehicle.end, route.end)
  if (route.end < lastEnd) report('order')
  if (route.end > vehicle.to) report('shift')
  checkBreaks(vehicle, route, report)
}

function checkService(problem: RoutingProblem, visit: Extract<RouteVisit, { kind: 'job' }>, report: Report): void {
  const job = problem.jobs[visit.job]!
  if (visit.start < job.open || visit.start > job.close + (job.maxLate ?? 0)) report('window', visit.job)
  if (visit.late !== Math.max(0, visit.start - job.close)) report('figures', visit.job)
  if (visit.start + job.service > visit.departure) report('service', visit.job)
}

/** Checks that each break that became due before the end of the route was taken exactly once. */
function checkBreaks(vehicle: RoutingVehicle, route: VehicleRoute, report: Report): void {
  for (const [index, { latest }] of (vehicle.breaks ?? []).entries()) {
    const takenCount = route.visits.filter((visit) => visit.kind === 'break' && visit.index === index).length
    const isNeeded = latest >= vehicle.from && route.end > latest
    if (takenCount > 1 || (isNeeded && takenCount === 0)) report('break')
  }
}

/**
 * Checks the load of each trip: it starts with all its deliveries, then each stop removes its delivery and adds its
 * collection.
 */
function checkLoads(problem: RoutingProblem, route: VehicleRoute, report: Report): void {
  const vehicle = problem.vehicles[route.vehicle]!
  for (const [d, most] of vehicle.capacity.entries()) {
    let highest = 0
    for (let tripStart = 0; tripStart <= route.sequence.length; ) {
      const reloadIndex = route.sequence.indexOf(reloadEntry, tripStart)
      const trip = route.sequence.slice(tripStart, reloadIndex < 0 ? undefined : reloadIndex)
      let board = trip.reduce((sum, job) => sum + (problem.jobs[job]!.deliver[d] ?? 0), 0)
      highest = Math.max(highest, board)
      for (const job of trip) {
        board = board - (problem.jobs[job]!.deliver[d] ?? 0) + (problem.jobs[job]!.collect[d] ?? 0)
        highest = Math.max(highest, board)
      }
      if (reloadIndex < 0) break
      tripStart = reloadIndex + 1
    }
    if (highest > most) report('capacity')
    if (route.peak[d] !== highest) report('figures')
  }
}

/** Checks that the sequence matches the visits, and that the sums of the route are right and within their limits. */
function checkSums(problem: RoutingProblem, route: VehicleRoute, report: Report): void {
  const vehicle = problem.vehicles[route.vehicle]!
  const { metres } = problem.travel[vehicle.profile]!
  const visited = route.visits.flatMap((visit) =>
    visit.kind === 'break' ? [] : [visit.kind === 'job' ? visit.job : reloadEntry],
  )
  if (visited.join() !== route.sequence.join()) report('order')
  const stops = visited.filter((job) => job !== reloadEntry)
  const reloads = visited.length - stops.length
  const path = [vehicle.start, ...visited.map((job) => problem.jobs[job]?.place ?? vehicle.start), vehicle.end]
  let length = 0
  for (let k = 1; k < path.length; k++)
    if (path[k - 1]! >= 0 && path[k]! >= 0) length += metres[path[k - 1]! * problem.places + path[k]!]!
  let late = 0
  let moved = 0
  for (const visit of route.visits) if (visit.kind === 'job') late += visit.late
  for (const index of stops) {
    const job = problem.jobs[index]!
    if (job.vehicles && !job.vehicles.includes(route.vehicle)) report('notAllowed', index)
    if (job.had !== undefined && job.had !== route.vehicle) moved += job.moved ?? 0
  }
  const seconds = route.end - route.departure
  if (length !== route.metres || seconds !== route.seconds || late !== route.late) report('figures')
  const cost =
    vehicle.fixed +
    vehicle.perMetre * length +
    vehicle.perSecond * seconds +
    (problem.objective.latePerSecond ?? 0) * late +
    moved
  if (Math.abs(cost - route.cost) > 0.01 + 1e-9 * cost) report('cost')
  if (seconds > (vehicle.maxDuration ?? Infinity)) report('duration')
  if (length > (vehicle.maxDistance ?? Infinity)) report('distance')
  if (stops.length > (vehicle.maxStops ?? Infinity)) report('stops')
  if (reloads > (vehicle.reloads ?? 0)) report('reloads')
}

function checkLocks(problem: RoutingProblem, answer: RoutingSolution, errors: SolutionError[]): void {
  for (const [vehicle, { first = [], ordered = [], kept = [] }] of problem.vehicles.entries()) {
    const sequence = answer.routes.find((route) => route.vehicle === vehicle)?.sequence ?? []
    if (first.some((job, index) => sequence[index] !== job)) errors.push({ code: 'first', vehicle })
    const positions = ordered.map((job) => sequence.indexOf(job))
    if (positions.some((position, k) => position < 0 || (k > 0 && position <= positions[k - 1]!)))
      errors.push({ code: 'ordered', vehicle })
    for (const job of kept) if (!sequence.includes(job)) errors.push({ code: 'kept', vehicle, job })
  }
}
