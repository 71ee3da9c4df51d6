// Reads tables of orders row by row: CSV in common delimiters and encodings, and Excel. The service and the CLI use it.
import { cellShown, learnReading, quoted, type Reading, readRow } from '../../../client/cells.ts'
import {
  type Column,
  columnAt,
  columnsNamed,
  type FieldColumn,
  givenTwice,
  matchColumns,
} from '../../../client/columns.ts'
import {
  type CsvSource,
  csvFaultOf,
  csvRecords,
  recordLengthMax,
  type TableRecord,
} from '../../../client/csv-reader.ts'
import { cellLengthMax, checkWorkbook, kindBytes, kindOfFile, sheetBytesMax, sheetRow } from '../../../client/sheet.ts'
import { startOf } from '../../../client/text.ts'
import { importLimits } from '../../../contract/import.ts'
import type { Fault } from '../../../contract/problem.ts'
import { nearest, newHints } from '../../platform/value/nearest.ts'
import { csvError, otherKindError, sheetError, unreadable } from './unreadable.ts'

/** Source of the table: the bytes of a file. */
export interface Source extends CsvSource {
  name: string
  /** Returns the whole file, because the directory of a workbook is at its end. */
  bytes(): Uint8Array
}

/** A row of a file with its line number, from 1. */
export interface FileRow {
  line: number
  /** Part of the file up to the end of the row, from 0 to 1; approximate values may be a little larger. */
  part: number
  key: string | undefined
  /** Text of the order as JSON. */
  text: string
  /** Faults of cells that could not be read. Such a row is not sent. */
  faults: PlacedFault[]
  /** Returns the place of a field, its column and cell, by its JSON Pointer. */
  placeOf(pointer: string): Place
}
/** A cell of the file. Its value may be personal data, and is only for the owner of the file. */
export interface Place {
  column?: string
  value?: string
}
export type PlacedFault = Fault & Place
export interface TableRow extends FileRow, TableRecord {}
export interface OrderTable {
  columns: Column[]
  rows: AsyncIterable<TableRow>
}
export interface TableOptions {
  map: Record<string, string>
  defaults: Record<string, string>
  reading: Reading
  delimiter: string | undefined
  /** Custom fields that columns may contain. */
  fields: readonly FieldColumn[]
}

/** Adds the column and the value of the cell to an error, if the file contains them. */
export const placed = (row: Pick<FileRow, 'placeOf'>, fault: PlacedFault): PlacedFault => {
  const { column, value } = row.placeOf(fault.path)
  return { ...fault, ...(column ? { column } : {}), ...(value ? { value } : {}) }
}

const keysMax = 1_000_000

/** Finds rows whose key an earlier row has. The later row changes the order of the earlier one. */
export function repeatedKeys() {
  const lines = new Map<string, number>()
  let count = 0
  return {
    count: () => count,
    firstOf(key: string | undefined, line: number): number | undefined {
      const first = key === undefined ? undefined : lines.get(key)
      if (first !== undefined) count++
      else if (key !== undefined && lines.size < keysMax) lines.set(key, line)
      return first
    },
  }
}

/** Number of sample rows from which the formats of numbers and dates are detected. */
const sampleRows = 200

export async function openTable(source: Source, options: TableOptions): Promise<OrderTable> {
  const head = await startOf(source, kindBytes)
  const kind = kindOfFile(source.name, head)
  if (kind === 'otherKind') throw otherKindError(source.name, head)
  if (kind === 'workbook')
    return table(narrow(sheetRecords(source)), { ...options, reading: { decimal: '.', ...options.reading } })
  return table(narrow(told(csvRecords(source, options.delimiter))), options)
}

/** Reads CSV records, and converts errors of the file to messages for its owner. */
async function* told(records: AsyncIterable<TableRecord>): AsyncGenerator<TableRecord> {
  try {
    yield* records
  } catch (error) {
    const fault = csvFaultOf(error)
    throw fault ? csvError(fault, error) : error
  }
}

/** Rejects a record with too many columns: each column takes time in each row. */
async function* narrow(records: AsyncIterable<TableRecord>): AsyncGenerator<TableRecord> {
  for await (const record of records) {
    if (record.cells.length > importLimits.columns)
      throw unreadable(
        `Line ${record.line} has more than ${importLimits.columns} columns: remove the columns that you do not need.`,
      )
    yield record
  }
}

