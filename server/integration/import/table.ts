// Reads tables of orders row by row: CSV in common delimiters and encodings, and Excel. The service and the CLI use it.
import { detectNotation, formatCell, quoteText, readRow, type TableNotation } from '../../../client/cells.ts'
import {
  type FieldColumn,
  findColumnIndex,
  findColumnsByName,
  findDuplicatePath,
  matchColumns,
  type TableColumn,
} from '../../../client/columns.ts'
import {
  type CsvSource,
  getCsvError,
  readCsvRecords,
  recordLengthMax,
  type TableRecord,
} from '../../../client/csv-reader.ts'
import {
  cellLengthMax,
  checkWorkbook,
  detectFileType,
  formatSheetRow,
  kindBytes,
  sheetBytesMax,
} from '../../../client/sheet.ts'
import { startOf } from '../../../client/text.ts'
import { importLimits } from '../../../contract/import.ts'
import type { FieldError } from '../../../contract/problem.ts'
import { createHintBudget, findNearest } from '../../platform/value/nearest.ts'
import { createCsvError, createFileTypeError, createSheetError, createUnreadableError } from './unreadable.ts'

/** Source of the table: the bytes of a file. */
export interface TableSource extends CsvSource {
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
  faults: CellError[]
  /** Returns the place of a field, its column and cell, by its JSON Pointer. */
  placeOf(pointer: string): CellReference
}
/** A cell of the file. Its value may be personal data, and is only for the owner of the file. */
export interface CellReference {
  column?: string
  value?: string
}
export type CellError = FieldError & CellReference
export interface TableRow extends FileRow, TableRecord {}
export interface OrderTable {
  columns: TableColumn[]
  rows: AsyncIterable<TableRow>
}
export interface TableOptions {
  map: Record<string, string>
  defaults: Record<string, string>
  reading: TableNotation
  delimiter: string | undefined
  /** Custom fields that columns may contain. */
  fields: readonly FieldColumn[]
}

/** Adds the column and the value of the cell to an error, if the file contains them. */
export const addCellToError = (row: Pick<FileRow, 'placeOf'>, error: CellError): CellError => {
  const { column, value } = row.placeOf(error.path)
  return { ...error, ...(column ? { column } : {}), ...(value ? { value } : {}) }
}

const keysMax = 1_000_000

