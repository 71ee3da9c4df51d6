// Moves the focus to the card of a stop as soon as the card is on the page.
import { createStore } from '../../platform/store.ts'
import { chooseOrders } from '../load/selection.ts'

/** Id of the stop that gets the focus once it is on the page. */
export const wantedStop = createStore<string | null>(null)

export function showStopCard(id: string): void {
  chooseOrders([id], id)
  wantedStop.set(id)
}
