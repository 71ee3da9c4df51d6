// Reads the orders of the outcome dialog, and proposes the most likely outcome of each.
import type { Consignment } from '../../contract/consignment.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { client } from '../api/client.ts'
import { readOrders } from '../api/rows.ts'
import type { Format } from '../words/format.ts'
import type { Answer, Row } from './outcomes-rows.ts'
import { newId } from './recording.ts'

/** Maximum number of rows on one page. */
export const rowsMax = 200

export interface Asked {
  rows: Row[]
  /** Number of requested orders that already have an outcome. */
  known: number
}

/** Reads the orders with a proposed outcome: delivered at the planned time, which is true of most orders. */
export async function readRows(consignmentIds: readonly string[], format: Pick<Format, 'field'>): Promise<Asked> {
  const orders = await readOrders(consignmentIds.slice(0, rowsMax))
  const open = orders.filter(({ outcome }) => outcome === null)
  const planned = await plannedTimes(new Set(open.flatMap(({ loadId }) => loadId ?? [])))
  const now = new Date().toISOString()
  const rows = open.sort(byStop).map((order): Row => {
    const time = planned.get(order.consignmentId) ?? order.planned
    const instant = time !== null && time < now ? time : now
    const filled = { instant, shown: format.field(instant) }
    const answer: Answer = { outcome: 'success', reason: null, contactName: '', remarks: '', time: filled.shown }
    return { order, podId: newId(), filled, ...answer }
  })
  return { rows, known: orders.length - open.length }
}

const byStop = (one: Consignment, other: Consignment) =>
  (one.loadId ?? '').localeCompare(other.loadId ?? '') || one.stopPosition - other.stopPosition

async function plannedTimes(loadIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>()
  for (const loadId of loadIds) {
    const { stops } = (await client.call(getLoadProgress, { params: { loadId } })).data
    for (const { consignmentId, planned } of stops) if (planned !== null) times.set(consignmentId, planned)
  }
  return times
}
