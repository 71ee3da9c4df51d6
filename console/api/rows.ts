// Orders by their ids as they are by now, whatever the page has read of them.
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { client } from './client.ts'

/** More may be named, but a proxy before the service may not take so long an address. */
const idsMax = 100

export async function readRows(ids: readonly string[]): Promise<ConsignmentSummary[]> {
  const rows: ConsignmentSummary[] = []
  for (let from = 0; from < ids.length; from += idsMax) {
    const some = ids.slice(from, from + idsMax).join(',')
    const query = { ids: some, view: 'compact', limit: String(idsMax) } as const
    const { data } = await client.call(listConsignments, { query })
    rows.push(...(data.consignments as ConsignmentSummary[]))
  }
  return rows
}
