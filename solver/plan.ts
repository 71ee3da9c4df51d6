// Stores the working, the current and the best plan; links and unlinks nodes.
import { updateRoute, updateUsedRoutes } from './follow.ts'
import {
  endOf,
  FIGURE_COUNT,
  LOAD_FIELDS,
  NEXT_NODE,
  NODE_LOCATION,
  NODE_ROUTE,
  PREV_NODE,
  ROUTE_COST,
  type RoutePlan,
  SPAN_SIZE,
  startOf,
} from './layout.ts'
import type { SolverTables } from './tables.ts'
import { createTrial } from './trial.ts'

export function createPlan(tables: SolverTables): RoutePlan {
  const size = Math.ceil((LOAD_FIELDS + 2 * tables.dimensions) / 16) * 16
  const nodes = () => new Int32Array(tables.nodes * size)
  const figures = () => new Float64Array(tables.vehicles * FIGURE_COUNT)
  const spans = () => new Int32Array(tables.hasTimed ? tables.nodes * SPAN_SIZE : 0)
  const plan: RoutePlan = {
    tables,
    size,
    work: nodes(),
    current: nodes(),
    best: nodes(),
    spans: spans(),
    spansCurrent: spans(),
    figures: figures(),
    figuresCurrent: figures(),
    figuresBest: figures(),
    absent: [...Array(tables.jobs).keys()],
    absentCurrent: [],
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
    plan.work[node * size + NODE_LOCATION] = tables.place[node]!
    plan.work[node * size + NODE_ROUTE] = -1
  }
  for (let r = 0; r < tables.vehicles; r++) clearRoute(plan, r)
  // Later copies contain only the jobs of routes. This copy also gives jobs without a route their places.
  plan.current.set(plan.work)
  return plan
}

/** Returns a reload node of the vehicle that is not in its route, or −1. */
export function findFreeReload({ tables, work, size }: RoutePlan, r: number): number {
  const base = tables.jobs + 2 * tables.vehicles
  for (let node = base + tables.reloadFrom[r]!; node < base + tables.reloadFrom[r + 1]!; node++)
    if (work[node * size + NODE_ROUTE]! < 0) return node
  return -1
}

export function touchRoute(plan: RoutePlan, r: number): void {
  if (plan.isTouched[r]) return
  plan.isTouched[r] = 1
  plan.touched[plan.touchedCount++] = r
}

export function clearRoute(plan: RoutePlan, r: number): void {
  const { tables, work, size } = plan
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  for (let node = work[start * size + NEXT_NODE]!; node !== end && work[node * size + NODE_ROUTE] === r; ) {
    const next = work[node * size + NEXT_NODE]!
    work[node * size + NODE_ROUTE] = -1
    node = next
  }
  work[start * size + NEXT_NODE] = end
  work[end * size + PREV_NODE] = start
  work[start * size + NODE_ROUTE] = r
  work[end * size + NODE_ROUTE] = r
  updateRoute(plan, r)
}

/** Links a node after another. The caller must then call `updateRoute`. */
export function linkNode({ work, size }: RoutePlan, node: number, previous: number): void {
  const next = work[previous * size + NEXT_NODE]!
  work[node * size + NEXT_NODE] = next
  work[node * size + PREV_NODE] = previous
  work[node * size + NODE_ROUTE] = work[previous * size + NODE_ROUTE]!
  work[previous * size + NEXT_NODE] = node
  work[next * size + PREV_NODE] = node
}

/** Unlinks a node from its route. The caller must then call `updateRoute`. */
export function unlinkNode({ work, size }: RoutePlan, node: number): void {
  const next = work[node * size + NEXT_NODE]!
  const prev = work[node * size + PREV_NODE]!
  work[prev * size + NEXT_NODE] = next
  work[next * size + PREV_NODE] = prev
  work[node * size + NODE_ROUTE] = -1
}

