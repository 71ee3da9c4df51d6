// Batched writes on PostgreSQL: writes of one environment wait for those under way, and then share a transaction.

import { runAtTickEnd, threadContention } from '../fairness/contention.ts'
import { openFairQueue } from '../fairness/fair-queue.ts'
import { openTimeQuota, postgresQuota } from '../fairness/time-quota.ts'
import { createUnavailableError, type WriteTransaction } from './database.ts'
import { createTimeoutError, type Deadline } from './postgres-transaction.ts'

type Work<T> = (tx: WriteTransaction) => T | Promise<T>
type Attempt<T> = (patience: Deadline) => Promise<T>

/** A write of a batch, with the functions that settle it. */
export interface BatchedWrite {
  work: Work<unknown>
  patience: Deadline
  /** Runs the work alone in a transaction. */
  alone: Attempt<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

export interface WriteBatcher {
  /** Returns an attempt whose first call joins a batch; each later call runs in a separate transaction. */
  batchFirst<T>(alone: Attempt<T>, work: Work<T>): Attempt<T>
  /** Returns the number of writes that wait for a batch. */
  waiting(): number
}

/**
 * Maximum number of writes per batch. Every write waits for the whole batch, and a larger batch would save little more
 * time.
 */
const batchMax = 32
/** Maximum number of writes per batch during contention, when an environment has one batch at a time. */
const contendedBatchMax = 8

export function openBatcher(write: (batch: BatchedWrite[]) => Promise<void>, waitingMax: number): WriteBatcher {
  const queue = openFairQueue<BatchedWrite>()
  const timeShare = openTimeQuota(postgresQuota)
  /** Numbers of scheduled and running batches, by environment. */
  const batches = new Map<string, { scheduled: number; running: number }>()

  async function writeBatch(key: string): Promise<void> {
    const counts = batches.get(key)!
    const batch: BatchedWrite[] = []
    const max = threadContention.isContended() ? contendedBatchMax : batchMax
    while (batch.length < max && queue.sizeFor(key) > 0) {
      const next = queue.takeNext((candidate) => candidate === key)!
      // The client has its response already if the deadline is over.
      if (next.patience.over) next.reject(createTimeoutError())
      else batch.push(next)
    }
    counts.scheduled--
    counts.running++
    const startedMs = performance.now()
    if (batch.length > 0) await (batch.length === 1 ? writeAlone(batch[0]!) : write(batch))
    counts.running--
    timeShare.record(key, performance.now() - startedMs)
    schedule(key)
  }

  /** Starts a batch if it is full, or if none is running. Small groups wait so that they grow. */
  function schedule(key: string): void {
    const counts = batches.get(key) ?? { scheduled: 0, running: 0 }
    const unscheduled = queue.sizeFor(key) - counts.scheduled * batchMax
    const isFull = unscheduled >= batchMax && !threadContention.isContended()
    if (isFull || (unscheduled > 0 && counts.scheduled + counts.running === 0)) {
      counts.scheduled++
      const delayMs = timeShare.delayMs(key)
      if (delayMs > 0) setTimeout(writeBatch, delayMs, key)
      // The writes of one turn of the event loop share a batch.
      else runAtTickEnd(() => writeBatch(key))
    }
    if (counts.scheduled + counts.running === 0) batches.delete(key)
    else batches.set(key, counts)
  }

  const join = (write: BatchedWrite): void => {
    const { environmentId } = write.patience
    if (!queue.hasCapacity(environmentId, waitingMax)) {
      write.reject(createUnavailableError('Too many requests are waiting for the database.'))
      return
    }
    queue.add(environmentId, write)
    schedule(environmentId)
  }

  return {
    batchFirst: (alone, work) => {
      let isFirst = true
      return (patience) => {
        if (!isFirst) return alone(patience)
        isFirst = false
        return new Promise((resolve, reject) =>
          join({ work, patience, alone, resolve: resolve as BatchedWrite['resolve'], reject }),
        )
      }
    },
    waiting: () => queue.size(),
  }
}

/** Runs a write in a separate transaction, and settles it. */
export async function writeAlone({ alone, patience, resolve, reject }: BatchedWrite): Promise<void> {
  await alone(patience).then(resolve, reject)
}
