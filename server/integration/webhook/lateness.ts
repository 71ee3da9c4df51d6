// Measures how late webhooks are: how long an event or a due delivery has been waiting. A retry that is not due is not
// late.

import type { Reader } from '../../platform/database/database.ts'
import * as changeLog from '../../platform/event/store.ts'
import type { Executor } from '../../platform/operation/operation.ts'
import type { Work } from './store.ts'

/** Interval between two measurements, in milliseconds. Searches for work are much more frequent. */
const everyMs = 1_000
/** Number of webhooks whose oldest waiting event is read. The others are measured by this process's clock only. */
const readMax = 200

/** Standing of a webhook with open work: its position. */
interface Standing {
  row: Work
  place: string
  /** Time since which it has not advanced, by the clock of this process. */
  sinceMs: number
}

/**
 * Returns a function that measures the lateness in milliseconds, or undefined if it measured less than `everyMs` ago.
 * Stored times may have a wrong clock, so it also measures how long a webhook has not advanced.
 */
export function watchLateness(read: Executor['read'], clock: () => number = () => performance.now()) {
  let standing = new Map<string, Standing>()
  let measuredMs = Number.NEGATIVE_INFINITY
  return async (rows: readonly Work[], now: number): Promise<number | undefined> => {
    if (clock() - measuredMs < everyMs) return undefined
    measuredMs = clock()
    const waiting = rows.filter((row) => row.state === 'enabled' && (row.events === 1 || isDue(row, now)))
    standing = new Map(waiting.map((row) => [row.webhookId, standingOf(row, now, standing.get(row.webhookId))]))
    const all = [...standing.values()].sort((a, b) => a.sinceMs - b.sinceMs)
    const written = all.length === 0 ? [] : await read((tx) => firstWritten(tx, all))
    const times = [...waiting.map(({ due }) => due ?? now), ...written]
    return Math.max(0, measuredMs - (all[0]?.sinceMs ?? measuredMs), ...times.map((time) => now - time))
  }

  function standingOf(row: Work, now: number, known: Standing | undefined): Standing {
    const place = `${row.events === 1 ? row.position : ''} ${isDue(row, now) ? row.due : ''}`
    return { row, place, sinceMs: known?.place === place ? known.sinceMs : measuredMs }
  }
}

const isDue = ({ due }: Work, now: number) => due !== null && due <= now

/** Returns the times of the next events of webhooks, in milliseconds since the epoch. */
async function firstWritten(tx: Reader, all: Standing[]): Promise<number[]> {
  const found: number[] = []
  for (const { row } of all.filter(({ row: { events } }) => events === 1).slice(0, readMax))
    found.push((await changeLog.firstAfter(tx, row.environmentId, row.position)) ?? Number.POSITIVE_INFINITY)
  return found
}
