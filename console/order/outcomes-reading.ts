// Reads the orders of the outcome dialog, and proposes the most likely outcome of each.
import type { Consignment } from '../../contract/consignment.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { apiClient } from '../api/client.ts'
import { readOrders } from '../api/rows.ts'
import type { LocaleFormat } from '../words/format.ts'
import type { OutcomeAnswer, OutcomeRow } from './outcomes-rows.ts'
import { createId } from './recording.ts'

/** Maximum number of rows on one page. */
export const rowsMax = 200

export interface RequestedOutcomes {
  rows: OutcomeRow[]
  /** Number of requested orders that already have an outcome. */
  recordedCount: number
}

/** Reads the orders with a proposed outcome: delivered at the planned time, which is true of most orders. */
export async function readRows(
  consignmentIds: readonly string[],
  format: Pick<LocaleFormat, 'field'>,
): Promise<RequestedOutcomes> {
  const orders = await readOrders(consignmentIds.slice(0, rowsMax))
  const open = orders.filter(({ outcome }) => outcome === null)
  const planned = await plannedTimes(new Set(open.flatMap(({ loadId }) => loadId ?? [])))
  const now = new Date().toISOString()
  const rows = open.sort(byStop).map((order): OutcomeRow => {
    const time = planned.get(order.consignmentId) ?? order.planned
    const instant = time !== null && time < now ? time : now
    const filled = { instant, text: format.field(instant) }
    const answer: OutcomeAnswer = { outcome: 'success', reason: null, contactName: '', remarks: '', time: filled.text }
    return { order, podId: createId(), filled, ...answer }
  })
  return { rows, recordedCount: orders.length - open.length }
}

const byStop = (a: Consignment, b: Consignment) =>
  (a.loadId ?? '').localeCompare(b.loadId ?? '') || a.stopPosition - b.stopPosition

async function plannedTimes(loadIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>()
  for (const loadId of loadIds) {
    const { stops } = (await apiClient.call(getLoadProgress, { params: { loadId } })).data
    for (const { consignmentId, planned } of stops) if (planned !== null) times.set(consignmentId, planned)
  }
  return times
}
