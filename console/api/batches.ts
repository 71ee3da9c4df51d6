// Stores the imports of the last day, with their orders. A user can plan them together, or undo an import, later.

import { createStore } from '../platform/store.ts'
import { forgetWork, keepWork, readWork } from './unfinished-work.ts'

export interface ImportBatch {
  batchId: string
  /** Name of the file. */
  name: string
  atMs: number
  /** The most frequent day of the orders, if the orders have a day. */
  day: string | null
  orders: readonly { consignmentId: string; version?: number }[]
}

const workType = 'batches'
const dayMs = 24 * 60 * 60_000
const batchesMax = 20

/** The imports, newest first; undefined until they are read. */
export const importBatches = createStore<readonly ImportBatch[] | undefined>(undefined)

// Requests run one after another: a read that began before a write would restore the old state.
let last: Promise<unknown> = Promise.resolve()
function enqueueWork<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work)
  last = next
  return next
}

export const readBatches = (): Promise<readonly ImportBatch[]> => enqueueWork(read)

async function read(): Promise<readonly ImportBatch[]> {
  const found = ((await readWork<ImportBatch[]>(workType)) ?? []).filter(({ atMs }) => Date.now() - atMs < dayMs)
  importBatches.set(found)
  return found
}

async function write(next: readonly ImportBatch[]): Promise<void> {
  importBatches.set(next)
  await (next.length === 0 ? forgetWork(workType) : keepWork(workType, next))
}

/** Stores an import. Corrected rows add orders to it; an import without orders is not stored. */
export const keepBatch = (batch: ImportBatch): Promise<void> =>
  enqueueWork(async () => {
    const remainingBatches = (await read()).filter(({ batchId }) => batchId !== batch.batchId)
    await write(batch.orders.length === 0 ? remainingBatches : [batch, ...remainingBatches].slice(0, batchesMax))
  })

export const forgetBatch = (batchId: string): Promise<void> =>
  enqueueWork(async () => write((await read()).filter((batch) => batch.batchId !== batchId)))
