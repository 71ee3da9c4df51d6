// PNGs in PDFs: each kind keeps its colours, and none needs the memory of its pixels.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { paperSide, preparePaperPng } from '../../server/platform/pdf/png.ts'
import type { Measured } from './measuring.ts'
import { encodePng, hostile, type Kind, type Sample } from './pngs.ts'

/** Reads the form that `preparePaperPng` writes: 8 bits, opaque, filter "Sub" or none. */
function readPaper(png: Uint8Array): { width: number; height: number; colour: (x: number, y: number) => number[] } {
  const file = Buffer.from(png)
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const parts = file[25] === 2 ? 3 : 1
  const rows = inflateSync(file.subarray(file.indexOf('IDAT') + 4, -16))
  const bytes = 1 + width * parts
  for (let row = 0; row < height; row++)
    if (rows[row * bytes] === 1)
      for (let at = row * bytes + 1 + parts; at < (row + 1) * bytes; at++) rows[at]! += rows[at - parts]!
  return { width, height, colour: (x, y) => [...rows.subarray(y * bytes + 1 + x * parts).subarray(0, parts)] }
}

const palette = Buffer.from([10, 20, 30, 200, 100, 0, 255, 255, 0, 1, 2, 3])
const clearAtTwo = Buffer.from([255, 128, 0])
const eight = (value: number, depth: number): number => Math.round((value * 255) / (2 ** depth - 1))
const onWhite = (value: number, alpha: number): number => 255 - Math.round(((255 - value) * alpha) / 255)

/** The colours of a pixel on white, worked out from its samples in the plainest way. */
function expected({ depth, colour, transparency }: Kind, samples: number[]): number[] {
  if (colour === 3) {
    const index = samples[0]!
    return [0, 1, 2].map((part) => onWhite(palette[3 * index + part]!, transparency?.[index] ?? 255))
  }
  const isClear = transparency?.every((value, at) => at % 2 === 0 || value === samples[at >> 1])
  const values = samples.map((value) => (depth === 16 ? value >> 8 : eight(value, depth)))
  const alpha = isClear ? 0 : colour >= 4 ? values.at(-1)! : 255
  const colours = colour === 2 || colour === 6 ? values.slice(0, 3) : [values[0]!, values[0]!, values[0]!]
  return colours.map((value) => onWhite(value, alpha))
}

const kinds: Kind[] = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ depth, colour: 0 })),
  ...[1, 2, 4, 8].map((depth) => ({ depth, colour: 3, palette })),
  ...[2, 4, 6].flatMap((colour) => [8, 16].map((depth) => ({ depth, colour }))),
  { depth: 2, colour: 3, palette, transparency: clearAtTwo },
  { depth: 8, colour: 0, transparency: Buffer.from([0, 7]) },
  { depth: 8, colour: 2, transparency: Buffer.from([0, 7, 0, 20, 0, 33]) },
]
for (const kind of kinds.flatMap((each) => [each, { ...each, isInterlaced: true }])) {
  const { depth, colour, isInterlaced, transparency } = kind
  const name = `colour ${colour}, ${depth} bits${transparency ? ', tRNS' : ''}${isInterlaced ? ', interlaced' : ''}`
  test(`a small PNG is drawn with the colour of every pixel: ${name}`, async () => {
    const [width, height] = [29, 23]
    const most = colour === 3 ? Math.min(3, 2 ** depth - 1) : 2 ** depth - 1
    const sample: Sample = (x, y, part) => (x * 7 + y * 13 * (part + 1) + part * 13) % (most + 1)
    const png = encodePng(width, height, kind, sample)
    const made = (await preparePaperPng(png))!
    // What the PDF library embeds without decoding it stays as it is.
    if (depth === 8 && (colour === 0 || colour === 2) && !isInterlaced && !transparency)
      return assert.deepEqual(Buffer.from(made), png)
    const paper = readPaper(made)
    assert.deepEqual([paper.width, paper.height], [width, height])
    const parts = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour]!
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const wanted = expected(
          kind,
          Array.from({ length: parts }, (_, part) => sample(x, y, part)),
        )
        const found = paper.colour(x, y)
        assert.deepEqual(found.length === 1 ? [found[0], found[0], found[0]] : found, wanted, `at ${x}, ${y}`)
      }
  })
}

test('a large PNG becomes the average of its pixels', async () => {
  // Black and white columns by turns in the upper half, white below.
  const sample: Sample = (x, y) => (y < 300 && x % 2 === 0 ? 0 : 255)
  for (const isInterlaced of [false, true]) {
    const paper = readPaper(
      (await preparePaperPng(encodePng(2 * paperSide, 600, { depth: 8, colour: 2, isInterlaced }, sample)))!,
    )
    assert.deepEqual([paper.width, paper.height], [paperSide, 300])
    assert.deepEqual([paper.colour(0, 0), paper.colour(paperSide - 1, 149)], [Array(3).fill(128), Array(3).fill(128)])
    assert.deepEqual([paper.colour(0, 150), paper.colour(paperSide - 1, 299)], [Array(3).fill(255), Array(3).fill(255)])
  }
})

test('a proof with the largest PNGs needs no more memory and time than a proof with small photos', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'measuring.ts'), '3'], {
    timeout: 280_000,
  })
  const { rssMb, seconds } = JSON.parse(stdout) as Measured
  const decodedMb = hostile.bytes / 1e6
  assert.ok(rssMb.peak - rssMb.before < decodedMb, `uncopied, three need less than one decoded: ${stdout}`)
  assert.ok(rssMb.copiesPeak - rssMb.before < decodedMb, stdout)
  assert.ok(rssMb.after - rssMb.before < decodedMb / 2, `given back: ${stdout}`)
  assert.ok(seconds.copies < 5 * seconds.small + 1, stdout)
})
