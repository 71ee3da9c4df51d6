// Letters and who sends them, in the database.
import type { LoadStatus } from '../../../contract/load.ts'
import type { NoticeKind, NoticeRecipient, NoticeState, Suppression } from '../../../contract/notice.ts'
import { type Awaitable, type Reader, sql, type Writer } from '../../platform/database/database.ts'
import type { Lease } from '../../platform/process/leases.ts'
import { newId } from '../../platform/value/ids.ts'

export interface NoticeRow {
  noticeId: string
  consignmentId: string
  podId: string | null
  kind: NoticeKind
  /** What there is one letter of. */
  dedupe: string
  recipient: NoticeRecipient
  /** Empty where there is none. */
  address: string
  state: NoticeState
  reason: string | null
  created: string
  updated: string
  /** Of one that waits: when it is tried, in milliseconds since the epoch. */
  due: number
  tries: number
  /** JSON list. */
  attempts: string
}

/** What there is one tracking letter of. */
export const trackingName = (trigger: string, consignmentId: string): string => `tracking ${trigger} ${consignmentId}`

const byHand = 'hand '
/** What there is one letter of, where somebody sends it: as many as they like. */
export const nameByHand = (): string => byHand + newId()
export const isByHand = ({ dedupe }: NoticeRow): boolean => dedupe.startsWith(byHand)

export interface NewNotice extends NoticeRow {
  /** The device whose limit the e-mail counts against; null if none. */
  deviceId: string | null
}
/** Answers whether it is new: there is one letter of everything. */
export const insert = async (tx: Writer, environmentId: string, row: NewNotice): Promise<boolean> =>
  (await tx.run(
    sql`insert into notices (environment_id, notice_id, consignment_id, pod_id, kind, dedupe, recipient, address, state,
        reason, created, updated, due, tries, attempts, device_id)
      values (${environmentId}, ${row.noticeId}, ${row.consignmentId}, ${row.podId}, ${row.kind}, ${row.dedupe},
        ${row.recipient}, ${row.address}, ${row.state}, ${row.reason}, ${row.created}, ${row.updated}, ${row.due},
        ${row.tries}, ${row.attempts}, ${row.deviceId}) on conflict (environment_id, dedupe) do nothing`,
  )) === 1

/** From the first letter on somebody looks for those that are due. */
export const addSender = (tx: Writer, environmentId: string): Awaitable<unknown> =>
  tx.runOn(
    sql`insert into notice_senders (environment_id, lease_owner, lease_until)
      values (${environmentId}, null, 0) on conflict (environment_id) do nothing`,
  )

const one = (environmentId: string, noticeId: string) =>
  sql`select notice_id as "noticeId", consignment_id as "consignmentId", pod_id as "podId", kind, dedupe, recipient,
      address, state, reason, created, updated, due, tries, attempts
    from notices where environment_id = ${environmentId} and notice_id = ${noticeId}`

export const find = (tx: Reader, environmentId: string, noticeId: string): Awaitable<NoticeRow | undefined> =>
  tx.get<NoticeRow>(one(environmentId, noticeId))

export const lock = (tx: Writer, environmentId: string, noticeId: string): Awaitable<NoticeRow | undefined> =>
  tx.lock<NoticeRow>(one(environmentId, noticeId))

export const update = (tx: Writer, environmentId: string, row: NoticeRow): Awaitable<number> =>
  tx.run(
    sql`update notices set state = ${row.state}, dedupe = ${row.dedupe}, reason = ${row.reason},
        updated = ${row.updated}, due = ${row.due}, tries = ${row.tries}, attempts = ${row.attempts}
      where environment_id = ${environmentId} and notice_id = ${row.noticeId}`,
  )

