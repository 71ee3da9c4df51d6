// Files of orders on disk, row by row: tables, and lines of JSON.
import { accessSync, constants, createReadStream, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Column } from '../client/columns.ts'
import { type FileRow, openTable, type Source, type TableOptions } from '../server/import/table.ts'

export interface OrderFile {
  /** Of a table; lines of JSON have none. */
  columns: Column[] | undefined
  rows: AsyncIterable<FileRow>
}

export const openFile = async (path: string, options: TableOptions): Promise<OrderFile> =>
  /\.(ndjson|jsonl)$/i.test(path) ? { columns: undefined, rows: jsonRows(path) } : openTable(sourceOf(path), options)

/** Fails where there is no file that can be read. */
export function sizeOf(path: string): number {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`)
  }
  const found = statSync(path)
  if (found.isDirectory()) throw new Error(`${path} is a folder: name a file in it.`)
  return found.size
}

const sourceOf = (path: string): Source => ({
  name: path,
  size: sizeOf(path),
  chunks: () => createReadStream(path) as AsyncIterable<Uint8Array>,
  bytes: () => readFileSync(path),
})

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  const size = sizeOf(path)
  let line = 0
  let bytes = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    bytes += Buffer.byteLength(text) + 1
    if (text.trim() === '') continue
    const placeOf = (pointer: string) => ({ value: valueIn(text, pointer) })
    yield { line, part: bytes / size, key: keyIn(text), text, faults: [], placeOf }
  }
}

function keyIn(text: string): string | undefined {
  const key = memberOf(text, ['key'])
  return typeof key === 'string' ? key : undefined
}

const valueIn = (text: string, pointer: string): string => {
  const value = pointer === '' ? undefined : memberOf(text, pointer.split('/').slice(1))
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

function memberOf(text: string, names: string[]): unknown {
  try {
    return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], JSON.parse(text))
  } catch {
    return undefined
  }
}
