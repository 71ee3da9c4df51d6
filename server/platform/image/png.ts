// Reads PNG images chunk by chunk, checks each chunk, and keeps the chunks that are needed for drawing.
import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'
import {
  type Drawing,
  damaged,
  exifOf,
  isProfile,
  orientationIn,
  type PictureFault,
  profileBytesMax,
  unsupported,
} from './drawing.ts'

const signatureBytes = 8
/** Bytes of a chunk without its content: length, name and checksum. */
const frameBytes = 12

/** For each kind of colour, how many bits there may be. */
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
const transparencyBytesMax = 256
const paletteBytesMax = 768
/** Chunks that a file may contain at most once. */
const single = new Set(['PLTE', 'tRNS', 'iCCP', ...Object.keys(colours)])

/** Programs write some kilobytes into each, so that the largest picture has a few hundred. */
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
  profile: { content: Buffer; place: number } | undefined
  /** Whether chunks of the image data were found, and whether other chunks followed. */
  data: 'none' | 'here' | 'over'
  parts: Uint8Array[]
}

export async function pngFrom(bytes: Buffer): Promise<Drawing | PictureFault> {
  const found: Found = {
    header: undefined,
    orientation: undefined,
    singles: new Set(),
    profile: undefined,
    data: 'none',
    parts: [bytes.subarray(0, signatureBytes)],
  }
  return (await walk(bytes, found)) ?? drawingOf(found)
}

/** Walks from the first chunk to the end of the image; ignores later bytes. */
async function walk(bytes: Buffer, found: Found): Promise<PictureFault | undefined> {
  let at = signatureBytes
  for (let count = 1; count <= chunksMax; count++) {
    const end = at + frameBytes + (at + frameBytes <= bytes.length ? bytes.readUInt32BE(at) : 0)
    if (end > bytes.length || at + frameBytes > bytes.length) return damaged('The image is cut off.')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return damaged('The image is damaged.')
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return damaged('The image is damaged: a checksum is wrong.')
    const chunk = bytes.subarray(at, end)
    const fault = type === 'IEND' ? takeEnd(found, chunk) : take(found, type, chunk)
    if (fault || type === 'IEND') return fault
    at = end
    if (count % chunksAtOnce === 0) await breathe()
  }
  return unsupported(`The image has more than ${chunksMax} chunks.`)
}

function take(found: Found, type: string, chunk: Buffer): PictureFault | undefined {
  const content = chunk.subarray(8, -4)
  if ((type === 'IHDR') !== (found.header === undefined)) return damaged('The image is damaged.')
  if (type !== 'IDAT' && found.data === 'here') found.data = 'over'
  if (found.singles.has(type)) return damaged(`The image is damaged: it has more than one \`${type}\`.`)
  if (single.has(type)) found.singles.add(type)
  switch (type) {
    case 'IHDR':
      return takeHeader(found, chunk, content)
    case 'PLTE':
      if (found.data !== 'none' || content.length % 3 !== 0 || content.length > paletteBytesMax)
        return damaged('The image is damaged.')
      break
    case 'IDAT':
      if (found.data === 'over') return damaged('The image is damaged.')
      found.data = 'here'
      break
    case 'eXIf':
      found.orientation ??= orientationIn(content)
      return undefined
    case 'iCCP':
      if (found.data === 'none') found.profile = { content, place: found.parts.length }
      return undefined
    case 'tRNS':
      if (content.length > transparencyBytesMax || found.data !== 'none') return damaged('The image is damaged.')
      break
    default:
      // A capital at its start marks a chunk that is necessary to draw the image.
      if (/^[A-Z]/.test(type)) return unsupported('The PNG contains something that is not supported.')
      if (colours[type] !== content.length || found.data !== 'none') return undefined
  }
  found.parts.push(chunk)
  return undefined
}

function takeHeader(found: Found, chunk: Buffer, content: Buffer): PictureFault | undefined {
  if (content.length !== 13) return damaged('The image is damaged.')
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = content.subarray(8)
  const isKnown = depths[colour!]?.includes(depth!) && compression === 0 && filter === 0 && interlace! <= 1
  if (!isKnown || width === 0 || height === 0) return damaged('The image is damaged.')
  found.header = { width, height, colour: colour! }
  found.parts.push(chunk)
  return undefined
}

function takeEnd(found: Found, chunk: Buffer): PictureFault | undefined {
  const { header, singles, data } = found
  const isComplete = header && data !== 'none' && (header.colour !== palette || singles.has('PLTE'))
  if (!isComplete || chunk.length !== frameBytes) return damaged('The image is damaged.')
  found.parts.push(chunk)
  return undefined
}

async function drawingOf({ header, orientation = 1, profile, parts }: Found): Promise<Drawing> {
  const { width, height } = header!
  const packed = profile && (await profileIn(profile.content))
  if (packed) parts.splice(profile.place, 0, chunkOf('iCCP', packed))
  // After the signature and the header.
  if (orientation > 1) parts.splice(2, 0, chunkOf('eXIf', exifOf(orientation)))
  return { width, height, orientation, parts }
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/**
 * Compresses a colour profile again, under a fixed name: in the name of the file, a few bytes could become any number.
 * It takes longer than all other steps, and no request waits for it.
 */
async function profileIn(content: Buffer): Promise<Buffer | undefined> {
  const name = content.indexOf(0)
  if (name < 1 || name > 79 || content[name + 1] !== 0) return undefined
  const profile = await unfold(content.subarray(name + 2), { maxOutputLength: profileBytesMax }).catch(() => undefined)
  return profile && isProfile(profile)
    ? Buffer.concat([Buffer.from('colours\0\0', 'latin1'), await fold(profile)])
    : undefined
}
