// Provides one load to the plan: its stops as saved and as sorted, saving, and conflicts with other users.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getLoadById, type Load, type LoadSummary } from '../../../contract/load.ts'
import { hasCode } from '../../api/problems.ts'
import { buildQuery, queryClient } from '../../api/query.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { showProblem } from '../../shell/toasts.ts'
import { forgetDraft, offerUndo, recordUndo } from '../../shell/undo.tsx'
import { currentTexts } from '../../words/language.ts'
import { createOrdersQuery } from '../times/data.ts'
import { followTimes } from '../times/following.ts'
import { addPostcodePositions, type PlanStop, planStop } from '../times/route.ts'
import { planTexts } from '../times/words.ts'
import { removeIds } from './arrange.ts'
import type { AssignmentControl } from './assigning.ts'
import { isSame, mergeSequences, type StopSequence } from './sequence.ts'
import { findRefusedId, readStops, restoreStops, writeStops } from './stop-writes.ts'
import {
  getUnsavedSequence,
  isOvertaken,
  keepUnsaved,
  type UnsavedSequence,
  useUnsavedSequences,
} from './unsaved-sequences.ts'

export interface PlannedRoute {
  load: Load
  saved: StopSequence
  /** The present stops, saved or not. */
  stops: readonly PlanStop[]
  unsaved: UnsavedSequence | undefined
  hasConflict: boolean
  isSaving: boolean
  nameOf(id: string): string
  /** Changes the unsaved sequence; `guests` are orders that join the load. */
  arrange(change: (sequence: StopSequence) => StopSequence, guests?: readonly PlanStop[]): void
  save(): Promise<void>
  discard(): void
  keepMine(): void
}

const emptyList: readonly never[] = []

/** Reads a saved load, the progress of its stops, and its stops in their unsaved sequence. */
function useStops(summary: LoadSummary | undefined) {
  const loadId = summary?.loadId ?? ''
  const enabled = summary !== undefined
  const load = useQuery({ ...buildQuery(getLoadById, { params: { loadId } }), enabled }).data
  const orders = useQuery({ ...createOrdersQuery(loadId), enabled }).data
  const unsaved = useUnsavedSequences().get(loadId)
  /** All stops seen so far. Orders that have left the load keep their names while they are sorted. */
  const cachedStops = useRef(new Map<string, PlanStop>())
  const stopsById = useMemo(() => {
    const stops = [...(unsaved?.guests ?? emptyList), ...(orders ?? emptyList).map(planStop)]
    cachedStops.current = new Map([...cachedStops.current, ...stops.map((stop) => [stop.consignmentId, stop] as const)])
    return cachedStops.current
  }, [orders, unsaved])
  const saved = useMemo(() => load?.data.stops.map(({ consignmentId }) => consignmentId) ?? emptyList, [load])
  const sequence = unsaved?.mine ?? saved
  const stops = useMemo(() => {
    // An order that just joined may be missing from the list of orders.
    const present = sequence.map((id) => stopsById.get(id)).filter((stop) => stop !== undefined)
    if (!load) return present
    // The planned times belong to the saved sequence, and change when the unsaved sequence is saved.
    const isRetimed = unsaved !== undefined && load.data.plannedStart !== null
    return addPostcodePositions(load.data, isRetimed ? present.map((stop) => ({ ...stop, planned: null })) : present)
  }, [sequence, stopsById, load, unsaved])
  const nameOf = (id: string) => stopsById.get(id)?.name ?? id
  return { loadId, load, unsaved, saved, stops, nameOf, isRead: load !== undefined && orders !== undefined }
}

export function useRoute(summary: LoadSummary | undefined, assigning: AssignmentControl): PlannedRoute | undefined {
  const { loadId, load, unsaved, saved, stops, nameOf, isRead } = useStops(summary)
  const [isSaving, setSaving] = useState(false)
  if (!load || !isRead) return undefined

  // The change applies to the latest sequence, because others may have moved stops since the drop.
  const arrange = (change: (sequence: StopSequence) => StopSequence, joined: readonly PlanStop[] = emptyList) => {
    const current = getUnsavedSequence(loadId)
    const next = change(current?.mine ?? saved)
    if (isSame(next, current?.mine ?? saved)) return
    const guests = [...(current?.guests ?? emptyList), ...joined]
    recordUndo({ draftOf: loadId, undo: async () => keepUnsaved(loadId, current ?? null) })
    keepUnsaved(
      loadId,
      !isSaving && isSame(next, saved) ? null : { ...current, base: current?.base ?? saved, mine: next, guests },
    )
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
      const removedIds = removeIds(saved, unsaved.mine)
      const takeBack = followTimes([loadId], removedIds)
      offerUndo(currentTexts(planTexts).saved, { undo: () => takeBack(() => restoreStops(former)) })
    } catch (error) {
      const id = findRefusedId(error)
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
      unsaved &&
      keepUnsaved(loadId, { ...unsaved, base: saved, mine: mergeSequences(unsaved.mine, unsaved.base, saved) }),
  }
}

/** Saves a sequence at the version that was read. */
async function send(loadId: string, { base, mine }: UnsavedSequence, etag: string | null | undefined): Promise<void> {
  try {
    await writeStops(loadId, mine, etag ?? undefined)
  } catch (error) {
    if (!hasCode(error, 'VERSION_MISMATCH')) throw error
    // A newer version with the same stops, for example with another capacity, is no conflict.
    const latest = await readStops(loadId)
    if (!isSame(latest.stops, base)) throw error
    await writeStops(loadId, mine, latest.etag)
  }
  // The old sequence must not appear between the save and the refresh.
  await queryClient.refetchQueries({ queryKey: buildQuery(getLoadById, { params: { loadId } }).queryKey })
  forgetDraft(loadId)
  const current = getUnsavedSequence(loadId)
  // Moves during the save stay unsaved.
  keepUnsaved(loadId, current && !isSame(current.mine, mine) ? { ...current, base: mine } : null)
}
