// Deletes orders in batches of the size that the API accepts.
import { type ConsignmentDeletion, type DeletionResult, deleteConsignments } from '../../contract/bulk.ts'
import { recordLimits } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'

/** Divides orders into batches that one request deletes. */
export const splitIntoBatches = <Order extends ConsignmentDeletion>(orders: readonly Order[]): Order[][] =>
  Array.from({ length: Math.ceil(orders.length / recordLimits.importRows) }, (_, index) =>
    orders.slice(index * recordLimits.importRows, (index + 1) * recordLimits.importRows),
  )

export const buildDeletionBody = (orders: readonly ConsignmentDeletion[]) => ({
  consignments: orders.map(({ consignmentId, version }) => ({
    ...(consignmentId === undefined ? {} : { consignmentId }),
    ...(version === undefined ? {} : { version }),
  })),
})

/** Deletes orders, each at its version if one is given. Returns the results in the same sequence. */
export const deleteOrders = async (orders: readonly ConsignmentDeletion[]): Promise<DeletionResult[]> =>
  (await apiClient.call(deleteConsignments, { body: buildDeletionBody(orders) })).data.results
