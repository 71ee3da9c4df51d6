// Compares the stored text of every order with its checksum, in batches.

import * as environments from '../../access/environment/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { isIntact } from '../../platform/value/checksum.ts'
import * as store from './store.ts'

export interface CheckedOrders {
  orders: number
  /** Orders without a checksum. */
  unknown: number
  /** Keys of orders whose text differs from its checksum. */
  damaged: string[]
}

export async function checkOrders(read: <T>(work: (tx: Reader) => Promise<T>) => Promise<T>): Promise<CheckedOrders> {
  const checked: CheckedOrders = { orders: 0, unknown: 0, damaged: [] }
  for (const { environmentId } of await read(async (tx) => environments.list(tx)))
    for (let after = ''; ; ) {
      const from = after
      const rows = await read(async (tx) => store.pageToCheck(tx, environmentId, from))
      for (const row of rows) {
        checked.orders++
        if (row.checksum === null) checked.unknown++
        else if (!isIntact(row)) checked.damaged.push(row.key)
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.consignmentId
    }
  return checked
}
