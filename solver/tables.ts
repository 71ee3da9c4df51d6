// Converts a problem to flat arrays. Places and jobs are numbered so that neighbours on the ground are neighbours in
// memory: memory access limits the speed of the search, not calculation.
import { getLatestDeparture, getLatestStart } from './evaluate.ts'
import { type LockedProblem, lockJobs } from './locks.ts'
import { type LegMatrix, type RoutingJob, type RoutingProblem, unreachableValue, type VehicleBreak } from './model.ts'
import { listBreaks } from './schedule.ts'

/** Travel matrices of one kind of vehicle, and their transposes, so that both directions of a job are in one row. */
export interface RoadMatrices {
  seconds: Int32Array
  secondsTo: Int32Array
  metres: Int32Array
  metresTo: Int32Array
}

export interface SolverTables {
  jobs: number
  vehicles: number
  dimensions: number
  /** Number of nodes: jobs, then a start and an end for each vehicle, then the reloads. */
  nodes: number
  /** Length of a row of a matrix: all places, and one place at distance 0 from all others, for open ends. */
  row: number
  roads: readonly RoadMatrices[]
  roadsOf: Int32Array
  // Values by node.
  place: Int32Array
  open: Int32Array
  close: Int32Array
  tight: Int32Array
  service: Int32Array
  /** Held jobs: 1 for each job that is never removed. */
  held: Uint8Array
  /** Sealed nodes: 1 for each node after which no job may be inserted. */
  sealed: Uint8Array
  // Delivered goods by job, or by job and dimension.
  deliver: Int32Array
  collect: Int32Array
  /** Change of the load after the job. */
  change: Int32Array
  penalty: Float64Array
  had: Int32Array
  moved: Float64Array
  hasCollections: boolean
  /** Whether nothing is collected or loaded on the way: the load of a route is then the sum of its deliveries. */
  isOneLoad: boolean
  hasLateness: boolean
  hasMoves: boolean
  latePerSecond: number
  // Capacity by vehicle, or by vehicle and dimension.
  capacity: Int32Array
  fixed: Float64Array
  perMetre: Float64Array
  /** Lowest price per metre of all vehicles. */
  perMetreLeast: number
  perSecond: Float64Array
  maxDuration: Float64Array
  maxStops: Int32Array
  maxDistance: Float64Array
  /** 1 for each vehicle whose duration has a price or a limit. */
  timed: Uint8Array
  hasTimed: boolean
  breaks: readonly (readonly VehicleBreak[])[]
  /** Offset of each vehicle's first reload node, and the total number of reload nodes at the end. */
  reloadFrom: Int32Array
  hasReloads: boolean
  /** Vehicles of each kind. The search tries only one empty vehicle of a kind. */
  kinds: readonly (readonly number[])[]
  kindOf: Int32Array
  /** 1 for each job and kind of vehicle if the kind may serve the job, and can when empty. */
  fits: Uint8Array
  hasMisfits: boolean
  /** Original number of each job in the problem. */
  original: Int32Array
  /** Initial routes (`routes`), and jobs that must stay (`chains`), by vehicle, with the job numbers of the tables. */
  routes: readonly (readonly number[])[]
  chains: readonly (readonly number[])[]
}

export const unlimitedValue = 0x7fffffff

/** Returns whether the tables are plain: another order of the stops of a route changes only its legs and times. */
export const isPlain = ({ isOneLoad, hasLateness, breaks, maxDistance }: SolverTables, r: number): boolean =>
  isOneLoad && !hasLateness && breaks[r]!.length === 0 && maxDistance[r] === Infinity

