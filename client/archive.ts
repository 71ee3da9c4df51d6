// Reads the files of a zip archive: lists its directory, and unpacks them in pieces.

export const hasPrefix = (bytes: Uint8Array, text: string, offset = 0) =>
  [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0))

export interface ArchiveEntry {
  name: string
  isPacked: boolean
  /** Unpacked size as stated in the archive. The library that reads workbooks reserves this memory. */
  unpackedSize: number
  data: Uint8Array
}
export const entriesMax = 1_000
const broken = () => new Error('The archive is broken.')
const endSize = 22
const commentMax = 65_535
const huge = 0xffff_ffff

/**
 * Returns the files of a zip archive from the directory at its end. Reads the directory like the library that reads
 * workbooks, so that both unpack the same bytes.
 */
export function listEntries(file: Uint8Array): ArchiveEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  let end = file.length - endSize
  while (end >= 0 && end >= file.length - endSize - commentMax && !hasPrefix(file, 'PK\x05\x06', end)) end--
  if (end < 0 || !hasPrefix(file, 'PK\x05\x06', end)) throw broken()
  // Some programs write all numbers in 64 bits, even small numbers.
  const wide = end >= 20 && hasPrefix(file, 'PK\x06\x07', end - 20) ? view.getUint32(end - 12, true) : undefined
  if (wide !== undefined && !hasPrefix(file, 'PK\x06\x06', wide)) throw broken()
  const count = wide === undefined ? view.getUint16(end + 8, true) : view.getUint32(wide + 32, true)
  let offset = wide === undefined ? view.getUint32(end + 16, true) : view.getUint32(wide + 48, true)
  const entries: ArchiveEntry[] = []
  for (let remaining = Math.min(count, entriesMax + 1); remaining > 0; remaining--) {
    if (!hasPrefix(file, 'PK\x01\x02', offset)) throw broken()
    const nameLength = view.getUint16(offset + 28, true)
    const extra = { start: offset + 46 + nameLength, length: view.getUint16(offset + 30, true) }
    const { size, unpackedSize, place } = numbersOf(view, offset, wide === undefined ? undefined : extra)
    const data = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true)
    entries.push({
      name: decoded(file.subarray(offset + 46, extra.start), (view.getUint16(offset + 8, true) & nameIsUtf8) !== 0),
      isPacked: view.getUint16(offset + 10, true) !== 0,
      unpackedSize,
      data: file.subarray(data, data + size),
    })
    offset = extra.start + extra.length + view.getUint16(offset + 32, true)
  }
  return entries
}

const nameIsUtf8 = 0x800
const decoded = (bytes: Uint8Array, isUtf8: boolean) => new TextDecoder(isUtf8 ? 'utf-8' : 'latin1').decode(bytes)

/** Returns a file's packed size, unpacked size and offset in the archive. Values over 32 bits are in an extra field. */
function numbersOf(view: DataView, start: number, extra: { start: number; length: number } | undefined) {
  const written = [view.getUint32(start + 24, true), view.getUint32(start + 20, true), view.getUint32(start + 42, true)]
  let wide = 0
  if (written.includes(huge)) {
    if (!extra) throw broken()
    let field = extra.start
    while (view.getUint16(field, true) !== 1) {
      field += 4 + view.getUint16(field + 2, true)
      if (field >= extra.start + extra.length) throw broken()
    }
    wide = field + 4
  }
  const [unpackedSize, size, place] = written.map((number) => {
    if (number !== huge) return number
    wide += 8
    return Number(view.getBigUint64(wide - 8, true))
  })
  return { unpackedSize: unpackedSize!, size: size!, place: place! }
}

export async function* unpackChunks(data: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = new Blob([data as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
