// Builds the first plan: locked jobs, given routes while they keep their rules, then all other jobs by insertion.

import { update } from './follow.ts'
import { forget, insert, tryAfter } from './insertion.ts'
import { FIGURES, NEXT, type Plan, ROUTE, STOPS, startOf } from './layout.ts'
import { trimmed } from './locks.ts'
import { reload } from './model.ts'
import { freeReload, keep, link, touch } from './plan.ts'
import { type Recreation, recreate } from './recreate.ts'
import { priceOfNodes } from './trial.ts'

export function construct(recreation: Recreation): void {
  const { plan } = recreation.insertion
  const { tables } = plan
  for (let r = 0; r < tables.vehicles; r++) {
    const chain = tables.chains[r]!
    if (chain.length > 0) lay(plan, r, chain)
  }
  for (let r = 0; r < tables.vehicles; r++) {
    const route = trimmed(given(plan, r))
    if (route.length === 0) continue
    if (plan.figures[r * FIGURES + STOPS] === 0 && keepsRules(plan, r, route)) lay(plan, r, route)
    else weave(recreation, r, route)
  }
  plan.absent = plan.absent.filter((job) => plan.work[job * plan.size + ROUTE]! < 0)
  recreation.mayOpen = false
  recreate(recreation)
  for (let r = 0; r < tables.vehicles; r++) touch(plan, r)
  keep(plan)
}

/** Returns the jobs of the given route that are free or already in it. */
function given({ tables, work, size }: Plan, r: number): number[] {
  const seen = new Set<number>()
  return tables.routes[r]!.filter((job) => {
    if (job === reload) return true
    const where = work[job * size + ROUTE]!
    const isFree = where < 0 && tables.fits[job * tables.kinds.length + tables.kindOf[r]!] === 1
    if (seen.has(job) || (where !== r && !isFree)) return false
    seen.add(job)
    return true
  })
}

/** Links a whole sequence without checks: the rules were relaxed for it. */
function lay(plan: Plan, r: number, sequence: readonly number[]): void {
  let after = startOf(plan.tables, r)
  for (const entry of sequence) {
    const node = entry === reload ? freeReload(plan, r) : entry
    if (node < 0) continue
    link(plan, node, after)
    after = node
  }
  touch(plan, r)
  update(plan, r)
}

function keepsRules(plan: Plan, r: number, sequence: readonly number[]): boolean {
  const { tables, trial } = plan
  const base = tables.jobs + 2 * tables.vehicles
  let spare = tables.reloadFrom[r]!
  trial.nodes[0] = startOf(tables, r)
  trial.count = 1
  for (const entry of sequence) {
    if (entry === reload && spare === tables.reloadFrom[r + 1]) return false
    trial.nodes[trial.count++] = entry === reload ? base + spare++ : entry
  }
  trial.nodes[trial.count++] = tables.jobs + tables.vehicles + r
  return priceOfNodes(trial, tables, r) < Infinity
}

/** Links jobs one by one, each after the one before. Jobs that do not fit are inserted later. */
function weave({ insertion }: Recreation, r: number, sequence: readonly number[]): void {
  const { plan } = insertion
  const { tables, work, size } = plan
  let after = startOf(tables, r)
  for (const job of sequence) {
    if (job === reload) continue
    if (work[job * size + ROUTE] === r) {
      after = job
      continue
    }
    while (tables.sealed[after]) after = work[after * size + NEXT]!
    forget(insertion)
    tryAfter(insertion, job, after)
    if (insertion.after < 0) continue
    insert(insertion, job)
    after = job
  }
}
