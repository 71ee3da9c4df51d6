// Changes many orders. Each order has its own result, and the change can be undone.
import { importConsignments, type RowResult } from '../../contract/bulk.ts'
import { recordLimits } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'
import { describeRefusal } from '../api/problems.ts'
import { refreshLoads } from '../load/refresh.ts'
import { showDone } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentTexts } from '../words/language.ts'
import { orderTexts } from './words.ts'

export interface ChangeResult {
  key: string
  status: RowResult['status'] | 'deleted'
  message?: string
}

export interface BulkChange {
  outcomes: ChangeResult[]
  /** Restores the former values and returns how many orders changed since. Null if the change cannot be undone. */
  undo: (() => Promise<number>) | null
}

export const isFailed = ({ status }: ChangeResult): boolean => status === 'failed'

/** Sends orders in batches. Each order has its own result. */
export async function sendChanges(consignments: readonly { key: string }[]): Promise<ChangeResult[]> {
  const outcomes: ChangeResult[] = []
  for (let startIndex = 0; startIndex < consignments.length; startIndex += recordLimits.importRows) {
    const batch = consignments.slice(startIndex, startIndex + recordLimits.importRows)
    const { data } = await apiClient.call(importConsignments, {
      query: { mode: 'upsert' },
      body: { consignments: batch },
    })
    for (const { index, status, ...result } of data.results)
      outcomes.push({
        key: batch[index]!.key,
        status,
        ...(status === 'failed' ? { message: describeRefusal(result) } : {}),
      })
  }
  return outcomes
}

export interface ChangeReport {
  say(count: number): string
  /** Receives the results if an order was refused. */
  onFailed(outcomes: ChangeResult[]): void
  /** Runs after the change and after its undo. */
  onChanged?(): void
}

/** Shows the number of changed orders with an undo, and reports refused orders. */
export function reportChange({ outcomes, undo }: BulkChange, { say, onFailed, onChanged }: ChangeReport): void {
  const refreshed = () => {
    void refreshLoads()
    onChanged?.()
  }
  refreshed()
  const changed = outcomes.filter(({ status }) => status === 'updated').length
  if (outcomes.some(isFailed)) onFailed(outcomes)
  else if (changed === 0) showDone(say(0))
  if (changed === 0) return
  if (undo === null) showDone(say(changed))
  else offerUndo(say(changed), { undo: () => takeBack(undo).finally(refreshed) })
}

async function takeBack(undo: () => Promise<number>): Promise<string | undefined> {
  const changedSince = await undo()
  return changedSince > 0 ? currentTexts(orderTexts).notUndone(changedSince) : undefined
}
