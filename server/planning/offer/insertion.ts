// Inserts jobs into one route at their cheapest positions. The jobs of the route keep their sequence.
import { setImmediate as breathe } from 'node:timers/promises'
import type { RouteEvaluation } from '../../../solver/evaluate.ts'
import type { RoutingProblem } from '../../../solver/model.ts'

/** Evaluates a sequence of jobs on the route. */
export type EvaluateSequence = (sequence: readonly number[]) => RouteEvaluation

/** Largest number of positions of one job that are evaluated; in longer routes those with the shortest detours. */
const positionsMax = 24

/**
 * Returns the sequence with the jobs at their cheapest positions. A position that violates fewer rules is cheaper.
 * Other requests may run between two jobs.
 */
export async function insertJobs(
  problem: RoutingProblem,
  evaluate: EvaluateSequence,
  sequence: readonly number[],
  jobs: readonly number[],
): Promise<readonly number[]> {
  const byDeadline = [...jobs].sort((a, b) => problem.jobs[a]!.close - problem.jobs[b]!.close)
  let route = sequence
  for (const job of byDeadline) {
    route = insertJob(problem, evaluate, route, job)
    await breathe()
  }
  if (jobs.length === 1) return route
  // A later job may open a better position for an earlier job.
  for (const job of byDeadline) {
    const remaining = route.filter((entry) => entry !== job)
    route = insertJob(problem, evaluate, remaining, job)
    await breathe()
  }
  return route
}

function insertJob(
  problem: RoutingProblem,
  evaluate: EvaluateSequence,
  sequence: readonly number[],
  job: number,
): readonly number[] {
  let best: { route: readonly number[]; evaluation: RouteEvaluation } | undefined
  for (const position of listPositions(problem, sequence, job)) {
    const route = sequence.toSpliced(position, 0, job)
    const evaluation = evaluate(route)
    if (!best || isCheaper(evaluation, best.evaluation)) best = { route, evaluation }
  }
  return best!.route
}

const isCheaper = (a: RouteEvaluation, b: RouteEvaluation): boolean =>
  a.broken.length === b.broken.length ? a.cost < b.cost : a.broken.length < b.broken.length

/** Returns the positions to evaluate, the last one first, so that it is kept among equally cheap ones. */
function listPositions(
  { travel, places, jobs, vehicles }: RoutingProblem,
  sequence: readonly number[],
  job: number,
): readonly number[] {
  const positions = Array.from({ length: sequence.length + 1 }, (_, index) => sequence.length - index)
  if (positions.length <= positionsMax) return positions
  const { start, end, profile } = vehicles[0]!
  const { seconds } = travel[profile]!
  const stops = [start, ...sequence.map((entry) => jobs[entry]!.place), end]
  const secondsOf = (from: number, to: number) => (from < 0 || to < 0 ? 0 : seconds[from * places + to]!)
  const { place } = jobs[job]!
  const detourOf = (position: number) => {
    const [before, after] = [stops[position]!, stops[position + 1]!]
    return secondsOf(before, place) + secondsOf(place, after) - secondsOf(before, after)
  }
  return positions.sort((a, b) => detourOf(a) - detourOf(b)).slice(0, positionsMax)
}
