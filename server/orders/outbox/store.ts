// Stores e-mails. Also stores the lease with which one instance sends the e-mails of an environment.
import type { LoadStatus } from '../../../contract/load.ts'
import type { NoticeKind, NoticeRecipient, NoticeState, NoticeSuppression } from '../../../contract/notice.ts'
import {
  joinFragments,
  piece,
  type ReadTransaction,
  type SqlQuery,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import type { LeaseRequest } from '../../platform/process/leases.ts'
import { createId } from '../../platform/value/ids.ts'

export interface NoticeRow {
  noticeId: string
  consignmentId: string
  podId: string | null
  kind: NoticeKind
  /** Name by which an e-mail is unique in its environment. */
  dedupe: string
  recipient: NoticeRecipient
  /** E-mail address; empty if the recipient has none. */
  address: string
  state: NoticeState
  reason: string | null
  created: string
  updated: string
  /** Time of the next attempt of a waiting e-mail, in milliseconds since the epoch. */
  due: number
  tries: number
  /** JSON list of the attempts. */
  attempts: string
}

/** Returns the unique name of the tracking e-mail that a trigger causes for an order. */
export const formatTrackingName = (trigger: string, orderId: string): string => `tracking ${trigger} ${orderId}`

const manualPrefix = 'hand '
/** Returns a new unique name for an e-mail that a planner sends, because a planner can send the same e-mail again. */
export const createManualName = (): string => manualPrefix + createId()
export const isManual = ({ dedupe }: NoticeRow): boolean => dedupe.startsWith(manualPrefix)

export interface NewNotice extends NoticeRow {
  /** Device in whose limit the e-mail counts; null for none. */
  deviceId: string | null
}
/** Inserts an e-mail. Returns false if the environment has an e-mail with this name. */
export const insertEmail = async (tx: WriteTransaction, environmentId: string, row: NewNotice) =>
  (await tx.run(
    sql`insert into notices (environment_id, notice_id, consignment_id, pod_id, kind, dedupe, recipient, address, state,
        reason, created, updated, due, tries, attempts, device_id)
      values (${environmentId}, ${row.noticeId}, ${row.consignmentId}, ${row.podId}, ${row.kind}, ${row.dedupe},
        ${row.recipient}, ${row.address}, ${row.state}, ${row.reason}, ${row.created}, ${row.updated}, ${row.due},
        ${row.tries}, ${row.attempts}, ${row.deviceId})
      on conflict (environment_id, dedupe) do nothing`,
  )) === 1

/** Adds an environment to the senders, so that the instances search it for due e-mails. */
export const addSender = (tx: WriteTransaction, environmentId: string) =>
  tx.runOn(
    sql`insert into notice_senders (environment_id, lease_owner, lease_until)
      values (${environmentId}, null, 0) on conflict (environment_id) do nothing`,
  )

const noticesOf = (environmentId: string): SqlQuery =>
  piece`select notice_id as "noticeId", consignment_id as "consignmentId", pod_id as "podId", kind, dedupe, recipient,
      address, state, reason, created, updated, due, tries, attempts
    from notices where environment_id = ${environmentId}`

const buildEmailQuery = (environmentId: string, noticeId: string) =>
  joinFragments(noticesOf(environmentId), piece` and notice_id = ${noticeId}`)

export const findEmail = (tx: ReadTransaction, environmentId: string, id: string) =>
  tx.get<NoticeRow>(buildEmailQuery(environmentId, id))

export const lockEmail = (tx: WriteTransaction, environmentId: string, id: string) =>
  tx.lock<NoticeRow>(buildEmailQuery(environmentId, id))

export const updateEmail = (tx: WriteTransaction, environmentId: string, row: NoticeRow) =>
  tx.run(
    sql`update notices set state = ${row.state}, dedupe = ${row.dedupe}, reason = ${row.reason},
        updated = ${row.updated}, due = ${row.due}, tries = ${row.tries}, attempts = ${row.attempts}
      where environment_id = ${environmentId} and notice_id = ${row.noticeId}`,
  )

/**
 * Counts the e-mails of an order to foreign addresses. E-mails that were held or suppressed when they were decided do
 * not count.
 */
export const countForeignOfOrder = async (tx: WriteTransaction, environmentId: string, id: string) =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from notices
      where environment_id = ${environmentId} and consignment_id = ${id} and device_id is not null`,
  ))!.total

/** Counts the e-mails to foreign addresses that a device has caused since a time. */
export const countForeignOfDevice = async (tx: WriteTransaction, environmentId: string, id: string, since: string) =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from notices
      where environment_id = ${environmentId} and device_id = ${id} and created > ${since}`,
  ))!.total

