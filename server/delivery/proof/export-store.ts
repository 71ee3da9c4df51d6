// The export list of proofs in the database.
import type { PodExportReason } from '../../../contract/pod.ts'
import { type Awaitable, join, listed, piece, type Reader, sql, type Writer } from '../../platform/database/database.ts'

export interface NewEntry {
  podId: string
  version: number
  since: number
  reason: PodExportReason
}
export interface EntryRow extends NewEntry {
  consignmentKey: string
}

/** Adds a proof that was recorded just now. */
export const insert = (
  tx: Writer,
  environmentId: string,
  { podId, version, since, reason }: NewEntry,
): Awaitable<unknown> =>
  tx.runOn(
    sql`insert into pod_export_list (environment_id, pod_id, version, since, reason) values (${environmentId}, ${podId}, ${version}, ${since}, ${reason})`,
  )

/** Adds a proof, or notes its new version and why while it keeps its place. */
export const upsert = (
  tx: Writer,
  environmentId: string,
  { podId, version, since, reason }: NewEntry,
): Awaitable<unknown> =>
  tx.runOn(
    sql`insert into pod_export_list (environment_id, pod_id, version, since, reason) values (${environmentId}, ${podId}, ${version}, ${since}, ${reason})
    on conflict (environment_id, pod_id) do update set version = excluded.version, reason = excluded.reason`,
  )

/** Notes the new version of a proof that is on the list. */
export const setVersion = (tx: Writer, environmentId: string, podId: string, version: number): Awaitable<unknown> =>
  tx.runOn(
    sql`update pod_export_list set version = ${version} where environment_id = ${environmentId} and pod_id = ${podId}`,
  )

/** Adds a proof, unless it is on the list already: then it keeps its place. Answers how many were added. */
export const add = (
  tx: Writer,
  environmentId: string,
  { podId, version, since, reason }: NewEntry,
): Awaitable<number> =>
  tx.run(
    sql`insert into pod_export_list (environment_id, pod_id, version, since, reason) values (${environmentId}, ${podId}, ${version}, ${since}, ${reason})
    on conflict (environment_id, pod_id) do nothing`,
  )

export const remove = (tx: Writer, environmentId: string, podId: string): Awaitable<number> =>
  tx.run(sql`delete from pod_export_list where environment_id = ${environmentId} and pod_id = ${podId}`)

/** Removes what still has that version; the row's own lock makes this safe against a change on its way. */
export const removeVersion = (tx: Writer, environmentId: string, podId: string, version: number): Awaitable<number> =>
  tx.run(
    sql`delete from pod_export_list where environment_id = ${environmentId} and pod_id = ${podId} and version = ${version}`,
  )

export const isListed = async (tx: Reader, environmentId: string, podId: string): Promise<boolean> =>
  (await tx.get(
    sql`select version from pod_export_list where environment_id = ${environmentId} and pod_id = ${podId}`,
  )) !== undefined

const entriesAtOnce = 100

/** Takes off all that it comes to, in the sequence of their ids, in which others acknowledge them. */
export async function clear(tx: Writer, environmentId: string): Promise<void> {
  if (tx.oneByOne) return void (await tx.run(sql`delete from pod_export_list where environment_id = ${environmentId}`))
  for (let after = ''; ; ) {
    const rows = await tx.all<{ podId: string }>(
      sql`select pod_id as "podId" from pod_export_list where environment_id = ${environmentId} and pod_id > ${after} order by pod_id limit ${entriesAtOnce}`,
    )
    if (rows.length === 0) return
    const ids = rows.map(({ podId }) => podId)
    const those = [piece`and pod_id in `, listed(ids, entriesAtOnce)]
    await tx.lock(
      join(
        piece`select pod_id from pod_export_list where environment_id = ${environmentId} `,
        ...those,
        piece` order by pod_id`,
      ),
    )
    await tx.run(join(piece`delete from pod_export_list where environment_id = ${environmentId} `, ...those))
    after = ids.at(-1)!
  }
}

export interface Place {
  since: number
  podId: string
}
/** Where the list ends now: what is added later lies behind it. */
export const last = (tx: Reader, environmentId: string): Awaitable<Place | undefined> =>
  tx.get(
    sql`select since, pod_id as "podId" from pod_export_list where environment_id = ${environmentId} order by since desc, pod_id desc limit 1`,
  )

export const page = (
  tx: Reader,
  environmentId: string,
  { after, upTo, limit }: { after: Place; upTo: Place; limit: number },
): Awaitable<EntryRow[]> =>
  tx.all<EntryRow>(
    sql`select x.pod_id as "podId", p.consignment_key as "consignmentKey", x.version, x.since, x.reason from pod_export_list x
    join pods p on p.environment_id = x.environment_id and p.pod_id = x.pod_id
    where x.environment_id = ${environmentId}
    and (x.since, x.pod_id) > (${after.since}, ${after.podId}) and (x.since, x.pod_id) <= (${upTo.since}, ${upTo.podId})
    order by x.since, x.pod_id limit ${limit}`,
  )
