// Defines the input and the answer of the route optimiser: whole numbers, in seconds, metres and cents. No names, no
// dates.

/** A matrix of `places × places` numbers, row by row: from the row's place to the column's. */
export type Matrix = Int32Array | Float64Array

/** A leg that cannot be driven. Every true time and length is below it. */
export const unreachable = 1_000_000_000

/**
 * A reload in a sequence of jobs: the vehicle returns to its start, unloads collections and loads the next deliveries.
 */
export const reload = -1

/** How one kind of vehicle travels. Kinds that differ in speed alone may share the same `metres`. */
export interface Travel {
  seconds: Matrix
  metres: Matrix
}

export interface Job {
  place: number
  /** Service begins between the two. */
  open: number
  close: number
  /** So many seconds after `close` are still allowed, at `Objective.latePerSecond`. */
  maxLate?: number
  service: number
  /** On board from the start (or the last reload), by dimension. */
  deliver: readonly number[]
  /** On board until the end (or the next reload), by dimension. */
  collect: readonly number[]
  /** The vehicles that may serve it: skills, depots and pins all end here. Absent: every vehicle. */
  vehicles?: readonly number[]
  /** What it costs to leave it out: its priority. What costs more to serve than this may be left out. */
  penalty: number
  /** The vehicle it had, and the price for serving it with another. */
  had?: number
  moved?: number
}

export interface Break {
  /** It begins between the two, at a stop or on the way, never during service. */
  earliest: number
  latest: number
  seconds: number
}

export interface Vehicle {
  /** −1: open, the route begins at its first stop. */
  start: number
  /** −1: open, the route ends at its last stop. */
  end: number
  /** The shift. */
  from: number
  to: number
  /** It leaves when its shift begins, also where it only waits then; else as late as it can and still end as early. */
  isPunctual?: boolean
  /** By dimension. */
  capacity: readonly number[]
  fixed: number
  perMetre: number
  /** From departure to the end, waiting and breaks included. */
  perSecond: number
  maxDuration?: number
  maxStops?: number
  maxDistance?: number
  /** Which `Problem.travel` is its. */
  profile: number
  /** One that the route ends before (its `latest`) is not needed. */
  breaks?: readonly Break[]
  /** How many times it may return to its start and load again. */
  reloads?: number
  reloadSeconds?: number
  /** The route to begin from: jobs and `reload`s. What no longer fits is planned anew. */
  route?: readonly number[]
  /** The route begins with these, in this order: nothing before, nothing between. */
  first?: readonly number[]
  /** These stay on this vehicle in this order; others may come between. */
  ordered?: readonly number[]
  /** These stay on this vehicle, in any order. */
  kept?: readonly number[]
}

export interface Objective {
  /** Fewest vehicles first, then money; else money alone. */
  fewestVehicles?: boolean
  /** Price of a second after a job's `close`, where `maxLate` allows it. */
  latePerSecond?: number
}

export interface Problem {
  places: number
  travel: readonly Travel[]
  jobs: readonly Job[]
  vehicles: readonly Vehicle[]
  objective: Objective
}

export type Visit =
  | { kind: 'job'; job: number; arrival: number; start: number; departure: number; late: number }
  | { kind: 'reload'; arrival: number; start: number; departure: number }
  | { kind: 'break'; index: number; start: number; departure: number }

export interface Route {
  vehicle: number
  /** Jobs and `reload`s in order. */
  sequence: readonly number[]
  /** The same in time, breaks included. */
  visits: readonly Visit[]
  departure: number
  /** At the end place; on an open end after the last stop. */
  end: number
  metres: number
  /** From departure to end. */
  seconds: number
  /** Of it: without travel, service, reload or break. */
  waiting: number
  late: number
  /** Highest load on the way, by dimension. */
  peak: readonly number[]
  /** Fixed, metres, seconds, lateness and moved jobs. */
  cost: number
  trips: number
}

export interface Answer {
  /** Vehicles without jobs have none. */
  routes: readonly Route[]
  unassigned: readonly number[]
  /** Of the routes and of what is left out. */
  cost: number
  iterations: number
}

export interface Limit {
  /** One of the two: the annealing cools over just this long. The same iterations and seed give the same answer. */
  seconds?: number
  iterations?: number
  seed?: number
  /** Begin cool, near the routes given: "improve further", or small changes to a plan. */
  warm?: boolean
  /** Milliseconds; by default those of the wall. */
  clock?: () => number
}

export interface Progress {
  /** Share of the limit that is used, 0 to 1. */
  fraction: number
  cost: number
  routes: number
  unassigned: number
  iterations: number
}

/** A search that runs in slices, so that its thread can receive messages in between. */
export interface Search {
  /** False once the limit is reached. */
  run(milliseconds: number): boolean
  /** Cool down within so many milliseconds from now: what to do when somebody asks to stop. */
  coolWithin(milliseconds: number): void
  progress(): Progress
  best(): Answer
}
