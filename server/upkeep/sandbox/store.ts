// The SQL that empties a sandbox before its reset.
import { type Awaitable, type Reader, sql, type Writer } from '../../platform/database/database.ts'

export interface Named {
  id: string
  key: string
}
export const somePods = (tx: Reader, environmentId: string, limit: number): Awaitable<Named[]> =>
  tx.all<Named>(
    sql`select pod_id as id, consignment_key as key from pods where environment_id = ${environmentId}
      order by pod_id limit ${limit}`,
  )
export const someOrders = (tx: Reader, environmentId: string, limit: number): Awaitable<Named[]> =>
  tx.all<Named>(
    sql`select consignment_id as id, key from consignments where environment_id = ${environmentId}
      order by consignment_id limit ${limit}`,
  )
export const someLoads = (tx: Reader, environmentId: string, limit: number): Awaitable<Named[]> =>
  tx.all<Named>(
    sql`select load_id as id, key from loads where environment_id = ${environmentId} order by load_id limit ${limit}`,
  )
export const someDrivers = (tx: Reader, environmentId: string, limit: number): Awaitable<Named[]> =>
  tx.all<Named>(
    sql`select key as id, key from drivers where environment_id = ${environmentId} and deleted is null
      order by key limit ${limit}`,
  )
export const someVehicles = (tx: Reader, environmentId: string, limit: number): Awaitable<Named[]> =>
  tx.all<Named>(
    sql`select key as id, key from vehicles where environment_id = ${environmentId} and deleted is null
      order by key limit ${limit}`,
  )
export const someDepots = (tx: Reader, environmentId: string, limit: number): Awaitable<Named[]> =>
  tx.all<Named>(
    sql`select key as id, key from depots where environment_id = ${environmentId} and deleted is null
      order by key limit ${limit}`,
  )

/** Deletes the stored responses of requests with an idempotency key. */
export const forgetAnswers = (tx: Writer, environmentId: string): Awaitable<unknown> =>
  tx.run(sql`delete from idempotency where environment_id = ${environmentId}`)