export function buildTables(input: RoutingProblem): SolverTables {
  const locked = lockJobs(input)
  const { problem } = locked
  const order = tour(problem)
  const locationNumbers = new Int32Array(problem.places)
  for (const [number, place] of order.entries()) locationNumbers[place] = number
  const original = Int32Array.from(problem.jobs.keys())
  original.sort((a, b) => locationNumbers[problem.jobs[a]!.place]! - locationNumbers[problem.jobs[b]!.place]! || a - b)
  const numberOfJob = new Int32Array(problem.jobs.length)
  for (const [number, job] of original.entries()) numberOfJob[job] = number
  const renumbered = (sequence: readonly number[]) => sequence.map((job) => (job < 0 ? job : numberOfJob[job]!))
  const sized = { ...problem, jobs: Array.from(original, (job) => problem.jobs[job]!) }
  const byVehicle = vehicleTables(sized)
  const byJob = jobTables(sized)
  const tables = {
    jobs: problem.jobs.length,
    vehicles: problem.vehicles.length,
    dimensions: Math.max(0, ...problem.vehicles.map(({ capacity }) => capacity.length)),
    row: problem.places + 1,
    roads: roadsOf(problem, order),
    ...byVehicle,
    ...byJob,
    ...nodeTables(sized, locationNumbers, byVehicle.reloadFrom),
    isOneLoad: !byJob.hasCollections && !byVehicle.hasReloads,
    original,
    routes: problem.vehicles.map(({ route }) => renumbered(route ?? [])),
    chains: locked.chains.map(renumbered),
    kinds: [],
    kindOf: new Int32Array(0),
    fits: new Uint8Array(0),
    hasMisfits: false,
  } satisfies SolverTables as SolverTables
  applyLocks(tables, input, locked, numberOfJob)
  Object.assign(tables, kindTables(tables, sized, locked))
  return tables
}

/** Returns the places in the order of a nearest-neighbour tour. */
function tour({ places, travel }: RoutingProblem): number[] {
  const metres = travel[0]?.metres
  const order: number[] = []
  const visited = new Uint8Array(places)
  for (let current = places > 0 ? 0 : -1; current >= 0; ) {
    visited[current] = 1
    order.push(current)
    let next = -1
    let least = Infinity
    for (let candidate = 0; candidate < places; candidate++) {
      if (visited[candidate]) continue
      const length = metres![current * places + candidate]!
      if (length < least || next < 0) {
        least = length
        next = candidate
      }
    }
    current = next
  }
  return order
}

function roadsOf({ places, travel }: RoutingProblem, order: readonly number[]): RoadMatrices[] {
  const row = places + 1
  const cached = new Map<LegMatrix, [Int32Array, Int32Array]>()
  const turned = (matrix: LegMatrix): [Int32Array, Int32Array] => {
    const existing = cached.get(matrix)
    if (existing) return existing
    const forth = new Int32Array(row * row)
    let symmetric = true
    for (let i = 0; i < places; i++)
      for (let j = 0; j < places; j++) {
        const value = matrix[order[i]! * places + order[j]!]!
        forth[i * row + j] = value >= 0 && value < unreachableValue ? Math.round(value) : unreachableValue
        if (j < i && forth[i * row + j] !== forth[j * row + i]) symmetric = false
      }
    const back = symmetric ? forth : new Int32Array(row * row)
    if (!symmetric) for (let i = 0; i < row; i++) for (let j = 0; j < row; j++) back[j * row + i] = forth[i * row + j]!
    cached.set(matrix, [forth, back])
    return [forth, back]
  }
  return travel.map(({ seconds, metres }) => {
    const [forth, back] = turned(seconds)
    const [metresForth, metresBack] = turned(metres)
    return { seconds: forth, secondsTo: back, metres: metresForth, metresTo: metresBack }
  })
}

function jobTables({ jobs, vehicles, objective }: RoutingProblem) {
  const dimensions = Math.max(0, ...vehicles.map(({ capacity }) => capacity.length))
  const amounts = (getAmounts: (job: RoutingJob) => readonly number[]) => {
    const flat = new Int32Array(jobs.length * dimensions)
    for (const [j, job] of jobs.entries())
      for (let d = 0; d < dimensions; d++)
        flat[j * dimensions + d] = Math.min(unreachableValue, getAmounts(job)[d] ?? 0)
    return flat
  }
  const collect = amounts((job) => job.collect)
  const deliver = amounts((job) => job.deliver)
  const hasLateness = jobs.some(({ maxLate }) => (maxLate ?? 0) > 0)
  return {
    deliver,
    collect,
    change: collect.map((amount, index) => amount - deliver[index]!),
    penalty: Float64Array.from(jobs, ({ penalty }) => penalty),
    had: Int32Array.from(jobs, ({ had }) => had ?? -1),
    moved: Float64Array.from(jobs, ({ had, moved }) => (had === undefined ? 0 : (moved ?? 0))),
    hasMoves: jobs.some(({ had, moved }) => had !== undefined && (moved ?? 0) !== 0),
    hasCollections: collect.some((amount) => amount > 0),
    hasLateness,
    // Without a price, the search would not prefer punctual stops to late ones.
    latePerSecond: hasLateness ? objective.latePerSecond || 1 : 0,
  }
}

