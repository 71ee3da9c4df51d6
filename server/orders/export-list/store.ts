// The export list in the database.
import type { ExportReason } from '../../../contract/export.ts'
import { type Awaitable, join, listed, piece, type Reader, sql, type Writer } from '../../platform/database/database.ts'
import { piecesOf } from '../../platform/value/pieces.ts'

export interface ExportRow {
  consignmentId: string
  key: string
  version: number
  since: number
  reason: ExportReason
}

/** Adds an order that was created just now. */
export const insert = (tx: Writer, environmentId: string, consignmentId: string, since: number): Awaitable<unknown> =>
  tx.runOn(
    sql`insert into export_list (environment_id, consignment_id, version, since, reason) values (${environmentId}, ${consignmentId}, 1, ${since}, 'created')`,
  )

interface NewEntry {
  consignmentId: string
  version: number
  since: number
  reason: ExportReason
}

/** Adds an order, or notes its new version while it keeps its place. */
export const upsert = (
  tx: Writer,
  environmentId: string,
  { consignmentId, version, since, reason }: NewEntry,
): Awaitable<unknown> =>
  tx.runOn(
    sql`insert into export_list (environment_id, consignment_id, version, since, reason) values (${environmentId}, ${consignmentId}, ${version}, ${since}, ${reason})
    on conflict (environment_id, consignment_id) do update set version = excluded.version`,
  )

/** Notes the new version of an order that is on the list. */
export const setVersion = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  version: number,
): Awaitable<unknown> =>
  tx.runOn(
    sql`update export_list set version = ${version} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Adds an order, or notes why it was added again while it keeps its place. Answers whether it was not on the list before. */
export async function add(
  tx: Writer,
  environmentId: string,
  { consignmentId, version, since, reason }: NewEntry,
): Promise<boolean> {
  const wasListed = await isListed(tx, environmentId, consignmentId)
  await tx.run(
    sql`insert into export_list (environment_id, consignment_id, version, since, reason) values (${environmentId}, ${consignmentId}, ${version}, ${since}, ${reason})
    on conflict (environment_id, consignment_id) do update set reason = excluded.reason`,
  )
  return !wasListed
}

/** Locks a load, so that no order joins or leaves it until the transaction ends. Returns undefined if the load does not exist. */
export const lockLoad = (
  tx: Writer,
  environmentId: string,
  loadId: string,
): Awaitable<{ loadId: string } | undefined> =>
  tx.lock(sql`select load_id as "loadId" from loads where environment_id = ${environmentId} and load_id = ${loadId}`)

/** The orders of a load, in the sequence of their ids. */
export const ofLoad = (
  tx: Reader,
  environmentId: string,
  loadId: string,
): Awaitable<Pick<NewEntry, 'consignmentId' | 'version'>[]> =>
  tx.all(
    sql`select c.consignment_id as "consignmentId", c.version from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    where s.environment_id = ${environmentId} and s.load_id = ${loadId} order by c.consignment_id`,
  )

export const remove = (tx: Writer, environmentId: string, consignmentId: string): Awaitable<number> =>
  tx.run(sql`delete from export_list where environment_id = ${environmentId} and consignment_id = ${consignmentId}`)

/** What somebody has read of an entry; the reason only from those who want to know of another one. */
interface Read {
  consignmentId: string
  version: number
  reason?: ExportReason | null
}
/** Removes what still is as it was read; the row's own lock makes this safe against a change on its way. */
export const removeRead = (
  tx: Writer,
  environmentId: string,
  { consignmentId, version, reason }: Read,
): Awaitable<number> =>
  tx.run(
    sql`delete from export_list where environment_id = ${environmentId} and consignment_id = ${consignmentId} and version = ${version} and reason like ${reason ?? '%'}`,
  )

export const isListed = async (tx: Reader, environmentId: string, consignmentId: string): Promise<boolean> =>
  (await tx.get(
    sql`select version from export_list where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )) !== undefined

/** So many at a time, where more than one is locked. */
const entriesAtOnce = 100

/**
 * Locks the entries of these orders in the sequence of the orders' ids, in which they are acknowledged. Whoever goes on to
 * change several of them in another sequence would wait for those who acknowledge, and they for it.
 */
export async function lockEntries(tx: Writer, environmentId: string, consignmentIds: readonly string[]): Promise<void> {
  // Where transactions run one after the other there is nobody to wait for.
  if (tx.oneByOne) return
  for (const ids of piecesOf([...new Set(consignmentIds)].sort(), entriesAtOnce))
    await tx.lock(
      join(
        piece`select consignment_id from export_list where environment_id = ${environmentId} and consignment_id in `,
        listed(ids, entriesAtOnce),
        piece` order by consignment_id`,
      ),
    )
}

/** Takes off all that it comes to, in the same sequence. */
export async function clear(tx: Writer, environmentId: string): Promise<void> {
  if (tx.oneByOne) return void (await tx.run(sql`delete from export_list where environment_id = ${environmentId}`))
  for (let after = ''; ; ) {
    const rows = await tx.all<{ consignmentId: string }>(
      sql`select consignment_id as "consignmentId" from export_list where environment_id = ${environmentId} and consignment_id > ${after} order by consignment_id limit ${entriesAtOnce}`,
    )
    if (rows.length === 0) return
    const ids = rows.map(({ consignmentId }) => consignmentId)
    await lockEntries(tx, environmentId, ids)
    await tx.run(
      join(
        piece`delete from export_list where environment_id = ${environmentId} and consignment_id in `,
        listed(ids, entriesAtOnce),
      ),
    )
    after = ids.at(-1)!
  }
}

/** Where the list ends now: what is added later lies behind it. */
export const last = (
  tx: Reader,
  environmentId: string,
): Awaitable<{ since: number; consignmentId: string } | undefined> =>
  tx.get(
    sql`select since, consignment_id as "consignmentId" from export_list where environment_id = ${environmentId} order by since desc, consignment_id desc limit 1`,
  )

interface Place {
  since: number
  consignmentId: string
}
export const pageOfIds = (
  tx: Reader,
  environmentId: string,
  { after, upTo, limit }: { after: Place; upTo: Place; limit: number },
): Awaitable<Place[]> =>
  tx.all<Place>(
    sql`select since, consignment_id as "consignmentId" from export_list where environment_id = ${environmentId}
    and (since, consignment_id) > (${after.since}, ${after.consignmentId}) and (since, consignment_id) <= (${upTo.since}, ${upTo.consignmentId})
    order by since, consignment_id limit ${limit}`,
  )

export const page = (
  tx: Reader,
  environmentId: string,
  { after, upTo, limit }: { after: Place; upTo: Place; limit: number },
): Awaitable<ExportRow[]> =>
  tx.all<ExportRow>(
    sql`select x.consignment_id as "consignmentId", c.key, x.version, x.since, x.reason from export_list x
    join consignments c on c.environment_id = x.environment_id and c.consignment_id = x.consignment_id
    where x.environment_id = ${environmentId}
    and (x.since, x.consignment_id) > (${after.since}, ${after.consignmentId}) and (x.since, x.consignment_id) <= (${upTo.since}, ${upTo.consignmentId})
    order by x.since, x.consignment_id limit ${limit}`,
  )
