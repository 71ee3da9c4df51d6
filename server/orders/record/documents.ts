// Reads the documents of many orders in batches, because they may be large and other requests run in between.
import { setImmediate as breathe } from 'node:timers/promises'
import type { PreparationContext } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

/** Bytes per batch, unless a single order has more. */
const bytesAtOnce = 1024 ** 2

/** Returns each order with its document, in the given sequence; undefined for a deleted order. */
export async function* streamDocuments<Order extends store.DocumentSize>(
  read: PreparationContext['read'],
  environmentId: string,
  orders: readonly Order[],
): AsyncGenerator<[order: Order, document: string | undefined]> {
  for (const batch of splitOrders(orders)) {
    // Consecutive reads may run in one turn of the event loop, which would delay other requests.
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
