// Creates and restores backups, repeats erasures after a restore, and copies all data to another database.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { storedKeys } from '../access/token/store.ts'
import { filesPlace, openFiles } from '../platform/bytes/open.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import {
  backupTo,
  knows,
  makeSelfContained,
  removeWithCompanions,
  syncToDisk,
} from '../platform/database/maintenance.ts'
import { draftFrom, draftOf, erasuresIn, foldLog, keptOf, swapIn } from '../platform/database/replace.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { backgroundCall, type Executor } from '../platform/operation/operation.ts'
import type { Files } from '../platform/operation/services.ts'
import { hasKey, loadSecretsKeys, sealedWith } from '../platform/process/seal.ts'
import {
  databaseFile,
  databasePath,
  databasePlace,
  hasDatabase,
  isRemote,
  lockFolder,
  openDatabase,
  postgresUpkeep,
} from '../runtime/storage.ts'
import { copyFiles, type FilesCopied, type Flaw, flawsIn, inventory, lacking, recorded } from '../upkeep/copy/files.ts'
import type { Report, TableCopy } from '../upkeep/copy/rules.ts'
import { within } from './database.ts'

/** Returns the folder of the files of backups. All backups in a folder share it, since files never change. */
export const backupFilesPlace = (file: string): string => join(dirname(resolve(file)), 'backup-files')

/** A place for files other than the one that the configuration names. */
const filesAt = (config: Config, place: string): Files => openFiles({ ...config, files: place })

export interface FilesBackedUp extends FilesCopied {
  /** Files that the backup names and lacks, because they are not where the service has its files. */
  missing: number
  /** Place of the files. */
  from: string
}

/**
 * Copies the files after the database: every file of the backup existed before it, and is copied unless erased since.
 */
export async function backupFiles(config: Config, file: string, place: string): Promise<FilesBackedUp | undefined> {
  if (!knows('files', file)) return undefined
  const [from, to] = [openFiles(config), filesAt(config, place)]
  if (filesPlace(config) === filesPlace({ ...config, files: place }))
    throw new Error('The files are to be copied to where they are: choose another place with --files-to.')
  const copied = await copyFiles(from, to)
  const backup = openSqlite(file, { readOnly: true })
  const current = openSqlite(databaseFile(config), { readOnly: true })
  try {
    const { files, missing } = await inventory(backup.read, to)
    if (files + copied.copied + copied.there === 0) return undefined
    let lost = 0
    // Files that the database no longer names were erased or expired during the backup.
    if (missing > 0)
      for await (const page of lacking(backup.read, to)) lost += (await recorded(current.read, page)).length
    return { ...copied, missing: lost, from: filesPlace(config) }
  } finally {
    await backup.close()
    await current.close()
  }
}

export interface Seals {
  keys: string[]
  /** Ids of keys that the key file lacks. */
  lacking: string[]
}

/**
 * Returns the ids of the keys that seal secrets in a backup. Every installation has sealed signing keys, so it reads
 * these.
 */
export async function sealsOf(file: string, { secretsKeyFile }: Config): Promise<Seals> {
  if (!knows('signing_keys', file)) return { keys: [], lacking: [] }
  const backup = openSqlite(file, { readOnly: true })
  try {
    const stored = await backup.read(async (tx) => storedKeys(tx))
    const keys = [...new Set(stored.flatMap(({ privateKey }) => sealedWith(privateKey) ?? []))]
    loadSecretsKeys(secretsKeyFile)
    return { keys, lacking: keys.filter((id) => !hasKey(id)) }
  } finally {
    await backup.close()
  }
}

export async function backupDatabase(config: Config, file: string, force: boolean): Promise<number> {
  if (isRemote(config))
    throw new Error('Back up a PostgreSQL database with its own tools: pg_dump -Fc, or a base backup.')
  if (!hasDatabase(config)) throw new Error(`${config.data} does not contain a database.`)
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist: create it first.`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${file} is a folder: name a file in it, such as ${join(file, 'backup.db')}.`)
  if (isOfService(config, file)) throw new Error(`${file} belongs to the service itself: choose another file.`)
  if (existsSync(file) && !force) throw new Error(`${file} already exists: use --force to replace it.`)
  return backupTo(databaseFile(config), file)
}

