// Copies, checks and inspects a SQLite database file, also while a server uses it. Other engines have their own tools.
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { filterMigrations, isUnfinishedCopy, listMigrations } from './migrate.ts'
import { connectSqlite } from './sqlite.ts'

/** Pages per step: all pages, because a copy in several steps restarts after each write. */
const pagesAtOnce = 2 ** 31 - 1

/** Gives a file that root creates to the owner of `like`, because the service runs as that user. */
function giveToOwner(like: string, give: (uid: number, gid: number) => void): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(like)
  try {
    give(uid, gid)
  } catch (error) {
    // Root in a container may have no right to change the owner of a file.
    if ((error as { code?: string }).code !== 'EPERM') throw error
  }
}

/**
 * Creates a file that only its owner can read, because it contains keys and customers' data. Only a new file gets the
 * owner of another file: an existing file may be a link to any other file.
 */
export function createPrivateFile(file: string, ownedLike?: string): void {
  let descriptor: number
  try {
    descriptor = openSync(file, 'ax', 0o600)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    closeSync(openSync(file, 'a', 0o600))
    return
  }
  try {
    if (ownedLike !== undefined) giveToOwner(ownedLike, (uid, gid) => fchownSync(descriptor, uid, gid))
  } finally {
    closeSync(descriptor)
  }
}

/** Creates a folder and its missing parents, for one user only. */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(resolve(folder), { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let current = resolve(folder); current.length >= first.length; current = dirname(current))
    giveToOwner(dirname(first), (uid, gid) => lchownSync(current, uid, gid))
}

export function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Suffixes of the files that SQLite keeps next to a database. */
const companions = ['-wal', '-shm', '-journal']

export const removeWithCompanions = (file: string): void => {
  for (const suffix of ['', ...companions]) rmSync(`${file}${suffix}`, { force: true })
}

/** Copies the committed data to a backup while other work continues. Returns the size in bytes. */
export async function writeBackup(source: string, target: string): Promise<number> {
  removeAbandoned(target)
  const partial = `${target}.${process.pid}.partial`
  const connection = connectSqlite(source, { readOnly: true })
  try {
    createPrivateFile(partial)
    await backup(connection, partial, { rate: pagesAtOnce })
    makeSelfContained(partial)
    flushToDisk(partial)
    // SQLite would read the log of the replaced file as the log of the new one.
    for (const suffix of companions) rmSync(`${target}${suffix}`, { force: true })
    // The copy is renamed only when it is complete and on disk.
    renameSync(partial, target)
    flushToDisk(dirname(target))
    return statSync(target).size
  } catch (error) {
    throw isFull(error) ? createFullDiskError(source, target, error) : error
  } finally {
    connection.close()
    removeWithCompanions(partial)
  }
}

