// Reads JPEG images marker by marker, also between scans, and keeps the markers that are needed for drawing.
import { setImmediate as breathe } from 'node:timers/promises'
import {
  buildExif,
  createDamagedError,
  createUnsupportedError,
  type DrawableImage,
  type ImageError,
  isProfile,
  profileBytesMax,
  readOrientation,
} from './drawing.ts'

/** Markers, by the second of their two bytes. */
const marker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  huffmanTables: 0xc4,
  quantisationTables: 0xdb,
  restartInterval: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
} as const
/**
 * Frame types that browsers draw: baseline, extended and progressive. The others are lossless, arithmetic or
 * hierarchical.
 */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]
const unsupportedFrames: readonly number[] = [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]
/** Returns whether a segment is dropped: data of programs, comments, and the number of lines outside of the header. */
const isLeftOut = (code: number) => (code >= marker.app0 && code <= 0xef) || code === 0xfe || code === 0xdc
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7

/** Largest number of scans. Progressive images have about ten, and each costs a viewer a pass over the whole image. */
const scansMax = 100
/** Maximum number of segments. Real images have some dozens, or a few hundred if programs have added much data. */
const segmentsMax = 5_000
/** Number of segments, or bytes of a scan, between pauses for other work. */
const segmentsAtOnce = 500
const scanBytesAtOnce = 512 * 1024
/** Largest number of fill bytes before a marker. Encoders write one. */
const fillBytesMax = 65_536
/** Largest number of Huffman tables: four for each of the two classes. */
const huffmanTablesMax = 8

interface Found {
  size: { width: number; height: number } | undefined
  orientation: number | undefined
  profile: Buffer[]
  /** Segments that must precede all others, because they define the colours. */
  head: { jfif: Buffer | undefined; adobe: Buffer | undefined }
  drawn: Uint8Array[]
  scans: number
}

export async function readJpeg(bytes: Buffer): Promise<DrawableImage | ImageError> {
  const found: Found = {
    size: undefined,
    orientation: undefined,
    profile: [],
    head: { jfif: undefined, adobe: undefined },
    drawn: [],
    scans: 0,
  }
  let offset = 2
  for (let count = 1; count <= segmentsMax; count++) {
    if (bytes[offset] !== 0xff) return createDamagedError(cutOrDamaged(bytes, offset))
    offset = lastFill(bytes, offset)
    if (bytes[offset + 1] === 0xff)
      return createUnsupportedError(`The image has more than ${fillBytesMax} fill bytes in a row.`)
    const code = bytes[offset + 1]
    if (code === marker.endOfImage) return buildImage(found)
    const end = offset + 2 + (offset + 4 <= bytes.length ? bytes.readUInt16BE(offset + 2) : 0)
    if (code === undefined || end > bytes.length || end < offset + 4)
      return createDamagedError(cutOrDamaged(bytes, end))
    const content = bytes.subarray(offset + 4, end)
    const error = take(found, code, content)
    if (error) return error
    offset = code === marker.startOfScan ? await endOfScan(bytes, end) : end
    if (code === marker.startOfScan) found.drawn.push(bytes.subarray(end, offset))
    if (count % segmentsAtOnce === 0) await breathe()
  }
  return createUnsupportedError(`The image has more than ${segmentsMax} segments.`)
}

/** Returns the last fill byte before a marker. A marker starts with one such byte, and may have more before it. */
function lastFill(bytes: Buffer, start: number): number {
  let offset = start
  while (bytes[offset + 1] === 0xff && offset < start + fillBytesMax) offset++
  return offset
}

const cutOrDamaged = (bytes: Buffer, offset: number) =>
  offset >= bytes.length ? 'The image is cut off.' : 'The image is damaged.'

/** Returns the end of a scan: the next marker except restart markers. */
async function endOfScan(bytes: Buffer, scanStart: number): Promise<number> {
  for (let start = scanStart; start < bytes.length; start += scanBytesAtOnce) {
    if (start > scanStart) await breathe()
    const markerOffset = markerIn(bytes, start, Math.min(start + scanBytesAtOnce, bytes.length))
    if (markerOffset !== undefined) return markerOffset
  }
  return bytes.length
}

/**
 * Number of bytes that are compared one by one before the next search. In data with many 0xff bytes, a search costs
 * more than it saves.
 */
const nearBytes = 64

function markerIn(bytes: Buffer, start: number, end: number): number | undefined {
  const searched = bytes.subarray(0, end)
  for (let offset = searched.indexOf(0xff, start); offset !== -1; offset = searched.indexOf(0xff, offset)) {
    const near = Math.min(offset + nearBytes, end)
    for (; offset < near; offset++) {
      if (bytes[offset] !== 0xff) continue
      const next = bytes[offset + 1]
      if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return offset
    }
  }
  return undefined
}

