// Explains refused requests in the words of a driver.
import { ApiProblem } from '../../client/client.ts'
import type { Words } from '../../console/words/words.ts'
import { isStorageFault, type WaitingItem } from './storage.ts'
import type { driverWords } from './words.ts'

/**
 * Returns the meaning of a refused start or completion of a load. Returns undefined for outcomes: later changes never
 * cause their refusal.
 */
export function meaningOf(
  { kind, refusedCode }: Pick<WaitingItem, 'kind' | 'refusedCode'>,
  words: Pick<Words<typeof driverWords>, 'loadTakenBack' | 'loadNotYours'>,
): string | undefined {
  if (kind !== 'start' && kind !== 'complete') return undefined
  if (refusedCode === 'LOAD_STATE') return words.loadTakenBack
  return refusedCode === 'NOT_FOUND' ? words.loadNotYours : undefined
}

/** Returns whether the service itself answered the request with a refusal. */
export const isAnswered = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code !== 'UNREADABLE' && error.status < 500

/**
 * Explains why a device could not be registered. `refused` is the text about the link or code, which stays valid if the
 * server did not read it.
 */
export function faultAtDoor(
  error: unknown,
  words: Pick<Words<typeof driverWords>, 'tooOften' | 'noReceptionNow' | 'notKept'>,
  refused: string,
): string {
  if (isStorageFault(error)) return words.notKept
  if (!isAnswered(error)) return words.noReceptionNow
  return error.status === 429 ? words.tooOften : refused
}
