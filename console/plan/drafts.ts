// Orders of stops that are not saved yet, by load: looking at another load loses none of them.
import { createStore } from '../store.ts'
import type { Sequence } from './draft.ts'
import type { PlanStop } from './route.ts'

export interface RouteDraft {
  /** As saved when the sorting began: when that is no longer so, somebody else was here. */
  base: Sequence
  mine: Sequence
  /** Orders that are not of this load yet. */
  guests: readonly PlanStop[]
}

const drafts = createStore<ReadonlyMap<string, RouteDraft>>(new Map())

export const useDrafts = (): ReadonlyMap<string, RouteDraft> => drafts.use()
export const draftOf = (loadId: string): RouteDraft | undefined => drafts.get().get(loadId)

export function keepDraft(loadId: string, draft: RouteDraft | null): void {
  const next = new Map(drafts.get())
  if (draft) next.set(loadId, draft)
  else next.delete(loadId)
  drafts.set(next)
}
