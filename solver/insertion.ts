// Finds the best place for a job: first next to its neighbours, where time, load, duration and price are checked
// together.

import { update, updateAround } from './follow.ts'
import {
  COST,
  endOf,
  FIGURES,
  LATE,
  LATEST,
  LEG,
  LOADS,
  METRES,
  NEXT,
  NEXT_PLACE,
  PLACE,
  type Plan,
  PREV,
  READY,
  ROUTE,
  SECONDS,
  SEEN,
  SPAN,
  STOPS,
  startOf,
  TIGHT,
} from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { freeReload, link, touch } from './plan.ts'
import type { Random } from './random.ts'
import { priceWith } from './trial.ts'

/** Best insertion of the current job, and the parameters of the random choices. */
export interface Insertion {
  plan: Plan
  near: Neighbours
  random: Random
  price: number
  /** The node before the place, or −1. */
  after: number
  /** The vehicle reloads: not at all (0), before the job (1) or after it (2). */
  reloading: number
  /** Places that are examined until one is skipped. */
  untilBlink: number
  /** Number of nearest neighbours that are looked at. */
  looked: number
  /** Number of the current sweep for a place. */
  sweep: number
}

const blinkLog = Math.log(0.99)

export function createInsertion(plan: Plan, near: Neighbours, random: Random): Insertion {
  const { count: looked } = near
  return { plan, near, random, price: Infinity, after: -1, reloading: 0, untilBlink: 1, looked, sweep: 0 }
}

/** Forgets the last search before the next job. */
export function forget(insertion: Insertion): void {
  insertion.price = Infinity
  insertion.after = -1
  insertion.reloading = 0
}

/** Tries the place after a node. */
export function tryAfter(insertion: Insertion, job: number, node: number): void {
  const { plan } = insertion
  const { tables, work, figures } = plan
  const base = node * plan.size
  const r = work[base + ROUTE]!
  const roads = tables.roads[tables.roadsOf[r]!]!
  const row = tables.place[job]! * tables.row
  const here = work[base + PLACE]!
  const there = work[base + NEXT_PLACE]!
  const metres = roads.metresTo[row + here]! + roads.metres[row + there]! - work[base + LEG]!
  let price = tables.perMetre[r]! * metres
  if (tables.hasMoves && tables.had[job] !== r) price += tables.moved[job]!
  if (price >= insertion.price) return
  let time = work[base + READY]! + roads.secondsTo[row + here]!
  if (time > tables.close[job]!) return
  if (time < tables.open[job]!) time = tables.open[job]!
  const onward = time + tables.service[job]! + roads.seconds[row + there]!
  if (onward > work[base + LATEST]!) return
  const at = r * FIGURES
  if (figures[at + STOPS]! >= tables.maxStops[r]! || figures[at + METRES]! + metres > tables.maxDistance[r]!) return
  if (tables.sealed[node] || !mayServe(plan, job, r) || !hasRoom(plan, job, node, r)) return
  const late =
    tables.hasLateness && (figures[at + LATE]! > 0 || time > tables.tight[job]! || onward > work[base + TIGHT]!)
  if (late || tables.breaks[r]!.length > 0) price = priceInFull(plan, r, [node, job])
  else {
    if (tables.timed[r]) {
      const duration = durationWith(plan, job, node, r)
      if (duration > tables.maxDuration[r]!) return
      price += tables.perSecond[r]! * (duration - figures[at + SECONDS]!)
    }
    if (figures[at + STOPS] === 0) price += tables.fixed[r]!
  }
  if (price >= insertion.price) return
  insertion.price = price
  insertion.after = node
  insertion.reloading = 0
}

export function mayServe({ tables }: Plan, job: number, r: number): boolean {
  return !tables.hasMisfits || tables.fits[job * tables.kinds.length + tables.kindOf[r]!] === 1
}

