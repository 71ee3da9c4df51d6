// The database as a file: copied while in use, checked, put back, looked at. SQLite's alone; other engines bring their own tools.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isUnfinishedCopy, migrations, withoutMark } from './migrate.ts'
import { connect } from './sqlite.ts'

/** A copy that is made in several steps starts over whenever somebody writes in between: this makes it one step. */
const pagesAtOnce = 2 ** 31 - 1

/** Creates the file so that nobody else can read it: keys and customers' data are in there. */
export const touchPrivate = (file: string): void => closeSync(openSync(file, 'a', 0o600))

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Renamed into place only when it is whole and on disk. */
function putInPlace(file: string, target: string): void {
  syncToDisk(file)
  renameSync(file, target)
  syncToDisk(dirname(target))
}

const removeWithCompanions = (file: string) => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true })
}

/** Copies what is committed when it starts, while others read and write. Answers the size in bytes. */
export async function backupTo(source: string, target: string): Promise<number> {
  const partial = `${target}.${process.pid}.partial`
  const connection = connect(source, { readOnly: true })
  try {
    touchPrivate(partial)
    await backup(connection, partial, { rate: pagesAtOnce })
    makeSelfContained(partial)
    putInPlace(partial, target)
    return statSync(target).size
  } finally {
    connection.close()
    removeWithCompanions(partial)
  }
}

/** Takes the copy out of WAL mode, so that the one file is all of it. */
function makeSelfContained(file: string): void {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
}

/** Puts a backup in the place of the database; what was there is kept under the name that is answered. */
export function restoreFrom(source: string, target: string): string | undefined {
  const partial = `${target}.restoring`
  removeWithCompanions(partial)
  try {
    touchPrivate(partial)
    copyContent(source, partial)
    checkBackup(partial)
    const kept = existsSync(target) ? keep(target) : undefined
    putInPlace(partial, target)
    return kept
  } finally {
    removeWithCompanions(partial)
  }
}

/** Into a file that is there: the system's own copy would give it the mode of the source as well. */
function copyContent(source: string, target: string): void {
  const from = openSync(source, 'r')
  const to = openSync(target, 'w')
  try {
    const chunk = Buffer.allocUnsafe(2 ** 20)
    for (let read = readSync(from, chunk); read > 0; read = readSync(from, chunk))
      for (let written = 0; written < read; ) written += writeSync(to, chunk, written, read - written)
  } finally {
    closeSync(from)
    closeSync(to)
  }
}

function checkBackup(file: string): void {
  try {
    makeSelfContained(file)
    const connection = new DatabaseSync(file, { readOnly: true })
    try {
      const damage = check(connection, 'pragma integrity_check')
      if (damage) throw new Error(damage)
      if (schemaState(connection).unfinishedCopy) throw new Error('it was made of an unfinished copy.')
    } finally {
      connection.close()
    }
  } catch (error) {
    throw new Error(`The backup cannot be used, so nothing was changed: ${(error as Error).message}`)
  }
}

/** A hard link keeps the old file while the new one takes its name in one step: a crash leaves either, never none. */
function keep(target: string): string {
  const kept = `${target}.before-restore`
  removeWithCompanions(kept)
  foldLog(target)
  linkSync(target, kept)
  chmodSync(kept, 0o600)
  // A log that could not be folded in belongs to the old file; beside the new one it would destroy it.
  if (existsSync(`${target}-wal`)) renameSync(`${target}-wal`, `${kept}-wal`)
  rmSync(`${target}-shm`, { force: true })
  return kept
}

function foldLog(file: string): void {
  try {
    const connection = new DatabaseSync(file, { timeout: 1_000 })
    try {
      connection.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete')
    } finally {
      connection.close()
    }
  } catch {
    // Restoring over a damaged database is what backups are for: its log is kept beside it as it is.
  }
}

/** The first damage that SQLite reports, if any. */
function check(connection: DatabaseSync, pragma: 'pragma integrity_check' | 'pragma quick_check'): string | undefined {
  const [row] = connection.prepare(pragma).all() as Record<string, string>[]
  const [result] = Object.values(row ?? {})
  return result === 'ok' ? undefined : result
}

export interface SchemaState {
  version: number
  missing: string[]
  /** Whether a copy was started into it and has not ended. */
  unfinishedCopy: boolean
}

const isOurs = (connection: DatabaseSync): boolean =>
  connection.prepare("select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'").get() !==
  undefined

/** Whether it was made by an older dray; an empty file is not behind, it is new. */
export const isBehind = (connection: DatabaseSync): boolean =>
  isOurs(connection) && schemaState(connection).missing.length > 0

/** Whether a copy was started into it and has not ended. */
export const hasUnfinishedCopy = (connection: DatabaseSync): boolean =>
  isOurs(connection) &&
  isUnfinishedCopy(connection.prepare('select version from schema_migrations').all() as { version: number }[])

/** Which migrations were applied and which are missing; fails on a file that is none of ours, or of a newer dray. */
function schemaState(connection: DatabaseSync): SchemaState {
  if (!isOurs(connection)) throw new Error('this is not a database of dray.')
  const applied = connection.prepare('select version, name from schema_migrations order by version').all() as {
    version: number
    name: string
  }[]
  const known = migrations()
  const newer = withoutMark(applied).find(({ version }) => !known.some((migration) => migration.version === version))
  if (newer) throw new Error(`it was written by a newer version of dray (${newer.name}).`)
  return {
    version: withoutMark(applied).at(-1)?.version ?? 0,
    unfinishedCopy: isUnfinishedCopy(applied),
    missing: known.filter(({ version }) => !applied.some((row) => row.version === version)).map(({ name }) => name),
  }
}

const counted = ['consignments', 'depots', 'loads', 'export_list', 'tokens'] as const
export interface EnvironmentCounts {
  name: string
  counts: Record<(typeof counted)[number], number>
}
export interface Inspection {
  bytes: number
  logBytes: number
  damage: string | undefined
  schema: SchemaState
  signingKeys: number
  environments: EnvironmentCounts[]
}

/** Everything that a look at the file itself can tell, without changing it. */
export function inspect(file: string): Inspection {
  const connection = connect(file, { readOnly: true })
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
