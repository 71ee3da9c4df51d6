// Handles locked jobs: the chain of each vehicle, and its rules, relaxed just enough for the chain to keep them.
import { evaluateRoute, type RouteEvaluation } from './evaluate.ts'
import { type RoutingJob, type RoutingProblem, type RoutingVehicle, reloadEntry, unreachableValue } from './model.ts'

export interface LockedProblem {
  /** Problem with relaxed rules, so that every chain keeps them, so that late fixed jobs stay in their routes. */
  problem: RoutingProblem
  /** Vehicle of each locked job, or −1. */
  vehicleByJob: Int32Array
  /** 1 for each job that is never removed, because its position in the order is fixed. */
  fixedJobs: Uint8Array
  /** Chains by vehicle: jobs and reloads that the route has from the beginning. */
  chains: readonly (readonly number[])[]
}

export function lockJobs(problem: RoutingProblem): LockedProblem {
  const vehicleByJob = new Int32Array(problem.jobs.length).fill(-1)
  const fixedJobs = new Uint8Array(problem.jobs.length)
  const chains: (readonly number[])[] = []
  const vehicles: RoutingVehicle[] = []
  const jobs: RoutingJob[] = [...problem.jobs]
  for (const [index, vehicle] of problem.vehicles.entries()) {
    const chain = drivable(problem, index, chainOf(vehicle, vehicleByJob))
    const members = new Set(chain)
    for (const job of members) if (job !== reloadEntry) vehicleByJob[job] = index
    for (const job of [...(vehicle.first ?? []), ...(vehicle.ordered ?? [])]) if (members.has(job)) fixedJobs[job] = 1
    chains.push(chain)
    vehicles.push(loosened(problem, index, chain, jobs))
  }
  // Vehicles get overtime only if all jobs are locked. Otherwise, other jobs would use the overtime instead of the late
  // jobs.
  if (!vehicleByJob.includes(-1))
    for (const [index, chain] of chains.entries())
      vehicles[index] = withOvertime(problem, index, chain, vehicles[index]!)
  return { problem: { ...problem, jobs, vehicles }, vehicleByJob, fixedJobs, chains }
}

/**
 * Returns the chain of a vehicle: its first jobs, then its kept jobs in route order, with the ordered jobs in their own
 * order.
 */
function chainOf(vehicle: RoutingVehicle, vehicleByJob: Int32Array): number[] {
  const free = (job: number) => vehicleByJob[job]! < 0
  const first = [...new Set(vehicle.first)].filter(free)
  const ordered = [...new Set(vehicle.ordered)].filter((job) => free(job) && !first.includes(job))
  const staying = new Set([...ordered, ...(vehicle.kept ?? []).filter((job) => free(job) && !first.includes(job))])
  if (first.length + staying.size === 0) return []
  const remaining = (vehicle.route ?? []).filter((job) => job === reloadEntry || staying.has(job))
  const present = new Set(remaining)
  remaining.push(...[...staying].filter((job) => !present.has(job)))
  const queue = ordered[Symbol.iterator]()
  const inOrder = new Set(ordered)
  return trimReloads([...first, ...remaining.map((job) => (inOrder.has(job) ? queue.next().value! : job))])
}

/** Returns a trimmed sequence, without reloads at the ends or next to another reload. */
export function trimReloads(sequence: readonly number[]): number[] {
  return sequence.filter(
    (job, index) =>
      job !== reloadEntry ||
      (index > 0 && sequence[index - 1] !== reloadEntry && sequence.slice(index).some((j) => j !== reloadEntry)),
  )
}

/** Returns the drivable part of the chain, without jobs at unreachable places. */
function drivable(problem: RoutingProblem, index: number, chain: number[]): number[] {
  const blocked = (sequence: readonly number[]) =>
    sequence.length > 0 && evaluateRoute(problem, index, sequence).broken.some(({ rule }) => rule === 'unreachable')
  if (!blocked(chain)) return chain
  const reachable = trimReloads(chain.filter((job) => job === reloadEntry || !blocked([job])))
  return blocked(reachable) ? [] : reachable
}

