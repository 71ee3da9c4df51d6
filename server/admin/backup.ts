// Creates and restores backups, repeats erasures after a restore, and copies all data to another database.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { listStoredKeys } from '../access/token/store.ts'
import { describeFileStorage, openFiles } from '../platform/bytes/open.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import {
  backupHasTable,
  flushToDisk,
  makeSelfContained,
  removeWithCompanions,
  writeBackup,
} from '../platform/database/maintenance.ts'
import {
  createDraft,
  getDraftPath,
  listReplacedDatabases,
  mergeLog,
  readErasures,
  swapIn,
} from '../platform/database/replace.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { createBackgroundCall, type OperationExecutor } from '../platform/operation/operation.ts'
import type { FileStorage } from '../platform/operation/services.ts'
import { hasKey, loadSecretsKeys, readSealKeyId } from '../platform/process/seal.ts'
import {
  describeDatabaseLocation,
  getDatabaseFile,
  hasDatabase,
  isRemote,
  loadPostgresMaintenance,
  lockFolder,
  openDatabase,
  resolveDatabasePath,
} from '../runtime/storage.ts'
import {
  copyFiles,
  type FileError,
  type FilesCopied,
  findFileErrors,
  findRecordedFiles,
  listMissingFiles,
  takeInventory,
} from '../upkeep/copy/files.ts'
import type { ReportProgress, TableCopy } from '../upkeep/copy/rules.ts'
import { withDatabase } from './database.ts'

/** Returns the folder of the files of backups. All backups in a folder share it, since files never change. */
export const getBackupFilesFolder = (file: string): string => join(dirname(resolve(file)), 'backup-files')

/** Opens the file storage at a location other than the configured one. */
const filesAt = (config: ServiceConfig, location: string): FileStorage => openFiles({ ...config, files: location })

export interface FilesBackedUp extends FilesCopied {
  /** Number of files that the backup's database records and the file storage of the service lacks. */
  missing: number
  /** Location of the file storage from which the files were copied. */
  sourceLocation: string
}

/**
 * Copies the files after the backup of the database. Every file that the backup records then exists, unless it was
 * erased since.
 */
export async function copyBackupFiles(
  config: ServiceConfig,
  file: string,
  location: string,
): Promise<FilesBackedUp | undefined> {
  if (!backupHasTable('files', file)) return undefined
  const [from, to] = [openFiles(config), filesAt(config, location)]
  if (describeFileStorage(config) === describeFileStorage({ ...config, files: location }))
    throw new Error('The files would be copied to their own location: choose another location with --files-to.')
  const copied = await copyFiles(from, to)
  const backup = openSqlite(file, { readOnly: true })
  const current = openSqlite(getDatabaseFile(config), { readOnly: true })
  try {
    const { files, missing } = await takeInventory(backup.read, to)
    if (files + copied.copied + copied.skipped === 0) return undefined
    let lost = 0
    // Files that the current database no longer records were erased or expired during the backup, so they do not count
    // as missing.
    if (missing > 0)
      for await (const page of listMissingFiles(backup.read, to))
        lost += (await findRecordedFiles(current.read, page)).length
    return { ...copied, missing: lost, sourceLocation: describeFileStorage(config) }
  } finally {
    await backup.close()
    await current.close()
  }
}

export interface BackupSeals {
  keys: string[]
  /** Ids of keys that the key file lacks. */
  lacking: string[]
}

/**
 * Returns the ids of the keys that seal secrets in a backup. It reads them from the signing keys, which every
 * installation has.
 */
export async function readBackupSeals(file: string, { secretsKeyFile }: ServiceConfig): Promise<BackupSeals> {
  if (!backupHasTable('signing_keys', file)) return { keys: [], lacking: [] }
  const backup = openSqlite(file, { readOnly: true })
  try {
    const stored = await backup.read(async (tx) => listStoredKeys(tx))
    const keys = [...new Set(stored.flatMap(({ privateKey }) => readSealKeyId(privateKey) ?? []))]
    loadSecretsKeys(secretsKeyFile)
    return { keys, lacking: keys.filter((id) => !hasKey(id)) }
  } finally {
    await backup.close()
  }
}

