// Reads the documents of many orders in batches, because they may be large and other requests run in between.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Preparing } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

/** Bytes per batch, unless a single order has more. */
const bytesAtOnce = 1024 ** 2

/** Returns each order with its document, in the given sequence; undefined for a deleted order. */
export async function* documentsOf<Order extends store.DocumentSize>(
  read: Preparing['read'],
  environmentId: string,
  orders: readonly Order[],
): AsyncGenerator<[order: Order, document: string | undefined]> {
  for (const some of someAtOnce(orders)) {
    // Consecutive reads may run in one turn of the event loop, which would delay other requests.
    await breathe()
    const ids = some.map(({ consignmentId }) => consignmentId)
    const found = await read((tx) => store.documents(tx, environmentId, ids))
    const documentOf = new Map(found.map(({ consignmentId, document }) => [consignmentId, document]))
    for (const order of some) yield [order, documentOf.get(order.consignmentId)]
  }
}

function* someAtOnce<Order extends store.DocumentSize>(orders: readonly Order[]): Generator<Order[]> {
  let some: Order[] = []
  let bytes = 0
  for (const order of orders) {
    if (some.length > 0 && (some.length === store.documentsAtOnce || bytes + order.bytes > bytesAtOnce)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(order)
    bytes += order.bytes
  }
  if (some.length > 0) yield some
}
