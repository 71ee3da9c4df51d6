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
  expectWhole,
  hasTable,
  makeSelfContained,
  removeWithCompanions,
  syncToDisk,
  touchPrivate,
} from './maintenance.ts'

/** Suffixes of files that belong to a database that was not closed. It is incomplete without them. */
const logs = ['-wal', '-journal']

/** Under this name a database is made ready; a restore that was interrupted leaves it, and the next one removes it. */
export const draftOf = (target: string): string => `${target}.restoring`

/** Creates a checked copy of a backup next to the database that it replaces. The backup stays unchanged. */
export function draftFrom(source: string, target: string): string {
  const draft = draftOf(target)
  removeWithCompanions(draft)
  const owner = existsSync(target) ? target : dirname(target)
  const given = ['', ...logs].filter((suffix) => existsSync(`${source}${suffix}`))
  const before = given.map((suffix) => stampOf(`${source}${suffix}`))
  for (const suffix of given) {
    touchPrivate(`${draft}${suffix}`, owner)
    copyContent(`${source}${suffix}`, `${draft}${suffix}`)
  }
  if (given.some((suffix, index) => stampOf(`${source}${suffix}`) !== before[index]))
    throw new Error(`${source} changed while it was read: copy a database that is in use with \`dray backup\`.`)
  try {
    makeSelfContained(draft)
    expectWhole(draft)
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
  const from = openSync(source, 'r')
  try {
    const to = openSync(target, 'w')
    try {
      copyBytes(from, to)
    } finally {
      closeSync(to)
    }
  } finally {
    closeSync(from)
  }
}

function copyBytes(from: number, to: number): void {
  const chunk = Buffer.allocUnsafe(2 ** 20)
  for (let read = readSync(from, chunk); read > 0; read = readSync(from, chunk))
    for (let written = 0; written < read; ) written += writeSync(to, chunk, written, read - written)
}

/** Replaces the database by the draft. Returns the name under which it keeps the former database, if there was one. */
export function swapIn(draft: string, target: string): string | undefined {
  syncToDisk(draft)
  const kept = nameToKeep(target)
  try {
    const isThere = keep(target, kept)
    renameSync(draft, target)
    return isThere ? kept : undefined
  } catch (error) {
    putBack(kept, target)
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
    const kept = keptName(target, number)
    if (isSameFile(kept, target) || !['', ...logs].some((suffix) => existsSync(`${kept}${suffix}`))) return kept
  }
}

/** Returns the databases that restores have replaced and kept. */
export const keptOf = (target: string): string[] => {
  const names = new RegExp(`^${RegExp.escape(basename(target))}\\.before-restore(-\\d+)?$`)
  return readdirSync(dirname(target))
    .filter((name) => names.test(name))
    .sort()
    .map((name) => join(dirname(target), name))
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev
}

/** A hard link keeps the old file while the new one takes its name in one step: a crash leaves either, never none. */
function keep(target: string, kept: string): boolean {
  const isThere = existsSync(target)
  if (isThere) {
    if (!isSameFile(kept, target)) linkSync(target, kept)
    chmodSync(kept, 0o600)
  }
  // A log that could not be merged belongs to the old file, and would destroy the new one.
  for (const suffix of logs) if (existsSync(`${target}${suffix}`)) renameSync(`${target}${suffix}`, `${kept}${suffix}`)
  rmSync(`${target}-shm`, { force: true })
  syncToDisk(dirname(target))
  return isThere
}

function putBack(kept: string, target: string): void {
  for (const suffix of logs) if (existsSync(`${kept}${suffix}`)) renameSync(`${kept}${suffix}`, `${target}${suffix}`)
  if (isSameFile(kept, target)) rmSync(kept)
}

/** Error codes of SQLite that do not mean damage: no permission, busy, locked, no memory, full, cannot be opened. */
const passing = [3, 5, 6, 7, 13, 14]

/**
 * Throws an error that does not mean a damaged database. A restore may replace a damaged one, but not one that is busy.
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
export function foldLog(file: string): void {
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
  all: boolean
}

/** Reads the erasures of a database of any version. The columns are the same in every schema that has erasures. */
export function erasuresIn(file: string): ErasuresFound {
  const erasures: ErasuresFound['erasures'] = []
  if (!hasHeader(file)) return { erasures, all: false }
  try {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
    try {
      if (!hasTable(connection, 'erasures')) return { erasures, all: true }
      const rows = connection.prepare('select environment_id, consignment_id from erasures').iterate()
      for (const row of rows)
        erasures.push({ environmentId: String(row.environment_id), consignmentId: String(row.consignment_id) })
      return { erasures, all: true }
    } finally {
      connection.close()
    }
  } catch (error) {
    unlessPassing(error)
    return { erasures, all: false }
  }
}