export async function createBackup(config: ServiceConfig, file: string, force: boolean): Promise<number> {
  if (isRemote(config))
    throw new Error('Back up a PostgreSQL database with its own tools: pg_dump -Fc, or a base backup.')
  if (!hasDatabase(config)) throw new Error(`${config.data} does not contain a database.`)
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist: create it first.`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${file} is a folder: name a file in it, such as ${join(file, 'backup.db')}.`)
  if (isOfService(config, file)) throw new Error(`${file} belongs to the service itself: choose another file.`)
  if (existsSync(file) && !force) throw new Error(`${file} already exists: use --force to replace it.`)
  return writeBackup(getDatabaseFile(config), file)
}

/** Names of the database, its companion files, the lock, and files of restores. */
const namesOfService = /^((dray\.db|server\.lock)(-wal|-shm|-journal)?|dray\.db\.(restoring|before-restore).*)$/

/** Returns whether a backup would replace a file of the service, directly or through a link. */
function isOfService(config: ServiceConfig, file: string): boolean {
  const data = realPath(config.data)
  const isServiceFile = (path: string) =>
    (dirname(path) === data && namesOfService.test(basename(path))) ||
    path.startsWith(`${realPath(describeFileStorage(config))}${sep}`) ||
    (config.secretsKeyFile !== '' && path === realPath(config.secretsKeyFile))
  return [join(realPath(dirname(resolve(file))), basename(file)), realPath(file)].some(isServiceFile)
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))

export interface RestoreResult {
  /** Name of the replaced database, if there was one. */
  replacedFile: string | undefined
  /** Number of orders that were erased again. */
  erased: number
  /** Replaced databases that are damaged: their erasures cannot be read. */
  unread: string[]
  /** Number of copied files, and number of recorded files that the file storage still lacks. */
  files: { copied: number; missing: number }
}

interface Restoring {
  file: string
  /** Location of the files of the backup. */
  filesFrom: string
  force: boolean
  now: number
}

/**
 * Restores a backup. Orders erased since the backup stay erased, if the current or a replaced database contains the
 * erasure. All steps that can fail run on a copy of the backup; replacing the database is the last step.
 */
export async function restoreDatabase(config: ServiceConfig, restoring: Restoring): Promise<RestoreResult> {
  expectRestorable(config, restoring)
  const target = getDatabaseFile(config)
  let state = 'Nothing was changed: the database is as it was.'
  try {
    const release = lockFolder(config)
    if (!release) throw new Error('A server is running on this folder: stop it first.')
    try {
      const { draft, erasures, unread, ...result } = await prepareDraft(config, restoring)
      const replacedFile = swapIn(draft, target)
      const previous = replacedFile === undefined ? '' : `, and the previous database is ${replacedFile}`
      state = `The backup is restored${previous}: you can start the service.`
      flushToDisk(dirname(target))
      await removeErasedFiles(config, erasures, restoring.now)
      return {
        ...result,
        replacedFile,
        unread: unread.map((file) => (file === target && replacedFile ? replacedFile : file)),
      }
    } finally {
      release()
    }
  } catch (error) {
    throw new Error(`${(error as Error).message.replace(/\.?$/, '.')} ${state}`, { cause: error })
  }
}

function expectRestorable(config: ServiceConfig, { file, force }: Restoring): void {
  if (isRemote(config))
    throw new Error('Restore a PostgreSQL database with its own tools: pg_restore --clean --if-exists.')
  if (!existsSync(file)) throw new Error(`The file ${file} does not exist.`)
  if (statSync(file).isDirectory()) {
    const example = join(file, existsSync(getDatabaseFile({ ...config, data: file })) ? 'dray.db' : 'backup.db')
    throw new Error(`${file} is a folder: name the file of a backup in it, such as ${example}.`)
  }
  if (realPath(file) === realPath(getDraftPath(resolveDatabasePath(config))))
    throw new Error(`${file} was left by a restore that was interrupted: restore the backup itself again.`)
  if (hasDatabase(config) && !force)
    throw new Error(
      `${config.data} already contains a database: use --force to replace it. It is kept as ` +
        'dray.db.before-restore, with a number if there is one already.',
    )
}

