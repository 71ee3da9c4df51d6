// Measures how late webhooks are: how long an event or a due delivery has been waiting. A retry that is not due is not
// late.

import type { ReadTransaction } from '../../platform/database/database.ts'
import * as changeLog from '../../platform/event/store.ts'
import type { OperationExecutor } from '../../platform/operation/operation.ts'
import type { WebhookWork } from './store.ts'

/** Interval between two measurements, in milliseconds. Searches for work are much more frequent. */
const everyMs = 1_000
/** Number of webhooks whose oldest waiting event is read. The others are measured by this process's clock only. */
const readMax = 200

/** Progress of a webhook with open work. */
interface WebhookProgress {
  row: WebhookWork
  progressKey: string
  /** Time of the last progress, by the clock of this process. */
  sinceMs: number
}

/**
 * Returns a function that measures the lateness in milliseconds, or undefined if it measured less than `everyMs` ago.
 * Stored times may come from a wrong clock, so it also measures how long a webhook has not advanced.
 */
export function watchLateness(read: OperationExecutor['read'], clock: () => number = () => performance.now()) {
  let progressById = new Map<string, WebhookProgress>()
  let measuredMs = Number.NEGATIVE_INFINITY
  return async (rows: readonly WebhookWork[], now: number): Promise<number | undefined> => {
    if (clock() - measuredMs < everyMs) return undefined
    measuredMs = clock()
    const waiting = rows.filter((row) => row.state === 'enabled' && (row.events === 1 || isReady(row, now)))
    progressById = new Map(
      waiting.map((row) => [row.webhookId, getProgress(row, now, progressById.get(row.webhookId))]),
    )
    const entries = [...progressById.values()].sort((a, b) => a.sinceMs - b.sinceMs)
    const written = entries.length === 0 ? [] : await read((tx) => firstWritten(tx, entries))
    const times = [...waiting.map(({ due }) => due ?? now), ...written]
    return Math.max(0, measuredMs - (entries[0]?.sinceMs ?? measuredMs), ...times.map((time) => now - time))
  }

  function getProgress(row: WebhookWork, now: number, previous: WebhookProgress | undefined): WebhookProgress {
    const progressKey = `${row.events === 1 ? row.position : ''} ${isReady(row, now) ? row.due : ''}`
    return { row, progressKey, sinceMs: previous?.progressKey === progressKey ? previous.sinceMs : measuredMs }
  }
}

const isReady = ({ due }: WebhookWork, now: number) => due !== null && due <= now

/** Returns the times of the next events of webhooks, in milliseconds since the epoch. */
async function firstWritten(tx: ReadTransaction, entries: WebhookProgress[]): Promise<number[]> {
  const found: number[] = []
  for (const { row } of entries.filter(({ row: { events } }) => events === 1).slice(0, readMax))
    found.push((await changeLog.findFirstChangeTime(tx, row.environmentId, row.position)) ?? Number.POSITIVE_INFINITY)
  return found
}
