// Stores the imports of the last day, with their orders. A user can plan them together, or undo an import, later.

import { createStore } from '../platform/store.ts'
import { forgetWork, keepWork, keptWork } from './kept.ts'

export interface Batch {
  batchId: string
  /** Name of the file. */
  name: string
  atMs: number
  /** The most frequent day of the orders, if they have one. */
  day: string | null
  orders: readonly { consignmentId: string; version?: number }[]
}

const kept = 'batches'
const dayMs = 24 * 60 * 60_000
const batchesMax = 20

/** The imports, newest first; undefined until they are read. */
export const batches = createStore<readonly Batch[] | undefined>(undefined)

// Requests run one after another: a read that began before a write would restore the old state.
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work)
  last = next
  return next
}

export const readBatches = (): Promise<readonly Batch[]> => inTurn(read)

async function read(): Promise<readonly Batch[]> {
  const found = ((await keptWork<Batch[]>(kept)) ?? []).filter(({ atMs }) => Date.now() - atMs < dayMs)
  batches.set(found)
  return found
}

async function write(next: readonly Batch[]): Promise<void> {
  batches.set(next)
  await (next.length === 0 ? forgetWork(kept) : keepWork(kept, next))
}

/** Stores an import. Corrected rows add orders to it; an import without orders is not stored. */
export const keepBatch = (batch: Batch): Promise<void> =>
  inTurn(async () => {
    const others = (await read()).filter(({ batchId }) => batchId !== batch.batchId)
    await write(batch.orders.length === 0 ? others : [batch, ...others].slice(0, batchesMax))
  })

export const forgetBatch = (batchId: string): Promise<void> =>
  inTurn(async () => write((await read()).filter((batch) => batch.batchId !== batchId)))