function take(found: Found, code: number, content: Buffer): ImageError | undefined {
  if (frames.includes(code)) return takeFrame(found, code, content)
  if (unsupportedFrames.includes(code))
    return createUnsupportedError('This kind of JPEG is not supported: save it as an ordinary one.')
  switch (code) {
    case marker.huffmanTables:
      return keep(found, code, content, areHuffmanTables(content))
    case marker.quantisationTables:
      return keep(found, code, content, areQuantisationTables(content))
    case marker.restartInterval:
      return keep(found, code, content, content.length === 2)
    case marker.startOfScan:
      if (!found.size) return createDamagedError('The image is damaged.')
      if (++found.scans > scansMax) return createUnsupportedError(`The image has more than ${scansMax} scans.`)
      return keep(found, code, content, content.length === 4 + 2 * (content[0] ?? 0))
    default:
      if (!isLeftOut(code)) return createDamagedError('The image is damaged.')
      takeApplication(found, code, content)
      return undefined
  }
}

function keep(found: Found, code: number, content: Buffer, isSound: boolean): ImageError | undefined {
  if (!isSound) return createDamagedError('The image is damaged.')
  found.drawn.push(segment(code, content))
  return undefined
}

function segment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function takeFrame(found: Found, code: number, content: Buffer): ImageError | undefined {
  const components = content[5] ?? 0
  if (found.size || content.length !== 6 + 3 * components) return createDamagedError('The image is damaged.')
  if (content[0] !== 8) return createUnsupportedError('Only images with 8 bits for each colour are supported.')
  if (![1, 3, 4].includes(components)) return createUnsupportedError('Only grey and colour images are supported.')
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)]
  if (height === 0 || width === 0) return createDamagedError('The image is damaged.')
  found.size = { width, height }
  return keep(found, code, content, true)
}

/** Returns whether a segment contains only Huffman tables, and no other data. */
function areHuffmanTables(content: Buffer): boolean {
  let offset = 0
  for (let tables = 1; offset + 17 <= content.length; tables++) {
    const symbols = content.subarray(offset + 1, offset + 17).reduce((sum, count) => sum + count, 0)
    if (symbols > 256 || tables > huffmanTablesMax) return false
    offset += 17 + symbols
  }
  return offset === content.length && offset > 0
}

function areQuantisationTables(content: Buffer): boolean {
  let offset = 0
  while (offset < content.length) offset += 1 + (content[offset]! >> 4 === 0 ? 64 : 128)
  return offset === content.length && offset > 0
}

const jfif = 'JFIF\0'
const exif = 'Exif\0\0'
const iccProfile = 'ICC_PROFILE\0'
const adobe = 'Adobe'
const adobeBytes = 12

/** Reads an application segment. Drawing needs only the orientation and the colour format of an image. */
function takeApplication(found: Found, code: number, content: Buffer): void {
  const starts = (name: string) => content.toString('latin1', 0, name.length) === name
  if (code === marker.app0 && starts(jfif) && content.length >= 14) {
    // Omits the thumbnail that may follow.
    found.head.jfif ??= Buffer.concat([content.subarray(0, 12), Buffer.from([0, 0])])
  } else if (code === marker.app14 && starts(adobe) && content.length >= adobeBytes) {
    found.head.adobe ??= content.subarray(0, adobeBytes)
  } else if (code === marker.app1 && starts(exif)) {
    found.orientation ??= readOrientation(content.subarray(exif.length))
  } else if (code === marker.app2 && starts(iccProfile)) found.profile.push(content)
}

function buildImage(found: Found): DrawableImage | ImageError {
  if (!found.size || found.scans === 0) return createDamagedError('The image is damaged.')
  const orientation = found.orientation ?? 1
  const { head } = found
  const chunks = [
    Buffer.from([0xff, marker.startOfImage]),
    ...(head.jfif ? [segment(marker.app0, head.jfif)] : []),
    ...(orientation > 1
      ? [segment(marker.app1, Buffer.concat([Buffer.from(exif, 'latin1'), buildExif(orientation)]))]
      : []),
    ...profileOf(found.profile).map((content) => segment(marker.app2, content)),
    ...(head.adobe ? [segment(marker.app14, head.adobe)] : []),
    ...found.drawn,
    Buffer.from([0xff, marker.endOfImage]),
  ]
  return { ...found.size, orientation, chunks }
}

/** Returns the chunks of a colour profile in order. Each chunk contains its number and the number of chunks. */
function profileOf(chunks: Buffer[]): Buffer[] {
  const start = iccProfile.length + 2
  const inOrder = chunks.toSorted((a, b) => (a[start - 2] ?? 0) - (b[start - 2] ?? 0))
  const isComplete = inOrder.every(
    (chunk, index) => chunk[start - 2] === index + 1 && chunk[start - 1] === chunks.length,
  )
  const profile = Buffer.concat(inOrder.map((chunk) => chunk.subarray(start)))
  return isComplete && profile.length <= profileBytesMax && isProfile(profile) ? inOrder : []
}
