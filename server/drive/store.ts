// Drivers' devices, what lets them in, and the positions that they send, in the database.
import type { OutcomeName } from '../../contract/road.ts'
import { type Awaitable, join, listed, piece, type Reader, sql, type Writer } from '../database/database.ts'

export interface DeviceRow {
  deviceId: string
  tokenHash: string
  driverKey: string
  device: string
  created: string
  lastUsed: string
  expires: string
}
export interface LinkRow {
  /** Of one that a device has used, with the secret of that device: it finds it again, and nobody else does. */
  secretHash: string
  driverKey: string
  kind: 'link' | 'code'
  created: string
  expires: string
  /** Who lets the device in. */
  actor: string
}
export interface PositionRow {
  lat: number
  lng: number
  accuracy: number | null
  time: string
}

/** The device with the record of its driver, unless that was deleted. */
export const findDevice = (
  tx: Reader,
  environmentId: string,
  deviceId: string,
): Awaitable<(DeviceRow & { driver: string }) | undefined> =>
  tx.get<DeviceRow & { driver: string }>(
    sql`select d.device_id as "deviceId", d.token_hash as "tokenHash", d.driver_key as "driverKey", d.device, d.created, d.last_used as "lastUsed", d.expires, r.document as driver
    from driver_devices d join drivers r on r.environment_id = d.environment_id and r.key = d.driver_key and r.deleted is null
    where d.environment_id = ${environmentId} and d.device_id = ${deviceId}`,
  )

/** Locks a device until the transaction ends. Returns whether it still exists. */
export const lockDevice = async (tx: Writer, environmentId: string, deviceId: string): Promise<boolean> =>
  (await tx.lock(
    sql`select device_id from driver_devices where environment_id = ${environmentId} and device_id = ${deviceId}`,
  )) !== undefined

/** The last used first. */
export const listDevices = (tx: Reader, environmentId: string, driverKey: string): Awaitable<DeviceRow[]> =>
  tx.all<DeviceRow>(
    sql`select device_id as "deviceId", token_hash as "tokenHash", driver_key as "driverKey", device, created, last_used as "lastUsed", expires
    from driver_devices where environment_id = ${environmentId} and driver_key = ${driverKey} order by last_used desc, device_id desc`,
  )

export const insertDevice = (tx: Writer, environmentId: string, row: DeviceRow): Awaitable<number> =>
  tx.run(
    sql`insert into driver_devices (environment_id, device_id, token_hash, driver_key, device, created, last_used, expires)
    values (${environmentId}, ${row.deviceId}, ${row.tokenHash}, ${row.driverKey}, ${row.device}, ${row.created}, ${row.lastUsed}, ${row.expires})`,
  )

export const touchDevice = (
  tx: Writer,
  environmentId: string,
  deviceId: string,
  { lastUsed, expires }: Pick<DeviceRow, 'lastUsed' | 'expires'>,
): Awaitable<number> =>
  tx.run(
    sql`update driver_devices set last_used = ${lastUsed}, expires = ${expires} where environment_id = ${environmentId} and device_id = ${deviceId} and last_used < ${lastUsed}`,
  )

/** Answers the driver whose it was, if it was there. */
export const deleteDevice = async (tx: Writer, environmentId: string, deviceId: string): Promise<string | undefined> =>
  (
    await tx.get<{ driverKey: string }>(
      sql`delete from driver_devices where environment_id = ${environmentId} and device_id = ${deviceId} returning driver_key as "driverKey"`,
    )
  )?.driverKey

export const insertLink = (tx: Writer, environmentId: string, row: LinkRow): Awaitable<number> =>
  tx.run(
    sql`insert into driver_links (environment_id, secret_hash, driver_key, kind, created, expires, actor)
    values (${environmentId}, ${row.secretHash}, ${row.driverKey}, ${row.kind}, ${row.created}, ${row.expires}, ${row.actor})`,
  )

export const findLink = (tx: Reader, environmentId: string, secretHash: string): Awaitable<LinkRow | undefined> =>
  tx.get<LinkRow>(
    sql`select secret_hash as "secretHash", driver_key as "driverKey", kind, created, expires, actor from driver_links where environment_id = ${environmentId} and secret_hash = ${secretHash}`,
  )

