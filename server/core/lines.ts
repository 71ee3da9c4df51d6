// A body of lines, as it arrives: whole lines come out in batches, and none is held longer than it may be.

/** A line without its end; undefined for one that was too long. */
export type Line = Buffer | undefined

const newline = 0x0a
const carriageReturn = 0x0d

/** Lines that have nothing on them are left out. The last one need not be ended. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Line[]> {
  let parts: Buffer[] = []
  let bytes = 0
  /** Adds to the line under way what is not too much of it. */
  const hold = (part: Buffer) => {
    bytes += part.length
    if (bytes > bytesMax) parts = []
    else parts.push(part)
  }
  const end = (): Line | 'empty' => {
    const tooLong = bytes > bytesMax
    const line = trimmed(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    parts = []
    bytes = 0
    return tooLong ? undefined : line.length === 0 ? 'empty' : line
  }
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      hold(chunk.subarray(from, at))
      from = at + 1
      const line = end()
      if (line !== 'empty') lines.push(line)
    }
    if (from < chunk.length) hold(chunk.subarray(from))
    if (lines.length > 0) yield lines
  }
  const last = end()
  if (last !== 'empty') yield [last]
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === carriageReturn

function trimmed(line: Buffer): Buffer {
  let start = 0
  let end = line.length
  while (start < end && isSpace(line[start])) start++
  while (end > start && isSpace(line[end - 1])) end--
  return start === 0 && end === line.length ? line : line.subarray(start, end)
}
