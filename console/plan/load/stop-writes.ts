// Moves orders between loads, or out of them: one request per load, with its unsaved changes, and one undo for all.
import { ApiProblem } from '../../../client/client.ts'
import { createLoad, deleteLoadById, getLoadById, type Load, updateLoadById } from '../../../contract/load.ts'
import { apiClient } from '../../api/client.ts'
import { hasCode } from '../../api/problems.ts'
import { queryClient, runLoadDeletion } from '../../api/query.ts'
import { readRows } from '../../api/rows.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { currentTexts } from '../../words/language.ts'
import { insertOffered, removeIds } from './arrange.ts'
import { isSame, mergeSequences, type StopSequence } from './sequence.ts'
import { announceChange, getUnsavedSequence, listUnsavedLoads } from './unsaved-sequences.ts'
import { manyTexts } from './words.ts'

export interface SavedStops {
  load: Load
  stops: StopSequence
  etag: string | undefined
}

export async function readStops(loadId: string): Promise<SavedStops> {
  const { data, etag } = await apiClient.call(getLoadById, { params: { loadId } })
  return { load: data, stops: data.stops.map(({ consignmentId }) => consignmentId), etag: etag ?? undefined }
}

export async function writeStops(loadId: string, stops: StopSequence, etag: string | undefined): Promise<void> {
  try {
    await apiClient.call(updateLoadById, {
      params: { loadId },
      body: { stops: stops.map((consignmentId) => ({ consignmentId })) },
      ...(etag ? { ifMatch: etag } : {}),
    })
  } catch (error) {
    const stopIndex = refusedStop(error)
    if (error instanceof ApiProblem && stopIndex !== undefined) refused.set(error, stops[stopIndex]!)
    throw error
  }
}

/** The order that caused a refusal, by its error. */
const refused = new WeakMap<ApiProblem, string>()
export const findRefusedId = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? refused.get(error) : undefined

function refusedStop(error: unknown): number | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const found = error.errors.map(({ path }) => /^\/stops\/(\d+)\//.exec(path)?.[1]).find((index) => index !== undefined)
  return found === undefined ? undefined : Number(found)
}

/** Returns the loads that contain the orders now. */
async function homesOf(ids: StopSequence): Promise<string[]> {
  const homes = (await readRows(ids)).flatMap(({ loadId }) => loadId ?? [])
  return [...new Set(homes)]
}

/** Stops of each load before and after a change, in the sequence in which an undo writes the loads. */
export type FormerStops = ReadonlyMap<string, { before: StopSequence; after: StopSequence }>

type Change = (sequence: StopSequence) => StopSequence

/** Writes loads, applies each change to the unsaved sequence of its load too, and then reads the saved stops. */
async function writing(changeOf: (loadId: string) => Change, write: () => Promise<void>): Promise<void> {
  const settle = listUnsavedLoads().map((loadId) => announceChange(loadId, changeOf(loadId)))
  let isDone = false
  try {
    await write()
    isDone = true
  } finally {
    await refreshStops()
    for (const settled of settle) settled(isDone)
  }
}

/** Returns the change that removes orders from any sequence. */
const givingUp = (ids: StopSequence) => (): Change => (sequence) => removeIds(sequence, ids)

/** Reads the saved stops of the loads on the page, before a sequence is compared with the saved stops. */
async function refreshStops(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: [getLoadById.id], type: 'active' })
  void refreshLoads()
}

export interface StopMove {
  ids: StopSequence
  /** Id of the target load; null removes the orders from their loads. */
  targetLoadId: string | null
  /** Offered sequence of the target load with the orders; without it, they go to the end. */
  offered?: StopSequence | undefined
}

/** Moves orders into a load, or out of all loads. Returns the data for an undo. */
export async function moveStops(move: StopMove): Promise<FormerStops> {
  try {
    return await tryMove(move)
  } catch (error) {
    // Another user changed the load at the same time: the move is repeated on the new version.
    if (!hasCode(error, 'VERSION_MISMATCH')) throw error
    return tryMove(move)
  }
}

async function tryMove({ ids, targetLoadId, offered }: StopMove): Promise<FormerStops> {
  const sources = (await homesOf(ids)).filter((loadId) => loadId !== targetLoadId)
  const former = new Map<string, { before: StopSequence; after: StopSequence }>()
  const saved = new Map<string, SavedStops>()
  for (const loadId of [...sources, ...(targetLoadId === null ? [] : [targetLoadId])])
    saved.set(loadId, await readStops(loadId))
  for (const loadId of sources) {
    const before = saved.get(loadId)!.stops
    former.set(loadId, { before, after: removeIds(before, ids) })
  }
  if (targetLoadId === null) {
    await writing(givingUp(ids), async () => {
      for (const [loadId, { after }] of former) await writeStops(loadId, after, saved.get(loadId)!.etag)
    })
    return former
  }
  const { stops: before, etag } = saved.get(targetLoadId)!
  // The user sees the unsaved sequence, so the orders join it.
  const sequence = getUnsavedSequence(targetLoadId)?.mine ?? before
  const after = insertOffered(sequence, ids, offered ?? [])
  const changeOf = (loadId: string) => (loadId === targetLoadId ? () => after : givingUp(ids)())
  await writing(changeOf, () => writeStops(targetLoadId, after, etag))
  return former.set(targetLoadId, { before, after })
}

/** Restores the stops of loads. Throws if another user has changed one of the loads since. */
export async function restoreStops(former: FormerStops): Promise<void> {
  for (const [loadId, { after }] of former) {
    const saved = await readStops(loadId)
    if (!isSame(saved.stops, after)) throw new Error(currentTexts(manyTexts).cannotUndo(saved.load.key))
  }
  const changeOf = (loadId: string): Change => {
    const change = former.get(loadId)
    return (sequence) => (change ? mergeSequences(sequence, change.after, change.before) : sequence)
  }
  await writing(changeOf, async () => {
    for (const [loadId, { before }] of former) {
      // An earlier request may have taken stops out of this load, so that its version has changed.
      const { stops } = await readStops(loadId)
      if (!isSame(stops, before)) await writeStops(loadId, before, undefined)
    }
  })
}

const triesMax = 50

/** Creates a second load like the first, with some of its stops. */
export async function splitLoad(
  load: Load,
  ids: StopSequence,
): Promise<{ former: FormerStops; loadId: string; key: string }> {
  const { stops: before } = await readStops(load.loadId)
  const { startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity, packageCapacity } = load
  const copiedFields = { startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity, packageCapacity }
  for (let number = 2; ; number++) {
    const key = `${load.key}-${number}`
    try {
      let loadId = ''
      await writing(givingUp(ids), async () => {
        const stops = ids.map((consignmentId) => ({ consignmentId }))
        loadId = (await apiClient.call(createLoad, { body: { key, ...copiedFields, stops } })).data.loadId
      })
      return { former: new Map([[load.loadId, { before, after: removeIds(before, ids) }]]), loadId, key }
    } catch (error) {
      if (!hasCode(error, 'KEY_EXISTS') || number >= triesMax) throw error
    }
  }
}

/** Joins a split load again. */
export async function joinAgain({ former, loadId }: { former: FormerStops; loadId: string }): Promise<void> {
  await restoreStops(former)
  await runLoadDeletion([loadId], () => apiClient.call(deleteLoadById, { params: { loadId } }))
  void refreshLoads()
}
