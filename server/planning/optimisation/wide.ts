// Searches large days in parts: first by depot and place, one after another, then across the borders of parts. It never
// keeps the driving times between all places in memory.
import type { GeoPosition } from '../../../contract/travel.ts'
import type { Evaluation } from '../../../solver/evaluate.ts'
import { type Limit, type Problem, type Route, reload } from '../../../solver/model.ts'
import {
  type Part,
  partJobsMax,
  problemOf,
  routesOf,
  seams,
  split,
  type WideProblem,
} from '../../../solver/partition.ts'
import type { Reason } from '../../../solver/reasons.ts'
import { begin } from '../../../solver/solve.ts'
import type { TravelMatrix } from '../../platform/operation/services.ts'
import { createExplainer, type Effort, effort, lastEffort } from './explain.ts'
import { evaluating, type Places, type Translated, travelAt } from './problem.ts'
import type { Found } from './proposal.ts'

/** Largest number of orders in one search. For more orders, the matrix of driving times would need too much memory. */
export const wholeOrdersMax = 1_000

export interface WideSearch {
  translated: Translated
  places: Places
  limit: Pick<Limit, 'seconds' | 'iterations' | 'seed' | 'warm'>
  /** Largest number of orders in a part. */
  jobsMax?: number
  waysBetween(places: readonly GeoPosition[]): Promise<TravelMatrix>
  tell(found: Found & { cost: number }, fraction: number): void
  /** Reports progress without a new result. */
  goesOn(fraction: number): void
}

/** A finished part, with its own numbers of jobs and vehicles. */
interface Solved {
  part: Part
  problem: Problem
  /** Numbers in the part, by numbers in the whole problem. */
  jobAt: ReadonlyMap<number, number>
  vehicleAt: ReadonlyMap<number, number>
  routes: readonly Route[]
  explain: ReturnType<typeof createExplainer>
}

/** The results of the parts until now. */
interface State {
  /** Routes by vehicle. */
  routes: Map<number, Route>
  /** The last part that contained each job and each vehicle. */
  ofJob: Map<number, Solved>
  ofVehicle: Map<number, Solved>
  /** Routes before the search, by vehicle. */
  before: Map<number, Evaluation>
}

const sliceMs = 100
const goesOnMs = 3_000
/** Share of the time for the first parts; the rest is for the borders between them. */
const firstShare = 0.65

export async function searchWide(search: WideSearch): Promise<void> {
  const { translated, limit, jobsMax = partJobsMax, tell } = search
  const wide = wideOf(search)
  const state: State = { routes: new Map(), ofJob: new Map(), ofVehicle: new Map(), before: new Map() }
  const clock = { used: 0, endsAt: performance.now() + (limit.seconds ?? 0) * 1_000 }
  const round = async (parts: readonly Part[], share: number, warm: boolean) => {
    const jobs = parts.reduce((sum, part) => sum + part.jobs.length, 0)
    for (const part of parts) {
      await solvePart(search, wide, state, { part, warm, clock, share: (share * part.jobs.length) / jobs })
      if (clock.used < 1 - tiny) tell(foundOf(translated, state, effort), clock.used)
    }
  }
  const first = split(wide, jobsMax)
  await round(first, first.length > 1 ? firstShare : 1, limit.warm === true)
  if (first.length > 1) await round(seams(wide, answerOf(translated, state), jobsMax), 1 - firstShare, true)
  tell(foundOf(translated, state, lastEffort), 1)
}

/** Tolerance for rounding errors of shares. */
const tiny = 1e-6

/** Returns the problem with places on a plane, where degrees east and north have the same length. */
function wideOf({ translated: { jobs, vehicles, objective }, places }: WideSearch): WideProblem {
  const points = places.list.map(({ lat, lng }) => ({ x: lng * Math.cos((lat * Math.PI) / 180), y: lat }))
  return { points, jobs, vehicles, objective, travelBetween: () => [] }
}

interface Turn {
  part: Part
  warm: boolean
  /** Share of the whole search time. */
  share: number
  clock: { used: number; endsAt: number }
}

async function solvePart(search: WideSearch, wide: WideProblem, state: State, turn: Turn): Promise<void> {
  const { part, warm, share, clock } = turn
  const { seed = 1, iterations } = search.limit
  const problem = await problemOfPart(search, wide, part, state.routes)
  // The remaining parts make up for time spent on messages and driving times.
  const seconds = Math.max(0, ((clock.endsAt - performance.now()) / 1_000) * (share / (1 - clock.used)))
  const running = begin(problem, {
    ...(iterations === undefined ? { seconds } : { iterations: Math.ceil(iterations * share) }),
    seed,
    warm,
  })
  let said = performance.now()
  while (running.run(sliceMs)) {
    if (performance.now() - said < goesOnMs) continue
    search.goesOn(clock.used + share * running.progress().fraction)
    said = performance.now()
  }
  clock.used += share
  keep(search.translated, state, { part, problem, routes: running.best().routes })
}

