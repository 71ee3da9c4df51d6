// Updates the schema with numbered files, the same for every engine. Each file is applied once, and none is undone.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Awaitable, type ReadTransaction, sql, unfinishedCopyVersion, type WriteTransaction } from './database.ts'

const folder = new URL('../../migrations/', import.meta.url)

interface Migration {
  version: number
  name: string
  text: string
  checksum: string
}
export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>

export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return {
        version: Number(name.slice(0, 4)),
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    })
}

export const isUnfinishedCopy = (applied: Pick<AppliedMigration, 'version'>[]): boolean =>
  applied.some(({ version }) => version === unfinishedCopyVersion)
/** Returns the migrations without the mark of an unfinished copy. */
export const filterMigrations = <T extends Pick<AppliedMigration, 'version'>>(applied: T[]): T[] =>
  applied.filter(({ version }) => version !== unfinishedCopyVersion)

export const unfinishedAdvice = 'run the same `dray copy` again to finish it, or start over with an empty database'
/** Returns the error for a database that contains an unfinished copy. */
export const createUnfinishedCopyError = (location: string): Error =>
  new Error(`${location} contains an unfinished copy: ${unfinishedAdvice}.`)

/** Returns the migrations that the database lacks. Throws if the database has a migration that this version lacks. */
export function listMissingMigrations(applied: AppliedMigration[]): Migration[] {
  const migrationFiles = listMigrations()
  for (const { version, name, checksum } of filterMigrations(applied)) {
    const current = migrationFiles.find((migration) => migration.version === version)
    if (!current)
      throw new Error(
        `The database has migration ${name}, which is newer than this version of dray: run a newer version.`,
      )
    if (current.checksum !== checksum) throw new Error(`Migration ${name} was changed after it was applied.`)
  }
  return migrationFiles.filter(({ version }) => !applied.some((migration) => migration.version === version))
}

/** The transaction of the only process that migrates. `exec` runs all statements of a file. */
export interface MigrationTransaction extends Pick<WriteTransaction, 'all' | 'run' | 'runOn' | 'index'> {
  engine: 'sqlite' | 'postgres'
  exec(text: string): unknown
}

/**
 * Functions that change existing rows in ways that SQL cannot. Each runs after the migration of its name, in the same
 * transaction.
 */
export type MigrationFills = Record<
  string,
  (tx: Pick<WriteTransaction, 'all' | 'run' | 'runOn' | 'index'>) => Awaitable<void>
>

/** Returns a migration for one engine: the text between `-- only` and `-- end` is for the named engine only. */
export const selectEngineText = (text: string, engine: MigrationTransaction['engine']) =>
  text.replace(/^-- only (\w+)\n([\s\S]*?)^-- end$/gm, (_all, name: string, body: string) =>
    name === engine ? body : '',
  )

export const listApplied = (tx: Pick<ReadTransaction, 'all'>) =>
  tx.all<AppliedMigration>(sql`select version, name, checksum from schema_migrations order by version`)

/**
 * Applies the missing migrations and returns their names. They run in one transaction, so that a crash leaves the old
 * schema complete.
 */
export async function migrateSchema(tx: MigrationTransaction, fills: MigrationFills = {}): Promise<string[]> {
  await tx.exec(
    'create table if not exists schema_migrations (' +
      'version bigint primary key, name text not null, checksum text not null, applied text not null)',
  )
  const pending = listMissingMigrations(await listApplied(tx))
  for (const { version, name, text, checksum } of pending) {
    await tx.exec(selectEngineText(text, tx.engine))
    await fills[name]?.(tx)
    await tx.run(
      sql`insert into schema_migrations (version, name, checksum, applied)
        values (${version}, ${name}, ${checksum}, ${new Date().toISOString()})`,
    )
  }
  return pending.map(({ name }) => name)
}
