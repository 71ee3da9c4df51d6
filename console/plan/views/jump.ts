// Going to a stop that is named elsewhere: its card takes the focus as soon as it is on the page.
import { createStore } from '../../platform/store.ts'
import { choose } from '../load/selection.ts'

/** The stop that is waited for. */
export const wantedStop = createStore<string | null>(null)

export function jumpTo(id: string): void {
  choose([id], id)
  wantedStop.set(id)
}
