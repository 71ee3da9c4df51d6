// Solves a problem in one call, or begins a search that runs in slices: ruin and recreate under simulated annealing.
import { evaluateRoute } from './evaluate.ts'
import { closeUnused, createFleet, type FleetReduction, reduceVehicles, removeRoute } from './fleet.ts'
import {
  endOf,
  FIGURE_COUNT,
  NEXT_NODE,
  ROUTE_COST,
  ROUTE_METRES,
  ROUTE_SECONDS,
  type RoutePlan,
  STOP_COUNT,
  startOf,
} from './layout.ts'
import { createLeniency, type LeniencyState, updateLeniency } from './lenient.ts'
import {
  type RouteSearch,
  type RoutingProblem,
  type RoutingSolution,
  reloadEntry,
  type SearchLimit,
  type SearchProgress,
} from './model.ts'
import { findNeighbours } from './neighbours.ts'
import { drawOperator, listOperators, manyJobs, type SearchOperator } from './operators.ts'
import { calculateCostChange, createPlan, dropPlan, keepPlan, restoreBest, saveBest, sumPenalties } from './plan.ts'
import { createPolish, type PolishState, polishRoute } from './polish.ts'
import { createRandom, type RandomSource } from './random.ts'
import { createRecreation, type RecreationState } from './recreate.ts'
import type { RuinState } from './ruin.ts'
import { annealOrder, createSequence, isFreeOrder, type SequenceState } from './sequence.ts'
import { buildFirstPlan } from './start.ts'
import { buildTables, type SolverTables } from './tables.ts'

export function solveProblem(problem: RoutingProblem, limit: SearchLimit): RoutingSolution {
  const search = beginSearch(problem, limit)
  while (search.run(20));
  return search.best()
}

type Stage = 'cost' | 'fleet'

/** State in the course of a search. */
interface Course {
  plan: RoutePlan
  recreation: RecreationState
  ruin: RuinState
  random: RandomSource
  operators: readonly SearchOperator[]
  costCurrent: number
  costBest: number
  iterations: number
  /** Fraction of the limit that is used. */
  fraction: number
  /** Cost of an average leg: the unit of temperatures. */
  leg: number
  hot: number
  /** Stages in their order, each with the share of the limit at which it ends. */
  stages: readonly { is: Stage; endFraction: number }[]
  stage: number
  /** Share of the limit at which the stage began, and the cost of the best plan then. */
  stageFrom: number
  costFirst: number
  fleet: FleetReduction
  polish: PolishState
  sequence: SequenceState
  /** State of the leniency, if the search also accepts plans without some jobs. */
  leniency: LeniencyState | undefined
}

const coldest = 0.02
/** Milliseconds per job that are plenty of time. */
const plenty = 50
/** Chance to open a route with many jobs, although the first job alone does not pay for it. */
const openingOfMany = 0.3
/** Share of the last stage in which a lenient search may keep plans that lack jobs. */
const lenientUntil = 0.87
/**
 * Share of the last stage after which incomplete plans are dropped if they led to no better complete plan. With nearly
 * full vehicles, the search otherwise lacked a job to the end.
 */
const lenientInVainUntil = 0.5
/** Largest number of routes for which a single route is sometimes improved alone. */
const fewRoutes = 2
const polishTimes = 4
const polishJobsMax = 300
/** Moves per call that anneals the order of a single route. */
const orderMoves = 4_800
const movesPerIteration = 200
/** Cycles of annealing a single order. Each cycle can leave the local optimum of the previous one. */
const orderCycles = 8
const orderHot = 1.5
const orderCold = 0.02
/** Iterations per millisecond, to convert a limit in iterations to time. */
const iterationsPerMillisecond = 15

/** Least number of iterations, some hundredths of a second: a busy machine may give a search no time at all. */
const iterationsMin = 1_000

