// Measures the route optimiser on days generated from a seed: two depots, a quarter collections, weight and volume,
// three kinds of vehicles, skills, fixed costs. Checks every answer independently.
import { checkSolution } from '../solver/check.ts'
import type { RoutingJob, RoutingProblem, RoutingVehicle } from '../solver/model.ts'
import { solveWideProblem, type WideProblem } from '../solver/partition.ts'
import { solveProblem } from '../solver/solve.ts'
import { type Chance, chanceOf, hour, plainer, plainest, richCase, roads, withLocks } from '../test/solver/cases.ts'
import { cpuMilliseconds } from './solver.ts'

type Point = [number, number]

/** Two depots, and orders around towns of different sizes or in the country, in kilometres. */
function pointsOf({ next, whole, normal, one }: Chance, orders: number): Point[] {
  const towns = Array.from({ length: 12 }, () => [next() * 80, next() * 80, 1 + next() * 3] as const)
  const points: Point[] = [
    [28, 40],
    [56, 36],
  ]
  for (let i = 0; i < orders; i++) {
    const town = towns[whole(0, towns.length - 1)]!
    points.push(one(0.8) ? [town[0] + normal() * town[2], town[1] + normal() * town[2]] : [next() * 80, next() * 80])
  }
  return points
}

const skilledCapacity = 3000

function vehiclesOf(orders: number): RoutingVehicle[] {
  const vehicles: RoutingVehicle[] = []
  for (const depot of [0, 1])
    for (let k = 0; k < Math.ceil(orders / 45); k++) {
      const common = { start: depot, end: depot, perMetre: 1, perSecond: 0, profile: 0 }
      vehicles.push({ ...common, from: 7 * hour, to: 17 * hour, capacity: [1000, 80], fixed: 1800 })
      vehicles.push({ ...common, from: 6 * hour, to: 15 * hour, capacity: [skilledCapacity, 200], fixed: 3000 })
      if (k % 3 === 0)
        vehicles.push({ ...common, end: -1, from: 8 * hour, to: 18 * hour, capacity: [600, 40], fixed: 1200 })
    }
  return vehicles
}

type Lists = (depot: number, isCollection: boolean, needsSkill: boolean) => readonly number[]

function jobOf({ next, whole, one }: Chance, place: number, vehiclesFor: Lists): RoutingJob {
  const isCollection = one(0.25)
  const weight = Math.round(5 + next() ** 3 * 300)
  const amounts = [weight, Math.max(1, Math.round(weight / 14 + next() * 4))]
  const roll = next()
  const open = whole(7, 14) * hour
  const isMorning = roll >= 0.4 && roll < 0.7 && one(0.5)
  const half = isMorning ? [7 * hour, 12 * hour] : [12 * hour, 17 * hour]
  const window = roll < 0.4 ? [0, 24 * hour] : roll < 0.7 ? half : [open, open + 2 * hour]
  const depot = one(0.5) ? 0 : 1
  const service = whole(3, 15) * 60
  return {
    place,
    open: window[0]!,
    close: window[1]!,
    service,
    deliver: isCollection ? [] : amounts,
    collect: isCollection ? amounts : [],
    vehicles: vehiclesFor(depot, isCollection, one(0.08)),
    penalty: 1e6,
  }
}

/**
 * Generates a day as one problem, and as a problem to solve in parts. A cost is a second of travel; each vehicle adds
 * its fixed cost.
 */
