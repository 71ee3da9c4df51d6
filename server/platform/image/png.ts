// Reads PNG images chunk by chunk, checks each chunk, and keeps the chunks that are needed for drawing.
import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'
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

const signatureBytes = 8
/** Bytes of a chunk without its content: length, name and checksum. */
const frameBytes = 12

/** Allowed bits per sample, by colour type. */
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const palette = 3

/** Optional chunks that change the colours, with their lengths in bytes. */
const colours: Record<string, number> = { gAMA: 4, cHRM: 32, sRGB: 1, cICP: 4 }
const alphaBytesMax = 256
const paletteBytesMax = 768
/** Chunks that a file may contain at most once. */
const single = new Set(['PLTE', 'tRNS', 'iCCP', ...Object.keys(colours)])

/** Maximum number of chunks. Programs write some kilobytes into each, so the largest image has a few hundred. */
const chunksMax = 10_000
/** Chunks between pauses for other work. */
const chunksAtOnce = 1_000

const unfold = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)
const fold = promisify<Buffer, Buffer>(deflate)

interface Found {
  header: { width: number; height: number; colour: number } | undefined
  orientation: number | undefined
  /** Single chunks found so far. */
  singles: Set<string>
  /** Compressed colour profile, and its place among the parts. */
  profile: { content: Buffer; index: number } | undefined
  /** Whether chunks of the image data were found, and whether other chunks followed. */
  data: 'none' | 'here' | 'over'
  chunks: Uint8Array[]
}

export async function readPng(bytes: Buffer): Promise<DrawableImage | ImageError> {
  const found: Found = {
    header: undefined,
    orientation: undefined,
    singles: new Set(),
    profile: undefined,
    data: 'none',
    chunks: [bytes.subarray(0, signatureBytes)],
  }
  return (await walk(bytes, found)) ?? drawingOf(found)
}

/** Walks from the first chunk to the end of the image; ignores later bytes. */
async function walk(bytes: Buffer, found: Found): Promise<ImageError | undefined> {
  let offset = signatureBytes
  for (let count = 1; count <= chunksMax; count++) {
    const end = offset + frameBytes + (offset + frameBytes <= bytes.length ? bytes.readUInt32BE(offset) : 0)
    if (end > bytes.length || offset + frameBytes > bytes.length) return createDamagedError('The image is cut off.')
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return createDamagedError('The image is damaged.')
    if (crc32(bytes.subarray(offset + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return createDamagedError('The image is damaged: a checksum is wrong.')
    const chunk = bytes.subarray(offset, end)
    const error = type === 'IEND' ? takeEnd(found, chunk) : take(found, type, chunk)
    if (error || type === 'IEND') return error
    offset = end
    if (count % chunksAtOnce === 0) await breathe()
  }
  return createUnsupportedError(`The image has more than ${chunksMax} chunks.`)
}

function take(found: Found, type: string, chunk: Buffer): ImageError | undefined {
  const content = chunk.subarray(8, -4)
  if ((type === 'IHDR') !== (found.header === undefined)) return createDamagedError('The image is damaged.')
  if (type !== 'IDAT' && found.data === 'here') found.data = 'over'
  if (found.singles.has(type)) return createDamagedError(`The image is damaged: it has more than one \`${type}\`.`)
  if (single.has(type)) found.singles.add(type)
  switch (type) {
    case 'IHDR':
      return takeHeader(found, chunk, content)
    case 'PLTE':
      if (found.data !== 'none' || content.length % 3 !== 0 || content.length > paletteBytesMax)
        return createDamagedError('The image is damaged.')
      break
    case 'IDAT':
      if (found.data === 'over') return createDamagedError('The image is damaged.')
      found.data = 'here'
      break
    case 'eXIf':
      found.orientation ??= readOrientation(content)
      return undefined
    case 'iCCP':
      if (found.data === 'none') found.profile = { content, index: found.chunks.length }
      return undefined
    case 'tRNS':
      if (content.length > alphaBytesMax || found.data !== 'none') return createDamagedError('The image is damaged.')
      break
    default:
      // Viewers need a chunk whose name starts with a capital letter to draw the image.
      if (/^[A-Z]/.test(type)) return createUnsupportedError('The PNG contains something that is not supported.')
      if (colours[type] !== content.length || found.data !== 'none') return undefined
  }
  found.chunks.push(chunk)
  return undefined
}

function takeHeader(found: Found, chunk: Buffer, content: Buffer): ImageError | undefined {
  if (content.length !== 13) return createDamagedError('The image is damaged.')
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = content.subarray(8)
  const isSupported = depths[colour!]?.includes(depth!) && compression === 0 && filter === 0 && interlace! <= 1
  if (!isSupported || width === 0 || height === 0) return createDamagedError('The image is damaged.')
  found.header = { width, height, colour: colour! }
  found.chunks.push(chunk)
  return undefined
}

function takeEnd(found: Found, chunk: Buffer): ImageError | undefined {
  const { header, singles, data } = found
  const isComplete = header && data !== 'none' && (header.colour !== palette || singles.has('PLTE'))
  if (!isComplete || chunk.length !== frameBytes) return createDamagedError('The image is damaged.')
  found.chunks.push(chunk)
  return undefined
}

async function drawingOf({ header, orientation = 1, profile, chunks }: Found): Promise<DrawableImage> {
  const { width, height } = header!
  const packed = profile && (await profileIn(profile.content))
  if (packed) chunks.splice(profile.index, 0, chunkOf('iCCP', packed))
  // The orientation follows the signature and the header.
  if (orientation > 1) chunks.splice(2, 0, chunkOf('eXIf', buildExif(orientation)))
  return { width, height, orientation, chunks }
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/**
 * Decompresses a colour profile up to a limit, and compresses it again under a fixed name. This takes longer than all
 * other steps, and no request waits for it.
 */
async function profileIn(content: Buffer): Promise<Buffer | undefined> {
  const name = content.indexOf(0)
  if (name < 1 || name > 79 || content[name + 1] !== 0) return undefined
  const profile = await unfold(content.subarray(name + 2), { maxOutputLength: profileBytesMax }).catch(() => undefined)
  return profile && isProfile(profile)
    ? Buffer.concat([Buffer.from('colours\0\0', 'latin1'), await fold(profile)])
    : undefined
}
