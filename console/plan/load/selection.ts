// The selected orders of the plan page, shared by pool, stop list and map.
import { useSyncExternalStore } from 'react'
import type { ModifierKeys } from '../../map/route-locations.ts'
import { createStore } from '../../platform/store.ts'

export const chosenOrders = createStore<ReadonlySet<string>>(new Set())
/** Order from which a range starts. */
let anchor: string | null = null

export const useIsChosen = (id: string): boolean =>
  useSyncExternalStore(chosenOrders.follow, () => chosenOrders.get().has(id))

export function chooseOrders(ids: Iterable<string>, rangeStart: string | null = null): void {
  anchor = rangeStart
  chosenOrders.set(new Set(ids))
}

export const chooseNothing = (): void => chooseOrders([])

/** Adds orders to the selection. */
export const chooseAlso = (ids: Iterable<string>): void => chooseOrders([...chosenOrders.get(), ...ids], anchor)

export function toggleChosen(id: string): void {
  chooseOrders(chosenOrders.get().symmetricDifference(new Set([id])), id)
}

/** Selects the range from the last selected order to this one in a list. */
export function chooseUpTo(id: string, list: readonly string[]): void {
  const anchorIndex = anchor === null ? -1 : list.indexOf(anchor)
  const targetIndex = list.indexOf(id)
  if (anchorIndex < 0) chooseOrders([id], id)
  else chooseOrders(list.slice(Math.min(anchorIndex, targetIndex), Math.max(anchorIndex, targetIndex) + 1), anchor)
}

/** Selects an order by a click: only this one, or none if it was the only one. Ctrl adds it, Shift selects a range. */
export function chooseByClick(click: ModifierKeys, id: string, list: readonly string[]): void {
  const selection = chosenOrders.get()
  if (click.shiftKey) chooseUpTo(id, list)
  else if (click.ctrlKey || click.metaKey) toggleChosen(id)
  else if (selection.size === 1 && selection.has(id)) chooseNothing()
  else chooseOrders([id], id)
}

/** Returns the orders that a drag or a move takes along: the whole selection if it contains the order. */
export const listMovedOrders = (id: string): readonly string[] =>
  chosenOrders.get().has(id) ? [...chosenOrders.get()] : [id]
