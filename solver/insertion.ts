// Finds the best place for a job: first next to its neighbours, where time, load, duration and price are checked
// together.

import { updateAround, updateRoute } from './follow.ts'
import {
  endOf,
  FIGURE_COUNT,
  LAST_SWEEP,
  LATEST_START,
  LEG_METRES,
  LOAD_FIELDS,
  NEXT_LOCATION,
  NEXT_NODE,
  NODE_LOCATION,
  NODE_ROUTE,
  PREV_NODE,
  READY_TIME,
  ROUTE_COST,
  ROUTE_LATENESS,
  ROUTE_METRES,
  ROUTE_SECONDS,
  type RoutePlan,
  SPAN_SIZE,
  STOP_COUNT,
  startOf,
  TIGHT_START,
} from './layout.ts'
import type { JobNeighbours } from './neighbours.ts'
import { findFreeReload, linkNode, touchRoute } from './plan.ts'
import type { RandomSource } from './random.ts'
import { calculateExtendedPrice } from './trial.ts'

/** Best insertion of the current job, and the parameters of the random choices. */
export interface InsertionState {
  plan: RoutePlan
  near: JobNeighbours
  random: RandomSource
  price: number
  /** Node after which the job is inserted, or −1. */
  previousNode: number
  /** The vehicle reloads: not at all (0), before the job (1) or after it (2). */
  reloading: number
  /** Number of positions to examine until one is skipped. */
  untilBlink: number
  /** Number of nearest neighbours that are examined. */
  looked: number
  /** Number of the current sweep, the search for a place of one job. */
  sweep: number
}

const blinkLog = Math.log(0.99)

export function createInsertion(plan: RoutePlan, near: JobNeighbours, random: RandomSource): InsertionState {
  const { count: looked } = near
  return { plan, near, random, price: Infinity, previousNode: -1, reloading: 0, untilBlink: 1, looked, sweep: 0 }
}

/** Resets the result of the previous job. */
export function resetInsertion(insertion: InsertionState): void {
  insertion.price = Infinity
  insertion.previousNode = -1
  insertion.reloading = 0
}

/** Tries the position after a node. */
export function tryAfter(insertion: InsertionState, job: number, node: number): void {
  const { plan } = insertion
  const { tables, work, figures } = plan
  const base = node * plan.size
  const r = work[base + NODE_ROUTE]!
  const roads = tables.roads[tables.roadsOf[r]!]!
  const row = tables.place[job]! * tables.row
  const previousLocation = work[base + NODE_LOCATION]!
  const nextLocation = work[base + NEXT_LOCATION]!
  const metres = roads.metresTo[row + previousLocation]! + roads.metres[row + nextLocation]! - work[base + LEG_METRES]!
  let price = tables.perMetre[r]! * metres
  if (tables.hasMoves && tables.had[job] !== r) price += tables.moved[job]!
  if (price >= insertion.price) return
  let time = work[base + READY_TIME]! + roads.secondsTo[row + previousLocation]!
  if (time > tables.close[job]!) return
  if (time < tables.open[job]!) time = tables.open[job]!
  const onward = time + tables.service[job]! + roads.seconds[row + nextLocation]!
  if (onward > work[base + LATEST_START]!) return
  const offset = r * FIGURE_COUNT
  if (
    figures[offset + STOP_COUNT]! >= tables.maxStops[r]! ||
    figures[offset + ROUTE_METRES]! + metres > tables.maxDistance[r]!
  )
    return
  if (tables.sealed[node] || !mayServe(plan, job, r) || !hasCapacity(plan, job, node, r)) return
  const late =
    tables.hasLateness &&
    (figures[offset + ROUTE_LATENESS]! > 0 || time > tables.tight[job]! || onward > work[base + TIGHT_START]!)
  if (late || tables.breaks[r]!.length > 0) price = priceInFull(plan, r, [node, job])
  else {
    if (tables.timed[r]) {
      const duration = durationWith(plan, job, node, r)
      if (duration > tables.maxDuration[r]!) return
      price += tables.perSecond[r]! * (duration - figures[offset + ROUTE_SECONDS]!)
    }
    if (figures[offset + STOP_COUNT] === 0) price += tables.fixed[r]!
  }
  if (price >= insertion.price) return
  insertion.price = price
  insertion.previousNode = node
  insertion.reloading = 0
}

