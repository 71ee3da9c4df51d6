// Reads the lines of a JSON Lines file in any of its encodings, and parses each line separately.
import { isAscii, isUtf8 } from 'node:buffer'
import { type ByteSource, decodeText, detectEncoding, type FileEncoding, skipBom } from '../../../client/text.ts'
import type { FieldError } from '../../../contract/problem.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { parseJson } from '../../platform/operation/json.ts'
import { splitLines } from '../../platform/operation/lines.ts'
import { createUnreadableError } from './unreadable.ts'

export interface JsonLine {
  /** Line number from 1; empty lines count. */
  line: number
  /** Approximate number of bytes that were read, up to the end of the line, for the progress. */
  behind: number
  text: string
  value: unknown
  faults: FieldError[]
}

/** Longest line in bytes, as long as a row of a table. */
const lineBytesMax = 2 ** 20

/** Returns the lines of a file, without empty lines. */
export async function* readJsonLines(file: ByteSource): AsyncGenerator<JsonLine> {
  const encoding = await lineEncodingOf(file)
  // The lines are converted to UTF-8. Most characters are ASCII, which has two bytes in UTF-16.
  const width = encoding.startsWith('utf-16') ? 2 : 1
  const ending = await endingOf(file, encoding)
  for await (const lines of splitLines(utf8Of(file, encoding), lineBytesMax, ending))
    for (const { line, endOffset, bytes } of lines) yield { line, behind: endOffset * width, ...parsed(bytes) }
}

function parsed(bytes: Buffer | undefined): Pick<JsonLine, 'text' | 'value' | 'faults'> {
  if (!bytes) {
    const message = `The line has more than ${lineBytesMax} bytes.`
    return {
      text: '',
      value: undefined,
      faults: [{ path: '', code: 'too_long', message, values: { maxBytes: lineBytesMax } }],
    }
  }
  const text = bytes.toString()
  try {
    return { text, value: parseJson(bytes, 1, 'line'), faults: [] }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { text, value: undefined, faults: error.details.errors! }
  }
}

/** Detects the encoding. A file with a non-ASCII line of UTF-8 is UTF-8, although other lines are not. */
async function lineEncodingOf(file: ByteSource): Promise<FileEncoding> {
  const encoding = await detectEncoding(file, wideOf)
  if (encoding !== 'windows-1252') return encoding
  const ending = await endingOf(file, encoding)
  for await (const lines of splitLines(utf8Of(file, 'utf-8'), lineBytesMax, ending))
    if (lines.some(({ bytes }) => bytes && !isAscii(bytes) && isUtf8(bytes))) return 'utf-8'
  return encoding
}

/** Detects UTF-16 without a byte order mark: the first two characters of JSON are ASCII, so each has one zero byte. */
function wideOf(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [...start.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  if (/^(?:x0){1,2}$/.test(zeros)) return 'utf-16le'
  return /^(?:0x){1,2}$/.test(zeros) ? 'utf-16be' : undefined
}

/** Returns the byte that ends lines: `\n`, or `\r` in a file without `\n`. JSON texts contain neither unescaped. */
async function endingOf(file: ByteSource, encoding: FileEncoding): Promise<number> {
  for await (const bytes of utf8Of(file, encoding)) if (bytes.includes(newline)) return newline
  return carriageReturn
}
const [newline, carriageReturn] = [0x0a, 0x0d]

/** Converts a file to UTF-8 without its byte order mark. A file in UTF-8 is checked later, line by line. */
async function* utf8Of(file: ByteSource, encoding: FileEncoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    for await (const { buffer, byteOffset, byteLength } of skipBom(file))
      yield Buffer.from(buffer, byteOffset, byteLength)
    return
  }
  try {
    for await (const { text } of decodeText(file, encoding, true)) yield Buffer.from(text)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw createUnreadableError('The file is not valid UTF-16: save it as UTF-8.', error)
  }
}
