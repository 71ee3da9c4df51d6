// Lines of JSON in a file, as bytes: told apart by the end of the line alone, and decoded without losing a sign.
import { isAscii, isUtf8 } from 'node:buffer'
import type { Fault } from '../../contract/problem.ts'
import { parseJson } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import type { Source } from './table.ts'
import { unreadable } from './unreadable.ts'

export interface JsonLine {
  /** Counted from 1, with those that are empty. */
  line: number
  /** How many bytes of the file lie before its end. */
  behind: number
  text: string
  value: unknown
  faults: Fault[]
}

type Chunks = Pick<Source, 'chunks'>
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** As much as a row of a table may have. */
const lineBytesMax = 2 ** 20

/** Those with nothing on them are left out. */
export async function* jsonLines(source: Chunks): AsyncGenerator<JsonLine> {
  const encoding = await encodingOf(source)
  // Most signs of such a file are of ASCII, which takes two bytes there.
  const width = encoding.startsWith('utf-16') ? 2 : 1
  for await (const { line, behind, bytes } of linesOf(utf8Of(source, encoding))) {
    const decoded = encoding === 'windows-1252' && bytes ? Buffer.from(new TextDecoder(encoding).decode(bytes)) : bytes
    if (!decoded || !isBlank(decoded)) yield { line, behind: behind * width, ...parsed(decoded) }
  }
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

const isBlank = (bytes: Buffer) => bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)

/**
 * UTF-16 by its mark or by the zero beside the first sign, else UTF-8, which JSON is, else what Windows writes. One line that is
 * broken must not spoil the others: a file is not of Windows if any line with more than ASCII is UTF-8.
 */
async function encodingOf(source: Chunks): Promise<Encoding> {
  for await (const chunk of source.chunks()) {
    if ((chunk[0] === 0xff && chunk[1] === 0xfe) || chunk[1] === 0) return 'utf-16le'
    if ((chunk[0] === 0xfe && chunk[1] === 0xff) || chunk[0] === 0) return 'utf-16be'
    break
  }
  let isBroken = false
  for await (const { bytes } of linesOf(utf8Of(source, 'utf-8'))) {
    if (!bytes || isAscii(bytes)) continue
    if (isUtf8(bytes)) return 'utf-8'
    isBroken = true
  }
  return isBroken ? 'windows-1252' : 'utf-8'
}

/** Without the mark at its start; what is one byte a sign stays as it is. */
async function* utf8Of(source: Chunks, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding.startsWith('utf-16')) return yield* utf8OfUtf16(source, encoding)
  let isFirst = true
  for await (const chunk of source.chunks()) {
    const isMarked = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    isFirst = false
    yield bufferOf(isMarked ? chunk.subarray(3) : chunk)
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

async function* utf8OfUtf16(source: Chunks, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of source.chunks()) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    yield Buffer.from(decoder.decode())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw unreadable('The file is not valid UTF-16: save it as UTF-8.', error)
  }
}

interface Line {
  line: number
  behind: number
  /** Without its end; undefined if there are too many. */
  bytes: Buffer | undefined
}

const newline = 0x0a

/** Cut at nothing but `\n`: other signs that end lines may stand in a text of JSON. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let line = 0
  let behind = 0
  let parts: Buffer[] = []
  let length = 0
  const hold = (part: Buffer) => {
    length += part.length
    behind += part.length
    if (length > lineBytesMax) parts = []
    else parts.push(part)
  }
  const end = (): Line => {
    const bytes = length > lineBytesMax ? undefined : Buffer.concat(parts)
    parts = []
    length = 0
    return { line: ++line, behind, bytes }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      hold(chunk.subarray(from, at))
      behind++
      from = at + 1
      yield end()
    }
    if (from < chunk.length) hold(chunk.subarray(from))
  }
  if (length > 0) yield end()
}
