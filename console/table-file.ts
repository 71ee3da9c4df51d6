// From a file to a table: CSV in the encodings and with the separators that spreadsheets write, or the first sheet of a workbook.
import { cellText } from '../client/csv.ts'
import {
  checkWorkbook,
  kindBytes,
  kindOfFile,
  type SheetFault,
  sheetBytesMax,
  sheetCell,
  sheetRow,
} from '../client/sheet.ts'

export interface Table {
  name: string
  headers: string[]
  rows: string[][]
}

/** A file that holds no table; the text of the page says which of them. */
export type Unreadable = 'empty' | 'tooManyRows' | 'notATable' | Exclude<SheetFault, 'broken'>
export const rowsMax = 50_000

export async function readTable(file: File): Promise<Table | Unreadable> {
  let lines: string[][] | Unreadable
  try {
    lines = await linesOf(file)
  } catch {
    return 'notATable'
  }
  if (typeof lines === 'string') return lines
  const [headers, ...rows] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (headers === undefined || rows.length === 0) return 'empty'
  if (rows.length > rowsMax) return 'tooManyRows'
  // A cell behind the last header has a column as well, to be seen and left out.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), headers.length)
  return { name: file.name, headers: Array.from({ length: width }, (_, at) => headers[at]?.trim() ?? ''), rows }
}

async function linesOf(file: File): Promise<string[][] | Unreadable> {
  const kind = kindOfFile(file.name, new Uint8Array(await file.slice(0, kindBytes).arrayBuffer()))
  if (kind === 'otherKind') return kind
  return kind === 'workbook' ? readWorkbook(file) : readText(file)
}

async function readText(file: File): Promise<string[][]> {
  const { default: papaparse } = await import('papaparse')
  const { data } = papaparse.parse<string[]>(decode(await file.arrayBuffer()), { skipEmptyLines: 'greedy' })
  return data.map((cells) => cells.map(cellText))
}

/** What is not UTF-8 comes from an older spreadsheet on Windows. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function readWorkbook(file: File): Promise<string[][] | Unreadable> {
  if (file.size > sheetBytesMax) return 'tooLarge'
  const { fault, shown } = await checkWorkbook(new Uint8Array(await file.arrayBuffer()))
  if (fault) return fault === 'broken' ? 'notATable' : fault
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(file)
  return rows.map((cells, at) => sheetRow(cells.map(withBlank), shown[at]))
}

/** Between day and time, as people write it. */
const withBlank = (cell: unknown) => (cell instanceof Date ? sheetCell(cell).replace('T', ' ') : cell)