/** Names of the database, its companion files, the lock, and files of restores. */
const namesOfService = /^((dray\.db|server\.lock)(-wal|-shm|-journal)?|dray\.db\.(restoring|before-restore).*)$/

/** Returns whether a backup would replace a file of the service, directly or through a link. */
function isOfService(config: Config, file: string): boolean {
  const data = realPath(config.data)
  const isOurs = (path: string) =>
    (dirname(path) === data && namesOfService.test(basename(path))) ||
    path.startsWith(`${realPath(filesPlace(config))}${sep}`) ||
    (config.secretsKeyFile !== '' && path === realPath(config.secretsKeyFile))
  return [join(realPath(dirname(resolve(file))), basename(file)), realPath(file)].some(isOurs)
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))

export interface Restored {
  /** Name of the replaced database, if there was one. */
  kept: string | undefined
  /** Number of orders that were erased again. */
  erased: number
  /** Replaced databases that are damaged: their erasures cannot be read. */
  unread: string[]
  /** Number of copied files, and of files that the database names and no place has. */
  files: { copied: number; missing: number }
}

interface Restoring {
  file: string
  /** Place of the files of the backup. */
  filesFrom: string
  force: boolean
  now: number
}

/**
 * Restores a backup. Orders erased since the backup stay erased, if the current or a replaced database contains the
 * erasure. All steps that can fail run on a copy of the backup; replacing the database is the last step.
 */
export async function restoreDatabase(config: Config, restoring: Restoring): Promise<Restored> {
  expectRestorable(config, restoring)
  const target = databaseFile(config)
  let state = 'Nothing was changed: the database is as it was.'
  try {
    const release = lockFolder(config)
    if (!release) throw new Error('A server is running on this folder: stop it first.')
    try {
      const { draft, erasures, unread, ...result } = await prepareDraft(config, restoring)
      const kept = swapIn(draft, target)
      state =
        `The backup is in place${kept === undefined ? '' : `, and the previous database is ${kept}`}: the service ` +
        'can be started.'
      syncToDisk(dirname(target))
      await removeErasedFiles(config, erasures, restoring.now)
      return { ...result, kept, unread: unread.map((file) => (file === target && kept ? kept : file)) }
    } finally {
      release()
    }
  } catch (error) {
    throw new Error(`${(error as Error).message.replace(/\.?$/, '.')} ${state}`, { cause: error })
  }
}

function expectRestorable(config: Config, { file, force }: Restoring): void {
  if (isRemote(config))
    throw new Error('Restore a PostgreSQL database with its own tools: pg_restore --clean --if-exists.')
  if (!existsSync(file)) throw new Error(`The file ${file} does not exist.`)
  if (statSync(file).isDirectory()) {
    const example = join(file, existsSync(databaseFile({ ...config, data: file })) ? 'dray.db' : 'backup.db')
    throw new Error(`${file} is a folder: name the file of a backup in it, such as ${example}.`)
  }
  if (realPath(file) === realPath(draftOf(databasePath(config))))
    throw new Error(`${file} was left by a restore that was interrupted: restore the backup itself again.`)
  if (hasDatabase(config) && !force)
    throw new Error(
      `${config.data} already contains a database: use --force to replace it. It is kept as ` +
        'dray.db.before-restore, with a number if there is one already.',
    )
}

interface Draft extends Omit<Restored, 'kept'> {
  draft: string
  erasures: Erasure[]
}

/** Prepares a copy of the backup: migrates the schema, seals the keys, restores the files, and repeats the erasures. */
async function prepareDraft(config: Config, { file, filesFrom, now }: Restoring): Promise<Draft> {
  const target = databaseFile(config)
  try {
    const draft = draftFrom(file, target)
    const { erasures, unread } = erasuresBefore(target)
    const database = await openDatabase(config, { serving: true, file: draft })
    let result: Pick<Restored, 'erased' | 'files'>
    try {
      const erased = await eraseIn(database, erasures, now)
      result = { erased, files: await restoreFiles(database, filesAt(config, filesFrom), openFiles(config)) }
    } finally {
      await database.close()
    }
    makeSelfContained(draft)
    return { ...result, draft, erasures, unread }
  } catch (error) {
    removeWithCompanions(draftOf(target))
    throw error
  }
}

