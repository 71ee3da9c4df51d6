// Stores the working, the current and the best plan; links and unlinks nodes.
import { markUsed, update } from './follow.ts'
import { COST, endOf, FIGURES, LOADS, NEXT, PLACE, type Plan, PREV, ROUTE, SPAN, startOf } from './layout.ts'
import type { Tables } from './tables.ts'
import { createTrial } from './trial.ts'

export function createPlan(tables: Tables): Plan {
  const size = Math.ceil((LOADS + 2 * tables.dimensions) / 16) * 16
  const nodes = () => new Int32Array(tables.nodes * size)
  const figures = () => new Float64Array(tables.vehicles * FIGURES)
  const spans = () => new Int32Array(tables.hasTimed ? tables.nodes * SPAN : 0)
  const plan: Plan = {
    tables,
    size,
    work: nodes(),
    held: nodes(),
    best: nodes(),
    spans: spans(),
    spansHeld: spans(),
    figures: figures(),
    figuresHeld: figures(),
    figuresBest: figures(),
    absent: [...Array(tables.jobs).keys()],
    absentHeld: [],
    absentBest: [],
    touched: new Int32Array(tables.vehicles),
    isTouched: new Uint8Array(tables.vehicles),
    touchedCount: 0,
    used: new Int32Array(tables.vehicles),
    usedAt: new Int32Array(tables.vehicles).fill(-1),
    usedCount: 0,
    closed: new Uint8Array(tables.vehicles),
    trial: createTrial(tables),
  }
  for (let node = 0; node < tables.nodes; node++) {
    plan.work[node * size + PLACE] = tables.place[node]!
    plan.work[node * size + ROUTE] = -1
  }
  for (let r = 0; r < tables.vehicles; r++) clear(plan, r)
  // Jobs that find no route are never copied by one, and yet have a place.
  plan.held.set(plan.work)
  return plan
}

/** Returns a reload node of the vehicle that is not in its route, or −1. */
export function freeReload({ tables, work, size }: Plan, r: number): number {
  const base = tables.jobs + 2 * tables.vehicles
  for (let node = base + tables.reloadFrom[r]!; node < base + tables.reloadFrom[r + 1]!; node++)
    if (work[node * size + ROUTE]! < 0) return node
  return -1
}

export function touch(plan: Plan, r: number): void {
  if (plan.isTouched[r]) return
  plan.isTouched[r] = 1
  plan.touched[plan.touchedCount++] = r
}

export function clear(plan: Plan, r: number): void {
  const { tables, work, size } = plan
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  for (let node = work[start * size + NEXT]!; node !== end && work[node * size + ROUTE] === r; ) {
    const next = work[node * size + NEXT]!
    work[node * size + ROUTE] = -1
    node = next
  }
  work[start * size + NEXT] = end
  work[end * size + PREV] = start
  work[start * size + ROUTE] = r
  work[end * size + ROUTE] = r
  update(plan, r)
}

/** Links a node after another. The caller then calls `update`. */
export function link({ work, size }: Plan, node: number, after: number): void {
  const next = work[after * size + NEXT]!
  work[node * size + NEXT] = next
  work[node * size + PREV] = after
  work[node * size + ROUTE] = work[after * size + ROUTE]!
  work[after * size + NEXT] = node
  work[next * size + PREV] = node
}

/** Unlinks a node from its route. The caller then calls `update`. */
export function unlink({ work, size }: Plan, node: number): void {
  const next = work[node * size + NEXT]!
  const prev = work[node * size + PREV]!
  work[prev * size + NEXT] = next
  work[next * size + PREV] = prev
  work[node * size + ROUTE] = -1
}

function copyRoute({ tables, size }: Plan, from: Int32Array, to: Int32Array, r: number): void {
  const end = endOf(tables, r)
  for (let node = startOf(tables, r); ; node = from[node * size + NEXT]!) {
    const base = node * size
    for (let field = 0; field < size; field++) to[base + field] = from[base + field]!
    if (node === end) return
  }
}

/** Copies the spans of a route in either direction, in the order of the current plan. */
function copySpans({ tables, held, size }: Plan, from: Int32Array, to: Int32Array, r: number): void {
  const end = endOf(tables, r)
  for (let node = startOf(tables, r); ; node = held[node * size + NEXT]!) {
    for (let at = node * SPAN; at < node * SPAN + SPAN; at++) to[at] = from[at]!
    if (node === end) return
  }
}

function markOutside(plan: Plan, nodes: Int32Array, absent: readonly number[]): void {
  const { tables, size } = plan
  for (const job of absent) nodes[job * size + ROUTE] = -1
  if (!tables.hasReloads) return
  const first = tables.jobs + 2 * tables.vehicles
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    for (let at = tables.reloadFrom[r]!; at < tables.reloadFrom[r + 1]!; at++) nodes[(first + at) * size + ROUTE] = -1
  }
}

/** Keeps the working plan as the current plan. */
export function keep(plan: Plan): void {
  const { tables, figures, figuresHeld } = plan
  markOutside(plan, plan.held, plan.absent)
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    plan.isTouched[r] = 0
    copyRoute(plan, plan.work, plan.held, r)
    if (tables.timed[r]) copySpans(plan, plan.spans, plan.spansHeld, r)
    for (let at = r * FIGURES; at < (r + 1) * FIGURES; at++) figuresHeld[at] = figures[at]!
  }
  plan.absentHeld = plan.absent.slice()
  plan.touchedCount = 0
}

/** Drops the working plan, and restores the current one. */
export function drop(plan: Plan): void {
  const { tables, figures, figuresHeld } = plan
  markOutside(plan, plan.work, plan.absentHeld)
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    plan.isTouched[r] = 0
    copyRoute(plan, plan.held, plan.work, r)
    if (tables.timed[r]) copySpans(plan, plan.spansHeld, plan.spans, r)
    for (let at = r * FIGURES; at < (r + 1) * FIGURES; at++) figures[at] = figuresHeld[at]!
    markUsed(plan, r)
  }
  plan.absent = plan.absentHeld.slice()
  plan.touchedCount = 0
}

export function saveBest(plan: Plan): void {
  plan.best.set(plan.held)
  plan.figuresBest.set(plan.figuresHeld)
  plan.absentBest = plan.absentHeld.slice()
}

export function restoreBest(plan: Plan): void {
  plan.work.set(plan.best)
  plan.held.set(plan.best)
  plan.absent = plan.absentBest.slice()
  plan.absentHeld = plan.absentBest.slice()
  plan.touchedCount = 0
  plan.isTouched.fill(0)
  for (let r = 0; r < plan.tables.vehicles; r++) update(plan, r)
  plan.held.set(plan.work)
  plan.spansHeld.set(plan.spans)
  plan.figuresHeld.set(plan.figures)
}

/** Returns the difference of cost between the routes of the changed plan and of the current plan. */
export function routesDifference({ figures, figuresHeld, touched, touchedCount }: Plan): number {
  let delta = 0
  for (let t = 0; t < touchedCount; t++) {
    const at = touched[t]! * FIGURES + COST
    delta += figures[at]! - figuresHeld[at]!
  }
  return delta
}

/** Returns the penalty of jobs without a route. */
export function penaltyOf(penalty: Float64Array, absent: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < absent.length; index++) sum += penalty[absent[index]!]!
  return sum
}
