// Reduces vehicles: a job without a route takes the place of up to three others, which have always found a place so far
// (after Nagata and Bräysy 2009). Used only where the order of a route changes nothing but its times; otherwise ruin
// and recreate works alone.
import { update } from './follow.ts'
import { mayServe } from './insertion.ts'
import { endOf, FIGURES, LOADS, NEXT, type Plan, ROUTE, STOPS, startOf } from './layout.ts'
import { keep, link, touch, unlink } from './plan.ts'
import type { Random } from './random.ts'
import { isPlain, type Tables } from './tables.ts'

export interface Ejection {
  plan: Plan
  random: Random
  /** Absence by job: how often it was left without a route. */
  absence: Float64Array
  job: number
  /** Vehicle whose route is examined. */
  vehicle: number
  nodes: Int32Array
  count: number
  /** By position: the latest start of service that keeps the rest in time. */
  latest: Float64Array
  /** Positions that are taken out, as tried. */
  out: Int32Array
  outCount: number
  outMax: number
  /** Least absence found, with its jobs, and the node before the place. */
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

export function createEjection(plan: Plan, random: Random, absence: Float64Array): Ejection {
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

export const canEject = (tables: Tables): boolean =>
  tables.maxDuration.every((most, r) => most === Infinity && isPlain(tables, r))

/**
 * Ejects jobs that were absent less often in total, and inserts the job in their place. Returns false without such
 * jobs.
 */
export function eject(state: Ejection, job: number): boolean {
  const { plan, absence } = state
  state.job = job
  state.least = absence[job]!
  state.alike = 0
  state.leastAfter = -1
  for (let u = 0; u < plan.usedCount; u++) if (mayServe(plan, job, plan.used[u]!)) look(state, plan.used[u]!)
  if (state.leastAfter < 0) return false
  exchange(state)
  return true
}

function exchange({ plan, job, leastOut, leastAfter }: Ejection): void {
  const r = plan.work[leastAfter * plan.size + ROUTE]!
  touch(plan, r)
  for (const other of leastOut) unlink(plan, other)
  link(plan, job, leastAfter)
  plan.absent = plan.absent.filter((other) => other !== job)
  plan.absent.push(...leastOut)
  update(plan, r)
  keep(plan)
}

function look(state: Ejection, r: number): void {
  const { plan, nodes } = state
  const { tables, work, size } = plan
  if (plan.figures[r * FIGURES + STOPS]! > tables.maxStops[r]!) return
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT]!) {
    nodes[count++] = node
    if (node === endOf(tables, r)) break
  }
  state.count = count
  state.vehicle = r
  state.outCount = 0
  state.outMax = count > shortRoute ? outMax - 1 : outMax
  choose(state, 1, 0)
}

/** Tries to choose stops from this position on whose absence is less than the best so far. */
function choose(state: Ejection, from: number, sum: number): void {
  const { plan, nodes, count, absence, out } = state
  const { held, penalty } = plan.tables
  for (let k = from; k < count - 1; k++) {
    const node = nodes[k]!
    const more = sum + absence[node]!
    if (more > state.least || (more === state.least && state.leastAfter < 0) || held[node] || penalty[node]! >= 1e12)
      continue
    out[state.outCount++] = k
    if (hasRoom(state)) tryPlaces(state, more)
    if (state.outCount < state.outMax) choose(state, k + 1, more)
    state.outCount--
  }
}

function hasRoom({ plan, job, vehicle, nodes, out, outCount }: Ejection): boolean {
  const { tables, work, size } = plan
  const { dimensions, deliver, capacity } = tables
  const start = startOf(tables, vehicle) * size + LOADS
  for (let d = 0; d < dimensions; d++) {
    let load = work[start + d]! + deliver[job * dimensions + d]!
    for (let k = 0; k < outCount; k++) load -= deliver[nodes[out[k]!]! * dimensions + d]!
    if (load > capacity[vehicle * dimensions + d]!) return false
  }
  return true
}

/** Tries the places of the job after the chosen stops are removed, and keeps the cheapest. */
function tryPlaces(state: Ejection, sum: number): void {
  const { plan, job, nodes, count, out, outCount } = state
  const { tables } = plan
  const { place, open, close, service, row, sealed } = tables
  const { seconds, metres } = tables.roads[tables.roadsOf[state.vehicle]!]!
  followBack(state)
  const there = place[job]!
  let best = -1
  let leastMetres = Infinity
  let before = 0
  let time = open[nodes[0]!]!
  for (let k = 1, gone = 0; k < count; k++) {
    if (gone < outCount && out[gone] === k) {
      gone++
      continue
    }
    const from = place[nodes[before]!]! * row
    const to = place[nodes[k]!]!
    const begin = Math.max(time + seconds[from + there]!, open[job]!)
    const onward = begin + service[job]! + seconds[there * row + to]!
    if (begin <= close[job]! && onward <= state.latest[k]! && !sealed[nodes[before]!]) {
      const added = metres[from + there]! + metres[there * row + to]! - metres[from + to]!
      if (added < leastMetres) {
        leastMetres = added
        best = nodes[before]!
      }
    }
    time = Math.max(time + seconds[from + to]!, open[nodes[k]!]!) + service[nodes[k]!]!
    before = k
    // Nothing later is in time for it.
    if (time > close[job]!) break
  }
  if (best >= 0) remember(state, sum, best)
}

function followBack({ plan, nodes, count, out, outCount, latest, vehicle }: Ejection): void {
  const { place, close, service, row, roads, roadsOf } = plan.tables
  const { seconds } = roads[roadsOf[vehicle]!]!
  let after = count - 1
  latest[after] = close[nodes[after]!]!
  for (let k = count - 2, gone = outCount - 1; k > 0; k--) {
    if (gone >= 0 && out[gone] === k) {
      gone--
      continue
    }
    const node = nodes[k]!
    const step = service[node]! + seconds[place[node]! * row + place[nodes[after]!]!]!
    latest[k] = Math.min(close[node]!, latest[after]! - step)
    after = k
  }
}

/** Remembers a choice if it is better than the best so far; among equal ones, chooses at random. */
function remember(state: Ejection, sum: number, after: number): void {
  const { nodes, out, outCount, random } = state
  state.alike = sum < state.least ? 1 : state.alike + 1
  if (sum === state.least && random() * state.alike >= 1) return
  state.least = sum
  state.leastAfter = after
  state.leastOut = []
  for (let k = 0; k < outCount; k++) state.leastOut.push(nodes[out[k]!]!)
}
