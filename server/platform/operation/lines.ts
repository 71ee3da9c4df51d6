// Splits the body of a request into lines as it arrives, and returns complete lines in batches without delay.
import { Problem } from '../error/problems.ts'

/** A line without its end; undefined for one that was too long. */
export type Line = Buffer | undefined

const newline = 0x0a
const carriageReturn = 0x0d

/** Largest size of input without a row, as a multiple of the largest line: blanks, or a line without an end. */
const rowlessMax = 8

/** A line with its place in the body. */
export interface PlacedLine {
  /** Line number from 1, empty lines included. */
  line: number
  /** Number of bytes up to its end. */
  behind: number
  bytes: Line
}

/** Lines that have nothing on them are left out. The last one need not be ended. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Line[]> {
  let rowless = 0
  async function* watched() {
    for await (const chunk of chunks) {
      rowless += chunk.length
      yield chunk
      if (rowless > rowlessMax * bytesMax) throw noRow(rowlessMax * bytesMax)
    }
  }
  for await (const lines of placedLines(watched(), bytesMax)) {
    rowless = 0
    yield lines.map(({ bytes }) => bytes)
  }
}

/** Splits chunks into lines with their places. Lines end with a line feed by default. */
export async function* placedLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
  ending = newline,
): AsyncGenerator<PlacedLine[]> {
  let parts: Buffer[] = []
  let bytes = 0
  let line = 1
  let before = 0
  /** Adds a part to the current line, unless the line is too long. */
  const hold = (part: Buffer) => {
    bytes += part.length
    if (bytes > bytesMax) parts = []
    else parts.push(part)
  }
  const end = (): Line => {
    const whole = bytes > bytesMax ? undefined : trimmed(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    parts = []
    bytes = 0
    return whole
  }
  for await (const chunk of chunks) {
    const lines: PlacedLine[] = []
    let from = 0
    /** Skips to the next line with content: megabytes of empty lines can arrive in a small compressed body. */
    const pass = () => {
      for (; from < chunk.length && (chunk[from] === ending || isSpace(chunk[from])); from++)
        if (chunk[from] === ending) line++
    }
    const add = (behind: number) => {
      const found = end()
      if (!found || !isBlank(found)) lines.push({ line, behind, bytes: found })
    }
    if (bytes === 0) pass()
    for (let at = chunk.indexOf(ending, from); at !== -1; at = chunk.indexOf(ending, from)) {
      hold(chunk.subarray(from, at))
      add(before + at + 1)
      from = at
      pass()
    }
    if (from < chunk.length) hold(chunk.subarray(from))
    before += chunk.length
    if (lines.length > 0) yield lines
  }
  const last = bytes > 0 ? end() : Buffer.alloc(0)
  if (!last || !isBlank(last)) yield [{ line, behind: before, bytes: last }]
}

const noRow = (bytes: number) =>
  new Problem('BODY_TOO_LARGE', { message: `More than ${bytes} bytes have come without a row.` })

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === carriageReturn

function trimmed(line: Buffer): Buffer {
  let start = 0
  let end = line.length
  while (start < end && isSpace(line[start])) start++
  while (end > start && isSpace(line[end - 1])) end--
  return start === 0 && end === line.length ? line : line.subarray(start, end)
}

/**
 * Returns whether a line is blank. JSON cannot begin with a non-ASCII character, but blanks such as a no-break space
 * can.
 */
const isBlank = (line: Buffer): boolean => line.length === 0 || (line[0]! >= 0x80 && line.toString().trim() === '')
