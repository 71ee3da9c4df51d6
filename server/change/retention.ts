// How long changes are kept: the oldest are forgotten by and by, and nobody who follows misses one without hearing of it.
import { step } from '../core/operation.ts'
import { dayMs } from '../core/times.ts'
import type { Writer } from '../database/database.ts'
import { settingsOf } from '../environment/rules.ts'
import { place } from './rules.ts'
import * as store from './store.ts'

/** A transaction that others wait behind stays short. */
const batchMax = 500

/** Forgets some of what the environment need not keep any longer; answers whether there may be more. */
export async function purge(tx: Writer, environmentId: string, now: number): Promise<boolean> {
  const { keepDays } = (await settingsOf(tx, environmentId)).history
  // What nobody follows has no place yet; and of several instances one is at it at a time.
  await place(tx, environmentId)
  const last = await store.lastPosition(tx, environmentId)
  return (await store.purge(tx, environmentId, { last, before: now - keepDays * dayMs, limit: batchMax })) === batchMax
}

/** The same as a background job. */
export const purgeChanges = step('purgeChanges', (tx, environmentId: string, { now }) => purge(tx, environmentId, now))
