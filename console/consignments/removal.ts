// Delays the deletion of orders by a few seconds, because the API cannot undo it.
import { deleteConsignments } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { buildSessionHeaders } from '../api/client.ts'
import { describeRefusal } from '../api/problems.ts'
import { refreshEndpoints } from '../api/query.ts'
import { planAgainTexts } from '../order/words.ts'
import { createStore } from '../platform/store.ts'
import { currentTexts } from '../words/language.ts'
import { buildDeletionBody, deleteOrders, splitIntoBatches } from './deleting.ts'
import type { SelectedOrder } from './selection.ts'

export const waitMs = 8_000

/** Ids of orders that wait for their deletion. */
export const pendingDeletions = createStore<ReadonlySet<string>>(new Set())

interface Waiting {
  orders: readonly SelectedOrder[]
  timer: ReturnType<typeof setTimeout>
}
const waiting = new Set<Waiting>()

export interface PendingRemoval {
  /** Keeps the orders. Returns false if the request was already sent. */
  undo(): boolean
}

const setPending = (orders: readonly SelectedOrder[], isPending: boolean) => {
  const ids = new Set(pendingDeletions.get())
  for (const { consignmentId } of orders) {
    if (isPending) ids.add(consignmentId)
    else ids.delete(consignmentId)
  }
  pendingDeletions.set(ids)
}

export type FailedDeletion = { order: SelectedOrder; error: unknown }

/** Deletes orders and returns the refused ones. */
async function refusedOf(orders: readonly SelectedOrder[]): Promise<FailedDeletion[]> {
  try {
    const results = await deleteOrders(orders)
    return results.flatMap(({ index, status, code, message, values }) => {
      if (status !== 'failed') return []
      const refusal = describeRefusal({ code, message, values })
      const advice = code === 'LOAD_STATE' ? ` ${currentTexts(planAgainTexts).wayOut}` : ''
      return [{ order: orders[index]!, error: new Error(`${refusal}${advice}`) }]
    })
  } catch (error) {
    return orders.map((order) => ({ order, error }))
  }
}

/** Deletes orders after a delay, each at the version that the user saw, and reports refusals. */
export function removeLater(
  orders: readonly SelectedOrder[],
  onDone: (failed: FailedDeletion[]) => void,
): PendingRemoval {
  setPending(orders, true)
  const entry: Waiting = {
    orders,
    timer: setTimeout(async () => {
      waiting.delete(entry)
      const failed: FailedDeletion[] = []
      for (const batch of splitIntoBatches(orders)) failed.push(...(await refusedOf(batch)))
      await refreshEndpoints(listConsignments)
      setPending(orders, false)
      onDone(failed)
    }, waitMs),
  }
  waiting.add(entry)
  return {
    undo() {
      if (!waiting.delete(entry)) return false
      clearTimeout(entry.timer)
      setPending(orders, false)
      return true
    },
  }
}

/** Sends waiting deletions when the tab closes. */
addEventListener('pagehide', () => {
  for (const { orders, timer } of waiting) {
    clearTimeout(timer)
    for (const batch of splitIntoBatches(orders))
      void fetch(deleteConsignments.path, {
        method: deleteConsignments.method,
        headers: { ...buildSessionHeaders(), 'content-type': 'application/json' },
        body: JSON.stringify(buildDeletionBody(batch)),
        keepalive: true,
      })
  }
  waiting.clear()
})
