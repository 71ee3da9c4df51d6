// A number of vehicles that only just suffices: most jobs that are taken out find no other place than their own. So plans
// without some jobs are kept on the way too, at a price that follows from how often that happens.
import type { Plan } from './layout.ts'
import type { Tables } from './tables.ts'

export interface Leniency {
  /** What it costs for the search to leave a job out, before its weight. */
  price: number
  /** No lower than this: higher than `floor` for a while where complete plans are rare. */
  least: number
  floor: number
  most: number
  /** For how many adjustments the plan has lacked jobs. */
  lackingFor: number
  /** By job: grows as long as it is left out, or the same would be left out all the time. */
  weights: Float64Array
  /** By job: what it costs to leave it out. */
  penalty: Float64Array
}

/** In average legs. */
const priceFirst = 3
const priceLeast = 0.5
const priceMost = 30
/** Share of the time without some job: half of it in the beginning, less in the end. */
const shareFirst = 0.5
const shareLast = 0.2
const step = 1.02
const growth = 1.03
const fading = 0.995
/** So many adjustments for each job without a complete plan, and the search goes back to one; the least price rises. */
const lackingMost = 5
const dearer = 3
const relenting = 0.9995

export function createLeniency({ jobs, penalty }: Tables, leg: number): Leniency {
  return {
    price: priceFirst * leg,
    least: priceLeast * leg,
    floor: priceLeast * leg,
    most: priceMost * leg,
    lackingFor: 0,
    weights: new Float64Array(jobs).fill(1),
    penalty: penalty.slice(),
  }
}

/**
 * From time to time: dearer after a plan that lacks jobs, else cheaper. `done` is the share of the search. False where plans have
 * lacked jobs for so long that there may be none with all of them around.
 */
export function adjustLeniency(
  state: Leniency,
  { tables, absentHeld }: Plan,
  isLacking: boolean,
  done: number,
): boolean {
  const { weights, penalty } = state
  const share = shareFirst + (shareLast - shareFirst) * done
  const price = state.price * step ** (isLacking ? 1 - share : -share)
  if (!isLacking) state.least = Math.max(state.floor, state.least * relenting)
  state.price = Math.min(state.most, Math.max(state.least, price))
  for (let index = 0; index < absentHeld.length; index++) weights[absentHeld[index]!]! *= growth
  for (let job = 0; job < tables.jobs; job++) {
    weights[job] = 1 + (weights[job]! - 1) * fading
    penalty[job] = Math.min(tables.penalty[job]!, state.price * weights[job]!)
  }
  state.lackingFor = isLacking ? state.lackingFor + 1 : 0
  if (state.lackingFor < lackingMost * tables.jobs) return true
  state.lackingFor = 0
  state.least = Math.min(state.most, state.least * dearer)
  return false
}
