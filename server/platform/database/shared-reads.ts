// Runs single reads on PostgreSQL over a few shared connections. Concurrent reads are sent together.

import { atEndOfTurn, contention } from '../fairness/contention.ts'
import { type FairQueue, openFairQueue } from '../fairness/fair-queue.ts'
import { openTimeShare, postgresShare, type TimeShare } from '../fairness/time-share.ts'
import type { Connection } from './connection.ts'
import { type Row, unavailable, type Value } from './database.ts'
import { type Asked, exchange, type Named } from './exchange.ts'

export interface Lanes {
  /** The first row of a statement that leaves everything as it is, outside of any transaction. */
  get(statement: Named, values: readonly Value[], whose: string): Promise<Row | undefined>
}

interface Read extends Asked {
  whose: string
}
interface Lane {
  connection: Connection | undefined
  busy: boolean
}

const count = 2
/** A row may be large, and the first of them waits for the last. */
const togetherMax = 32
/** Reads per environment in a shared batch, because the others wait for the last of them. */
const sharedMax = 4

export function openLanes(open: () => Promise<Connection>, waitingMax: number): Lanes {
  const lanes = Array.from({ length: count }, (): Lane => ({ connection: undefined, busy: false }))
  const waiting = openFairQueue<Read>()
  const timeShare = openTimeShare(postgresShare)
  let isDue = false
  let delayed: NodeJS.Timeout | undefined

  function depart(): void {
    isDue = false
    for (const lane of lanes) {
      if (waiting.size() === 0) return
      if (lane.busy) continue
      const { reads, delayMs } = takeTogether(waiting, timeShare)
      if (reads.length === 0) {
        clearTimeout(delayed)
        delayed = setTimeout(depart, delayMs)
        return
      }
      lane.busy = true
      carry(lane, reads)
    }
  }

  async function carry(lane: Lane, reads: Read[]): Promise<void> {
    const beganMs = performance.now()
    try {
      if (!lane.connection || lane.connection.lost) lane.connection = await open()
      const { left } = await exchange(lane.connection, reads)
      for (const read of (left as Read[]).reverse()) waiting.putBack(read.whose, read)
    } catch (error) {
      for (const { reject } of reads) reject(error)
    }
    lane.busy = false
    for (const whose of new Set(reads.map((read) => read.whose))) timeShare.record(whose, performance.now() - beganMs)
    depart()
  }

  return {
    get(statement, values, whose) {
      if (!waiting.hasRoom(whose, waitingMax))
        return Promise.reject(unavailable('Too many requests are waiting for the database.'))
      return new Promise((resolve, reject) => {
        waiting.add(whose, { whose, statement, values, resolve: ({ rows }) => resolve(rows[0]), reject })
        // Reads of one turn of the event loop are sent together at its end.
        if (isDue) return
        isDue = true
        atEndOfTurn(depart)
      })
    },
  }
}

/** Takes the reads of the next batch, or returns the delay of all waiting reads. */
function takeTogether(waiting: FairQueue<Read>, timeShare: TimeShare): { reads: Read[]; delayMs: number } {
  const reads: Read[] = []
  const counts = new Map<string, number>()
  const ownMax = contention.isContended() ? sharedMax : togetherMax
  let least = postgresShare.delayMsMax
  const may = (whose: string) => {
    const delayMs = timeShare.delayMs(whose)
    if (delayMs > 0) least = Math.min(least, delayMs)
    return delayMs === 0 && (counts.get(whose) ?? 0) < ownMax
  }
  for (let next = waiting.takeNext(may); next; next = reads.length < togetherMax ? waiting.takeNext(may) : undefined) {
    reads.push(next)
    counts.set(next.whose, (counts.get(next.whose) ?? 0) + 1)
  }
  return { reads, delayMs: least }
}
