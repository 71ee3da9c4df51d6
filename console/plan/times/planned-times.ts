// Writes planned times to many orders.
import { importConsignments } from '../../../contract/bulk.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import { recordLimits } from '../../../contract/shared.ts'
import { apiClient } from '../../api/client.ts'
import { describeRefusal } from '../../api/problems.ts'
import { refreshEndpoints } from '../../api/query.ts'
import type { TimeProposal } from './proposed-times.ts'

/** Writes planned times, and returns the refusals with their order. */
export async function writeTimes(rows: readonly TimeProposal[]): Promise<string[]> {
  const failed: string[] = []
  for (let startIndex = 0; startIndex < rows.length; startIndex += recordLimits.importRows) {
    const batch = rows.slice(startIndex, startIndex + recordLimits.importRows)
    const { data } = await apiClient.call(importConsignments, {
      query: { mode: 'upsert', results: 'failed' },
      body: { consignments: batch.map(({ key, planned }) => ({ key, planned })) },
    })
    for (const { index, ...result } of data.results) failed.push(`${batch[index]!.key} (${describeRefusal(result)})`)
  }
  await refreshEndpoints(listConsignments)
  return failed
}
