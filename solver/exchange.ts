// Exchanges the ends of two routes after a stop of each (2-opt*): ruin removes strings and cannot move halves of long
// routes.
import { updateRoute } from './follow.ts'
import {
  endOf,
  FIGURE_COUNT,
  LATEST_START,
  LEG_METRES,
  LOAD_FIELDS,
  NEXT_LOCATION,
  NEXT_NODE,
  NODE_LOCATION,
  NODE_ROUTE,
  PREV_NODE,
  READY_TIME,
  type RoutePlan,
  STOP_COUNT,
  startOf,
} from './layout.ts'
import type { JobNeighbours } from './neighbours.ts'
import { touchRoute } from './plan.ts'
import { drawBelow, type RandomSource } from './random.ts'
import { unlimitedValue } from './tables.ts'

/** Pairs that are examined per call. Most fail the first check. */
const attemptsMax = 10
/** Number of the likeliest successors of a job, from which the new successor is drawn. */
const likeliest = 10

/**
 * Exchanges the ends of the first pair of routes whose new legs cost less than `most` more than the old ones. Returns
 * false without such a pair. Does not check other costs and rules: the figures of the routes contain them.
 */
export function exchangeEnds(plan: RoutePlan, near: JobNeighbours, random: RandomSource, most: number): boolean {
  const { tables, work, size } = plan
  const choice = Math.min(near.count, likeliest)
  if (choice === 0 || tables.hasReloads) return false
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const job = drawBelow(random, tables.jobs)
    const next = near.successors[job * near.count + drawBelow(random, choice)]!
    if (next < 0) continue
    const r = work[job * size + NODE_ROUTE]!
    const s = work[next * size + NODE_ROUTE]!
    // Vehicles of the same kind may serve each other's jobs, and these jobs are not locked.
    if (r < 0 || s < 0 || r === s || tables.kindOf[r] !== tables.kindOf[s]) continue
    const previous = work[next * size + PREV_NODE]!
    if (!isWorthIt(plan, job, previous, most) || !hasCapacity(plan, job, previous)) continue
    exchange(plan, job, previous)
    return true
  }
  return false
}

/**
 * Returns whether the exchange is worth a check: the two new legs cost less than `most` more, and both routes stay in
 * time.
 */
function isWorthIt({ tables, work, size }: RoutePlan, first: number, second: number, most: number): boolean {
  const firstBase = first * size
  const secondBase = second * size
  const r = work[firstBase + NODE_ROUTE]!
  const { seconds, metres } = tables.roads[tables.roadsOf[r]!]!
  const over = work[firstBase + NODE_LOCATION]! * tables.row + work[secondBase + NEXT_LOCATION]!
  const back = work[secondBase + NODE_LOCATION]! * tables.row + work[firstBase + NEXT_LOCATION]!
  const longer = metres[over]! + metres[back]! - work[firstBase + LEG_METRES]! - work[secondBase + LEG_METRES]!
  return (
    tables.perMetre[r]! * longer < most &&
    work[firstBase + READY_TIME]! + seconds[over]! <= work[secondBase + LATEST_START]! &&
    work[secondBase + READY_TIME]! + seconds[back]! <= work[firstBase + LATEST_START]!
  )
}

/**
 * Returns whether both routes have room for their stops and loads. Loads that change along the way are not checked
 * here.
 */
function hasCapacity(plan: RoutePlan, first: number, second: number): boolean {
  const { tables, work, size, figures } = plan
  const { dimensions, capacity } = tables
  const r = work[first * size + NODE_ROUTE]!
  const s = work[second * size + NODE_ROUTE]!
  const stopsMax = tables.maxStops[r]!
  if (stopsMax !== unlimitedValue) {
    const shifted = stopsUpTo(plan, first) - stopsUpTo(plan, second)
    if (
      figures[s * FIGURE_COUNT + STOP_COUNT]! + shifted > stopsMax ||
      figures[r * FIGURE_COUNT + STOP_COUNT]! - shifted > stopsMax
    )
      return false
  }
  for (let d = 0; tables.isOneLoad && d < dimensions; d++) {
    const shifted = loadUpTo(plan, first, d) - loadUpTo(plan, second, d)
    const most = capacity[r * dimensions + d]!
    if (work[startOf(tables, s) * size + LOAD_FIELDS + d]! + shifted > most) return false
    if (work[startOf(tables, r) * size + LOAD_FIELDS + d]! - shifted > most) return false
  }
  return true
}

function stopsUpTo({ tables, work, size }: RoutePlan, last: number): number {
  let count = 0
  for (let node = last; node < tables.jobs; node = work[node * size + PREV_NODE]!) count++
  return count
}

function loadUpTo({ tables, work, size }: RoutePlan, last: number, d: number): number {
  const { jobs, deliver, dimensions } = tables
  let sum = 0
  for (let node = last; node < jobs; node = work[node * size + PREV_NODE]!) sum += deliver[node * dimensions + d]!
  return sum
}

function exchange(plan: RoutePlan, first: number, second: number): void {
  const { tables, work, size } = plan
  const r = work[first * size + NODE_ROUTE]!
  const s = work[second * size + NODE_ROUTE]!
  const firstTail = work[first * size + NEXT_NODE]!
  const secondTail = work[second * size + NEXT_NODE]!
  touchRoute(plan, r)
  touchRoute(plan, s)
  append(plan, first, secondTail, endOf(tables, s))
  append(plan, second, firstTail, endOf(tables, r))
  updateRoute(plan, r)
  updateRoute(plan, s)
}

/** Appends the nodes from `firstNode` up to `endNode` to another node, as the new end of its route. */
function append({ tables, work, size }: RoutePlan, previous: number, firstNode: number, endNode: number): void {
  const r = work[previous * size + NODE_ROUTE]!
  let last = previous
  for (let node = firstNode; node !== endNode; node = work[node * size + NEXT_NODE]!) {
    work[last * size + NEXT_NODE] = node
    work[node * size + PREV_NODE] = last
    work[node * size + NODE_ROUTE] = r
    last = node
  }
  const end = endOf(tables, r)
  work[last * size + NEXT_NODE] = end
  work[end * size + PREV_NODE] = last
}
