// Lists the neighbours of each job: jobs that may precede or follow it, and jobs near it on the ground.
import type { SolverTables } from './tables.ts'

export interface JobNeighbours {
  /** Count of listed neighbours per job. A shorter list is filled up with −1. */
  count: number
  predecessors: Int32Array
  successors: Int32Array
  nearbyCount: number
  nearby: Int32Array
  /** Price of a second of travel, distance included, to compare waiting with driving. */
  secondPrice: number
}

const likely = 40
const surrounding = 150

export function findNeighbours(tables: SolverTables): JobNeighbours {
  const { jobs } = tables
  const count = Math.max(0, Math.min(jobs - 1, likely))
  const nearbyCount = Math.max(0, Math.min(jobs - 1, surrounding))
  const perSecond = mean(tables.perSecond)
  // If travel has no cost, the distance decides which jobs are near.
  const perMetre = mean(tables.perMetre) || (perSecond > 0 ? 0 : 1)
  const cost = (leg: number) => perMetre * metres[leg]! + perSecond * seconds[leg]!
  const { seconds, metres } = tables.roads[0]!
  const secondPrice = priceOfSecond(tables, cost)
  const { place, open, close, service, row } = tables
  const kindBits = kindsOf(tables)
  /**
   * Returns the cost of following one job by another: the leg, with a share of the waiting. Infinity if the vehicle
   * arrives too late, or no vehicle may serve both.
   */
  const following = (previousJob: number, nextJob: number) => {
    if ((kindBits[previousJob]! & kindBits[nextJob]!) === 0) return Infinity
    const leg = place[previousJob]! * row + place[nextJob]!
    if (open[previousJob]! + service[previousJob]! + seconds[leg]! > close[nextJob]!) return Infinity
    const wait = open[nextJob]! - (close[previousJob]! + service[previousJob]! + seconds[leg]!)
    return cost(leg) + (wait > 0 ? 0.2 * secondPrice * wait : 0)
  }
  const result: JobNeighbours = {
    count,
    nearbyCount,
    predecessors: new Int32Array(jobs * count).fill(-1),
    successors: new Int32Array(jobs * count).fill(-1),
    nearby: new Int32Array(jobs * nearbyCount).fill(-1),
    secondPrice,
  }
  const select = selection(jobs)
  for (let job = 0; job < jobs; job++) {
    select((candidate) => following(candidate, job), job, result.predecessors, count)
    select((candidate) => following(job, candidate), job, result.successors, count)
    const rowOffset = place[job]! * row
    select(
      (candidate) => cost(place[candidate]! * row + place[job]!) + cost(rowOffset + place[candidate]!),
      job,
      result.nearby,
      nearbyCount,
    )
  }
  return result
}

/**
 * Returns a bit mask per job of the kinds of vehicle that can serve it. If there are more than thirty kinds, several
 * share a bit.
 */
function kindsOf({ jobs, kinds, fits }: SolverTables): Int32Array {
  const bits = new Int32Array(jobs)
  for (let job = 0; job < jobs; job++)
    for (let kindIndex = 0; kindIndex < kinds.length; kindIndex++)
      if (fits[job * kinds.length + kindIndex]) bits[job]! |= 1 << (kindIndex % 30)
  return bits
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length === 0 ? 0 : sum / values.length
}

function priceOfSecond({ jobs, place, row, roads }: SolverTables, cost: (leg: number) => number): number {
  let money = 0
  let time = 0
  for (let job = 1; job < jobs; job++) {
    const leg = place[job - 1]! * row + place[job]!
    money += cost(leg)
    time += roads[0]!.seconds[leg]!
  }
  return time > 0 ? money / time : 1
}

/**
 * Returns a function that writes the selection for a job into the list: the `count` other jobs with the lowest weights,
 * lowest first.
 */
function selection(jobs: number) {
  const weights = new Float64Array(surrounding)
  const chosen = new Int32Array(surrounding)
  return (weigh: (other: number) => number, job: number, into: Int32Array, count: number) => {
    let filled = 0
    for (let candidate = 0; candidate < jobs; candidate++) {
      if (candidate === job) continue
      const weight = weigh(candidate)
      if (weight === Infinity || (filled === count && weight >= weights[filled - 1]!)) continue
      let index = filled < count ? filled++ : filled - 1
      while (index > 0 && weights[index - 1]! > weight) {
        weights[index] = weights[index - 1]!
        chosen[index] = chosen[index - 1]!
        index--
      }
      weights[index] = weight
      chosen[index] = candidate
    }
    for (let k = 0; k < filled; k++) into[job * count + k] = chosen[k]!
  }
}
