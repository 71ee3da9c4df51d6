// Stores imports, the results of their rows, and which instance runs them.
import type { ImportState } from '../../../contract/import.ts'
import {
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import type { LeaseRequest } from '../../platform/process/leases.ts'

export interface ImportRow {
  importId: string
  state: ImportState
  name: string | null
  /** Media type of the file. */
  type: string
  /** JSON of the options of the request. */
  options: string
  /** Actor that started the import, a user or token, and the id of that request. */
  actor: string
  requestId: string
  /** JSON of the field that each column of the file was read as. */
  columns: string | null
  allRows: number | null
  readRows: number
  createdRows: number
  updatedRows: number
  unchangedRows: number
  failedRows: number
  repeated: number
  takenBack: number
  undone: number
  kept: number
  message: string | null
  leaseOwner: string | null
  /** Number of crashed processes that worked on this import since its last progress. */
  takeOvers: number
  created: string
  updated: string
  ended: number | null
}

const columns = piece`select import_id as "importId", state, name, type, options, actor, request_id as "requestId",
    columns, all_rows as "allRows", read_rows as "readRows", created_rows as "createdRows",
    updated_rows as "updatedRows", unchanged_rows as "unchangedRows", failed_rows as "failedRows", repeated,
    taken_back as "takenBack", undone, kept, message, lease_owner as "leaseOwner", take_overs as "takeOvers", created,
    updated, ended
  from imports`

export const insertImport = (
  tx: WriteTransaction,
  environmentId: string,
  row: Pick<ImportRow, 'importId' | 'name' | 'type' | 'options' | 'actor' | 'requestId' | 'created'>,
) =>
  tx.run(
    sql`insert into imports (environment_id, import_id, state, name, type, options, actor, request_id, read_rows,
        created_rows, updated_rows, unchanged_rows, failed_rows, repeated, taken_back, undone, kept, lease_until,
        created, updated)
      values (${environmentId}, ${row.importId}, 'queued', ${row.name}, ${row.type}, ${row.options}, ${row.actor},
        ${row.requestId}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${row.created}, ${row.created})`,
  )

const selectImport = (environmentId: string, importId: string) =>
  joinFragments(columns, piece` where environment_id = ${environmentId} and import_id = ${importId}`)

export const findImport = (tx: ReadTransaction, environmentId: string, id: string) =>
  tx.get<ImportRow>(selectImport(environmentId, id))

export const lockImport = (tx: WriteTransaction, environmentId: string, id: string) =>
  tx.lock<ImportRow>(selectImport(environmentId, id))

/** Lists imports from the newest on: ids begin with the time of creation. */
export const listImports = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<ImportRow>(
    joinFragments(columns, piece` where environment_id = ${environmentId} order by import_id desc limit ${limit}`),
  )

export const countOpen = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from imports
      where environment_id = ${environmentId} and state in ('queued', 'running', 'undoing')`,
  ))!.total

export interface ImportWork {
  environmentId: string
  importId: string
  /** End of the lease that another instance has on an import of this environment. */
  leaseUntil: number
}
/** Lists the work: the oldest open import of each environment. */
export const listImportWork = (tx: ReadTransaction, { owner, limit }: { owner: string; limit: number }) =>
  tx.all<ImportWork>(
    sql`select i.environment_id as "environmentId", min(i.import_id) as "importId",
        max(case when i.lease_owner = ${owner} then 0 else i.lease_until end) as "leaseUntil"
      from environments e join imports i on i.environment_id = e.environment_id
      where i.state in ('queued', 'running', 'undoing') group by i.environment_id
      order by min(i.import_id) limit ${limit}`,
  )

/** Returns whether the owner may continue the import: no client has cancelled it, and no instance has its lease. */
export const isHeld = async (tx: ReadTransaction, environmentId: string, id: string, owner: string) =>
  (await tx.get(
    sql`select 1 as held from imports
      where environment_id = ${environmentId} and import_id = ${id} and lease_owner = ${owner}
        and state in ('queued', 'running', 'undoing')`,
  )) !== undefined

/**
 * Takes or renews the lease of an open import. Returns whether the owner now has the lease. Fails if another instance
 * has a valid lease, unless this instance saw that lease expire (`overUntil`). An owner that stops normally releases
 * its lease. Taking over an unreleased lease therefore counts as a crash of its owner, unless the same process takes it
 * `again`.
 */
export const leaseImport = async (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  { owner, now, until, overUntil = 0, again = false }: LeaseRequest & { again?: boolean },
) =>
  (await tx.run(
    sql`update imports set state = case when state = 'queued' then 'running' else state end, lease_owner = ${owner},
        lease_until = ${until}, take_overs = take_overs + case when lease_owner is null then 0 else ${again ? 0 : 1} end
      where environment_id = ${environmentId} and import_id = ${importId} and state in ('queued', 'running', 'undoing')
        and (lease_owner = ${owner} or lease_until <= ${now} or lease_until = ${overUntil})`,
  )) === 1

export const renewImport = (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  { owner, until }: { owner: string; until: number },
) =>
  tx.run(
    sql`update imports set lease_until = ${until}
      where environment_id = ${environmentId} and import_id = ${importId} and lease_owner = ${owner}`,
  )

/** Releases the owner's lease, so that another instance can take it. */
export const releaseImport = (tx: WriteTransaction, environmentId: string, importId: string, owner: string) =>
  tx.run(
    sql`update imports set lease_owner = null, lease_until = 0
      where environment_id = ${environmentId} and import_id = ${importId} and lease_owner = ${owner}`,
  )

export const saveOpened = (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  { columns: taken, allRows, now }: { columns: string; allRows: number; now: string },
) =>
  tx.run(
    sql`update imports set columns = ${taken}, all_rows = ${allRows}, updated = ${now}
      where environment_id = ${environmentId} and import_id = ${importId}`,
  )

export type ImportCounts = Pick<
  ImportRow,
  'readRows' | 'createdRows' | 'updatedRows' | 'unchangedRows' | 'failedRows' | 'repeated'
>
export const saveCounts = (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  {
    counts,
    takeOvers,
    now,
    leaseUntil,
  }: Pick<ImportRow, 'takeOvers'> & { counts: ImportCounts; now: string; leaseUntil: number },
) =>
  tx.run(
    sql`update imports set read_rows = ${counts.readRows}, created_rows = ${counts.createdRows},
        updated_rows = ${counts.updatedRows}, unchanged_rows = ${counts.unchangedRows},
        failed_rows = ${counts.failedRows}, repeated = ${counts.repeated}, take_overs = ${takeOvers}, updated = ${now},
        lease_until = ${leaseUntil}
      where environment_id = ${environmentId} and import_id = ${importId}`,
  )

export const saveUndone = (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  {
    takenBack,
    undone,
    kept,
    now,
    leaseUntil,
  }: Pick<ImportRow, 'takenBack' | 'undone' | 'kept'> & {
    now: string
    leaseUntil: number
  },
) =>
  tx.run(
    sql`update imports set taken_back = ${takenBack}, undone = ${undone}, kept = ${kept}, take_overs = 0,
        updated = ${now}, lease_until = ${leaseUntil}
      where environment_id = ${environmentId} and import_id = ${importId}`,
  )

export const setState = (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  { state, message, now, ended }: Pick<ImportRow, 'state' | 'message' | 'ended'> & { now: string },
) =>
  tx.run(
    sql`update imports set state = ${state}, message = ${message}, updated = ${now}, ended = ${ended}
      where environment_id = ${environmentId} and import_id = ${importId}`,
  )

/** Starts the undo of an import, for the user or token that requested it. Any instance can take it. */
export const beginUndo = (
  tx: WriteTransaction,
  environmentId: string,
  importId: string,
  { actor, requestId, now }: Pick<ImportRow, 'actor' | 'requestId'> & { now: string },
) =>
  tx.run(
    sql`update imports set state = 'undoing', actor = ${actor}, request_id = ${requestId}, updated = ${now},
        ended = null, lease_owner = null, lease_until = 0, take_overs = 0
      where environment_id = ${environmentId} and import_id = ${importId}`,
  )

export interface PartRow {
  firstRow: number
  stored: string
  failed: string | null
}
export const insertPart = (tx: WriteTransaction, environmentId: string, importId: string, row: PartRow) =>
  tx.run(
    sql`insert into import_parts (environment_id, import_id, first_row, stored, failed)
      values (${environmentId}, ${importId}, ${row.firstRow}, ${row.stored}, ${row.failed})`,
  )

/** Lists parts of an import by their first row, with the orders that they stored. */
export const listStoredParts = (
  tx: ReadTransaction,
  environmentId: string,
  importId: string,
  { from, limit }: { from: number; limit: number },
) =>
  tx.all<Pick<PartRow, 'firstRow' | 'stored'>>(
    sql`select first_row as "firstRow", stored from import_parts
      where environment_id = ${environmentId} and import_id = ${importId} and first_row >= ${from}
      order by first_row limit ${limit}`,
  )

/** Lists parts of an import with failed rows, by their first row. */
export const listFailedParts = (
  tx: ReadTransaction,
  environmentId: string,
  importId: string,
  { from, limit }: { from: number; limit: number },
) =>
  tx.all<{ firstRow: number; failed: string }>(
    sql`select first_row as "firstRow", failed from import_parts
      where environment_id = ${environmentId} and import_id = ${importId} and first_row >= ${from}
        and failed is not null order by first_row limit ${limit}`,
  )

/** Returns the number of parts with failed rows, and the first row of the last of them. */
export const countFailedParts = async (tx: ReadTransaction, environmentId: string, importId: string) =>
  (
    await tx.all<{ count: number; last: number }>(
      sql`select count(*) as count, coalesce(max(first_row), 0) as last from import_parts
        where environment_id = ${environmentId} and import_id = ${importId} and failed is not null`,
    )
  )[0]!

/** Removes the parts with the results of an import's rows. */
export const removeParts = (tx: WriteTransaction, environmentId: string, importId: string) =>
  tx.run(sql`delete from import_parts where environment_id = ${environmentId} and import_id = ${importId}`)

export async function removeImport(tx: WriteTransaction, environmentId: string, importId: string): Promise<void> {
  await removeParts(tx, environmentId, importId)
  await tx.run(sql`delete from imports where environment_id = ${environmentId} and import_id = ${importId}`)
}

export async function removeAll(tx: WriteTransaction, environmentId: string): Promise<void> {
  await tx.run(sql`delete from import_parts where environment_id = ${environmentId}`)
  await tx.run(sql`delete from imports where environment_id = ${environmentId}`)
}

/** Deletes possible personal data from all imports: a failed row does not show to whom its data belongs. */
export async function forgetPeople(tx: WriteTransaction, environmentId: string): Promise<void> {
  await tx.run(sql`update imports set columns = null where environment_id = ${environmentId} and columns is not null`)
  await tx.run(
    sql`update import_parts set failed = null where environment_id = ${environmentId} and failed is not null`,
  )
}

/** Lists imports that ended before a time, in milliseconds since the epoch. */
export const findExpiredImports = (tx: ReadTransaction, environmentId: string, cutoff: number, limit: number) =>
  tx.all<{ importId: string }>(
    sql`select import_id as "importId" from imports
      where environment_id = ${environmentId} and ended < ${cutoff} order by import_id limit ${limit}`,
  )

/** Lists up to 10 ended imports that are older than the newest `retainedMax`. */
export const findImportsToPurge = (tx: ReadTransaction, environmentId: string, retainedMax: number) =>
  tx.all<{ importId: string }>(
    sql`select import_id as "importId" from imports
      where environment_id = ${environmentId} and ended is not null
      order by import_id desc limit 10 offset ${retainedMax}`,
  )
