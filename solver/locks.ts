// Handles locked jobs: the chain of each vehicle, and its rules, relaxed just enough for the chain to keep them.
import { type Evaluation, evaluate } from './evaluate.ts'
import { type Job, type Problem, reload, unreachable, type Vehicle } from './model.ts'

export interface Locked {
  /** The problem in which every chain keeps every rule, so that late fixed jobs stay in their routes. */
  problem: Problem
  /** By job: the vehicle it stays on, or −1. */
  on: Int32Array
  /** Held jobs: 1 where a job is never removed, because its place in the order is fixed. */
  held: Uint8Array
  /** Chains by vehicle: jobs and reloads that the route has from the beginning. */
  chains: readonly (readonly number[])[]
}

export function lock(problem: Problem): Locked {
  const on = new Int32Array(problem.jobs.length).fill(-1)
  const held = new Uint8Array(problem.jobs.length)
  const chains: (readonly number[])[] = []
  const vehicles: Vehicle[] = []
  const jobs: Job[] = [...problem.jobs]
  for (const [index, vehicle] of problem.vehicles.entries()) {
    const chain = drivable(problem, index, chainOf(vehicle, on))
    const members = new Set(chain)
    for (const job of members) if (job !== reload) on[job] = index
    for (const job of [...(vehicle.first ?? []), ...(vehicle.ordered ?? [])]) if (members.has(job)) held[job] = 1
    chains.push(chain)
    vehicles.push(loosened(problem, index, chain, jobs))
  }
  // If other jobs wait for a place, overtime would give them the room of late jobs.
  if (!on.includes(-1))
    for (const [index, chain] of chains.entries())
      vehicles[index] = withOvertime(problem, index, chain, vehicles[index]!)
  return { problem: { ...problem, jobs, vehicles }, on, held, chains }
}

/**
 * Returns the chain of a vehicle, its locked jobs: the first ones, then the kept ones in route order, with the ordered
 * ones in their order.
 */
function chainOf(vehicle: Vehicle, taken: Int32Array): number[] {
  const free = (job: number) => taken[job]! < 0
  const first = [...new Set(vehicle.first)].filter(free)
  const ordered = [...new Set(vehicle.ordered)].filter((job) => free(job) && !first.includes(job))
  const staying = new Set([...ordered, ...(vehicle.kept ?? []).filter((job) => free(job) && !first.includes(job))])
  if (first.length + staying.size === 0) return []
  const rest = (vehicle.route ?? []).filter((job) => job === reload || staying.has(job))
  const present = new Set(rest)
  rest.push(...[...staying].filter((job) => !present.has(job)))
  const queue = ordered[Symbol.iterator]()
  const inOrder = new Set(ordered)
  return trimmed([...first, ...rest.map((job) => (inOrder.has(job) ? queue.next().value! : job))])
}

/** Returns a trimmed sequence, without reloads at the ends or next to another reload. */
export function trimmed(sequence: readonly number[]): number[] {
  return sequence.filter(
    (job, at) =>
      job !== reload || (at > 0 && sequence[at - 1] !== reload && sequence.slice(at).some((j) => j !== reload)),
  )
}

/** Returns the drivable part of the chain, without jobs at unreachable places. */
function drivable(problem: Problem, index: number, chain: number[]): number[] {
  const blocked = (sequence: readonly number[]) =>
    sequence.length > 0 && evaluate(problem, index, sequence).broken.some(({ rule }) => rule === 'unreachable')
  if (!blocked(chain)) return chain
  const reachable = trimmed(chain.filter((job) => job === reload || !blocked([job])))
  return blocked(reachable) ? [] : reachable
}

function loosened(problem: Problem, index: number, chain: readonly number[], jobs: Job[]): Vehicle {
  const vehicle = problem.vehicles[index]!
  if (chain.length === 0) return vehicle
  const now = evaluate(problem, index, chain)
  for (const visit of now.visits)
    if (visit.kind === 'job') {
      const job = jobs[visit.job]!
      jobs[visit.job] = { ...job, maxLate: Math.max(job.maxLate ?? 0, visit.late) }
    }
  const atLeast = (limit: number | undefined, value: number) =>
    limit === undefined ? {} : { value: Math.max(limit, value) }
  const { value: maxDuration } = atLeast(vehicle.maxDuration, now.seconds)
  const { value: maxDistance } = atLeast(vehicle.maxDistance, now.metres)
  const { value: maxStops } = atLeast(vehicle.maxStops, chain.filter((job) => job !== reload).length)
  return {
    ...vehicle,
    to: Math.min(unreachable - 1, Math.max(vehicle.to, now.end)),
    capacity: vehicle.capacity.map((most, d) => Math.max(most, now.peak[d]!)),
    ...(maxDuration === undefined ? {} : { maxDuration }),
    ...(maxDistance === undefined ? {} : { maxDistance }),
    ...(maxStops === undefined ? {} : { maxStops }),
    reloads: Math.max(vehicle.reloads ?? 0, now.trips - 1),
    breaks: now.broken.some(({ rule }) => rule === 'break') ? [] : (vehicle.breaks ?? []),
  }
}

/**
 * Returns a vehicle with overtime: extends a shift that the chain exceeds anyway, if a late stop could be served
 * earlier, and only for as long as that takes.
 */
function withOvertime(problem: Problem, index: number, chain: readonly number[], loose: Vehicle): Vehicle {
  const { to, maxDuration = Number.POSITIVE_INFINITY } = problem.vehicles[index]!
  const now = evaluate(problem, index, chain)
  const isOver = now.end > to || now.seconds > maxDuration
  const rescues = isOver && now.late > 0 ? earlier(problem, index, chain, now) : []
  const most = (of: 'end' | 'seconds') => rescues.reduce((high, route) => Math.max(high, route[of]), now[of])
  return {
    ...loose,
    to: now.end > to ? Math.min(unreachable - 1, most('end')) : loose.to,
    ...(now.seconds > maxDuration ? { maxDuration: most('seconds') } : {}),
  }
}

/** Rescued stops at most: late stops that are tried earlier, the latest first. More would take too long. */
const rescuedMax = 10

/**
 * Returns the route with one late stop earlier, for each position that reduces lateness by more than it delays the end.
 */
function earlier(problem: Problem, index: number, chain: readonly number[], now: Evaluation): Evaluation[] {
  const { first = [], ordered = [] } = problem.vehicles[index]!
  const fixed = new Set([...first, ...ordered])
  const late = now.visits.flatMap((visit) =>
    visit.kind === 'job' && visit.late > 0 && !fixed.has(visit.job) ? [visit] : [],
  )
  const rescues: Evaluation[] = []
  for (const { job } of late.sort((a, b) => b.late - a.late).slice(0, rescuedMax))
    for (let at = first.length; at < chain.indexOf(job); at++) {
      const moved = evaluate(problem, index, chain.filter((each) => each !== job).toSpliced(at, 0, job))
      if (now.late - moved.late > moved.end - now.end) rescues.push(moved)
    }
  return rescues
}