export function mayServe({ tables }: RoutePlan, job: number, r: number): boolean {
  return !tables.hasMisfits || tables.fits[job * tables.kinds.length + tables.kindOf[r]!] === 1
}

function hasCapacity({ tables, work, size }: RoutePlan, job: number, node: number, r: number): boolean {
  const { dimensions, deliver, collect, capacity } = tables
  const offset = (tables.isOneLoad ? startOf(tables, r) : node) * size + LOAD_FIELDS
  for (let d = 0; d < dimensions; d++) {
    const most = capacity[r * dimensions + d]!
    if (work[offset + d]! + deliver[job * dimensions + d]! > most) return false
    if (tables.hasCollections && work[offset + dimensions + d]! + collect[job * dimensions + d]! > most) return false
  }
  return true
}

/** Returns the least duration of the route with the job after the node. */
function durationWith({ tables, work, size, spans }: RoutePlan, job: number, node: number, r: number): number {
  const { seconds, secondsTo } = tables.roads[tables.roadsOf[r]!]!
  const row = tables.place[job]! * tables.row
  const beforeOffset = node * SPAN_SIZE
  const afterOffset = work[node * size + NEXT_NODE]! * SPAN_SIZE + 3
  let step = spans[beforeOffset]! + secondsTo[row + work[node * size + NODE_LOCATION]!]!
  const close = Math.min(tables.tight[job]! - step, spans[beforeOffset + 2]!)
  step += tables.service[job]! + Math.max(tables.open[job]! - step - spans[beforeOffset + 2]!, 0)
  step += seconds[row + work[node * size + NEXT_LOCATION]!]!
  return step + spans[afterOffset]! + Math.max(spans[afterOffset + 1]! - step - close, 0)
}

/** Returns the full price that the nodes add to the route. */
function priceInFull(plan: RoutePlan, r: number, added: readonly number[]): number {
  const currentCost = plan.figures[r * FIGURE_COUNT + ROUTE_COST]!
  return calculateExtendedPrice(plan, r, added) - (currentCost === Infinity ? 0 : currentCost)
}

/** Tries the places near the neighbours of the job. Skips places that cannot be cheaper or in time. */
export function tryNear(insertion: InsertionState, job: number): void {
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
    const list = side === 0 ? near.predecessors : near.successors
    for (let k = from; k < to; k++) {
      let node = list[k]!
      if (node < 0) break
      if (work[node * size + NODE_ROUTE]! < 0) continue
      if (side === 1) node = work[node * size + PREV_NODE]!
      const base = node * size
      if (work[base + LAST_SWEEP] === sweep) continue
      work[base + LAST_SWEEP] = sweep
      if (--untilBlink <= 0) {
        untilBlink = 1 + Math.floor(Math.log(insertion.random()) / blinkLog)
        continue
      }
      const legIn = row + work[base + NODE_LOCATION]!
      const legOut = row + work[base + NEXT_LOCATION]!
      if (isQuick && metresTo[legIn]! + metres[legOut]! - work[base + LEG_METRES]! >= metresMax) continue
      let time = work[base + READY_TIME]! + secondsTo[legIn]!
      if (isQuick && time > close) continue
      if (time < open) time = open
      if (isQuick && time + service + seconds[legOut]! > work[base + LATEST_START]!) continue
      tryAfter(insertion, job, node)
      if (perMetreLeast > 0) metresMax = insertion.price / perMetreLeast
    }
  }
  insertion.untilBlink = untilBlink
}

