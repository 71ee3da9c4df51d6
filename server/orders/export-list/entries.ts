// Reads an export list in pages, and adds, acknowledges and removes its entries, for orders and for proofs.
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { createProblem, type RequestError } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

let lastPosition = 0
/** Places are microseconds and strictly ascending: entries added within one millisecond keep their sequence. */
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
 * Returns the list as JSON, page by page, so that a million entries need no more memory than a thousand. Each page is a
 * separate read: a slow client holds no snapshot open. The response contains each entry that stays on the list once, up
 * to the end of the list at the start.
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
  // Sent with the first page: until then the response can still be an error.
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
  /** Ids or keys as the client sent them. */
  names: readonly string[]
  /** Their ids. */
  ids: readonly (string | undefined)[]
  /** Versions of the records that exist, by id. The transaction has locked these records. */
  versions: ReadonlyMap<string | undefined, number>
  unknown(name: string, index: number): Pick<RequestError, 'path' | 'message'>
}
/** Adds all or no records: one unknown record rejects the request. Returns how many records were not listed before. */
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
 * Acknowledges entries: removes the ones that are unchanged since the client read them. Returns the ids of entries that
 * stay.
 */
export async function acknowledgeEntries(
  tx: WriteTransaction,
  list: store.ExportList,
  environmentId: string,
  read: readonly store.ReadEntry[],
): Promise<{ removed: number; kept: string[] }> {
  let removed = 0
  const listedIds = new Set<string>()
  // In the sequence of the ids: two clients that acknowledge the same entries never wait for each other.
  for (const entry of read.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))) {
    const removedCount = await store.removeRead(tx, list, environmentId, entry)
    removed += removedCount
    if (removedCount > 0) listedIds.delete(entry.id)
    else if (await store.isListed(tx, list, environmentId, entry.id)) listedIds.add(entry.id)
  }
  return { removed, kept: [...new Set(read.map(({ id }) => id)).intersection(listedIds)] }
}
