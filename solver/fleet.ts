// Reduces vehicles: removes one route and inserts its jobs elsewhere. Jobs that fail weigh more in the next attempt.
import { canEject, createEjection, type Ejection, eject } from './eject.ts'
import { endOf, FIGURES, NEXT, type Plan, STOPS, startOf } from './layout.ts'
import { clear, drop, keep, touch } from './plan.ts'
import { below, type Random } from './random.ts'
import { type Recreation, recreate } from './recreate.ts'
import { type Ruin, ruin } from './ruin.ts'
import { limitless, type Tables } from './tables.ts'

export interface Fleet {
  /** Absence by job: how often it was left without a route. */
  absence: Float64Array
  /** Least absence of any plan, weighted by job, for the largest vehicle. */
  least: number
  /** Hopeless jobs, which have no route in any plan. */
  hopeless: number
  /** Ejection of jobs by other jobs; undefined if their times and loads alone do not decide it. */
  ejection: Ejection | undefined
}

/** Attempts by ruin and recreate per attempt by ejection. */
const ruinsPerEjection = 6

export function createFleet(plan: Plan, random: Random, hopeless: number): Fleet {
  const { tables } = plan
  const absence = new Float64Array(tables.jobs)
  const ejection = canEject(tables) ? createEjection(plan, random, absence) : undefined
  return { absence, least: leastVehicles(tables), hopeless, ejection }
}

function leastVehicles({ jobs, vehicles, dimensions, capacity, deliver, collect, hasReloads }: Tables): number {
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
    if (most < limitless) least = Math.max(least, Math.ceil(Math.max(delivered, collected) / most))
  }
  return least
}

/** Closes the unused vehicles. */
export function closeUnused(plan: Plan): void {
  for (let r = 0; r < plan.tables.vehicles; r++) plan.closed[r] = plan.figures[r * FIGURES + STOPS] === 0 ? 1 : 0
}

/** Leaves out the route whose jobs were absent least. Returns false if every route has a job that must stay. */
export function leaveOneOut(fleet: Fleet, plan: Plan, random: () => number): boolean {
  const { tables, work, size } = plan
  let pick = -1
  let lowest = Infinity
  for (let u = 0; u < plan.usedCount; u++) {
    const r = plan.used[u]!
    let sum = random() * 1e-3
    for (
      let node = work[startOf(tables, r) * size + NEXT]!;
      node !== endOf(tables, r);
      node = work[node * size + NEXT]!
    )
      if (node < tables.jobs)
        sum += tables.held[node] || tables.penalty[node]! >= 1e12 ? Infinity : fleet.absence[node]!
    if (sum >= lowest) continue
    lowest = sum
    pick = r
  }
  if (pick < 0) return false
  touch(plan, pick)
  for (
    let node = work[startOf(tables, pick) * size + NEXT]!;
    node !== endOf(tables, pick);
    node = work[node * size + NEXT]!
  )
    if (node < tables.jobs) plan.absent.push(node)
  clear(plan, pick)
  closeUnused(plan)
  keep(plan)
  return true
}

/** Sometimes exchanges a job without a route for others. */
function exchange({ ejection, absence }: Fleet, { insertion, hopeless }: Recreation): void {
  const { plan, random } = insertion
  if (!ejection || random() * ruinsPerEjection >= 1) return
  const job = plan.absent[below(random, plan.absent.length)]!
  if (hopeless[job]) return
  absence[job]!++
  eject(ejection, job)
}

/** Reduces the vehicles by one iteration. Returns true if every job that fits a route has one again. */
export function reduce(fleet: Fleet, recreation: Recreation, state: Ruin, edge: number): boolean {
  const { plan, random } = state
  exchange(fleet, recreation)
  const held = weight(fleet, plan.absentHeld)
  ruin(state)
  recreate(recreation)
  const sum = weight(fleet, plan.absent)
  let delta = 0
  for (let t = 0; t < plan.touchedCount; t++) {
    const at = plan.touched[t]! * FIGURES
    delta += plan.figures[at]! - plan.figuresHeld[at]!
  }
  const isKept =
    plan.absent.length === fleet.hopeless || sum < held || (sum === held && delta < -edge * 0.3 * Math.log(random()))
  // With ejection, only jobs that could not be inserted are counted: counted here too, all weights would grow alike.
  if (!fleet.ejection) for (const job of plan.absent) fleet.absence[job]!++
  if (!isKept || delta === Infinity) {
    drop(plan)
    return false
  }
  keep(plan)
  return plan.absent.length === fleet.hopeless
}

function weight({ absence }: Fleet, jobs: readonly number[]): number {
  let sum = 0
  for (const job of jobs) sum += absence[job]!
  return sum
}
