// The selected orders of the plan page, shared by pool, stop list and map.
import { useSyncExternalStore } from 'react'
import type { ModifierKeys } from '../../map/places.ts'
import { createStore } from '../../platform/store.ts'

export const chosen = createStore<ReadonlySet<string>>(new Set())
/** Where a range begins. */
let anchor: string | null = null

export const useIsChosen = (id: string): boolean => useSyncExternalStore(chosen.follow, () => chosen.get().has(id))

export function choose(ids: Iterable<string>, from: string | null = null): void {
  anchor = from
  chosen.set(new Set(ids))
}

export const chooseNothing = (): void => choose([])

/** Adds to what is chosen. */
export const chooseAlso = (ids: Iterable<string>): void => choose([...chosen.get(), ...ids], anchor)

export function toggleChosen(id: string): void {
  choose(chosen.get().symmetricDifference(new Set([id])), id)
}

/** From where the choice began up to here; the list says what lies between. */
export function chooseUpTo(id: string, list: readonly string[]): void {
  const from = anchor === null ? -1 : list.indexOf(anchor)
  const to = list.indexOf(id)
  if (from < 0) choose([id], id)
  else choose(list.slice(Math.min(from, to), Math.max(from, to) + 1), anchor)
}

/** As in every list: a click chooses one, or none when that was all; Ctrl adds, Shift takes what lies between. */
export function chooseByClick(click: ModifierKeys, id: string, list: readonly string[]): void {
  const before = chosen.get()
  if (click.shiftKey) chooseUpTo(id, list)
  else if (click.ctrlKey || click.metaKey) toggleChosen(id)
  else if (before.size === 1 && before.has(id)) chooseNothing()
  else choose([id], id)
}

/** What goes along when one is dragged or moved: everything chosen, where it is one of them. */
export const alongWith = (id: string): readonly string[] => (chosen.get().has(id) ? [...chosen.get()] : [id])
