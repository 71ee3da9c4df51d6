// Splits the body of a request into lines as it arrives, and returns complete lines in batches without delay.
import { ApiProblem } from '../error/problems.ts'

/** A line without its line end; undefined for a line that was too long. */
export type BodyLine = Buffer | undefined

const newline = 0x0a
const carriageReturn = 0x0d

/**
 * Maximum size of input without a row, as a multiple of the largest line. Such input is blank, or a line without an
 * end.
 */
const rowlessMax = 8

/** A line with its place in the body. */
export interface PlacedLine {
  /** Line number from 1, empty lines included. */
  line: number
  /** Number of bytes up to its end. */
  endOffset: number
  bytes: BodyLine
}

/** Yields the lines of a body, without blank lines. The last line need not have a line end. */
export async function* readLines(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<BodyLine[]> {
  let rowless = 0
  async function* watched() {
    for await (const chunk of chunks) {
      rowless += chunk.length
      yield chunk
      if (rowless > rowlessMax * bytesMax) throw noRow(rowlessMax * bytesMax)
    }
  }
  for await (const lines of splitLines(watched(), bytesMax)) {
    rowless = 0
    yield lines.map(({ bytes }) => bytes)
  }
}

/** Splits chunks into lines with their places. Lines end with a line feed by default. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
  ending = newline,
): AsyncGenerator<PlacedLine[]> {
  let segments: Buffer[] = []
  let bytes = 0
  let line = 1
  let consumedBytes = 0
  /** Adds a part to the current line, unless the line is too long. */
  const hold = (segment: Buffer) => {
    bytes += segment.length
    if (bytes > bytesMax) segments = []
    else segments.push(segment)
  }
  const end = (): BodyLine => {
    const line = bytes > bytesMax ? undefined : trimmed(segments.length === 1 ? segments[0]! : Buffer.concat(segments))
    segments = []
    bytes = 0
    return line
  }
  for await (const chunk of chunks) {
    const lines: PlacedLine[] = []
    let lineStart = 0
    /** Skips to the next line with content: megabytes of empty lines can arrive in a small compressed body. */
    const pass = () => {
      for (; lineStart < chunk.length && (chunk[lineStart] === ending || isSpace(chunk[lineStart])); lineStart++)
        if (chunk[lineStart] === ending) line++
    }
    const add = (endOffset: number) => {
      const found = end()
      if (!found || !isBlank(found)) lines.push({ line, endOffset, bytes: found })
    }
    if (bytes === 0) pass()
    for (let lineEnd = chunk.indexOf(ending, lineStart); lineEnd !== -1; lineEnd = chunk.indexOf(ending, lineStart)) {
      hold(chunk.subarray(lineStart, lineEnd))
      add(consumedBytes + lineEnd + 1)
      lineStart = lineEnd
      pass()
    }
    if (lineStart < chunk.length) hold(chunk.subarray(lineStart))
    consumedBytes += chunk.length
    if (lines.length > 0) yield lines
  }
  const last = bytes > 0 ? end() : Buffer.alloc(0)
  if (!last || !isBlank(last)) yield [{ line, endOffset: consumedBytes, bytes: last }]
}

const noRow = (bytes: number) =>
  new ApiProblem('BODY_TOO_LARGE', {
    message: `The stream has more than ${bytes} bytes without a row.`,
    values: { maxBytes: bytes },
  })

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
