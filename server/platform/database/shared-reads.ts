// Runs single reads on PostgreSQL over a few shared connections. Concurrent reads are sent together.

import { runAtTickEnd, threadContention } from '../fairness/contention.ts'
import { type FairQueue, openFairQueue } from '../fairness/fair-queue.ts'
import { openTimeQuota, postgresQuota, type TimeQuota } from '../fairness/time-quota.ts'
import type { PostgresConnection } from './connection.ts'
import { createUnavailableError, type SqlRow, type SqlValue } from './database.ts'
import { type StatementRequest, type StatementText, sendStatements } from './exchange.ts'

export interface SharedReads {
  /** Returns the first row of a statement that changes nothing, outside of any transaction. */
  get(statement: StatementText, values: readonly SqlValue[], environmentId: string): Promise<SqlRow | undefined>
}

interface Read extends StatementRequest {
  environmentId: string
}
interface ConnectionSlot {
  connection: PostgresConnection | undefined
  busy: boolean
}

const count = 2
/** Maximum number of reads per batch. A row may be large, and the first read waits for the last. */
const togetherMax = 32
/**
 * Maximum number of reads of one environment per batch during contention: other environments wait for the whole batch.
 */
const sharedMax = 4

export function openSharedReads(open: () => Promise<PostgresConnection>, waitingMax: number): SharedReads {
  const slots = Array.from({ length: count }, (): ConnectionSlot => ({ connection: undefined, busy: false }))
  const queue = openFairQueue<Read>()
  const timeShare = openTimeQuota(postgresQuota)
  let isScheduled = false
  let delayed: NodeJS.Timeout | undefined

  function flush(): void {
    isScheduled = false
    for (const slot of slots) {
      if (queue.size() === 0) return
      if (slot.busy) continue
      const { reads, delayMs } = takeTogether(queue, timeShare)
      if (reads.length === 0) {
        clearTimeout(delayed)
        delayed = setTimeout(flush, delayMs)
        return
      }
      slot.busy = true
      carry(slot, reads)
    }
  }

  async function carry(slot: ConnectionSlot, reads: Read[]): Promise<void> {
    const beganMs = performance.now()
    try {
      if (!slot.connection || slot.connection.lost) slot.connection = await open()
      const { unanswered } = await sendStatements(slot.connection, reads)
      for (const read of (unanswered as Read[]).reverse()) queue.putBack(read.environmentId, read)
    } catch (error) {
      for (const { reject } of reads) reject(error)
    }
    slot.busy = false
    for (const id of new Set(reads.map((read) => read.environmentId))) timeShare.record(id, performance.now() - beganMs)
    flush()
  }

  return {
    get(statement, values, environmentId) {
      if (!queue.hasCapacity(environmentId, waitingMax))
        return Promise.reject(createUnavailableError('Too many requests are waiting for the database.'))
      return new Promise((resolve, reject) => {
        queue.add(environmentId, { environmentId, statement, values, resolve: ({ rows }) => resolve(rows[0]), reject })
        // Reads of one turn of the event loop are sent together at its end.
        if (isScheduled) return
        isScheduled = true
        runAtTickEnd(flush)
      })
    },
  }
}

/** Takes the reads of the next batch. Without a read that may start, returns the shortest delay. */
function takeTogether(waiting: FairQueue<Read>, timeShare: TimeQuota): { reads: Read[]; delayMs: number } {
  const reads: Read[] = []
  const counts = new Map<string, number>()
  const readsMax = threadContention.isContended() ? sharedMax : togetherMax
  let least = postgresQuota.delayMsMax
  const may = (environmentId: string) => {
    const delayMs = timeShare.delayMs(environmentId)
    if (delayMs > 0) least = Math.min(least, delayMs)
    return delayMs === 0 && (counts.get(environmentId) ?? 0) < readsMax
  }
  for (let next = waiting.takeNext(may); next; next = reads.length < togetherMax ? waiting.takeNext(may) : undefined) {
    reads.push(next)
    counts.set(next.environmentId, (counts.get(next.environmentId) ?? 0) + 1)
  }
  return { reads, delayMs: least }
}
