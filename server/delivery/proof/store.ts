// Proofs in the database.
import type { Pod } from '../../../contract/pod.ts'
import { buildColumns } from '../../platform/database/columns.ts'
import {
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  type SqlQuery,
  type SqlValue,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { calculateLatestTime } from '../../platform/value/times.ts'

/** Value of `reached` for a failure that a user of the console recorded: no driver reached the stop. */
export const neverReached = ''

/** Columns that determine the deciding proof. */
const deciding = buildColumns([
  'podId',
  'loadId',
  'driverKey',
  'outcome',
  'time',
  'received',
  'replaces',
  'replacedBy',
  'consignmentKey',
])
const remaining = buildColumns([
  'consignmentId',
  'stopPosition',
  'fingerprint',
  'version',
  'created',
  'updated',
  'pending',
  'document',
])

/** Fields of a proof that show whether it is the deciding proof. */
export interface CountingProof extends Pick<Pod, (typeof deciding)['names'][number]> {
  /**
   * Time at which the stop was reached: the arrival if recorded, else the outcome. `neverReached` if no driver
   * was at the stop.
   */
  reached: string
}
export interface PodRow extends CountingProof, Pick<Pod, (typeof remaining)['names'][number] & keyof Pod> {
  /** Fingerprint (hash) of the content that was sent. */
  fingerprint: string
  /** Number of pending files, which were announced and have not arrived. */
  pending: number
  /** Document of the proof: the `ProofDetails` as JSON. */
  document: string
}

// A null column means that the stop was reached at the time of the outcome.
const decidingColumns = joinFragments(deciding.select('p'), piece`, coalesce(p.reached, p.time) as reached`)
const selected = joinFragments(piece`select `, decidingColumns, piece`, `, remaining.select('p'), piece` from pods p`)
const byId = (environmentId: string, podId: string): SqlQuery =>
  joinFragments(selected, piece` where p.environment_id = ${environmentId} and p.pod_id = ${podId}`)

export const findProof = (tx: ReadTransaction, environmentId: string, podId: string) =>
  tx.get<PodRow>(byId(environmentId, podId))

/** Locks a proof until the transaction ends. */
export const lockProof = (tx: WriteTransaction, environmentId: string, podId: string) =>
  tx.lock<PodRow>(byId(environmentId, podId))

/** Inserts a proof. Returns false if the id is taken. */
export const insertProof = async (tx: WriteTransaction, environmentId: string, pod: PodRow) =>
  (await tx.run(
    joinFragments(
      piece`insert into pods (environment_id, `,
      deciding.list,
      piece`, `,
      remaining.list,
      piece`, reached) values (${environmentId}, `,
      deciding.values(pod),
      piece`, `,
      remaining.values(pod),
      piece`, ${pod.reached}) on conflict (environment_id, pod_id) do nothing`,
    ),
  )) === 1

/** Existing records that affect a new proof. */
export interface ExistingProof {
  /** Fingerprint of the proof with this id; null if none is stored. */
  fingerprint: string | null
  version: number | null
  /** Latest version of a proof with this id in the history, deleted proofs included; null without one. */
  lastVersion: number | null
  /** Id of the order if its recipient was erased, else null. */
  erased: string | null
}

/** Finds the existing records in one statement, which is faster than three. */
export const findExistingProof = async (
  tx: ReadTransaction,
  environmentId: string,
  { podId, consignmentId }: Pick<PodRow, 'podId' | 'consignmentId'>,
): Promise<ExistingProof> =>
  (await tx.get<ExistingProof>(
    sql`select p.fingerprint, p.version,
        (select max(h.version) from changes h
          where h.environment_id = ${environmentId} and h.record = 'pod' and h.record_id = ${podId}) as "lastVersion",
        (select x.consignment_id from erasures x
          where x.environment_id = ${environmentId} and x.consignment_id = ${consignmentId}) as erased
      from settings e
      left join pods p on p.environment_id = e.environment_id and p.pod_id = ${podId}
      where e.environment_id = ${environmentId}`,
  ))!

/** Lists the proofs of an order (consignment), earliest first. */
export const listProofsOfOrder = (tx: ReadTransaction, environmentId: string, id: string) =>
  tx.all<CountingProof>(
    joinFragments(
      piece`select `,
      decidingColumns,
      piece` from pods p
        where p.environment_id = ${environmentId} and p.consignment_id = ${id}
        order by p.time, p.received, p.pod_id`,
    ),
  )

export const listDocumentsOfOrder = (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  tx.all<Pick<PodRow, 'podId' | 'document'>>(
    sql`select pod_id as "podId", document
      from pods
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Documents of proofs per statement. */
export const documentsAtOnce = 500
export const findDocuments = (tx: ReadTransaction, environmentId: string, podIds: readonly string[]) =>
  tx.all<Pick<PodRow, 'podId' | 'document'>>(
    joinFragments(
      piece`select pod_id as "podId", document from pods where environment_id = ${environmentId} and pod_id in `,
      buildValueList(podIds, documentsAtOnce),
    ),
  )

export const listIdsOfOrder = (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  tx.all<{ podId: string }>(
    sql`select pod_id as "podId"
      from pods
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}
      order by pod_id`,
  )

/** Version of a changed proof, and time of the change. */
export type TouchedProof = Pick<PodRow, 'version' | 'updated'>

/** Marks a proof as replaced. */
export const setReplaced = async (
  tx: WriteTransaction,
  environmentId: string,
  podId: string,
  { replacedBy, now }: { replacedBy: string; now: string },
) =>
  (await tx.get<TouchedProof>(
    sql`update pods set replaced_by = ${replacedBy}, version = version + 1,
    updated = case when updated > ${now} and updated < ${calculateLatestTime(now)} then updated else ${now} end
    where environment_id = ${environmentId} and pod_id = ${podId} returning version, updated`,
  ))!

/** Counts a received file of a proof. Returns the number of files that are missing. */
export const countFileArrival = async (tx: WriteTransaction, environmentId: string, podId: string) =>
  (await tx.get<{ pending: number }>(
    sql`update pods set pending = pending - 1
      where environment_id = ${environmentId} and pod_id = ${podId}
      returning pending`,
  ))!.pending

export const touchProof = async (tx: WriteTransaction, environmentId: string, podId: string, now: string) =>
  (await tx.get<TouchedProof>(
    sql`update pods set version = version + 1,
        updated = case when updated > ${now} and updated < ${calculateLatestTime(now)} then updated else ${now} end
      where environment_id = ${environmentId} and pod_id = ${podId} returning version, updated`,
  ))!

/** Overwrites the document of a proof for an erasure. The proof then waits for no files. */
export const overwriteProof = (
  tx: WriteTransaction,
  environmentId: string,
  { podId, version, updated, document }: Pick<PodRow, 'podId' | 'version' | 'updated' | 'document'>,
) =>
  tx.runOn(
    sql`update pods set version = ${version}, updated = ${updated}, document = ${document}, pending = 0
      where environment_id = ${environmentId} and pod_id = ${podId}`,
  )

export async function deleteProof(tx: WriteTransaction, environmentId: string, podId: string): Promise<void> {
  await tx.run(sql`delete from pod_export_list where environment_id = ${environmentId} and pod_id = ${podId}`)
  await tx.run(sql`delete from pods where environment_id = ${environmentId} and pod_id = ${podId}`)
}

export interface PodPosition {
  received: string
  podId: string
}
export interface PodFilter {
  consignmentId: string | undefined
  loadId: string | undefined
  outcomes: readonly string[]
  received: { from: string; to: string }
}

/** Returns the condition for order and load. Each combination can use an index: of orders, of loads, or of times. */
function conditionOf({ consignmentId, loadId }: PodFilter): SqlQuery[] {
  if (consignmentId !== undefined && loadId !== undefined)
    return [piece` and consignment_id = ${consignmentId} and load_id || '' = ${loadId}`]
  if (consignmentId !== undefined) return [piece` and consignment_id = ${consignmentId}`]
  return loadId === undefined ? [] : [piece` and load_id = ${loadId}`]
}

/** Returns the statement for a page of proofs after a place, newest first. */
export const buildPageQuery = (
  environmentId: string,
  filter: PodFilter,
  { after, limit }: { after: PodPosition; limit: SqlValue },
): SqlQuery =>
  joinFragments(
    selected,
    piece` where environment_id = ${environmentId}`,
    ...conditionOf(filter),
    piece` and (received, pod_id) < (${after.received}, ${after.podId})
      and received >= ${filter.received.from} and received <= ${filter.received.to} and outcome in `,
    buildValueList(filter.outcomes, 3),
    piece` order by received desc, pod_id desc limit ${limit}`,
  )

type Filling = Pick<WriteTransaction, 'all' | 'run'>

export type PodToFill = Pick<PodRow, 'podId' | 'outcome' | 'time' | 'replaces' | 'document'>

/** Lists a page of proofs by id, for a migration that adds the times at which stops were reached. */
export const listProofsToFill = (tx: Filling, environmentId: string, afterId: string) =>
  tx.all<PodToFill>(
    sql`select pod_id as "podId", outcome, time, replaces, document
      from pods
      where environment_id = ${environmentId} and pod_id > ${afterId}
      order by pod_id limit 500`,
  )

export const findProofToFill = (tx: Filling, environmentId: string, podId: string) =>
  tx.all<PodToFill>(
    sql`select pod_id as "podId", outcome, time, replaces, document
      from pods
      where environment_id = ${environmentId} and pod_id = ${podId}`,
  )

export const setReached = (tx: Filling, environmentId: string, { podId, reached }: Pick<PodRow, 'podId' | 'reached'>) =>
  tx.run(sql`update pods set reached = ${reached} where environment_id = ${environmentId} and pod_id = ${podId}`)

/** Sets the time at which the stop was reached in the orders, from their deciding proofs. */
export const setReachedOfOrders = (tx: Filling, environmentId: string) =>
  tx.run(
    sql`update consignments set reached = (
        select coalesce(p.reached, p.time)
        from pods p
        where p.environment_id = ${environmentId} and p.consignment_id = consignments.consignment_id
          and p.replaced_by is null and p.outcome = consignments.outcome and p.time = consignments.outcome_time
        order by p.received desc, p.pod_id desc
        limit 1)
      where environment_id = ${environmentId} and outcome is not null`,
  )
