// Updates the list rows of orders after a change of the custom fields, or after an instance of an earlier release wrote
// them.

import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import {
  createBackgroundCall,
  createStep,
  type OperationExecutor,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { listedMembers, type OrderDocument, readFields } from './document.ts'
import { addCustomFields } from './fields.ts'
import { updateListRow } from './list-row-store.ts'
import { buildListRow, type ListedOrder } from './listing.ts'
import * as store from './store.ts'

/** Orders per transaction, which blocks other writers. */
const ordersAtOnce = 50

/** Relists a batch of orders after a change of the custom fields. Returns whether more may remain. */
export const relistOrders = withoutDeadline(
  createStep('relistOrders', async (tx, environmentId: string): Promise<boolean> => {
    if ((await environments.findLastRelistedId(tx, environmentId)) === null) return false
    // The lock prevents another change of the fields, and a second instance.
    await environments.lockSettings(tx, environmentId)
    const lastId = await environments.findLastRelistedId(tx, environmentId)
    if (lastId === null) return false
    const rows = await store.listOrderIds(tx, environmentId, lastId, ordersAtOnce)
    await updateListRows(tx, environmentId, rows)
    const isDone = rows.length < ordersAtOnce
    await environments.setRelisted(tx, environmentId, isDone ? null : rows.at(-1)!.consignmentId)
    return !isDone
  }),
)

/** Relists a batch of orders whose list rows are behind. Returns whether more may remain. */
export const relistOutdated = withoutDeadline(
  createStep('relistBehind', async (tx, environmentId: string): Promise<boolean> => {
    if ((await store.findOutdatedListRows(tx, environmentId, 1)).length === 0) return false
    // The environment is being deleted.
    if (!(await environments.lockSettings(tx, environmentId))) return false
    const rows = await store.findOutdatedListRows(tx, environmentId, ordersAtOnce)
    await updateListRows(tx, environmentId, rows)
    return rows.length === ordersAtOnce
  }),
)

async function updateListRows(
  tx: WriteTransaction,
  environmentId: string,
  orders: readonly Pick<store.ConsignmentRow, 'consignmentId'>[],
): Promise<void> {
  const { customFields } = await getSettings(tx, environmentId)
  for (const { consignmentId } of orders) {
    const row = await store.lockById(tx, environmentId, consignmentId)
    if (!row) continue
    const listed = readable(row)
    const listing = listed && addCustomFields(buildListRow(listed), row.customFields, customFields)
    if (listing) await updateListRow(tx, environmentId, consignmentId, listing)
    await store.setListed(tx, environmentId, row, listing)
  }
}

/** Returns a readable order for its list row; undefined if it is damaged. Its list row then stays the same. */
function readable(row: store.ConsignmentRow): ListedOrder | undefined {
  try {
    return listedOf(row)
  } catch {
    return undefined
  }
}

/** Reads the listed fields of an order, without its goods, which may be most of the document. */
const listedOf = ({ key, type, depotKey, tags, customFields, document }: store.ConsignmentRow): ListedOrder => ({
  key,
  type,
  depotKey,
  customFields,
  tags: tags === null ? [] : (JSON.parse(tags) as string[]),
  ...(readFields(document, listedMembers) as Pick<OrderDocument, keyof ListedOrder & keyof OrderDocument>),
})

/** Relists all orders of an environment, one transaction after another. */
export async function relistAll({ run }: Pick<OperationExecutor, 'run'>, environmentId: string): Promise<void> {
  while (await run(relistOrders, createBackgroundCall(environmentId, environmentId)));
}
