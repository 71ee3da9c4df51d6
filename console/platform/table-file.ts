// Reads a table from a file: CSV in the encodings and separators of spreadsheets, or the first sheet of a workbook.
import { type CsvFault, csvFaultOf, csvRecords } from '../../client/csv-reader.ts'
import {
  checkWorkbook,
  kindBytes,
  kindOfFile,
  type SheetFault,
  sheetBytesMax,
  sheetCell,
  sheetRow,
} from '../../client/sheet.ts'

export interface Table {
  name: string
  headers: string[]
  rows: string[][]
}

/** Why a file contains no table. */
export type Unreadable = 'notOneFile' | 'empty' | 'tooManyRows' | 'notATable' | Exclude<SheetFault, 'broken'> | CsvFault
export const isTable = (read: Table | Unreadable): read is Table => typeof read === 'object' && 'rows' in read
export const rowsMax = 50_000

export async function readTable(file: File): Promise<Table | Unreadable> {
  let lines: string[][] | Unreadable
  try {
    lines = await linesOf(file)
  } catch (error) {
    return csvFaultOf(error) ?? 'notATable'
  }
  if (!Array.isArray(lines)) return lines
  const [headers, ...rows] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (headers === undefined || rows.length === 0) return 'empty'
  if (rows.length > rowsMax) return 'tooManyRows'
  // A cell after the last header gets a column, so that the user sees it and leaves it out.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), headers.length)
  return { name: file.name, headers: Array.from({ length: width }, (_, at) => headers[at]?.trim() ?? ''), rows }
}

async function linesOf(file: File): Promise<string[][] | Unreadable> {
  const kind = kindOfFile(file.name, new Uint8Array(await file.slice(0, kindBytes).arrayBuffer()))
  if (kind === 'otherKind') return kind
  return kind === 'workbook' ? readWorkbook(file) : readText(file)
}

/** Bytes per read, so that an error is found before the rest of the file is read. */
const chunkBytes = 65_536

async function readText(file: File): Promise<string[][]> {
  async function* chunks() {
    for (let at = 0; at < file.size; at += chunkBytes)
      yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
  }
  const rows: string[][] = []
  for await (const { cells } of csvRecords({ size: file.size, chunks })) rows.push(cells)
  return rows
}

async function readWorkbook(file: File): Promise<string[][] | Unreadable> {
  if (file.size > sheetBytesMax) return 'tooLarge'
  const { fault, shown } = await checkWorkbook(new Uint8Array(await file.arrayBuffer()))
  if (fault) return fault === 'broken' ? 'notATable' : fault
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(file)
  return rows.map((cells, at) => sheetRow(cells.map(withBlank), shown[at]))
}

/** Writes dates of a workbook with a space between day and time. */
const withBlank = (cell: unknown) => (cell instanceof Date ? sheetCell(cell).replace('T', ' ') : cell)