async function problemOfPart(
  { places, translated, waysBetween }: WideSearch,
  wide: WideProblem,
  part: Part,
  routes: State['routes'],
): Promise<Problem> {
  const sequences = new Map([...routes].map(([vehicle, { sequence }]) => [vehicle, sequence]))
  let needed: readonly number[] = []
  const travelBetween = (list: readonly number[]) => {
    needed = list
    return []
  }
  const problem = problemOf({ ...wide, travelBetween }, part, sequences)
  const matrix = await waysBetween(needed.map((place) => places.list[place]!))
  return { ...problem, travel: travelAt(matrix, translated.factors) }
}

function keep(
  { routes: given, orders }: Translated,
  state: State,
  { part, problem, routes }: Pick<Solved, 'part' | 'problem' | 'routes'>,
): void {
  const numbers = (list: readonly number[]) => new Map(list.map((number, at) => [number, at]))
  const [jobAt, vehicleAt] = [numbers(part.jobs), numbers(part.vehicles)]
  const solved: Solved = { part, problem, jobAt, vehicleAt, routes, explain: createExplainer(problem) }
  for (const job of part.jobs) state.ofJob.set(job, solved)
  for (const vehicle of part.vehicles) {
    const stops = given[vehicle]!.stops
    // The first part of a vehicle contains all earlier orders of its load; a later part may not.
    if (!state.ofVehicle.has(vehicle) && stops.length > 0) {
      const ids = new Map(part.jobs.map((job, at) => [orders[job]!.consignmentId, at]))
      const had = stops.flatMap((id) => ids.get(id) ?? [])
      state.before.set(vehicle, inWhole(solved, evaluating(problem)(vehicleAt.get(vehicle)!, had)))
    }
    state.ofVehicle.set(vehicle, solved)
    state.routes.delete(vehicle)
  }
  for (const route of routesOf(part, { routes, unassigned: [], cost: 0, iterations: 0 }))
    state.routes.set(route.vehicle, route)
}

function answerOf({ jobs }: Translated, { routes }: State) {
  const list = [...routes.values()].sort((a, b) => a.vehicle - b.vehicle)
  const served = new Set(list.flatMap(({ sequence }) => sequence))
  const unassigned = [...jobs.keys()].filter((job) => !served.has(job))
  const costs = [...list.map(({ cost }) => cost), ...unassigned.map((job) => jobs[job]!.penalty)]
  return { routes: list, unassigned, cost: costs.reduce((sum, cost) => sum + cost, 0), iterations: 0 }
}

/** Returns the result of all finished parts. */
function foundOf(translated: Translated, state: State, whole: Effort): Found & { cost: number } {
  const answer = answerOf(translated, state)
  const parts = new Set(state.ofJob.values())
  const each = { alone: whole.alone / parts.size, beside: whole.beside / parts.size }
  const explained = new Map([...parts].map((solved) => [solved, solved.explain(solved.routes, each)]))
  return {
    ...answer,
    evaluate(vehicle, sequence, changed) {
      const solved = state.ofVehicle.get(vehicle)!
      const entries = sequence.map((job) => (job === reload ? reload : solved.jobAt.get(job)))
      // The sequence contains stops that moved to another part: it is the route before the search.
      if (entries.includes(undefined)) return state.before.get(vehicle)!
      return inWhole(solved, evaluating(solved.problem)(solved.vehicleAt.get(vehicle)!, entries as number[], changed))
    },
    reasonsOf(job) {
      const solved = state.ofJob.get(job)
      if (!solved) return []
      return explained.get(solved)!(solved.jobAt.get(job)!).map((reason) => reasonInWhole(solved, reason))
    },
  }
}

function inWhole({ part }: Solved, evaluation: Evaluation): Evaluation {
  return {
    ...evaluation,
    vehicle: part.vehicles[evaluation.vehicle]!,
    visits: evaluation.visits.map((visit) => (visit.kind === 'job' ? { ...visit, job: part.jobs[visit.job]! } : visit)),
  }
}

const reasonInWhole = ({ part }: Solved, reason: Reason): Reason => ({
  ...reason,
  ...(reason.vehicle === undefined ? {} : { vehicle: part.vehicles[reason.vehicle]! }),
  ...(reason.job === undefined ? {} : { job: part.jobs[reason.job]! }),
})
