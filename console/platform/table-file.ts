// Reads a table from a file: CSV in the encodings and separators of spreadsheets, or the first sheet of a workbook.
import { type CsvError, getCsvError, readCsvRecords } from '../../client/csv-reader.ts'
import {
  checkWorkbook,
  detectFileType,
  formatSheetCell,
  formatSheetRow,
  kindBytes,
  sheetBytesMax,
  type WorkbookError,
} from '../../client/sheet.ts'

export interface FileTable {
  name: string
  headers: string[]
  rows: string[][]
}

/** Why a file contains no table. */
export type TableProblem =
  | 'notOneFile'
  | 'empty'
  | 'tooManyRows'
  | 'notATable'
  | Exclude<WorkbookError, 'broken'>
  | CsvError
export const isTable = (read: FileTable | TableProblem): read is FileTable => typeof read === 'object' && 'rows' in read
export const rowsMax = 50_000

export async function readTable(file: File): Promise<FileTable | TableProblem> {
  let lines: string[][] | TableProblem
  try {
    lines = await linesOf(file)
  } catch (error) {
    return getCsvError(error) ?? 'notATable'
  }
  if (!Array.isArray(lines)) return lines
  const [headers, ...rows] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (headers === undefined || rows.length === 0) return 'empty'
  if (rows.length > rowsMax) return 'tooManyRows'
  // A cell after the last header gets a column, so that the user sees it and can ignore it.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), headers.length)
  return { name: file.name, headers: Array.from({ length: width }, (_, index) => headers[index]?.trim() ?? ''), rows }
}

async function linesOf(file: File): Promise<string[][] | TableProblem> {
  const fileType = detectFileType(file.name, new Uint8Array(await file.slice(0, kindBytes).arrayBuffer()))
  if (fileType === 'otherKind') return fileType
  return fileType === 'workbook' ? readWorkbook(file) : readText(file)
}

/** Bytes per read, so that an error is found before the rest of the file is read. */
const chunkBytes = 65_536

async function readText(file: File): Promise<string[][]> {
  async function* chunks() {
    for (let offset = 0; offset < file.size; offset += chunkBytes)
      yield new Uint8Array(await file.slice(offset, offset + chunkBytes).arrayBuffer())
  }
  const rows: string[][] = []
  for await (const { cells } of readCsvRecords({ size: file.size, chunks })) rows.push(cells)
  return rows
}

async function readWorkbook(file: File): Promise<string[][] | TableProblem> {
  if (file.size > sheetBytesMax) return 'tooLarge'
  const { fault, shown } = await checkWorkbook(new Uint8Array(await file.arrayBuffer()))
  if (fault) return fault === 'broken' ? 'notATable' : fault
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(file)
  return rows.map((cells, index) => formatSheetRow(cells.map(withBlank), shown[index]))
}

/** Writes dates of a workbook with a space between day and time. */
const withBlank = (cell: unknown) => (cell instanceof Date ? formatSheetCell(cell).replace('T', ' ') : cell)
