// How orders get onto the export list and leave it, so that none is lost on the way.
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import type { Settings } from '../../../contract/environment.ts'
import type { acknowledgeExport, addExport, ExportEntry, ExportReason, listExport } from '../../../contract/export.ts'
import type { Writer } from '../../platform/database/database.ts'
import { badRequest, type Finding, notThere, problemOf } from '../../platform/error/problems.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import * as consignments from '../record/store.ts'
import * as store from './store.ts'

let lastPlace = 0
/** Places are microseconds and strictly ascending: what gets onto a list within one millisecond keeps its order. */
export function place(now: number): number {
  lastPlace = Math.max(now * 1_000, lastPlace + 1)
  return lastPlace
}

/** By which request an order or a load changes. */
type By = Pick<Call, 'environmentId' | 'now'>

export async function created(tx: Writer, call: By, settings: Settings, consignmentId: string): Promise<void> {
  if (settings.export.automatic.includes('created'))
    await store.insert(tx, call.environmentId, consignmentId, place(call.now))
}

/** A changed order gets onto the list if the environment wants it; one that is on it must show its new version in any case. */
export async function changed(
  tx: Writer,
  { environmentId, now }: By,
  settings: Settings,
  { consignmentId, version }: { consignmentId: string; version: number },
): Promise<void> {
  if (settings.export.automatic.includes('changed'))
    await store.upsert(tx, environmentId, { consignmentId, version, since: place(now), reason: 'changed' })
  else await store.setVersion(tx, environmentId, consignmentId, version)
}

export async function released(tx: Writer, call: By, settings: Settings, loadId: string): Promise<void> {
  if (settings.export.automatic.includes('released')) await addLoad(tx, call, loadId, 'released')
}

/** All orders of a load, whose versions nobody changes meanwhile. Answers how many were not on the list before. */
async function addLoad(tx: Writer, { environmentId, now }: By, loadId: string, reason: ExportReason): Promise<number> {
  const since = place(now)
  const orders = await store.ofLoad(tx, environmentId, loadId)
  const added = await Promise.all(orders.map((order) => store.add(tx, environmentId, { ...order, since, reason })))
  return added.filter((isNew) => isNew).length
}

const pageSize = 1_000

/**
 * The list as JSON, page by page, so that a million entries need no more memory than a thousand. Each page is read for
 * itself: a slow client holds no snapshot open. What is on the list throughout is told once; what is added meanwhile
 * lies behind the end that was fixed at the start.
 */
export async function* list(read: Preparing['read'], call: Call<QueryOf<typeof listExport>>): AsyncIterable<string> {
  const { environmentId, query } = call
  const detail = query.detail === 'true'
  let left = query.limit === undefined ? Number.POSITIVE_INFINITY : Number(query.limit)
  const end = await read((tx) => store.last(tx, environmentId))
  let after = { since: -1, consignmentId: '' }
  // Sent with the first page: until then a failure can be answered as such.
  let opening = '{"data":['
  while (end && left > 0) {
    const limit = Math.min(left, pageSize)
    const from = after
    const rows = detail
      ? await read((tx) => store.page(tx, environmentId, { after: from, upTo: end, limit }))
      : await read((tx) => store.pageOfIds(tx, environmentId, { after: from, upTo: end, limit }))
    if (rows.length > 0) {
      yield opening +
        (detail ? (rows as store.ExportRow[]).map(entry) : rows.map(({ consignmentId }) => `"${consignmentId}"`)).join(
          ',',
        )
      opening = ','
      after = rows.at(-1)!
    }
    left -= rows.length
    if (rows.length < limit) break
  }
  yield `${opening === ',' ? '' : opening}],"status":"OK"}`
}

const entry = ({ consignmentId, key, version, since, reason }: store.ExportRow): string => {
  const shown: ExportEntry = { consignmentId, key, version, since: toIso(Math.floor(since / 1_000)), reason }
  return JSON.stringify(shown)
}

export const clear = (tx: Writer, { environmentId }: Call) => store.clear(tx, environmentId)

