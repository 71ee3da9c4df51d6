// Devices of drivers, and the links that register them, in the database.
import { buildColumns } from '../../platform/database/columns.ts'
import {
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'

export interface LinkRow {
  /**
   * Hash of the link. For a used link, the hash includes the secret of its device, so that only that device finds it.
   */
  secretHash: string
  driverKey: string
  kind: 'link' | 'code'
  created: string
  expires: string
  /** Actor, user or token, that created the link. */
  actor: string
}

const deviceColumns = buildColumns(['deviceId', 'tokenHash', 'driverKey', 'device', 'created', 'lastUsed', 'expires'])
const linkColumns = buildColumns(['secretHash', 'driverKey', 'kind', 'created', 'expires', 'actor'])
export type DeviceRow = Record<(typeof deviceColumns)['names'][number], string>
const selectDevice = joinFragments(piece`select `, deviceColumns.select('d'))
const selectLink = joinFragments(piece`select `, linkColumns.select('l'), piece` from driver_links l`)

/** Finds a device with the document of its driver, unless the driver was deleted. */
export const findDevice = (tx: ReadTransaction, environmentId: string, deviceId: string) =>
  tx.get<DeviceRow & { driver: string }>(
    joinFragments(
      selectDevice,
      piece`, r.document as driver
        from driver_devices d
        join drivers r on r.environment_id = d.environment_id and r.key = d.driver_key and r.deleted is null
        where d.environment_id = ${environmentId} and d.device_id = ${deviceId}`,
    ),
  )

/** Locks a device until the transaction ends. Returns whether it still exists. */
export const lockDevice = async (tx: WriteTransaction, environmentId: string, deviceId: string) =>
  (await tx.lock(
    sql`select device_id from driver_devices where environment_id = ${environmentId} and device_id = ${deviceId}`,
  )) !== undefined

/** Lists the devices of a driver, latest use first. */
export const listDevices = (tx: ReadTransaction, environmentId: string, driverKey: string) =>
  tx.all<DeviceRow>(
    joinFragments(
      selectDevice,
      piece` from driver_devices d
        where d.environment_id = ${environmentId} and d.driver_key = ${driverKey}
        order by d.last_used desc, d.device_id desc`,
    ),
  )

export const insertDevice = (tx: WriteTransaction, environmentId: string, row: DeviceRow) =>
  tx.run(
    joinFragments(
      piece`insert into driver_devices (environment_id, `,
      deviceColumns.list,
      piece`) values (${environmentId}, `,
      deviceColumns.values(row),
      piece`)`,
    ),
  )

export const updateDeviceUse = (
  tx: WriteTransaction,
  environmentId: string,
  deviceId: string,
  { lastUsed, expires }: Pick<DeviceRow, 'lastUsed' | 'expires'>,
) =>
  tx.run(
    sql`update driver_devices set last_used = ${lastUsed}, expires = ${expires}
      where environment_id = ${environmentId} and device_id = ${deviceId} and last_used < ${lastUsed}`,
  )

/** Deletes a device. Returns the key of its driver, or undefined if it did not exist. */
export const deleteDevice = async (tx: WriteTransaction, environmentId: string, deviceId: string) =>
  (
    await tx.get<{ driverKey: string }>(
      sql`delete from driver_devices
        where environment_id = ${environmentId} and device_id = ${deviceId}
        returning driver_key as "driverKey"`,
    )
  )?.driverKey

export const insertLink = (tx: WriteTransaction, environmentId: string, row: LinkRow) =>
  tx.run(
    joinFragments(
      piece`insert into driver_links (environment_id, `,
      linkColumns.list,
      piece`) values (${environmentId}, `,
      linkColumns.values(row),
      piece`)`,
    ),
  )

export const findLink = (tx: ReadTransaction, environmentId: string, hash: string) =>
  tx.get<LinkRow>(
    joinFragments(selectLink, piece` where l.environment_id = ${environmentId} and l.secret_hash = ${hash}`),
  )

export const listLinks = (tx: ReadTransaction, environmentId: string, driverKey: string) =>
  tx.all<LinkRow>(
    joinFragments(selectLink, piece` where l.environment_id = ${environmentId} and l.driver_key = ${driverKey}`),
  )

export const deleteLinks = (tx: WriteTransaction, environmentId: string, driverKey: string) =>
  tx.run(sql`delete from driver_links where environment_id = ${environmentId} and driver_key = ${driverKey}`)

/** Purges access by expired links and devices. */
export async function purgeAccess(tx: WriteTransaction, environmentId: string, now: string): Promise<void> {
  await tx.run(sql`delete from driver_links where environment_id = ${environmentId} and expires <= ${now}`)
  await tx.run(sql`delete from driver_devices where environment_id = ${environmentId} and expires <= ${now}`)
}
