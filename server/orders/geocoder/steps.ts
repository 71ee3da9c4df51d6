// Defines the transactions that store and purge responses of the geocoder.

import { findLastErasureTime as latestErasure } from '../../access/erasure-list/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { createStep } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

export interface GeocodeBatch {
  server: string
  stored: number
  rows: store.GeocodeRow[]
}

/** Keeps responses of the geocoder in the database, sorted by the hash of the address to avoid deadlocks. */
export const keepGeocodes = createStep(
  'keepGeocodes',
  async (tx, { server, stored, rows }: GeocodeBatch, { environmentId }) => {
    for (const row of rows.toSorted((a, b) => (a.address < b.address ? -1 : 1)))
      await store.insertGeocode(tx, environmentId, { ...row, server, stored })
  },
)

/** Largest number of stored responses per environment. They need about 50 MB. */
const geocodesMax = 50_000
const purgedAtOnce = 500
/** Time after an erasure in which a response to an earlier request may still be stored, in milliseconds. */
const keepingMs = 60_000

/**
 * Returns the time up to which responses must be deleted after an erasure. Any of them may belong to the erased
 * recipient.
 */
export const findErasureCutoff = async (tx: ReadTransaction, environmentId: string): Promise<number> =>
  ((await latestErasure(tx, environmentId)) ?? -keepingMs) + keepingMs

/**
 * Deletes a batch of responses that are too old, too many, or older than an erasure. Returns whether more may remain.
 */
export const purgeGeocodes = createStep(
  'purgeGeocodes',
  async (tx, { environmentId, tooOld }: { environmentId: string; tooOld: number }) => {
    const retentionCutoff = (await store.findRetentionCutoff(tx, environmentId, geocodesMax)) ?? 0
    const storedUntil = Math.max(tooOld, retentionCutoff, await findErasureCutoff(tx, environmentId))
    return (await store.purgeGeocodes(tx, environmentId, storedUntil, purgedAtOnce)) === purgedAtOnce
  },
)

export const geocoderSteps = [keepGeocodes, purgeGeocodes]
