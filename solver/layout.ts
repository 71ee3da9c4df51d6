// Defines the memory of a plan: routes are linked nodes, and one cache line per node has everything that an insertion
// reads. The memory has space for the working, the current and the best plan.
import type { RouteTimetable } from './schedule.ts'
import type { SolverTables } from './tables.ts'

// Next node: the first field of a node.
export const NEXT_NODE = 0
export const PREV_NODE = 1
export const NODE_ROUTE = 2
/** Ready time: earliest end of service at the node. */
export const READY_TIME = 3
/** Latest start of service at the next node that keeps the rest of the route in time. */
export const LATEST_START = 4
/** Metres to the next node. */
export const LEG_METRES = 5
export const NODE_LOCATION = 6
/** Place of the next node. */
export const NEXT_LOCATION = 7
/** Tight latest time, without lateness. */
export const TIGHT_START = 8
/** Last sweep in which the node was examined. */
export const LAST_SWEEP = 9
/** First of the load fields: the highest load of the trip up to the node for each dimension, then from the node on. */
export const LOAD_FIELDS = 10

// Cost of a route: the first of its figures.
export const ROUTE_COST = 0
export const STOP_COUNT = 1
export const ROUTE_METRES = 2
export const ROUTE_SECONDS = 3
export const ROUTE_LATENESS = 4
/** Length of a route: nodes between start and end, stops and reloads. */
export const ROUTE_LENGTH = 5
export const FIGURE_COUNT = 6

/** Span of a node where durations matter: least duration, earliest and latest start, up to the node and from it on. */
export const SPAN_SIZE = 6

export interface RoutePlan {
  tables: SolverTables
  /** Size of a node in numbers: a multiple of a cache line. */
  size: number
  work: Int32Array
  current: Int32Array
  best: Int32Array
  spans: Int32Array
  spansCurrent: Int32Array
  figures: Float64Array
  figuresCurrent: Float64Array
  figuresBest: Float64Array
  /** Absent jobs, without a route. */
  absent: number[]
  absentCurrent: number[]
  absentBest: number[]
  touched: Int32Array
  isTouched: Uint8Array
  touchedCount: number
  /** Routes with stops, as a list. */
  used: Int32Array
  usedAt: Int32Array
  usedCount: number
  /** Closed vehicles, which may not be used. */
  closed: Uint8Array
  trial: RouteTrial
}

/** Trial of a route, to calculate its full price. */
export interface RouteTrial {
  table: RouteTimetable
  nodes: Int32Array
  count: number
}

export function startOf({ jobs }: SolverTables, r: number): number {
  return jobs + r
}

export function endOf({ jobs, vehicles }: SolverTables, r: number): number {
  return jobs + vehicles + r
}
