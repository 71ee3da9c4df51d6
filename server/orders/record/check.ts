// Compares the stored document of each order with its checksum, in batches.

import * as environments from '../../access/environment/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { isIntact } from '../../platform/value/checksum.ts'
import { iteratePages } from './pages.ts'
import * as store from './store.ts'

export interface CheckedOrders {
  orders: number
  /** Number of unknown orders: they have no checksum, so they cannot be checked. */
  unknown: number
  /** Keys of damaged orders, whose document does not match the checksum. */
  damaged: string[]
}

/** Checks the orders of all environments. */
export async function checkOrders(
  read: <T>(work: (tx: ReadTransaction) => Promise<T>) => Promise<T>,
): Promise<CheckedOrders> {
  const checked: CheckedOrders = { orders: 0, unknown: 0, damaged: [] }
  for (const { environmentId } of await read(async (tx) => environments.listEnvironments(tx)))
    for await (const rows of iteratePages((lastId) =>
      read(async (tx) => store.listCheckPage(tx, environmentId, lastId)),
    )) {
      checked.orders += rows.length
      checked.unknown += rows.filter(({ checksum }) => checksum === null).length
      const damaged = rows.filter((row) => row.checksum !== null && !isIntact(row))
      checked.damaged.push(...damaged.map(({ key }) => key))
    }
  return checked
}
