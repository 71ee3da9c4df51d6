// Caches times of the travel server: reads them before a request, and stores new ones in the background. A failing or
// slow cache does not fail a request.

import { type Reader, soon } from '../../platform/database/database.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { TimesSource } from '../../platform/process/known-times.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { keepTimes } from './steps.ts'
import {
  destinationsAtOnce,
  find,
  findWays,
  type Known,
  rowsAtOnce,
  sourcesAtOnce,
  type TimeRow,
  type Way,
  waysAtOnce,
} from './store.ts'

export interface Cache {
  /** Returns the stored times from the sources to the targets, in batches. */
  known(
    environmentId: string,
    sources: readonly number[],
    destinations: readonly number[],
    take: (row: TimeRow) => void,
  ): Promise<void>
  /** The same of single ways. */
  knownWays(environmentId: string, ways: readonly Way[], take: (row: TimeRow) => void): Promise<void>
  /** Keeps them later on. */
  keep(environmentId: string, rows: TimeRow[]): void
  /** Resolves when all that was to be kept is. */
  settled(): Promise<void>
  /** Stops, and discards times that are not stored yet. */
  stop(): Promise<void>
}

/** Largest cached matrix, in places. Storing a larger one takes longer than a request to the travel server. */
export const cachedPlacesMax = 400
const waitingRowsMax = 500_000

export function createCache(
  executor: Executor,
  { server, keptMs }: TimesSource,
  report: (error: unknown) => void,
): Cache {
  const waiting: { environmentId: string; rows: TimeRow[] }[] = []
  let waitingRows = 0
  let writing: Promise<void> | undefined
  const write = async () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const rows = next.rows.splice(0, rowsAtOnce)
      if (next.rows.length === 0) waiting.shift()
      waitingRows -= rows.length
      const storing = { environmentId: next.environmentId, server, stored: Date.now(), rows }
      await executor.run(keepTimes, backgroundCall(next.environmentId, storing))
    }
  }
  const read = (environmentId: string, work: (tx: Reader, known: Known) => Promise<TimeRow[]>) =>
    executor.read((tx) => work(tx, { environmentId, server, storedAfter: Date.now() - keptMs }), soon(), environmentId)
  const orReport = (work: () => Promise<void>) => work().catch(report)
  const drop = () => {
    waiting.length = 0
    waitingRows = 0
  }
  return {
    known: (environmentId, sources, destinations, take) =>
      orReport(async () => {
        for (const some of piecesOf(sources, sourcesAtOnce))
          for (const others of piecesOf(destinations, destinationsAtOnce))
            (await read(environmentId, (tx, known) => find(tx, known, some, others))).forEach(take)
      }),
    knownWays: (environmentId, ways, take) =>
      orReport(async () => {
        for (const some of piecesOf(ways, waysAtOnce))
          (await read(environmentId, (tx, known) => findWays(tx, known, some))).forEach(take)
      }),
    keep(environmentId, rows) {
      if (rows.length === 0 || rows.length + waitingRows > waitingRowsMax) return
      // Two instances that keep the same times must not wait for each other in a circle.
      waiting.push({ environmentId, rows: rows.toSorted((a, b) => a.fromPlace - b.fromPlace || a.toPlace - b.toPlace) })
      waitingRows += rows.length
      writing ??= write()
        .catch((error) => {
          drop()
          report(error)
        })
        .finally(() => (writing = undefined))
    },
    settled: async () => writing,
    async stop() {
      drop()
      await writing
    },
  }
}
