// Calculates the full price of a route with breaks, lateness or reloads, where a change has no separate price.
import { endOf, NEXT_NODE, type RoutePlan, type RouteTrial, startOf } from './layout.ts'
import { createTimetable, scheduleRoute } from './schedule.ts'
import type { SolverTables } from './tables.ts'

export function createTrial(tables: SolverTables): RouteTrial {
  let reloads = 0
  for (let r = 0; r < tables.vehicles; r++)
    reloads = Math.max(reloads, tables.reloadFrom[r + 1]! - tables.reloadFrom[r]!)
  const most = tables.jobs + reloads + 4
  const breaks = Math.max(0, ...tables.breaks.map(({ length }) => length))
  return { table: createTimetable(most, breaks), nodes: new Int32Array(most), count: 0 }
}

/** Returns the full price of a route in the plan. */
export function calculateRoutePrice(plan: RoutePlan, r: number): number {
  return calculateExtendedPrice(plan, r, [])
}

/**
 * Returns the full price of a route with additional nodes. `added` is the node before them, followed by the new nodes.
 */
export function calculateExtendedPrice(plan: RoutePlan, r: number, added: readonly number[]): number {
  const { tables, work, size, trial } = plan
  const end = endOf(tables, r)
  let count = 0
  for (let node = startOf(tables, r); ; node = work[node * size + NEXT_NODE]!) {
    trial.nodes[count++] = node
    if (node === end) break
    if (node === added[0]) for (let index = 1; index < added.length; index++) trial.nodes[count++] = added[index]!
  }
  trial.count = count
  return calculateNodesPrice(trial, tables, r)
}

/** Returns the full price of the nodes in the trial. Infinity if they break a rule. */
export function calculateNodesPrice(trial: RouteTrial, tables: SolverTables, r: number): number {
  const { table, nodes, count } = trial
  // The least duration without breaks excludes most late routes quickly.
  const least = leastDuration(trial, tables, r)
  if (least === Infinity || least > tables.maxDuration[r]! || !hasLoadCapacity(trial, tables, r)) return Infinity
  const { metres } = tables.roads[tables.roadsOf[r]!]!
  let stops = 0
  let length = 0
  let moved = 0
  for (let k = 0; k < count; k++) {
    const node = nodes[k]!
    if (k > 0) length += metres[tables.place[nodes[k - 1]!]! * tables.row + tables.place[node]!]!
    if (node >= tables.jobs) continue
    stops++
    if (tables.had[node] !== r) moved += tables.moved[node]!
  }
  if (stops > tables.maxStops[r]! || length > tables.maxDistance[r]!) return Infinity
  const price = tables.fixed[r]! + tables.perMetre[r]! * length + moved
  if (!tables.hasLateness && tables.breaks[r]!.length === 0) return price + tables.perSecond[r]! * least
  fillTimes(trial, tables, r)
  scheduleRoute(table)
  const duration = table.departure[count - 1]! - table.departure[0]!
  if (table.overrun > 0 || table.missed > 0 || duration > tables.maxDuration[r]!) return Infinity
  return price + tables.perSecond[r]! * duration + tables.latePerSecond * table.late
}

function fillTimes({ table, nodes, count }: RouteTrial, tables: SolverTables, r: number): void {
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  for (let k = 0; k < count; k++) {
    const node = nodes[k]!
    table.travel[k] = k === 0 ? 0 : seconds[tables.place[nodes[k - 1]!]! * tables.row + tables.place[node]!]!
    table.open[k] = tables.open[node]!
    table.close[k] = tables.close[node]!
    table.tight[k] = tables.tight[node]!
    table.service[k] = tables.service[node]!
  }
  table.count = count
  table.breaks = tables.breaks[r]!
}

/**
 * Returns the least duration of a route within all windows, with a departure late enough to wait as little as possible.
 * Infinity if a window cannot be kept.
 */
function leastDuration({ nodes, count }: RouteTrial, tables: SolverTables, r: number): number {
  const { place, open, close, service, row } = tables
  const { seconds } = tables.roads[tables.roadsOf[r]!]!
  let node = nodes[0]!
  const startTime = open[node]!
  let time = startTime
  let waiting = 0
  /** Slack: how much later the route may leave. */
  let slack = close[node]! - startTime
  for (let k = 1; k < count; k++) {
    const next = nodes[k]!
    time += seconds[place[node]! * row + place[next]!]!
    if (time > close[next]!) return Infinity
    if (waiting + close[next]! - time < slack) slack = waiting + close[next]! - time
    if (time < open[next]!) {
      waiting += open[next]! - time
      time = open[next]!
    }
    time += service[next]!
    node = next
  }
  return time - startTime - Math.min(waiting, slack)
}

/** Returns whether the loads of the trial fit the vehicle in every dimension. */
export function hasLoadCapacity(trial: RouteTrial, tables: SolverTables, r: number): boolean {
  for (let d = 0; d < tables.dimensions; d++)
    if (!fitsDimension(trial, tables, d, tables.capacity[r * tables.dimensions + d]!)) return false
  return true
}

function fitsDimension({ nodes, count }: RouteTrial, tables: SolverTables, d: number, most: number): boolean {
  const { dimensions, deliver, collect, jobs } = tables
  for (let begin = 0; begin < count - 1; ) {
    let load = 0
    let next = begin + 1
    for (; nodes[next]! < jobs; next++) load += deliver[nodes[next]! * dimensions + d]!
    if (load > most) return false
    for (let k = begin + 1; k < next; k++) {
      load += collect[nodes[k]! * dimensions + d]! - deliver[nodes[k]! * dimensions + d]!
      if (load > most) return false
    }
    begin = next
  }
  return true
}
