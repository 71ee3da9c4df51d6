// Explains refused requests in the words of a driver.
import { ApiProblem } from '../../client/client.ts'
import type { Texts } from '../../console/words/words.ts'
import { isStorageError, type WaitingItem } from './storage.ts'
import type { driverTexts } from './words.ts'

/**
 * Returns the meaning of a refused start or completion of a load. Returns undefined for outcomes: later changes never
 * cause their refusal.
 */
export function describeRefusedMove(
  { kind, refusedCode }: Pick<WaitingItem, 'kind' | 'refusedCode'>,
  texts: Pick<Texts<typeof driverTexts>, 'loadTakenBack' | 'loadNotYours'>,
): string | undefined {
  if (kind !== 'start' && kind !== 'complete') return undefined
  if (refusedCode === 'LOAD_STATE') return texts.loadTakenBack
  return refusedCode === 'NOT_FOUND' ? texts.loadNotYours : undefined
}

/** Returns whether the service itself answered the request with a refusal. */
export const isAnswered = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code !== 'UNREADABLE' && error.status < 500

/**
 * Explains why a device could not be registered. `refused` is the text about the link or code, which stays valid if the
 * server did not read it.
 */
export function describeRegistrationError(
  error: unknown,
  texts: Pick<Texts<typeof driverTexts>, 'tooOften' | 'noReceptionNow' | 'notKept'>,
  refused: string,
): string {
  if (isStorageError(error)) return texts.notKept
  if (!isAnswered(error)) return texts.noReceptionNow
  return error.status === 429 ? texts.tooOften : refused
}