export const listLinks = (tx: Reader, environmentId: string, driverKey: string): Awaitable<LinkRow[]> =>
  tx.all<LinkRow>(
    sql`select secret_hash as "secretHash", driver_key as "driverKey", kind, created, expires, actor from driver_links where environment_id = ${environmentId} and driver_key = ${driverKey}`,
  )

export const deleteLinks = (tx: Writer, environmentId: string, driverKey: string): Awaitable<number> =>
  tx.run(sql`delete from driver_links where environment_id = ${environmentId} and driver_key = ${driverKey}`)

/** What has ended by itself. */
export async function purgeAccess(tx: Writer, environmentId: string, now: string): Promise<void> {
  await tx.run(sql`delete from driver_links where environment_id = ${environmentId} and expires <= ${now}`)
  await tx.run(sql`delete from driver_devices where environment_id = ${environmentId} and expires <= ${now}`)
}

export const insertPosition = (
  tx: Writer,
  environmentId: string,
  loadId: string,
  { time, lat, lng, accuracy }: PositionRow,
): Awaitable<number> =>
  tx.run(
    sql`insert into positions (environment_id, load_id, time, lat, lng, accuracy) values (${environmentId}, ${loadId}, ${time}, ${lat}, ${lng}, ${accuracy})
    on conflict (environment_id, load_id, time) do nothing`,
  )

/** Unless a later one is known. */
export const setLastPosition = (
  tx: Writer,
  environmentId: string,
  loadId: string,
  { time, lat, lng, accuracy }: PositionRow,
): Awaitable<number> =>
  tx.run(
    sql`insert into load_positions (environment_id, load_id, lat, lng, accuracy, time) values (${environmentId}, ${loadId}, ${lat}, ${lng}, ${accuracy}, ${time})
    on conflict (environment_id, load_id) do update set lat = excluded.lat, lng = excluded.lng, accuracy = excluded.accuracy, time = excluded.time
    where excluded.time > load_positions.time`,
  )

export const lastPosition = (tx: Reader, environmentId: string, loadId: string): Awaitable<PositionRow | undefined> =>
  tx.get<PositionRow>(
    sql`select lat, lng, accuracy, time from load_positions where environment_id = ${environmentId} and load_id = ${loadId}`,
  )

/** Some of those from before that time; answers how many. */
export async function purgePositions(
  tx: Writer,
  environmentId: string,
  before: string,
  limit: number,
): Promise<number> {
  await tx.run(sql`delete from load_positions where environment_id = ${environmentId} and time < ${before}`)
  return tx.run(
    sql`delete from positions where environment_id = ${environmentId} and (load_id, time) in
    (select load_id, time from positions where environment_id = ${environmentId} and time < ${before} order by time limit ${limit})`,
  )
}

/** Where a load was, wholly. */
export async function deletePositions(tx: Writer, environmentId: string, loadId: string): Promise<void> {
  await tx.run(sql`delete from positions where environment_id = ${environmentId} and load_id = ${loadId}`)
  await tx.run(sql`delete from load_positions where environment_id = ${environmentId} and load_id = ${loadId}`)
}

export interface OutcomeRow {
  loadId: string
  consignmentId: string
  podId: string
  outcome: OutcomeName
  time: string
  /** When the stop was reached; empty where nobody was there. */
  reached: string
  /** The load that it was told of, which another one may be; null for none. */
  toldOf: string | null
}
/** What became of the orders at the stops of these loads, up to 50 of them, by the proofs that count; the latest last. */
export const outcomesOf = (tx: Reader, environmentId: string, loadIds: readonly string[]): Awaitable<OutcomeRow[]> =>
  loadIds.length === 0
    ? []
    : tx.all<OutcomeRow>(
        join(
          piece`select s.load_id as "loadId", s.consignment_id as "consignmentId", p.pod_id as "podId", p.outcome, p.time, coalesce(p.reached, p.time) as reached, p.load_id as "toldOf" from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id and c.outcome is not null
    join pods p on p.environment_id = s.environment_id and p.consignment_id = s.consignment_id and p.replaced_by is null and p.outcome = c.outcome and p.time = c.outcome_time
      and (p.load_id = s.load_id or p.outcome = 'success')
    where s.environment_id = ${environmentId} and s.load_id in `,
          listed(loadIds, loadIds.length === 1 ? 1 : 50),
          piece` order by p.received, p.pod_id`,
        ),
      )
