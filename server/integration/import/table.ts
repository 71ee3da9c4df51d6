// Tables of orders, row by row: CSV in any common delimiter and encoding, Excel sheets. For the service and the command line alike.
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

/** Where the bytes of a file come from. */
export interface Source extends CsvSource {
  name: string
  /** All of them at once: a workbook has its directory at its end. */
  bytes(): Uint8Array
}

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
  /** The custom fields that columns may hold. */
  fields: readonly FieldColumn[]
}

/** With the column that it stands in and what stands there, as far as the file has it. */
export const placed = (row: Pick<FileRow, 'placeOf'>, fault: PlacedFault): PlacedFault => {
  const { column, value } = row.placeOf(fault.path)
  return { ...fault, ...(column ? { column } : {}), ...(value ? { value } : {}) }
}

const keysMax = 1_000_000

/** Tells rows whose key has been in the file before: the later one changes what the earlier one brought. */
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

/** So many rows show how a table writes numbers and dates. */
const sampleRows = 200

export async function openTable(source: Source, options: TableOptions): Promise<OrderTable> {
  const head = await startOf(source, kindBytes)
  const kind = kindOfFile(source.name, head)
  if (kind === 'otherKind') throw otherKindError(source.name, head)
  if (kind === 'workbook')
    return table(narrow(sheetRecords(source)), { ...options, reading: { decimal: '.', ...options.reading } })
  return table(narrow(told(csvRecords(source, options.delimiter))), options)
}

/** With what is wrong with the file as whoever has it is told. */
async function* told(records: AsyncIterable<TableRecord>): AsyncGenerator<TableRecord> {
  try {
    yield* records
  } catch (error) {
    const fault = csvFaultOf(error)
    throw fault ? csvError(fault, error) : error
  }
}

/** Each column costs time in each row, and what nobody has as many of is no table of orders. */
async function* narrow(records: AsyncIterable<TableRecord>): AsyncGenerator<TableRecord> {
  for await (const record of records) {
    if (record.cells.length > importLimits.columns)
      throw unreadable(
        `Line ${record.line} has more than ${importLimits.columns} columns: leave out those that are not needed.`,
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

/** A slip in the name of a column would leave that column out, and nobody would know. */
function expectMapped(headers: readonly string[], map: TableOptions['map']): void {
  const twice = givenTwice(map)
  if (twice !== undefined) throw unreadable(mappedTwice(twice))
  const names = Object.keys(map)
  const meant = columnsNamed(headers, names)
  const all = meant.flat()
  for (const [at, name] of names.entries()) {
    // To leave out what is not there harms nobody.
    if (map[name] === '') continue
    const [index, second] = meant[at]!
    if (index === undefined)
      throw unreadable(`The file has no column ${quoted(name)}, which \`map\` names${hintFor(name, headers)}`)
    // One of the two would be left out, and nobody would know.
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
  // Loaded where it is needed. It reads the archive as the check above does, other than the reader for streams.
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

/** A text that stands in the file once may stand in any number of cells. */
function expectShort(cells: readonly string[], line: number): void {
  if (cells.some(({ length }) => length > cellLengthMax))
    throw unreadable(`Row ${line} has a cell with more than ${cellLengthMax} characters: shorten it.`)
  if (lengthOf(cells) > recordLengthMax) throw unreadable(`Row ${line} has more than 1,048,576 characters: shorten it.`)
}

/** Of the text in all cells. */
export const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length, 0)
