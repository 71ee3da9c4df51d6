// How long changes are kept: the oldest are forgotten by and by, and nobody who follows misses one without hearing of it.

import { settingsOf } from '../../access/environment/rules.ts'
import type { Writer } from '../../platform/database/database.ts'
import { place } from '../../platform/event/rules.ts'
import * as store from '../../platform/event/store.ts'
import { step } from '../../platform/operation/operation.ts'
import { dayMs } from '../../platform/value/times.ts'

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
