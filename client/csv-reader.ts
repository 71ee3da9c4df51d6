// Reads the records of a CSV file with their line numbers, in any common delimiter and encoding.
import { cellText } from './csv.ts'
import { type Bytes, decoded, type Encoding, encodingOf } from './text.ts'

export interface CsvSource extends Bytes {
  size: number
}

/** Cells of a record, with its line number. */
export interface TableRecord {
  /** Counted from 1. */
  line: number
  /** Part of the file before the end of the row, from 0 to 1; an estimate may be slightly more. */
  part: number
  cells: string[]
}

/** Longest row in UTF-16 units, without its end. */
export const recordLengthMax = 2 ** 20

/** Why the rest of a file cannot be read: an open quotation mark, or a row that is too long, with or without one. */
export interface CsvFault {
  fault: 'openQuote' | 'longQuote' | 'longRow'
  line: number
}
/** Returns the fault of an error that the reader has thrown. */
export const csvFaultOf = (error: unknown): CsvFault | undefined =>
  error instanceof Error && error.name === 'CsvFault' ? (error.cause as CsvFault) : undefined
const faultError = (cause: CsvFault) =>
  Object.assign(new Error(`${cause.fault} in line ${cause.line}`, { cause }), { name: 'CsvFault' })

/** Characters that divide a text into cells and records. */
interface Signs {
  delimiter: string
  /** Line end of the file: it may mix `\n` and `\r\n` only, because a single other character may be in a cell. */
  end: '\r' | '\n'
}

/**
 * Yields the records of a CSV file. Skips empty rows, and before the header also rows of delimiters only. A line
 * `sep=;` before the header names the delimiter.
 */
export async function* csvRecords(source: CsvSource, given?: string): AsyncGenerator<TableRecord> {
  const encoding = await encodingOf(source)
  const head = await headOf(source, encoding)
  const { preamble, told } = preambleOf(head)
  const signs: Signs = {
    delimiter: given || told || delimiterOf(head.slice(preamble.length)),
    end: endOf(withoutQuoted(head)),
  }
  let line = 1 + breaksIn(preamble)
  let left = preamble.length
  let text = ''
  let read = 0
  let wanted = 0
  for await (const piece of decoded(source, encoding)) {
    text += piece.text.slice(left)
    left = Math.max(0, left - piece.text.length)
    read += piece.bytes
    if (text.length < wanted && !piece.isLast) continue
    const bytesEach = piece.bytes / Math.max(1, piece.text.length)
    let at = 0
    while (at < text.length) {
      const found = recordAt(text, at, signs)
      const fault = faultOf(found, piece.isLast)
      if (fault) throw faultError({ fault, line: line + breaksIn(text.slice(at, found.mark ?? at)) })
      if (found.isCut && !piece.isLast) break
      at = found.behind
      const part = (read - (text.length - at) * bytesEach) / source.size
      if (found.cells.some((cell) => cell.trim() !== '')) yield { line, part, cells: found.cells.map(cellText) }
      line += 1 + found.cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
    }
    text = text.slice(at)
    // Waits for twice as much text before it reads a cut record again: small pieces do not multiply the work.
    wanted = 2 * text.length
  }
}

interface Found {
  cells: string[]
  /** Where the next one begins. */
  behind: number
  /** Whether the text ends in it. */
  isCut: boolean
  /** Whether it is longer than it may be; the rest of it is not looked at. */
  isLong: boolean
  /** Position of the quotation mark that is open at the end of the text, or that begins a cell that is too long. */
  mark: number | undefined
}

function recordAt(text: string, start: number, signs: Signs): Found {
  const cells: string[] = []
  for (let at = start; ; ) {
    const { cell, end, isOpen } = cellAt(text, at, signs)
    cells.push(cell)
    const isCut = end >= text.length
    const isLong = end - start > recordLengthMax
    // A mark that is not closed ends at the next one, however far away that is.
    const mark = isOpen || (isLong && text[at] === '"') ? at : undefined
    if (isCut || isLong) return { cells, behind: end, isCut, isLong, mark }
    const length = lineEndAt(text, end, signs)
    if (length > 0) return { cells, behind: end + length, isCut, isLong, mark }
    at = end + signs.delimiter.length
  }
}

