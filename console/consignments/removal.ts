// Delays the deletion of orders by a few seconds, because the API cannot undo it.
import { deleteConsignments } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { sessionHeaders } from '../api/client.ts'
import { refusalMessage } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import { planAgainWords } from '../order/words.ts'
import { createStore } from '../platform/store.ts'
import { currentWords } from '../words/language.ts'
import { batchesOf, bodyOf, deleteOrders } from './deleting.ts'
import type { Chosen } from './selection.ts'

export const waitMs = 8_000

/** Ids of orders that wait for their deletion. */
export const leaving = createStore<ReadonlySet<string>>(new Set())

interface Waiting {
  orders: readonly Chosen[]
  timer: ReturnType<typeof setTimeout>
}
const waiting = new Set<Waiting>()

export interface Removal {
  /** Keeps the orders. Returns false if the request was already sent. */
  undo(): boolean
}

const mark = (orders: readonly Chosen[], isLeaving: boolean) => {
  const ids = new Set(leaving.get())
  for (const { consignmentId } of orders) {
    if (isLeaving) ids.add(consignmentId)
    else ids.delete(consignmentId)
  }
  leaving.set(ids)
}

export type Failed = { order: Chosen; error: unknown }

/** Deletes orders and returns the refused ones. */
async function refusedOf(orders: readonly Chosen[]): Promise<Failed[]> {
  try {
    const results = await deleteOrders(orders)
    return results.flatMap(({ index, status, code, message, values }) => {
      if (status !== 'failed') return []
      const refusal = refusalMessage({ code, message, values })
      const wayOut = code === 'LOAD_STATE' ? ` ${currentWords(planAgainWords).wayOut}` : ''
      return [{ order: orders[index]!, error: new Error(`${refusal}${wayOut}`) }]
    })
  } catch (error) {
    return orders.map((order) => ({ order, error }))
  }
}

/** Deletes orders after a delay, each at the version that the user saw, and reports refusals. */
export function removeLater(orders: readonly Chosen[], onDone: (failed: Failed[]) => void): Removal {
  mark(orders, true)
  const entry: Waiting = {
    orders,
    timer: setTimeout(async () => {
      waiting.delete(entry)
      const failed: Failed[] = []
      for (const batch of batchesOf(orders)) failed.push(...(await refusedOf(batch)))
      await refresh(listConsignments)
      mark(orders, false)
      onDone(failed)
    }, waitMs),
  }
  waiting.add(entry)
  return {
    undo() {
      if (!waiting.delete(entry)) return false
      clearTimeout(entry.timer)
      mark(orders, false)
      return true
    },
  }
}

/** Sends waiting deletions when the tab closes. */
addEventListener('pagehide', () => {
  for (const { orders, timer } of waiting) {
    clearTimeout(timer)
    for (const batch of batchesOf(orders))
      void fetch(deleteConsignments.path, {
        method: deleteConsignments.method,
        headers: { ...sessionHeaders(), 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(batch)),
        keepalive: true,
      })
  }
  waiting.clear()
})
