// Backup and restore, what stays erased through them, and moving everything to another database.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Report, TableCopy } from '../copy/rules.ts'
import { backgroundCall, type Executor } from '../core/operation.ts'
import type { Files } from '../core/services.ts'
import type { Database } from '../database/database.ts'
import { backupTo, restoreFrom } from '../database/maintenance.ts'
import { openSqlite } from '../database/sqlite.ts'
import { copyFiles, type FilesCopied, type Flaw, flawsIn, inventory, recorded } from '../file/copy.ts'
import { filesPlace, openFiles } from '../file/open.ts'
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

/** Where the files of backups are, beside them: one place for many, since files never change. */
export const backupFilesPlace = (file: string): string => join(dirname(resolve(file)), 'backup-files')

/** A place for files other than the one that the configuration names. */
const filesAt = (config: Config, place: string): Files => openFiles({ ...config, files: place })

export interface FilesBackedUp extends FilesCopied {
  /** Files that the backup names and that are not there: they were erased meanwhile, or had been lost before. */
  missing: number
}

/** After the database: what the backup names was there before it was made, and is copied unless it was erased since. */
export async function backupFiles(config: Config, file: string, place: string): Promise<FilesBackedUp | undefined> {
  const [from, to] = [openFiles(config), filesAt(config, place)]
  if (filesPlace(config) === filesPlace({ ...config, files: place }))
    throw new Error('The files are to be copied to where they are: choose another place with --files-to.')
  const copied = await copyFiles(from, to)
  const database = openSqlite(file, { readOnly: true })
  try {
    const { files, missing } = await inventory(database.read, to)
    return files + copied.copied + copied.there === 0 ? undefined : { ...copied, missing }
  } finally {
    await database.close()
  }
}

