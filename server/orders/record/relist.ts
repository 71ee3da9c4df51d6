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

/** Orders per transaction; larger batches block other writers. */
const ordersAtOnce = 50

/** Updates the list rows of a batch of orders after a change of the custom fields. Returns whether more may remain. */
export const relistOrders = withoutDeadline(
  createStep('relistOrders', async (tx, environmentId: string): Promise<boolean> => {
    if ((await environments.findLastRelistedId(tx, environmentId)) === null) return false
    // Locks the settings, so that the custom fields do not change, and no other instance does this work.
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

/** Updates the list rows of a batch of orders whose list rows are outdated. Returns whether more may remain. */
export const relistOutdated = withoutDeadline(
  createStep('relistBehind', async (tx, environmentId: string): Promise<boolean> => {
    if ((await store.findOutdatedListRows(tx, environmentId, 1)).length === 0) return false
    // Without settings, the environment is being deleted.
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

/**
 * Returns the listed fields of a readable order. Returns undefined for a damaged order, whose list row stays as it is.
 */
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

/** Updates the list rows of all orders of an environment, one transaction after another. */
export async function relistAll({ run }: Pick<OperationExecutor, 'run'>, environmentId: string): Promise<void> {
  while (await run(relistOrders, createBackgroundCall(environmentId, environmentId)));
}
