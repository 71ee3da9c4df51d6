// PNGs of every kind, encoded here from their pixels, for the tests of what a PDF makes of them.
import { crc32, deflateSync } from 'node:zlib'

export interface Kind {
  depth: number
  colour: number
  isInterlaced?: boolean
  palette?: Buffer
  transparency?: Buffer
}

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function chunk(name: string, content: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
  whole.writeUInt32BE(content.length)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}

function pngOf({ width, height }: { width: number; height: number }, kind: Kind, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([kind.depth, kind.colour, 0, 0, kind.isInterlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(kind.palette ? [chunk('PLTE', kind.palette)] : []),
    ...(kind.transparency ? [chunk('tRNS', kind.transparency)] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Encodes samples of `depth` bits; every row has the next of the five filters. */
export function encodePng(width: number, height: number, kind: Kind, sample: Sample): Buffer {
  const rows: Buffer[] = []
  for (const [x, y, dx, dy] of kind.isInterlaced ? adam7 : [[0, 0, 1, 1] as const]) {
    const columns = Math.ceil((width - x) / dx)
    let above: Buffer = Buffer.alloc(Math.ceil((columns * channels[kind.colour]! * kind.depth) / 8))
    for (let row = y; row < height && columns > 0; row += dy) {
      const line = packed(kind, (at, part) => sample(x + at * dx, row, part), columns)
      rows.push(filtered(rows.length % 5, line, above, Math.max(1, (channels[kind.colour]! * kind.depth) >> 3)))
      above = line
    }
  }
  return pngOf({ width, height }, kind, Buffer.concat(rows))
}
export type Sample = (x: number, y: number, part: number) => number

function packed({ colour, depth }: Kind, sample: (at: number, part: number) => number, columns: number): Buffer {
  const samples = Array.from({ length: columns * channels[colour]! }, (_, index) =>
    sample(Math.floor(index / channels[colour]!), index % channels[colour]!),
  )
  if (depth === 16) return Buffer.from(samples.flatMap((value) => [value >> 8, value & 0xff]))
  const line = Buffer.alloc(Math.ceil((samples.length * depth) / 8))
  for (const [index, value] of samples.entries()) {
    const bit = index * depth
    line[bit >> 3]! |= value << (8 - depth - (bit & 7))
  }
  return line
}

function filtered(filter: number, line: Buffer, above: Buffer, step: number): Buffer {
  const row = Buffer.alloc(1 + line.length)
  row[0] = filter
  for (let at = 0; at < line.length; at++) {
    const [left, up, corner] = [line[at - step] ?? 0, above[at]!, above[at - step] ?? 0]
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!
    row[1 + at] = line[at]! - guess
  }
  return row
}

function paeth(left: number, up: number, corner: number): number {
  const distance = (value: number) => Math.abs(left + up - corner - value)
  return [left, up, corner].reduce((best, value) => (distance(value) < distance(best) ? value : best))
}

/** The largest PNG that is accepted, in few bytes: 12 million pixels of four times 16 bits, 96 MB decoded. */
export const hostile = { width: 4_096, height: 2_929, bytes: 4_096 * 2_929 * 8 }
export function hostilePng(): Buffer {
  const row = Buffer.alloc(1 + hostile.width * 8, 0x7f)
  row[0] = 4
  const rows = Buffer.alloc(row.length * hostile.height)
  for (let at = 0; at < rows.length; at += row.length) rows[at] = 4
  row.copy(rows)
  return pngOf(hostile, { depth: 16, colour: 6 }, rows)
}