export function day(orders: number, seed: number): { problem: () => RoutingProblem; wide: WideProblem } {
  const chance = chanceOf(seed)
  const points = pointsOf(chance, orders)
  const vehicles = vehiclesOf(orders)
  const lists = new Map<string, readonly number[]>()
  const vehiclesFor: Lists = (depot, isCollection, needsSkill) => {
    const key = `${depot} ${isCollection} ${needsSkill}`
    const may = ({ start, end, capacity }: RoutingVehicle) =>
      (isCollection ? end : start) === depot && (!needsSkill || capacity[0] === skilledCapacity)
    const list = lists.get(key) ?? [...vehicles.keys()].filter((v) => may(vehicles[v]!))
    lists.set(key, list)
    return list
  }
  const jobs = Array.from({ length: orders }, (_, i) => jobOf(chance, i + 2, vehiclesFor))
  const travelBetween = (places: readonly number[]) => {
    const { seconds } = roads(
      places.map((place) => points[place]!),
      1,
      [...places],
    )
    return [{ seconds, metres: seconds }]
  }
  const objective = {}
  return {
    problem: () => ({ places: points.length, travel: travelBetween([...points.keys()]), jobs, vehicles, objective }),
    wide: { points: points.map(([x, y]) => ({ x, y })), travelBetween, jobs, vehicles, objective },
  }
}

/** From so many orders on a day is solved in parts. */
const wideFrom = 3_000

export function measureDays(
  sizes: readonly number[],
  seconds: number | undefined,
  print: (line: string) => void,
): void {
  for (const orders of sizes) {
    const { problem, wide } = day(orders, 1)
    const limit = seconds ?? (orders > wideFrom ? 150 : orders > 1_000 ? 18 : orders > 200 ? 10 : 2)
    const began = cpuMilliseconds()
    const isWide = orders > wideFrom
    const whole = isWide ? undefined : problem()
    const options = { seconds: limit, seed: 1, clock: cpuMilliseconds }
    const answer = whole ? solveProblem(whole, options) : solveWideProblem(wide, options)
    const cpuSeconds = Math.round((cpuMilliseconds() - began) / 100) / 10
    const mebibytes = Math.round(process.memoryUsage().rss / 2 ** 20)
    const faults = whole
      ? checkSolution(whole, answer).length
      : checkWide(
          wide,
          answer.routes.map(({ vehicle }) => vehicle),
          answer,
        )
    const { cost, iterations } = answer
    const unassigned = answer.unassigned.length
    print(
      JSON.stringify({
        name: `day ${orders}`,
        routes: answer.routes.length,
        unassigned,
        cost,
        faults,
        cpuSeconds,
        mebibytes,
        iterations,
      }),
    )
  }
}

/** Route by route: a matrix of the whole would be too large. */
function checkWide(wide: WideProblem, used: readonly number[], answer: ReturnType<typeof solveWideProblem>): number {
  let faults = 0
  const seen = new Set<number>()
  for (const route of answer.routes) {
    const stops = route.sequence.filter((job) => job >= 0)
    for (const job of stops) {
      if (seen.has(job)) faults++
      seen.add(job)
    }
    const number = new Map(stops.map((job, at) => [job, at]))
    const { start, end } = wide.vehicles[route.vehicle]!
    const places = [...new Set([start, end, ...stops.map((job) => wide.jobs[job]!.place)])].filter(
      (place) => place >= 0,
    )
    const at = (place: number) => (place < 0 ? place : places.indexOf(place))
    const vehicle = { ...wide.vehicles[route.vehicle]!, start: at(start), end: at(end) }
    const jobs = stops.map((job) => ({
      ...wide.jobs[job]!,
      place: at(wide.jobs[job]!.place),
      vehicles: (wide.jobs[job]!.vehicles ?? used).filter((v) => v === route.vehicle).map(() => 0),
    }))
    const local = {
      ...route,
      vehicle: 0,
      sequence: route.sequence.map((job) => number.get(job) ?? job),
      visits: route.visits.map((visit) => (visit.kind === 'job' ? { ...visit, job: number.get(visit.job)! } : visit)),
    }
    const problem = {
      places: places.length,
      travel: wide.travelBetween(places),
      jobs,
      vehicles: [vehicle],
      objective: {},
    }
    faults += checkSolution(problem, { routes: [local], unassigned: [], cost: route.cost, iterations: 0 }).length
  }
  return faults + (seen.size + answer.unassigned.length === wide.jobs.length ? 0 : 1)
}

