// What is written of positions that were looked up: those that are kept, and those that are forgotten.

import { latest as latestErasure } from '../../access/erasure-list/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { step } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

export interface Keeping {
  server: string
  stored: number
  rows: store.GeocodeRow[]
}

/** In the order of their digests: two that keep the same must not wait for each other in a circle. */
export const keepGeocodes = step('keepGeocodes', async (tx, { server, stored, rows }: Keeping, { environmentId }) => {
  for (const row of rows.toSorted((a, b) => (a.address < b.address ? -1 : 1)))
    await store.insert(tx, environmentId, { ...row, server, stored })
})

/** Some fifty megabytes. */
const geocodesMax = 50_000
const purgedAtOnce = 500
/** For as long after an erasure, something may still come to be kept that was asked for before. */
const keepingMs = 60_000

/** All from before somebody was erased is forgotten: nobody can tell which were theirs. */
export const erasedUntil = async (tx: Reader, environmentId: string): Promise<number> =>
  ((await latestErasure(tx, environmentId)) ?? -keepingMs) + keepingMs

/**
 * Deletes a batch of responses that are too old, too many, or older than an erasure. Returns whether more may remain.
 */
export const purgeGeocodes = step(
  'purgeGeocodes',
  async (tx, { environmentId, tooOld }: { environmentId: string; tooOld: number }) => {
    const beyond = (await store.storedBeyond(tx, environmentId, geocodesMax)) ?? 0
    const storedUntil = Math.max(tooOld, beyond, await erasedUntil(tx, environmentId))
    return (await store.purge(tx, environmentId, storedUntil, purgedAtOnce)) === purgedAtOnce
  },
)

export const steps = [keepGeocodes, purgeGeocodes]
