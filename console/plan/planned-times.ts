// Planned times as they are stored: read, and written to all orders of a load at once.
import { importConsignments } from '../../contract/bulk.ts'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { pageLimits } from '../../contract/page.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { refusalMessage } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import type { Proposal } from './proposed-times.ts'

/** What these orders have by now, whatever the page shows. */
export async function readPlanned(ids: readonly string[]): Promise<(Proposal & { loadId: string | null })[]> {
  const found: (Proposal & { loadId: string | null })[] = []
  for (let from = 0; from < ids.length; from += pageLimits.names) {
    const some = ids.slice(from, from + pageLimits.names).join(',')
    const query = { ids: some, view: 'compact', limit: String(pageLimits.names) } as const
    const { data } = await client.call(listConsignments, { query })
    for (const { key, planned, loadId } of data.consignments as ConsignmentSummary[])
      found.push({ key, planned, loadId })
  }
  return found
}

/** Answers what was refused, order by order. */
export async function writeTimes(rows: readonly Proposal[]): Promise<string[]> {
  const failed: string[] = []
  for (let from = 0; from < rows.length; from += limits.importRows) {
    const some = rows.slice(from, from + limits.importRows)
    const { data } = await client.call(importConsignments, {
      query: { mode: 'upsert', results: 'failed' },
      body: { consignments: some.map(({ key, planned }) => ({ key, planned })) },
    })
    for (const { index, ...result } of data.results) failed.push(`${some[index]!.key} (${refusalMessage(result)})`)
  }
  await refresh(listConsignments)
  return failed
}