/** Ends a held e-mail, which waits for a planner. Does nothing if the e-mail is in another state. */
export const endHeld = (
  tx: WriteTransaction,
  environmentId: string,
  noticeId: string,
  { reason, updated }: { reason: NoticeSuppression; updated: string },
) =>
  tx.run(
    sql`update notices set state = 'suppressed', reason = ${reason}, updated = ${updated}
      where environment_id = ${environmentId} and notice_id = ${noticeId} and state = 'held'`,
  )

/** Lists a page of e-mails that are older than an e-mail, newest first. Can be limited to an order, and to a state. */
export const readEmailPage = (
  tx: ReadTransaction,
  environmentId: string,
  { consignmentId, state = '' }: { consignmentId: string | undefined; state: string | undefined },
  { cursorId, limit }: { cursorId: string; limit: number },
) =>
  tx.all<NoticeRow>(
    joinFragments(
      noticesOf(environmentId),
      consignmentId === undefined ? piece`` : piece` and consignment_id = ${consignmentId}`,
      piece` and notice_id < ${cursorId} and (${state} = '' or state = ${state})
        order by notice_id desc limit ${limit}`,
    ),
  )

/** Finds sent and waiting e-mails with these names that are not older than an e-mail. */
export const findLaterEmails = async (
  tx: ReadTransaction,
  environmentId: string,
  { consignmentId, created }: NoticeRow,
  names: readonly string[],
): Promise<Pick<NoticeRow, 'state' | 'due'>[]> =>
  (
    await tx.all<Pick<NoticeRow, 'dedupe' | 'state' | 'due'>>(
      sql`select dedupe, state, due from notices
        where environment_id = ${environmentId} and consignment_id = ${consignmentId} and state in ('waiting', 'sent')
          and created >= ${created}`,
    )
  ).filter(({ dedupe }) => names.includes(dedupe))

/** Makes the e-mails of a proof due now, if they have waited for its files and were not tried yet. */
export const makeProofEmailsDue = (tx: WriteTransaction, environmentId: string, podId: string, now: number) =>
  tx.runOn(
    sql`update notices set due = ${now}
      where environment_id = ${environmentId} and pod_id = ${podId} and state = 'waiting' and tries = 0
        and due > ${now}`,
  )

/** Suppresses the open e-mails of an order, and deletes the addresses and attempts of all its e-mails. */
export async function eraseAddresses(
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  now: string,
): Promise<void> {
  await tx.runOn(
    sql`update notices set state = 'suppressed', reason = 'erased', updated = ${now}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and state in ('waiting', 'held')`,
  )
  await tx.runOn(
    sql`update notices set reason = null
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and state = 'failed'`,
  )
  await tx.runOn(
    sql`update notices set address = '', attempts = '[]', dedupe = notice_id
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and address <> ''`,
  )
}

/** The fields of an order that decide about its e-mails. */
export interface EmailOrder {
  consignmentId: string
  key: string
  document: string
  /**
   * Time at which the recipient stopped the tracking e-mails; null if the recipient has not; undefined for a proof
   * e-mail.
   */
  stopped?: string | null
}
/** Lists the orders of a load that have no outcome. Orders with an outcome get no tracking e-mail. */
export const listLoadOrders = (tx: ReadTransaction, environmentId: string, loadId: string) =>
  tx.all<EmailOrder>(
    sql`select c.consignment_id as "consignmentId", c.key, c.document, t.stopped from stops s
      join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
      left join tracking t on t.environment_id = c.environment_id and t.consignment_id = c.consignment_id
      where s.environment_id = ${environmentId} and s.load_id = ${loadId} and c.outcome is null
      order by c.consignment_id`,
  )
