// Finds the newest order with a location for each postal code. Its location is used for the whole postal code.
import { joinFragments, piece, type ReadTransaction, type SqlQuery } from '../../platform/database/database.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import type { StopRow } from './store.ts'

/**
 * Number of orders per postal code that are read to find a location. It keeps the search short if few orders have one.
 */
const lookedAt = 50
// SQLite uses the index of postal codes only for a range. With equality, it would read all orders.
const newestAt = (environmentId: string, { country, code }: SortedPostcode): SqlQuery =>
  piece`select * from (select n.consignment_id as "consignmentId", c.version as "orderVersion" from (
      select consignment_id, located, summary from consignment_list
      where environment_id = ${environmentId} and (postal_code, consignment_id) >= (${code}, '')
        and (postal_code, consignment_id) <= (${code}, ${lastSortKey})
      order by postal_code desc, consignment_id desc limit ${lookedAt}
    ) as n join consignments c on c.environment_id = ${environmentId} and c.consignment_id = n.consignment_id
    where n.located = 1 and replace(n.summary, ${JSON.stringify({ country }).slice(1, -1)}, '') <> n.summary
    order by n.consignment_id desc limit 1) as newest`

/** Postal code in the form by which the order list sorts. */
export interface SortedPostcode {
  country: string
  code: string
}
export const postcodesAtOnce = 20

/** Finds the newest order with a location for each postal code. */
export const findNewestOrders = (tx: ReadTransaction, environmentId: string, postcodes: readonly SortedPostcode[]) =>
  tx.all<Pick<StopRow, 'consignmentId' | 'orderVersion'>>(
    joinFragments(
      ...postcodes.flatMap((postcode, index) => [...(index === 0 ? [] : [andAll]), newestAt(environmentId, postcode)]),
    ),
  )
const andAll = piece` union all `
