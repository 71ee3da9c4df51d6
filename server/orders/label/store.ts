// Reads the orders whose labels are printed.
import { pageLimits } from '../../../contract/page.ts'
import { buildValueList, joinFragments, piece, type ReadTransaction } from '../../platform/database/database.ts'
import type { DocumentSize } from '../record/store.ts'

/** Data of an order for its labels, without the document, which may be large. */
export interface LabelRow extends DocumentSize {
  key: string
  version: number
  position: number | null
  /** Key of the order's load; null without a load. */
  load: string | null
}

const columns = piece`select c.consignment_id as "consignmentId", c.key, c.version, s.position, r.key as load,
  octet_length(c.document) as bytes`

const orders = (environmentId: string) =>
  joinFragments(
    columns,
    piece` from consignments c
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join loads r on r.environment_id = s.environment_id and r.load_id = s.load_id
    where c.environment_id = ${environmentId}`,
  )

export const findOrder = (tx: ReadTransaction, environmentId: string, id: string) =>
  tx.get<LabelRow>(joinFragments(orders(environmentId), piece` and c.consignment_id = ${id}`))

export const listLoadOrders = (tx: ReadTransaction, environmentId: string, loadId: string) =>
  tx.all<LabelRow>(
    joinFragments(
      columns,
      piece` from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    join loads r on r.environment_id = s.environment_id and r.load_id = s.load_id
    where s.environment_id = ${environmentId} and s.load_id = ${loadId} order by s.position`,
    ),
  )

export const findKeyedOrders = (tx: ReadTransaction, environmentId: string, keys: readonly string[]) =>
  tx.all<LabelRow>(joinFragments(orders(environmentId), piece` and c.key in `, buildValueList(keys, pageLimits.names)))