export function beginSearch(problem: RoutingProblem, limit: SearchLimit): RouteSearch {
  const clock = limit.clock ?? (() => performance.now())
  let startMs = clock()
  const tables = buildTables(problem)
  const byTime = limit.iterations === undefined
  const course = createCourse(tables, limit, problem.objective.fewestVehicles === true)
  // Few jobs reach the best plan long before the time is over.
  const isIdle = tables.jobs === 0 || tables.vehicles === 0
  const enough = isIdle ? 0 : Math.min(limit.iterations ?? Infinity, 500 * (tables.jobs + 1) * (tables.jobs + 4))
  let span = byTime ? millisecondsOf(limit) : Infinity
  let base = 0
  let isHurried = false
  const measure = () => {
    const inTime = base + ((1 - base) * (clock() - startMs)) / span
    if (enough === 0) course.fraction = 1
    else if (isHurried) course.fraction = inTime
    else course.fraction = Math.max(course.iterations / enough, Math.min(inTime, course.iterations / iterationsMin))
  }
  return {
    run(slice) {
      const deadline = clock() + slice
      for (measure(); course.fraction < 1; measure()) {
        advance(course, isHurried ? Infinity : enough)
        if (clock() >= deadline) break
      }
      return course.fraction < 1
    },
    coolWithin(milliseconds) {
      measure()
      base = Math.min(1, Math.max(course.fraction, 0.7))
      startMs = clock()
      span = Math.max(1, milliseconds)
      isHurried = true
      enter(course, course.stages.length - 1)
      // The temperature continues as if the last stage had begun at the start, instead of rising again.
      course.stageFrom = 0
    },
    progress: () => progressOf(course),
    best: () => answerOf(problem, course),
  }
}

function millisecondsOf({ iterations, seconds }: SearchLimit): number {
  return iterations === undefined ? (seconds ?? 10) * 1000 : iterations / iterationsPerMillisecond
}

function createCourse(tables: SolverTables, limit: SearchLimit, fewestVehicles: boolean): Course {
  const plan = createPlan(tables)
  const near = findNeighbours(tables)
  const random = createRandom(limit.seed ?? 1)
  const recreation = createRecreation(plan, near, random)
  const jobMs = millisecondsOf(limit) / Math.max(1, tables.jobs)
  // With many jobs, the search opens more routes. This does not help if the fewest vehicles are wanted.
  const isLarge = tables.jobs > manyJobs && !fewestVehicles
  // Only without fixed costs: more vehicles with fixed costs are rarely cheaper.
  if (isLarge && tables.fixed.every((cost) => cost === 0)) recreation.opening = openingOfMany
  buildFirstPlan(recreation)
  const course: Course = {
    plan,
    recreation,
    ruin: { plan, near, random, generous: jobMs >= plenty && !isLarge },
    random,
    operators: listOperators(tables),
    costCurrent: calculateCost(plan),
    costBest: calculateCost(plan),
    iterations: 0,
    fraction: 0,
    leg: averageLeg(plan),
    hot: limit.warm ? 0.1 : hotOf(jobMs, plan, isLarge),
    stages: fewestVehicles
      ? [
          { is: 'cost', endFraction: 0.1 },
          { is: 'fleet', endFraction: 0.45 },
          { is: 'cost', endFraction: 1 },
        ]
      : [{ is: 'cost', endFraction: 1 }],
    stage: 0,
    stageFrom: 0,
    costFirst: calculateCost(plan),
    polish: createPolish(plan, near, random),
    sequence: createSequence(plan, near, random),
    leniency: undefined,
    fleet: createFleet(plan, random, recreation.hopeless.filter((is) => is === 1).length),
  }
  saveBest(plan)
  recreation.mayOpen = true
  return course
}

/**
 * Returns the temperature at the start: higher with more time per job, and never low with little time, or errors of the
 * first plan remain. Large plans with plenty of time start cool, unless nearly everything depends on which jobs share a
 * route.
 */
function hotOf(jobMs: number, plan: RoutePlan, isLarge: boolean): number {
  if (isLarge && jobMs >= plenty) return isRoaming(plan) ? 2 : 0.7
  return Math.min(4, Math.max(2, 0.35 * Math.sqrt(jobMs)))
}

/** Stops per route that count as many. */
const longRoute = 25
/** Share of jobs with a window wider than half a shift that leaves the order of stops open. */
const roamingFraction = 0.4

/** Returns whether vehicles are roaming: routes are long and windows leave the order of their stops open. */
function isRoaming({ tables, usedCount, absent }: RoutePlan): boolean {
  if (tables.jobs - absent.length < longRoute * usedCount) return false
  let shift = 0
  for (let r = 0; r < tables.vehicles; r++) shift = Math.max(shift, spanOf(tables, tables.jobs + tables.vehicles + r))
  let free = 0
  for (let job = 0; job < tables.jobs; job++) if (spanOf(tables, job) > shift / 2) free++
  return free >= roamingFraction * tables.jobs
}
const spanOf = ({ open, close }: SolverTables, node: number) => close[node]! - open[node]!