export async function backupDatabase(config: Config, file: string, force: boolean): Promise<number> {
  if (isRemote(config))
    throw new Error('Back up a PostgreSQL database with its own tools: pg_dump -Fc, or a base backup.')
  if (!hasDatabase(config)) throw new Error(`There is no database in ${config.data}.`)
  if (resolve(file) === databasePath(config)) throw new Error('The file is the database itself: choose another one.')
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: make it first.`)
  if (existsSync(file) && !force) throw new Error(`${file} already exists: use --force to replace it.`)
  return backupTo(databaseFile(config), file)
}

export interface Restored {
  /** Where the replaced database is kept, if there was one. */
  kept: string | undefined
  /** In how many orders something was erased again that the backup still had. */
  erased: number
  /** Files that were brought back, and those that the database names and that are nowhere. */
  files: { copied: number; missing: number }
}

interface Restoring {
  file: string
  /** Of the files that were backed up with it. */
  filesFrom: string
  force: boolean
  now: number
}

/** What was erased since the backup was made does not come back with it, as far as the replaced database knows of it. */
export async function restoreDatabase(config: Config, restoring: Restoring): Promise<Restored> {
  const { file, force, now } = restoring
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
    const database = await openDatabase(config, { serving: true })
    try {
      const files = openFiles(config)
      const erased = await eraseIn(database, files, erasures, now)
      return { kept, erased, files: await restoreFiles(database, filesAt(config, restoring.filesFrom), files) }
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}

/** Those that the database names, and no others: what it says is erased does not come back. */
async function restoreFiles(database: Database, from: Files, to: Files): Promise<Restored['files']> {
  const { read } = database
  const before = await inventory(read, to)
  if (before.missing === 0) return { copied: 0, missing: 0 }
  const { copied } = await copyFiles(from, to, { wanted: (page) => recorded(read, page) })
  return { copied, missing: (await inventory(read, to)).missing }
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

async function eraseIn(database: Database, files: Files, erasures: Erasure[], now: number): Promise<number> {
  if (erasures.length === 0) return 0
  const { erase } = await import('../erasure/rules.ts')
  const { removeDue } = await import('../file/sweep.ts')
  let count = 0
  for (const { environmentId, consignmentId } of erasures) {
    const call = { ...backgroundCall(environmentId, undefined), requestId: 'erasure', now }
    if (await database.write((tx) => erase(tx, call, consignmentId))) count++
  }
  const run: Executor['run'] = (step, call) => database.write((tx) => step.run(tx, call.body, call))
  for (const environmentId of new Set(erasures.map((each) => each.environmentId)))
    await removeDue({ executor: { read: database.read, run }, files }, environmentId, now)
  return count
}

export const listErasures = (config: Config): Promise<Erasure[]> =>
  within(config, async ({ read }) => Array.fromAsync((await import('../erasure/rules.ts')).list(read)))

/** Erases again what a list of earlier erasures names; answers in how many orders there was something to erase. */
export const applyErasures = (config: Config, erasures: Erasure[], now: number): Promise<number> =>
  within(config, (database) => eraseIn(database, openFiles(config), erasures, now))

/** Works on a database that no server uses: a folder stays locked meanwhile. */
async function withoutServer<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  { copying = false } = {},
): Promise<T> {
  const release = isRemote(config) ? () => undefined : lockFolder(config)
  if (!release) throw new Error(`A server is running on ${config.data}: stop it first.`)
  try {
    // With the lock in hand it may change the schema of a folder as a server may.
    const database = await openDatabase(config, { serving: !isRemote(config), copying })
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

/**
 * Answers for every table whether the target has the same rows now. From folder to folder the bytes of files follow; those
 * of a database server are wherever its configuration says, and stay there.
 */
export async function copyDatabase(from: Config, to: Config, report: Report): Promise<TableCopy[]> {
  if (databasePlace(from) === databasePlace(to)) throw new Error('The source and the target are the same database.')
  if (isRemote(from)) await (await postgresUpkeep()).expectSchema(from.databaseUrl)
  else if (!hasDatabase(from)) throw new Error(`There is no database in ${from.data}.`)
  const { copyAll, finish } = await import('../copy/rules.ts')
  const copyInto = (source: Database) => async (target: Database) => {
    const copies = await copyAll(source, target, report)
    const contents = isRemote(from) || isRemote(to) ? undefined : await copyContents(from, to, { target, report })
    // What differs is no copy. Bytes that are missing were missing in the source: copying again would not bring them.
    if (copies.every(({ verified }) => verified)) await finish(target)
    return contents ? [...copies, contents] : copies
  }
  return withoutServer(from, (source) => withoutServer(to, copyInto(source), { copying: true }))
}

interface ContentsCopy {
  target: Database
  report: Report
}

/** The bytes of files from folder to folder, unless both use the same place. */
async function copyContents(from: Config, to: Config, copy: ContentsCopy): Promise<TableCopy | undefined> {
  if (filesPlace(from) === filesPlace(to)) return undefined
  const table = 'file contents'
  const say = (rows: number, ended: boolean) => copy.report({ step: 'copy', table, rows, total: undefined, ended })
  const files = openFiles(to)
  await copyFiles(openFiles(from), files, { report: ({ copied }) => say(copied, false) })
  const { files: rows, missing } = await inventory(copy.target.read, files)
  say(rows, true)
  return { table, rows, verified: missing === 0 }
}

/** From one place to another, whatever the records say; answers what was copied. */
export async function copyFilesBetween(
  config: Config,
  { from, to }: { from: string | undefined; to: string },
  report: (copied: FilesCopied) => void,
): Promise<FilesCopied> {
  const source = from === undefined ? config : { ...config, files: from }
  if (filesPlace(source) === filesPlace({ ...config, files: to }))
    throw new Error('The source and the target are the same place.')
  return copyFiles(openFiles(source), filesAt(config, to), { report })
}

/** Reads all files that the database names. */
export const checkFiles = (config: Config, found: (flaw: Flaw) => void): Promise<number> =>
  within(config, async ({ read }) => {
    const files = openFiles(config)
    for await (const flaw of flawsIn(read, files)) found(flaw)
    return (await inventory(read, files)).files
  })
