// Handles plans with barely enough vehicles, where most removed jobs fit only into their old place. The search then
// also accepts plans without some jobs, at a price that depends on how often this happens.
import type { RoutePlan } from './layout.ts'
import type { SolverTables } from './tables.ts'

export interface LeniencyState {
  /** Price of a missing job for the search, before its weight. */
  price: number
  least: number
  most: number
  /** Weights by job: a weight grows as long as its job is left out, so that the jobs left out change. */
  weights: Float64Array
  /** Penalty by job for leaving it out. */
  penalty: Float64Array
}

/**
 * Price of a missing job at the start, as a multiple of the cost of an average leg. A maximum of 30 gave worse results
 * where complete plans are rare.
 */
const priceFirst = 3
const priceLeast = 0.5
const priceMost = 8
/** Wanted share of time with an incomplete plan: a half at the start, less at the end. */
const fractionFirst = 0.5
const fractionLast = 0.2
const step = 1.02
const growth = 1.03
const fading = 0.995

export function createLeniency({ jobs, penalty }: SolverTables, leg: number): LeniencyState {
  return {
    price: priceFirst * leg,
    least: priceLeast * leg,
    most: priceMost * leg,
    weights: new Float64Array(jobs).fill(1),
    penalty: penalty.slice(),
  }
}

/**
 * Raises the price of missing jobs after an incomplete plan, and lowers it after a complete one. `done` is the finished
 * share of the search.
 */
export function updateLeniency(
  state: LeniencyState,
  { tables, absentCurrent }: RoutePlan,
  isLacking: boolean,
  done: number,
): void {
  const { weights, penalty } = state
  const fraction = fractionFirst + (fractionLast - fractionFirst) * done
  const price = state.price * step ** (isLacking ? 1 - fraction : -fraction)
  state.price = Math.min(state.most, Math.max(state.least, price))
  for (let index = 0; index < absentCurrent.length; index++) weights[absentCurrent[index]!]! *= growth
  for (let job = 0; job < tables.jobs; job++) {
    weights[job] = 1 + (weights[job]! - 1) * fading
    penalty[job] = Math.min(tables.penalty[job]!, state.price * weights[job]!)
  }
}
