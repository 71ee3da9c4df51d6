// From a file to a table: CSV in the encodings and with the separators that spreadsheets write, or the first sheet of a workbook.

export interface Table {
  name: string
  headers: string[]
  rows: string[][]
}

/** A file that holds no table; the text of the page says which of them. */
export type Unreadable = 'empty' | 'tooManyRows' | 'notATable'
export const rowsMax = 50_000

export async function readTable(file: File): Promise<Table | Unreadable> {
  let lines: string[][]
  try {
    lines = /\.xlsx$/i.test(file.name) ? await readWorkbook(file) : await readText(file)
  } catch {
    return 'notATable'
  }
  const [headers, ...rows] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (headers === undefined || rows.length === 0) return 'empty'
  if (rows.length > rowsMax) return 'tooManyRows'
  return { name: file.name, headers: headers.map((header) => header.trim()), rows }
}

async function readText(file: File): Promise<string[][]> {
  const { default: papaparse } = await import('papaparse')
  const { data } = papaparse.parse<string[]>(decode(await file.arrayBuffer()), { skipEmptyLines: 'greedy' })
  return data
}

/** What is not UTF-8 comes from an older spreadsheet on Windows. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function readWorkbook(file: File): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/universal')
  return (await readSheet(file)).map((cells) => cells.map(textOf))
}

/** A workbook knows dates as such: they are wall-clock times, which it gives as if they were in UTC. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value)
}