interface Draft extends Omit<RestoreResult, 'replacedFile'> {
  draft: string
  erasures: OrderErasure[]
}

/** Prepares a copy of the backup: migrates the schema, seals the keys, repeats the erasures, and restores the files. */
async function prepareDraft(config: ServiceConfig, { file, filesFrom, now }: Restoring): Promise<Draft> {
  const target = getDatabaseFile(config)
  try {
    const draft = createDraft(file, target)
    const { erasures, unread } = erasuresBefore(target)
    const database = await openDatabase(config, { serving: true, file: draft })
    let result: Pick<RestoreResult, 'erased' | 'files'>
    try {
      const erased = await eraseIn(database, erasures, now)
      result = { erased, files: await restoreFiles(database, filesAt(config, filesFrom), openFiles(config)) }
    } finally {
      await database.close()
    }
    makeSelfContained(draft)
    return { ...result, draft, erasures, unread }
  } catch (error) {
    removeWithCompanions(getDraftPath(target))
    throw error
  }
}

/**
 * Reads the erasures of the current database and of all replaced databases. The current one may be an older backup and
 * lack later erasures.
 */
function erasuresBefore(target: string): Pick<Draft, 'erasures' | 'unread'> {
  if (existsSync(target)) mergeLog(target)
  const found = new Map<string, OrderErasure>()
  const unread: string[] = []
  for (const file of [...(existsSync(target) ? [target] : []), ...listReplacedDatabases(target)]) {
    const { erasures, isComplete } = readErasures(file)
    for (const erasure of erasures) found.set(`${erasure.environmentId} ${erasure.consignmentId}`, erasure)
    if (!isComplete) unread.push(file)
  }
  return { erasures: [...found.values()], unread }
}

/** Removes the files of erased orders after the swap. Before the swap, the old database might still need them. */
async function removeErasedFiles(config: ServiceConfig, erasures: OrderErasure[], now: number): Promise<void> {
  if (erasures.length === 0) return
  const database = await openDatabase(config, { serving: true })
  try {
    await removeFiles(database, openFiles(config), erasures, now)
  } finally {
    await database.close()
  }
}

/** Restores the files whose records are in the state `stored`. Records of erased files are in another state. */
async function restoreFiles(database: Database, from: FileStorage, to: FileStorage): Promise<RestoreResult['files']> {
  const { read } = database
  const inventoryBefore = await takeInventory(read, to)
  if (inventoryBefore.missing === 0) return { copied: 0, missing: 0 }
  const { copied } = await copyFiles(from, to, { select: (page) => findRecordedFiles(read, page) })
  return { copied, missing: (await takeInventory(read, to)).missing }
}

/** An order with an erased recipient. */
export interface OrderErasure {
  environmentId: string
  consignmentId: string
}

/** Repeats erasures. Returns the number of orders with data to erase. */
async function eraseIn(database: Database, erasures: OrderErasure[], now: number): Promise<number> {
  if (erasures.length === 0) return 0
  const { eraseOrder } = await import('../upkeep/erasure/rules.ts')
  let count = 0
  for (const { environmentId, consignmentId } of erasures) {
    const call = { ...createBackgroundCall(environmentId, undefined), requestId: 'erasure', now }
    if (await database.write((tx) => eraseOrder(tx, call, consignmentId))) count++
  }
  return count
}

/** Removes the files of erased orders. */
async function removeFiles(
  database: Database,
  files: FileStorage,
  erasures: OrderErasure[],
  now: number,
): Promise<void> {
  const { deleteFileBytes } = await import('../delivery/file/sweep.ts')
  const run: OperationExecutor['run'] = (step, call) => database.write((tx) => step.run(tx, call.body, call))
  for (const environmentId of new Set(erasures.map((erasure) => erasure.environmentId)))
    await deleteFileBytes({ executor: { read: database.read, run }, files }, environmentId, now)
}

