// Sequences of stops that are not saved yet, by load: looking at another load loses none of them.
import { createStore } from '../store.ts'
import type { PlanStop } from './route.ts'
import type { Sequence } from './sequence.ts'

export interface UnsavedSequence {
  /** As saved when the sorting began: when that is no longer so, somebody else was here. */
  base: Sequence
  mine: Sequence
  /** Orders that are not of this load yet. */
  guests: readonly PlanStop[]
}

const sequences = createStore<ReadonlyMap<string, UnsavedSequence>>(new Map())

export const useUnsavedSequences = (): ReadonlyMap<string, UnsavedSequence> => sequences.use()
export const unsavedOf = (loadId: string): UnsavedSequence | undefined => sequences.get().get(loadId)

export function keepUnsaved(loadId: string, unsaved: UnsavedSequence | null): void {
  const next = new Map(sequences.get())
  if (unsaved) next.set(loadId, unsaved)
  else next.delete(loadId)
  sequences.set(next)
}
