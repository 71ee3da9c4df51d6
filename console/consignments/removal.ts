// Deleting with a moment to think: the interface deletes for good, so the console waits before it asks for that.
import { deleteConsignmentById } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { client, sessionHeaders } from '../api/client.ts'
import { refresh } from '../api/query.ts'
import { createStore } from '../store.ts'
import type { Chosen } from './selection.ts'

export const waitMs = 8_000
const atOnce = 6

/** Ids of the orders that wait to be deleted. */
export const leaving = createStore<ReadonlySet<string>>(new Set())

interface Waiting {
  orders: readonly Chosen[]
  timer: ReturnType<typeof setTimeout>
}
const waiting = new Set<Waiting>()

export interface Removal {
  /** Keeps the orders; false when it is too late. */
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

/** Deletes after a while, each only in the version that was looked at, and tells which of them were refused. */
export function removeLater(orders: readonly Chosen[], onDone: (failed: Failed[]) => void): Removal {
  mark(orders, true)
  const entry: Waiting = {
    orders,
    timer: setTimeout(async () => {
      waiting.delete(entry)
      const failed: Failed[] = []
      const rest = [...orders]
      const work = async () => {
        for (let order = rest.shift(); order; order = rest.shift()) {
          const { consignmentId, version } = order
          try {
            await client.call(deleteConsignmentById, { params: { consignmentId }, ifMatch: `"${version}"` })
          } catch (error) {
            failed.push({ order, error })
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
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

/** A tab that is closed sends what waits: whoever asked for a deletion need not stay for it. */
addEventListener('pagehide', () => {
  for (const { orders, timer } of waiting) {
    clearTimeout(timer)
    for (const { consignmentId, version } of orders)
      void fetch(`/v1/consignment/${encodeURIComponent(consignmentId)}`, {
        method: 'DELETE',
        headers: { ...sessionHeaders(), 'if-match': `"${version}"` },
        keepalive: true,
      })
  }
  waiting.clear()
})
