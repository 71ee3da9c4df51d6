// Searches large days in parts: first by depot and place, one after another, then across the borders of parts. Never
// keeps the driving times between all places in memory.
import type { GeoPosition } from '../../../contract/travel.ts'
import type { RouteEvaluation } from '../../../solver/evaluate.ts'
import { type RoutingProblem, reloadEntry, type SearchLimit, type VehicleRoute } from '../../../solver/model.ts'
import {
  buildPartProblem,
  convertPartRoutes,
  createBorderParts,
  type ProblemPart,
  partJobsMax,
  splitProblem,
  type WideProblem,
} from '../../../solver/partition.ts'
import type { UnassignedReason } from '../../../solver/reasons.ts'
import { beginSearch } from '../../../solver/solve.ts'
import type { TravelMatrix } from '../../platform/operation/services.ts'
import { createExplainer, lastTrialBudget, type TrialBudget, trialBudget } from './explain.ts'
import { createEvaluator, type LocationTable, scaleTravel, type TranslatedProblem } from './problem.ts'
import type { SearchResult } from './proposal.ts'

/** Largest number of orders in one search. For more orders, the matrix of driving times would need too much memory. */
export const singleSearchOrdersMax = 1_000

export interface WideSearch {
  translated: TranslatedProblem
  places: LocationTable
  limit: Pick<SearchLimit, 'seconds' | 'iterations' | 'seed' | 'warm'>
  /** Largest number of orders in a part. */
  jobsMax?: number
  waysBetween(places: readonly GeoPosition[]): Promise<TravelMatrix>
  tell(found: SearchResult & { cost: number }, fraction: number): void
  /** Reports progress without a new result. */
  goesOn(fraction: number): void
}

/** A finished part, with its own numbers of jobs and vehicles. */
interface Solved {
  part: ProblemPart
  problem: RoutingProblem
  /** Numbers in the part, by numbers in the whole problem. */
  jobAt: ReadonlyMap<number, number>
  vehicleAt: ReadonlyMap<number, number>
  routes: readonly VehicleRoute[]
  explain: ReturnType<typeof createExplainer>
}

/** The results of the parts until now. */
interface State {
  /** Routes by vehicle. */
  routes: Map<number, VehicleRoute>
  /** The last part that contained each job and each vehicle. */
  ofJob: Map<number, Solved>
  ofVehicle: Map<number, Solved>
  /** Routes before the search, by vehicle. */
  before: Map<number, RouteEvaluation>
}

const sliceMs = 100
const progressMs = 3_000
/** Share of the time for the first parts; the rest is for the borders between them. */
const firstFraction = 0.65

export async function searchWide(search: WideSearch): Promise<void> {
  const { translated, limit, jobsMax = partJobsMax, tell } = search
  const wide = wideOf(search)
  const state: State = { routes: new Map(), ofJob: new Map(), ofVehicle: new Map(), before: new Map() }
  const clock = { used: 0, endsAt: performance.now() + (limit.seconds ?? 0) * 1_000 }
  const round = async (sections: readonly ProblemPart[], fraction: number, warm: boolean) => {
    const jobs = sections.reduce((sum, section) => sum + section.jobs.length, 0)
    for (const section of sections) {
      await solvePart(search, wide, state, {
        part: section,
        warm,
        clock,
        fraction: (fraction * section.jobs.length) / jobs,
      })
      if (clock.used < 1 - tiny) tell(foundOf(translated, state, trialBudget), clock.used)
    }
  }
  const first = splitProblem(wide, jobsMax)
  await round(first, first.length > 1 ? firstFraction : 1, limit.warm === true)
  if (first.length > 1)
    await round(createBorderParts(wide, answerOf(translated, state), jobsMax), 1 - firstFraction, true)
  tell(foundOf(translated, state, lastTrialBudget), 1)
}

/** Tolerance for rounding errors of shares. */
const tiny = 1e-6

/** Returns the problem with places on a plane, where degrees east and north have the same length. */
function wideOf({ translated: { jobs, vehicles, objective }, places }: WideSearch): WideProblem {
  const points = places.list.map(({ lat, lng }) => ({ x: lng * Math.cos((lat * Math.PI) / 180), y: lat }))
  return { points, jobs, vehicles, objective, travelBetween: () => [] }
}

interface SolveOptions {
  part: ProblemPart
  warm: boolean
  /** Share of the whole search time. */
  fraction: number
  clock: { used: number; endsAt: number }
}

async function solvePart(search: WideSearch, wide: WideProblem, state: State, options: SolveOptions): Promise<void> {
  const { part, warm, fraction, clock } = options
  const { seed = 1, iterations } = search.limit
  const problem = await problemOfPart(search, wide, part, state.routes)
  // Time spent on messages and driving times shortens all remaining parts in proportion.
  const seconds = Math.max(0, ((clock.endsAt - performance.now()) / 1_000) * (fraction / (1 - clock.used)))
  const running = beginSearch(problem, {
    ...(iterations === undefined ? { seconds } : { iterations: Math.ceil(iterations * fraction) }),
    seed,
    warm,
  })
  let reportedMs = performance.now()
  while (running.run(sliceMs)) {
    if (performance.now() - reportedMs < progressMs) continue
    search.goesOn(clock.used + fraction * running.progress().fraction)
    reportedMs = performance.now()
  }
  clock.used += fraction
  keep(search.translated, state, { part, problem, routes: running.best().routes })
}

