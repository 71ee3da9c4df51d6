// What is written of times between places: those that are kept, in pieces that hold up nobody, and those that are forgotten.

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

/** For as long after an erasure, times may still come to be kept that were asked for before. */
const keepingMs = 60_000

/**
 * Up to when an environment's times are to be forgotten: those that are too old, the oldest where there are too many, and
 * all from before somebody was erased, since they tell of places and nobody knows which were theirs. It changes nothing, but counts them, which is for the thread that writes and not for the one that answers.
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