/** Finds an order without an outcome on a load, and the status of that load. */
export const findLoadOrder = (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  tx.get<EmailOrder & { status: LoadStatus }>(
    sql`select c.consignment_id as "consignmentId", c.key, c.document, l.status, t.stopped from consignments c
    join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    join loads l on l.environment_id = s.environment_id and l.load_id = s.load_id
    left join tracking t on t.environment_id = c.environment_id and t.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id = ${consignmentId} and c.outcome is null`,
  )
export const findOrder = (tx: ReadTransaction, environmentId: string, id: string) =>
  tx.get<EmailOrder>(
    sql`select c.consignment_id as "consignmentId", c.key, c.document, t.stopped from consignments c
    left join tracking t on t.environment_id = c.environment_id and t.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id = ${id}`,
  )

/**
 * Takes or renews the lease for the e-mails of an environment. Returns whether the owner now holds the lease. This is
 * possible if the lease belongs to the owner, is free or has expired, or still ends at `overUntil`, the end that this
 * instance has seen pass.
 */
export const takeLease = async (
  tx: WriteTransaction,
  environmentId: string,
  { owner, now, until, overUntil = 0 }: LeaseRequest,
) =>
  (await tx.run(
    sql`update notice_senders set lease_owner = ${owner}, lease_until = ${until}
      where environment_id = ${environmentId}
        and (lease_owner = ${owner} or lease_until <= ${now} or lease_until = ${overUntil})`,
  )) === 1

export const releaseLease = (tx: WriteTransaction, environmentId: string, owner: string) =>
  tx.run(
    sql`update notice_senders set lease_owner = null, lease_until = 0
      where environment_id = ${environmentId} and lease_owner = ${owner}`,
  )

export interface SendingWork {
  environmentId: string
  leaseOwner: string | null
  leaseUntil: number
  /** Times of the next and of the last waiting e-mail, in milliseconds since the epoch; null if none waits. */
  due: number | null
  lastDue: number | null
}
/**
 * Lists all environments that ever had an e-mail, with the due times of their waiting e-mails. Every instance repeats
 * this query.
 */
export const listSendingWork = (tx: ReadTransaction) =>
  tx.all<SendingWork>(
    sql`select s.environment_id as "environmentId", s.lease_owner as "leaseOwner", s.lease_until as "leaseUntil",
    (select min(n.due) from notices n where n.environment_id = s.environment_id and n.state = 'waiting') as due,
    (select max(n.due) from notices n where n.environment_id = s.environment_id and n.state = 'waiting') as "lastDue"
    from environments e join notice_senders s on s.environment_id = e.environment_id`,
  )

/** Returns the time at which the oldest waiting e-mail was decided. It reads all waiting e-mails, so it is slow. */
export async function findOldestWaiting(tx: ReadTransaction): Promise<string | null> {
  const rows = await tx.all<{ oldest: string | null }>(
    sql`select (select min(n.created) from notices n
          where n.environment_id = s.environment_id and n.state = 'waiting') as oldest
      from environments e join notice_senders s on s.environment_id = e.environment_id`,
  )
  return rows.reduce<string | null>(
    (least, { oldest }) => (oldest !== null && (least === null || oldest < least) ? oldest : least),
    null,
  )
}

export type PendingEmail = Pick<NoticeRow, 'noticeId' | 'tries'>
/** Lists the e-mails that are due, the longest due first. */
export const listPendingEmails = (tx: ReadTransaction, environmentId: string, now: number, limit: number) =>
  tx.all<PendingEmail>(
    sql`select notice_id as "noticeId", tries from notices
      where environment_id = ${environmentId} and state = 'waiting' and due <= ${now}
      order by due, notice_id limit ${limit}`,
  )

/**
 * Brings e-mails forward to now if they are due later than any delay allows, for example after a change of the clock.
 */
export const bringForward = (
  tx: WriteTransaction,
  environmentId: string,
  { now, latest }: { now: number; latest: number },
) =>
  tx.run(
    sql`update notices set due = ${now}
      where environment_id = ${environmentId} and state = 'waiting' and due > ${latest}`,
  )

export const purgedAtOnce = 1_000
/** Deletes a batch of ended e-mails that are older than a given id. Returns the number of deleted e-mails. */
export const purgeEmails = (tx: WriteTransaction, environmentId: string, cutoffId: string) =>
  tx.run(
    sql`delete from notices
      where environment_id = ${environmentId}
        and notice_id in (select notice_id from notices
          where environment_id = ${environmentId} and notice_id < ${cutoffId} and state <> 'waiting'
          order by notice_id limit ${purgedAtOnce})`,
  )
