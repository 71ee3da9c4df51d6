// Builds the first plan: locked jobs, then the given routes as far as they keep their rules, then all other jobs by
// insertion.

import { updateRoute } from './follow.ts'
import { insertJob, resetInsertion, tryAfter } from './insertion.ts'
import { FIGURE_COUNT, NEXT_NODE, NODE_ROUTE, type RoutePlan, STOP_COUNT, startOf } from './layout.ts'
import { trimReloads } from './locks.ts'
import { reloadEntry } from './model.ts'
import { findFreeReload, keepPlan, linkNode, touchRoute } from './plan.ts'
import { type RecreationState, recreateRoutes } from './recreate.ts'
import { calculateNodesPrice } from './trial.ts'

export function buildFirstPlan(recreation: RecreationState): void {
  const { plan } = recreation.insertion
  const { tables } = plan
  for (let r = 0; r < tables.vehicles; r++) {
    const chain = tables.chains[r]!
    if (chain.length > 0) lay(plan, r, chain)
  }
  for (let r = 0; r < tables.vehicles; r++) {
    const route = trimReloads(listInitialJobs(plan, r))
    if (route.length === 0) continue
    if (plan.figures[r * FIGURE_COUNT + STOP_COUNT] === 0 && keepsRules(plan, r, route)) lay(plan, r, route)
    else weave(recreation, r, route)
  }
  plan.absent = plan.absent.filter((job) => plan.work[job * plan.size + NODE_ROUTE]! < 0)
  recreation.mayOpen = false
  recreateRoutes(recreation)
  for (let r = 0; r < tables.vehicles; r++) touchRoute(plan, r)
  keepPlan(plan)
}

/** Returns the jobs of the given route that are free or already in it. */
function listInitialJobs({ tables, work, size }: RoutePlan, r: number): number[] {
  const usedJobs = new Set<number>()
  return tables.routes[r]!.filter((job) => {
    if (job === reloadEntry) return true
    const jobRoute = work[job * size + NODE_ROUTE]!
    const isFree = jobRoute < 0 && tables.fits[job * tables.kinds.length + tables.kindOf[r]!] === 1
    if (usedJobs.has(job) || (jobRoute !== r && !isFree)) return false
    usedJobs.add(job)
    return true
  })
}

/** Links a whole sequence without checks: the rules were relaxed for it. */
function lay(plan: RoutePlan, r: number, sequence: readonly number[]): void {
  let previous = startOf(plan.tables, r)
  for (const entry of sequence) {
    const node = entry === reloadEntry ? findFreeReload(plan, r) : entry
    if (node < 0) continue
    linkNode(plan, node, previous)
    previous = node
  }
  touchRoute(plan, r)
  updateRoute(plan, r)
}

function keepsRules(plan: RoutePlan, r: number, sequence: readonly number[]): boolean {
  const { tables, trial } = plan
  const base = tables.jobs + 2 * tables.vehicles
  let spare = tables.reloadFrom[r]!
  trial.nodes[0] = startOf(tables, r)
  trial.count = 1
  for (const entry of sequence) {
    if (entry === reloadEntry && spare === tables.reloadFrom[r + 1]) return false
    trial.nodes[trial.count++] = entry === reloadEntry ? base + spare++ : entry
  }
  trial.nodes[trial.count++] = tables.jobs + tables.vehicles + r
  return calculateNodesPrice(trial, tables, r) < Infinity
}

/** Links jobs one by one, each after the previous job. Jobs that do not fit are inserted later. */
function weave({ insertion }: RecreationState, r: number, sequence: readonly number[]): void {
  const { plan } = insertion
  const { tables, work, size } = plan
  let previous = startOf(tables, r)
  for (const job of sequence) {
    if (job === reloadEntry) continue
    if (work[job * size + NODE_ROUTE] === r) {
      previous = job
      continue
    }
    while (tables.sealed[previous]) previous = work[previous * size + NEXT_NODE]!
    resetInsertion(insertion)
    tryAfter(insertion, job, previous)
    if (insertion.previousNode < 0) continue
    insertJob(insertion, job)
    previous = job
  }
}
