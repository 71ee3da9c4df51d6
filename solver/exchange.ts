// Exchanges the ends of two routes after a stop of each (2-opt*): ruin removes strings and cannot move halves of long
// routes.
import { update } from './follow.ts'
import {
  endOf,
  FIGURES,
  LATEST,
  LEG,
  LOADS,
  NEXT,
  NEXT_PLACE,
  PLACE,
  type Plan,
  PREV,
  READY,
  ROUTE,
  STOPS,
  startOf,
} from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { touch } from './plan.ts'
import { below, type Random } from './random.ts'
import { limitless } from './tables.ts'

/** Pairs that are examined per call. Most fail the first check. */
const looks = 10
/** Number of the likeliest successors of a job, from which the new successor is drawn. */
const likeliest = 10

/**
 * Exchanges the ends of the first pair of routes whose legs cost less than `most` more. Returns false without such a
 * pair. Other costs and rules are not checked here: the figures of the routes contain them.
 */
export function exchangeEnds(plan: Plan, near: Neighbours, random: Random, most: number): boolean {
  const { tables, work, size } = plan
  const choice = Math.min(near.count, likeliest)
  if (choice === 0 || tables.hasReloads) return false
  for (let look = 0; look < looks; look++) {
    const job = below(random, tables.jobs)
    const next = near.after[job * near.count + below(random, choice)]!
    if (next < 0) continue
    const r = work[job * size + ROUTE]!
    const s = work[next * size + ROUTE]!
    // Of one kind, they may serve each other's jobs, and none of these is locked.
    if (r < 0 || s < 0 || r === s || tables.kindOf[r] !== tables.kindOf[s]) continue
    const before = work[next * size + PREV]!
    if (!isWorthIt(plan, job, before, most) || !hasRoom(plan, job, before)) continue
    exchange(plan, job, before)
    return true
  }
  return false
}

/**
 * Returns whether the exchange is worth a check: the two new legs cost less than `most` more, and both routes stay in
 * time.
 */
function isWorthIt({ tables, work, size }: Plan, one: number, other: number, most: number): boolean {
  const here = one * size
  const there = other * size
  const r = work[here + ROUTE]!
  const { seconds, metres } = tables.roads[tables.roadsOf[r]!]!
  const over = work[here + PLACE]! * tables.row + work[there + NEXT_PLACE]!
  const back = work[there + PLACE]! * tables.row + work[here + NEXT_PLACE]!
  const longer = metres[over]! + metres[back]! - work[here + LEG]! - work[there + LEG]!
  return (
    tables.perMetre[r]! * longer < most &&
    work[here + READY]! + seconds[over]! <= work[there + LATEST]! &&
    work[there + READY]! + seconds[back]! <= work[here + LATEST]!
  )
}

/**
 * Returns whether both routes have room for their stops and loads. Loads that change along the way are not checked
 * here.
 */
function hasRoom(plan: Plan, one: number, other: number): boolean {
  const { tables, work, size, figures } = plan
  const { dimensions, capacity } = tables
  const r = work[one * size + ROUTE]!
  const s = work[other * size + ROUTE]!
  const stopsMax = tables.maxStops[r]!
  if (stopsMax !== limitless) {
    const shifted = stopsUpTo(plan, one) - stopsUpTo(plan, other)
    if (figures[s * FIGURES + STOPS]! + shifted > stopsMax || figures[r * FIGURES + STOPS]! - shifted > stopsMax)
      return false
  }
  for (let d = 0; tables.isOneLoad && d < dimensions; d++) {
    const shifted = loadUpTo(plan, one, d) - loadUpTo(plan, other, d)
    const most = capacity[r * dimensions + d]!
    if (work[startOf(tables, s) * size + LOADS + d]! + shifted > most) return false
    if (work[startOf(tables, r) * size + LOADS + d]! - shifted > most) return false
  }
  return true
}

function stopsUpTo({ tables, work, size }: Plan, last: number): number {
  let count = 0
  for (let node = last; node < tables.jobs; node = work[node * size + PREV]!) count++
  return count
}

function loadUpTo({ tables, work, size }: Plan, last: number, d: number): number {
  const { jobs, deliver, dimensions } = tables
  let sum = 0
  for (let node = last; node < jobs; node = work[node * size + PREV]!) sum += deliver[node * dimensions + d]!
  return sum
}

function exchange(plan: Plan, one: number, other: number): void {
  const { tables, work, size } = plan
  const r = work[one * size + ROUTE]!
  const s = work[other * size + ROUTE]!
  const fromOne = work[one * size + NEXT]!
  const fromOther = work[other * size + NEXT]!
  touch(plan, r)
  touch(plan, s)
  append(plan, one, fromOther, endOf(tables, s))
  append(plan, other, fromOne, endOf(tables, r))
  update(plan, r)
  update(plan, s)
}

/** Appends the nodes from `from` up to `until` to another node, as the new end of its route. */
function append({ tables, work, size }: Plan, after: number, from: number, until: number): void {
  const r = work[after * size + ROUTE]!
  let last = after
  for (let node = from; node !== until; node = work[node * size + NEXT]!) {
    work[last * size + NEXT] = node
    work[node * size + PREV] = last
    work[node * size + ROUTE] = r
    last = node
  }
  const end = endOf(tables, r)
  work[last * size + NEXT] = end
  work[end * size + PREV] = last
}