function copyRoute({ tables, size }: RoutePlan, source: Int32Array, target: Int32Array, r: number): void {
  const end = endOf(tables, r)
  for (let node = startOf(tables, r); ; node = source[node * size + NEXT_NODE]!) {
    const base = node * size
    for (let field = 0; field < size; field++) target[base + field] = source[base + field]!
    if (node === end) return
  }
}

/** Copies the spans of a route in either direction, in the order of the current plan. */
function copySpans({ tables, current, size }: RoutePlan, source: Int32Array, target: Int32Array, r: number): void {
  const end = endOf(tables, r)
  for (let node = startOf(tables, r); ; node = current[node * size + NEXT_NODE]!) {
    for (let index = node * SPAN_SIZE; index < node * SPAN_SIZE + SPAN_SIZE; index++) target[index] = source[index]!
    if (node === end) return
  }
}

function unassignAbsent(plan: RoutePlan, nodes: Int32Array, absent: readonly number[]): void {
  const { tables, size } = plan
  for (const job of absent) nodes[job * size + NODE_ROUTE] = -1
  if (!tables.hasReloads) return
  const first = tables.jobs + 2 * tables.vehicles
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    for (let index = tables.reloadFrom[r]!; index < tables.reloadFrom[r + 1]!; index++)
      nodes[(first + index) * size + NODE_ROUTE] = -1
  }
}

/** Keeps the working plan as the current plan. */
export function keepPlan(plan: RoutePlan): void {
  const { tables, figures, figuresCurrent } = plan
  unassignAbsent(plan, plan.current, plan.absent)
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    plan.isTouched[r] = 0
    copyRoute(plan, plan.work, plan.current, r)
    if (tables.timed[r]) copySpans(plan, plan.spans, plan.spansCurrent, r)
    for (let index = r * FIGURE_COUNT; index < (r + 1) * FIGURE_COUNT; index++) figuresCurrent[index] = figures[index]!
  }
  plan.absentCurrent = plan.absent.slice()
  plan.touchedCount = 0
}

/** Drops the working plan, and restores the current one. */
export function dropPlan(plan: RoutePlan): void {
  const { tables, figures, figuresCurrent } = plan
  unassignAbsent(plan, plan.work, plan.absentCurrent)
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    plan.isTouched[r] = 0
    copyRoute(plan, plan.current, plan.work, r)
    if (tables.timed[r]) copySpans(plan, plan.spansCurrent, plan.spans, r)
    for (let index = r * FIGURE_COUNT; index < (r + 1) * FIGURE_COUNT; index++) figures[index] = figuresCurrent[index]!
    updateUsedRoutes(plan, r)
  }
  plan.absent = plan.absentCurrent.slice()
  plan.touchedCount = 0
}

export function saveBest(plan: RoutePlan): void {
  plan.best.set(plan.current)
  plan.figuresBest.set(plan.figuresCurrent)
  plan.absentBest = plan.absentCurrent.slice()
}

export function restoreBest(plan: RoutePlan): void {
  plan.work.set(plan.best)
  plan.current.set(plan.best)
  plan.absent = plan.absentBest.slice()
  plan.absentCurrent = plan.absentBest.slice()
  plan.touchedCount = 0
  plan.isTouched.fill(0)
  for (let r = 0; r < plan.tables.vehicles; r++) updateRoute(plan, r)
  plan.current.set(plan.work)
  plan.spansCurrent.set(plan.spans)
  plan.figuresCurrent.set(plan.figures)
}

/** Returns the difference of cost between the routes of the changed plan and of the current plan. */
export function calculateCostChange({ figures, figuresCurrent, touched, touchedCount }: RoutePlan): number {
  let delta = 0
  for (let t = 0; t < touchedCount; t++) {
    const index = touched[t]! * FIGURE_COUNT + ROUTE_COST
    delta += figures[index]! - figuresCurrent[index]!
  }
  return delta
}

/** Returns the penalty of jobs without a route. */
export function sumPenalties(penalty: Float64Array, absent: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < absent.length; index++) sum += penalty[absent[index]!]!
  return sum
}