/** Finds rows with the key of an earlier row. The later row changes the order of the earlier row. */
export function trackRepeatedKeys() {
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

export async function openTable(source: TableSource, options: TableOptions): Promise<OrderTable> {
  const head = await startOf(source, kindBytes)
  const fileType = detectFileType(source.name, head)
  if (fileType === 'otherKind') throw createFileTypeError(source.name, head)
  if (fileType === 'workbook')
    return table(narrow(sheetRecords(source)), { ...options, reading: { decimal: '.', ...options.reading } })
  return table(narrow(convertCsvErrors(readCsvRecords(source, options.delimiter))), options)
}

/** Reads CSV records, and converts errors of the file to messages for its owner. */
async function* convertCsvErrors(records: AsyncIterable<TableRecord>): AsyncGenerator<TableRecord> {
  try {
    yield* records
  } catch (error) {
    const details = getCsvError(error)
    throw details ? createCsvError(details, error) : error
  }
}

/** Rejects a record with too many columns: each column takes time in each row. */
async function* narrow(records: AsyncIterable<TableRecord>): AsyncGenerator<TableRecord> {
  for await (const record of records) {
    if (record.cells.length > importLimits.columns)
      throw createUnreadableError(
        `Line ${record.line} has more than ${importLimits.columns} columns: remove the columns that you do not need.`,
      )
    yield record
  }
}

async function table(records: AsyncGenerator<TableRecord>, options: TableOptions): Promise<OrderTable> {
  const head = await records.next()
  if (head.done) throw createUnreadableError('The file is empty.')
  expectMapped(head.value.cells, options.map)
  const columns = matchColumns(head.value.cells, options.map, options.fields)
  const sample: TableRecord[] = []
  while (sample.length < sampleRows) {
    const { value, done } = await records.next()
    if (done) break
    sample.push(value)
  }
  const reading = detectNotation(columns, cellsOf(sample), options.reading)
  async function* rows(): AsyncGenerator<TableRow> {
    for (const record of sample) yield fileRow(record)
    for await (const record of records) yield fileRow(record)
  }
  const fileRow = ({ line, part, cells }: TableRecord): TableRow => {
    const { row, errors } = readRow(columns, cells, reading, options.defaults)
    return {
      line,
      part,
      key: typeof row.key === 'string' ? row.key : undefined,
      text: JSON.stringify(row),
      faults: errors,
      cells,
      placeOf(pointer) {
        const index = findColumnIndex(columns, pointer)
        return index < 0 ? {} : { column: columns[index]!.header, value: formatCell(cells[index]) }
      },
    }
  }
  return { columns, rows: rows() }
}

export const describeDuplicateMapping = (member: string): string =>
  `\`map\` assigns two columns to \`${member}\`: only one column can contain a field.`

/** Checks the columns in `map`. Without the check, a misspelt name would silently omit a column. */
function expectMapped(headers: readonly string[], map: TableOptions['map']): void {
  const duplicate = findDuplicatePath(map)
  if (duplicate !== undefined) throw createUnreadableError(describeDuplicateMapping(duplicate))
  const names = Object.keys(map)
  const columnIndexes = findColumnsByName(headers, names)
  const allIndexes = columnIndexes.flat()
  for (const [at, name] of names.entries()) {
    // An empty name excludes a column, even if the file does not contain it.
    if (map[name] === '') continue
    const [index, second] = columnIndexes[at]!
    if (index === undefined)
      throw createUnreadableError(
        `\`map\` contains the column ${quoteText(name)}, which the file does not have${hintFor(name, headers)}`,
      )
    // Otherwise, one of two columns with the same name would be ignored silently.
    if (second !== undefined)
      throw createUnreadableError(
        `The file has two columns ${quoteText(name)}, and \`map\` contains this name: rename one of the columns.`,
      )
    if (allIndexes.indexOf(index) !== allIndexes.lastIndexOf(index))
      throw createUnreadableError(
        `\`map\` contains the column ${quoteText(headers[index]!)} twice: keep one of the two entries.`,
      )
  }
}

function hintFor(name: string, headers: readonly string[]): string {
  const [likely] = findNearest(name, headers, createHintBudget())
  return likely === undefined ? '.' : `: did you mean ${quoteText(likely)}?`
}

function* cellsOf(records: TableRecord[]): Generator<string[]> {
  for (const { cells } of records) yield cells
}

async function* sheetRecords(source: TableSource): AsyncGenerator<TableRecord> {
  if (source.size > sheetBytesMax) throw createSheetError('tooLarge')
  const bytes = source.bytes()
  const { fault, shown } = await checkWorkbook(bytes)
  if (fault) throw createSheetError(fault)
  // The reader is loaded on demand. Unlike the reader for streams, it reads the archive in the same way as the check
  // above.
  const { readSheet } = await import('read-excel-file/universal')
  const rows = (await readSheet(new Blob([bytes as Uint8Array<ArrayBuffer>])).catch(() => {
    throw createSheetError('broken')
  })) as unknown[][]
  for (const [index, row] of rows.entries()) {
    const cells = formatSheetRow(row, shown[index])
    if (cells.every((cell) => cell === '')) continue
    const line = index + 1
    expectShort(cells, line)
    yield { line, part: line / rows.length, cells }
  }
}

/** Limits the texts of a row: a workbook stores a text once for any number of cells. */
function expectShort(cells: readonly string[], line: number): void {
  if (cells.some(({ length }) => length > cellLengthMax))
    throw createUnreadableError(`Row ${line} has a cell with more than ${cellLengthMax} characters: shorten it.`)
  if (countCharacters(cells) > recordLengthMax)
    throw createUnreadableError(`Row ${line} has more than 1,048,576 characters: shorten it.`)
}

/** Returns the length of a row: the number of characters in all cells. */
export const countCharacters = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length, 0)
