// Finds why jobs were left out, in a bounded amount of work: counted, since a clock on a busy machine would leave jobs without a reason.
import type { Problem, Route } from '../../../solver/model.ts'
import { type Reason, reasons } from '../../../solver/reasons.ts'

type Sequences = readonly Pick<Route, 'vehicle' | 'sequence'>[]

/** How much may be tried: vehicles for one job alone, and stops beside which it is tried. */
export interface Effort {
  alone: number
  beside: number
}

/** Now and then, some tenths of a second; at the end, a few seconds. */
export const effort: Effort = { alone: 200_000, beside: 60_000 }
export const lastEffort: Effort = { alone: 1_000_000, beside: 1_500_000 }

/** What stands against a job even on an empty vehicle holds for every plan: it is found once. */
export function createExplainer(problem: Problem) {
  const alone = new Map<number, readonly Reason[]>()
  const onEmpty = (job: number) => {
    const found = alone.get(job) ?? reasons(problem, [], job)
    alone.set(job, found)
    return found
  }
  return (routes: Sequences, effort: Effort): ((job: number) => readonly Reason[]) => {
    const left = { ...effort }
    // At each of its places, the whole route is gone through.
    const tries = routes.reduce((sum, { sequence }) => sum + (sequence.length + 1) ** 2, 0)
    return (job) => {
      if (!alone.has(job)) {
        if (left.alone <= 0) return []
        left.alone -= problem.jobs[job]!.vehicles?.length ?? problem.vehicles.length
      }
      const found = onEmpty(job)
      if (found[0]?.alone) return found
      if (left.beside <= 0) return []
      left.beside -= tries
      return reasons(problem, routes, job)
    }
  }
}
