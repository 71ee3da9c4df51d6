// Stores shared views of the order list.
import { type ReadTransaction, sql, type WriteTransaction } from '../../platform/database/database.ts'

export interface ViewRow {
  viewId: string
  name: string
  search: string
  created: string
}

export const listViews = (tx: ReadTransaction, environmentId: string) =>
  tx.all<ViewRow>(
    sql`select view_id as "viewId", name, search, created from views where environment_id = ${environmentId}
      order by name, view_id`,
  )

export const insertView = (tx: WriteTransaction, environmentId: string, { viewId, name, search, created }: ViewRow) =>
  tx.run(
    sql`insert into views (environment_id, view_id, name, search, created)
      values (${environmentId}, ${viewId}, ${name}, ${search}, ${created})`,
  )

/** Deletes a view. Returns whether it existed. */
export const removeView = async (tx: WriteTransaction, environmentId: string, viewId: string) =>
  (await tx.run(sql`delete from views where environment_id = ${environmentId} and view_id = ${viewId}`)) === 1

export const removeAll = (tx: WriteTransaction, environmentId: string) =>
  tx.run(sql`delete from views where environment_id = ${environmentId}`)
