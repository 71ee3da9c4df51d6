// Limits the error details of one request with many rows: the limits of a response apply to all rows together.
import type { Fault } from '../../../contract/problem.ts'
import { type Hints, newHints } from '../value/nearest.ts'
import { faultsMax, further } from './problems.ts'

/** The remaining error details of a request with rows. Plain data: it crosses a thread. */
export interface Telling {
  faults: number
  /** Suggestions for misspelt fields. The contract has few fields with short names. */
  memberHints: Hints
  /** Suggestions for unknown keys. An environment may have many long keys. */
  keyHints: Hints
}
export const newTelling = (faults = faultsMax): Telling => ({ faults, memberHints: newHints(), keyHints: newHints() })

/** Error details that every row may have, independent of earlier rows. They are enough for ordinary mistakes. */
const ofRow = { faults: 10, memberHints: 2 }

export function nextRow(telling: Telling): void {
  telling.faults = Math.max(telling.faults, ofRow.faults)
  telling.memberHints.left = Math.max(telling.memberHints.left, ofRow.memberHints)
}

/** Returns the reported errors of a row, with an entry for further errors if there are more. */
export function toldOf(errors: readonly Fault[], telling: Telling): Fault[] {
  const told = errors.filter(({ code }) => code !== further.code).slice(0, telling.faults)
  telling.faults -= told.length
  return told.length < errors.length ? [...told, further] : told
}

/** Returns the suggestions for keys that the rows of a request share. A request without rows has its own. */
export const keyHintsOf = ({ telling }: { telling?: Telling }): Hints => telling?.keyHints ?? newHints()