/** Tries one empty vehicle of each kind, and the former vehicle of the job. */
export function tryEmpty(insertion: InsertionState, job: number): void {
  const { plan } = insertion
  const { tables } = plan
  const { kinds, fits, fixed, perMetre, place } = tables
  const had = tables.had[job]!
  if (had >= 0 && isFree(plan, had)) tryAfter(insertion, job, startOf(tables, had))
  const row = place[job]! * tables.row
  for (let kindIndex = 0; kindIndex < kinds.length; kindIndex++) {
    if (!fits[job * kinds.length + kindIndex]) continue
    const group = kinds[kindIndex]!
    const sample = group[0]!
    const { metres, metresTo } = tables.roads[tables.roadsOf[sample]!]!
    const length = metresTo[row + place[startOf(tables, sample)]!]! + metres[row + place[endOf(tables, sample)]!]!
    if (fixed[sample]! + perMetre[sample]! * length >= insertion.price) continue
    for (let g = 0; g < group.length; g++) {
      if (!isFree(plan, group[g]!)) continue
      tryAfter(insertion, job, startOf(tables, group[g]!))
      break
    }
  }
}

function isFree({ closed, figures }: RoutePlan, r: number): boolean {
  return closed[r] === 0 && figures[r * FIGURE_COUNT + STOP_COUNT] === 0
}

/** Tries every place of every route. */
export function tryAll(insertion: InsertionState, job: number): void {
  const { plan } = insertion
  const { tables } = plan
  for (let u = 0; u < plan.usedCount; u++) {
    const r = plan.used[u]!
    if (!mayServe(plan, job, r)) continue
    // If the load is constant along the route, one check is enough.
    if (tables.isOneLoad && !hasCapacity(plan, job, startOf(tables, r), r)) continue
    tryRoute(insertion, job, r)
  }
}

function tryRoute(insertion: InsertionState, job: number, r: number): void {
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
  for (let node = startOf(tables, r); node !== end; node = work[node * size + NEXT_NODE]!) {
    const base = node * size
    if (work[base + READY_TIME]! > close) return
    const legIn = row + work[base + NODE_LOCATION]!
    const legOut = row + work[base + NEXT_LOCATION]!
    if (metresTo[legIn]! + metres[legOut]! - work[base + LEG_METRES]! >= metresMax) continue
    let time = work[base + READY_TIME]! + secondsTo[legIn]!
    if (time > close) continue
    if (time < open) time = open
    if (time + service + seconds[legOut]! > work[base + LATEST_START]!) continue
    tryAfter(insertion, job, node)
    if (perMetre > 0) metresMax = insertion.price / perMetre
  }
}

/** Tries every place with one more reload, before or after the job. */
export function tryReloading(insertion: InsertionState, job: number): void {
  const { plan } = insertion
  const { tables, work, size } = plan
  for (let u = 0; u < plan.usedCount; u++) {
    const r = plan.used[u]!
    if (tables.reloadFrom[r] === tables.reloadFrom[r + 1] || !mayServe(plan, job, r)) continue
    const spare = findFreeReload(plan, r)
    if (spare < 0) continue
    const start = startOf(tables, r)
    const end = endOf(tables, r)
    for (let node = start; node !== end; node = work[node * size + NEXT_NODE]!) {
      if (tables.sealed[node]) continue
      const next = work[node * size + NEXT_NODE]!
      // The check prevents a trip without a job.
      if (node < tables.jobs) tryNodes(insertion, r, [node, spare, job], 1)
      if (next < tables.jobs) tryNodes(insertion, r, [node, job, spare], 2)
    }
  }
}

/** Stores the nodes after the first as the best position so far, if their full price is lower. */
function tryNodes(insertion: InsertionState, r: number, nodes: readonly number[], reloading: 1 | 2): void {
  const price = priceInFull(insertion.plan, r, nodes)
  if (price >= insertion.price) return
  insertion.price = price
  insertion.previousNode = nodes[0]!
  insertion.reloading = reloading
}

/** Inserts the job at its best place. */
export function insertJob({ plan, previousNode, reloading }: InsertionState, job: number): void {
  const r = plan.work[previousNode * plan.size + NODE_ROUTE]!
  touchRoute(plan, r)
  linkNode(plan, job, previousNode)
  if (reloading === 1) linkNode(plan, findFreeReload(plan, r), previousNode)
  if (reloading === 2) linkNode(plan, findFreeReload(plan, r), job)
  if (reloading === 0) updateAround(plan, job)
  else updateRoute(plan, r)
}
