// Copies files from one storage to another, and compares file records with the stored files.
import { hash } from 'node:crypto'
import * as environments from '../../access/environment/store.ts'
import * as store from '../../delivery/file/store.ts'
import { buildFileName, isUnfinished, parseFileName } from '../../platform/bytes/name.ts'
import type { Awaitable, ReadTransaction } from '../../platform/database/database.ts'
import type { FileStorage, StoredFile } from '../../platform/operation/services.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'

type Read = <T>(work: (tx: ReadTransaction) => Awaitable<T>) => Promise<T>

/** Files copied in parallel, because a bucket responds slowly. */
const atOnce = 8
const rowsAtOnce = 500

export async function* listFilePages(files: FileStorage): AsyncGenerator<StoredFile[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await files.list(cursor)
    const finished = page.files.filter(({ name }) => !isUnfinished(name))
    if (finished.length > 0) yield finished
    if (page.next === undefined) return
    cursor = page.next
  }
}

export interface FilesCopied {
  copied: number
  bytes: number
  /** Number of files that were in the target before. */
  skipped: number
}

export interface CopyOptions {
  /** Selects the files to copy. Without it, all files are copied. */
  select?(page: StoredFile[]): Promise<StoredFile[]>
  report?(progress: FilesCopied): void
}

/**
 * Copies files, which never change: a file of the same size in the target is skipped. Copied files are read again and
 * compared.
 */
export async function copyFiles(
  from: FileStorage,
  to: FileStorage,
  { select, report }: CopyOptions = {},
): Promise<FilesCopied> {
  const targetSizes = new Map<string, number>()
  for await (const page of listFilePages(to)) for (const { name, bytes } of page) targetSizes.set(name, bytes)
  const sum: FilesCopied = { copied: 0, bytes: 0, skipped: 0 }
  for await (const page of listFilePages(from)) {
    const selected = select ? await select(page) : page
    const missing = selected.filter(({ name, bytes }) => targetSizes.get(name) !== bytes)
    sum.skipped += selected.length - missing.length
    const next = missing.values()
    const work = async () => {
      for (const { name } of next) {
        const bytes = await copyFile(from, to, name)
        if (bytes === undefined) continue
        sum.copied++
        sum.bytes += bytes
        report?.(sum)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  return sum
}

/** Copies a file. Returns its size, or undefined if it has been removed since. */
async function copyFile(from: FileStorage, to: FileStorage, name: string): Promise<number | undefined> {
  const bytes = await from.get(name)
  if (!bytes) return undefined
  await to.put(name, bytes)
  const copy = await to.get(name)
  if (!copy || hash('sha256', copy) !== hash('sha256', bytes))
    throw new Error(`The copy of the file ${name} differs from its source. Run the same command again.`)
  return bytes.length
}

/** Finds the records of some files. Returns the files whose record is in the state `stored`. */
export async function findRecordedFiles(
  read: Read,
  page: StoredFile[],
): Promise<(StoredFile & { row: store.FileRow })[]> {
  const found: (StoredFile & { row: store.FileRow })[] = []
  for (const [environmentId, files] of Map.groupBy(page, ({ name }) => parseFileName(name)!.environmentId)) {
    const byId = new Map(files.map((file) => [parseFileName(file.name)!.fileId, file]))
    for (const ids of splitIntoBatches([...byId.keys()], store.filesAtOnce)) {
      const rows = await read((tx) => store.findFiles(tx, environmentId, ids))
      const stored = rows.filter(({ state }) => state === 'stored')
      found.push(...stored.map((row) => ({ ...byId.get(row.fileId)!, row })))
    }
  }
  return found
}

export interface FileInventory {
  /** Number of recorded files. */
  files: number
  bytes: number
  /** Number of recorded files that are missing or have another size. */
  missing: number
}

/** Compares the records with the files by names and sizes. It reads only lists. */
export async function takeInventory(read: Read, files: FileStorage): Promise<FileInventory> {
  const named = { files: 0, bytes: 0 }
  for (const { environmentId } of await read(environments.listEnvironments)) {
    const totals = await read((tx) => store.readFileTotals(tx, environmentId))
    named.files += totals.files
    named.bytes += totals.bytes
  }
  // Counted after the records. A file that is stored in between may be complete without being among these records.
  const complete = named.files > 0 ? await countComplete(read, files) : 0
  return { ...named, missing: Math.max(0, named.files - complete) }
}

/** Counts the files that have the size of their record. */
async function countComplete(read: Read, files: FileStorage): Promise<number> {
  let complete = 0
  for await (const page of listFilePages(files)) {
    const found = await findRecordedFiles(read, page)
    complete += found.filter(({ bytes, row }) => bytes === row.bytes).length
  }
  return complete
}

/** Yields the recorded files that are missing or have another size than their record. */
export async function* listMissingFiles(read: Read, files: FileStorage): AsyncGenerator<StoredFile[]> {
  const sizes = new Map<string, number>()
  for await (const page of listFilePages(files)) for (const { name, bytes } of page) sizes.set(name, bytes)
  for await (const rows of pagesOfRecords(read)) {
    const named = rows.map(({ name, bytes }) => ({ name, bytes, storedMs: 0 }))
    yield named.filter(({ name, bytes }) => sizes.get(name) !== bytes)
  }
}

type NamedRow = store.FileRow & { name: string }

/** Yields the file records of all environments, with the names of their files. */
async function* pagesOfRecords(read: Read): AsyncGenerator<NamedRow[]> {
  for (const { environmentId } of await read(environments.listEnvironments)) yield* pagesOfRows(read, environmentId)
}

async function* pagesOfRows(read: Read, environmentId: string): AsyncGenerator<NamedRow[]> {
  for (let lastId = ''; ; ) {
    const cursor = lastId
    const rows = await read((tx) => store.listStoredFiles(tx, environmentId, cursor, rowsAtOnce))
    yield rows.map((row) => ({ ...row, name: buildFileName(environmentId, row.fileId) }))
    if (rows.length < rowsAtOnce) return
    lastId = rows.at(-1)!.fileId
  }
}

export interface FileError {
  name: string
  flaw: 'missing' | 'different'
}

/** Reads every recorded file and compares its bytes with the hash of the record. */
export async function* findFileErrors(read: Read, files: FileStorage): AsyncGenerator<FileError> {
  for await (const rows of pagesOfRecords(read))
    for (const { name, sha256 } of rows) {
      const bytes = await files.get(name)
      if (!bytes) yield { name, flaw: 'missing' }
      else if (hash('sha256', bytes) !== sha256) yield { name, flaw: 'different' }
    }
}
