// Stores the list of orders with an erased recipient.
import { type ReadTransaction, sql, type WriteTransaction } from '../../platform/database/database.ts'

export interface ErasureRow {
  environmentId: string
  consignmentId: string
}

interface NewErasure {
  consignmentId: string
  erased: number
  actor: string
  requestId: string
}

/** Records an erasure. A second erasure of the same order changes nothing. */
export const insertErasure = (
  tx: WriteTransaction,
  environmentId: string,
  { consignmentId, erased, actor, requestId }: NewErasure,
) =>
  tx.run(
    sql`insert into erasures (environment_id, consignment_id, erased, actor, request_id)
      values (${environmentId}, ${consignmentId}, ${erased}, ${actor}, ${requestId})
      on conflict (environment_id, consignment_id) do nothing`,
  )

/** Returns the time of the last erasure in an environment, or null. */
export const findLastErasureTime = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.get<{ erased: number | null }>(
    sql`select max(erased) as erased from erasures where environment_id = ${environmentId}`,
  ))!.erased

export const listErasures = (tx: ReadTransaction, environmentId: string, lastConsignmentId: string, limit: number) =>
  tx.all<ErasureRow>(
    sql`select environment_id as "environmentId", consignment_id as "consignmentId" from erasures
      where environment_id = ${environmentId} and consignment_id > ${lastConsignmentId}
      order by consignment_id limit ${limit}`,
  )