/** Counts the e-mails of an order that were sent, or will be, to foreign addresses. */
export const countForeignOfOrder = async (tx: Writer, environmentId: string, consignmentId: string): Promise<number> =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from notices
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and device_id is not null`,
  ))!.total

/** Counts the e-mails to foreign addresses that a device has caused since a time. */
export const countForeignOfDevice = async (
  tx: Writer,
  environmentId: string,
  deviceId: string,
  since: string,
): Promise<number> =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from notices
      where environment_id = ${environmentId} and device_id = ${deviceId} and created > ${since}`,
  ))!.total

/** Ends an e-mail that waits for a planner; leaves one in another state as it is. */
export const endHeld = (
  tx: Writer,
  environmentId: string,
  noticeId: string,
  { reason, updated }: { reason: Suppression; updated: string },
): Awaitable<number> =>
  tx.run(
    sql`update notices set state = 'suppressed', reason = ${reason}, updated = ${updated}
      where environment_id = ${environmentId} and notice_id = ${noticeId} and state = 'held'`,
  )

/** Newest first, before this one; of one order, or of all; in one state, or in any. */
export const page = (
  tx: Reader,
  environmentId: string,
  { consignmentId, state }: { consignmentId: string | undefined; state: string | undefined },
  { before, limit }: { before: string; limit: number },
): Awaitable<NoticeRow[]> =>
  tx.all<NoticeRow>(
    consignmentId === undefined
      ? sql`select notice_id as "noticeId", consignment_id as "consignmentId", pod_id as "podId", kind, dedupe,
          recipient, address, state, reason, created, updated, due, tries, attempts
        from notices
        where environment_id = ${environmentId} and notice_id < ${before}
          and (${state ?? ''} = '' or state = ${state ?? ''}) order by notice_id desc limit ${limit}`
      : sql`select notice_id as "noticeId", consignment_id as "consignmentId", pod_id as "podId", kind, dedupe,
          recipient, address, state, reason, created, updated, due, tries, attempts
        from notices
        where environment_id = ${environmentId} and consignment_id = ${consignmentId} and notice_id < ${before}
          and (${state ?? ''} = '' or state = ${state ?? ''}) order by notice_id desc limit ${limit}`,
  )

