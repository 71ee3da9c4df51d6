// Stores travel times in small transactions, and deletes expired ones.

import { latest as latestErasure } from '../../access/erasure-list/store.ts'
import { step } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

/** Keeps as many times as one statement takes. */
export const keepTimes = step('keepTimes', async (tx, storing: store.Storing) => {
  await store.insert(tx, storing)
})

/** Some fifty megabytes. */
const timesMax = 500_000
const purgedAtOnce = 500

/** Time in milliseconds after an erasure in which requests from before it may still store times. */
const keepingMs = 60_000

/**
 * Returns the time up to which an environment's travel times expire: by age, by number, and at each erasure, because
 * a travel time does not show whose address it belongs to. It writes nothing; the writer thread runs it because
 * counting takes long.
 */
export const expiryOfTimes = step(
  'expiryOfTimes',
  async (tx, { environmentId, tooOld }: { environmentId: string; tooOld: number }) =>
    Math.max(
      tooOld,
      (await store.storedBeyond(tx, environmentId, timesMax)) ?? 0,
      ((await latestErasure(tx, environmentId)) ?? 0) + keepingMs,
    ),
)

/** Answers whether there may be more. */
export const purgeTimes = step(
  'purgeTimes',
  async (tx, { environmentId, storedUntil }: { environmentId: string; storedUntil: number }) =>
    (await store.purge(tx, environmentId, storedUntil, purgedAtOnce)) === purgedAtOnce,
)

export const steps = [keepTimes, expiryOfTimes, purgeTimes]
