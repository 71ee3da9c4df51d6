// Reads the records of a CSV file with their line numbers, in any common delimiter and encoding.
import { removeApostrophes } from './csv.ts'
import { type ByteSource, decodeText, detectEncoding, type FileEncoding } from './text.ts'

export interface CsvSource extends ByteSource {
  size: number
}

/** Cells of a record, with its line number. */
export interface TableRecord {
  /** Counted from 1. */
  line: number
  /** Share of the file up to the end of the row, from 0 to 1. It is an estimate, which may be slightly more than 1. */
  part: number
  cells: string[]
}

/** Longest row in UTF-16 units, without its end. */
export const recordLengthMax = 2 ** 20

/**
 * Reason why the rest of a file cannot be read: an open quotation mark, or a row that is too long, with or without a
 * quotation mark.
 */
export interface CsvError {
  fault: 'openQuote' | 'longQuote' | 'longRow'
  line: number
}
/** Returns the fault of an error that the reader has thrown. */
export const getCsvError = (error: unknown): CsvError | undefined =>
  error instanceof Error && error.name === 'CsvError' ? (error.cause as CsvError) : undefined
const createCsvError = (cause: CsvError) =>
  Object.assign(new Error(`${cause.fault} in line ${cause.line}`, { cause }), { name: 'CsvError' })

/** Characters that divide a text into cells and records. */
interface CsvFormat {
  delimiter: string
  /** Line end of the file. With `\n`, the file may also contain `\r\n`. The other character alone is part of a cell. */
  end: '\r' | '\n'
}

/**
 * Yields the records of a CSV file. Skips empty rows, and before the header also rows of delimiters only. A line such
 * as `sep=;` before the header defines the delimiter.
 */
export async function* readCsvRecords(source: CsvSource, requestedDelimiter?: string): AsyncGenerator<TableRecord> {
  const encoding = await detectEncoding(source)
  const head = await headOf(source, encoding)
  const { preamble, delimiter } = preambleOf(head)
  const format: CsvFormat = {
    delimiter: requestedDelimiter || delimiter || delimiterOf(head.slice(preamble.length)),
    end: endOf(withoutQuoted(head)),
  }
  let line = 1 + breaksIn(preamble)
  let skipLength = preamble.length
  let text = ''
  let read = 0
  let minLength = 0
  for await (const chunk of decodeText(source, encoding)) {
    text += chunk.text.slice(skipLength)
    skipLength = Math.max(0, skipLength - chunk.text.length)
    read += chunk.bytes
    if (text.length < minLength && !chunk.isLast) continue
    const bytesEach = chunk.bytes / Math.max(1, chunk.text.length)
    let index = 0
    while (index < text.length) {
      const found = recordAt(text, index, format)
      const errorCode = getErrorCode(found, chunk.isLast)
      if (errorCode)
        throw createCsvError({ fault: errorCode, line: line + breaksIn(text.slice(index, found.quoteIndex ?? index)) })
      if (found.isCut && !chunk.isLast) break
      index = found.nextIndex
      const fraction = (read - (text.length - index) * bytesEach) / source.size
      if (found.cells.some((cell) => cell.trim() !== ''))
        yield { line, part: fraction, cells: found.cells.map(removeApostrophes) }
      line += 1 + found.cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
    }
    text = text.slice(index)
    // Waits for twice as much text before it reads a cut record again: small pieces do not multiply the work.
    minLength = 2 * text.length
  }
}

interface Found {
  cells: string[]
  /** Position of the next record. */
  nextIndex: number
  /** Whether the text ends within the record, or directly after it. */
  isCut: boolean
  /** Whether the record is longer than allowed. Its rest is then not read. */
  isLong: boolean
  /**
   * Position of a quotation mark that is not closed before the end of the text, or that begins a cell that is too long.
   */
  quoteIndex: number | undefined
}

function recordAt(text: string, start: number, format: CsvFormat): Found {
  const cells: string[] = []
  for (let index = start; ; ) {
    const { cell, end, isOpen } = cellAt(text, index, format)
    cells.push(cell)
    const isCut = end >= text.length
    const isLong = end - start > recordLengthMax
    // An open quotation mark extends to the next quotation mark, even if that is many lines later.
    const quoteIndex = isOpen || (isLong && text[index] === '"') ? index : undefined
    if (isCut || isLong) return { cells, nextIndex: end, isCut, isLong, quoteIndex }
    const length = lineEndAt(text, end, format)
    if (length > 0) return { cells, nextIndex: end + length, isCut, isLong, quoteIndex }
    index = end + format.delimiter.length
  }
}

