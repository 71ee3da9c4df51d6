// What the labels of a load, or of some orders, are made of.
import { pageLimits } from '../../contract/page.ts'
import type { Awaitable, Reader } from '../database/database.ts'
import { join, listed, piece, sql } from '../database/database.ts'

export interface LabelRow {
  key: string
  position: number
  /** Of the order. */
  document: string
}

export const ordersOfLoad = (tx: Reader, environmentId: string, loadId: string): Awaitable<LabelRow[]> =>
  tx.all<LabelRow>(
    sql`select c.key, s.position, c.document from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    where s.environment_id = ${environmentId} and s.load_id = ${loadId} order by s.position`,
  )

export interface NamedLabelRow extends Omit<LabelRow, 'position'> {
  position: number | null
  load: string | null
}

export const ordersOfKeys = (tx: Reader, environmentId: string, keys: readonly string[]): Awaitable<NamedLabelRow[]> =>
  tx.all<NamedLabelRow>(
    join(
      piece`select c.key, s.position, r.key as load, c.document from consignments c
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join loads r on r.environment_id = s.environment_id and r.load_id = s.load_id
    where c.environment_id = ${environmentId} and c.key in `,
      listed(keys, pageLimits.names),
    ),
  )
