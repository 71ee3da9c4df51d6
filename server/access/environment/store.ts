// Environments and their settings in the database.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import { createTemplate, type ReadTransaction, sql, type WriteTransaction } from '../../platform/database/database.ts'
import { dataTables } from '../../platform/database/tables.ts'

/** Name of the environment that the first start creates. */
export const firstName = 'default'

export interface EnvironmentRow {
  environmentId: string
  name: string
  created: string
  /** Whether the environment is a sandbox: it can be reset to the demo data, and sends no e-mails. */
  sandbox: boolean
}
export interface SettingsRow {
  version: number
  updated: string
  document: string
}

type StoredEnvironment = Omit<EnvironmentRow, 'sandbox'> & { sandbox: number }
const environmentOf = (row: StoredEnvironment): EnvironmentRow => ({ ...row, sandbox: row.sandbox === 1 })

export const insertEnvironment = async (tx: WriteTransaction, row: EnvironmentRow) =>
  (await tx.run(
    sql`insert into environments (environment_id, name, created, sandbox)
      values (${row.environmentId}, ${row.name}, ${row.created}, ${row.sandbox ? 1 : 0}) on conflict (name) do nothing`,
  )) === 1

export const listEnvironments = async (tx: Pick<ReadTransaction, 'all'>) =>
  (
    await tx.all<StoredEnvironment>(
      sql`select environment_id as "environmentId", name, created, sandbox from environments order by created, name`,
    )
  ).map(environmentOf)

/**
 * Returns the ids of all environments. Migrations use it, so it reads only a column that exists in every schema
 * version.
 */
export const listEnvironmentIds = (tx: Pick<ReadTransaction, 'all'>) =>
  tx.all<{ environmentId: string }>(
    sql`select environment_id as "environmentId" from environments order by environment_id`,
  )

export async function findEnvironment(tx: ReadTransaction, nameOrId: string): Promise<EnvironmentRow | undefined> {
  const row = await tx.get<StoredEnvironment>(
    sql`select environment_id as "environmentId", name, created, sandbox from environments
      where name = ${nameOrId} or environment_id = ${nameOrId}`,
  )
  return row && environmentOf(row)
}

export async function findById(tx: ReadTransaction, environmentId: string): Promise<EnvironmentRow | undefined> {
  const row = await tx.get<StoredEnvironment>(
    sql`select environment_id as "environmentId", name, created, sandbox from environments
      where environment_id = ${environmentId}`,
  )
  return row && environmentOf(row)
}

/** Locks an environment, so that its members and invitations change in one transaction at a time. */
export const lockEnvironment = (tx: WriteTransaction, environmentId: string) =>
  tx.lock(sql`select environment_id from environments where environment_id = ${environmentId}`)

export const findSettings = (tx: ReadTransaction, environmentId: string) =>
  tx.get<SettingsRow>(sql`select version, updated, document from settings where environment_id = ${environmentId}`)

export const lockSettings = (tx: WriteTransaction, environmentId: string) =>
  tx.lock<SettingsRow>(sql`select version, updated, document from settings where environment_id = ${environmentId}`)

export const insertSettings = (
  tx: WriteTransaction,
  environmentId: string,
  settings: EnvironmentSettings,
  updated: string,
) =>
  tx.run(
    sql`insert into settings (environment_id, version, updated, stop_duration, document)
      values (${environmentId}, 1, ${updated}, ${settings.routeSettings.stopDuration}, ${JSON.stringify(settings)})`,
  )

export const updateSettings = (
  tx: WriteTransaction,
  environmentId: string,
  { version, settings, updated }: { version: number; settings: EnvironmentSettings; updated: string },
) =>
  tx.run(
    sql`update settings
      set version = ${version}, updated = ${updated}, stop_duration = ${settings.routeSettings.stopDuration},
        document = ${JSON.stringify(settings)}
      where environment_id = ${environmentId}`,
  )

/** Returns the id of the last order whose list row matches the current custom fields, or null if all rows match. */
export const findLastRelistedId = async (tx: ReadTransaction, environmentId: string) =>
  (
    await tx.get<{ relistAfter: string | null }>(
      sql`select relist_after as "relistAfter" from settings where environment_id = ${environmentId}`,
    )
  )?.relistAfter ?? null

export const setRelisted = (tx: WriteTransaction, environmentId: string, lastId: string | null) =>
  tx.run(sql`update settings set relist_after = ${lastId} where environment_id = ${environmentId}`)

/** Deletes the settings of an environment, so that it accepts no more writes. */
export const closeEnvironment = (tx: WriteTransaction, environmentId: string) =>
  tx.run(sql`delete from settings where environment_id = ${environmentId}`)

/** Statements that delete the rows of an environment, children first. */
const deletions = dataTables
  .filter(({ isOfEnvironment }) => isOfEnvironment)
  .toReversed()
  .map(({ name }) => createTemplate(`delete from ${name} where environment_id = `, ''))

/** Deletes all rows of an environment. Its tokens must have been revoked before. */
export async function removeEnvironment(tx: WriteTransaction, environmentId: string): Promise<void> {
  await tx.unindex(environmentId)
  for (const strings of deletions) await tx.run({ strings, values: [environmentId] })
}
