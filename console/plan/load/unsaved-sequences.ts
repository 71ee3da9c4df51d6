// Stores unsaved sequences of stops by load, so that they survive a look at another load.
import { createStore } from '../../platform/store.ts'
import { setUnsaved } from '../../platform/unsaved.ts'
import type { PlanStop } from '../times/route.ts'
import { isSame, type Sequence } from './sequence.ts'

export interface UnsavedSequence {
  /** As saved when the sorting began: when that is no longer so, somebody else was here. */
  base: Sequence
  mine: Sequence
  /** Orders that are not of this load yet. */
  guests: readonly PlanStop[]
  /** What will be saved instead of the base by a change of one's own that is under way. */
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

/** Whether somebody else has changed what the sorting began with. */
export const isOvertaken = ({ base, expected }: UnsavedSequence, saved: Sequence): boolean =>
  !isSame(base, saved) && !(expected && isSame(expected, saved))

/**
 * A change of one's own to a load whose sorting is not saved: what is saved afterwards is known, and nobody else's.
 * Answers what to call when it is through, or has failed.
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