function hasRoom({ tables, work, size }: Plan, job: number, node: number, r: number): boolean {
  const { dimensions, deliver, collect, capacity } = tables
  const at = (tables.isOneLoad ? startOf(tables, r) : node) * size + LOADS
  for (let d = 0; d < dimensions; d++) {
    const most = capacity[r * dimensions + d]!
    if (work[at + d]! + deliver[job * dimensions + d]! > most) return false
    if (tables.hasCollections && work[at + dimensions + d]! + collect[job * dimensions + d]! > most) return false
  }
  return true
}

/** Returns the least duration of the route with the job after the node. */
function durationWith({ tables, work, size, spans }: Plan, job: number, node: number, r: number): number {
  const { seconds, secondsTo } = tables.roads[tables.roadsOf[r]!]!
  const row = tables.place[job]! * tables.row
  const before = node * SPAN
  const after = work[node * size + NEXT]! * SPAN + 3
  let step = spans[before]! + secondsTo[row + work[node * size + PLACE]!]!
  const close = Math.min(tables.tight[job]! - step, spans[before + 2]!)
  step += tables.service[job]! + Math.max(tables.open[job]! - step - spans[before + 2]!, 0)
  step += seconds[row + work[node * size + NEXT_PLACE]!]!
  return step + spans[after]! + Math.max(spans[after + 1]! - step - close, 0)
}

/** Returns the full price that the nodes add to the route. */
function priceInFull(plan: Plan, r: number, added: readonly number[]): number {
  const now = plan.figures[r * FIGURES + COST]!
  return priceWith(plan, r, added) - (now === Infinity ? 0 : now)
}

/** Tries the places near the neighbours of the job. Skips places that cannot be cheaper or in time. */
export function tryNear(insertion: Insertion, job: number): void {
  const { plan, near } = insertion
  const { tables, work, size } = plan
  const { seconds, secondsTo, metres, metresTo } = tables.roads[0]!
  const { perMetreLeast } = tables
  const isQuick = tables.roads.length === 1
  const row = tables.place[job]! * tables.row
  const open = tables.open[job]!
  const close = tables.close[job]!
  const service = tables.service[job]!
  const sweep = (insertion.sweep + 1) | 0
  insertion.sweep = sweep
  const from = job * near.count
  const to = from + insertion.looked
  let metresMax = perMetreLeast > 0 ? insertion.price / perMetreLeast : Infinity
  let { untilBlink } = insertion
  for (let side = 0; side < 2; side++) {
    const list = side === 0 ? near.before : near.after
    for (let k = from; k < to; k++) {
      let node = list[k]!
      if (node < 0) break
      if (work[node * size + ROUTE]! < 0) continue
      if (side === 1) node = work[node * size + PREV]!
      const base = node * size
      if (work[base + SEEN] === sweep) continue
      work[base + SEEN] = sweep
      if (--untilBlink <= 0) {
        untilBlink = 1 + Math.floor(Math.log(insertion.random()) / blinkLog)
        continue
      }
      const here = row + work[base + PLACE]!
      const there = row + work[base + NEXT_PLACE]!
      if (isQuick && metresTo[here]! + metres[there]! - work[base + LEG]! >= metresMax) continue
      let time = work[base + READY]! + secondsTo[here]!
      if (isQuick && time > close) continue
      if (time < open) time = open
      if (isQuick && time + service + seconds[there]! > work[base + LATEST]!) continue
      tryAfter(insertion, job, node)
      if (perMetreLeast > 0) metresMax = insertion.price / perMetreLeast
    }
  }
  insertion.untilBlink = untilBlink
}

/** Tries one empty vehicle of each kind, and the former vehicle of the job. */
export function tryEmpty(insertion: Insertion, job: number): void {
  const { plan } = insertion
  const { tables } = plan
  const { kinds, fits, fixed, perMetre, place } = tables
  const had = tables.had[job]!
  if (had >= 0 && isFree(plan, had)) tryAfter(insertion, job, startOf(tables, had))
  const row = place[job]! * tables.row
  for (let kind = 0; kind < kinds.length; kind++) {
    if (!fits[job * kinds.length + kind]) continue
    const group = kinds[kind]!
    const any = group[0]!
    const { metres, metresTo } = tables.roads[tables.roadsOf[any]!]!
    const length = metresTo[row + place[startOf(tables, any)]!]! + metres[row + place[endOf(tables, any)]!]!
    if (fixed[any]! + perMetre[any]! * length >= insertion.price) continue
    for (let g = 0; g < group.length; g++) {
      if (!isFree(plan, group[g]!)) continue
      tryAfter(insertion, job, startOf(tables, group[g]!))
      break
    }
  }
}