function cellAt(text: string, index: number, format: CsvFormat): { cell: string; end: number; isOpen?: true } {
  if (text[index] !== '"') {
    const end = plainEnd(text, index, format)
    return { cell: text.slice(index, end), end }
  }
  const closingQuote = findClosingQuote(text, index)
  if (closingQuote === -1) return { cell: '', end: text.length, isOpen: true }
  const cell = text.slice(index + 1, closingQuote).replaceAll('""', '"')
  let nextIndex = closingQuote + 1
  while (text[nextIndex] === ' ' && !endsAt(text, nextIndex, format)) nextIndex++
  if (nextIndex === text.length || endsAt(text, nextIndex, format)) return { cell, end: nextIndex }
  // These quotation marks are part of the text, as in `"5" long`.
  const end = plainEnd(text, closingQuote + 1, format)
  return { cell: `"${cell}${text.slice(closingQuote, end)}`, end }
}

/** Finds the closing quotation mark. Two quotation marks in a row are one character of the text. */
function findClosingQuote(text: string, opening: number): number {
  let index = text.indexOf('"', opening + 1)
  while (index !== -1 && text[index + 1] === '"') index = text.indexOf('"', index + 2)
  return index
}

function plainEnd(text: string, start: number, format: CsvFormat): number {
  let index = start
  while (index < text.length && !endsAt(text, index, format)) index++
  return index
}

const endsAt = (text: string, index: number, format: CsvFormat): boolean =>
  text.startsWith(format.delimiter, index) || lineEndAt(text, index, format) > 0

/** Returns the length of the line break at a position. */
function lineEndAt(text: string, index: number, { end }: CsvFormat): number {
  const character = text[index]
  if (character === end) return 1
  return character === '\r' && text[index + 1] === end ? 2 : 0
}

const breaksIn = (text: string): number => (/[\r\n]/.test(text) ? text.match(/\r\n|\r|\n/g)!.length : 0)

function getErrorCode({ isLong, quoteIndex }: Found, isLast: boolean): CsvError['fault'] | undefined {
  if (isLong) return quoteIndex === undefined ? 'longRow' : 'longQuote'
  return quoteIndex !== undefined && isLast ? 'openQuote' : undefined
}

/** Returns the beginning of a file up to the end of its first line with content. */
async function headOf(source: CsvSource, encoding: FileEncoding): Promise<string> {
  let head = ''
  let minLength = 0
  for await (const { text } of decodeText(source, encoding)) {
    head += text.slice(0, recordLengthMax)
    if (head.length < minLength) continue
    minLength = 2 * head.length
    // The character after a `\r` decides whether the line end is `\r` or `\r\n`.
    if (/[\r\n]./s.test(withoutQuoted(head.slice(preambleOf(head).preamble.length)))) break
    if (head.length > recordLengthMax) break
  }
  return head
}

/** Returns the text before the header (rows of delimiters only, and a line `sep=`) and the delimiter of that line. */
function preambleOf(head: string): { preamble: string; delimiter: string | undefined } {
  const [empty] = /^(?:(?:[\s;,|]|"[^\S\r\n]*"(?!"))*[\r\n])?/.exec(head)!
  const blanks = '[;,|\\t \\u00a0]*'
  const line = new RegExp(`^\\s*"?sep=([^\\r\\n])${blanks}(?:"${blanks})?(?:\\r\\n|\\r|\\n)`, 'i')
  const [telling = '', told] = line.exec(head.slice(empty.length)) ?? []
  return { preamble: empty + telling, delimiter: told }
}

/**
 * Shortens quoted cells to their opening quotation mark, because delimiters and line breaks inside them have no
 * meaning.
 */
const withoutQuoted = (text: string): string => text.replace(/(^|[;,\t|\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1"')

const endOf = (bare: string): CsvFormat['end'] => (/\r\n|\r|\n/.exec(bare)?.[0] === '\r' ? '\r' : '\n')

/**
 * Returns the delimiter that divides the header into the most cells. Quotation marks after a blank have no effect in
 * CSV, but the author of the file meant them to quote.
 */
function delimiterOf(text: string): string {
  const [header = ''] = withoutQuoted(text).split(/[\r\n]/, 1)
  const line = header.replace(/(^|[;,\t|])[ \u00a0]+"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1')
  const counted = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).delimiter
}
