// Reduces vehicles: removes one route and inserts its jobs elsewhere. Jobs that fail weigh more in the next attempt.
import { canEject, createEjection, type EjectionState, ejectJobs } from './eject.ts'
import { endOf, FIGURE_COUNT, NEXT_NODE, type RoutePlan, STOP_COUNT, startOf } from './layout.ts'
import { clearRoute, dropPlan, keepPlan, touchRoute } from './plan.ts'
import { drawBelow, type RandomSource } from './random.ts'
import { type RecreationState, recreateRoutes } from './recreate.ts'
import { type RuinState, ruinRoutes } from './ruin.ts'
import { type SolverTables, unlimitedValue } from './tables.ts'

export interface FleetReduction {
  /** Absences of each job: how often the job was left without a route. */
  absence: Float64Array
  /** Least possible number of vehicles: all goods, divided by the largest capacity. */
  least: number
  /** Number of hopeless jobs, which no vehicle can serve. */
  hopeless: number
  /** Ejection of jobs by other jobs; undefined if more than times and loads decides whether a job fits. */
  ejection: EjectionState | undefined
}

/** Attempts by ruin and recreate per attempt by ejection. */
const ruinsPerEjection = 6

export function createFleet(plan: RoutePlan, random: RandomSource, hopeless: number): FleetReduction {
  const { tables } = plan
  const absence = new Float64Array(tables.jobs)
  const ejection = canEject(tables) ? createEjection(plan, random, absence) : undefined
  return { absence, least: leastVehicles(tables), hopeless, ejection }
}

function leastVehicles({ jobs, vehicles, dimensions, capacity, deliver, collect, hasReloads }: SolverTables): number {
  let least = 1
  for (let d = 0; d < dimensions && !hasReloads; d++) {
    let delivered = 0
    let collected = 0
    let most = 1
    for (let job = 0; job < jobs; job++) {
      delivered += deliver[job * dimensions + d]!
      collected += collect[job * dimensions + d]!
    }
    for (let r = 0; r < vehicles; r++) most = Math.max(most, capacity[r * dimensions + d]!)
    if (most < unlimitedValue) least = Math.max(least, Math.ceil(Math.max(delivered, collected) / most))
  }
  return least
}

/** Closes the unused vehicles. */
export function closeUnused(plan: RoutePlan): void {
  for (let r = 0; r < plan.tables.vehicles; r++)
    plan.closed[r] = plan.figures[r * FIGURE_COUNT + STOP_COUNT] === 0 ? 1 : 0
}

/** Removes the route whose jobs were absent least often. Returns false if every route has a job that must stay. */
export function removeRoute(fleet: FleetReduction, plan: RoutePlan, random: () => number): boolean {
  const { tables, work, size } = plan
  let pick = -1
  let lowest = Infinity
  for (let u = 0; u < plan.usedCount; u++) {
    const r = plan.used[u]!
    let sum = random() * 1e-3
    for (
      let node = work[startOf(tables, r) * size + NEXT_NODE]!;
      node !== endOf(tables, r);
      node = work[node * size + NEXT_NODE]!
    )
      if (node < tables.jobs)
        sum += tables.held[node] || tables.penalty[node]! >= 1e12 ? Infinity : fleet.absence[node]!
    if (sum >= lowest) continue
    lowest = sum
    pick = r
  }
  if (pick < 0) return false
  touchRoute(plan, pick)
  for (
    let node = work[startOf(tables, pick) * size + NEXT_NODE]!;
    node !== endOf(tables, pick);
    node = work[node * size + NEXT_NODE]!
  )
    if (node < tables.jobs) plan.absent.push(node)
  clearRoute(plan, pick)
  closeUnused(plan)
  keepPlan(plan)
  return true
}

/** Sometimes exchanges a job without a route for others. */
function exchange({ ejection, absence }: FleetReduction, { insertion, hopeless }: RecreationState): void {
  const { plan, random } = insertion
  if (!ejection || random() * ruinsPerEjection >= 1) return
  const job = plan.absent[drawBelow(random, plan.absent.length)]!
  if (hopeless[job]) return
  absence[job]!++
  ejectJobs(ejection, job)
}

/** Reduces the vehicles by one iteration. Returns true if every job that fits a route has a route again. */
export function reduceVehicles(
  fleet: FleetReduction,
  recreation: RecreationState,
  state: RuinState,
  edge: number,
): boolean {
  const { plan, random } = state
  exchange(fleet, recreation)
  const currentWeight = weight(fleet, plan.absentCurrent)
  ruinRoutes(state)
  recreateRoutes(recreation)
  const sum = weight(fleet, plan.absent)
  let delta = 0
  for (let t = 0; t < plan.touchedCount; t++) {
    const index = plan.touched[t]! * FIGURE_COUNT
    delta += plan.figures[index]! - plan.figuresCurrent[index]!
  }
  const isKept =
    plan.absent.length === fleet.hopeless ||
    sum < currentWeight ||
    (sum === currentWeight && delta < -edge * 0.3 * Math.log(random()))
  // Ejection counts only the jobs that could not be inserted. If they were also counted here, all weights would grow
  // equally.
  if (!fleet.ejection) for (const job of plan.absent) fleet.absence[job]!++
  if (!isKept || delta === Infinity) {
    dropPlan(plan)
    return false
  }
  keepPlan(plan)
  return plan.absent.length === fleet.hopeless
}

function weight({ absence }: FleetReduction, jobs: readonly number[]): number {
  let sum = 0
  for (const job of jobs) sum += absence[job]!
  return sum
}
