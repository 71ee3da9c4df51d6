// The outcome of a stop in the driver's words: what happened, why, and whether the office recorded it.
import { currentLanguage, useTexts } from '../../console/words/language.ts'
import { findReasonName } from '../../contract/reasons.ts'
import { type DayStop, isCancelled } from './day.ts'
import { driverState } from './state.ts'
import { driverTexts } from './words.ts'

interface Result {
  text: string
  reason: string | null
  isByPlanner: boolean
}

/** Returns the result of a stop in words, or undefined without an outcome. */
export function useResult(stop: DayStop): Result | undefined {
  const texts = useTexts(driverTexts)
  const { kept } = driverState.use()
  const reader = currentLanguage.use()
  const { outcome, outcomeReason, outcomeBy, type } = stop
  if (!outcome) return undefined
  if (isCancelled(stop)) return { text: texts.cancelledByPlanner, reason: null, isByPlanner: false }
  // A day that an older app stored lacks both fields.
  const reason = findReasonName(kept!.day.pod.reasons, outcomeReason ?? null, reader)
  return { text: texts.outcomes(outcome, type), reason, isByPlanner: outcomeBy === 'person' }
}

/** Returns the name of a stop's style, for the style sheet. */
export const getStopStyle = (stop: DayStop): string => (isCancelled(stop) ? 'cancelled' : (stop.outcome ?? 'open'))
