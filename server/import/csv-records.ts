// The records of a CSV file, each with the line that it begins in: in any common delimiter and encoding.
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { cellText } from '../../client/csv.ts'
import type { Source, TableRecord } from './source.ts'
import { unreadable } from './unreadable.ts'

export const recordBytesMax = 2 ** 20

/** A file that is about to be read. */
interface Text {
  source: Source
  encoding: string
  /** The line before the header in which Excel is told the delimiter, as it stands there. */
  preamble: string
}

/** What the parser says with a record, and of what it cannot read. */
interface CsvInfo {
  /** The line that it has come to; each of the two signs at the end of a line counts if they stand in a cell. */
  lines: number
  /** Behind the last record or cell that it has read. */
  bytes: number
}

export async function* csvRecords(source: Source, given: string | undefined): AsyncGenerator<TableRecord> {
  const encoding = await encodingOf(source)
  const head = await headOf(source, encoding)
  const [preamble = '', told] = /^"?sep=([^\r\n])"?[;,\t]*(?:\r\n|\r|\n)/i.exec(head) ?? []
  const text = { source, encoding, preamble }
  const delimiter = given ?? told ?? delimiterOf(head)
  const parser = Readable.from(decoded(text)).pipe(
    parse({
      delimiter,
      record_delimiter: endsOf(head),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
      max_record_size: recordBytesMax,
    }),
  )
  const before = preamble === '' ? 0 : 1
  let twice = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: CsvInfo }>) {
      const [breaks, signs] = breaksIn(record)
      twice += signs - breaks
      const line = before + info.lines - twice - breaks
      yield { line, part: info.bytes / source.size, cells: record.map(cellText) }
    }
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('CSV_')) throw error
    throw await faultOf(text, error as Parameters<typeof faultOf>[1])
  }
}

/** Ends of lines in the cells of a record, and the signs that they are written with. */
function breaksIn(record: readonly string[]): [breaks: number, signs: number] {
  let [breaks, signs] = [0, 0]
  for (const cell of record) {
    if (!/[\r\n]/.test(cell)) continue
    breaks += cell.match(/\r\n|\r|\n/g)!.length
    signs += cell.match(/[\r\n]/g)!.length
  }
  return [breaks, signs]
}

/** `index` is that of the cell. */
async function faultOf(text: Text, error: CsvInfo & { code: string; index: number }): Promise<Error> {
  // Behind the first cell of a row there is a delimiter before the next one.
  const [line, sign] = await placeBehind(text, error.bytes + (error.index > 0 ? 1 : 0))
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return unreadable(
      `The CSV file cannot be read: the quotation mark that opens in line ${line} is not closed.`,
      error,
    )
  const reason = sign === '"' ? ': the quotation mark that opens there may not be closed.' : '.'
  return unreadable(`The CSV file cannot be read: the row in line ${line} has more than 1 MB${reason}`, error)
}

/** The line in which the cell behind so many bytes begins, and its first sign. What was read before an error is not all told. */
async function placeBehind(text: Text, bytes: number): Promise<[line: number, sign: string]> {
  let line = text.preamble === '' ? 1 : 2
  let seen = 0
  let last = ''
  for await (const piece of decoded(text))
    for (const sign of piece) {
      const isBreak = sign === '\n' || sign === '\r'
      if (seen >= bytes && !isBreak) return [line, sign]
      seen += Buffer.byteLength(sign)
      if (isBreak && !(last === '\r' && sign === '\n')) line++
      last = sign
    }
  return [line, '']
}

/** Without the line that tells the delimiter. */
async function* decoded({ source, encoding, preamble }: Text): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let left = preamble.length
  for await (const chunk of source.chunks()) {
    const text = decoder.decode(chunk, { stream: true })
    yield text.slice(left)
    left = Math.max(0, left - text.length)
  }
  yield decoder.decode().slice(left)
}

/** By its mark, else UTF-16 where every other byte may be none, else UTF-8 as long as it is, else what Windows writes. */
async function encodingOf(source: Source): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    let first = true
    for await (const bytes of source.chunks()) {
      if (first && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
      if (first && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
      const wide = first && wideEncoding(bytes.subarray(0, wideBytes))
      if (wide) return wide
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

const wideBytes = 1_024
/** Delimiters and ends of lines alone are as many of the signs of a header. */
const wideShare = 0.05

/** Where one of the two bytes of many signs is zero, and the other one never. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros: [number, number] = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1]++
  const enough = Math.max(2, (bytes.length / 2) * wideShare)
  if (zeros[0] === 0 && zeros[1] >= enough) return 'utf-16le'
  return zeros[1] === 0 && zeros[0] >= enough ? 'utf-16be' : undefined
}

/** What a file begins with, to the end of its first line that holds something. */
async function headOf(source: Source, encoding: string): Promise<string> {
  let head = ''
  for await (const text of decoded({ source, encoding, preamble: '' })) {
    head += text
    if (/\n/.test(head.trimStart()) || head.length > recordBytesMax) break
  }
  return head
}

/** How lines end, which a file may mix in one way only: a sign of its own may stand in a cell. */
const endsOf = (head: string): string[] =>
  /\r\n|\r|\n/.exec(head.replace(/"[^"]*"/g, ''))?.[0] === '\r' ? ['\r'] : ['\r\n', '\n']

/** The one that cuts the header into the most pieces. */
function delimiterOf(head: string): string {
  const line = head
    .trimStart()
    .split(/\r?\n/)[0]!
    .replace(/"[^"]*"/g, '')
  const counted = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
