// Finds the reasons why jobs were left out, with a limited number of trials. A time limit would fail on a busy machine.
import type { RoutingProblem, VehicleRoute } from '../../../solver/model.ts'
import { listReasons, type UnassignedReason } from '../../../solver/reasons.ts'

type Sequences = readonly Pick<VehicleRoute, 'vehicle' | 'sequence'>[]

/** Largest number of trials: of a job on an empty vehicle (`alone`), and between other stops (`beside`). */
export interface TrialBudget {
  alone: number
  beside: number
}

/** Trials for a report during the search: some tenths of a second. The last report takes a few seconds. */
export const trialBudget: TrialBudget = { alone: 200_000, beside: 60_000 }
export const lastTrialBudget: TrialBudget = { alone: 1_000_000, beside: 1_500_000 }

/** Creates a function that finds reasons. A reason that applies on an empty vehicle is found once for all plans. */
export function createExplainer(problem: RoutingProblem) {
  const alone = new Map<number, readonly UnassignedReason[]>()
  const onEmpty = (job: number) => {
    const found = alone.get(job) ?? listReasons(problem, [], job)
    alone.set(job, found)
    return found
  }
  return (routes: Sequences, effort: TrialBudget): ((job: number) => readonly UnassignedReason[]) => {
    const remaining = { ...effort }
    // A trial evaluates the whole route at each position.
    const tries = routes.reduce((sum, { sequence }) => sum + (sequence.length + 1) ** 2, 0)
    return (job) => {
      if (!alone.has(job)) {
        if (remaining.alone <= 0) return []
        remaining.alone -= problem.jobs[job]!.vehicles?.length ?? problem.vehicles.length
      }
      const found = onEmpty(job)
      if (found[0]?.alone) return found
      if (remaining.beside <= 0) return []
      remaining.beside -= tries
      return listReasons(problem, routes, job)
    }
  }
}
