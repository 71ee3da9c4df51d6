// Reads files of orders row by row: tables and lines of JSON.
import { accessSync, constants, createReadStream, readFileSync, statSync } from 'node:fs'
import type { TableColumn } from '../client/columns.ts'
import { readJsonLines } from '../server/integration/import/json-lines.ts'
import { type FileRow, openTable, type TableOptions, type TableSource } from '../server/integration/import/table.ts'

export interface OrderFile {
  /** Columns of a table; undefined for lines of JSON. */
  columns: TableColumn[] | undefined
  rows: AsyncIterable<FileRow>
}

export const openFile = async (path: string, options: TableOptions): Promise<OrderFile> =>
  /\.(ndjson|jsonl)$/i.test(path)
    ? { columns: undefined, rows: jsonRows(sourceOf(path)) }
    : openTable(sourceOf(path), options)

/** Returns the size of a file. Throws if it cannot be read. */
export function getFileSize(path: string): number {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `The file ${path} does not exist.` : `${path} cannot be read (${code}).`)
  }
  const found = statSync(path)
  if (found.isDirectory()) throw new Error(`${path} is a folder: name a file in it.`)
  return found.size
}

const sourceOf = (path: string): TableSource => ({
  name: path,
  size: getFileSize(path),
  chunks: () => createReadStream(path) as AsyncIterable<Uint8Array>,
  bytes: () => readFileSync(path),
})

async function* jsonRows(source: TableSource): AsyncGenerator<FileRow> {
  for await (const { line, behind, text, value, faults } of readJsonLines(source)) {
    const findSourceValue = (pointer: string) => ({ value: valueIn(value, pointer) })
    yield { line, part: behind / source.size, key: keyIn(value), text, faults, placeOf: findSourceValue }
  }
}

function keyIn(order: unknown): string | undefined {
  const key = memberOf(order, ['key'])
  return typeof key === 'string' ? key : undefined
}

const valueIn = (order: unknown, pointer: string): string => {
  const value = pointer === '' ? undefined : memberOf(order, pointer.split('/').slice(1))
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

const memberOf = (order: unknown, names: string[]): unknown =>
  names.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], order)
