// Files of orders on disk, row by row: tables, and lines of JSON.
import { createReadStream, readFileSync, statSync } from 'node:fs'
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

const sourceOf = (path: string): Source => ({
  name: path,
  size: statSync(path).size,
  chunks: () => createReadStream(path) as AsyncIterable<Uint8Array>,
  bytes: () => readFileSync(path),
})

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  const { size } = statSync(path)
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
