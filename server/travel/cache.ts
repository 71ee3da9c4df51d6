// The times that were told before: read before the server of roads is asked, kept afterwards, in the background. It may
// fail or be slow without a request failing by it.
import { hash } from 'node:crypto'
import type { GeoPosition } from '../../contract/travel.ts'
import { backgroundCall, type Executor } from '../core/operation.ts'
import { soon } from '../database/database.ts'
import { keepTimes } from './steps.ts'
import { destinationsAtOnce, find, rowsAtOnce, sourcesAtOnce, type TimeRow } from './store.ts'

export interface Cache {
  /** What is known of the ways from these places to those, some at a time. */
  known(
    environmentId: string,
    sources: readonly number[],
    destinations: readonly number[],
    take: (row: TimeRow) => void,
  ): Promise<void>
  /** Keeps them later on. */
  keep(environmentId: string, rows: TimeRow[]): void
  /** Resolves when all that was to be kept is. */
  settled(): Promise<void>
  /** Gives up what has not been kept yet. */
  stop(): Promise<void>
}

/** Digits that are kept of a position: a metre. */
const factor = 1e5
const lngRange = 360 * factor + 1

export const rounded = ({ lat, lng }: GeoPosition): GeoPosition => ({
  lat: Math.round(lat * factor) / factor,
  lng: Math.round(lng * factor) / factor,
})
/** One whole number for a rounded position. */
export const placeNumber = ({ lat, lng }: GeoPosition): number =>
  (Math.round(lat * factor) + 90 * factor) * lngRange + Math.round(lng * factor) + 180 * factor

/** Larger matrices are asked for each time: to read and to write so many rows takes longer than the server of roads does. */
export const cachedPlacesMax = 400
const waitingRowsMax = 500_000

export interface CacheOptions {
  /** What tells the times of one server from another's. */
  identity: string
  keptMs: number
}

export function createCache(executor: Executor, options: CacheOptions, report: (error: unknown) => void): Cache {
  const server = hash('sha256', options.identity).slice(0, 16)
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
  const drop = () => {
    waiting.length = 0
    waitingRows = 0
  }
  return {
    async known(environmentId, sources, destinations, take) {
      const known = { environmentId, server, storedAfter: Date.now() - options.keptMs }
      try {
        for (const some of piecesOf(sources, sourcesAtOnce))
          for (const others of piecesOf(destinations, destinationsAtOnce)) {
            const rows = await executor.read((tx) => find(tx, known, some, others), soon(), environmentId)
            rows.forEach(take)
          }
      } catch (error) {
        report(error)
      }
    },
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

export const piecesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))
