// Stores tracking links, and reads the data of a tracking page.
import type { LoadStatus } from '../../../contract/load.ts'
import type { OutcomeName } from '../../../contract/road.ts'
import { type ReadTransaction, sql, type WriteTransaction } from '../../platform/database/database.ts'

export interface TrackingRow {
  token: string
  created: string
  expires: string
}
export interface FoundRow extends TrackingRow {
  /** Time at which the recipient turned the tracking e-mails off; null while they are on. */
  stopped: string | null
}
export const findLink = (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  tx.get<FoundRow>(
    sql`select token, created, expires, stopped from tracking
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export const setStopped = (tx: WriteTransaction, environmentId: string, id: string, stopped: string | null) =>
  tx.runOn(
    sql`update tracking set stopped = ${stopped}
      where environment_id = ${environmentId} and consignment_id = ${id}`,
  )

/** Inserts a tracking link, unless the order has one. */
export const insertLink = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { token, created, expires }: TrackingRow,
) =>
  tx.runOn(
    sql`insert into tracking (environment_id, consignment_id, token, created, expires)
      values (${environmentId}, ${consignmentId}, ${token}, ${created}, ${expires})
      on conflict (environment_id, consignment_id) do nothing`,
  )

/** Extends a tracking link if it would otherwise expire before `endsBefore`. */
export const extendLink = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { expires, endsBefore }: { expires: string; endsBefore: string },
) =>
  tx.runOn(
    sql`update tracking set expires = ${expires}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and expires < ${endsBefore}`,
  )

export const replaceLink = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { token, created, expires }: TrackingRow,
) =>
  tx.runOn(
    sql`insert into tracking (environment_id, consignment_id, token, created, expires)
      values (${environmentId}, ${consignmentId}, ${token}, ${created}, ${expires})
      on conflict (environment_id, consignment_id) do update set token = ${token}, created = ${created},
        expires = ${expires}`,
  )

export const deleteLink = (tx: WriteTransaction, environmentId: string, consignmentId: string) =>
  tx.runOn(sql`delete from tracking where environment_id = ${environmentId} and consignment_id = ${consignmentId}`)

/** Fields of an order that decide how long its tracking link works. */
export interface TrackedOrder {
  document: string
  outcomeTime: string | null
}
export const findOrder = (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  tx.get<TrackedOrder>(
    sql`select document, outcome_time as "outcomeTime" from consignments
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Data of a tracking page. */
export interface TrackingPageRow {
  consignmentId: string
  expires: string
  stopped: string | null
  environmentName: string
  settings: string
  key: string
  type: 'delivery' | 'collection'
  document: string
  outcome: OutcomeName | null
  outcomeTime: string | null
  loadId: string | null
  loadStatus: LoadStatus | null
  lat: number | null
  lng: number | null
  positionTime: string | null
  /** Number of stops ahead of this one on the load whose orders have no outcome. */
  ahead: number
  /** 1 if the load is completed and at least one of its orders has a proof, else 0. */
  proved: number
  /** Id of the deciding proof of the order. */
  podId: string | null
  proof: string | null
}
/** Reads the data of a tracking page in one statement, because anonymous readers reload the page often. */
export const readTrackingPage = (tx: ReadTransaction, environmentId: string, token: string) =>
  tx.get<TrackingPageRow>(
    sql`select t.consignment_id as "consignmentId", t.expires, t.stopped, e.name as "environmentName",
        g.document as settings, c.key, c.type, c.document, c.outcome, c.outcome_time as "outcomeTime",
        s.load_id as "loadId", l.status as "loadStatus", q.lat, q.lng, q.time as "positionTime",
        (select count(*) from stops o
          join consignments b on b.environment_id = o.environment_id and b.consignment_id = o.consignment_id
          where o.environment_id = ${environmentId} and o.load_id = s.load_id and o.position < s.position
            and b.outcome is null) as ahead,
        case when l.status = 'completed' and exists (select 1 from pods o
          where o.environment_id = ${environmentId} and o.load_id = s.load_id) then 1 else 0 end as proved,
        d.pod_id as "podId", d.document as proof
      from tracking t
      join environments e on e.environment_id = t.environment_id
      join settings g on g.environment_id = t.environment_id
      join consignments c on c.environment_id = t.environment_id and c.consignment_id = t.consignment_id
      left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
      left join loads l on l.environment_id = s.environment_id and l.load_id = s.load_id
      left join load_positions q on q.environment_id = l.environment_id and q.load_id = l.load_id
      left join pods d on d.environment_id = c.environment_id
        and d.pod_id = (select p.pod_id from pods p
          where p.environment_id = ${environmentId} and p.consignment_id = c.consignment_id and p.replaced_by is null
            and p.outcome = c.outcome and p.time = c.outcome_time order by p.received desc, p.pod_id desc limit 1)
      where t.environment_id = ${environmentId} and t.token = ${token}`,
  )

export interface ProofPhoto {
  fileId: string
  type: 'image/jpeg' | 'image/png'
}
export const listPhotos = (tx: ReadTransaction, environmentId: string, podId: string) =>
  tx.all<ProofPhoto>(
    sql`select file_id as "fileId", type from files
      where environment_id = ${environmentId} and pod_id = ${podId} and kind = 'photo' and state = 'stored'
      order by file_id`,
  )

export const purgedAtOnce = 1_000
/** Deletes a batch of tracking links that expired before a time. Returns the number of deleted links. */
export const purgeLinks = (tx: WriteTransaction, environmentId: string, cutoff: string) =>
  tx.run(
    sql`delete from tracking
      where environment_id = ${environmentId}
        and consignment_id in (select consignment_id from tracking
          where environment_id = ${environmentId} and expires < ${cutoff} limit ${purgedAtOnce})`,
  )
