// The selected orders of the plan page, shared by pool, stop list and map.
import { useSyncExternalStore } from 'react'
import type { ModifierKeys } from '../../map/places.ts'
import { createStore } from '../../platform/store.ts'

export const chosen = createStore<ReadonlySet<string>>(new Set())
/** Order from which a range starts. */
let anchor: string | null = null

export const useIsChosen = (id: string): boolean => useSyncExternalStore(chosen.follow, () => chosen.get().has(id))

export function choose(ids: Iterable<string>, from: string | null = null): void {
  anchor = from
  chosen.set(new Set(ids))
}

export const chooseNothing = (): void => choose([])

/** Adds orders to the selection. */
export const chooseAlso = (ids: Iterable<string>): void => choose([...chosen.get(), ...ids], anchor)

export function toggleChosen(id: string): void {
  choose(chosen.get().symmetricDifference(new Set([id])), id)
}

/** Selects the range from the last selected order to this one in a list. */
export function chooseUpTo(id: string, list: readonly string[]): void {
  const from = anchor === null ? -1 : list.indexOf(anchor)
  const to = list.indexOf(id)
  if (from < 0) choose([id], id)
  else choose(list.slice(Math.min(from, to), Math.max(from, to) + 1), anchor)
}

/** Selects an order by a click: only this one, or none if it was the only one. Ctrl adds it, Shift selects a range. */
export function chooseByClick(click: ModifierKeys, id: string, list: readonly string[]): void {
  const before = chosen.get()
  if (click.shiftKey) chooseUpTo(id, list)
  else if (click.ctrlKey || click.metaKey) toggleChosen(id)
  else if (before.size === 1 && before.has(id)) chooseNothing()
  else choose([id], id)
}

/** Returns the orders that a drag or a move takes along: the whole selection if it contains the order. */
export const alongWith = (id: string): readonly string[] => (chosen.get().has(id) ? [...chosen.get()] : [id])
