// Sets one value in many orders, and undoes it in orders that nobody has changed since.
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { addExport, removeExport } from '../../contract/export.ts'
import { createLoad, deleteLoadById, getLoadById, updateLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import { readRows } from '../api/rows.ts'
import { type Assigned, send } from '../order/changing.ts'
import type { Chosen } from './selection.ts'

export type Member = 'loadId' | 'depotKey' | 'areaKey'

/** Sets a value in orders; null removes the value. */
export async function assign(orders: readonly Chosen[], member: Member, value: string | null): Promise<Assigned> {
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const former = await readRows(ids)
  const outcomes = await send(orders.map(({ key }) => ({ key, [member]: value })))
  const changed = new Set(outcomes.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const before = former.filter(({ key }) => changed.has(key))
  return { outcomes, undo: () => takeBack(before, member, value) }
}

/** Creates a load for orders. An undo deletes it when it is empty. */
export async function assignToNew(orders: readonly Chosen[], key: string): Promise<Assigned> {
  const { loadId } = (await client.call(createLoad, { body: { key } })).data
  try {
    const { outcomes, undo } = await assign(orders, 'loadId', loadId)
    return { outcomes, undo: undo && (() => undo().finally(() => deleteEmpty(loadId))) }
  } finally {
    await deleteEmpty(loadId)
  }
}

async function deleteEmpty(loadId: string): Promise<void> {
  try {
    const { data, etag } = await client.call(getLoadById, { params: { loadId } })
    if (data.stops.length > 0) return
    await client.call(deleteLoadById, { params: { loadId }, ...(etag ? { ifMatch: etag } : {}) })
  } catch (error) {
    // Another user has deleted the load, or has begun to use it.
    if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'VERSION_MISMATCH')) throw error
  }
}

/** Adds orders to the export list. An undo removes those that were not on it before. */
export async function addToExport(orders: readonly Chosen[]): Promise<{ undo(): Promise<void> }> {
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const added = (await readRows(ids)).filter(({ onExportList }) => !onExportList)
  await client.call(addExport, { body: { ids } })
  await refresh(listConsignments)
  return {
    async undo() {
      for (const { consignmentId } of added) await client.call(removeExport, { params: { consignmentId } })
      await refresh(listConsignments)
    },
  }
}

async function takeBack(former: readonly ConsignmentSummary[], member: Member, given: string | null): Promise<number> {
  const now = await readRows(former.map(({ consignmentId }) => consignmentId))
  const untouched = new Set(now.filter((row) => row[member] === given).map(({ consignmentId }) => consignmentId))
  const mine = former.filter(({ consignmentId }) => untouched.has(consignmentId))
  const homeless = mine.filter(({ loadId }) => member !== 'loadId' || loadId === null)
  const outcomes = await send(homeless.map((row) => ({ key: row.key, [member]: row[member] })))
  if (member === 'loadId') await putBack(mine.filter(({ loadId }) => loadId !== null))
  return former.length - mine.length + outcomes.filter(({ status }) => status === 'failed').length
}

/** Moves orders back to their load and their former position. */
async function putBack(rows: readonly ConsignmentSummary[]): Promise<void> {
  for (const [loadId, some] of Map.groupBy(rows, (row) => row.loadId!)) {
    const { data, etag } = await client.call(getLoadById, { params: { loadId } })
    const stops = data.stops.map(({ consignmentId }) => ({ consignmentId }))
    for (const { consignmentId, stopPosition } of some.toSorted((a, b) => a.stopPosition - b.stopPosition))
      stops.splice(stopPosition - 1, 0, { consignmentId })
    await client.call(updateLoadById, { params: { loadId }, body: { stops }, ...(etag ? { ifMatch: etag } : {}) })
  }
}
