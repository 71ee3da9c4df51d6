// What it means to a driver that the service has refused something, as far as that can be said.
import { ApiProblem } from '../../client/client.ts'
import type { Words } from '../../console/words/words.ts'
import { isStorageFault, type WaitingItem } from './storage.ts'
import type { driverWords } from './words.ts'

/** Of the start and the completion of a load; what was recorded at the door is never refused for what has happened since. */
export function meaningOf(
  { kind, refusedCode }: Pick<WaitingItem, 'kind' | 'refusedCode'>,
  words: Pick<Words<typeof driverWords>, 'loadTakenBack' | 'loadNotYours'>,
): string | undefined {
  if (kind !== 'start' && kind !== 'complete') return undefined
  if (refusedCode === 'LOAD_STATE') return words.loadTakenBack
  return refusedCode === 'NOT_FOUND' ? words.loadNotYours : undefined
}

/** Whether the service itself has said no. */
export const isAnswered = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code !== 'UNREADABLE' && error.status < 500

/** Of a phone that is not let in; `refused` of the link or code that it came with, which is as good as before if that was not read. */
export function faultAtDoor(
  error: unknown,
  words: Pick<Words<typeof driverWords>, 'tooOften' | 'noReceptionNow' | 'notKept'>,
  refused: string,
): string {
  if (isStorageFault(error)) return words.notKept
  if (!isAnswered(error)) return words.noReceptionNow
  return error.status === 429 ? words.tooOften : refused
}
