// Orders by their ids as they are by now, whatever the page has read of them.
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { pageLimits } from '../../contract/page.ts'
import { client } from './client.ts'

export async function readRows(ids: readonly string[]): Promise<ConsignmentSummary[]> {
  const rows: ConsignmentSummary[] = []
  for (let from = 0; from < ids.length; from += pageLimits.names) {
    const some = ids.slice(from, from + pageLimits.names).join(',')
    const query = { ids: some, view: 'compact', limit: String(pageLimits.names) } as const
    const { data } = await client.call(listConsignments, { query })
    rows.push(...(data.consignments as ConsignmentSummary[]))
  }
  return rows
}
