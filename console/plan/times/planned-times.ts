// Writes planned times to many orders.
import { importConsignments } from '../../../contract/bulk.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import { limits } from '../../../contract/shared.ts'
import { client } from '../../api/client.ts'
import { refusalMessage } from '../../api/problems.ts'
import { refresh } from '../../api/query.ts'
import type { Proposal } from './proposed-times.ts'

/** Writes planned times, and returns the refusals with their order. */
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
