// Reads an export list in pages, and adds, acknowledges and removes its entries, for orders and for proofs.
import type { Reader, Writer } from '../../platform/database/database.ts'
import { type Finding, problemOf } from '../../platform/error/problems.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import * as store from './store.ts'

let lastPlace = 0
/** Places are microseconds and strictly ascending: entries added within one millisecond keep their sequence. */
export function place(now: number): number {
  lastPlace = Math.max(now * 1_000, lastPlace + 1)
  return lastPlace
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
export async function* pagesOf(
  list: store.ExportList,
  read: Preparing['read'],
  { environmentId, query }: Call<ListQuery>,
  shown: (row: store.EntryRow) => object,
): AsyncIterable<string> {
  let left = query.limit === undefined ? Number.POSITIVE_INFINITY : Number(query.limit)
  const upTo = await read((tx) => store.last(tx, list, environmentId))
  let after: store.Place = { since: -1, id: '' }
  // Sent with the first page: until then the response can still be an error.
  let opening = '{"data":['
  const pageOf = async (tx: Reader, stretch: store.Stretch): Promise<(store.Place & { json: string })[]> =>
    query.detail === 'true'
      ? (await store.page(tx, list, environmentId, stretch)).map((row) => ({
          ...row,
          json: JSON.stringify(shown(row)),
        }))
      : (await store.pageOfIds(tx, list, environmentId, stretch)).map((row) => ({ ...row, json: `"${row.id}"` }))
  while (upTo && left > 0) {
    const stretch = { after, upTo, limit: Math.min(left, pageSize) }
    const rows = await read((tx) => pageOf(tx, stretch))
    if (rows.length > 0) {
      yield opening + rows.map(({ json }) => json).join(',')
      opening = ','
      after = rows.at(-1)!
    }
    left -= rows.length
    if (rows.length < stretch.limit) break
  }
  yield `${opening === ',' ? '' : opening}],"status":"OK"}`
}

interface Wanted {
  /** Ids or keys as the client sent them. */
  names: readonly string[]
  /** Their ids. */
  ids: readonly (string | undefined)[]
  /** Versions of the records that exist, by id. The transaction has locked these records. */
  versions: ReadonlyMap<string | undefined, number>
  unknown(name: string, index: number): Pick<Finding, 'path' | 'message'>
}
/** Adds all or no records: one unknown record rejects the request. Returns how many records were not listed before. */
export async function addAll(
  tx: Writer,
  list: store.ExportList,
  { environmentId, now }: Pick<Call, 'environmentId' | 'now'>,
  { names, ids, versions, unknown }: Wanted,
): Promise<number> {
  const found = names.flatMap((name, index): Finding[] =>
    versions.has(ids[index]) ? [] : [{ ...unknown(name, index), code: 'not_found', problem: 'NOT_FOUND' }],
  )
  if (found.length > 0) throw problemOf(found)
  await store.lockEntries(tx, list, environmentId, [...versions.keys()] as string[])
  let added = 0
  for (const id of new Set(ids)) {
    const entry = { id: id!, version: versions.get(id)!, since: place(now), reason: 'manual' }
    if (await store.add(tx, list, environmentId, entry)) added++
  }
  return added
}

/**
 * Acknowledges entries: removes the ones that are unchanged since the client read them. Returns the ids of entries that
 * stay.
 */
export async function acknowledge(
  tx: Writer,
  list: store.ExportList,
  environmentId: string,
  read: readonly store.Read[],
): Promise<{ removed: number; kept: string[] }> {
  let removed = 0
  const kept = new Set<string>()
  // In the sequence of the ids: two clients that acknowledge the same entries never wait for each other.
  for (const entry of read.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))) {
    const gone = await store.removeRead(tx, list, environmentId, entry)
    removed += gone
    if (gone > 0) kept.delete(entry.id)
    else if (await store.isListed(tx, list, environmentId, entry.id)) kept.add(entry.id)
  }
  return { removed, kept: [...new Set(read.map(({ id }) => id)).intersection(kept)] }
}