function loosened(
  problem: RoutingProblem,
  index: number,
  chain: readonly number[],
  jobs: RoutingJob[],
): RoutingVehicle {
  const vehicle = problem.vehicles[index]!
  if (chain.length === 0) return vehicle
  const evaluation = evaluateRoute(problem, index, chain)
  for (const visit of evaluation.visits)
    if (visit.kind === 'job') {
      const job = jobs[visit.job]!
      jobs[visit.job] = { ...job, maxLate: Math.max(job.maxLate ?? 0, visit.late) }
    }
  const atLeast = (limit: number | undefined, value: number) =>
    limit === undefined ? {} : { value: Math.max(limit, value) }
  const { value: maxDuration } = atLeast(vehicle.maxDuration, evaluation.seconds)
  const { value: maxDistance } = atLeast(vehicle.maxDistance, evaluation.metres)
  const { value: maxStops } = atLeast(vehicle.maxStops, chain.filter((job) => job !== reloadEntry).length)
  return {
    ...vehicle,
    to: Math.min(unreachableValue - 1, Math.max(vehicle.to, evaluation.end)),
    capacity: vehicle.capacity.map((most, d) => Math.max(most, evaluation.peak[d]!)),
    ...(maxDuration === undefined ? {} : { maxDuration }),
    ...(maxDistance === undefined ? {} : { maxDistance }),
    ...(maxStops === undefined ? {} : { maxStops }),
    reloads: Math.max(vehicle.reloads ?? 0, evaluation.trips - 1),
    breaks: evaluation.broken.some(({ rule }) => rule === 'break') ? [] : (vehicle.breaks ?? []),
  }
}

/**
 * Returns a vehicle with overtime. Extends a shift that the chain exceeds anyway, if a late stop could then be served
 * earlier, and only for as long as that takes.
 */
function withOvertime(
  problem: RoutingProblem,
  index: number,
  chain: readonly number[],
  loose: RoutingVehicle,
): RoutingVehicle {
  const { to, maxDuration = Number.POSITIVE_INFINITY } = problem.vehicles[index]!
  const evaluation = evaluateRoute(problem, index, chain)
  const isOver = evaluation.end > to || evaluation.seconds > maxDuration
  const rescues = isOver && evaluation.late > 0 ? earlier(problem, index, chain, evaluation) : []
  const most = (figure: 'end' | 'seconds') =>
    rescues.reduce((high, route) => Math.max(high, route[figure]), evaluation[figure])
  return {
    ...loose,
    to: evaluation.end > to ? Math.min(unreachableValue - 1, most('end')) : loose.to,
    ...(evaluation.seconds > maxDuration ? { maxDuration: most('seconds') } : {}),
  }
}

/** Rescued stops at most: late stops that are tried earlier, the latest first. More would take too long. */
const rescuedMax = 10

/**
 * Returns the route with one late stop earlier, for each position that reduces lateness by more than it delays the end.
 */
function earlier(
  problem: RoutingProblem,
  index: number,
  chain: readonly number[],
  current: RouteEvaluation,
): RouteEvaluation[] {
  const { first = [], ordered = [] } = problem.vehicles[index]!
  const fixed = new Set([...first, ...ordered])
  const late = current.visits.flatMap((visit) =>
    visit.kind === 'job' && visit.late > 0 && !fixed.has(visit.job) ? [visit] : [],
  )
  const rescues: RouteEvaluation[] = []
  for (const { job } of late.sort((a, b) => b.late - a.late).slice(0, rescuedMax))
    for (let position = first.length; position < chain.indexOf(job); position++) {
      const moved = evaluateRoute(problem, index, chain.filter((entry) => entry !== job).toSpliced(position, 0, job))
      if (current.late - moved.late > moved.end - current.end) rescues.push(moved)
    }
  return rescues
}
