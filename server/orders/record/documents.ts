// Reads the documents of many orders in batches. Documents may be large, and other requests must run between the
// batches.
import { setImmediate as breathe } from 'node:timers/promises'
import type { PreparationContext } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

/** Bytes per batch. A single order may exceed them. */
const bytesAtOnce = 1024 ** 2

/** Yields each order with its document, in the given sequence. The document of a deleted order is undefined. */
export async function* streamDocuments<Order extends store.DocumentSize>(
  read: PreparationContext['read'],
  environmentId: string,
  orders: readonly Order[],
): AsyncGenerator<[order: Order, document: string | undefined]> {
  for (const batch of splitOrders(orders)) {
    // Ends the turn of the event loop, because several reads in one turn would delay other requests.
    await breathe()
    const ids = batch.map(({ consignmentId }) => consignmentId)
    const found = await read((tx) => store.findDocuments(tx, environmentId, ids))
    const documentOf = new Map(found.map(({ consignmentId, document }) => [consignmentId, document]))
    for (const order of batch) yield [order, documentOf.get(order.consignmentId)]
  }
}

function* splitOrders<Order extends store.DocumentSize>(orders: readonly Order[]): Generator<Order[]> {
  let batch: Order[] = []
  let bytes = 0
  for (const order of orders) {
    if (batch.length > 0 && (batch.length === store.documentsAtOnce || bytes + order.bytes > bytesAtOnce)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(order)
    bytes += order.bytes
  }
  if (batch.length > 0) yield batch
}
