// PNG: walks from chunk to chunk, checks each, and keeps those that draw.
import { crc32, deflateSync, inflateSync } from 'node:zlib'
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
/** Its length and its name before the content, a checksum behind it. */
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

/** Of the chunks that may be left out, those that draw, and how long each of them is. */
const colours: Record<string, number> = { gAMA: 4, cHRM: 32, sRGB: 1, cICP: 4 }
const transparencyBytesMax = 256
const paletteBytesMax = 768

interface Found {
  header: { width: number; height: number; colour: number } | undefined
  orientation: number
  hasPalette: boolean
  /** Whether a chunk of the picture itself has come, and whether others have come since. */
  data: 'none' | 'here' | 'over'
  parts: Uint8Array[]
}

export function pngFrom(bytes: Buffer): Drawing | PictureFault {
  const found: Found = {
    header: undefined,
    orientation: 1,
    hasPalette: false,
    data: 'none',
    parts: [bytes.subarray(0, signatureBytes)],
  }
  let at = signatureBytes
  for (;;) {
    const end = at + frameBytes + (at + frameBytes <= bytes.length ? bytes.readUInt32BE(at) : 0)
    if (end > bytes.length || at + frameBytes > bytes.length) return damaged('The picture is cut off.')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return damaged('The picture is damaged.')
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return damaged('The picture is damaged: a checksum is wrong.')
    const chunk = bytes.subarray(at, end)
    if (type === 'IEND') return whole(found, chunk)
    const fault = take(found, type, chunk)
    if (fault) return fault
    at = end
  }
}

function take(found: Found, type: string, chunk: Buffer): PictureFault | undefined {
  const content = chunk.subarray(8, -4)
  if ((type === 'IHDR') !== (found.header === undefined)) return damaged('The picture is damaged.')
  if (type !== 'IDAT' && found.data === 'here') found.data = 'over'
  switch (type) {
    case 'IHDR':
      return takeHeader(found, chunk, content)
    case 'PLTE':
      if (found.hasPalette || found.data !== 'none' || content.length % 3 !== 0 || content.length > paletteBytesMax)
        return damaged('The picture is damaged.')
      found.hasPalette = true
      break
    case 'IDAT':
      if (found.data === 'over') return damaged('The picture is damaged.')
      found.data = 'here'
      break
    case 'eXIf':
      found.orientation = orientationIn(content)
      return undefined
    case 'iCCP': {
      const profile = profileIn(content)
      if (profile && found.data === 'none') found.parts.push(chunkOf('iCCP', profile))
      return undefined
    }
    case 'tRNS':
      if (content.length > transparencyBytesMax || found.data !== 'none') return damaged('The picture is damaged.')
      break
    default:
      // A capital at its start says that the picture cannot be drawn without it.
      if (/^[A-Z]/.test(type)) return unsupported('The PNG contains something that is not supported.')
      if (colours[type] !== content.length || found.data !== 'none') return undefined
  }
  found.parts.push(chunk)
  return undefined
}

function takeHeader(found: Found, chunk: Buffer, content: Buffer): PictureFault | undefined {
  if (content.length !== 13) return damaged('The picture is damaged.')
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = content.subarray(8)
  const isKnown = depths[colour!]?.includes(depth!) && compression === 0 && filter === 0 && interlace! <= 1
  if (!isKnown || width === 0 || height === 0) return damaged('The picture is damaged.')
  found.header = { width, height, colour: colour! }
  found.parts.push(chunk)
  return undefined
}

function whole(found: Found, end: Buffer): Drawing | PictureFault {
  const { header, orientation } = found
  const isComplete = header && found.data !== 'none' && (header.colour !== palette || found.hasPalette)
  if (!isComplete || end.length !== frameBytes) return damaged('The picture is damaged.')
  const [signature, first, ...rest] = found.parts
  const turned = orientation > 1 ? [chunkOf('eXIf', exifOf(orientation))] : []
  return {
    width: header.width,
    height: header.height,
    orientation,
    parts: [signature!, first!, ...turned, ...rest, end],
  }
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** Packed anew under a name of ours: behind a name of somebody's, a few bytes may become as many as they like. */
function profileIn(content: Buffer): Buffer | undefined {
  const name = content.indexOf(0)
  if (name < 1 || name > 79 || content[name + 1] !== 0) return undefined
  try {
    const profile = inflateSync(content.subarray(name + 2), { maxOutputLength: profileBytesMax })
    return isProfile(profile) ? Buffer.concat([Buffer.from('colours\0\0', 'latin1'), deflateSync(profile)]) : undefined
  } catch {
    return undefined
  }
}
