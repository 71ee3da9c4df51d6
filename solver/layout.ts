// Defines the memory of a plan: routes as linked nodes, one cache line per node with everything that an insertion
// reads, and space for the working, the current and the best plan.
import type { Timetable } from './schedule.ts'
import type { Tables } from './tables.ts'

// Next node: the first field of a node.
export const NEXT = 0
export const PREV = 1
export const ROUTE = 2
/** Ready time: earliest end of service. */
export const READY = 3
/** Latest start of service at the next node that keeps the rest of the route in time. */
export const LATEST = 4
/** Metres to the next node. */
export const LEG = 5
export const PLACE = 6
/** Place of the next node. */
export const NEXT_PLACE = 7
/** Tight latest time, without lateness. */
export const TIGHT = 8
/** Sweep in which the node was last seen. */
export const SEEN = 9
/** By dimension: highest load of the trip up to the node; then: from the node on. */
export const LOADS = 10

// Cost of a route: the first of its figures.
export const COST = 0
export const STOPS = 1
export const METRES = 2
export const SECONDS = 3
export const LATE = 4
/** Length of a route: nodes between start and end, stops and reloads. */
export const LENGTH = 5
export const FIGURES = 6

/** Span of a node where durations matter: least duration, earliest and latest start, up to the node and from it on. */
export const SPAN = 6

export interface Plan {
  tables: Tables
  /** Size of a node in numbers: a multiple of a cache line. */
  size: number
  work: Int32Array
  held: Int32Array
  best: Int32Array
  spans: Int32Array
  spansHeld: Int32Array
  figures: Float64Array
  figuresHeld: Float64Array
  figuresBest: Float64Array
  /** Absent jobs, without a route. */
  absent: number[]
  absentHeld: number[]
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
  trial: Trial
}

/** Trial of a route, to calculate its full price. */
export interface Trial {
  table: Timetable
  nodes: Int32Array
  count: number
}

export function startOf({ jobs }: Tables, r: number): number {
  return jobs + r
}

export function endOf({ jobs, vehicles }: Tables, r: number): number {
  return jobs + vehicles + r
}
