// Removes jobs from the plan: strings of neighbouring routes, or all jobs around a place (SISR, after Christiaens and
// Vanden Berghe 2020).

import { update } from './follow.ts'
import { endOf, FIGURES, LENGTH, NEXT, type Plan, PREV, ROUTE, startOf } from './layout.ts'
import type { Neighbours } from './neighbours.ts'
import { touch, unlink } from './plan.ts'
import { below, type Random } from './random.ts'
import { loadsFit } from './trial.ts'

export interface Ruin {
  plan: Plan
  near: Neighbours
  random: Random
  /** With time to spare, long routes are torn up in longer pieces too. */
  generous: boolean
}

const removedMean = 10
const longest = 10
const aroundShare = 0.2

export function ruin(state: Ruin): void {
  const { plan, near, random } = state
  const { tables, work, size } = plan
  const seed = below(random, tables.jobs)
  if (random() < (plan.usedCount < 3 ? 0.7 : aroundShare)) removeAround(state, seed)
  else {
    const average = (tables.jobs - plan.absent.length) / Math.max(1, plan.usedCount)
    const longestHere = Math.min(state.generous && random() < 0.5 ? 3 * longest : longest, average)
    let strings = Math.floor(random() * ((4 * removedMean) / (1 + longestHere) - 1) + 1)
    for (let k = -1; k < near.aroundCount && strings > 0; k++) {
      const job = k < 0 ? seed : near.around[seed * near.aroundCount + k]!
      const r = work[job * size + ROUTE]!
      if (r < 0 || plan.isTouched[r]) continue
      touch(plan, r)
      const most = Math.min(plan.figures[r * FIGURES + LENGTH]!, longestHere)
      removeString(state, job, Math.floor(random() * most + 1))
      strings--
    }
  }
  for (let t = 0; t < plan.touchedCount; t++) {
    const r = plan.touched[t]!
    if (tables.reloadFrom[r] !== tables.reloadFrom[r + 1]) dropReloads(plan, r)
    update(plan, r)
  }
}

/** Removes `count` nodes of the route, with `job` among them. Sometimes spares some in the middle of the string. */
function removeString({ plan, random }: Ruin, job: number, count: number): void {
  const { tables, work, size } = plan
  const r = work[job * size + ROUTE]!
  const start = startOf(tables, r)
  const end = endOf(tables, r)
  const length = plan.figures[r * FIGURES + LENGTH]!
  let spared = 0
  if (count > 1 && count < length && random() < 0.5) {
    spared = 1
    while (count + spared < length && random() > 0.01 && random() < 0.5) spared++
  }
  const span = count + spared
  let position = 0
  for (let node = job; work[node * size + PREV] !== start; node = work[node * size + PREV]!) position++
  const back = below(random, Math.min(position, span - 1) + 1)
  const from = Math.max(0, Math.min(position - back, length - span))
  let node = work[start * size + NEXT]!
  for (let k = 0; k < from; k++) node = work[node * size + NEXT]!
  const spareFrom = spared > 0 ? 1 + below(random, count) : span
  for (let k = 0; k < span && node !== end; k++) {
    const next = work[node * size + NEXT]!
    if (k < spareFrom || k >= spareFrom + spared) remove(plan, node)
    node = next
  }
}

/** Removes jobs around a place from any route: the only way to change a plan of one or two routes much. */
function removeAround({ plan, near, random }: Ruin, seed: number): void {
  const { work, size } = plan
  let left = 1 + below(random, 2 * removedMean)
  for (let k = -1; k < near.aroundCount && left > 0; k++) {
    const job = k < 0 ? seed : near.around[seed * near.aroundCount + k]!
    const r = work[job * size + ROUTE]!
    if (r < 0 || random() < 0.2) continue
    touch(plan, r)
    remove(plan, job)
    left--
  }
}

/** Removes a node, unless it is locked or a reload. Reloads are checked after the whole route. */
function remove(plan: Plan, node: number): void {
  if (node >= plan.tables.jobs || plan.tables.held[node]) return
  unlink(plan, node)
  plan.absent.push(node)
}

/** Removes reloads that separate no jobs, or that the load no longer needs. */
function dropReloads(plan: Plan, r: number): void {
  const { tables, work, size, trial } = plan
  const end = endOf(tables, r)
  for (let node = work[startOf(tables, r) * size + NEXT]!; node !== end; ) {
    const next = work[node * size + NEXT]!
    if (node >= tables.jobs) {
      const isIdle = work[node * size + PREV]! >= tables.jobs || next >= tables.jobs
      tryWithout(plan, r, node)
      if (isIdle || loadsFit(trial, tables, r)) unlink(plan, node)
    }
    node = next
  }
}

/** Fills the trial with the nodes of a route except one. */
function tryWithout({ tables, work, size, trial }: Plan, r: number, node: number): void {
  const end = endOf(tables, r)
  trial.count = 0
  for (let other = startOf(tables, r); ; other = work[other * size + NEXT]!) {
    if (other !== node) trial.nodes[trial.count++] = other
    if (other === end) return
  }
}
