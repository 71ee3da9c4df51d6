// Stores and reads the log of changes.
import type { ChangeType, RecordType } from '../../../contract/change.ts'
import { createTemplate, type ReadTransaction, sql, type WriteTransaction } from '../database/database.ts'

export interface NewChange {
  environmentId: string
  record: RecordType
  recordId: string
  /** Version after the change. */
  version: number
  changeId: string
  position: number | null
  /** Milliseconds since the epoch. */
  at: number
  type: ChangeType
  recordKey: string
  actor: string
  requestId: string
  /** JSON of a list of differences. */
  differences: string
}
export type ChangeRow = Omit<NewChange, 'environmentId'>
/** An event with its position. */
export interface SequencedRow extends ChangeRow {
  position: number
}

export const insertChange = (tx: WriteTransaction, change: NewChange) =>
  tx.runOn(
    sql`insert into changes (environment_id, record, record_id, version, change_id, position, at, type, record_key,
        actor, request_id, differences)
      values (${change.environmentId}, ${change.record}, ${change.recordId}, ${change.version}, ${change.changeId},
        ${change.position}, ${change.at}, ${change.type}, ${change.recordKey}, ${change.actor}, ${change.requestId},
        ${change.differences})`,
  )

/** Returns the last position, or 0 without events. */
export const findLastPosition = async (tx: ReadTransaction, environmentId: string) =>
  (
    await tx.get<{ position: number }>(
      sql`select position from changes where environment_id = ${environmentId} and position is not null
        order by position desc limit 1`,
    )
  )?.position ?? 0

export const findFirstPosition = async (tx: ReadTransaction, environmentId: string) =>
  (
    await tx.get<{ position: number }>(
      sql`select position from changes where environment_id = ${environmentId} and position is not null
        order by position limit 1`,
    )
  )?.position

/** Locks the positions of an environment, so that one transaction at a time assigns them. */
export const lockPositions = (tx: WriteTransaction, environmentId: string) =>
  tx.lock(sql`select version from settings where environment_id = ${environmentId}`)

export interface UnsequencedRow {
  record: RecordType
  recordId: string
  version: number
  changeId: string
}
export const findUnsequencedChanges = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<UnsequencedRow>(
    sql`select record, record_id as "recordId", version, change_id as "changeId" from changes
    where environment_id = ${environmentId} and position is null order by change_id limit ${limit}`,
  )

/** Returns the earlier versions of a record that have no position, and ids after `afterId`. */
export const findUnsequencedVersions = (
  tx: ReadTransaction,
  environmentId: string,
  { record, recordId, version }: UnsequencedRow,
  afterId: string,
) =>
  tx.all<UnsequencedRow>(
    sql`select record, record_id as "recordId", version, change_id as "changeId" from changes
    where environment_id = ${environmentId} and record = ${record} and record_id = ${recordId} and version < ${version}
    and position is null and change_id > ${afterId}`,
  )

/** Number of positions per statement. */
const positionsPerStatement = 24
// Each `when` has a complete condition: Citus turns the short form into a comparison of a text with a truth value.
const positionsTemplate = createTemplate(
  'update changes set position = case when change_id = ',
  ...Array.from({ length: positionsPerStatement - 1 }, () => [' then cast(', ' as bigint) when change_id = ']).flat(),
  ' then cast(',
  ' as bigint) end where environment_id = ',
  ' and position is null and change_id in (',
  ...Array<string>(positionsPerStatement - 1).fill(', '),
  ')',
)

/** Assigns consecutive positions to events, from `startPosition` on. */
export async function setPositions(
  tx: WriteTransaction,
  environmentId: string,
  changeIds: readonly string[],
  startPosition: number,
): Promise<void> {
  for (let done = 0; done < changeIds.length; done += positionsPerStatement) {
    const batch = changeIds.slice(done, done + positionsPerStatement)
    if (batch.length === 1)
      await tx.runOn(
        sql`update changes set position = ${startPosition + done}
          where environment_id = ${environmentId} and position is null and change_id = ${batch[0]!}`,
      )
    else {
      // The rest of the list repeats the last event. The statement uses the first position of a repeated event.
      const ids = Array.from({ length: positionsPerStatement }, (_, index) => batch[Math.min(index, batch.length - 1)]!)
      const pairs = ids.flatMap((changeId, index) => [changeId, startPosition + done + index])
      await tx.runOn({ strings: positionsTemplate, values: [...pairs, environmentId, ...ids] })
    }
  }
}

