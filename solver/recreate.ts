// Inserts the jobs without a route, one after the other, in a random order.
import {
  createInsertion,
  type InsertionState,
  insertJob,
  resetInsertion,
  tryAll,
  tryEmpty,
  tryNear,
  tryReloading,
} from './insertion.ts'
import { type RoutePlan, startOf } from './layout.ts'
import type { JobNeighbours } from './neighbours.ts'
import { drawBelow, type RandomSource } from './random.ts'
import { type SolverTables, unlimitedValue } from './tables.ts'

export interface RecreationState {
  insertion: InsertionState
  /** Whether insertion may open another vehicle where that is cheaper; otherwise only if no other place is left. */
  mayOpen: boolean
  /**
   * Chance that a call opens a route although its first job alone does not pay for it. The annealing later decides
   * about the whole plan.
   */
  opening: number
  /**
   * Bulk of each job, the share of the largest vehicle that it fills; and its distance from the depots and back
   * (`far`).
   */
  bulk: Float64Array
  far: Float64Array
  /** Hopeless jobs, which no vehicle can serve even alone: they are not retried. */
  hopeless: Uint8Array
  keys: Float64Array
  hasPriorities: boolean
  /** Penalty by job for leaving it out in the search: the plan's penalties or lower ones. */
  penalty: Float64Array
}

/**
 * Number of neighbours that most calls look at. Half of the list finds equally good positions in half the time; some
 * calls look at all.
 */
const fewLooked = 20
const allNeighboursChance = 0.1
const fewToSort = 64
/** Retried jobs per call on average, of the jobs without a place. */
const retried = 40

export function createRecreation(plan: RoutePlan, near: JobNeighbours, random: RandomSource): RecreationState {
  const { tables } = plan
  const hopeless = new Uint8Array(tables.jobs).fill(1)
  for (let job = 0; job < tables.jobs; job++)
    for (let kindIndex = 0; kindIndex < tables.kinds.length; kindIndex++)
      if (tables.fits[job * tables.kinds.length + kindIndex]) hopeless[job] = 0
  return {
    insertion: createInsertion(plan, near, random),
    mayOpen: true,
    opening: 0.1,
    bulk: bulkOf(tables),
    far: farOf(tables),
    hopeless,
    keys: new Float64Array(tables.jobs),
    hasPriorities: new Set(tables.penalty).size > 1,
    penalty: tables.penalty,
  }
}

function bulkOf({ jobs, vehicles, dimensions, capacity, deliver, collect }: SolverTables): Float64Array {
  const bulk = new Float64Array(jobs)
  for (let d = 0; d < dimensions; d++) {
    let most = 1
    for (let r = 0; r < vehicles; r++) {
      const vehicleCapacity = capacity[r * dimensions + d]!
      if (vehicleCapacity !== unlimitedValue) most = Math.max(most, vehicleCapacity)
    }
    for (let job = 0; job < jobs; job++)
      bulk[job] = Math.max(bulk[job]!, Math.max(deliver[job * dimensions + d]!, collect[job * dimensions + d]!) / most)
  }
  return bulk
}

function farOf(tables: SolverTables): Float64Array {
  const { place, row, kinds } = tables
  const { metres } = tables.roads[0]!
  const far = new Float64Array(tables.jobs)
  for (let job = 0; job < tables.jobs; job++)
    for (const [r] of kinds) {
      const depot = place[startOf(tables, r!)]!
      far[job]! += metres[depot * row + place[job]!]! + metres[place[job]! * row + depot]!
    }
  return far
}

