// The SQL that empties a sandbox before its reset.
import { type ReadTransaction, sql, type WriteTransaction } from '../../platform/database/database.ts'

export interface KeyedRecord {
  id: string
  key: string
}
export const listPods = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<KeyedRecord>(
    sql`select pod_id as id, consignment_key as key from pods where environment_id = ${environmentId}
      order by pod_id limit ${limit}`,
  )
export const listOrders = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<KeyedRecord>(
    sql`select consignment_id as id, key from consignments where environment_id = ${environmentId}
      order by consignment_id limit ${limit}`,
  )
export const listLoads = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<KeyedRecord>(
    sql`select load_id as id, key from loads where environment_id = ${environmentId} order by load_id limit ${limit}`,
  )
export const listDrivers = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<KeyedRecord>(
    sql`select key as id, key from drivers where environment_id = ${environmentId} and deleted is null
      order by key limit ${limit}`,
  )
export const listVehicles = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<KeyedRecord>(
    sql`select key as id, key from vehicles where environment_id = ${environmentId} and deleted is null
      order by key limit ${limit}`,
  )
export const listDepots = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<KeyedRecord>(
    sql`select key as id, key from depots where environment_id = ${environmentId} and deleted is null
      order by key limit ${limit}`,
  )

/** Deletes the stored responses of requests with an idempotency key. */
export const forgetAnswers = (tx: WriteTransaction, environmentId: string) =>
  tx.run(sql`delete from idempotency where environment_id = ${environmentId}`)
