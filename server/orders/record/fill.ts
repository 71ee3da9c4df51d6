// Fills columns of the order list after a migration, where SQL alone cannot calculate them.

import * as environments from '../../access/environment/store.ts'
import type { Awaitable, WriteTransaction } from '../../platform/database/database.ts'
import type { OrderDocument } from './document.ts'
import * as listRows from './list-row-store.ts'
import { buildListRow, type ListRow } from './listing.ts'
import { iteratePages } from './pages.ts'
import * as store from './store.ts'

type Filling = Pick<WriteTransaction, 'all' | 'run' | 'runOn' | 'index'>

async function eachOrder(
  tx: Filling,
  take: (environmentId: string, consignmentId: string, listing: ListRow, assigned: boolean) => Awaitable<unknown>,
  page: typeof store.listFillPage = store.listFillPage,
): Promise<void> {
  for (const { environmentId } of await environments.listEnvironmentIds(tx))
    for await (const rows of iteratePages((lastId) => page(tx, environmentId, lastId)))
      for (const { consignmentId, loadId, document, ...row } of rows) {
        const listing = buildListRow({
          ...(JSON.parse(document) as OrderDocument),
          ...row,
          tags: [],
          customFields: null,
        })
        await take(environmentId, consignmentId, listing, loadId !== null)
      }
}

/** Adds all orders to the new order list. */
export const fillList = (tx: Filling): Promise<void> =>
  eachOrder(tx, (environmentId, consignmentId, listing, assigned) =>
    listRows.enlistFirst(tx, environmentId, consignmentId, { listing, assigned }),
  )

/** Fills the summaries and postal codes of the order list. */
export const fillSummaries = (tx: Filling): Promise<void> =>
  eachOrder(tx, (environmentId, consignmentId, listing) =>
    listRows.setSummary(tx, environmentId, consignmentId, listing),
  )

/** Fills the words by which a search finds orders. */
export const fillSearchTerms = (tx: Filling): Promise<void> =>
  eachOrder(tx, (environmentId, orderId, { words }) => listRows.updateSearchTerms(tx, environmentId, orderId, words))

/** Calculates the checksums of all orders. */
export async function fillChecksums(tx: Filling): Promise<void> {
  for (const { environmentId } of await environments.listEnvironmentIds(tx))
    for await (const rows of iteratePages((lastId) => store.listCheckPage(tx, environmentId, lastId)))
      for (const row of rows) await store.setChecksum(tx, environmentId, row)
}

/**
 * Fills `closes`, the time until which an order must be reached. Only orders with a committed time need their document,
 * and these are few.
 */
export async function fillCloses(tx: Filling): Promise<void> {
  for (const { environmentId } of await environments.listEnvironmentIds(tx)) await store.setAllCloses(tx, environmentId)
  await eachOrder(
    tx,
    (environmentId, consignmentId, { closes }) => store.setCloses(tx, environmentId, { consignmentId, closes }),
    store.listCommittedPage,
  )
}