function sort(recreation: RecreationState, jobs: number[]): void {
  const { keys, bulk, far, insertion, hasPriorities } = recreation
  const { random, plan } = insertion
  const { open, close, penalty } = plan.tables
  const roll = drawBelow(random, hasPriorities ? 19 : 17)
  for (let index = 0; index < jobs.length; index++) {
    const job = jobs[index]!
    if (roll < 4) keys[job] = random()
    else if (roll < 8) keys[job] = -bulk[job]!
    else if (roll < 10) keys[job] = -far[job]!
    else if (roll < 11) keys[job] = far[job]!
    else if (roll < 13) keys[job] = close[job]! - open[job]!
    else if (roll < 15) keys[job] = open[job]!
    else if (roll < 17) keys[job] = -close[job]!
    else keys[job] = -penalty[job]!
  }
  if (jobs.length > fewToSort) jobs.sort((a, b) => keys[a]! - keys[b]!)
  else sortFew(jobs, keys)
}

/** Sorts few jobs by insertion, which is faster than the general sort for ten or twenty. */
function sortFew(jobs: number[], keys: Float64Array): void {
  for (let index = 1; index < jobs.length; index++) {
    const job = jobs[index]!
    const key = keys[job]!
    let position = index
    for (; position > 0 && keys[jobs[position - 1]!]! > key; position--) jobs[position] = jobs[position - 1]!
    jobs[position] = job
  }
}

/**
 * Returns the candidates: jobs that just lost their route, and some jobs without a route. Other jobs go to `unplaced`.
 */
function candidates(recreation: RecreationState, unplaced: number[]): number[] {
  const { insertion, hopeless } = recreation
  const { plan, random } = insertion
  const tried: number[] = []
  const waiting = plan.absentCurrent.length
  // The first absent jobs are absent in the current plan: they have had no route for a while.
  for (let index = 0; index < plan.absent.length; index++) {
    const job = plan.absent[index]!
    const isTried = hopeless[job] === 0 && (index >= waiting || waiting <= retried || random() * waiting < retried)
    if (isTried) tried.push(job)
    else unplaced.push(job)
  }
  return tried
}

/**
 * Recreates the routes: inserts the jobs without a route. Returns false as soon as the costs exceed the budget: later
 * jobs never reduce them.
 */
export function recreateRoutes(recreation: RecreationState, budget = Infinity): boolean {
  const { insertion, mayOpen, opening, penalty } = recreation
  const { plan, random } = insertion
  const unplaced: number[] = []
  const tried = candidates(recreation, unplaced)
  const { count } = insertion.near
  insertion.looked = random() < allNeighboursChance ? count : Math.min(count, fewLooked)
  if (tried.length > 1) sort(recreation, tried)
  let isOpening = mayOpen && tried.length > 2 && random() < opening
  let remaining = budget
  for (let index = 0; index < unplaced.length; index++) remaining -= penalty[unplaced[index]!]!
  for (let index = 0; index < tried.length; index++) {
    const job = tried[index]!
    resetInsertion(insertion)
    // Places that cost more than the remaining budget are skipped early.
    if (remaining < penalty[job]!) insertion.price = remaining
    if (isOpening) {
      isOpening = false
      tryEmpty(insertion, job)
    }
    if (insertion.previousNode < 0) findPosition(recreation, job)
    if (insertion.previousNode >= 0 && isWorthIt(recreation, job)) {
      remaining -= insertion.price
      insertJob(insertion, job)
    } else {
      remaining -= penalty[job]!
      unplaced.push(job)
    }
    if (remaining < 0) return false
  }
  plan.absent = unplaced
  return true
}

/**
 * Returns whether an insertion is worth its cost. Half of the jobs that cost more than leaving them out are inserted
 * too: later jobs may share their way.
 */
function isWorthIt({ insertion, penalty }: RecreationState, job: number): boolean {
  return insertion.price <= penalty[job]! || insertion.random() < 0.5
}

function findPosition({ insertion, mayOpen }: RecreationState, job: number): void {
  const { tables } = insertion.plan
  tryNear(insertion, job)
  if (insertion.previousNode < 0) tryAll(insertion, job)
  if (tables.hasReloads && (insertion.previousNode < 0 || insertion.random() < 0.1)) tryReloading(insertion, job)
  if (mayOpen || insertion.previousNode < 0) tryEmpty(insertion, job)
}
