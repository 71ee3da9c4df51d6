// Stores unsaved sequences of stops by load, so that they remain while another load is open.
import { createStore } from '../../platform/store.ts'
import { setUnsaved } from '../../platform/unsaved.ts'
import type { PlanStop } from '../times/route.ts'
import { isSame, type StopSequence } from './sequence.ts'

export interface UnsavedSequence {
  /** The saved sequence when sorting began. A different saved sequence now is a conflict. */
  base: StopSequence
  mine: StopSequence
  /** Orders that are not saved on this load yet. */
  guests: readonly PlanStop[]
  /** The saved sequence after the user's own running change. */
  expected?: StopSequence
}

const sequences = createStore<ReadonlyMap<string, UnsavedSequence>>(new Map())
sequences.follow(() => setUnsaved(sequences, sequences.get().size > 0))

export const useUnsavedSequences = (): ReadonlyMap<string, UnsavedSequence> => sequences.use()
export const getUnsavedSequence = (loadId: string): UnsavedSequence | undefined => sequences.get().get(loadId)
export const listUnsavedLoads = (): string[] => [...sequences.get().keys()]

export function keepUnsaved(loadId: string, unsaved: UnsavedSequence | null): void {
  const next = new Map(sequences.get())
  if (unsaved) next.set(loadId, unsaved)
  else next.delete(loadId)
  sequences.set(next)
}

/** Returns whether another user has changed the saved sequence since sorting began. */
export const isOvertaken = ({ base, expected }: UnsavedSequence, saved: StopSequence): boolean =>
  !isSame(base, saved) && !(expected && isSame(expected, saved))

/**
 * Announces the user's own change of a load with an unsaved sequence, so that it is no conflict. Returns the function
 * to call after its success or failure.
 */
export function announceChange(
  loadId: string,
  change: (sequence: StopSequence) => StopSequence,
): (isDone: boolean) => void {
  const unsaved = getUnsavedSequence(loadId)
  if (!unsaved) return () => undefined
  const base = change(unsaved.base)
  keepUnsaved(loadId, { ...unsaved, expected: base })
  return (isDone) => {
    const current = getUnsavedSequence(loadId)
    if (!current) return
    const { expected: _, ...rest } = current
    const sequence = isDone ? change(rest.mine) : rest.mine
    const next = { ...rest, mine: sequence, base: isDone ? base : rest.base }
    keepUnsaved(loadId, isSame(next.mine, next.base) ? null : next)
  }
}
