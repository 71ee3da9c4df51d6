// Lines of JSON in a file, as bytes: told apart by the end of the line alone, and decoded without losing a sign.
import { isAscii, isUtf8 } from 'node:buffer'
import { type Bytes, decoded, type Encoding, encodingOf, unmarked } from '../../../client/text.ts'
import type { Fault } from '../../../contract/problem.ts'
import { Problem } from '../../platform/error/problems.ts'
import { parseJson } from '../../platform/operation/json.ts'
import { placedLines } from '../../platform/operation/lines.ts'
import { unreadable } from './unreadable.ts'

export interface JsonLine {
  /** Counted from 1, with those that are empty. */
  line: number
  /** How many bytes of the file lie before its end, or a few more or less. */
  behind: number
  text: string
  value: unknown
  faults: Fault[]
}

/** As much as a row of a table may have. */
const lineBytesMax = 2 ** 20

/** Those with nothing on them are left out. */
export async function* jsonLines(file: Bytes): AsyncGenerator<JsonLine> {
  const encoding = await lineEncodingOf(file)
  // Most signs of such a file are of ASCII, which takes two bytes there.
  const width = encoding.startsWith('utf-16') ? 2 : 1
  const ending = await endingOf(file, encoding)
  for await (const lines of placedLines(utf8Of(file, encoding), lineBytesMax, ending))
    for (const { line, behind, bytes } of lines) yield { line, behind: behind * width, ...parsed(bytes) }
}

function parsed(bytes: Buffer | undefined): Pick<JsonLine, 'text' | 'value' | 'faults'> {
  if (!bytes) {
    const message = `The line has more than ${lineBytesMax} bytes.`
    return { text: '', value: undefined, faults: [{ path: '', code: 'too_long', message }] }
  }
  const text = bytes.toString()
  try {
    return { text, value: parseJson(bytes, 1, 'line'), faults: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { text, value: undefined, faults: error.details.errors! }
  }
}

/** One line that is broken must not spoil the others: a file is not of Windows if any line with more than ASCII is UTF-8. */
async function lineEncodingOf(file: Bytes): Promise<Encoding> {
  const encoding = await encodingOf(file, wideOf)
  if (encoding !== 'windows-1252') return encoding
  const ending = await endingOf(file, encoding)
  for await (const lines of placedLines(utf8Of(file, 'utf-8'), lineBytesMax, ending))
    if (lines.some(({ bytes }) => bytes && !isAscii(bytes) && isUtf8(bytes))) return 'utf-8'
  return encoding
}

/** The first two signs of JSON are of ASCII: one byte of each is zero. Further on, any sign may stand, and a zero is a fault of its line. */
function wideOf(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [...start.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  if (/^(?:x0){1,2}$/.test(zeros)) return 'utf-16le'
  return /^(?:0x){1,2}$/.test(zeros) ? 'utf-16be' : undefined
}

/** `\r`, as old programs write it, if there is no `\n` at all, which no text of JSON holds: beside it, a `\r` is a blank. */
async function endingOf(file: Bytes, encoding: Encoding): Promise<number> {
  for await (const bytes of utf8Of(file, encoding)) if (bytes.includes(newline)) return newline
  return carriageReturn
}
const [newline, carriageReturn] = [0x0a, 0x0d]

/** Without the mark at its start. UTF-8 stays as it is: whether it is any shows line by line. */
async function* utf8Of(file: Bytes, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    for await (const { buffer, byteOffset, byteLength } of unmarked(file))
      yield Buffer.from(buffer, byteOffset, byteLength)
    return
  }
  try {
    for await (const { text } of decoded(file, encoding, true)) yield Buffer.from(text)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw unreadable('The file is not valid UTF-16: save it as UTF-8.', error)
  }
}
