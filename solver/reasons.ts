// Explains why a job is unassigned. The reason is the rule that fails on every empty vehicle, or the single rule that
// would have to be relaxed, where and by how much. Also finds the best place of one job, and explains a refused place.
import { evaluateRoute, type RouteEvaluation, type RouteRule, type RuleViolation } from './evaluate.ts'
import { type RoutingProblem, reloadEntry, type VehicleRoute } from './model.ts'

/** A rule, or `fits`: no rule prevents it, but it costs more than leaving the job out, or time ran out. */
export type ReasonCode = RouteRule | 'fits'

export interface UnassignedReason {
  code: ReasonCode
  /** Vehicle on which the job almost fits; absent if no vehicle may serve the job. */
  vehicle?: number
  /** Whether the reason applies even to the empty vehicle, or only with its other stops. */
  alone: boolean
  /**
   * Missing seconds, metres, stops or units of the dimension. For `fits`: the additional cost compared with leaving the
   * job out.
   */
  missBy?: number
  /** Dimension of a violated `capacity`. */
  dimension?: number
  /** Job whose `window` is missed: the job itself or a later stop. */
  job?: number
  /** Number of other rules that would also have to be relaxed. */
  others?: number
  /** Position of the job among the stops of the route, from 0; absent if `alone`. */
  at?: number
}

type Sequences = readonly Pick<VehicleRoute, 'vehicle' | 'sequence'>[]

/** Returns at most five reasons, one per vehicle, the nearest miss first. */
export function listReasons(problem: RoutingProblem, routes: Sequences, job: number): UnassignedReason[] {
  const allowed = problem.jobs[job]!.vehicles ?? [...problem.vehicles.keys()]
  if (allowed.length === 0) return [{ code: 'notAllowed', alone: true }]
  const alone = allowed.map((vehicle) => ({ vehicle, ...nearest(problem, evaluateRoute(problem, vehicle, [job])) }))
  const possible = alone.filter(({ miss }) => miss === 0).map(({ vehicle }) => vehicle)
  const candidates =
    possible.length === 0
      ? alone.map(({ vehicle, miss, broken, others }) => ({
          miss,
          reason: { ...reasonOf(vehicle, broken!, true), ...(others > 0 ? { others } : {}) },
        }))
      : possible.map((vehicle) => findNearestMiss(problem, sequenceOf(routes, vehicle), vehicle, job))
  return candidates
    .sort((a, b) => a.miss - b.miss)
    .slice(0, 5)
    .map(({ reason }) => reason)
}

export interface RoutePosition {
  vehicle: number
  /** Position of the job in the sequence. */
  at: number
  /** Sequence with the job, and perhaps with an additional reload. */
  sequence: readonly number[]
  /** Price of the place: the additional cost of the route. */
  price: number
  /** Broken rules that the route did not break before, or breaks by more. */
  broken: readonly RuleViolation[]
}

/** Returns every place of the job in the route of a vehicle, with the rules that it would break. */
export function listPositions(
  problem: RoutingProblem,
  routes: Sequences,
  vehicle: number,
  job: number,
): RoutePosition[] {
  const route = sequenceOf(routes, vehicle)
  const current = evaluateRoute(problem, vehicle, route)
  const truck = problem.vehicles[vehicle]!
  const head = (truck.first ?? []).filter((entry) => route.includes(entry)).length
  const used = route.filter((entry) => entry === reloadEntry).length
  const positions: RoutePosition[] = []
  const consider = (index: number, added: readonly number[]) => {
    const longer = route.toSpliced(index, 0, ...added)
    const extended = evaluateRoute(problem, vehicle, longer)
    const broken = extended.broken.filter((violation) => isWorse(current.broken, violation))
    positions.push({
      vehicle,
      at: index + added.indexOf(job),
      sequence: longer,
      price: extended.cost - current.cost,
      broken,
    })
  }
  for (let index = head; index <= route.length; index++) consider(index, [job])
  // Without a start place, a vehicle cannot reload.
  if (route.length > 0 && truck.start >= 0 && used < (truck.reloads ?? 0)) consider(route.length, [reloadEntry, job])
  return positions
}

function sequenceOf(routes: Sequences, vehicle: number): readonly number[] {
  return routes.find((route) => route.vehicle === vehicle)?.sequence ?? []
}

