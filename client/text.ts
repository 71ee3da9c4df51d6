// Decodes the text of files in any encoding and in pieces of any size.

/** Source of the bytes of a file. */
export interface ByteSource {
  /** Returns the chunks of the file. Each call starts with the first byte. */
  chunks(): AsyncIterable<Uint8Array>
}
export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** A piece of text, with its number of bytes in the file. */
export interface TextChunk {
  text: string
  bytes: number
  isLast: boolean
}

/** Decodes a file without its byte order mark. Throws a TypeError for invalid bytes if `fatal`. */
export async function* decodeText(file: ByteSource, encoding: FileEncoding, fatal = false): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder(encoding, { fatal })
  // Some programs write the byte order mark of UTF-8 before Windows-1252. The decoders of the other encodings remove
  // their own mark.
  const chunks = encoding === 'windows-1252' ? skipBom(file) : file.chunks()
  for await (const chunk of chunks)
    yield { text: decoder.decode(chunk, { stream: true }), bytes: chunk.length, isLast: false }
  yield { text: decoder.decode(), bytes: 0, isLast: true }
}

/**
 * Returns the encoding of a text: by its byte order mark, otherwise UTF-16 if the first bytes look like it, otherwise
 * UTF-8 if all bytes are valid, otherwise Windows-1252.
 */
export async function detectEncoding(file: ByteSource, wideOf: WideGuess = wideEncoding): Promise<FileEncoding> {
  const start = await startOf(file, wideBytes)
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const wide = isMarked(start) ? undefined : wideOf(start)
  if (wide) return wide
  try {
    for await (const _ of decodeText(file, 'utf-8', true));
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

const utf8Bom = [0xef, 0xbb, 0xbf]
const isMarked = (start: Uint8Array): boolean => utf8Bom.every((byte, index) => start[index] === byte)

/** Yields the bytes without the byte order mark of UTF-8. */
export async function* skipBom(file: ByteSource): AsyncGenerator<Uint8Array> {
  let remaining = isMarked(await startOf(file, utf8Bom.length)) ? utf8Bom.length : 0
  for await (const chunk of file.chunks()) {
    const content = chunk.subarray(remaining)
    remaining -= chunk.length - content.length
    yield content
  }
}

/** Returns the first bytes of a file, or all of them. */
export async function startOf(file: ByteSource, count: number): Promise<Uint8Array> {
  const start = new Uint8Array(count)
  let length = 0
  for await (const chunk of file.chunks()) {
    const section = chunk.subarray(0, count - length)
    start.set(section, length)
    length += section.length
    if (length === count) break
  }
  return start.subarray(0, length)
}

/** Guesses UTF-16 without a byte order mark from the first bytes. */
type WideGuess = (start: Uint8Array) => 'utf-16le' | 'utf-16be' | undefined

const wideBytes = 1_024
/** Share of zero bytes that means UTF-16: delimiters and line breaks alone reach it. */
const zeroRatioMin = 0.05

/** Returns the kind of UTF-16 whose high bytes are often zero, and low bytes hardly ever. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros: [number, number] = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1]++
  const [most, least] = [Math.max(...zeros), Math.min(...zeros)]
  if (most < Math.max(2, (bytes.length / 2) * zeroRatioMin) || least * 10 > most) return undefined
  return zeros[1] > zeros[0] ? 'utf-16le' : 'utf-16be'
}
