// Caches times of the travel server: reads them before a request, and stores new ones in the background. A failing or
// slow cache does not fail a request.

import { getRequestDeadline, type ReadTransaction } from '../../platform/database/database.ts'
import { createBackgroundCall, type OperationExecutor } from '../../platform/operation/operation.ts'
import type { TimesSource } from '../../platform/process/times-source.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { keepTimes } from './steps.ts'
import {
  destinationsAtOnce,
  findLegs,
  findTimes,
  type LegEnds,
  legsPerQuery,
  rowsAtOnce,
  sourcesAtOnce,
  type TimeRow,
  type TimesScope,
} from './store.ts'

export interface TimesCache {
  /** Reads the stored times from the sources to the targets, in batches. */
  loadTimes(
    environmentId: string,
    sources: readonly number[],
    destinations: readonly number[],
    take: (row: TimeRow) => void,
  ): Promise<void>
  /** Reads the stored times of single legs. */
  loadLegTimes(environmentId: string, legs: readonly LegEnds[], take: (row: TimeRow) => void): Promise<void>
  /** Stores times in the background. */
  keep(environmentId: string, rows: TimeRow[]): void
  /** Resolves when all received times are stored. */
  settled(): Promise<void>
  /** Stops, and discards times that are not stored yet. */
  stop(): Promise<void>
}

/** Largest matrix that is cached, in places. Storing a larger one takes longer than a request to the travel server. */
export const cachedPlacesMax = 400
const waitingRowsMax = 500_000

export function createCache(
  executor: OperationExecutor,
  { server, keptMs }: TimesSource,
  report: (error: unknown) => void,
): TimesCache {
  const waiting: { environmentId: string; rows: TimeRow[] }[] = []
  let waitingRows = 0
  let writing: Promise<void> | undefined
  const write = async () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const rows = next.rows.splice(0, rowsAtOnce)
      if (next.rows.length === 0) waiting.shift()
      waitingRows -= rows.length
      const storing = { environmentId: next.environmentId, server, stored: Date.now(), rows }
      await executor.run(keepTimes, createBackgroundCall(next.environmentId, storing))
    }
  }
  const read = (environmentId: string, work: (tx: ReadTransaction, scope: TimesScope) => Promise<TimeRow[]>) =>
    executor.read(
      (tx) => work(tx, { environmentId, server, storedAfter: Date.now() - keptMs }),
      getRequestDeadline(),
      environmentId,
    )
  const orReport = (work: () => Promise<void>) => work().catch(report)
  const drop = () => {
    waiting.length = 0
    waitingRows = 0
  }
  return {
    loadTimes: (environmentId, sources, destinations, take) =>
      orReport(async () => {
        for (const sourceBatch of splitIntoBatches(sources, sourcesAtOnce))
          for (const targetBatch of splitIntoBatches(destinations, destinationsAtOnce))
            (await read(environmentId, (tx, scope) => findTimes(tx, scope, sourceBatch, targetBatch))).forEach(take)
      }),
    loadLegTimes: (environmentId, legs, take) =>
      orReport(async () => {
        for (const legBatch of splitIntoBatches(legs, legsPerQuery))
          (await read(environmentId, (tx, scope) => findLegs(tx, scope, legBatch))).forEach(take)
      }),
    keep(environmentId, rows) {
      if (rows.length === 0 || rows.length + waitingRows > waitingRowsMax) return
      // The rows are sorted, so that two instances that store the same times cannot deadlock.
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