function isWorse(previous: readonly RuleViolation[], { rule, job, dimension, by }: RuleViolation): boolean {
  return !previous.some((b) => b.rule === rule && b.job === job && b.dimension === dimension && b.by >= by)
}

/** Returns the distance to a rule, as a share of a usual value, so that minutes and kilograms can be compared. */
function distanceTo(problem: RoutingProblem, vehicle: number, { rule, dimension, by }: RuleViolation): number {
  const truck = problem.vehicles[vehicle]!
  const usual: Record<RouteRule, number> = {
    window: 4 * 3600,
    shift: 4 * 3600,
    duration: 4 * 3600,
    capacity: Math.max(1, truck.capacity[dimension ?? 0] ?? 1),
    distance: Math.max(1, truck.maxDistance ?? 1),
    stops: Math.max(1, truck.maxStops ?? 1),
    break: 4,
    reloads: 4,
    notAllowed: 0.001,
    unreachable: 0.001,
  }
  return by === 0 ? 1000 : by / usual[rule]
}

/**
 * Keeps the largest violation of each limit: lateness at a reload and lateness at the end violate the same limit, the
 * shift.
 */
function limitsOf(broken: readonly RuleViolation[]): RuleViolation[] {
  const limits = new Map<string, RuleViolation>()
  for (const violation of broken) {
    const key = `${violation.rule} ${violation.rule === 'window' ? violation.job : ''} ${violation.dimension ?? ''}`
    const worst = limits.get(key)
    if (!worst || worst.by < violation.by) limits.set(key, violation)
  }
  return [...limits.values()]
}

/** Returns the total distance to all limits, the most violated rule, and the number of other violated rules. */
function nearest(
  problem: RoutingProblem,
  { vehicle, broken }: RouteEvaluation,
): { miss: number; broken?: RuleViolation; others: number } {
  const limits = limitsOf(broken)
  // An unreachable or forbidden job has this as its first reason: its other violations follow from it.
  const first = limits.find(({ rule }) => rule === 'unreachable') ?? limits.find(({ rule }) => rule === 'notAllowed')
  if (first) return { miss: 1e6, broken: first, others: 0 }
  let miss = 0
  let most: RuleViolation | undefined
  for (const violation of limits) {
    const distance = distanceTo(problem, vehicle, violation)
    if (!most || distance > distanceTo(problem, vehicle, most)) most = violation
    miss += distance
  }
  const remainingCount = Math.max(0, limits.length - 1)
  return { miss: remainingCount > 0 ? 10 * miss : miss, others: remainingCount, ...(most ? { broken: most } : {}) }
}

function reasonOf(vehicle: number, { rule, job, dimension, by }: RuleViolation, alone: boolean): UnassignedReason {
  return {
    code: rule,
    vehicle,
    alone,
    missBy: by,
    ...(dimension === undefined ? {} : { dimension }),
    ...(job === undefined ? {} : { job }),
  }
}

/** Returns the place next to the jobs of a vehicle where a single rule is missed least. */
function findNearestMiss(problem: RoutingProblem, sequence: readonly number[], vehicle: number, job: number) {
  let miss = Infinity
  let reason: UnassignedReason = { code: 'stops', vehicle, alone: false }
  for (const { at, price, broken } of listPositions(problem, [{ vehicle, sequence }], vehicle, job)) {
    const limits = limitsOf(broken)
    if (limits.length === 0) {
      const dearer = price - problem.jobs[job]!.penalty
      if (miss >= 0) reason = { code: 'fits', vehicle, alone: false, missBy: dearer, at }
      else if (dearer < reason.missBy!) reason = { code: 'fits', vehicle, alone: false, missBy: dearer, at }
      miss = -1
      continue
    }
    // A single failing rule, at any distance, has priority over several.
    const far = limits.reduce((sum, violation) => sum + distanceTo(problem, vehicle, violation), 0)
    const distance = limits.length === 1 ? far : 1000 * limits.length + far
    if (distance >= miss) continue
    miss = distance
    const worst = limits.reduce((a, b) => (distanceTo(problem, vehicle, a) >= distanceTo(problem, vehicle, b) ? a : b))
    reason = { ...reasonOf(vehicle, worst, false), at, ...(limits.length > 1 ? { others: limits.length - 1 } : {}) }
  }
  return { miss, reason }
}
