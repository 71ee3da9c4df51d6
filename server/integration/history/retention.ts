// Purges old events. A client that follows events gets an error if events after its cursor were purged.

import { settingsOf } from '../../access/environment/rules.ts'
import type { Writer } from '../../platform/database/database.ts'
import { place } from '../../platform/event/rules.ts'
import * as store from '../../platform/event/store.ts'
import { step } from '../../platform/operation/operation.ts'
import { dayMs } from '../../platform/value/times.ts'

/** Batch of events per transaction, which blocks other writers. */
const batchMax = 500

/** Deletes a batch of events that the environment no longer keeps. Returns whether more may remain. */
export async function purge(tx: Writer, environmentId: string, now: number): Promise<boolean> {
  const { keepDays } = (await settingsOf(tx, environmentId)).history
  // Events that no client reads have no position yet. It also lets one instance purge at a time.
  await place(tx, environmentId)
  const last = await store.lastPosition(tx, environmentId)
  return (await store.purge(tx, environmentId, { last, before: now - keepDays * dayMs, limit: batchMax })) === batchMax
}

/** Purges changes (events) as background work. */
export const purgeChanges = step('purgeChanges', (tx, environmentId: string, { now }) => purge(tx, environmentId, now))
