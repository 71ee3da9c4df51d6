// Environments and their settings in the database.
import type { Settings } from '../../contract/environment.ts'
import { type Awaitable, type Reader, sql, type Writer } from '../database/database.ts'

export interface EnvironmentRow {
  environmentId: string
  name: string
  created: string
}
export interface SettingsRow {
  version: number
  updated: string
  document: string
}

export const insert = async (tx: Writer, row: EnvironmentRow): Promise<boolean> =>
  (await tx.run(
    sql`insert into environments (environment_id, name, created) values (${row.environmentId}, ${row.name}, ${row.created}) on conflict (name) do nothing`,
  )) === 1

export const list = (tx: Pick<Reader, 'all'>): Awaitable<EnvironmentRow[]> =>
  tx.all<EnvironmentRow>(
    sql`select environment_id as "environmentId", name, created from environments order by created, name`,
  )

export const find = (tx: Reader, nameOrId: string): Awaitable<EnvironmentRow | undefined> =>
  tx.get<EnvironmentRow>(
    sql`select environment_id as "environmentId", name, created from environments where name = ${nameOrId} or environment_id = ${nameOrId}`,
  )

export const findById = (tx: Reader, environmentId: string): Awaitable<EnvironmentRow | undefined> =>
  tx.get<EnvironmentRow>(
    sql`select environment_id as "environmentId", name, created from environments where environment_id = ${environmentId}`,
  )

export const findSettings = (tx: Reader, environmentId: string): Awaitable<SettingsRow | undefined> =>
  tx.get<SettingsRow>(sql`select version, updated, document from settings where environment_id = ${environmentId}`)

export const lockSettings = (tx: Writer, environmentId: string): Awaitable<SettingsRow | undefined> =>
  tx.lock<SettingsRow>(sql`select version, updated, document from settings where environment_id = ${environmentId}`)

export const insertSettings = (
  tx: Writer,
  environmentId: string,
  settings: Settings,
  updated: string,
): Awaitable<number> =>
  tx.run(
    sql`insert into settings (environment_id, version, updated, stop_duration, document) values (${environmentId}, 1, ${updated}, ${settings.routeSettings.stopDuration}, ${JSON.stringify(settings)})`,
  )

export const updateSettings = (
  tx: Writer,
  environmentId: string,
  version: number,
  settings: Settings,
  updated: string,
): Awaitable<number> =>
  tx.run(
    sql`update settings set version = ${version}, updated = ${updated}, stop_duration = ${settings.routeSettings.stopDuration}, document = ${JSON.stringify(settings)} where environment_id = ${environmentId}`,
  )

/** Without settings it takes no more writes. */
export const close = (tx: Writer, environmentId: string): Awaitable<unknown> =>
  tx.run(sql`delete from settings where environment_id = ${environmentId}`)

/** Everything an environment owns, children first. Its tokens must have been revoked before. */
export async function remove(tx: Writer, environmentId: string): Promise<void> {
  await tx.run(sql`delete from webhook_deliveries where environment_id = ${environmentId}`)
  await tx.run(sql`delete from webhooks where environment_id = ${environmentId}`)
  await tx.run(sql`delete from export_list where environment_id = ${environmentId}`)
  await tx.run(sql`delete from stops where environment_id = ${environmentId}`)
  await tx.unindex(environmentId)
  await tx.run(sql`delete from consignment_list where environment_id = ${environmentId}`)
  await tx.run(sql`delete from consignments where environment_id = ${environmentId}`)
  await tx.run(sql`delete from loads where environment_id = ${environmentId}`)
  await tx.run(sql`delete from depots where environment_id = ${environmentId}`)
  await tx.run(sql`delete from idempotency where environment_id = ${environmentId}`)
  await tx.run(sql`delete from changes where environment_id = ${environmentId}`)
  await tx.run(sql`delete from tokens where environment_id = ${environmentId}`)
  await tx.run(sql`delete from clients where environment_id = ${environmentId}`)
  await tx.run(sql`delete from memberships where environment_id = ${environmentId}`)
  await tx.run(sql`delete from links where environment_id = ${environmentId}`)
  await tx.run(sql`delete from settings where environment_id = ${environmentId}`)
  await tx.run(sql`delete from environments where environment_id = ${environmentId}`)
}
