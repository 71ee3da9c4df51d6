// Lists the changes that the annealing chooses between, with their shares and conditions. Rebuilding is ruin and
// recreate.
import { exchangeEnds } from './exchange.ts'
import type { Plan } from './layout.ts'
import { penaltyOf, routesDifference } from './plan.ts'
import type { Random } from './random.ts'
import { type Recreation, recreate } from './recreate.ts'
import { type Ruin, ruin } from './ruin.ts'
import type { Tables } from './tables.ts'

/**
 * Many jobs: the number from which the search is cooler if there is time, removes short strings, opens more routes and
 * exchanges their ends (decision 0039).
 */
export const manyJobs = 500

interface Tools {
  plan: Plan
  recreation: Recreation
  ruin: Ruin
  random: Random
}

export interface Operator {
  /** Share of the changes; the last operator also has the remaining share. */
  share: number
  isFor: (tables: Tables) => boolean
  /**
   * Applies a change to the plan. Returns how much the plan may cost more and still be kept; -Infinity after a failed
   * change.
   */
  apply: (tools: Tools, temperature: number) => number
}

const operators: readonly Operator[] = [
  { share: 0.1, isFor: ({ jobs }) => jobs > manyJobs, apply: exchangeRoutes },
  { share: 0.9, isFor: () => true, apply: rebuild },
]

export const operatorsFor = (tables: Tables): readonly Operator[] => operators.filter(({ isFor }) => isFor(tables))

/** Draws an operator by its share; draws no random number where there is only one. */
export function drawOperator(choice: readonly Operator[], random: Random): Operator {
  const last = choice.length - 1
  let rest = last > 0 ? random() : 0
  for (let index = 0; index < last; index++) {
    rest -= choice[index]!.share
    if (rest < 0) return choice[index]!
  }
  return choice[last]!
}

function rebuild({ plan, recreation, ruin: torn, random }: Tools, temperature: number): number {
  ruin(torn)
  const most = mostOf(temperature, random)
  const budget = most - routesDifference(plan) + penaltyOf(recreation.penalty, plan.absentHeld)
  return recreate(recreation, budget) ? most : -Infinity
}

function exchangeRoutes({ plan, ruin: { near }, random }: Tools, temperature: number): number {
  const most = mostOf(temperature, random)
  return exchangeEnds(plan, near, random, most) ? most : -Infinity
}

const mostOf = (temperature: number, random: Random): number => -temperature * Math.log(random())