/**
 * Reads the erasures of the current database and of replaced ones: an older backup may lack erasures of a newer one.
 */
function erasuresBefore(target: string): Pick<Draft, 'erasures' | 'unread'> {
  if (existsSync(target)) foldLog(target)
  const found = new Map<string, Erasure>()
  const unread: string[] = []
  for (const file of [...(existsSync(target) ? [target] : []), ...keptOf(target)]) {
    const { erasures, all } = erasuresIn(file)
    for (const erasure of erasures) found.set(`${erasure.environmentId} ${erasure.consignmentId}`, erasure)
    if (!all) unread.push(file)
  }
  return { erasures: [...found.values()], unread }
}

/**
 * Removes the files of erased orders in the restored database. Before the swap, the old database might still need them.
 */
async function removeErasedFiles(config: Config, erasures: Erasure[], now: number): Promise<void> {
  if (erasures.length === 0) return
  const database = await openDatabase(config, { serving: true })
  try {
    await removeFiles(database, openFiles(config), erasures, now)
  } finally {
    await database.close()
  }
}

/** Restores the files that the database names. Files of erased orders are not among them. */
async function restoreFiles(database: Database, from: Files, to: Files): Promise<Restored['files']> {
  const { read } = database
  const before = await inventory(read, to)
  if (before.missing === 0) return { copied: 0, missing: 0 }
  const { copied } = await copyFiles(from, to, { wanted: (page) => recorded(read, page) })
  return { copied, missing: (await inventory(read, to)).missing }
}

/** An order with an erased recipient. */
export interface Erasure {
  environmentId: string
  consignmentId: string
}

/** Repeats erasures. Returns the number of orders with data to erase. */
async function eraseIn(database: Database, erasures: Erasure[], now: number): Promise<number> {
  if (erasures.length === 0) return 0
  const { erase } = await import('../upkeep/erasure/rules.ts')
  let count = 0
  for (const { environmentId, consignmentId } of erasures) {
    const call = { ...backgroundCall(environmentId, undefined), requestId: 'erasure', now }
    if (await database.write((tx) => erase(tx, call, consignmentId))) count++
  }
  return count
}

/** Removes the files of erased orders. */
async function removeFiles(database: Database, files: Files, erasures: Erasure[], now: number): Promise<void> {
  const { removeDue } = await import('../delivery/file/sweep.ts')
  const run: Executor['run'] = (step, call) => database.write((tx) => step.run(tx, call.body, call))
  for (const environmentId of new Set(erasures.map((each) => each.environmentId)))
    await removeDue({ executor: { read: database.read, run }, files }, environmentId, now)
}

export const listErasures = (config: Config): Promise<Erasure[]> =>
  within(config, async ({ read }) => Array.fromAsync((await import('../upkeep/erasure/rules.ts')).list(read)))

/** Erases the orders of a list of earlier erasures. Returns the number of orders with data to erase. */
export const applyErasures = (config: Config, erasures: Erasure[], now: number): Promise<number> =>
  within(config, async (database) => {
    const count = await eraseIn(database, erasures, now)
    await removeFiles(database, openFiles(config), erasures, now)
    return count
  })

/** Runs work on a database that no server uses, and keeps its folder locked. */
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

export type { Progress as CopyProgress } from '../upkeep/copy/rules.ts'

/**
 * Copies a database. Returns for each table whether the target has the same rows. Copies the bytes of files if both
 * databases are folders; the files of a database server stay at their configured place.
 */
export async function copyDatabase(from: Config, to: Config, report: Report): Promise<TableCopy[]> {
  if (databasePlace(from) === databasePlace(to)) throw new Error('The source and the target are the same database.')
  if (isRemote(from)) await (await postgresUpkeep()).expectSchema(from.databaseUrl)
  else if (!hasDatabase(from)) throw new Error(`${from.data} does not contain a database.`)
  const { copyAll, finish } = await import('../upkeep/copy/rules.ts')
  const copyInto = (source: Database) => async (target: Database) => {
    const copies = await copyAll(source, target, report)
    const contents = isRemote(from) || isRemote(to) ? undefined : await copyContents(from, to, { target, report })
    // Copies that differ are discarded. Bytes that are missing were missing in the source, so a second copy does not
    // help.
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

/** Copies all files from one place to another, without the records. Returns the counts. */
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
