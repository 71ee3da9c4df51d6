// What it means to a driver that the service has refused something, as far as that can be said.
import type { Words } from '../console/words/words.ts'
import type { WaitingItem } from './storage.ts'
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
