// Solves days that are too large for one matrix: parts by depot and place with separate matrices, then their borders.
import {
  type RoutingJob,
  type RoutingObjective,
  type RoutingProblem,
  type RoutingSolution,
  type RoutingVehicle,
  reloadEntry,
  type SearchLimit,
  type TravelProfile,
  type VehicleRoute,
} from './model.ts'
import { solveProblem } from './solve.ts'

/** A problem without matrices: each part requests its own. */
export interface WideProblem {
  /** Coordinates of each place, in any unit. */
  points: readonly { x: number; y: number }[]
  /** Returns the matrices of each profile between these places, in this order. */
  travelBetween: (places: readonly number[]) => readonly TravelProfile[]
  jobs: readonly RoutingJob[]
  vehicles: readonly RoutingVehicle[]
  objective: RoutingObjective
}

/** Part of a problem: jobs and vehicles that are solved together. */
export interface ProblemPart {
  jobs: readonly number[]
  vehicles: readonly number[]
}

/** A unit of a part: a single job, or a route with all its jobs. */
interface Unit {
  x: number
  y: number
  jobs: readonly number[]
  vehicles: readonly number[]
}

export const partJobsMax = 600
/** Routes around an unassigned job that join its part. */
const routesAround = 4
const leftOutMax = 100

/**
 * Splits a problem into parts. Every job joins a depot that may serve it. Then the jobs are divided by place, and the
 * vehicles of each kind by the number of jobs.
 */
export function splitProblem(problem: WideProblem, jobsMax = partJobsMax): ProblemPart[] {
  const { routes, owned } = claims(problem.vehicles)
  const depots = Map.groupBy(problem.vehicles.keys(), (v) => problem.vehicles[v]!.start)
  const units = new Map<number, Unit[]>([...depots.keys()].map((depot) => [depot, []]))
  for (const [vehicle, jobs] of routes.entries())
    if (jobs.length > 0) units.get(problem.vehicles[vehicle]!.start)!.push(unitOf(problem, jobs, [vehicle]))
  for (const [index, job] of problem.jobs.entries()) {
    if (owned.has(index)) continue
    const depot = depotFor(problem, job)
    const unit = unitOf(problem, [index], [])
    // A unit that no vehicle may serve is added to any part, which reports its reason.
    units.get(depot ?? problem.vehicles[0]?.start ?? -1)?.push(unit)
  }
  return [...units].flatMap(([depot, depotUnits]) => {
    const spare = depots.get(depot)!.filter((vehicle) => routes[vehicle]!.length === 0)
    return assignVehicles(problem, halves(depotUnits, jobsMax, 0.5), spare)
  })
}

/** Returns seams: parts across the borders of the first parts, made of whole routes that are near each other. */
export function createBorderParts(problem: WideProblem, answer: RoutingSolution, jobsMax = partJobsMax): ProblemPart[] {
  const units = unitsOf(problem, answer.routes)
  for (const job of answer.unassigned) units.push(unitOf(problem, [job], []))
  const used = new Set(answer.routes.map(({ vehicle }) => vehicle))
  const spare = [...problem.vehicles.keys()].filter((vehicle) => !used.has(vehicle))
  return assignVehicles(problem, halves(units, jobsMax, 0.36), spare)
}

/** Returns a part around an unassigned job: nearby routes that may serve it, across borders, and one unused vehicle. */
function partAround(problem: WideProblem, { routes }: RoutingSolution, job: number, jobsMax: number): ProblemPart {
  const jobPoint = problem.points[problem.jobs[job]!.place]!
  const allowed = new Set(problem.jobs[job]!.vehicles ?? problem.vehicles.keys())
  const far = ({ x, y }: { x: number; y: number }) => Math.hypot(x - jobPoint.x, y - jobPoint.y)
  const used = new Set(routes.map(({ vehicle }) => vehicle))
  const start = (vehicle: number) => problem.points[problem.vehicles[vehicle]!.start] ?? jobPoint
  const free = [...allowed].filter((vehicle) => !used.has(vehicle)).sort((a, b) => far(start(a)) - far(start(b)))
  const near = unitsOf(
    problem,
    routes.filter(({ vehicle }) => allowed.has(vehicle)),
  ).sort((a, b) => far(a) - far(b))
  const result = { jobs: [job], vehicles: free.slice(0, 1) }
  for (const { jobs, vehicles } of near.slice(0, routesAround)) {
    if (result.vehicles.length > 0 && result.jobs.length + jobs.length > jobsMax) break
    result.jobs.push(...jobs)
    result.vehicles.push(...vehicles)
  }
  return result
}

/**
 * Returns the jobs that each vehicle claims: locked jobs first, then its route. A job of several vehicles belongs to
 * the first vehicle.
 */