function cellAt(text: string, at: number, signs: Signs): { cell: string; end: number; isOpen?: true } {
  if (text[at] !== '"') {
    const end = plainEnd(text, at, signs)
    return { cell: text.slice(at, end), end }
  }
  const mark = closingMark(text, at)
  if (mark === -1) return { cell: '', end: text.length, isOpen: true }
  const cell = text.slice(at + 1, mark).replaceAll('""', '"')
  let behind = mark + 1
  while (text[behind] === ' ' && !endsAt(text, behind, signs)) behind++
  if (behind === text.length || endsAt(text, behind, signs)) return { cell, end: behind }
  // Marks that are part of a text, as in `"5" long`.
  const end = plainEnd(text, mark + 1, signs)
  return { cell: `"${cell}${text.slice(mark, end)}`, end }
}

/** Finds the closing quotation mark. Two in a row are one mark of the text. */
function closingMark(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function plainEnd(text: string, from: number, signs: Signs): number {
  let at = from
  while (at < text.length && !endsAt(text, at, signs)) at++
  return at
}

const endsAt = (text: string, at: number, signs: Signs): boolean =>
  text.startsWith(signs.delimiter, at) || lineEndAt(text, at, signs) > 0

/** Returns the length of the line break at a position. */
function lineEndAt(text: string, at: number, { end }: Signs): number {
  const sign = text[at]
  if (sign === end) return 1
  return sign === '\r' && text[at + 1] === end ? 2 : 0
}

const breaksIn = (text: string): number => (/[\r\n]/.test(text) ? text.match(/\r\n|\r|\n/g)!.length : 0)

function faultOf({ isLong, mark }: Found, isLast: boolean): CsvFault['fault'] | undefined {
  if (isLong) return mark === undefined ? 'longRow' : 'longQuote'
  return mark !== undefined && isLast ? 'openQuote' : undefined
}

/** Returns the beginning of a file up to the end of its first line with content. */
async function headOf(source: CsvSource, encoding: Encoding): Promise<string> {
  let head = ''
  let wanted = 0
  for await (const { text } of decoded(source, encoding)) {
    head += text.slice(0, recordLengthMax)
    if (head.length < wanted) continue
    wanted = 2 * head.length
    // The character after it decides which line end it is.
    if (/[\r\n]./s.test(withoutQuoted(head.slice(preambleOf(head).preamble.length)))) break
    if (head.length > recordLengthMax) break
  }
  return head
}

/** Returns the text before the header (rows of delimiters only, and a line `sep=`) and the delimiter of that line. */
function preambleOf(head: string): { preamble: string; told: string | undefined } {
  const [empty] = /^(?:(?:[\s;,|]|"[^\S\r\n]*"(?!"))*[\r\n])?/.exec(head)!
  const blanks = '[;,|\\t \\u00a0]*'
  const line = new RegExp(`^\\s*"?sep=([^\\r\\n])${blanks}(?:"${blanks})?(?:\\r\\n|\\r|\\n)`, 'i')
  const [telling = '', told] = line.exec(head.slice(empty.length)) ?? []
  return { preamble: empty + telling, told }
}

/** Shortens quoted cells to their opening mark: their delimiters and line breaks prove nothing. */
const withoutQuoted = (text: string): string => text.replace(/(^|[;,\t|\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1"')

const endOf = (bare: string): Signs['end'] => (/\r\n|\r|\n/.exec(bare)?.[0] === '\r' ? '\r' : '\n')

/**
 * Returns the delimiter that divides the header into the most cells. Quotation marks after a blank have no effect in
 * CSV, but the author of the file meant them to quote.
 */
function delimiterOf(text: string): string {
  const [header = ''] = withoutQuoted(text).split(/[\r\n]/, 1)
  const line = header.replace(/(^|[;,\t|])[ \u00a0]+"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1')
  const counted = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
