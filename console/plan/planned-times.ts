// Planned times that follow the sequence: proposed from the estimate, and written to all orders of the load at once.

import type { Arrival } from '../../contract/arrivals.ts'
import { importConsignments } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { refusalMessage } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentWords } from '../words/language.ts'
import { type Proposal, proposedTimes } from './proposed-times.ts'
import type { PlanStop } from './route.ts'
import { timesWords } from './times-words.ts'

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

export async function setPlannedTimes(stops: readonly PlanStop[], arrivals: readonly Arrival[]): Promise<void> {
  const words = currentWords(timesWords)
  const proposed = proposedTimes(stops, arrivals)
  if (proposed.length === 0) throw new Error(words.noEstimate)
  const former = stops.map(({ key, planned }) => ({ key, planned }))
  const failed = await writeTimes(proposed)
  const missing = stops.length - proposed.length
  const said = [
    words.timesSet(proposed.length - failed.length),
    ...(missing > 0 ? [words.withoutTime(missing)] : []),
    ...(failed.length > 0 ? [words.notSet(failed.join(', '))] : []),
  ]
  const isWritten = new Set(proposed.map(({ key }) => key))
  offerUndo(said.join(' '), {
    async undo() {
      const left = await writeTimes(former.filter(({ key }) => isWritten.has(key)))
      return left.length > 0 ? words.notSet(left.join(', ')) : undefined
    },
  })
}