export const listErasures = (config: ServiceConfig): Promise<OrderErasure[]> =>
  withDatabase(config, async ({ read }) =>
    Array.fromAsync((await import('../upkeep/erasure/rules.ts')).listErasedOrders(read)),
  )

/** Erases the orders of a list of earlier erasures. Returns the number of orders with data to erase. */
export const applyErasures = (config: ServiceConfig, erasures: OrderErasure[], now: number): Promise<number> =>
  withDatabase(config, async (database) => {
    const count = await eraseIn(database, erasures, now)
    await removeFiles(database, openFiles(config), erasures, now)
    return count
  })

/** Runs work on a database that no server uses, and keeps its folder locked. */
async function withoutServer<T>(
  config: ServiceConfig,
  work: (database: Database) => Promise<T>,
  { copying = false } = {},
): Promise<T> {
  const release = isRemote(config) ? () => undefined : lockFolder(config)
  if (!release) throw new Error(`A server is running on ${config.data}: stop it first.`)
  try {
    // While this process holds the folder lock, no server runs. It may then migrate the schema, as a server does.
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

export type { TableProgress as CopyProgress } from '../upkeep/copy/rules.ts'

/**
 * Copies a database. Returns for each table whether the target has the same rows. Copies the bytes of files if both
 * databases are folders; the files of a database server stay at their configured place.
 */
export async function copyDatabase(
  from: ServiceConfig,
  to: ServiceConfig,
  report: ReportProgress,
): Promise<TableCopy[]> {
  if (describeDatabaseLocation(from) === describeDatabaseLocation(to))
    throw new Error('The source and the target are the same database.')
  if (isRemote(from)) await (await loadPostgresMaintenance()).expectSchema(from.databaseUrl)
  else if (!hasDatabase(from)) throw new Error(`${from.data} does not contain a database.`)
  const { copyAll, finishCopy } = await import('../upkeep/copy/rules.ts')
  const copyInto = (source: Database) => async (target: Database) => {
    const copies = await copyAll(source, target, report)
    const contents = isRemote(from) || isRemote(to) ? undefined : await copyContents(from, to, { target, report })
    // A copy with different rows stays marked as unfinished. Missing file contents do not have this effect: the source
    // lacks them too, so a second copy does not help.
    if (copies.every(({ verified }) => verified)) await finishCopy(target)
    return contents ? [...copies, contents] : copies
  }
  return withoutServer(from, (source) => withoutServer(to, copyInto(source), { copying: true }))
}

interface ContentsCopy {
  target: Database
  report: ReportProgress
}

/** Copies the contents of files between two folders, unless both use the same file storage. */
async function copyContents(
  from: ServiceConfig,
  to: ServiceConfig,
  copy: ContentsCopy,
): Promise<TableCopy | undefined> {
  if (describeFileStorage(from) === describeFileStorage(to)) return undefined
  const table = 'file contents'
  const report = (rows: number, ended: boolean) => copy.report({ step: 'copy', table, rows, total: undefined, ended })
  const files = openFiles(to)
  await copyFiles(openFiles(from), files, { report: ({ copied }) => report(copied, false) })
  const { files: rows, missing } = await takeInventory(copy.target.read, files)
  report(rows, true)
  return { table, rows, verified: missing === 0 }
}

/** Copies all files from one file storage to another, without their records. Returns the counts. */
export async function copyFilesBetween(
  config: ServiceConfig,
  { from, to }: { from: string | undefined; to: string },
  report: (copied: FilesCopied) => void,
): Promise<FilesCopied> {
  const source = from === undefined ? config : { ...config, files: from }
  if (describeFileStorage(source) === describeFileStorage({ ...config, files: to }))
    throw new Error('The source and the target are the same location.')
  return copyFiles(openFiles(source), filesAt(config, to), { report })
}

/** Reads all recorded files, and passes each error to `found`. Returns the number of recorded files. */
export const checkFiles = (config: ServiceConfig, found: (flaw: FileError) => void): Promise<number> =>
  withDatabase(config, async ({ read }) => {
    const files = openFiles(config)
    for await (const flaw of findFileErrors(read, files)) found(flaw)
    return (await takeInventory(read, files)).files
  })
