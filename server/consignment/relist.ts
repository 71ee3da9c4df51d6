// Lists orders anew by the custom fields of their environment once those are defined otherwise: searching, filtering and sorting go by what is kept.
import { backgroundCall, type Executor, lasting, step } from '../core/operation.ts'
import { settingsOf } from '../environment/rules.ts'
import * as environments from '../environment/store.ts'
import { type Document, listedMembers, membersOf } from './document.ts'
import { withFields } from './fields.ts'
import { type Listed, listingOf } from './listing.ts'
import * as store from './store.ts'

/** Orders that a transaction lists: others wait for it. */
const ordersAtOnce = 50

/** Some of the orders of an environment; answers whether there may be more. */
export const relistOrders = lasting(
  step('relistOrders', async (tx, environmentId: string): Promise<boolean> => {
    if ((await environments.relistedOf(tx, environmentId)) === null) return false
    // Nobody defines fields anew meanwhile, nor are there two at it.
    await environments.lockSettings(tx, environmentId)
    const after = await environments.relistedOf(tx, environmentId)
    if (after === null) return false
    const { customFields } = await settingsOf(tx, environmentId)
    const rows = await store.idsAfter(tx, environmentId, after, ordersAtOnce)
    for (const { consignmentId } of rows) {
      const row = await store.lockById(tx, environmentId, consignmentId)
      if (!row) continue
      const listing = listingOf(listedOf(row))
      await store.relist(tx, environmentId, consignmentId, withFields(listing, row.customFields, customFields))
    }
    const isDone = rows.length < ordersAtOnce
    await environments.setRelisted(tx, environmentId, isDone ? null : rows.at(-1)!.consignmentId)
    return !isDone
  }),
)

/** An order as far as lists know it: its goods, which may be most of its text, are none of that. */
const listedOf = ({ key, type, depotKey, tags, customFields, document }: store.ConsignmentRow): Listed => ({
  ...{ key, type, depotKey, customFields, tags: tags === null ? [] : (JSON.parse(tags) as string[]) },
  ...(membersOf(document, listedMembers) as Pick<Document, keyof Listed & keyof Document>),
})

/** All of them, one transaction after the other. */
export async function relistAll({ run }: Pick<Executor, 'run'>, environmentId: string): Promise<void> {
  while (await run(relistOrders, backgroundCall(environmentId, environmentId)));
}
