// How late webhooks are: for how long what could be sent has been waiting. What a receiver did not take, and is to be tried later, is not late.

import type { Reader } from '../../platform/database/database.ts'
import * as changeLog from '../../platform/event/store.ts'
import type { Executor } from '../../platform/operation/operation.ts'
import type { Work } from './store.ts'

/** While somebody writes, webhooks are looked at many times a second: so often it need not be known. */
const everyMs = 1_000
/** Of so many webhooks it is read when the first event that waits was written; the others are only watched. */
const readMax = 200

/** Where a webhook stands that has something to send. */
interface Standing {
  row: Work
  place: string
  /** Since when it was seen there. */
  sinceMs: number
}

/**
 * Answers a function that measures, in milliseconds; undefined where it was measured a moment ago. Times that were written down may be
 * of a clock that was wrong, so that it is also watched who does not move.
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

/** When the events were written that webhooks have to take next. */
async function firstWritten(tx: Reader, all: Standing[]): Promise<number[]> {
  const found: number[] = []
  for (const { row } of all.filter(({ row: { events } }) => events === 1).slice(0, readMax))
    found.push((await changeLog.firstAfter(tx, row.environmentId, row.position)) ?? Number.POSITIVE_INFINITY)
  return found
}
