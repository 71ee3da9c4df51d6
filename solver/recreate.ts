// Inserts the jobs without a route, one after the other, in a random order.
import {
  createInsertion,
  forget,
  type Insertion,
  insert,
  tryAll,
  tryEmpty,
  tryNear,
  tryReloading,
} from './insertion.ts'
import { type Plan, startOf } from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { below, type Random } from './random.ts'
import { limitless, type Tables } from './tables.ts'

export interface Recreation {
  insertion: Insertion
  /** Whether insertion may open another vehicle where that is cheaper; otherwise only if no other place is left. */
  mayOpen: boolean
  /** How often a route is opened although it does not pay for its first job: SA decides on the whole. */
  opening: number
  /** Bulk by job: share of the largest vehicle, and length of the way from the depots and back. */
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
 * Fewest neighbours looked at, in most calls. Half of the list finds equal places in half the time; some calls use all.
 */
const fewLooked = 20
const farShare = 0.1
const fewToSort = 64
/** Retried jobs per call on average, of the jobs without a place. */
const retried = 40

export function createRecreation(plan: Plan, near: Neighbours, random: Random): Recreation {
  const { tables } = plan
  const hopeless = new Uint8Array(tables.jobs).fill(1)
  for (let job = 0; job < tables.jobs; job++)
    for (let kind = 0; kind < tables.kinds.length; kind++)
      if (tables.fits[job * tables.kinds.length + kind]) hopeless[job] = 0
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

function bulkOf({ jobs, vehicles, dimensions, capacity, deliver, collect }: Tables): Float64Array {
  const bulk = new Float64Array(jobs)
  for (let d = 0; d < dimensions; d++) {
    let most = 1
    for (let r = 0; r < vehicles; r++) {
      const room = capacity[r * dimensions + d]!
      if (room !== limitless) most = Math.max(most, room)
    }
    for (let job = 0; job < jobs; job++)
      bulk[job] = Math.max(bulk[job]!, Math.max(deliver[job * dimensions + d]!, collect[job * dimensions + d]!) / most)
  }
  return bulk
}

function farOf(tables: Tables): Float64Array {
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

function sort(recreation: Recreation, jobs: number[]): void {
  const { keys, bulk, far, insertion, hasPriorities } = recreation
  const { random, plan } = insertion
  const { open, close, penalty } = plan.tables
  const roll = below(random, hasPriorities ? 19 : 17)
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
    let at = index
    for (; at > 0 && keys[jobs[at - 1]!]! > key; at--) jobs[at] = jobs[at - 1]!
    jobs[at] = job
  }
}

/** Returns the candidates: jobs that just lost their route, and some that had none. The other ones go to `left`. */
function candidates(recreation: Recreation, left: number[]): number[] {
  const { insertion, hopeless } = recreation
  const { plan, random } = insertion
  const tried: number[] = []
  const waiting = plan.absentHeld.length
  // The first absent jobs are absent in the current plan: they have had no route for a while.
  for (let index = 0; index < plan.absent.length; index++) {
    const job = plan.absent[index]!
    const isTried = hopeless[job] === 0 && (index >= waiting || waiting <= retried || random() * waiting < retried)
    if (isTried) tried.push(job)
    else left.push(job)
  }
  return tried
}

/**
 * Recreates the routes: inserts the jobs without one. Returns false as soon as the costs exceed the budget: later jobs
 * never reduce them.
 */
export function recreate(recreation: Recreation, budget = Infinity): boolean {
  const { insertion, mayOpen, opening, penalty } = recreation
  const { plan, random } = insertion
  const left: number[] = []
  const tried = candidates(recreation, left)
  const { count } = insertion.near
  insertion.looked = random() < farShare ? count : Math.min(count, fewLooked)
  if (tried.length > 1) sort(recreation, tried)
  let isOpening = mayOpen && tried.length > 2 && random() < opening
  let rest = budget
  for (let index = 0; index < left.length; index++) rest -= penalty[left[index]!]!
  for (let index = 0; index < tried.length; index++) {
    const job = tried[index]!
    forget(insertion)
    // Places that cost more than the remaining budget are skipped at the first look.
    if (rest < penalty[job]!) insertion.price = rest
    if (isOpening) {
      isOpening = false
      tryEmpty(insertion, job)
    }
    if (insertion.after < 0) findPlace(recreation, job)
    if (insertion.after >= 0 && isWorthIt(recreation, job)) {
      rest -= insertion.price
      insert(insertion, job)
    } else {
      rest -= penalty[job]!
      left.push(job)
    }
    if (rest < 0) return false
  }
  plan.absent = left
  return true
}

/**
 * Returns whether an insertion is worth its cost. Half of the jobs that cost more than leaving them out are inserted
 * too: later jobs may share their way.
 */
function isWorthIt({ insertion, penalty }: Recreation, job: number): boolean {
  return insertion.price <= penalty[job]! || insertion.random() < 0.5
}

function findPlace({ insertion, mayOpen }: Recreation, job: number): void {
  const { tables } = insertion.plan
  tryNear(insertion, job)
  if (insertion.after < 0) tryAll(insertion, job)
  if (tables.hasReloads && (insertion.after < 0 || insertion.random() < 0.1)) tryReloading(insertion, job)
  if (mayOpen || insertion.after < 0) tryEmpty(insertion, job)
}