function isFree({ closed, figures }: Plan, r: number): boolean {
  return closed[r] === 0 && figures[r * FIGURES + STOPS] === 0
}

/** Tries every place of every route. */
export function tryAll(insertion: Insertion, job: number): void {
  const { plan } = insertion
  const { tables } = plan
  for (let u = 0; u < plan.usedCount; u++) {
    const r = plan.used[u]!
    if (!mayServe(plan, job, r)) continue
    // Where the load is the same all along the route, one look is enough.
    if (tables.isOneLoad && !hasRoom(plan, job, startOf(tables, r), r)) continue
    tryRoute(insertion, job, r)
  }
}

function tryRoute(insertion: Insertion, job: number, r: number): void {
  const { plan } = insertion
  const { tables, work, size } = plan
  const { seconds, secondsTo, metres, metresTo } = tables.roads[tables.roadsOf[r]!]!
  const row = tables.place[job]! * tables.row
  const open = tables.open[job]!
  const close = tables.close[job]!
  const service = tables.service[job]!
  const end = endOf(tables, r)
  const perMetre = tables.perMetre[r]!
  let metresMax = perMetre > 0 ? insertion.price / perMetre : Infinity
  for (let node = startOf(tables, r); node !== end; node = work[node * size + NEXT]!) {
    const base = node * size
    if (work[base + READY]! > close) return
    const here = row + work[base + PLACE]!
    const there = row + work[base + NEXT_PLACE]!
    if (metresTo[here]! + metres[there]! - work[base + LEG]! >= metresMax) continue
    let time = work[base + READY]! + secondsTo[here]!
    if (time > close) continue
    if (time < open) time = open
    if (time + service + seconds[there]! > work[base + LATEST]!) continue
    tryAfter(insertion, job, node)
    if (perMetre > 0) metresMax = insertion.price / perMetre
  }
}

/** Tries every place with one more reload, before or after the job. */
export function tryReloading(insertion: Insertion, job: number): void {
  const { plan } = insertion
  const { tables, work, size } = plan
  for (let u = 0; u < plan.usedCount; u++) {
    const r = plan.used[u]!
    if (tables.reloadFrom[r] === tables.reloadFrom[r + 1] || !mayServe(plan, job, r)) continue
    const spare = freeReload(plan, r)
    if (spare < 0) continue
    const start = startOf(tables, r)
    const end = endOf(tables, r)
    for (let node = start; node !== end; node = work[node * size + NEXT]!) {
      if (tables.sealed[node]) continue
      const next = work[node * size + NEXT]!
      // No trip without a job.
      if (node < tables.jobs) tryNodes(insertion, r, [node, spare, job], 1)
      if (next < tables.jobs) tryNodes(insertion, r, [node, job, spare], 2)
    }
  }
}

/** Keeps the nodes after the first as the best place so far, if their full price is lower. */
function tryNodes(insertion: Insertion, r: number, nodes: readonly number[], reloading: 1 | 2): void {
  const price = priceInFull(insertion.plan, r, nodes)
  if (price >= insertion.price) return
  insertion.price = price
  insertion.after = nodes[0]!
  insertion.reloading = reloading
}

/** Inserts the job at its best place. */
export function insert({ plan, after, reloading }: Insertion, job: number): void {
  const r = plan.work[after * plan.size + ROUTE]!
  touch(plan, r)
  link(plan, job, after)
  if (reloading === 1) link(plan, freeReload(plan, r), after)
  if (reloading === 2) link(plan, freeReload(plan, r), job)
  if (reloading === 0) updateAround(plan, job)
  else update(plan, r)
}
