// Defines the input and the answer of the route optimiser: whole numbers, in seconds, metres and cents. No names, no
// dates.

/** A matrix of `places × places` numbers, row by row: from the row's place to the column's. */
export type LegMatrix = Int32Array | Float64Array

/** Value of an unreachable leg. Every true time and length is below it. */
export const unreachableValue = 1_000_000_000

/**
 * A reload in a sequence of jobs: the vehicle returns to its start, unloads collections and loads the next deliveries.
 */
export const reloadEntry = -1

/** Travel times and distances of one kind of vehicle. Kinds that differ only in speed may share `metres`. */
export interface TravelProfile {
  seconds: LegMatrix
  metres: LegMatrix
}

export interface RoutingJob {
  place: number
  /** Opening and closing time of the window in which service begins, in seconds. */
  open: number
  close: number
  /** Maximum lateness in seconds after `close`, at `latePerSecond` of the problem. */
  maxLate?: number
  service: number
  /** Delivered goods by dimension, on board from the start (or the last reload). */
  deliver: readonly number[]
  /** Collected goods by dimension, on board until the end (or the next reload). */
  collect: readonly number[]
  /**
   * Vehicles that may serve the job: skills, depots and fixed assignments are converted to this list. If absent, all
   * vehicles may.
   */
  vehicles?: readonly number[]
  /** Penalty for leaving the job out: its priority. A job that costs more to serve may be left out. */
  penalty: number
  /** Vehicle of the job before the search, and the price of serving it with another vehicle. */
  had?: number
  moved?: number
}

export interface VehicleBreak {
  /** Earliest and latest begin of the break, at a stop or on the way, never during service. */
  earliest: number
  latest: number
  seconds: number
}

export interface RoutingVehicle {
  /** Start place; −1 for an open route, which begins at its first stop. */
  start: number
  /** End place; −1 for an open route, which ends at its last stop. */
  end: number
  /** Start and end of the shift, in seconds. */
  from: number
  to: number
  /**
   * A punctual vehicle leaves when its shift begins, even if it then waits; other vehicles leave as late as possible
   * for the same end.
   */
  isPunctual?: boolean
  /** Capacity in each dimension. */
  capacity: readonly number[]
  fixed: number
  perMetre: number
  /** Price per second from departure to the end, waiting and breaks included. */
  perSecond: number
  maxDuration?: number
  maxStops?: number
  maxDistance?: number
  /** Travel profile: the index in `RoutingProblem.travel`. */
  profile: number
  /** Breaks. A break is omitted if the route ends before its `latest`. */
  breaks?: readonly VehicleBreak[]
  /** Largest number of reloads at the start place. */
  reloads?: number
  reloadSeconds?: number
  /** Initial route: jobs and `reloadEntry`. Jobs that no longer fit are planned again. */
  route?: readonly number[]
  /** First jobs of the route, in this order, with no other jobs before or between them. */
  first?: readonly number[]
  /** Ordered jobs, which stay on this vehicle in this order; others may be between them. */
  ordered?: readonly number[]
  /** Kept jobs, which stay on this vehicle in any order. */
  kept?: readonly number[]
}

export interface RoutingObjective {
  /** Whether fewer vehicles have precedence over a lower cost. */
  fewestVehicles?: boolean
  /** Price of a second of lateness after a job's `close`, if `maxLate` allows it. */
  latePerSecond?: number
}

export interface RoutingProblem {
  places: number
  travel: readonly TravelProfile[]
  jobs: readonly RoutingJob[]
  vehicles: readonly RoutingVehicle[]
  objective: RoutingObjective
}

export type RouteVisit =
  | { kind: 'job'; job: number; arrival: number; start: number; departure: number; late: number }
  | { kind: 'reload'; arrival: number; start: number; departure: number }
  | { kind: 'break'; index: number; start: number; departure: number }

export interface VehicleRoute {
  vehicle: number
  /** Sequence of jobs and `reloadEntry`. */
  sequence: readonly number[]
  /** Visits in the order of time, breaks included. */
  visits: readonly RouteVisit[]
  departure: number
  /** Arrival at the end place; for an open route, departure from the last stop. */
  end: number
  metres: number
  /** Seconds from departure to end. */
  seconds: number
  /** Waiting in seconds, without travel, service, reload or break. */
  waiting: number
  late: number
  /** Peak load on the way, by dimension. */
  peak: readonly number[]
  /** Cost of use, metres, seconds, lateness and moved jobs. */
  cost: number
  trips: number
}

export interface RoutingSolution {
  /** Routes by vehicle; empty for a vehicle without jobs. */
  routes: readonly VehicleRoute[]
  unassigned: readonly number[]
  /** Cost of the routes and of the jobs left out. */
  cost: number
  iterations: number
}

export interface SearchLimit {
  /**
   * Seconds or iterations of the search: the annealing cools down over exactly this limit. The same iterations and seed
   * give the same result.
   */
  seconds?: number
  iterations?: number
  seed?: number
  /**
   * Whether the annealing starts warm instead of hot, near the given routes: to improve a plan, or to change it only
   * slightly.
   */
  warm?: boolean
  /** Clock in milliseconds; by default the time of day. */
  clock?: () => number
}

export interface SearchProgress {
  /** Fraction of the limit that is used, 0 to 1. */
  fraction: number
  cost: number
  routes: number
  unassigned: number
  iterations: number
}

/** A search that runs in slices, so that its thread can receive messages in between. */
export interface RouteSearch {
  /** Runs the search for a time. Returns false once the limit is reached. */
  run(milliseconds: number): boolean
  /** Cools down within this number of milliseconds from now, after a request to stop. */
  coolWithin(milliseconds: number): void
  progress(): SearchProgress
  best(): RoutingSolution
}
