// Sets one value in many orders. An undo restores the orders that no user has changed since.
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { addExport, removeExport } from '../../contract/export.ts'
import { createLoad, deleteLoadById, getLoadById, updateLoadById } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { refreshEndpoints } from '../api/query.ts'
import { readRows } from '../api/rows.ts'
import { type BulkChange, sendChanges } from '../order/changing.ts'
import { insertOffered } from '../plan/load/arrange.ts'
import { fetchOffer } from '../plan/load/offers.ts'
import type { SelectedOrder } from './selection.ts'

export type AssignableField = 'loadId' | 'depotKey' | 'areaKey'

/** Sets a value in orders; null removes the value. */
export async function assignValue(
  orders: readonly SelectedOrder[],
  member: AssignableField,
  value: string | null,
): Promise<BulkChange> {
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const former = await readRows(ids)
  const outcomes = await sendChanges(orders.map(({ key }) => ({ key, [member]: value })))
  const changed = new Set(outcomes.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const changedRows = former.filter(({ key }) => changed.has(key))
  return { outcomes, undo: () => takeBack(changedRows, member, value) }
}

/** Adds orders to a load at their cheapest positions. */
export async function assignToLoad(orders: readonly SelectedOrder[], loadId: string): Promise<BulkChange> {
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const offer = await fetchOffer(ids, loadId)
  const assigned = await assignValue(orders, 'loadId', loadId)
  if (offer) await sortLoad(loadId, ids, offer.consignmentIds)
  return assigned
}

/** Moves orders of a load to their offered positions. Orders that were refused are not among its stops. */
async function sortLoad(loadId: string, ids: readonly string[], offered: readonly string[]): Promise<void> {
  const { data, etag } = await apiClient.call(getLoadById, { params: { loadId } })
  const present = data.stops.map(({ consignmentId }) => consignmentId)
  const joined = ids.filter((id) => present.includes(id))
  const sequence = insertOffered(present, joined, offered)
  if (sequence.join() === present.join()) return
  const stops = sequence.map((consignmentId) => ({ consignmentId }))
  await apiClient.call(updateLoadById, { params: { loadId }, body: { stops }, ...(etag ? { ifMatch: etag } : {}) })
}

/** Creates a load for orders. An undo deletes it when it is empty. */
export async function assignToNew(orders: readonly SelectedOrder[], key: string): Promise<BulkChange> {
  const { loadId } = (await apiClient.call(createLoad, { body: { key } })).data
  try {
    const { outcomes, undo } = await assignValue(orders, 'loadId', loadId)
    return { outcomes, undo: undo && (() => undo().finally(() => deleteEmpty(loadId))) }
  } finally {
    await deleteEmpty(loadId)
  }
}

async function deleteEmpty(loadId: string): Promise<void> {
  try {
    const { data, etag } = await apiClient.call(getLoadById, { params: { loadId } })
    if (data.stops.length > 0) return
    await apiClient.call(deleteLoadById, { params: { loadId }, ...(etag ? { ifMatch: etag } : {}) })
  } catch (error) {
    // Another user has deleted the load, or has begun to use it.
    if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'VERSION_MISMATCH')) throw error
  }
}

/** Adds orders to the export list. An undo removes the orders that were not on the list before. */
export async function addToExport(orders: readonly SelectedOrder[]): Promise<{ undo(): Promise<void> }> {
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const added = (await readRows(ids)).filter(({ onExportList }) => !onExportList)
  await apiClient.call(addExport, { body: { ids } })
  await refreshEndpoints(listConsignments)
  return {
    async undo() {
      for (const { consignmentId } of added) await apiClient.call(removeExport, { params: { consignmentId } })
      await refreshEndpoints(listConsignments)
    },
  }
}

async function takeBack(
  former: readonly ConsignmentSummary[],
  member: AssignableField,
  assigned: string | null,
): Promise<number> {
  const rows = await readRows(former.map(({ consignmentId }) => consignmentId))
  const untouched = new Set(rows.filter((row) => row[member] === assigned).map(({ consignmentId }) => consignmentId))
  const restorableRows = former.filter(({ consignmentId }) => untouched.has(consignmentId))
  const homeless = restorableRows.filter(({ loadId }) => member !== 'loadId' || loadId === null)
  const outcomes = await sendChanges(homeless.map((row) => ({ key: row.key, [member]: row[member] })))
  if (member === 'loadId') await putBack(restorableRows.filter(({ loadId }) => loadId !== null))
  return former.length - restorableRows.length + outcomes.filter(({ status }) => status === 'failed').length
}

/** Moves orders back to their load and their former position. */
async function putBack(rows: readonly ConsignmentSummary[]): Promise<void> {
  for (const [loadId, some] of Map.groupBy(rows, (row) => row.loadId!)) {
    const { data, etag } = await apiClient.call(getLoadById, { params: { loadId } })
    const stops = data.stops.map(({ consignmentId }) => ({ consignmentId }))
    for (const { consignmentId, stopPosition } of some.toSorted((a, b) => a.stopPosition - b.stopPosition))
      stops.splice(stopPosition - 1, 0, { consignmentId })
    await apiClient.call(updateLoadById, { params: { loadId }, body: { stops }, ...(etag ? { ifMatch: etag } : {}) })
  }
}