function vehicleTables({ vehicles, travel }: RoutingProblem) {
  const dimensions = Math.max(0, ...vehicles.map(({ capacity }) => capacity.length))
  const capacity = new Int32Array(vehicles.length * dimensions).fill(unlimitedValue)
  const reloadFrom = new Int32Array(vehicles.length + 1)
  reloadFrom[0] = 0
  for (const [r, vehicle] of vehicles.entries()) {
    for (const [d, most] of vehicle.capacity.entries()) capacity[r * dimensions + d] = Math.min(unlimitedValue, most)
    reloadFrom[r + 1] = reloadFrom[r]! + (vehicle.start < 0 ? 0 : (vehicle.reloads ?? 0))
  }
  const timed = Uint8Array.from(vehicles, (v) => (v.perSecond > 0 || v.maxDuration !== undefined ? 1 : 0))
  return {
    capacity,
    fixed: Float64Array.from(vehicles, (v) => v.fixed),
    perMetre: Float64Array.from(vehicles, (v) => v.perMetre),
    perMetreLeast: Math.min(...vehicles.map((v) => v.perMetre)),
    perSecond: Float64Array.from(vehicles, (v) => v.perSecond),
    maxDuration: Float64Array.from(vehicles, (v) => v.maxDuration ?? Infinity),
    maxStops: Int32Array.from(vehicles, (v) => v.maxStops ?? unlimitedValue),
    maxDistance: Float64Array.from(vehicles, (v) => v.maxDistance ?? Infinity),
    timed,
    hasTimed: timed.includes(1),
    breaks: vehicles.map((v) => listBreaks(v.breaks, v.from)),
    roadsOf: Int32Array.from(vehicles, (v) => Math.min(v.profile, travel.length - 1)),
    reloadFrom,
    hasReloads: reloadFrom[vehicles.length]! > 0,
  }
}

function nodeTables({ places, jobs, vehicles }: RoutingProblem, locationNumbers: Int32Array, reloadFrom: Int32Array) {
  const n = jobs.length
  const m = vehicles.length
  const nodes = n + 2 * m + reloadFrom[m]!
  const numbers = () => new Int32Array(nodes)
  const table = { place: numbers(), open: numbers(), close: numbers(), tight: numbers(), service: numbers() }
  const bounded = (time: number) => Math.max(-unreachableValue, Math.min(unreachableValue - 1, time))
  for (const [j, job] of jobs.entries()) {
    table.place[j] = locationNumbers[job.place]!
    table.open[j] = bounded(job.open)
    table.close[j] = bounded(getLatestStart(job))
    table.tight[j] = bounded(job.close)
    table.service[j] = bounded(job.service)
  }
  for (const [r, vehicle] of vehicles.entries()) {
    const vehicleNodes = [n + r, n + m + r]
    for (let index = reloadFrom[r]!; index < reloadFrom[r + 1]!; index++) vehicleNodes.push(n + 2 * m + index)
    for (const [index, node] of vehicleNodes.entries()) {
      const location = index === 1 ? vehicle.end : vehicle.start
      table.place[node] = location < 0 ? places : locationNumbers[location]!
      table.open[node] = bounded(vehicle.from)
      const close = bounded(index === 0 ? getLatestDeparture(vehicle) : vehicle.to)
      table.close[node] = close
      table.tight[node] = close
      table.service[node] = index > 1 ? bounded(vehicle.reloadSeconds ?? 0) : 0
    }
  }
  return { nodes, ...table, held: new Uint8Array(nodes), sealed: new Uint8Array(nodes) }
}

