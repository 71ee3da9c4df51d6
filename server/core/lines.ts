// A body of lines, as it arrives: whole lines come out in batches, and none is held longer than it may be.
import { Problem } from './problems.ts'

/** A line without its end; undefined for one that was too long. */
export type Line = Buffer | undefined

const newline = 0x0a
const carriageReturn = 0x0d

/** So many times as much as a line may have can come without one, be it blanks or a line without an end. */
const rowlessMax = 8

/** Lines that have nothing on them are left out. The last one need not be ended. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Line[]> {
  let parts: Buffer[] = []
  let bytes = 0
  let rowless = 0
  /** Adds to the line under way what is not too much of it. */
  const hold = (part: Buffer) => {
    bytes += part.length
    if (bytes > bytesMax) parts = []
    else parts.push(part)
  }
  const end = (): Line => {
    const line = bytes > bytesMax ? undefined : trimmed(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    parts = []
    bytes = 0
    return line
  }
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let from = bytes === 0 ? behindBlanks(chunk, 0) : 0
    for (let at = chunk.indexOf(newline, from); at !== -1; at = chunk.indexOf(newline, from)) {
      hold(chunk.subarray(from, at))
      from = behindBlanks(chunk, at + 1)
      lines.push(end())
    }
    if (from < chunk.length) hold(chunk.subarray(from))
    rowless = lines.length > 0 ? 0 : rowless + chunk.length
    if (rowless > rowlessMax * bytesMax) throw noRow(rowlessMax * bytesMax)
    if (lines.length > 0) yield lines
  }
  if (bytes > 0) yield [end()]
}

const noRow = (bytes: number) =>
  new Problem('BODY_TOO_LARGE', { message: `More than ${bytes} bytes have come without a row.` })

/** Where the next line with something on it begins: megabytes of empty ones come in no time, when they come compressed. */
function behindBlanks(chunk: Buffer, from: number): number {
  let at = from
  while (at < chunk.length && (chunk[at] === newline || isSpace(chunk[at]))) at++
  return at
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === carriageReturn

function trimmed(line: Buffer): Buffer {
  let start = 0
  let end = line.length
  while (start < end && isSpace(line[start])) start++
  while (end > start && isSpace(line[end - 1])) end--
  return start === 0 && end === line.length ? line : line.subarray(start, end)
}