function claims(vehicles: readonly RoutingVehicle[]) {
  const owned = new Set<number>([reloadEntry])
  const claim = (jobs: readonly number[]) =>
    jobs.filter((job) => {
      if (owned.has(job)) return false
      owned.add(job)
      return true
    })
  const locked = vehicles.map(({ first = [], ordered = [], kept = [] }) => claim([...first, ...ordered, ...kept]))
  return { routes: vehicles.map(({ route = [] }, v) => [...locked[v]!, ...claim(route)]), owned }
}

function unitsOf(problem: WideProblem, routes: readonly VehicleRoute[]): Unit[] {
  return routes.map(({ vehicle, sequence }) => {
    const jobs = sequence.filter((job) => job !== reloadEntry)
    return unitOf(problem, jobs, [vehicle])
  })
}

function unitOf({ points, jobs }: WideProblem, members: readonly number[], vehicles: readonly number[]): Unit {
  let x = 0
  let y = 0
  for (const job of members) {
    x += points[jobs[job]!.place]!.x / members.length
    y += points[jobs[job]!.place]!.y / members.length
  }
  return { x, y, jobs: members, vehicles }
}

/** Returns the depot for a job: the nearest start of the vehicles that may serve it. */
function depotFor({ points, vehicles }: WideProblem, job: RoutingJob): number | undefined {
  const starts = new Set((job.vehicles ?? [...vehicles.keys()]).map((vehicle) => vehicles[vehicle]!.start))
  const jobPoint = points[job.place]!
  let nearest: number | undefined
  let least = Infinity
  for (const start of starts) {
    const point = points[start]
    const distance = point ? Math.hypot(point.x - jobPoint.x, point.y - jobPoint.y) : 0
    if (distance >= least) continue
    least = distance
    nearest = start
  }
  return nearest
}

const jobsIn = (units: readonly Unit[]) => units.reduce((sum, { jobs }) => sum + jobs.length, 0)

/**
 * Halves units across the longer side until the parts are small enough. `fraction` is the position of the first cut.
 */
function halves(units: readonly Unit[], jobsMax: number, fraction: number): (readonly Unit[])[] {
  if (jobsIn(units) <= jobsMax || units.length < 2) return [units]
  const side = (coordinate: (unit: Unit) => number) => {
    const values = units.map(coordinate)
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
  }
  const along = side(({ x }) => x) >= side(({ y }) => y) ? ({ x }: Unit) => x : ({ y }: Unit) => y
  const sorted = units.toSorted((a, b) => along(a) - along(b))
  const targetJobs = jobsIn(units) * fraction
  let cut = 0
  for (let jobs = 0; cut < sorted.length - 1 && jobs < targetJobs; cut++) jobs += sorted[cut]!.jobs.length
  cut = Math.max(1, cut)
  return [...halves(sorted.slice(0, cut), jobsMax, 0.5), ...halves(sorted.slice(cut), jobsMax, 0.5)]
}

/**
 * Divides the vehicles without a route among the parts in proportion to their jobs, each kind of vehicle separately.
 */
function assignVehicles(
  problem: WideProblem,
  groups: readonly (readonly Unit[])[],
  spare: readonly number[],
): ProblemPart[] {
  const problemParts = groups.map((units) => ({
    jobs: units.flatMap(({ jobs }) => jobs),
    vehicles: units.flatMap(({ vehicles }) => vehicles),
  }))
  const total = Math.max(
    1,
    problemParts.reduce((sum, { jobs }) => sum + jobs.length, 0),
  )
  const vehiclesByKind = Map.groupBy(spare, (vehicle) => JSON.stringify(problem.vehicles[vehicle]))
  const deficits = problemParts.map(() => 0)
  for (const vehicles of vehiclesByKind.values())
    for (const vehicle of vehicles) {
      for (const [p, { jobs }] of problemParts.entries()) deficits[p]! += jobs.length / total
      const most = deficits.indexOf(Math.max(...deficits))
      deficits[most]!--
      problemParts[most]!.vehicles.push(vehicle)
    }
  return problemParts.filter(({ jobs }) => jobs.length > 0)
}