/** Marks the locked jobs, and seals the fixed beginnings of routes. */
function applyLocks(tables: SolverTables, input: RoutingProblem, locked: LockedProblem, numberOfJob: Int32Array): void {
  for (const [job, number] of numberOfJob.entries()) {
    tables.held[number] = locked.fixedJobs[job]!
    if (locked.vehicleByJob[job]! >= 0) tables.penalty[number] = Math.max(tables.penalty[number]!, 1e12)
  }
  for (const [r, vehicle] of input.vehicles.entries()) {
    const head = (vehicle.first ?? []).filter((job) => locked.vehicleByJob[job] === r)
    if (head.length === 0) continue
    tables.sealed[tables.jobs + r] = 1
    for (const job of head.slice(0, -1)) tables.sealed[numberOfJob[job]!] = 1
  }
}

/** Groups equal vehicles into kinds, and determines the jobs that each kind can serve when empty. */
function kindTables(tables: SolverTables, { jobs, vehicles }: RoutingProblem, locked: LockedProblem) {
  const lists = new Map<readonly number[] | undefined, number>()
  const listOf = jobs.map(({ vehicles: allowed }) => {
    if (!lists.has(allowed)) lists.set(allowed, lists.size)
    return lists.get(allowed)!
  })
  const allowedBy = [...lists.keys()].map((allowed) => allowed && new Set(allowed))
  const staying = Array.from(tables.original, (job) => locked.vehicleByJob[job]!)
  const keys = vehicles.map((vehicle, r) => {
    const { route: _route, first, ordered, kept, ...rest } = vehicle
    const locked = first?.length || ordered?.length || kept?.length ? r : -1
    return JSON.stringify([rest, locked, allowedBy.map((allowed) => (!allowed || allowed.has(r) ? 1 : 0)).join('')])
  })
  const names = [...new Set(keys)]
  const kindOf = Int32Array.from(keys, (key) => names.indexOf(key))
  const vehicleKinds: number[][] = names.map(() => [])
  for (const [r, kind] of kindOf.entries()) vehicleKinds[kind]!.push(r)
  const fits = new Uint8Array(jobs.length * vehicleKinds.length)
  for (let job = 0; job < jobs.length; job++)
    for (const [kind, [r]] of vehicleKinds.entries()) {
      const allowed = allowedBy[listOf[job]!]
      const named = staying[job]! >= 0 ? staying[job] === r : !allowed || allowed.has(r!)
      fits[job * vehicleKinds.length + kind] = staying[job] === r || (named && fitsAlone(tables, job, r!)) ? 1 : 0
    }
  return { kinds: vehicleKinds, kindOf, fits, hasMisfits: fits.includes(0) }
}

/**
 * Returns whether a job fits alone on the empty vehicle, apart from breaks, lateness of other jobs and durations.
 * Excludes impossible pairs before the search.
 */
function fitsAlone(tables: SolverTables, job: number, r: number): boolean {
  const { dimensions, row, place } = tables
  for (let d = 0; d < dimensions; d++) {
    const amount = Math.max(tables.deliver[job * dimensions + d]!, tables.collect[job * dimensions + d]!)
    if (amount > tables.capacity[r * dimensions + d]!) return false
  }
  const { seconds, metres } = tables.roads[tables.roadsOf[r]!]!
  const outboundLeg = place[tables.jobs + r]! * row + place[job]!
  const back = place[job]! * row + place[tables.jobs + tables.vehicles + r]!
  const arrival = Math.max(tables.open[tables.jobs + r]! + seconds[outboundLeg]!, tables.open[job]!)
  if (arrival > tables.close[job]!) return false
  // A fixed beginning of a route precedes the job: the search decides whether the distance is too long, not this check.
  return (
    arrival + tables.service[job]! + seconds[back]! <= tables.close[tables.jobs + tables.vehicles + r]! &&
    (tables.sealed[tables.jobs + r] === 1 || metres[outboundLeg]! + metres[back]! <= tables.maxDistance[r]!)
  )
}
