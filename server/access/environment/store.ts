// Environments and their settings in the database.
import type { Settings } from '../../../contract/environment.ts'
import { type Awaitable, type Reader, sql, template, type Writer } from '../../platform/database/database.ts'
import { tables } from '../../platform/database/tables.ts'

/** The name of the environment that the first start makes. */
export const firstName = 'default'

export interface EnvironmentRow {
  environmentId: string
  name: string
  created: string
  /** Whether it can be reset to the demo data, and sends no mail. */
  sandbox: boolean
}
export interface SettingsRow {
  version: number
  updated: string
  document: string
}

type StoredEnvironment = Omit<EnvironmentRow, 'sandbox'> & { sandbox: number }
const environmentOf = (row: StoredEnvironment): EnvironmentRow => ({ ...row, sandbox: row.sandbox === 1 })

export const insert = async (tx: Writer, row: EnvironmentRow): Promise<boolean> =>
  (await tx.run(
    sql`insert into environments (environment_id, name, created, sandbox)
      values (${row.environmentId}, ${row.name}, ${row.created}, ${row.sandbox ? 1 : 0}) on conflict (name) do nothing`,
  )) === 1

export const list = async (tx: Pick<Reader, 'all'>): Promise<EnvironmentRow[]> =>
  (
    await tx.all<StoredEnvironment>(
      sql`select environment_id as "environmentId", name, created, sandbox from environments order by created, name`,
    )
  ).map(environmentOf)

/** Returns the ids of all environments. For migrations: it reads only a column that every schema has. */
export const ids = (tx: Pick<Reader, 'all'>): Awaitable<{ environmentId: string }[]> =>
  tx.all(sql`select environment_id as "environmentId" from environments order by environment_id`)

export async function find(tx: Reader, nameOrId: string): Promise<EnvironmentRow | undefined> {
  const row = await tx.get<StoredEnvironment>(
    sql`select environment_id as "environmentId", name, created, sandbox from environments
      where name = ${nameOrId} or environment_id = ${nameOrId}`,
  )
  return row && environmentOf(row)
}

export async function findById(tx: Reader, environmentId: string): Promise<EnvironmentRow | undefined> {
  const row = await tx.get<StoredEnvironment>(
    sql`select environment_id as "environmentId", name, created, sandbox from environments
      where environment_id = ${environmentId}`,
  )
  return row && environmentOf(row)
}

/** Keeps changes of who is in the environment apart. */
export const lock = (tx: Writer, environmentId: string) =>
  tx.lock(sql`select environment_id from environments where environment_id = ${environmentId}`)

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
    sql`insert into settings (environment_id, version, updated, stop_duration, document)
      values (${environmentId}, 1, ${updated}, ${settings.routeSettings.stopDuration}, ${JSON.stringify(settings)})`,
  )

export const updateSettings = (
  tx: Writer,
  environmentId: string,
  { version, settings, updated }: { version: number; settings: Settings; updated: string },
): Awaitable<number> =>
  tx.run(
    sql`update settings
      set version = ${version}, updated = ${updated}, stop_duration = ${settings.routeSettings.stopDuration},
        document = ${JSON.stringify(settings)}
      where environment_id = ${environmentId}`,
  )

/** Returns the last order whose list row follows the current custom fields, or null if all rows do. */
export const relistedOf = async (tx: Reader, environmentId: string): Promise<string | null> =>
  (
    await tx.get<{ relistAfter: string | null }>(
      sql`select relist_after as "relistAfter" from settings where environment_id = ${environmentId}`,
    )
  )?.relistAfter ?? null

export const setRelisted = (tx: Writer, environmentId: string, after: string | null): Awaitable<number> =>
  tx.run(sql`update settings set relist_after = ${after} where environment_id = ${environmentId}`)

/** Deletes the settings of an environment, so that it accepts no more writes. */
export const close = (tx: Writer, environmentId: string): Awaitable<unknown> =>
  tx.run(sql`delete from settings where environment_id = ${environmentId}`)

/** Statements that delete the rows of an environment, children first. */
const deletions = tables
  .filter(({ isOfEnvironment }) => isOfEnvironment)
  .toReversed()
  .map(({ name }) => template(`delete from ${name} where environment_id = `, ''))

/** Deletes all rows of an environment. Its tokens must have been revoked before. */
export async function remove(tx: Writer, environmentId: string): Promise<void> {
  await tx.unindex(environmentId)
  for (const strings of deletions) await tx.run({ strings, values: [environmentId] })
}
