// What was imported in the last day: which orders, so that they can be planned together or taken back after the page was left.
import { forgetWork, keepWork, keptWork } from './api/kept.ts'
import { createStore } from './store.ts'

export interface Batch {
  batchId: string
  /** Of the file. */
  name: string
  atMs: number
  /** The day that most of them are wanted on, if any. */
  day: string | null
  orders: readonly { consignmentId: string; version?: number }[]
}

const kept = 'batches'
const dayMs = 24 * 60 * 60_000
const batchesMax = 20

/** Newest first; nothing until they have been read. */
export const batches = createStore<readonly Batch[] | undefined>(undefined)

export async function readBatches(): Promise<readonly Batch[]> {
  const found = ((await keptWork<Batch[]>(kept)) ?? []).filter(({ atMs }) => Date.now() - atMs < dayMs)
  batches.set(found)
  return found
}

async function write(next: readonly Batch[]): Promise<void> {
  batches.set(next)
  await (next.length === 0 ? forgetWork(kept) : keepWork(kept, next))
}

/** A batch grows while what failed is mended; one without orders is none. */
export async function keepBatch(batch: Batch): Promise<void> {
  const others = (await readBatches()).filter(({ batchId }) => batchId !== batch.batchId)
  await write(batch.orders.length === 0 ? others : [batch, ...others].slice(0, batchesMax))
}

export async function forgetBatch(batchId: string): Promise<void> {
  await write((await readBatches()).filter((batch) => batch.batchId !== batchId))
}