function isFull(error: unknown): boolean {
  const { code = '', errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  return errcode === 13 || ['ENOSPC', 'EDQUOT'].includes(code)
}

/** Returns the error of a full disk at the backup's target, not at the service's. */
function createFullDiskError(source: string, target: string, cause: unknown): Error {
  const megabytes = Math.ceil(statSync(source).size / 2 ** 20)
  return new Error(
    `The backup does not fit in ${dirname(resolve(target))}: it needs about ${megabytes} MB. Make room, ` +
      'or choose another place.',
    { cause },
  )
}

/**
 * Removes unfinished backups of the same name whose process was killed. In a container, the next process may have its
 * id.
 */
function removeAbandoned(target: string): void {
  const partialPattern = new RegExp(`^${RegExp.escape(basename(target))}\\.(\\d+)\\.partial(${companions.join('|')})?$`)
  for (const name of readdirSync(dirname(resolve(target)))) {
    const pid = Number(partialPattern.exec(name)?.[1] ?? 0)
    if (pid > 0 && (pid === process.pid || !isRunning(pid)))
      rmSync(join(dirname(resolve(target)), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH'
  }
}

/** Ends the WAL mode of a copy, so that a single file contains the whole database. */
export function makeSelfContained(file: string): void {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
}

/** Throws for a database that is damaged, that Dray has not written, or that a newer version has written. */
export function expectIntact(file: string): void {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const damage = check(connection, 'pragma integrity_check')
    if (damage) throw new Error(damage)
    if (schemaState(connection).unfinishedCopy) throw new Error('The file was made from an unfinished copy.')
  } finally {
    connection.close()
  }
}

/** Runs a check of SQLite. Returns the first damage that it reports, or undefined. */
function check(connection: DatabaseSync, pragma: 'pragma integrity_check' | 'pragma quick_check'): string | undefined {
  const [row] = connection.prepare(pragma).all() as Record<string, string>[]
  const [result] = Object.values(row ?? {})
  return result === 'ok' ? undefined : result
}

export interface SchemaState {
  version: number
  missing: string[]
  /** Whether the database is the target of an unfinished copy. */
  unfinishedCopy: boolean
}

export const hasTable = (connection: DatabaseSync, name: string): boolean =>
  connection.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined

const isDrayDatabase = (connection: DatabaseSync): boolean => hasTable(connection, 'schema_migrations')

/** Returns whether the version of Dray that wrote a backup has this table. */
export function backupHasTable(table: 'files' | 'signing_keys', file: string): boolean {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return hasTable(connection, table)
  } finally {
    connection.close()
  }
}

/** Returns whether an older version created the database. An empty file counts as new. */
export const isOutdated = (connection: DatabaseSync): boolean =>
  isDrayDatabase(connection) && schemaState(connection).missing.length > 0

/** Returns whether the database is the target of an unfinished copy. */
export const hasUnfinishedCopy = (connection: DatabaseSync): boolean =>
  isDrayDatabase(connection) &&
  isUnfinishedCopy(connection.prepare('select version from schema_migrations').all() as { version: number }[])

/** Returns the applied and the missing migrations. Throws for a file without Dray's schema, or of a newer version. */
function schemaState(connection: DatabaseSync): SchemaState {
  if (!isDrayDatabase(connection)) throw new Error('this is not a database of dray.')
  const applied = connection.prepare('select version, name from schema_migrations order by version').all() as {
    version: number
    name: string
  }[]
  const files = listMigrations()
  const newer = filterMigrations(applied).find(({ version }) => !files.some((file) => file.version === version))
  if (newer) throw new Error(`it was written by a newer version of dray (${newer.name}).`)
  return {
    version: filterMigrations(applied).at(-1)?.version ?? 0,
    unfinishedCopy: isUnfinishedCopy(applied),
    missing: files.filter(({ version }) => !applied.some((row) => row.version === version)).map(({ name }) => name),
  }
}

const counted = ['consignments', 'depots', 'loads', 'export_list', 'tokens'] as const
export interface EnvironmentCounts {
  name: string
  counts: Record<(typeof counted)[number], number>
}
export interface DatabaseInspection {
  bytes: number
  logBytes: number
  damage: string | undefined
  schema: SchemaState
  signingKeys: number
  environments: EnvironmentCounts[]
}

/** Inspects a database file without changing it. */
export function inspectDatabase(file: string): DatabaseInspection {
  const connection = connectSqlite(file, { readOnly: true })
  try {
    const damage = check(connection, 'pragma quick_check')
    const schema = schemaState(connection)
    const count = (query: string, ...values: string[]) => (connection.prepare(query).get(...values) as { n: number }).n
    const environments = connection
      .prepare('select environment_id as id, name from environments order by name')
      .all() as {
      id: string
      name: string
    }[]
    const countsOf = (id: string) =>
      Object.fromEntries(
        counted.map((table) => [table, count(`select count(*) as n from ${table} where environment_id = ?`, id)]),
      ) as EnvironmentCounts['counts']
    return {
      bytes: statSync(file).size,
      logBytes: existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0,
      damage,
      schema,
      signingKeys: count("select count(*) as n from signing_keys where retired is null and private_key <> ''"),
      environments: environments.map(({ id, name }) => ({ name, counts: countsOf(id) })),
    }
  } finally {
    connection.close()
  }
}