/** Returns the problem of a part, with its routes so far. */
export function buildPartProblem(
  wide: WideProblem,
  problemPart: ProblemPart,
  routes: ReadonlyMap<number, readonly number[]>,
): RoutingProblem {
  const locations = new Map<number, number>()
  const mapLocation = (location: number) => {
    if (location < 0) return location
    if (!locations.has(location)) locations.set(location, locations.size)
    return locations.get(location)!
  }
  const jobAt = new Map(problemPart.jobs.map((job, index) => [job, index]))
  const vehicleAt = new Map(problemPart.vehicles.map((vehicle, index) => [vehicle, index]))
  const renumber = (sequence: readonly number[] | undefined) =>
    (sequence ?? []).flatMap((job) => (job === reloadEntry ? [reloadEntry] : (jobAt.get(job) ?? [])))
  const lists = new Map<readonly number[], number[]>()
  const allowed = (list: readonly number[]) => {
    if (!lists.has(list))
      lists.set(
        list,
        list.flatMap((vehicle) => vehicleAt.get(vehicle) ?? []),
      )
    return lists.get(list)!
  }
  const vehicles = problemPart.vehicles.map((index) => {
    const vehicle = wide.vehicles[index]!
    return {
      ...vehicle,
      start: mapLocation(vehicle.start),
      end: mapLocation(vehicle.end),
      route: renumber(routes.get(index) ?? vehicle.route),
      first: renumber(vehicle.first),
      ordered: renumber(vehicle.ordered),
      kept: renumber(vehicle.kept),
    }
  })
  const jobs = problemPart.jobs.map((index) => {
    const { had, ...job } = wide.jobs[index]!
    // `had` is −1 for a vehicle of another part.
    return {
      ...job,
      place: mapLocation(job.place),
      ...(job.vehicles ? { vehicles: allowed(job.vehicles) } : {}),
      ...(had === undefined ? {} : { had: vehicleAt.get(had) ?? -1 }),
    }
  })
  return {
    places: locations.size,
    travel: wide.travelBetween([...locations.keys()]),
    jobs,
    vehicles,
    objective: wide.objective,
  }
}

/** Returns the routes of a part with the job and vehicle numbers of the whole problem. */
export function convertPartRoutes(problemPart: ProblemPart, answer: RoutingSolution): VehicleRoute[] {
  return answer.routes.map((route) => ({
    ...route,
    vehicle: problemPart.vehicles[route.vehicle]!,
    sequence: route.sequence.map((job) => (job === reloadEntry ? reloadEntry : problemPart.jobs[job]!)),
    visits: route.visits.map((visit) =>
      visit.kind === 'job' ? { ...visit, job: problemPart.jobs[visit.job]! } : visit,
    ),
  }))
}

/**
 * Solves a large problem within the limit: its parts, then their borders, then unassigned jobs. A caller with several
 * threads runs the same steps per part.
 */
export function solveWideProblem(
  wide: WideProblem,
  { jobsMax = partJobsMax, ...limit }: SearchLimit & { jobsMax?: number },
): RoutingSolution {
  const routes = new Map<number, VehicleRoute>()
  let iterations = 0
  const byJobs =
    (fraction: number) =>
    ({ jobs }: ProblemPart) =>
      (fraction * jobs.length) / wide.jobs.length
  const round = (problemParts: readonly ProblemPart[], getFraction: (part: ProblemPart) => number, warm: boolean) => {
    for (const problemPart of problemParts) {
      const sequences = new Map([...routes].map(([vehicle, { sequence }]) => [vehicle, sequence]))
      const problem = buildPartProblem(wide, problemPart, sequences)
      const answer = solveProblem(problem, { ...limit, ...limitOf(limit, getFraction(problemPart)), warm })
      iterations += answer.iterations
      for (const vehicle of problemPart.vehicles) routes.delete(vehicle)
      for (const route of convertPartRoutes(problemPart, answer)) routes.set(route.vehicle, route)
    }
  }
  const gatherSolution = () => gather(wide, [...routes.values()], iterations)
  const first = splitProblem(wide, jobsMax)
  round(first, byJobs(first.length > 1 ? 0.65 : 1), limit.warm === true)
  if (first.length === 1) return gatherSolution()
  round(createBorderParts(wide, gatherSolution(), jobsMax), byJobs(0.3), true)
  const leftOut = gatherSolution().unassigned.filter((job) => wide.jobs[job]!.vehicles?.length !== 0)
  for (const job of leftOut.slice(0, leftOutMax))
    round(
      [partAround(wide, gatherSolution(), job, jobsMax)],
      (problemPart) => Math.min(byJobs(0.3)(problemPart), 0.05 / leftOut.length),
      true,
    )
  return gatherSolution()
}

function limitOf({ seconds, iterations }: SearchLimit, fraction: number) {
  if (iterations !== undefined) return { iterations: Math.ceil(iterations * fraction) }
  return { seconds: (seconds ?? 60) * fraction }
}

function gather({ jobs }: WideProblem, routes: readonly VehicleRoute[], iterations: number): RoutingSolution {
  const served = new Set(routes.flatMap(({ sequence }) => sequence))
  const unassigned = [...jobs.keys()].filter((job) => !served.has(job))
  let cost = 0
  for (const route of routes) cost += route.cost
  for (const job of unassigned) cost += jobs[job]!.penalty
  return { routes: routes.toSorted((a, b) => a.vehicle - b.vehicle), unassigned, cost, iterations }
}