async function problemOfPart(
  { places, translated, waysBetween }: WideSearch,
  wide: WideProblem,
  section: ProblemPart,
  routes: State['routes'],
): Promise<RoutingProblem> {
  const sequences = new Map([...routes].map(([vehicle, { sequence }]) => [vehicle, sequence]))
  let requestedLocations: readonly number[] = []
  const travelBetween = (list: readonly number[]) => {
    requestedLocations = list
    return []
  }
  const problem = buildPartProblem({ ...wide, travelBetween }, section, sequences)
  const matrix = await waysBetween(requestedLocations.map((index) => places.list[index]!))
  return { ...problem, travel: scaleTravel(matrix, translated.factors) }
}

function keep(
  { routes: given, orders }: TranslatedProblem,
  state: State,
  { part, problem, routes }: Pick<Solved, 'part' | 'problem' | 'routes'>,
): void {
  const numbers = (list: readonly number[]) => new Map(list.map((number, index) => [number, index]))
  const [jobAt, vehicleAt] = [numbers(part.jobs), numbers(part.vehicles)]
  const solved: Solved = { part, problem, jobAt, vehicleAt, routes, explain: createExplainer(problem) }
  for (const job of part.jobs) state.ofJob.set(job, solved)
  for (const vehicle of part.vehicles) {
    const stops = given[vehicle]!.stops
    // The first part of a vehicle contains all earlier orders of its load; a later part may not.
    if (!state.ofVehicle.has(vehicle) && stops.length > 0) {
      const ids = new Map(part.jobs.map((job, index) => [orders[job]!.consignmentId, index]))
      const had = stops.flatMap((id) => ids.get(id) ?? [])
      state.before.set(vehicle, toFullProblem(solved, createEvaluator(problem)(vehicleAt.get(vehicle)!, had)))
    }
    state.ofVehicle.set(vehicle, solved)
    state.routes.delete(vehicle)
  }
  for (const route of convertPartRoutes(part, { routes, unassigned: [], cost: 0, iterations: 0 }))
    state.routes.set(route.vehicle, route)
}

function answerOf({ jobs }: TranslatedProblem, { routes }: State) {
  const list = [...routes.values()].sort((a, b) => a.vehicle - b.vehicle)
  const served = new Set(list.flatMap(({ sequence }) => sequence))
  const unassigned = [...jobs.keys()].filter((job) => !served.has(job))
  const costs = [...list.map(({ cost }) => cost), ...unassigned.map((job) => jobs[job]!.penalty)]
  return { routes: list, unassigned, cost: costs.reduce((sum, cost) => sum + cost, 0), iterations: 0 }
}

/** Returns the result of all finished parts. */
function foundOf(translated: TranslatedProblem, state: State, budget: TrialBudget): SearchResult & { cost: number } {
  const answer = answerOf(translated, state)
  const sections = new Set(state.ofJob.values())
  const sectionBudget = { alone: budget.alone / sections.size, beside: budget.beside / sections.size }
  const explained = new Map([...sections].map((solved) => [solved, solved.explain(solved.routes, sectionBudget)]))
  return {
    ...answer,
    evaluate(vehicle, sequence, changed) {
      const solved = state.ofVehicle.get(vehicle)!
      const entries = sequence.map((job) => (job === reloadEntry ? reloadEntry : solved.jobAt.get(job)))
      // A stop has moved to another part since, so this is the route from before the search.
      if (entries.includes(undefined)) return state.before.get(vehicle)!
      return toFullProblem(
        solved,
        createEvaluator(solved.problem)(solved.vehicleAt.get(vehicle)!, entries as number[], changed),
      )
    },
    reasonsOf(job) {
      const solved = state.ofJob.get(job)
      if (!solved) return []
      return explained.get(solved)!(solved.jobAt.get(job)!).map((reason) => toFullReason(solved, reason))
    },
  }
}

function toFullProblem({ part }: Solved, evaluation: RouteEvaluation): RouteEvaluation {
  return {
    ...evaluation,
    vehicle: part.vehicles[evaluation.vehicle]!,
    visits: evaluation.visits.map((visit) => (visit.kind === 'job' ? { ...visit, job: part.jobs[visit.job]! } : visit)),
  }
}

const toFullReason = ({ part }: Solved, reason: UnassignedReason): UnassignedReason => ({
  ...reason,
  ...(reason.vehicle === undefined ? {} : { vehicle: part.vehicles[reason.vehicle]! }),
  ...(reason.job === undefined ? {} : { job: part.jobs[reason.job]! }),
})
