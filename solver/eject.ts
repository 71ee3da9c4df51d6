// Reduces vehicles: a job without a route takes the place of up to three others that were absent less often (after
// Nagata and Bräysy 2009). Ejection is used only if the order of stops affects nothing but times; otherwise the search
// only ruins and recreates.
import { updateRoute } from './follow.ts'
import { mayServe } from './insertion.ts'
import {
  endOf,
  FIGURE_COUNT,
  LOAD_FIELDS,
  NEXT_NODE,
  NODE_ROUTE,
  type RoutePlan,
  STOP_COUNT,
  startOf,
} from './layout.ts'
import { keepPlan, linkNode, touchRoute, unlinkNode } from './plan.ts'
import type { RandomSource } from './random.ts'
import { isPlain, type SolverTables } from './tables.ts'

export interface EjectionState {
  plan: RoutePlan
  random: RandomSource
  /** Absences of each job: how often the job was left without a route. */
  absence: Float64Array
  job: number
  /** Vehicle whose route is examined. */
  vehicle: number
  nodes: Int32Array
  count: number
  /** Latest start of service at each position that keeps the rest of the route in time. */
  latest: Float64Array
  /** Positions of the stops that are ejected in the current attempt. */
  out: Int32Array
  outCount: number
  outMax: number
  /** Least absence found, the ejected jobs, and the node before the inserted job. */
  least: number
  alike: number
  leastOut: number[]
  leastAfter: number
}

const outMax = 3
/**
 * Stops of a short route, which may lose three jobs together. In longer routes, pairs suffice and triples take too
 * long.
 */
const shortRoute = 20

export function createEjection(plan: RoutePlan, random: RandomSource, absence: Float64Array): EjectionState {
  const { nodes } = plan.tables
  return {
    plan,
    random,
    absence,
    job: -1,
    vehicle: -1,
    nodes: new Int32Array(nodes),
    count: 0,
    latest: new Float64Array(nodes),
    out: new Int32Array(outMax),
    outCount: 0,
    outMax,
    least: Infinity,
    alike: 0,
    leastOut: [],
    leastAfter: -1,
  }
}

export const canEject = (tables: SolverTables): boolean =>
  tables.maxDuration.every((most, r) => most === Infinity && isPlain(tables, r))

/**
 * Ejects jobs that were absent less often in total, and inserts the job in their place. Returns false without such
 * jobs.
 */
export function ejectJobs(state: EjectionState, job: number): boolean {
  const { plan, absence } = state
  state.job = job
  state.least = absence[job]!
  state.alike = 0
  state.leastAfter = -1
  for (let u = 0; u < plan.usedCount; u++) if (mayServe(plan, job, plan.used[u]!)) searchRoute(state, plan.used[u]!)
  if (state.leastAfter < 0) return false
  exchange(state)
  return true
}

function exchange({ plan, job, leastOut, leastAfter }: EjectionState): void {
  const r = plan.work[leastAfter * plan.size + NODE_ROUTE]!
  touchRoute(plan, r)
  for (const ejectedJob of leastOut) unlinkNode(plan, ejectedJob)
  linkNode(plan, job, leastAfter)
  plan.absent = plan.absent.filter((absentJob) => absentJob !== job)
  plan.absent.push(...leastOut)
  updateRoute(plan, r)
  keepPlan(plan)
}

function searchRoute(state: EjectionState, r: number): void {
  const { plan, nodes } = state
  const { tables, work, size } = plan
  if (plan.figures[r * FIGURE_COUNT + STOP_COUNT]! > tables.maxStops[r]!) return
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT_NODE]!) {
    nodes[count++] = node
    if (node === endOf(tables, r)) break
  }
  state.count = count
  state.vehicle = r
  state.outCount = 0
  state.outMax = count > shortRoute ? outMax - 1 : outMax
  choose(state, 1, 0)
}

