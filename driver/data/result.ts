// The outcome of a stop in the driver's words: what happened, why, and whether the office recorded it.
import { language, useWords } from '../../console/words/language.ts'
import { reasonIn } from '../../contract/reasons.ts'
import { isCancelled, type Stop } from './day.ts'
import { state } from './state.ts'
import { driverWords } from './words.ts'

interface Result {
  text: string
  reason: string | null
  isByPlanner: boolean
}

/** Returns the result of a stop in words, or undefined without an outcome. */
export function useResult(stop: Stop): Result | undefined {
  const words = useWords(driverWords)
  const { kept } = state.use()
  const reader = language.use()
  const { outcome, outcomeReason, outcomeBy, type } = stop
  if (!outcome) return undefined
  if (isCancelled(stop)) return { text: words.cancelledByPlanner, reason: null, isByPlanner: false }
  // A day that an older app stored lacks both fields.
  const reason = reasonIn(kept!.day.pod.reasons, outcomeReason ?? null, reader)
  return { text: words.outcomes(outcome, type), reason, isByPlanner: outcomeBy === 'person' }
}

/** Names the look of a stop, for the style sheet. */
export const lookOf = (stop: Stop): string => (isCancelled(stop) ? 'cancelled' : (stop.outcome ?? 'open'))
