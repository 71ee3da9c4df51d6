// Removes jobs from the plan: strings of neighbouring routes, or all jobs around a place (SISR, after Christiaens and
// Vanden Berghe 2020).

import { updateRoute } from './follow.ts'
import {
  endOf,
  FIGURE_COUNT,
  NEXT_NODE,
  NODE_ROUTE,
  PREV_NODE,
  ROUTE_LENGTH,
  type RoutePlan,
  startOf,
} from './layout.ts'
import type { JobNeighbours } from './neighbours.ts'
import { touchRoute, unlinkNode } from './plan.ts'
import { drawBelow, type RandomSource } from './random.ts'
import { hasLoadCapacity } from './trial.ts'

export interface RuinState {
  plan: RoutePlan
  near: JobNeighbours
  random: RandomSource
  /** Whether there is time to remove longer strings from long routes. */
  generous: boolean
}

const removedMean = 10
const longest = 10
const nearbyChance = 0.2

export function ruinRoutes(state: RuinState): void {
  const { plan, near, random } = state
  const { tables, work, size } = plan
  const seed = drawBelow(random, tables.jobs)
  if (random() < (plan.usedCount < 3 ? 0.7 : nearbyChance)) removeAround(state, seed)
  else {
    const average = (tables.jobs - plan.absent.length) / Math.max(1, plan.usedCount)
    const longestHere = Math.min(state.generous && random() < 0.5 ? 3 * longest : longest, average)
    let strings = Math.floor(random() * ((4 * removedMean) / (1 + longestHere) - 1) + 1)
    for (let k = -1; k < near.nearbyCount && strings > 0; k++) {
      const job = k < 0 ? seed : near.nearby[seed * near.nearbyCount + k]!
      const r = work[job * size + NODE_ROUTE]!
      if (r < 0 || plan.isTouched[r]) continue
      touchRoute(plan, r)
      const most = Math.min(plan.figures[r * FIGURE_COUNT + ROUTE_LENGTH]!, longestHere)
      removeString(state, job, Math.floor(random() * most + 1))
      strings--
    }
  }
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    if (tables.reloadFrom[r] !== tables.reloadFrom[r + 1]) dropReloads(plan, r)
    updateRoute(plan, r)
  }
}

/** Removes `count` nodes of the route, with `job` among them. Sometimes spares some in the middle of the string. */
function removeString({ plan, random }: RuinState, job: number, count: number): void {
  const { tables, work, size } = plan
  const r = work[job * size + NODE_ROUTE]!
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  const length = plan.figures[r * FIGURE_COUNT + ROUTE_LENGTH]!
  let spared = 0
  if (count > 1 && count < length && random() < 0.5) {
    spared = 1
    while (count + spared < length && random() > 0.01 && random() < 0.5) spared++
  }
  const span = count + spared
  let position = 0
  for (let node = job; work[node * size + PREV_NODE] !== start; node = work[node * size + PREV_NODE]!) position++
  const back = drawBelow(random, Math.min(position, span - 1) + 1)
  const firstPosition = Math.max(0, Math.min(position - back, length - span))
  let node = work[start * size + NEXT_NODE]!
  for (let k = 0; k < firstPosition; k++) node = work[node * size + NEXT_NODE]!
  const spareFrom = spared > 0 ? 1 + drawBelow(random, count) : span
  for (let k = 0; k < span && node !== end; k++) {
    const next = work[node * size + NEXT_NODE]!
    if (k < spareFrom || k >= spareFrom + spared) remove(plan, node)
    node = next
  }
}

/** Removes jobs around a place from any route. Only this changes a plan with one or two routes much. */
function removeAround({ plan, near, random }: RuinState, seed: number): void {
  const { work, size } = plan
  let remaining = 1 + drawBelow(random, 2 * removedMean)
  for (let k = -1; k < near.nearbyCount && remaining > 0; k++) {
    const job = k < 0 ? seed : near.nearby[seed * near.nearbyCount + k]!
    const r = work[job * size + NODE_ROUTE]!
    if (r < 0 || random() < 0.2) continue
    touchRoute(plan, r)
    remove(plan, job)
    remaining--
  }
}

/** Removes a node, unless it is locked or a reload. Reloads are checked after the whole route. */
function remove(plan: RoutePlan, node: number): void {
  if (node >= plan.tables.jobs || plan.tables.held[node]) return
  unlinkNode(plan, node)
  plan.absent.push(node)
}

/** Removes reloads that separate no jobs, or that the load no longer needs. */
function dropReloads(plan: RoutePlan, r: number): void {
  const { tables, work, size, trial } = plan
  const end = endOf(tables, r)
  for (let node = work[startOf(tables, r) * size + NEXT_NODE]!; node !== end; ) {
    const next = work[node * size + NEXT_NODE]!
    if (node >= tables.jobs) {
      const isIdle = work[node * size + PREV_NODE]! >= tables.jobs || next >= tables.jobs
      tryWithout(plan, r, node)
      if (isIdle || hasLoadCapacity(trial, tables, r)) unlinkNode(plan, node)
    }
    node = next
  }
}

/** Fills the trial with the nodes of a route except one. */
function tryWithout({ tables, work, size, trial }: RoutePlan, r: number, node: number): void {
  const end = endOf(tables, r)
  trial.count = 0
  for (let current = startOf(tables, r); ; current = work[current * size + NEXT_NODE]!) {
    if (current !== node) trial.nodes[trial.count++] = current
    if (current === end) return
  }
}
