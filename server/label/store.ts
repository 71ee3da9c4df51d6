// What the labels of a load are made of.
import type { Awaitable, Reader } from '../database/database.ts'
import { sql } from '../database/database.ts'

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