/** Returns the average cost of driving per leg, without fixed costs and service. */
function averageLeg({ tables, figures, usedCount, absent }: RoutePlan): number {
  let sum = 0
  for (let r = 0; r < tables.vehicles; r++)
    sum +=
      tables.perMetre[r]! * figures[r * FIGURE_COUNT + ROUTE_METRES]! +
      tables.perSecond[r]! * figures[r * FIGURE_COUNT + ROUTE_SECONDS]!
  for (let job = 0; job < tables.jobs; job++) sum -= tables.service[job]! * (tables.perSecond[0] ?? 0)
  const legs = tables.jobs - absent.length + usedCount
  return sum > 0 && legs > 0 ? sum / legs : 1
}

function calculateCost({ tables, figures, absent }: RoutePlan): number {
  let sum = sumPenalties(tables.penalty, absent)
  for (let r = 0; r < tables.vehicles; r++) sum += figures[r * FIGURE_COUNT + ROUTE_COST]!
  return sum
}

/** Advances the search by some iterations of the current stage. */
function advance(course: Course, iterationsMax: number): void {
  const { is, endFraction } = course.stages[course.stage]!
  if (course.fraction >= endFraction) {
    enter(course, course.stage + 1)
    return
  }
  const isOrder = is === 'cost' && isOneOrder(course)
  const most = Math.min(course.iterations + (isOrder ? 8 : 32), iterationsMax)
  if (is === 'fleet') shrinkFleet(course, most)
  else anneal(course, most)
  const { usedCount, tables } = course.plan
  if (isOrder) improveOrder(course, iterationsMax)
  else if (is === 'cost' && usedCount <= fewRoutes && tables.jobs <= polishJobsMax) polishRoutes(course)
}

/** Returns whether one vehicle serves all jobs, in a free order. */
function isOneOrder({ plan, fleet }: Course): boolean {
  if (plan.usedCount !== 1 || plan.tables.jobs > polishJobsMax || plan.absent.length > fleet.hopeless) return false
  return isFreeOrder(plan, plan.used[0]!)
}

function improveOrder(course: Course, iterationsMax: number): void {
  const { plan } = course
  if (plan.usedCount !== 1) return
  const cycle = (course.fraction * orderCycles) % 1
  const temperature = course.leg * orderHot * (orderCold / orderHot) ** cycle
  annealOrder(course.sequence, plan.used[0]!, orderMoves, temperature)
  course.iterations = Math.min(iterationsMax, course.iterations + orderMoves / movesPerIteration)
  takeOver(course)
}

function polishRoutes(course: Course): void {
  const { plan } = course
  for (let u = 0; u < plan.usedCount; u++)
    polishRoute(course.polish, plan.used[u]!, polishTimes, temperatureOf(course) / 4)
  takeOver(course)
}

/** Takes over the result of a local improvement as the current plan. */
function takeOver(course: Course): void {
  const { plan } = course
  const delta = difference(plan, plan.tables.penalty)
  keepPlan(plan)
  course.costCurrent += delta
  rememberBest(course)
}

function rememberBest(course: Course): void {
  if (course.costCurrent >= course.costBest - 1e-6) return
  course.costBest = course.costCurrent
  saveBest(course.plan)
}

/** Returns the finished share of the stage. */
function stageDone({ stages, stage, stageFrom, fraction }: Course): number {
  return Math.min(1, (fraction - stageFrom) / Math.max(1e-9, stages[stage]!.endFraction - stageFrom))
}

function temperatureOf(course: Course): number {
  const { leg, hot } = course
  return leg * hot * (coldest / hot) ** stageDone(course)
}

function enter(course: Course, stage: number): void {
  const { plan, fleet } = course
  backToBest(course)
  course.costBest = course.costCurrent
  course.costFirst = course.costCurrent
  course.stage = stage
  course.stageFrom = course.fraction
  const isAfterFleet = course.stages.length > 1 && stage === course.stages.length - 1
  if (isAfterFleet) closeUnused(plan)
  if (isAfterFleet && plan.absent.length === fleet.hopeless && plan.tables.jobs <= manyJobs) {
    course.leniency = createLeniency(plan.tables, course.leg)
    course.recreation.penalty = course.leniency.penalty
  }
  course.recreation.mayOpen = !isAfterFleet && course.stages[stage]!.is === 'cost'
  if (course.stages[stage]!.is === 'fleet' && !tryRemoveRoute(course)) enter(course, stage + 1)
}