async function table(records: AsyncGenerator<TableRecord>, options: TableOptions): Promise<OrderTable> {
  const head = await records.next()
  if (head.done) throw unreadable('The file is empty.')
  expectMapped(head.value.cells, options.map)
  const columns = matchColumns(head.value.cells, options.map, options.fields)
  const sample: TableRecord[] = []
  while (sample.length < sampleRows) {
    const { value, done } = await records.next()
    if (done) break
    sample.push(value)
  }
  const reading = learnReading(columns, cellsOf(sample), options.reading)
  async function* rows(): AsyncGenerator<TableRow> {
    for (const record of sample) yield fileRow(record)
    for await (const record of records) yield fileRow(record)
  }
  const fileRow = ({ line, part, cells }: TableRecord): TableRow => {
    const { row, faults } = readRow(columns, cells, reading, options.defaults)
    return {
      line,
      part,
      key: typeof row.key === 'string' ? row.key : undefined,
      text: JSON.stringify(row),
      faults,
      cells,
      placeOf(pointer) {
        const index = columnAt(columns, pointer)
        return index < 0 ? {} : { column: columns[index]!.header, value: cellShown(cells[index]) }
      },
    }
  }
  return { columns, rows: rows() }
}

export const mappedTwice = (member: string): string =>
  `\`map\` names two columns for \`${member}\`: a member stands in one column only.`

/** Checks the columns that `map` names. Without the check, a misspelt name would silently leave out a column. */
function expectMapped(headers: readonly string[], map: TableOptions['map']): void {
  const twice = givenTwice(map)
  if (twice !== undefined) throw unreadable(mappedTwice(twice))
  const names = Object.keys(map)
  const meant = columnsNamed(headers, names)
  const all = meant.flat()
  for (const [at, name] of names.entries()) {
    // A missing column can be left out.
    if (map[name] === '') continue
    const [index, second] = meant[at]!
    if (index === undefined)
      throw unreadable(`The file has no column ${quoted(name)}, which \`map\` names${hintFor(name, headers)}`)
    // One of the two would be left out silently.
    if (second !== undefined)
      throw unreadable(`The file has two columns ${quoted(name)}, which \`map\` names: rename one of them.`)
    if (all.indexOf(index) !== all.lastIndexOf(index))
      throw unreadable(`\`map\` names the column ${quoted(headers[index]!)} twice: keep one of the names.`)
  }
}

function hintFor(name: string, headers: readonly string[]): string {
  const [likely] = nearest(name, headers, newHints())
  return likely === undefined ? '.' : `: did you mean ${quoted(likely)}?`
}

function* cellsOf(records: TableRecord[]): Generator<string[]> {
  for (const { cells } of records) yield cells
}

async function* sheetRecords(source: Source): AsyncGenerator<TableRecord> {
  if (source.size > sheetBytesMax) throw sheetError('tooLarge')
  const bytes = source.bytes()
  const { fault, shown } = await checkWorkbook(bytes)
  if (fault) throw sheetError(fault)
  // Loaded on demand. This reader, unlike the one for streams, reads the archive in the same way as the check above.
  const { readSheet } = await import('read-excel-file/universal')
  const rows = (await readSheet(new Blob([bytes as Uint8Array<ArrayBuffer>])).catch(() => {
    throw sheetError('broken')
  })) as unknown[][]
  for (const [index, row] of rows.entries()) {
    const cells = sheetRow(row, shown[index])
    if (cells.every((cell) => cell === '')) continue
    const line = index + 1
    expectShort(cells, line)
    yield { line, part: line / rows.length, cells }
  }
}

/** Limits the texts of a row: a workbook stores a text once for any number of cells. */
function expectShort(cells: readonly string[], line: number): void {
  if (cells.some(({ length }) => length > cellLengthMax))
    throw unreadable(`Row ${line} has a cell with more than ${cellLengthMax} characters: shorten it.`)
  if (lengthOf(cells) > recordLengthMax) throw unreadable(`Row ${line} has more than 1,048,576 characters: shorten it.`)
}

/** Returns the length of a row: the number of characters in all cells. */
export const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length, 0)
