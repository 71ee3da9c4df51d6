// Purges old events. A client that follows events gets an error if events after its cursor were purged.

import { getSettings } from '../../access/environment/rules.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { assignPositions } from '../../platform/event/rules.ts'
import * as store from '../../platform/event/store.ts'
import { createStep } from '../../platform/operation/operation.ts'
import { dayMs } from '../../platform/value/times.ts'

/** Largest batch of events per transaction. A larger batch blocks other writers for longer. */
const batchMax = 500

/** Deletes a batch of events that the environment no longer keeps. Returns whether more may remain. */
export async function purgeEvents(tx: WriteTransaction, environmentId: string, now: number): Promise<boolean> {
  const { keepDays } = (await getSettings(tx, environmentId)).history
  // Gives positions to events that no client has read yet: only events with a position are purged. The lock of this
  // call also lets only one instance purge at a time.
  await assignPositions(tx, environmentId)
  const last = await store.findLastPosition(tx, environmentId)
  return (
    (await store.purgeOldChanges(tx, environmentId, { last, olderThan: now - keepDays * dayMs, limit: batchMax })) ===
    batchMax
  )
}

/** Purges changes (events) as background work. */
export const purgeChanges = createStep('purgeChanges', (tx, environmentId: string, { now }) =>
  purgeEvents(tx, environmentId, now),
)
