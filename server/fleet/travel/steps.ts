// Stores travel times in small transactions, and deletes expired ones.

import { findLastErasureTime as latestErasure } from '../../access/erasure-list/store.ts'
import { createStep } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

/** Stores as many times as fit into one statement. */
export const keepTimes = createStep('keepTimes', async (tx, storing: store.TimesBatch) => {
  await store.insertTimes(tx, storing)
})

/** Largest number of stored times per environment, about 50 MB. */
const timesMax = 500_000
const purgedAtOnce = 500

/** Time in milliseconds after an erasure in which requests from before it may still store times. */
const keepingMs = 60_000

/**
 * Returns the time up to which an environment's travel times expire: by age, by number, and at each erasure. An erasure
 * expires all times, because a time does not show whose address it belongs to. Writes nothing. It runs in the writer
 * thread, because counting takes long.
 */
export const expiryOfTimes = createStep(
  'expiryOfTimes',
  async (tx, { environmentId, tooOld }: { environmentId: string; tooOld: number }) =>
    Math.max(
      tooOld,
      (await store.findRetentionCutoff(tx, environmentId, timesMax)) ?? 0,
      ((await latestErasure(tx, environmentId)) ?? 0) + keepingMs,
    ),
)

/** Deletes a batch of stored driving times. Returns whether more may remain. */
export const purgeTimes = createStep(
  'purgeTimes',
  async (tx, { environmentId, storedUntil }: { environmentId: string; storedUntil: number }) =>
    (await store.purgeTimes(tx, environmentId, storedUntil, purgedAtOnce)) === purgedAtOnce,
)

export const travelTimeSteps = [keepTimes, expiryOfTimes, purgeTimes]
