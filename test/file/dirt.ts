// Pictures as hostile or careless senders make them: real ones of every kind, and everything that can be put into one beside the picture.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const folder = join(import.meta.dirname, 'pictures')

/** By their file names. None of them holds anything but what draws it. */
export const pictures: Record<string, Buffer> = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]),
)

/** In everything that must not be left. */
export const canary = 'CANARY'

const bytes = (text: string) => Buffer.from(text, 'latin1')

export function segment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** As a telephone writes it: its make, how it was held, and where. Little-endian. */
export function exif(orientation: number): Buffer {
  const entries = [
    [0x010f, 2, canary.length + 1, 200],
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, 100],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag!, at)
    directory.writeUInt16LE(type!, at + 2)
    directory.writeUInt32LE(count!, at + 4)
    directory.writeUInt32LE(value!, at + 8)
  }
  const place = Buffer.alloc(240)
  place.write(`GPS 51.5 N 0.1 W ${canary}`, 60, 'latin1')
  place.write(`${canary}\0`, 160, 'latin1')
  return Buffer.concat([bytes('II*\0\x08\0\0\0'), directory, place])
}

/** What stands in a JPEG beside the picture. */
export const jpegDirt = (orientation: number): Buffer[] => [
  segment(0xe1, Buffer.concat([bytes('Exif\0\0'), exif(orientation)])),
  segment(0xe1, bytes(`http://ns.adobe.com/xap/1.0/\0<x>${canary}</x>`)),
  segment(0xe2, bytes(`MPF\0${canary}`)),
  segment(0xe2, bytes(`ICC_PROFILE\0\x07\x09${canary}`)),
  segment(0xed, bytes(`Photoshop 3.0\0${canary}`)),
  segment(0xef, bytes(canary)),
  segment(0xfe, bytes(`<script>${canary}</script>`)),
]

/** Before each marker of a JPEG: those behind scans as well. */
export function marksOf(jpeg: Buffer): number[] {
  const marks: number[] = []
  for (let at = 2; ; ) {
    marks.push(at)
    const code = jpeg[at + 1]!
    if (code === 0xd9) return marks
    at += 2 + jpeg.readUInt16BE(at + 2)
    if (code !== 0xda) continue
    while (jpeg[at] !== 0xff || jpeg[at + 1] === 0 || (jpeg[at + 1]! >= 0xd0 && jpeg[at + 1]! <= 0xd7)) at++
  }
}

export const chunk = (type: string, content: Buffer): Buffer => {
  const whole = Buffer.concat([Buffer.alloc(4), bytes(type), content, Buffer.alloc(4)])
  whole.writeUInt32BE(content.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}

/** A few kilobytes that become megabytes for whoever unpacks them. */
const bomb = deflateSync(Buffer.alloc(2 ** 24))

/** What stands in a PNG beside the picture. */
export const pngDirt = (orientation: number): Buffer[] => [
  chunk('eXIf', exif(orientation)),
  chunk('tEXt', bytes(`Comment\0${canary}`)),
  chunk('zTXt', Buffer.concat([bytes(`${canary}\0\0`), bomb])),
  chunk('iTXt', bytes(`XML:com.adobe.xmp\0\0\0\0\0${canary}`)),
  chunk('tIME', Buffer.from([7, 234, 11, 16, 9, 0, 0])),
  chunk('pHYs', Buffer.alloc(9)),
  chunk('xyZw', bytes(canary)),
]
export const bombedProfile = (): Buffer => chunk('iCCP', Buffer.concat([bytes(`${canary}\0\0`), bomb]))

/** Before each chunk of a PNG but the first, which has its place. */
export function chunksOf(png: Buffer): number[] {
  const starts: number[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) starts.push(at)
  return starts.slice(1)
}

export const insert = (into: Buffer, at: number, ...pieces: Buffer[]): Buffer =>
  Buffer.concat([into.subarray(0, at), ...pieces, into.subarray(at)])

/** Behind the end, where a program that reads from there finds something else. */
export const trailers: Record<string, Buffer> = {
  zip: bytes(`PK\x05\x06${canary}${'\0'.repeat(18)}`),
  html: bytes(`<!doctype html><script>${canary}</script>`),
  picture: pictures['grey.jpg']!,
}
