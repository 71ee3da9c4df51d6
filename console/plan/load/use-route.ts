// Provides one load to the plan: its stops as saved and as sorted, saving, and conflicts with other users.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getLoadById, type Load, type LoadSummary } from '../../../contract/load.ts'
import { hasCode } from '../../api/problems.ts'
import { queryClient, read } from '../../api/query.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { showProblem } from '../../shell/toasts.ts'
import { forgetDraft, offerUndo, remember } from '../../shell/undo.tsx'
import { currentWords } from '../../words/language.ts'
import { ordersOf } from '../times/data.ts'
import { followTimes } from '../times/following.ts'
import { type PlanStop, placedIn, planStop } from '../times/route.ts'
import { planWords } from '../times/words.ts'
import { without } from './arrange.ts'
import type { Assigning } from './assigning.ts'
import { isSame, rebase, type Sequence } from './sequence.ts'
import { readStops, refusedId, restore, writeStops } from './stop-writes.ts'
import { isOvertaken, keepUnsaved, type UnsavedSequence, unsavedOf, useUnsavedSequences } from './unsaved-sequences.ts'

export interface PlannedRoute {
  load: Load
  saved: Sequence
  /** The present stops, saved or not. */
  stops: readonly PlanStop[]
  unsaved: UnsavedSequence | undefined
  hasConflict: boolean
  isSaving: boolean
  nameOf(id: string): string
  /** Changes the unsaved sequence; `guests` are orders that join the load. */
  arrange(change: (sequence: Sequence) => Sequence, guests?: readonly PlanStop[]): void
  save(): Promise<void>
  discard(): void
  keepMine(): void
}

const none: readonly never[] = []

/** Reads a saved load, the progress of its stops, and its stops in their unsaved sequence. */
function useStops(summary: LoadSummary | undefined) {
  const loadId = summary?.loadId ?? ''
  const enabled = summary !== undefined
  const load = useQuery({ ...read(getLoadById, { params: { loadId } }), enabled }).data
  const orders = useQuery({ ...ordersOf(loadId), enabled }).data
  const unsaved = useUnsavedSequences().get(loadId)
  /** All stops seen so far. Orders that have left the load keep their names while they are sorted. */
  const seen = useRef(new Map<string, PlanStop>())
  const known = useMemo(() => {
    const stops = [...(unsaved?.guests ?? none), ...(orders ?? none).map(planStop)]
    seen.current = new Map([...seen.current, ...stops.map((stop) => [stop.consignmentId, stop] as const)])
    return seen.current
  }, [orders, unsaved])
  const saved = useMemo(() => load?.data.stops.map(({ consignmentId }) => consignmentId) ?? none, [load])
  const sequence = unsaved?.mine ?? saved
  const stops = useMemo(() => {
    // An order that just joined may be missing from the list of orders.
    const there = sequence.map((id) => known.get(id)).filter((stop) => stop !== undefined)
    if (!load) return there
    // The planned times belong to the saved sequence and change when this one is saved.
    const isRetimed = unsaved !== undefined && load.data.plannedStart !== null
    return placedIn(load.data, isRetimed ? there.map((stop) => ({ ...stop, planned: null })) : there)
  }, [sequence, known, load, unsaved])
  const nameOf = (id: string) => known.get(id)?.name ?? id
  return { loadId, load, unsaved, saved, stops, nameOf, isRead: load !== undefined && orders !== undefined }
}

export function useRoute(summary: LoadSummary | undefined, assigning: Assigning): PlannedRoute | undefined {
  const { loadId, load, unsaved, saved, stops, nameOf, isRead } = useStops(summary)
  const [isSaving, setSaving] = useState(false)
  if (!load || !isRead) return undefined

  // The change applies to the latest sequence, because others may have moved stops since the drop.
  const arrange = (change: (sequence: Sequence) => Sequence, joined: readonly PlanStop[] = none) => {
    const now = unsavedOf(loadId)
    const mine = change(now?.mine ?? saved)
    if (isSame(mine, now?.mine ?? saved)) return
    const guests = [...(now?.guests ?? none), ...joined]
    remember({ draftOf: loadId, undo: async () => keepUnsaved(loadId, now ?? null) })
    keepUnsaved(loadId, !isSaving && isSame(mine, saved) ? null : { ...now, base: now?.base ?? saved, mine, guests })
  }
  // During a save, a difference may be the user's own change.
  const hasConflict = unsaved !== undefined && !isSaving && isOvertaken(unsaved, saved)

  async function save(): Promise<void> {
    // The user resolves a conflict before saving.
    if (!unsaved || isSaving || hasConflict) return
    setSaving(true)
    try {
      await send(loadId, unsaved, load?.etag)
      const former = new Map([[loadId, { before: saved, after: unsaved.mine }]])
      const left = without(saved, unsaved.mine)
      const takeBack = followTimes([loadId], left)
      offerUndo(currentWords(planWords).saved, { undo: () => takeBack(() => restore(former)) })
    } catch (error) {
      const id = refusedId(error)
      if (id !== undefined)
        await assigning.refuse({ consignmentId: id, name: nameOf(id) }, error, {
          kind: 'stops',
          loadId,
          at: unsaved.mine.indexOf(id),
        })
      else if (!hasCode(error, 'VERSION_MISMATCH')) showProblem(error)
    }
    setSaving(false)
    await refreshLoads()
  }

  return {
    load: load.data,
    saved,
    stops,
    unsaved,
    hasConflict,
    isSaving,
    nameOf,
    save,
    arrange,
    discard() {
      forgetDraft(loadId)
      keepUnsaved(loadId, null)
    },
    keepMine: () =>
      unsaved && keepUnsaved(loadId, { ...unsaved, base: saved, mine: rebase(unsaved.mine, unsaved.base, saved) }),
  }
}

/** Saves a sequence at the version that was read. */
async function send(loadId: string, { base, mine }: UnsavedSequence, etag: string | null | undefined): Promise<void> {
  try {
    await writeStops(loadId, mine, etag ?? undefined)
  } catch (error) {
    if (!hasCode(error, 'VERSION_MISMATCH')) throw error
    // A newer version with the same stops, for example with another capacity, is no conflict.
    const now = await readStops(loadId)
    if (!isSame(now.stops, base)) throw error
    await writeStops(loadId, mine, now.etag)
  }
  // The old sequence must not appear between the save and the refresh.
  await queryClient.refetchQueries({ queryKey: read(getLoadById, { params: { loadId } }).queryKey })
  forgetDraft(loadId)
  const now = unsavedOf(loadId)
  // Moves during the save stay unsaved.
  keepUnsaved(loadId, now && !isSame(now.mine, mine) ? { ...now, base: mine } : null)
}
