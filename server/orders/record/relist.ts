// Updates the list rows of orders after a change of the custom fields, or after an instance of an earlier release wrote
// them.

import { settingsOf } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { backgroundCall, type Executor, lasting, step } from '../../platform/operation/operation.ts'
import { type Document, listedMembers, membersOf } from './document.ts'
import { withFields } from './fields.ts'
import { relist } from './list-row-store.ts'
import { type Listed, listingOf } from './listing.ts'
import * as store from './store.ts'

/** Orders per transaction, which blocks other writers. */
const ordersAtOnce = 50

/** Relists a batch of orders after a change of the custom fields. Returns whether more may remain. */
export const relistOrders = lasting(
  step('relistOrders', async (tx, environmentId: string): Promise<boolean> => {
    if ((await environments.relistedOf(tx, environmentId)) === null) return false
    // The lock prevents another change of the fields, and a second instance.
    await environments.lockSettings(tx, environmentId)
    const after = await environments.relistedOf(tx, environmentId)
    if (after === null) return false
    const rows = await store.idsAfter(tx, environmentId, after, ordersAtOnce)
    await listAnew(tx, environmentId, rows)
    const isDone = rows.length < ordersAtOnce
    await environments.setRelisted(tx, environmentId, isDone ? null : rows.at(-1)!.consignmentId)
    return !isDone
  }),
)

/** Relists a batch of orders whose list rows are behind. Returns whether more may remain. */
export const relistBehind = lasting(
  step('relistBehind', async (tx, environmentId: string): Promise<boolean> => {
    if ((await store.behind(tx, environmentId, 1)).length === 0) return false
    // The environment is being deleted.
    if (!(await environments.lockSettings(tx, environmentId))) return false
    const rows = await store.behind(tx, environmentId, ordersAtOnce)
    await listAnew(tx, environmentId, rows)
    return rows.length === ordersAtOnce
  }),
)

async function listAnew(
  tx: Writer,
  environmentId: string,
  orders: readonly Pick<store.ConsignmentRow, 'consignmentId'>[],
): Promise<void> {
  const { customFields } = await settingsOf(tx, environmentId)
  for (const { consignmentId } of orders) {
    const row = await store.lockById(tx, environmentId, consignmentId)
    if (!row) continue
    const listed = readable(row)
    const listing = listed && withFields(listingOf(listed), row.customFields, customFields)
    if (listing) await relist(tx, environmentId, consignmentId, listing)
    await store.setListed(tx, environmentId, row, listing)
  }
}

/** Returns a readable order for its list row; undefined if it is damaged. Its list row then stays the same. */
function readable(row: store.ConsignmentRow): Listed | undefined {
  try {
    return listedOf(row)
  } catch {
    return undefined
  }
}

/** Reads the listed fields of an order, without its goods, which may be most of the document. */
const listedOf = ({ key, type, depotKey, tags, customFields, document }: store.ConsignmentRow): Listed => ({
  key,
  type,
  depotKey,
  customFields,
  tags: tags === null ? [] : (JSON.parse(tags) as string[]),
  ...(membersOf(document, listedMembers) as Pick<Document, keyof Listed & keyof Document>),
})

/** Relists all orders of an environment, one transaction after another. */
export async function relistAll({ run }: Pick<Executor, 'run'>, environmentId: string): Promise<void> {
  while (await run(relistOrders, backgroundCall(environmentId, environmentId)));
}
