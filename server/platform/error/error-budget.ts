// Limits the error details of one request with many rows: the limits of a response apply to all rows together.
import type { FieldError } from '../../../contract/problem.ts'
import { createHintBudget, type HintBudget } from '../value/nearest.ts'
import { errorsMax, moreErrors } from './problems.ts'

/** The remaining error details of a request with rows. Plain data: it crosses a thread. */
export interface ErrorBudget {
  remainingErrors: number
  /** Suggestions for misspelt fields. The contract has few fields with short names. */
  memberHints: HintBudget
  /** Suggestions for unknown keys. An environment may have many long keys. */
  keyHints: HintBudget
}
export const createErrorBudget = (remainingErrors = errorsMax): ErrorBudget => ({
  remainingErrors,
  memberHints: createHintBudget(),
  keyHints: createHintBudget(),
})

/** Error details that every row may have, independent of earlier rows. They are enough for ordinary mistakes. */
const ofRow = { faults: 10, memberHints: 2 }

export function renewErrorBudget(budget: ErrorBudget): void {
  budget.remainingErrors = Math.max(budget.remainingErrors, ofRow.faults)
  budget.memberHints.remaining = Math.max(budget.memberHints.remaining, ofRow.memberHints)
}

/** Returns the reported errors of a row, with an entry for further errors if there are more. */
export function truncateErrors(errors: readonly FieldError[], budget: ErrorBudget): FieldError[] {
  const reported = errors.filter(({ code }) => code !== moreErrors.code).slice(0, budget.remainingErrors)
  budget.remainingErrors -= reported.length
  return reported.length < errors.length ? [...reported, moreErrors] : reported
}

/** Returns the suggestions for keys that the rows of a request share. A request without rows has its own. */
export const getKeyHints = ({ telling }: { telling?: ErrorBudget }): HintBudget =>
  telling?.keyHints ?? createHintBudget()
