// Stores unsaved sequences of stops by load, so that they survive a look at another load.
import { createStore } from '../../platform/store.ts'
import { setUnsaved } from '../../platform/unsaved.ts'
import type { PlanStop } from '../times/route.ts'
import { isSame, type Sequence } from './sequence.ts'

export interface UnsavedSequence {
  /** The saved sequence when sorting began. A different saved sequence now is a conflict. */
  base: Sequence
  mine: Sequence
  /** Orders that are not saved on this load yet. */
  guests: readonly PlanStop[]
  /** The saved sequence after the user's own running change. */
  expected?: Sequence
}

const sequences = createStore<ReadonlyMap<string, UnsavedSequence>>(new Map())
sequences.follow(() => setUnsaved(sequences, sequences.get().size > 0))

export const useUnsavedSequences = (): ReadonlyMap<string, UnsavedSequence> => sequences.use()
export const unsavedOf = (loadId: string): UnsavedSequence | undefined => sequences.get().get(loadId)
export const unsavedLoads = (): string[] => [...sequences.get().keys()]

export function keepUnsaved(loadId: string, unsaved: UnsavedSequence | null): void {
  const next = new Map(sequences.get())
  if (unsaved) next.set(loadId, unsaved)
  else next.delete(loadId)
  sequences.set(next)
}

/** Returns whether another user has changed the saved sequence since sorting began. */
export const isOvertaken = ({ base, expected }: UnsavedSequence, saved: Sequence): boolean =>
  !isSame(base, saved) && !(expected && isSame(expected, saved))

/**
 * Announces the user's own change of a load with an unsaved sequence, so that it is no conflict. Returns the function
 * to call after its success or failure.
 */
export function expectOwn(loadId: string, change: (sequence: Sequence) => Sequence): (isDone: boolean) => void {
  const before = unsavedOf(loadId)
  if (!before) return () => undefined
  const base = change(before.base)
  keepUnsaved(loadId, { ...before, expected: base })
  return (isDone) => {
    const now = unsavedOf(loadId)
    if (!now) return
    const { expected: _, ...rest } = now
    const mine = isDone ? change(rest.mine) : rest.mine
    const next = { ...rest, mine, base: isDone ? base : rest.base }
    keepUnsaved(loadId, isSame(next.mine, next.base) ? null : next)
  }
}
