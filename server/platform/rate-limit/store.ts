// Stores which processes serve one database at the same time.
import { type ReadTransaction, sql, type WriteTransaction } from '../database/database.ts'

export interface InstanceRow {
  instanceId: string
  /** Milliseconds since the epoch. */
  seen: number
  uses: string
}

export const upsertInstance = (tx: WriteTransaction, { instanceId, seen, uses }: InstanceRow) =>
  tx.runOn(
    sql`insert into instances (instance_id, seen, uses) values (${instanceId}, ${seen}, ${uses})
    on conflict (instance_id) do update set seen = excluded.seen, uses = excluded.uses`,
  )

/** Returns the other instances that were seen between two times. */
export const findActiveInstances = (
  tx: ReadTransaction,
  instanceId: string,
  { from, to }: { from: number; to: number },
) =>
  tx.all<InstanceRow>(
    sql`select instance_id as "instanceId", seen, uses from instances
      where instance_id <> ${instanceId} and seen > ${from} and seen < ${to} order by instance_id limit 1000`,
  )

export const purgeInstances = (tx: WriteTransaction, seenBefore: number) =>
  tx.run(sql`delete from instances where seen < ${seenBefore}`)
