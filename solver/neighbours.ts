// Lists the neighbours of each job: jobs that may precede or follow it, and jobs near it on the ground.
import type { Tables } from './tables.ts'

export interface Neighbours {
  /** Count of listed neighbours per job; −1 fills up. */
  count: number
  before: Int32Array
  after: Int32Array
  aroundCount: number
  around: Int32Array
  /** Price of a second of travel in total, to weigh waiting against driving. */
  secondPrice: number
}

const likely = 40
const surrounding = 150

export function neighboursOf(tables: Tables): Neighbours {
  const { jobs } = tables
  const count = Math.max(0, Math.min(jobs - 1, likely))
  const aroundCount = Math.max(0, Math.min(jobs - 1, surrounding))
  const perSecond = mean(tables.perSecond)
  // Where travel costs nothing, near is still near.
  const perMetre = mean(tables.perMetre) || (perSecond > 0 ? 0 : 1)
  const cost = (leg: number) => perMetre * metres[leg]! + perSecond * seconds[leg]!
  const { seconds, metres } = tables.roads[0]!
  const secondPrice = priceOfSecond(tables, cost)
  const { place, open, close, service, row } = tables
  const kinds = kindsOf(tables)
  /**
   * Returns the cost of following one job by another: the leg, with a share of the waiting. Infinity if it arrives too
   * late, or no vehicle may serve both.
   */
  const following = (from: number, to: number) => {
    if ((kinds[from]! & kinds[to]!) === 0) return Infinity
    const leg = place[from]! * row + place[to]!
    if (open[from]! + service[from]! + seconds[leg]! > close[to]!) return Infinity
    const wait = open[to]! - (close[from]! + service[from]! + seconds[leg]!)
    return cost(leg) + (wait > 0 ? 0.2 * secondPrice * wait : 0)
  }
  const result: Neighbours = {
    count,
    aroundCount,
    before: new Int32Array(jobs * count).fill(-1),
    after: new Int32Array(jobs * count).fill(-1),
    around: new Int32Array(jobs * aroundCount).fill(-1),
    secondPrice,
  }
  const select = selection(jobs)
  for (let job = 0; job < jobs; job++) {
    select((other) => following(other, job), job, result.before, count)
    select((other) => following(job, other), job, result.after, count)
    const here = place[job]! * row
    select(
      (other) => cost(place[other]! * row + place[job]!) + cost(here + place[other]!),
      job,
      result.around,
      aroundCount,
    )
  }
  return result
}

/**
 * Returns a bit mask per job of the kinds of vehicle that can serve it. If there are more than thirty kinds, several
 * share a bit.
 */
function kindsOf({ jobs, kinds, fits }: Tables): Int32Array {
  const bits = new Int32Array(jobs)
  for (let job = 0; job < jobs; job++)
    for (let kind = 0; kind < kinds.length; kind++) if (fits[job * kinds.length + kind]) bits[job]! |= 1 << (kind % 30)
  return bits
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length === 0 ? 0 : sum / values.length
}

function priceOfSecond({ jobs, place, row, roads }: Tables, cost: (leg: number) => number): number {
  let money = 0
  let time = 0
  for (let job = 1; job < jobs; job++) {
    const leg = place[job - 1]! * row + place[job]!
    money += cost(leg)
    time += roads[0]!.seconds[leg]!
  }
  return time > 0 ? money / time : 1
}

/** Writes the selection of a job, its `count` lightest others, into its part of the list, lightest first. */
function selection(jobs: number) {
  const weights = new Float64Array(surrounding)
  const chosen = new Int32Array(surrounding)
  return (weigh: (other: number) => number, job: number, into: Int32Array, count: number) => {
    let held = 0
    for (let other = 0; other < jobs; other++) {
      if (other === job) continue
      const weight = weigh(other)
      if (weight === Infinity || (held === count && weight >= weights[held - 1]!)) continue
      let at = held < count ? held++ : held - 1
      while (at > 0 && weights[at - 1]! > weight) {
        weights[at] = weights[at - 1]!
        chosen[at] = chosen[at - 1]!
        at--
      }
      weights[at] = weight
      chosen[at] = other
    }
    for (let k = 0; k < held; k++) into[job * count + k] = chosen[k]!
  }
}
