// Reads an export list in pages, and adds, acknowledges and removes its entries, for orders and for proofs.
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { createProblem, type RequestError } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

let lastPosition = 0
/**
 * Returns the next position on an export list, in microseconds. Positions always increase, so that entries of the same
 * millisecond keep their sequence.
 */
export function createListPosition(now: number): number {
  lastPosition = Math.max(now * 1_000, lastPosition + 1)
  return lastPosition
}

const pageSize = 1_000

interface ListQuery {
  detail?: 'true' | 'false'
  limit?: string
}
/**
 * Streams the list as JSON, page by page, so that a long list needs no more memory than a short one. Each page is a
 * separate read, so that a slow client does not hold a snapshot open. The response contains each entry once that stays
 * on the list during the request. Entries that are added after its start are missing.
 */
export async function* streamPages(
  list: store.ExportList,
  read: PreparationContext['read'],
  { environmentId, query }: OperationCall<ListQuery>,
  formatEntry: (row: store.EntryRow) => object,
): AsyncIterable<string> {
  let remaining = query.limit === undefined ? Number.POSITIVE_INFINITY : Number(query.limit)
  const upTo = await read((tx) => store.findLastPosition(tx, list, environmentId))
  let startPosition: store.ListPosition = { since: -1, id: '' }
  // Sent with the first page, because an error is still possible until then.
  let opening = '{"data":['
  const pageOf = async (
    tx: ReadTransaction,
    stretch: store.ListRange,
  ): Promise<(store.ListPosition & { json: string })[]> =>
    query.detail === 'true'
      ? (await store.readEntryPage(tx, list, environmentId, stretch)).map((row) => ({
          ...row,
          json: JSON.stringify(formatEntry(row)),
        }))
      : (await store.readIdPage(tx, list, environmentId, stretch)).map((row) => ({ ...row, json: `"${row.id}"` }))
  while (upTo && remaining > 0) {
    const stretch = { after: startPosition, upTo, limit: Math.min(remaining, pageSize) }
    const rows = await read((tx) => pageOf(tx, stretch))
    if (rows.length > 0) {
      yield opening + rows.map(({ json }) => json).join(',')
      opening = ','
      startPosition = rows.at(-1)!
    }
    remaining -= rows.length
    if (rows.length < stretch.limit) break
  }
  yield `${opening === ',' ? '' : opening}],"status":"OK"}`
}

interface EntrySelection {
  /** Ids or keys of the records, as the client sent them. */
  names: readonly string[]
  /** Ids of the records, in the sequence of `names`; undefined for an unknown record. */
  ids: readonly (string | undefined)[]
  /** Versions of the existing records, by id. The transaction has locked these records. */
  versions: ReadonlyMap<string | undefined, number>
  unknown(name: string, index: number): Pick<RequestError, 'path' | 'message'>
}
/** Adds all records, or none if one of them is unknown. Returns the number of records that were not listed before. */
export async function addAll(
  tx: WriteTransaction,
  list: store.ExportList,
  { environmentId, now }: Pick<OperationCall, 'environmentId' | 'now'>,
  { names, ids, versions, unknown }: EntrySelection,
): Promise<number> {
  const found = names.flatMap((name, index): RequestError[] =>
    versions.has(ids[index]) ? [] : [{ ...unknown(name, index), code: 'not_found', problem: 'NOT_FOUND' }],
  )
  if (found.length > 0) throw createProblem(found)
  await store.lockEntries(tx, list, environmentId, [...versions.keys()] as string[])
  let added = 0
  for (const id of new Set(ids)) {
    const entry = { id: id!, version: versions.get(id)!, since: createListPosition(now), reason: 'manual' }
    if (await store.addEntry(tx, list, environmentId, entry)) added++
  }
  return added
}

/**
 * Acknowledges entries: removes every entry that has not changed since the client read it. Returns the number of
 * removed entries, and the ids of the entries that stay.
 */
export async function acknowledgeEntries(
  tx: WriteTransaction,
  list: store.ExportList,
  environmentId: string,
  read: readonly store.ReadEntry[],
): Promise<{ removed: number; kept: string[] }> {
  let removed = 0
  const listedIds = new Set<string>()
  // Sorted by id, so that two clients that acknowledge the same entries cannot deadlock.
  for (const entry of read.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))) {
    const removedCount = await store.removeRead(tx, list, environmentId, entry)
    removed += removedCount
    if (removedCount > 0) listedIds.delete(entry.id)
    else if (await store.isListed(tx, list, environmentId, entry.id)) listedIds.add(entry.id)
  }
  return { removed, kept: [...new Set(read.map(({ id }) => id)).intersection(listedIds)] }
}
