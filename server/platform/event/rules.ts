// Records an event for every change, and numbers the events in the order in which clients follow them.
import type { ChangeType, RecordType } from '../../../contract/change.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../database/database.ts'
import { createStep, type OperationCall, serviceActor } from '../operation/operation.ts'
import type { FieldDifference } from '../value/difference.ts'
import { createId } from '../value/ids.ts'
import { aheadMaxMs, parseEpochMs } from '../value/times.ts'
import * as store from './store.ts'

/** The actor and the request of a change. */
export type ChangeAuthor = Pick<OperationCall, 'environmentId' | 'actor' | 'requestId' | 'now'>

/** Returns the author of changes by a command, which acts as the service. */
export const createCommandAuthor = (environmentId: string, now: number): ChangeAuthor => ({
  environmentId,
  actor: serviceActor,
  requestId: 'command',
  now,
})

/**
 * Returns an author whose time is not before the last change of a record. A last change that is too far in the future
 * is ignored.
 */
export function withLaterTime<Of extends ChangeAuthor>(author: Of, updated: string): Of {
  const aheadMs = parseEpochMs(updated) - author.now
  return aheadMs > 0 && aheadMs < aheadMaxMs ? { ...author, now: author.now + aheadMs } : author
}

const nothing = '[]'

interface RecordedChange {
  type: ChangeType
  recordId: string
  recordKey: string
  version: number
  differences?: FieldDifference[] | undefined
}

/** Records one change in the transaction that makes it. `version` is the version after the change. */
export async function recordChange(
  tx: WriteTransaction,
  { environmentId, actor, requestId, now: at }: ChangeAuthor,
  { type, recordId, recordKey, version, differences }: RecordedChange,
): Promise<void> {
  const position = tx.oneByOne ? await nextPosition(tx, environmentId) : null
  await store.insertChange(tx, {
    environmentId,
    record: type.slice(0, type.indexOf('.')) as RecordType,
    recordId,
    version,
    changeId: createId(),
    position,
    at,
    type,
    recordKey,
    actor,
    requestId,
    differences: differences === undefined ? nothing : JSON.stringify(differences),
  })
}

/** Last position that a transaction has assigned in each environment, so that the transaction need not read it. */
const lastPositions = new WeakMap<WriteTransaction, Map<string, number>>()

/**
 * Returns the next position of an environment. Only for an engine with one transaction at a time, where the positions
 * follow the order of the commits.
 */
function nextPosition(tx: WriteTransaction, environmentId: string): Awaitable<number> {
  const positions = lastPositions.get(tx)
  const last = positions?.get(environmentId)
  if (last === undefined) return firstPosition(tx, environmentId)
  positions!.set(environmentId, last + 1)
  return last + 1
}

async function firstPosition(tx: WriteTransaction, environmentId: string): Promise<number> {
  const position = (await store.findLastPosition(tx, environmentId)) + 1
  const positions = lastPositions.get(tx) ?? new Map<string, number>()
  lastPositions.set(tx, positions.set(environmentId, position))
  return position
}

const pageSize = 25

/**
 * Removes the personal values from the history of a record, and keeps the paths of the changed fields. Returns these
 * paths.
 */
export async function erasePersonalValues(
  tx: WriteTransaction,
  environmentId: string,
  { record, recordId }: { record: RecordType; recordId: string },
  isPersonal: (path: string) => boolean,
): Promise<Set<string>> {
  const paths = new Set<string>()
  for (let beforeVersion = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await store.findRecordChanges(tx, environmentId, { record, recordId, beforeVersion, limit: pageSize })
    for (const row of rows) {
      const found = JSON.parse(row.differences) as FieldDifference[]
      const cleaned = found.map((step) => (isPersonal(step.path) ? { path: step.path } : step))
      const texts = [JSON.stringify(found), JSON.stringify(cleaned)]
      if (texts[0] === texts[1]) continue
      for (const path of cleaned.map((step) => step.path).filter(isPersonal)) paths.add(path)
      await store.setDifferences(tx, environmentId, row, texts[1]!)
    }
    if (rows.length < pageSize) return paths
    beforeVersion = rows.at(-1)!.version
  }
}

/**
 * Returns the first version of a record whose id the client chose. It is higher than all versions of an earlier record
 * with this id, so no version is used twice.
 */
export const findFirstVersion = async (tx: ReadTransaction, environmentId: string, type: RecordType, id: string) =>
  (await store.findLastVersion(tx, environmentId, type, id)) + 1

const batchMax = 1_000

/**
 * Assigns positions to a batch of committed events without one, and returns their number. Only visible events get a
 * position, and later events get a higher one. A client that has read up to a position therefore has all events before
 * it.
 */
export async function assignPositions(tx: WriteTransaction, environmentId: string): Promise<number> {
  await store.lockPositions(tx, environmentId)
  const batch = await store.findUnsequencedChanges(tx, environmentId, batchMax)
  if (batch.length === 0) return 0
  if (batch.length === batchMax) batch.push(...(await earlierVersions(tx, environmentId, batch)))
  const last = await store.findLastPosition(tx, environmentId)
  lastPositions.delete(tx)
  const changeIds = sortEvents(batch).map(({ changeId }) => changeId)
  await store.setPositions(tx, environmentId, changeIds, last + 1)
  return batch.length
}

/**
 * Returns earlier versions of the records in a batch that have no position and are not in the batch. Because clocks
 * differ, their ids may be later.
 */
async function earlierVersions(tx: ReadTransaction, environmentId: string, batch: store.UnsequencedRow[]) {
  const latest = new Map<string, store.UnsequencedRow>()
  for (const row of batch) if (row.version > (latest.get(nameOf(row))?.version ?? 1)) latest.set(nameOf(row), row)
  const { changeId } = batch.at(-1)!
  const found = await Promise.all(
    [...latest.values()].map((row) => store.findUnsequencedVersions(tx, environmentId, row, changeId)),
  )
  return found.flat()
}

const nameOf = ({ record, recordId }: store.UnsequencedRow) => `${record} ${recordId}`

/** Sorts events by time, and keeps the versions of each record in their order. */
export function sortEvents(rows: store.UnsequencedRow[]): store.UnsequencedRow[] {
  const latest = new Map<string, string>()
  const keyed = rows
    .toSorted((a, b) => a.version - b.version)
    .map((row) => {
      const previousKey = latest.get(nameOf(row)) ?? ''
      const key = row.changeId > previousKey ? row.changeId : previousKey
      latest.set(nameOf(row), key)
      return { key, row }
    })
  // Only versions of one record share a key, and they are in their order already.
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ row }) => row)
}

export const hasUnsequencedChanges = async (tx: ReadTransaction, environmentId: string): Promise<boolean> =>
  (await store.findUnsequencedChanges(tx, environmentId, 1)).length > 0

/** Assigns positions to a batch of events in an environment. A background job. */
export const assignChangePositions = createStep('placeChanges', async (tx, environmentId: string) => {
  await assignPositions(tx, environmentId)
})
