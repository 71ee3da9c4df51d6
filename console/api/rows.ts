// Reads the latest state of orders by their ids, without the cache.
import type { Consignment } from '../../contract/consignment.ts'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { apiClient } from './client.ts'

/** Ids per request. The API accepts more, but a proxy may reject a URL of that length. */
const idsMax = 100

/** Reads orders with the fields of lists. */
export const readRows = async (
  ids: readonly string[],
  filter: Pick<Query, 'unplanned'> = {},
): Promise<ConsignmentSummary[]> => (await readBy(ids, { view: 'compact', ...filter })) as ConsignmentSummary[]

export const readOrders = async (ids: readonly string[]): Promise<Consignment[]> =>
  (await readBy(ids, { view: 'full' })) as Consignment[]

type Query = QueryOf<typeof listConsignments>

async function readBy(ids: readonly string[], options: Pick<Query, 'view' | 'unplanned'>) {
  const found: (Consignment | ConsignmentSummary)[] = []
  for (let startIndex = 0; startIndex < ids.length; startIndex += idsMax) {
    const idList = ids.slice(startIndex, startIndex + idsMax).join(',')
    let cursor: string | null = null
    // A page may contain fewer rows than `limit`.
    do {
      const query: Query = { ids: idList, ...options, limit: String(idsMax), ...(cursor === null ? {} : { cursor }) }
      const { data } = await apiClient.call(listConsignments, { query })
      found.push(...data.consignments)
      cursor = data.next
    } while (cursor !== null)
  }
  return found
}