/** Small days with everything in them, and the same again with locks: how many break a rule. */
export function measureRules(
  { first, cases, iterations }: { first: number; cases: number; iterations: number },
  print: (line: string) => void,
): void {
  let broken = 0
  for (let seed = first; seed < first + cases; seed++) {
    const isPlainest = seed % 6 === 1
    const rich = richCase(seed, { jobs: 8 + (seed % 33), vehicles: isPlainest ? 1 + (seed % 4) : 2 + (seed % 4) })
    const problem = isPlainest ? plainest(rich) : seed % 3 === 0 ? plainer(rich) : rich
    const answer = solveProblem(problem, { iterations, seed })
    const locked = withLocks(problem, answer.routes, seed)
    const again = solveProblem(locked, { iterations, seed: seed + 1, warm: true })
    const faults = [...checkSolution(problem, answer), ...checkSolution(locked, again)]
    if (faults.length === 0) continue
    broken++
    print(JSON.stringify({ seed, faults }))
  }
  print(JSON.stringify({ name: 'rules', cases, broken }))
}

/** One vehicle and so many stops around its depot; a share of them with windows of three hours. */
function singleRoute(seed: number, stops: number, windows: number, perSecond: number): RoutingProblem {
  const { next, whole, one } = chanceOf(seed)
  const points: Point[] = [[25, 25]]
  for (let i = 0; i < stops; i++) points.push([next() * 50, next() * 50])
  const jobs = Array.from({ length: stops }, (_, i) => {
    const open = whole(7, 16) * hour
    const window = one(windows) ? { open, close: open + 3 * hour } : { open: 0, close: 24 * hour }
    return { place: i + 1, ...window, service: 120, deliver: [1], collect: [], penalty: 1e8 }
  })
  const vehicle = { start: 0, end: 0, from: 6 * hour, to: 22 * hour, capacity: [1000], fixed: 0, profile: 0 }
  return {
    places: points.length,
    travel: [roads(points, 0.5)],
    jobs,
    vehicles: [{ ...vehicle, perMetre: 0.05, perSecond }],
    objective: {},
  }
}

const daysOfAKind = 4

/** Returns how many percent three short runs cost more than the best of all runs, and the number of their errors. */
function compareRuns(problem: RoutingProblem): { gaps: number[]; faults: number } {
  const run = (seconds: number, seed: number) => solveProblem(problem, { seconds, seed, clock: cpuMilliseconds })
  const short = [1, 2, 3].map((seed) => run(0.3, seed))
  const best = Math.min(...short.map(({ cost }) => cost), ...[4, 5].map((seed) => run(2, seed).cost))
  return {
    gaps: short.map(({ cost }) => Math.round((cost / best - 1) * 1e4) / 100),
    faults: short.reduce((sum, plan) => sum + checkSolution(problem, plan).length, 0),
  }
}

/**
 * Measures how far a single route is from the best of two long runs after 300 ms, the time of the command "Sequence".
 * The settings were tuned on the days from 1 on: other days prove more.
 */
export function measureSingle(first: number, print: (line: string) => void): void {
  for (const stops of [30, 60])
    for (const [windows, perSecond] of [
      [0, 0],
      [0.3, 0],
      [0.3, 0.5],
    ] as const) {
      const gaps: number[] = []
      let faults = 0
      for (let seed = first; seed < first + daysOfAKind; seed++) {
        const measured = compareRuns(singleRoute(seed, stops, windows, perSecond))
        gaps.push(...measured.gaps)
        faults += measured.faults
      }
      const mean = Math.round((gaps.reduce((a, b) => a + b, 0) / gaps.length) * 100) / 100
      print(JSON.stringify({ name: `route of ${stops}`, windows, perSecond, mean, worst: Math.max(...gaps), faults }))
    }
}
