// How much work a picture may make: what unfolds, what repeats itself and what comes in crumbs is refused or costs little.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { type CleanImage, cleanImage, isImageError } from '../../server/platform/image/picture.ts'
import { chunk, chunksOf, insert, marksOf, pictures, segment } from './dirt.ts'

const empty = Buffer.alloc(0)

async function refused(bytes: Uint8Array, code: string, message: RegExp): Promise<void> {
  const found = await cleanImage(bytes)
  assert.ok(isImageError(found), 'it is refused')
  assert.equal(found.code, code)
  assert.match(found.message, message)
}
async function taken(bytes: Uint8Array): Promise<CleanImage> {
  const found = await cleanImage(bytes)
  if (isImageError(found)) assert.fail(`${found.code}: ${found.message}`)
  return found
}

/** A profile of so many bytes, folded into few. */
function aProfile(bytes: number): Buffer {
  const profile = Buffer.alloc(bytes)
  profile.writeUInt32BE(bytes, 0)
  profile.write('acsp', 36, 'latin1')
  return chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(profile, { level: 9 })]))
}

/** Where the header of its first scan ends. */
function startOfCoded(jpeg: Buffer): number {
  const scan = marksOf(jpeg).find((at) => jpeg[at + 1] === 0xda)!
  return scan + 2 + jpeg.readUInt16BE(scan + 2)
}

test('a PNG with a repeated drawing chunk is rejected', async () => {
  const png = pictures['alpha.png']!
  const once = {
    iCCP: aProfile(1024 ** 2),
    gAMA: chunk('gAMA', Buffer.alloc(4)),
    cHRM: chunk('cHRM', Buffer.alloc(32)),
    sRGB: chunk('sRGB', Buffer.alloc(1)),
    cICP: chunk('cICP', Buffer.alloc(4)),
    tRNS: chunk('tRNS', Buffer.alloc(2)),
    PLTE: chunk('PLTE', Buffer.alloc(3)),
  }
  await taken(insert(png, 33, ...Object.values(once)))
  for (const [type, each] of Object.entries(once))
    await refused(insert(png, 33, each, each), 'damaged', new RegExp(`more than one \`${type}\``))
  await refused(insert(png, 33, ...Array<Buffer>(90).fill(once.iCCP)), 'damaged', /more than one/)
  // What does not draw it is left out, however often it comes.
  const { bytes } = await taken(insert(png, 33, ...Array<Buffer>(5).fill(chunk('tIME', Buffer.alloc(7)))))
  assert.deepEqual(Buffer.from(bytes), png)
})

/** How often the event loop went round meanwhile. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work
  isOver = true
  return turns
}

test('other requests run while a large image is checked', async () => {
  const png = pictures['alpha.png']!
  const jpeg = pictures['baseline.jpg']!
  const filled = Buffer.alloc(2 * 1024 ** 2, Buffer.from([0xff, 0]))
  const large: [what: string, bytes: Buffer, turns: number][] = [
    ['a profile', insert(png, 33, aProfile(1024 ** 2)), 1],
    ['many chunks', insert(png, 33, ...Array<Buffer>(8_500).fill(chunk('tEXt', empty))), 6],
    ['many segments', insert(jpeg, 2, ...Array<Buffer>(4_600).fill(segment(0xfe, empty))), 6],
    ['a long scan', insert(jpeg, startOfCoded(jpeg), filled), 2],
  ]
  for (const [what, bytes, expected] of large) {
    const turns = await turnsOf(taken(bytes))
    assert.ok(turns >= expected, `${what}: ${turns} turns`)
  }
})

test('an image with more segments than an encoder writes is rejected, and an image with one segment less is stored', async () => {
  const png = pictures['alpha.png']!
  const crumbs = (type: string, count: number) => Array<Buffer>(count).fill(chunk(type, empty))
  for (const type of ['tEXt', 'IDAT']) {
    const at = chunksOf(png).find((start) => png.toString('latin1', start + 4, start + 8) === 'IDAT')!
    await refused(insert(png, at, ...crumbs(type, 10_000)), 'unsupported', /more than 10000 chunks/)
    await taken(insert(png, at, ...crumbs(type, 9_000)))
  }
  const jpeg = pictures['baseline.jpg']!
  const comments = (count: number) => insert(jpeg, 2, ...Array<Buffer>(count).fill(segment(0xfe, empty)))
  await refused(comments(5_000), 'unsupported', /more than 5000 segments/)
  assert.deepEqual(Buffer.from((await taken(comments(4_900))).bytes), jpeg)
  const filling = (count: number) => insert(jpeg, 2, Buffer.alloc(count, 0xff))
  await refused(filling(65_537), 'unsupported', /fill bytes/)
  assert.deepEqual(Buffer.from((await taken(filling(65_536))).bytes), jpeg)
})

test('a JPEG has a limited number of Huffman tables in a segment', async () => {
  const jpeg = pictures['baseline.jpg']!
  const tables = (count: number) => insert(jpeg, 2, segment(0xc4, Buffer.alloc(17 * count)))
  await taken(tables(8))
  await refused(tables(9), 'damaged', /damaged/)
})

/** How often something was searched for meanwhile. */
async function searches(t: TestContext, work: () => Promise<unknown>): Promise<number> {
  const search = t.mock.method(Buffer.prototype, 'indexOf')
  await work()
  search.mock.restore()
  return search.mock.callCount()
}

test('a JPEG full of marker bytes takes little more time than an ordinary JPEG', async (t) => {
  const jpeg = pictures['baseline.jpg']!
  const length = 200_000
  for (const pair of [
    [0xff, 0],
    [0xff, 0xd0],
  ]) {
    const full = insert(jpeg, startOfCoded(jpeg), Buffer.from(Array.from({ length }, (_, index) => pair[index % 2]!)))
    const count = await searches(t, async () => {
      assert.deepEqual(Buffer.from((await taken(full)).bytes), full)
    })
    assert.ok(count < length / 50, `${count} searches`)
  }
})
