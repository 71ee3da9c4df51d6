// Replaces a database file: prepares the new file next to it, and renames it in one step at the end.
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  createPrivateFile,
  expectIntact,
  flushToDisk,
  hasTable,
  makeSelfContained,
  removeWithCompanions,
} from './maintenance.ts'

/** Suffixes of the log files of a database that was not closed. Without these files, the database is incomplete. */
const logs = ['-wal', '-journal']

/**
 * Returns the path under which a restore prepares the database. An interrupted restore leaves the file, and the next
 * restore removes it.
 */
export const getDraftPath = (target: string): string => `${target}.restoring`

/** Creates a checked copy of a backup next to the database that it replaces. The backup stays unchanged. */
export function createDraft(source: string, target: string): string {
  const draft = getDraftPath(target)
  removeWithCompanions(draft)
  const owner = existsSync(target) ? target : dirname(target)
  const suffixes = ['', ...logs].filter((suffix) => existsSync(`${source}${suffix}`))
  const stampsBefore = suffixes.map((suffix) => stampOf(`${source}${suffix}`))
  for (const suffix of suffixes) {
    createPrivateFile(`${draft}${suffix}`, owner)
    copyContent(`${source}${suffix}`, `${draft}${suffix}`)
  }
  if (suffixes.some((suffix, index) => stampOf(`${source}${suffix}`) !== stampsBefore[index]))
    throw new Error(`${source} changed while it was read: copy a database that is in use with \`dray backup\`.`)
  try {
    makeSelfContained(draft)
    expectIntact(draft)
  } catch (error) {
    throw new Error(`The backup cannot be used: ${(error as Error).message}`)
  }
  return draft
}

function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found && `${found.size} ${found.mtimeNs}`
}

/** Copies content into an existing file. The copy function of the system would also copy the mode of the source. */
function copyContent(source: string, target: string): void {
  const sourceFile = openSync(source, 'r')
  try {
    const targetFile = openSync(target, 'w')
    try {
      copyBytes(sourceFile, targetFile)
    } finally {
      closeSync(targetFile)
    }
  } finally {
    closeSync(sourceFile)
  }
}

function copyBytes(source: number, target: number): void {
  const chunk = Buffer.allocUnsafe(2 ** 20)
  for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk))
    for (let written = 0; written < read; ) written += writeSync(target, chunk, written, read - written)
}

/** Replaces the database by the draft. Returns the name under which it keeps the former database, if there was one. */
export function swapIn(draft: string, target: string): string | undefined {
  flushToDisk(draft)
  const previousFile = nameToKeep(target)
  try {
    const hasTarget = keep(target, previousFile)
    renameSync(draft, target)
    return hasTarget ? previousFile : undefined
  } catch (error) {
    putBack(previousFile, target)
    throw error
  }
}

const keptName = (target: string, number: number): string =>
  `${target}.before-restore${number === 1 ? '' : `-${number}`}`

/**
 * Returns a free name for the replaced database, so that no earlier one is lost, or the name that a killed restore has
 * already used.
 */
function nameToKeep(target: string): string {
  for (let number = 1; ; number++) {
    const file = keptName(target, number)
    if (isSameFile(file, target) || !['', ...logs].some((suffix) => existsSync(`${file}${suffix}`))) return file
  }
}

/** Returns the databases that restores have replaced and kept. */
export const listReplacedDatabases = (target: string): string[] => {
  const names = new RegExp(`^${RegExp.escape(basename(target))}\\.before-restore(-\\d+)?$`)
  return readdirSync(dirname(target))
    .filter((name) => names.test(name))
    .sort()
    .map((name) => join(dirname(target), name))
}

function isSameFile(firstPath: string, secondPath: string): boolean {
  const [first, second] = [firstPath, secondPath].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev
}

/**
 * Keeps the old file under another name, by a hard link. The new file then takes the old name in one step, so that
 * after a crash one of them has this name.
 */
function keep(target: string, previous: string): boolean {
  const hasTarget = existsSync(target)
  if (hasTarget) {
    if (!isSameFile(previous, target)) linkSync(target, previous)
    chmodSync(previous, 0o600)
  }
  // A log that could not be merged belongs to the old file, and would destroy the new one.
  for (const log of logs) if (existsSync(`${target}${log}`)) renameSync(`${target}${log}`, `${previous}${log}`)
  rmSync(`${target}-shm`, { force: true })
  flushToDisk(dirname(target))
  return hasTarget
}

function putBack(previous: string, target: string): void {
  for (const log of logs) if (existsSync(`${previous}${log}`)) renameSync(`${previous}${log}`, `${target}${log}`)
  if (isSameFile(previous, target)) rmSync(previous)
}

/** Error codes of SQLite that do not mean damage: no permission, busy, locked, no memory, full, cannot be opened. */
const passing = [3, 5, 6, 7, 13, 14]

/**
 * Throws an error that does not mean a damaged database. A restore may replace a damaged database, but not a busy one.
 */
function unlessPassing(error: unknown): void {
  const { errcode } = error as { errcode?: number }
  if (errcode === undefined || passing.includes(errcode & 0xff)) throw error
}

/**
 * Returns whether a file starts like a database. SQLite would remove the log of an empty or overwritten file, so do not
 * open such a file.
 */
function hasHeader(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(16)
    readSync(descriptor, header)
    return header.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(descriptor)
  }
}

/** Merges the log into a database that is to be replaced; a damaged database keeps its log unchanged. */
export function mergeLog(file: string): void {
  if (!hasHeader(file)) return
  try {
    const connection = new DatabaseSync(file, { timeout: 1_000 })
    try {
      connection.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete')
    } finally {
      connection.close()
    }
  } catch (error) {
    unlessPassing(error)
  }
}

export interface ErasuresFound {
  erasures: { environmentId: string; consignmentId: string }[]
  /** False for a damaged database, of which a part can be read. */
  isComplete: boolean
}

/** Reads the erasures of a database of any version. The columns are the same in every schema that has erasures. */
export function readErasures(file: string): ErasuresFound {
  const erasures: ErasuresFound['erasures'] = []
  if (!hasHeader(file)) return { erasures, isComplete: false }
  try {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
    try {
      if (!hasTable(connection, 'erasures')) return { erasures, isComplete: true }
      const rows = connection.prepare('select environment_id, consignment_id from erasures').iterate()
      for (const row of rows)
        erasures.push({ environmentId: String(row.environment_id), consignmentId: String(row.consignment_id) })
      return { erasures, isComplete: true }
    } finally {
      connection.close()
    }
  } catch (error) {
    unlessPassing(error)
    return { erasures, isComplete: false }
  }
}
