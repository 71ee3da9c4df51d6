// Changes many orders. Each order has its own result, and the change can be undone.
import { importConsignments, type RowResult } from '../../contract/bulk.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { refusalMessage } from '../api/problems.ts'
import { refreshLoads } from '../load/refresh.ts'
import { showDone } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentWords } from '../words/language.ts'
import { orderWords } from './words.ts'

export interface Outcome {
  key: string
  status: RowResult['status'] | 'deleted'
  message?: string
}

export interface Assigned {
  outcomes: Outcome[]
  /** Restores the former values and returns how many orders changed since. Null if the change cannot be undone. */
  undo: (() => Promise<number>) | null
}

export const isFailed = ({ status }: Outcome): boolean => status === 'failed'

/** Sends orders in batches. Each order has its own result. */
export async function send(consignments: readonly { key: string }[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let from = 0; from < consignments.length; from += limits.importRows) {
    const some = consignments.slice(from, from + limits.importRows)
    const { data } = await client.call(importConsignments, { query: { mode: 'upsert' }, body: { consignments: some } })
    for (const { index, status, ...result } of data.results)
      outcomes.push({
        key: some[index]!.key,
        status,
        ...(status === 'failed' ? { message: refusalMessage(result) } : {}),
      })
  }
  return outcomes
}

export interface Telling {
  say(count: number): string
  /** Receives the results if an order was refused. */
  onFailed(outcomes: Outcome[]): void
  /** Runs after the change and after its undo. */
  onChanged?(): void
}

/** Shows the number of changed orders with an undo, and reports refused orders. */
export function tell({ outcomes, undo }: Assigned, { say, onFailed, onChanged }: Telling): void {
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
  return changedSince > 0 ? currentWords(orderWords).notUndone(changedSince) : undefined
}
