// Lists the changes that the annealing chooses between, with their shares and conditions. Rebuilding is ruin and
// recreate.
import { exchangeEnds } from './exchange.ts'
import type { RoutePlan } from './layout.ts'
import { calculateCostChange, sumPenalties } from './plan.ts'
import type { RandomSource } from './random.ts'
import { type RecreationState, recreateRoutes } from './recreate.ts'
import { type RuinState, ruinRoutes } from './ruin.ts'
import type { SolverTables } from './tables.ts'

/**
 * Many jobs: from this number on, the search is cooler if there is time, removes short strings, opens more routes, and
 * exchanges their ends (decision 0039).
 */
export const manyJobs = 500

interface Tools {
  plan: RoutePlan
  recreation: RecreationState
  ruin: RuinState
  random: RandomSource
}

export interface SearchOperator {
  /** Share of the changes. The last operator also has the unassigned share. */
  fraction: number
  isFor: (tables: SolverTables) => boolean
  /**
   * Applies a change to the plan. Returns how much more the plan may cost and still be kept; -Infinity after a failed
   * change.
   */
  apply: (tools: Tools, temperature: number) => number
}

const operators: readonly SearchOperator[] = [
  { fraction: 0.1, isFor: ({ jobs }) => jobs > manyJobs, apply: exchangeRoutes },
  { fraction: 0.9, isFor: () => true, apply: rebuild },
]

export const listOperators = (tables: SolverTables): readonly SearchOperator[] =>
  operators.filter(({ isFor }) => isFor(tables))

/** Draws an operator by its share; draws no random number where there is only one. */
export function drawOperator(choice: readonly SearchOperator[], random: RandomSource): SearchOperator {
  const last = choice.length - 1
  let remainder = last > 0 ? random() : 0
  for (let index = 0; index < last; index++) {
    remainder -= choice[index]!.fraction
    if (remainder < 0) return choice[index]!
  }
  return choice[last]!
}

function rebuild({ plan, recreation, ruin: torn, random }: Tools, temperature: number): number {
  ruinRoutes(torn)
  const most = mostOf(temperature, random)
  const budget = most - calculateCostChange(plan) + sumPenalties(recreation.penalty, plan.absentCurrent)
  return recreateRoutes(recreation, budget) ? most : -Infinity
}

function exchangeRoutes({ plan, ruin: { near }, random }: Tools, temperature: number): number {
  const most = mostOf(temperature, random)
  return exchangeEnds(plan, near, random, most) ? most : -Infinity
}

const mostOf = (temperature: number, random: RandomSource): number => -temperature * Math.log(random())