function tryRemoveRoute({ fleet, plan, random }: Course): boolean {
  if (plan.absent.length > fleet.hopeless || plan.usedCount <= fleet.least) return false
  return removeRoute(fleet, plan, random)
}

function shrinkFleet(course: Course, iterationsMax: number): void {
  const { plan } = course
  while (course.iterations < iterationsMax) {
    course.iterations++
    if (!reduceVehicles(course.fleet, course.recreation, course.ruin, course.leg)) continue
    saveBest(plan)
    course.costBest = calculateCost(plan)
    if (tryRemoveRoute(course)) continue
    enter(course, course.stage + 1)
    return
  }
}

function anneal(course: Course, iterationsMax: number): void {
  const { random, operators } = course
  const temperature = temperatureOf(course)
  if (course.leniency) adjustPenalties(course, course.leniency)
  while (course.iterations < iterationsMax) {
    course.iterations++
    settle(course, drawOperator(operators, random).apply(course, temperature))
  }
}

/** Decides on a change: keeps the plan if it costs less than `most` more than the current one; otherwise drops it. */
function settle(course: Course, most: number): void {
  const { plan, recreation } = course
  if (most === -Infinity || !(difference(plan, recreation.penalty) < most)) {
    dropPlan(plan)
    return
  }
  course.costCurrent += difference(plan, plan.tables.penalty)
  keepPlan(plan)
  rememberBest(course)
}

/**
 * Adjusts the price of missing jobs. Towards the end of the stage, returns to the full price, and to the best plan if
 * the current one is incomplete.
 */
function adjustPenalties(course: Course, leniency: LeniencyState): void {
  const { plan, recreation, fleet } = course
  const isLacking = plan.absentCurrent.length > fleet.hopeless
  // Penalties are large numbers: adding and subtracting them loses the last digits of a sum.
  course.costCurrent = calculateCost(plan)
  const done = stageDone(course)
  const isInVain = course.costBest >= course.costFirst
  if (done < (isInVain ? lenientInVainUntil : lenientUntil)) {
    updateLeniency(leniency, plan, isLacking, done)
    return
  }
  recreation.penalty = plan.tables.penalty
  course.leniency = undefined
  if (isLacking) backToBest(course)
}

function backToBest(course: Course): void {
  restoreBest(course.plan)
  course.costCurrent = calculateCost(course.plan)
}

/** Returns the difference of cost between the working plan and the current one, at these prices of missing jobs. */
function difference(plan: RoutePlan, penalty: Float64Array): number {
  return calculateCostChange(plan) + sumPenalties(penalty, plan.absent) - sumPenalties(penalty, plan.absentCurrent)
}

function progressOf({ plan, fraction, costBest, iterations }: Course): SearchProgress {
  let routes = 0
  for (let r = 0; r < plan.tables.vehicles; r++) if (plan.figuresBest[r * FIGURE_COUNT + STOP_COUNT]! > 0) routes++
  return { fraction: Math.min(1, fraction), cost: costBest, routes, unassigned: plan.absentBest.length, iterations }
}

function answerOf(problem: RoutingProblem, { plan, iterations }: Course): RoutingSolution {
  const { tables, best, size } = plan
  const routes = []
  for (let r = 0; r < tables.vehicles; r++) {
    const sequence: number[] = []
    const end = endOf(tables, r)
    for (let node = best[startOf(tables, r) * size + NEXT_NODE]!; node !== end; node = best[node * size + NEXT_NODE]!)
      sequence.push(node < tables.jobs ? tables.original[node]! : reloadEntry)
    if (sequence.length === 0) continue
    const { broken: _broken, ...route } = evaluateRoute(problem, r, sequence)
    routes.push(route)
  }
  const unassigned = plan.absentBest.map((job) => tables.original[job]!).sort((a, b) => a - b)
  let cost = 0
  for (const route of routes) cost += route.cost
  for (const job of unassigned) cost += problem.jobs[job]!.penalty
  return { routes, unassigned, cost, iterations }
}