export async function remove(
  tx: Writer,
  { environmentId, params }: Call<unknown, { consignmentId: string }>,
): Promise<void> {
  const { consignmentId } = params
  const removed = await store.remove(tx, environmentId, consignmentId)
  if (removed === 0 && !(await consignments.lock(tx, environmentId, consignmentId)))
    throw notThere('consignment', await consignments.idOfKey(tx, environmentId, consignmentId))
}

/** Answers how many were not on the list before. All or none: an unknown one refuses the whole request. */
export async function add(tx: Writer, call: Call<unknown, unknown, BodyOf<typeof addExport>>): Promise<number> {
  const { environmentId, body, now } = call
  const { ids, keys, loadId } = body
  if ([ids, keys, loadId].filter((given) => given !== undefined && given !== null).length !== 1)
    throw badRequest('', 'one_of', 'Send exactly one of `ids`, `keys` and `loadId`.')
  if (loadId) {
    if (!(await store.lockLoad(tx, environmentId, loadId)))
      throw problemOf([
        {
          path: '/loadId',
          code: 'unknown_load',
          message: `There is no load \`${loadId}\`.`,
          problem: 'UNKNOWN_LOAD',
        },
      ])
    // Neither its orders nor their versions may change before they are on the list.
    const orders = await store.ofLoad(tx, environmentId, loadId)
    await lockAll(
      tx,
      environmentId,
      orders.map(({ consignmentId }) => consignmentId),
    )
    return addLoad(tx, call, loadId, 'manual')
  }
  const names = ids ?? keys ?? []
  const wanted: (string | undefined)[] = []
  for (const name of names) wanted.push(ids ? name : await consignments.idOfKey(tx, environmentId, name))
  const there = await lockAll(
    tx,
    environmentId,
    wanted.filter((id) => id !== undefined),
  )
  const unknown = names.flatMap((name, index): Finding[] => {
    const path = ids ? `/ids/${index}` : `/keys/${index}`
    const message = `There is no consignment \`${name}\`.`
    return there.has(wanted[index]) ? [] : [{ path, code: 'not_found', message, problem: 'NOT_FOUND' }]
  })
  if (unknown.length > 0) throw problemOf(unknown)
  // In that sequence too; they are added in the one that was asked for.
  await store.lockEntries(tx, environmentId, [...there.keys()] as string[])
  let added = 0
  for (const id of new Set(wanted)) {
    const entry = { consignmentId: id!, version: there.get(id)!, since: place(now), reason: 'manual' as const }
    if (await store.add(tx, environmentId, entry)) added++
  }
  return added
}

/** In the sequence of their ids, in which everybody locks orders; answers the versions of those that there are. */
async function lockAll(
  tx: Writer,
  environmentId: string,
  ids: string[],
): Promise<ReadonlyMap<string | undefined, number>> {
  const there = new Map<string | undefined, number>()
  for (const id of [...new Set(ids)].sort()) {
    const order = await consignments.lock(tx, environmentId, id)
    if (order) there.set(id, order.version)
  }
  return there
}

export async function acknowledge(
  tx: Writer,
  { environmentId, body }: Call<unknown, unknown, BodyOf<typeof acknowledgeExport>>,
): Promise<{ removed: number; kept: string[] }> {
  let removed = 0
  const kept = new Set<string>()
  // In the sequence of their ids too: two who acknowledge the same never wait for each other.
  const sequence = body.consignments.toSorted((a, b) =>
    a.consignmentId < b.consignmentId ? -1 : Number(a.consignmentId > b.consignmentId),
  )
  for (const read of sequence) {
    const { consignmentId } = read
    const gone = await store.removeRead(tx, environmentId, read)
    removed += gone
    if (gone > 0) kept.delete(consignmentId)
    else if (await store.isListed(tx, environmentId, consignmentId)) kept.add(consignmentId)
  }
  const named = new Set(body.consignments.map(({ consignmentId }) => consignmentId))
  return { removed, kept: [...named.intersection(kept)] }
}
