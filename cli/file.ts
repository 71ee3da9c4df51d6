// Files of orders, row by row: CSV in any common delimiter and encoding, Excel sheets, lines of JSON.
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { learnReading, type Reading, readRow } from '../client/cells.ts'
import { type Column, columnAt, type FieldColumn, matchColumns } from '../client/columns.ts'
import { kindBytes, kindOfFile, type SheetFault, sheetBytesMax, sheetCell, workbookFault } from '../client/sheet.ts'
import type { Fault } from '../contract/problem.ts'

/** A row of a file, and where it stands in it, counted from 1. */
export interface FileRow {
  line: number
  /** How much of the file lies before its end, from 0 to 1 and a little more where that is not known exactly. */
  part: number
  key: string | undefined
  /** JSON of the consignment. */
  text: string
  /** What could not be read; such a row is not sent. */
  faults: PlacedFault[]
  /** Where what a JSON Pointer names stands in the file. */
  placeOf(pointer: string): Place
}
/** The text that the file has there, for whoever has the file: it may be personal. */
export interface Place {
  column?: string
  value?: string
}
export type PlacedFault = Fault & Place
export interface OrderFile {
  /** Of a table; lines of JSON have none. */
  columns: Column[] | undefined
  rows: AsyncIterable<FileRow>
}
export interface FileOptions {
  map: Record<string, string>
  defaults: Record<string, string>
  reading: Reading
  delimiter: string | undefined
  /** The custom fields that columns may hold. */
  fields: readonly FieldColumn[]
}

const recordBytesMax = 2 ** 20
/** So many rows show how a table writes numbers and dates. */
const sampleRows = 200

export async function openFile(path: string, options: FileOptions): Promise<OrderFile> {
  if (/\.(ndjson|jsonl)$/i.test(path)) return { columns: undefined, rows: jsonRows(path) }
  const kind = kindOfFile(path, headOf(path))
  if (kind === 'otherKind') throw sheetError('otherKind')
  if (kind === 'workbook')
    return table(sheetRecords(path), { ...options, reading: { decimal: '.', ...options.reading } })
  return table(csvRecords(path, options.delimiter), options)
}

function headOf(path: string): Uint8Array {
  const head = Buffer.alloc(kindBytes)
  const file = openSync(path, 'r')
  try {
    return head.subarray(0, readSync(file, head, 0, head.length, 0))
  } finally {
    closeSync(file)
  }
}

const sheetErrors: Record<SheetFault, string> = {
  otherKind:
    'This kind of file cannot be read: an old or protected Excel file (.xls), or one of another program (.ods). Save it as .xlsx or .csv and import that.',
  tooLarge: `The Excel file has more than ${sheetBytesMax / 2 ** 20} MB, or unpacks to more than can be read: save it as CSV instead.`,
  broken: 'The Excel file is damaged, or is no .xlsx file: open it and save it as .xlsx or .csv.',
}
const sheetError = (fault: SheetFault) => new Error(sheetErrors[fault])

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

interface TableRecord extends Pick<FileRow, 'line' | 'part'> {
  cells: string[]
}

async function table(records: AsyncGenerator<TableRecord>, options: FileOptions): Promise<OrderFile> {
  const head = await records.next()
  if (head.done) throw new Error('The file is empty.')
  const columns = matchColumns(head.value.cells, options.map, options.fields)
  const sample: TableRecord[] = []
  while (sample.length < sampleRows) {
    const { value, done } = await records.next()
    if (done) break
    sample.push(value)
  }
  const reading = learnReading(columns, cellsOf(sample), options.reading)
  async function* rows(): AsyncGenerator<FileRow> {
    for (const record of sample) yield fileRow(record)
    for await (const record of records) yield fileRow(record)
  }
  const fileRow = ({ line, part, cells }: TableRecord): FileRow => {
    const { row, faults } = readRow(columns, cells, reading, options.defaults)
    return {
      line,
      part,
      key: typeof row.key === 'string' ? row.key : undefined,
      text: JSON.stringify(row),
      faults,
      placeOf(pointer) {
        const index = columnAt(columns, pointer)
        return index < 0 ? {} : { column: columns[index]!.header, value: cells[index]?.trim() ?? '' }
      },
    }
  }
  return { columns, rows: rows() }
}

function* cellsOf(records: TableRecord[]): Generator<string[]> {
  for (const { cells } of records) yield cells
}

/** How many were read with this record. */
interface CsvInfo {
  lines: number
  bytes: number
}

async function* csvRecords(path: string, given: string | undefined): AsyncGenerator<TableRecord> {
  const encoding = await encodingOf(path)
  const delimiter = given ?? (await delimiterOf(path, encoding))
  const parser = Readable.from(decoded(path, encoding)).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
      max_record_size: recordBytesMax,
    }),
  )
  const { size } = statSync(path)
  let lastLine = 0
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: CsvInfo }>) {
    yield { line: lastLine + 1, part: info.bytes / size, cells: record }
    lastLine = info.lines
  }
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

/** By its mark, else UTF-8 as long as it is, else what Windows writes. */
async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    let first = true
    for await (const chunk of createReadStream(path)) {
      const bytes = chunk as Buffer
      if (first && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
      if (first && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
      first = false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The one that cuts the header into the most pieces. */
async function delimiterOf(path: string, encoding: string): Promise<string> {
  let head = ''
  for await (const text of decoded(path, encoding)) {
    head += text
    if (/\n/.test(head.trimStart()) || head.length > recordBytesMax) break
  }
  const line = head
    .trimStart()
    .split(/\r?\n/)[0]!
    .replace(/"[^"]*"/g, '')
  const counted = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}

async function* sheetRecords(path: string): AsyncGenerator<TableRecord> {
  if (statSync(path).size > sheetBytesMax) throw sheetError('tooLarge')
  const bytes = readFileSync(path)
  const fault = await workbookFault(bytes)
  if (fault) throw sheetError(fault)
  // Loaded where it is needed. It reads the archive as the check above does, other than the reader for streams.
  const { readSheet } = await import('read-excel-file/universal')
  const rows = (await readSheet(new Blob([bytes])).catch(() => {
    throw sheetError('broken')
  })) as unknown[][]
  for (const [index, cells] of rows.entries())
    if (cells.some((cell) => cell !== null))
      yield { line: index + 1, part: (index + 1) / rows.length, cells: cells.map(sheetCell) }
}