/** Returns events after a position, in the order of commits. */
export const findChangesAfter = (tx: ReadTransaction, environmentId: string, position: number, limit: number) =>
  tx.all<SequencedRow>(
    sql`select record, record_id as "recordId", version, change_id as "changeId", position, at, type,
        record_key as "recordKey", actor, request_id as "requestId", differences
      from changes where environment_id = ${environmentId} and position > ${position} order by position limit ${limit}`,
  )

/**
 * Returns the time of the first event after a position, or of the first without a position, in milliseconds since the
 * epoch.
 */
export const findFirstChangeTime = async (
  tx: ReadTransaction,
  environmentId: string,
  position: number,
): Promise<number | undefined> => {
  const placed = await tx.get<{ at: number }>(
    sql`select at from changes where environment_id = ${environmentId} and position > ${position}
      order by position limit 1`,
  )
  const first =
    placed ??
    (await tx.get<{ at: number }>(
      sql`select at from changes where environment_id = ${environmentId} and position is null
        order by change_id limit 1`,
    ))
  return first?.at
}

/** Returns events before a position, in the reverse order of commits. */
export const findChangesBefore = (tx: ReadTransaction, environmentId: string, position: number, limit: number) =>
  tx.all<SequencedRow>(
    sql`select record, record_id as "recordId", version, change_id as "changeId", position, at, type,
        record_key as "recordKey", actor, request_id as "requestId", differences
      from changes where environment_id = ${environmentId} and position < ${position}
      order by position desc limit ${limit}`,
  )

/** Returns the event at a position. */
export const findChangeAt = (tx: ReadTransaction, environmentId: string, position: number) =>
  tx.get<{ changeId: string }>(
    sql`select change_id as "changeId" from changes where environment_id = ${environmentId} and position = ${position}`,
  )

/** Returns changes of one record before a version, the newest first. */
export const findRecordChanges = (
  tx: ReadTransaction,
  environmentId: string,
  {
    record,
    recordId,
    beforeVersion,
    limit,
  }: { record: RecordType; recordId: string; beforeVersion: number; limit: number },
) =>
  tx.all<ChangeRow>(
    sql`select record, record_id as "recordId", version, change_id as "changeId", position, at, type,
        record_key as "recordKey", actor, request_id as "requestId", differences
      from changes
      where environment_id = ${environmentId} and record = ${record} and record_id = ${recordId}
        and version < ${beforeVersion}
      order by version desc limit ${limit}`,
  )

/** Returns the id of the last deleted order with this key. */
export const findDeletedOrder = async (tx: ReadTransaction, environmentId: string, key: string) =>
  (
    await tx.get<{ recordId: string }>(
      sql`select record_id as "recordId" from changes
        where environment_id = ${environmentId} and record_key = ${key} and type = 'consignment.deleted'
        order by change_id desc limit 1`,
    )
  )?.recordId

/**
 * Deletes the oldest events before a time, up to a limit. The last event stays, because the next position follows from
 * it.
 */
export const purgeOldChanges = (
  tx: WriteTransaction,
  environmentId: string,
  { last, olderThan, limit }: { last: number; olderThan: number; limit: number },
) =>
  tx.run(
    sql`delete from changes where environment_id = ${environmentId} and position in (
      select position from changes where environment_id = ${environmentId} and position < ${last} order by position
        limit ${limit}) and at < ${olderThan}`,
  )

/** Replaces the stored differences of an event. */
export const setDifferences = (
  tx: WriteTransaction,
  environmentId: string,
  { record, recordId, version }: Pick<ChangeRow, 'record' | 'recordId' | 'version'>,
  differences: string,
) =>
  tx.run(
    sql`update changes set differences = ${differences}
      where environment_id = ${environmentId} and record = ${record} and record_id = ${recordId}
        and version = ${version}`,
  )

/** Returns the last version that a record of this id had, also after its deletion. */
export const findLastVersion = async (
  tx: ReadTransaction,
  environmentId: string,
  record: RecordType,
  recordId: string,
) =>
  (
    await tx.get<{ version: number }>(
      sql`select version from changes
        where environment_id = ${environmentId} and record = ${record} and record_id = ${recordId}
        order by version desc limit 1`,
    )
  )?.version ?? 0