/** Those of these, which tell more, that were decided at the same time or since, and are sent or will be. */
export const overtaking = async (
  tx: Reader,
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

/** What a letter that waits for the files of its proof has waited for. */
export const hasten = (tx: Writer, environmentId: string, podId: string, now: number): Awaitable<unknown> =>
  tx.runOn(
    sql`update notices set due = ${now}
      where environment_id = ${environmentId} and pod_id = ${podId} and state = 'waiting' and tries = 0
        and due > ${now}`,
  )

/** Leaves that there were letters, and neither to whom nor what was said of that. */
export async function forget(tx: Writer, environmentId: string, consignmentId: string, now: string): Promise<void> {
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

/** An order as far as it decides about letters. */
export interface ToldOrder {
  consignmentId: string
  key: string
  document: string
  /** When the recipient turned the tracking e-mails off. Not read where no tracking e-mail is decided. */
  stopped?: string | null
}
/** Those that nothing has become of yet: to the others there is nothing more to tell of the way. */
export const ordersOfLoad = (tx: Reader, environmentId: string, loadId: string): Awaitable<ToldOrder[]> =>
  tx.all<ToldOrder>(
    sql`select c.consignment_id as "consignmentId", c.key, c.document, t.stopped from stops s
      join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
      left join tracking t on t.environment_id = c.environment_id and t.consignment_id = c.consignment_id
      where s.environment_id = ${environmentId} and s.load_id = ${loadId} and c.outcome is null
      order by c.consignment_id`,
  )
/** The same of one that is on a load, with the load's status. */
export const orderOnLoad = (
  tx: Reader,
  environmentId: string,
  consignmentId: string,
): Awaitable<(ToldOrder & { status: LoadStatus }) | undefined> =>
  tx.get<ToldOrder & { status: LoadStatus }>(
    sql`select c.consignment_id as "consignmentId", c.key, c.document, l.status, t.stopped from consignments c
    join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    join loads l on l.environment_id = s.environment_id and l.load_id = s.load_id
    left join tracking t on t.environment_id = c.environment_id and t.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id = ${consignmentId} and c.outcome is null`,
  )
export const order = (tx: Reader, environmentId: string, consignmentId: string): Awaitable<ToldOrder | undefined> =>
  tx.get<ToldOrder>(
    sql`select c.consignment_id as "consignmentId", c.key, c.document, t.stopped from consignments c
    left join tracking t on t.environment_id = c.environment_id and t.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id = ${consignmentId}`,
  )

/** Answers whether it is this owner's now: it was free, or its own already, or is still the one that was seen to be over. */
export const lease = async (
  tx: Writer,
  environmentId: string,
  { owner, now, until, overUntil = 0 }: Lease,
): Promise<boolean> =>
  (await tx.run(
    sql`update notice_senders set lease_owner = ${owner}, lease_until = ${until}
      where environment_id = ${environmentId}
        and (lease_owner = ${owner} or lease_until <= ${now} or lease_until = ${overUntil})`,
  )) === 1

export const release = (tx: Writer, environmentId: string, owner: string): Awaitable<number> =>
  tx.run(
    sql`update notice_senders set lease_owner = null, lease_until = 0
      where environment_id = ${environmentId} and lease_owner = ${owner}`,
  )

export interface Work {
  environmentId: string
  leaseOwner: string | null
  leaseUntil: number
  /** When the next letter is due and when the last one, if any wait. */
  due: number | null
  lastDue: number | null
}
/** Every environment that ever had a letter, with what there is to do: the one question that is asked again and again. */
export const work = (tx: Reader): Awaitable<Work[]> =>
  tx.all<Work>(
    sql`select s.environment_id as "environmentId", s.lease_owner as "leaseOwner", s.lease_until as "leaseUntil",
    (select min(n.due) from notices n where n.environment_id = s.environment_id and n.state = 'waiting') as due,
    (select max(n.due) from notices n where n.environment_id = s.environment_id and n.state = 'waiting') as "lastDue"
    from environments e join notice_senders s on s.environment_id = e.environment_id`,
  )

/** When the oldest letter that waits was decided. Reads all that wait: for a look now and then. */
export async function oldestWaiting(tx: Reader): Promise<string | null> {
  const rows = await tx.all<{ oldest: string | null }>(
    sql`select (select min(n.created) from notices n where n.environment_id = s.environment_id and n.state = 'waiting') as oldest
      from environments e
      join notice_senders s on s.environment_id = e.environment_id`,
  )
  return rows.reduce<string | null>(
    (least, { oldest }) => (oldest !== null && (least === null || oldest < least) ? oldest : least),
    null,
  )
}

export type DueRow = Pick<NoticeRow, 'noticeId' | 'tries'>
/** What may be sent now. */
export const due = (tx: Reader, environmentId: string, now: number, limit: number): Awaitable<DueRow[]> =>
  tx.all<DueRow>(
    sql`select notice_id as "noticeId", tries from notices
      where environment_id = ${environmentId} and state = 'waiting' and due <= ${now}
      order by due, notice_id limit ${limit}`,
  )

/** What is put off for longer than any letter is may be sent from now on. */
export const bringForward = (
  tx: Writer,
  environmentId: string,
  { now, latest }: { now: number; latest: number },
): Awaitable<number> =>
  tx.run(
    sql`update notices set due = ${now}
      where environment_id = ${environmentId} and state = 'waiting' and due > ${latest}`,
  )

export const purgedAtOnce = 1_000
/** Forgets some of what has ended and was made before. */
export const purge = (tx: Writer, environmentId: string, before: string): Awaitable<number> =>
  tx.run(
    sql`delete from notices
      where environment_id = ${environmentId}
        and notice_id in (select notice_id from notices
          where environment_id = ${environmentId} and notice_id < ${before} and state <> 'waiting'
          order by notice_id limit ${purgedAtOnce})`,
  )
