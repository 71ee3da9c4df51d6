// Backup and restore, what stays erased through them, and moving everything to another database.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Report, TableCopy } from '../copy/rules.ts'
import { backgroundCall } from '../core/operation.ts'
import type { Database } from '../database/database.ts'
import { backupTo, restoreFrom } from '../database/maintenance.ts'
import { openSqlite } from '../database/sqlite.ts'
import {
  databaseFile,
  databasePath,
  databasePlace,
  hasDatabase,
  isRemote,
  lockFolder,
  openDatabase,
  postgresUpkeep,
} from '../storage.ts'
import { within } from './database.ts'

export async function backupDatabase(config: Config, file: string, force: boolean): Promise<number> {
  if (isRemote(config))
    throw new Error('Back up a PostgreSQL database with its own tools: pg_dump -Fc, or a base backup.')
  if (!hasDatabase(config)) throw new Error(`There is no database in ${config.data}.`)
  if (resolve(file) === databasePath(config)) throw new Error('The file is the database itself: choose another one.')
  if (existsSync(file) && !force) throw new Error(`${file} already exists: use --force to replace it.`)
  return backupTo(databaseFile(config), file)
}

export interface Restored {
  /** Where the replaced database is kept, if there was one. */
  kept: string | undefined
  /** In how many orders something was erased again that the backup still had. */
  erased: number
}

/** What was erased since the backup was made does not come back with it, as far as the replaced database knows of it. */
export async function restoreDatabase(config: Config, file: string, force: boolean, now: number): Promise<Restored> {
  if (isRemote(config))
    throw new Error('Restore a PostgreSQL database with its own tools: pg_restore --clean --if-exists.')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const release = lockFolder(config)
  if (!release) throw new Error('A server is running on this folder: stop it first.')
  try {
    if (hasDatabase(config) && !force)
      throw new Error(
        `${config.data} already contains a database: use --force to replace it. It is kept as dray.db.before-restore.`,
      )
    const kept = restoreFrom(file, databaseFile(config))
    const erasures = kept === undefined ? [] : await erasuresIn(kept)
    if (erasures.length === 0) return { kept, erased: 0 }
    const database = await openDatabase(config, { serving: true })
    return { kept, erased: await eraseIn(database, erasures, now).finally(() => database.close()) }
  } finally {
    release()
  }
}

/** One order whose consignee was erased. */
export interface Erasure {
  environmentId: string
  consignmentId: string
}

/** A database that is older than erasures has none; one that is damaged was replaced for that, and tells what it can. */
async function erasuresIn(file: string): Promise<Erasure[]> {
  const { list } = await import('../erasure/rules.ts')
  const found: Erasure[] = []
  try {
    const database = openSqlite(file, { readOnly: true })
    try {
      for await (const erasure of list(database.read)) found.push(erasure)
    } finally {
      await database.close()
    }
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error
  }
  return found
}

async function eraseIn(database: Database, erasures: Iterable<Erasure>, now: number): Promise<number> {
  const { erase } = await import('../erasure/rules.ts')
  let count = 0
  for (const { environmentId, consignmentId } of erasures) {
    const call = { ...backgroundCall(environmentId, undefined), requestId: 'erasure', now }
    if (await database.write((tx) => erase(tx, call, consignmentId))) count++
  }
  return count
}

export const listErasures = (config: Config): Promise<Erasure[]> =>
  within(config, async ({ read }) => Array.fromAsync((await import('../erasure/rules.ts')).list(read)))

/** Erases again what a list of earlier erasures names; answers in how many orders there was something to erase. */
export const applyErasures = (config: Config, erasures: Erasure[], now: number): Promise<number> =>
  within(config, (database) => eraseIn(database, erasures, now))

/** Works on a database that no server uses: a folder stays locked meanwhile. */
async function withoutServer<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const release = isRemote(config) ? () => undefined : lockFolder(config)
  if (!release) throw new Error(`A server is running on ${config.data}: stop it first.`)
  try {
    // With the lock in hand it may change the schema of a folder as a server may.
    const database = await openDatabase(config, { serving: !isRemote(config) })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}

export type { Progress as CopyProgress } from '../copy/rules.ts'

/** Answers for every table whether the target has the same rows now. */
export async function copyDatabase(from: Config, to: Config, report: Report): Promise<TableCopy[]> {
  if (databasePlace(from) === databasePlace(to)) throw new Error('The source and the target are the same database.')
  if (isRemote(from)) await (await postgresUpkeep()).expectSchema(from.databaseUrl)
  else if (!hasDatabase(from)) throw new Error(`There is no database in ${from.data}.`)
  const { copyAll } = await import('../copy/rules.ts')
  return withoutServer(from, (source) => withoutServer(to, (target) => copyAll(source, target, report)))
}
