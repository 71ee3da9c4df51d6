// Deletes orders in batches of the size that the API accepts.
import { type DeletionResult, type Doomed, deleteConsignments } from '../../contract/bulk.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'

/** Divides orders into batches that one request deletes. */
export const batchesOf = <Order extends Doomed>(orders: readonly Order[]): Order[][] =>
  Array.from({ length: Math.ceil(orders.length / limits.importRows) }, (_, at) =>
    orders.slice(at * limits.importRows, (at + 1) * limits.importRows),
  )

export const bodyOf = (orders: readonly Doomed[]) => ({
  consignments: orders.map(({ consignmentId, version }) => ({
    ...(consignmentId === undefined ? {} : { consignmentId }),
    ...(version === undefined ? {} : { version }),
  })),
})

/** Deletes orders, each at its version if one is given. Returns the results in the same sequence. */
export const deleteOrders = async (orders: readonly Doomed[]): Promise<DeletionResult[]> =>
  (await client.call(deleteConsignments, { body: bodyOf(orders) })).data.results
