// Fills the lists of a database that is older than they are: what a migration cannot do in SQL.

import * as environments from '../../access/environment/store.ts'
import type { Awaitable, Writer } from '../../platform/database/database.ts'
import type { Document } from './document.ts'
import * as listRows from './list-row-store.ts'
import { type Listing, listingOf } from './listing.ts'
import * as store from './store.ts'

type Filling = Pick<Writer, 'all' | 'run' | 'runOn' | 'index'>

async function eachOrder(
  tx: Filling,
  take: (environmentId: string, consignmentId: string, listing: Listing, assigned: boolean) => Awaitable<unknown>,
  page: typeof store.pageToFill = store.pageToFill,
): Promise<void> {
  for (const { environmentId } of await environments.ids(tx))
    for (let after = ''; ; ) {
      const rows = await page(tx, environmentId, after)
      for (const { consignmentId, loadId, document, ...row } of rows) {
        const listing = listingOf({ ...(JSON.parse(document) as Document), ...row, tags: [], customFields: null })
        await take(environmentId, consignmentId, listing, loadId !== null)
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.consignmentId
    }
}

/** Lists the orders of a database that is older than its lists. */
export const fillList = (tx: Filling): Promise<void> =>
  eachOrder(tx, (environmentId, consignmentId, listing, assigned) =>
    listRows.enlistFirst(tx, environmentId, consignmentId, { listing, assigned }),
  )

/** Shows in lists what they did not show, and sorts by it. */
export const fillSummaries = (tx: Filling): Promise<void> =>
  eachOrder(tx, (environmentId, consignmentId, listing) =>
    listRows.setSummary(tx, environmentId, consignmentId, listing),
  )

/** Finds the orders of a database by words that it did not know. */
export const fillWords = (tx: Filling): Promise<void> =>
  eachOrder(tx, (environmentId, consignmentId, { words }) => listRows.setWords(tx, environmentId, consignmentId, words))

/** Computes the checksums of the orders of a database that has none. */
export async function fillChecksums(tx: Filling): Promise<void> {
  for (const { environmentId } of await environments.ids(tx))
    for (let after = ''; ; ) {
      const rows = await store.pageToCheck(tx, environmentId, after)
      for (const row of rows) await store.setChecksum(tx, environmentId, row)
      const last = rows.at(-1)
      if (!last) break
      after = last.consignmentId
    }
}

/** Notes until when orders are to be reached. Few have a time that was agreed: of the others nothing has to be read. */
export async function fillCloses(tx: Filling): Promise<void> {
  for (const { environmentId } of await environments.ids(tx)) await store.setAllCloses(tx, environmentId)
  await eachOrder(
    tx,
    (environmentId, consignmentId, { closes }) => store.setCloses(tx, environmentId, { consignmentId, closes }),
    store.pageOfAgreed,
  )
}