/** Tries to choose stops from this position on whose total absence is not more than the best so far. */
function choose(state: EjectionState, firstPosition: number, sum: number): void {
  const { plan, nodes, count, absence, out } = state
  const { held, penalty } = plan.tables
  for (let k = firstPosition; k < count - 1; k++) {
    const node = nodes[k]!
    const total = sum + absence[node]!
    if (total > state.least || (total === state.least && state.leastAfter < 0) || held[node] || penalty[node]! >= 1e12)
      continue
    out[state.outCount++] = k
    if (hasCapacity(state)) tryPlaces(state, total)
    if (state.outCount < state.outMax) choose(state, k + 1, total)
    state.outCount--
  }
}

function hasCapacity({ plan, job, vehicle, nodes, out, outCount }: EjectionState): boolean {
  const { tables, work, size } = plan
  const { dimensions, deliver, capacity } = tables
  const start = startOf(tables, vehicle) * size + LOAD_FIELDS
  for (let d = 0; d < dimensions; d++) {
    let load = work[start + d]! + deliver[job * dimensions + d]!
    for (let k = 0; k < outCount; k++) load -= deliver[nodes[out[k]!]! * dimensions + d]!
    if (load > capacity[vehicle * dimensions + d]!) return false
  }
  return true
}

/** Tries all places of the job after the chosen stops are removed, and keeps the cheapest place. */
function tryPlaces(state: EjectionState, sum: number): void {
  const { plan, job, nodes, count, out, outCount } = state
  const { tables } = plan
  const { place, open, close, service, row, sealed } = tables
  const { seconds, metres } = tables.roads[tables.roadsOf[state.vehicle]!]!
  followBack(state)
  const jobLocation = place[job]!
  let best = -1
  let leastMetres = Infinity
  let previous = 0
  let time = open[nodes[0]!]!
  for (let k = 1, removed = 0; k < count; k++) {
    if (removed < outCount && out[removed] === k) {
      removed++
      continue
    }
    const originRow = place[nodes[previous]!]! * row
    const target = place[nodes[k]!]!
    const begin = Math.max(time + seconds[originRow + jobLocation]!, open[job]!)
    const onward = begin + service[job]! + seconds[jobLocation * row + target]!
    if (begin <= close[job]! && onward <= state.latest[k]! && !sealed[nodes[previous]!]) {
      const added = metres[originRow + jobLocation]! + metres[jobLocation * row + target]! - metres[originRow + target]!
      if (added < leastMetres) {
        leastMetres = added
        best = nodes[previous]!
      }
    }
    time = Math.max(time + seconds[originRow + target]!, open[nodes[k]!]!) + service[nodes[k]!]!
    previous = k
    // The job would be late at all later positions.
    if (time > close[job]!) break
  }
  if (best >= 0) remember(state, sum, best)
}

function followBack({ plan, nodes, count, out, outCount, latest, vehicle }: EjectionState): void {
  const { place, close, service, row, roads, roadsOf } = plan.tables
  const { seconds } = roads[roadsOf[vehicle]!]!
  let next = count - 1
  latest[next] = close[nodes[next]!]!
  for (let k = count - 2, removed = outCount - 1; k > 0; k--) {
    if (removed >= 0 && out[removed] === k) {
      removed--
      continue
    }
    const node = nodes[k]!
    const step = service[node]! + seconds[place[node]! * row + place[nodes[next]!]!]!
    latest[k] = Math.min(close[node]!, latest[next]! - step)
    next = k
  }
}

/** Remembers a choice if it is better than the best so far; among equal choices, decides at random. */
function remember(state: EjectionState, sum: number, previous: number): void {
  const { nodes, out, outCount, random } = state
  state.alike = sum < state.least ? 1 : state.alike + 1
  if (sum === state.least && random() * state.alike >= 1) return
  state.least = sum
  state.leastAfter = previous
  state.leastOut = []
  for (let k = 0; k < outCount; k++) state.leastOut.push(nodes[out[k]!]!)
}
