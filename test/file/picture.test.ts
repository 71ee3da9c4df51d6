// What is left of a picture: what draws it. Hostile ones are refused or clean, and a real browser sees no difference.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CleanImage, cleanImage, isImageError, pictureLimits } from '../../server/platform/image/picture.ts'
import { prepareImage } from '../../server/platform/image/rules.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import {
  bombedProfile,
  canary,
  chunk,
  chunksOf,
  exif,
  insert,
  jpegDirt,
  marksOf,
  pictures,
  pngDirt,
  segment,
  trailers,
} from './dirt.ts'

const jpegs = Object.keys(pictures).filter((name) => name.endsWith('.jpg'))
const pngs = Object.keys(pictures).filter((name) => name.endsWith('.png'))

async function cleaned(bytes: Uint8Array): Promise<CleanImage> {
  const found = await cleanImage(bytes)
  if (isImageError(found)) assert.fail(`${found.code}: ${found.message}`)
  return found
}
async function refused(bytes: Uint8Array, code: string): Promise<void> {
  const found = await cleanImage(bytes)
  assert.ok(isImageError(found), 'it is refused')
  assert.equal(found.code, code, found.message)
}

/** Upright and turned, with everything in it that does not belong there, at every place where it may be. */
function dirty(name: string, orientation: number): Buffer {
  const clean = pictures[name]!
  const [marks, dirt] = name.endsWith('.jpg')
    ? [marksOf(clean), jpegDirt(orientation).filter((each) => !(name === 'profile.jpg' && each.includes('ICC')))]
    : [chunksOf(clean), pngDirt(orientation)]
  const all = marks.reverse().reduce((picture, at) => insert(picture, at, ...dirt), clean)
  return Buffer.concat([all, ...Object.values(trailers)])
}

test('an image without metadata is stored unchanged', async () => {
  for (const [name, bytes] of Object.entries(pictures)) {
    const picture = await cleaned(bytes)
    assert.deepEqual([picture.width, picture.height], [61, 43], name)
    assert.equal(picture.type, name.endsWith('.jpg') ? 'image/jpeg' : 'image/png')
    // A profile is packed anew.
    if (name === 'profile.png') assert.deepEqual((await cleaned(picture.bytes)).bytes, picture.bytes)
    else assert.deepEqual(Buffer.from(picture.bytes), bytes, name)
  }
})

test('location, device, comments and trailing data of an image are removed', async () => {
  for (const [name, bytes] of Object.entries(pictures)) {
    const spoilt = dirty(name, 1)
    assert.ok(spoilt.includes(canary) && spoilt.includes('GPS'))
    const picture = await cleaned(spoilt)
    assert.ok(!Buffer.from(picture.bytes).includes(canary), name)
    assert.deepEqual(picture.bytes, (await cleaned(bytes)).bytes, name)
  }
})

test("only the orientation of a photo's metadata is kept", async () => {
  for (const name of Object.keys(pictures))
    for (let orientation = 1; orientation <= 8; orientation++) {
      const picture = await cleaned(dirty(name, orientation))
      const shown = orientation >= 5 ? [43, 61] : [61, 43]
      assert.deepEqual([picture.width, picture.height], shown, `${name} ${orientation}`)
      assert.ok(!Buffer.from(picture.bytes).includes(canary))
      assert.deepEqual(await cleaned(picture.bytes), picture, 'once is enough')
    }
})

test('unreadable metadata does not rotate a photo', async () => {
  const jpeg = pictures['baseline.jpg']!
  const withExif = (tiff: Buffer) => insert(jpeg, 2, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff])))
  const good = exif(6)
  const far = Buffer.from(good)
  far.writeUInt32LE(0xffffffff, 4)
  const many = Buffer.from(good)
  many.writeUInt16LE(0xffff, 8)
  many.writeUInt16LE(0, 10 + 12)
  for (const tiff of [Buffer.alloc(0), Buffer.from('II*\0'), good.subarray(0, 20), far, many, exif(0), exif(9)])
    assert.deepEqual(Buffer.from((await cleaned(withExif(tiff))).bytes), jpeg)
})

test('a file other than JPEG or PNG is rejected under any name', async () => {
  const others = {
    gif: 'GIF89a\x01\0\x01\0',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    heic: '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
    webp: 'RIFF\x10\0\0\0WEBPVP8 ',
    avif: '\0\0\0\x1cftypavif',
    pdf: '%PDF-1.7',
    html: '<!doctype html><img src="x">',
    bmp: 'BM\x36\0\0\0',
    'JPEG XL': '\xff\x0a',
    'a marker': '\xff\xd8',
    nothing: '',
  }
  for (const bytes of Object.values(others)) await refused(Buffer.from(bytes, 'latin1'), 'type')
})

test('an upload with a rejected image returns an error code of the API', async () => {
  await assert.rejects(prepareImage(Buffer.from('GIF89a')), { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 })
  await assert.rejects(prepareImage(pictures['grey.jpg']!.subarray(0, 300)), {
    code: 'BAD_REQUEST',
    message: /cut off/,
  })
  assert.match((await prepareImage(pictures['grey.jpg']!)).sha256, /^[0-9a-f]{64}$/)
})

test('an image that declares an enormous size is rejected for any file size', async () => {
  const jpeg = pictures['baseline.jpg']!
  const frame = marksOf(jpeg).find((at) => jpeg[at + 1] === 0xc0)!
  const png = pictures['alpha.png']!
  for (const [width, height] of [
    [65_535, 65_535],
    [pictureLimits.side + 1, 1],
    [1, pictureLimits.side + 1],
    [4_000, 3_001],
  ] as const) {
    const large = Buffer.from(jpeg)
    large.writeUInt16BE(height, frame + 5)
    large.writeUInt16BE(width, frame + 7)
    await refused(large, 'size')
    const header = Buffer.from(png.subarray(16, 29))
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    await refused(Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), png.subarray(33)]), 'size')
  }
  await refused(Buffer.concat([jpeg, Buffer.alloc(pictureLimits.bytes)]), 'size')
})

test('a truncated image is rejected', async () => {
  for (const [name, bytes] of Object.entries(pictures))
    for (let length = 0; length < bytes.length; length += 1 + Math.floor(length / 300))
      assert.ok(isImageError(await cleanImage(bytes.subarray(0, length))), `${name} of ${length} bytes`)
})

test('a JPEG that is undrawable, has hidden data or needs endless work is rejected', async () => {
  const jpeg = pictures['progressive.jpg']!
  const marks = marksOf(jpeg)
  const frame = marks.find((at) => jpeg[at + 1] === 0xc2)!
  const changed = (at: number, ...values: number[]) => {
    const copy = Buffer.from(jpeg)
    copy.set(values, at)
    return copy
  }
  for (const code of [0xc3, 0xc5, 0xc9, 0xcc, 0xcf]) await refused(changed(frame + 1, code), 'unsupported')
  await refused(changed(frame + 4, 12), 'unsupported')
  await refused(changed(frame + 5, 0, 0), 'damaged')
  await refused(insert(jpeg, frame, jpeg.subarray(frame, frame + 2 + jpeg.readUInt16BE(frame + 2))), 'damaged')
  for (const code of [0xc4, 0xdb, 0xdd]) await refused(insert(jpeg, 2, segment(code, Buffer.from(canary))), 'damaged')
  for (const code of [0xd0, 0xd8, 0xf0, 0x02])
    await refused(insert(jpeg, 2, segment(code, Buffer.from(canary))), 'damaged')
  const scan = marks.find((at) => jpeg[at + 1] === 0xda)!
  const next = marks.find((at) => at > scan)!
  await refused(insert(jpeg, next, ...Array(101).fill(jpeg.subarray(scan, next))), 'unsupported')
  await refused(Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]), 'damaged')
})

test('a PNG with a wrong checksum, a wrong sequence or an unknown required chunk is rejected', async () => {
  const png = pictures['palette.png']!
  const starts = [8, ...chunksOf(png)]
  for (const at of starts)
    for (const place of [at + 4, at + 8 + png.readUInt32BE(at)]) {
      const copy = Buffer.from(png)
      copy[place]! ^= 1
      await refused(copy, 'damaged')
    }
  const [first, second] = starts as [number, number]
  await refused(insert(png, second, chunk('ABCD', Buffer.from(canary))), 'unsupported')
  await refused(insert(png, second, png.subarray(first, second)), 'damaged')
  await refused(insert(png, first, chunk('gAMA', Buffer.alloc(4))), 'damaged')
  const data = starts.find((at) => png.toString('latin1', at + 4, at + 8) === 'IDAT')!
  const whole = png.subarray(data, data + 12 + png.readUInt32BE(data))
  await refused(insert(png, data, whole, chunk('tEXt', Buffer.from(canary))), 'damaged')
  await refused(Buffer.concat([png.subarray(0, data), chunk('IEND', Buffer.alloc(0))]), 'damaged')
  const palette = starts.find((at) => png.toString('latin1', at + 4, at + 8) === 'PLTE')!
  const without = [png.subarray(0, palette), png.subarray(palette + 12 + png.readUInt32BE(palette))]
  await refused(Buffer.concat(without), 'damaged')
})

test('a colour profile is kept, and other metadata is removed without decompression', async () => {
  assert.ok(Buffer.from((await cleaned(pictures['profile.jpg']!)).bytes).includes('acsp'))
  assert.ok(Buffer.from((await cleaned(pictures['profile.png']!)).bytes).includes('iCCP'))
  const png = pictures['alpha.png']!
  const bombed = insert(png, 33, bombedProfile())
  assert.deepEqual(Buffer.from((await cleaned(bombed)).bytes), png)
})

test('every randomly modified image is rejected, or stored without metadata and within its limits', async () => {
  const edits = fc.array(
    fc.record({
      at: fc.nat(4_000),
      cut: fc.nat(6),
      put: fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(...jpegDirt(3), ...pngDirt(3))),
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(pictures)), edits, async (name, all) => {
      const spoilt = all.reduce(
        (bytes, { at, cut, put }) =>
          Buffer.concat([bytes.subarray(0, at % bytes.length), put, bytes.subarray((at % bytes.length) + cut)]),
        pictures[name]!,
      )
      const found = await cleanImage(spoilt)
      if (isImageError(found)) return
      assert.ok(found.width <= pictureLimits.side && found.height <= pictureLimits.side)
      assert.ok(found.width * found.height <= pictureLimits.pixels)
      assert.deepEqual(await cleaned(found.bytes), found, 'once is enough')
    }),
    { numRuns: 3_000 },
  )
})

test('a browser draws the cleaned image like the original', { skip: noBrowser }, async () => {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const cases = [...jpegs, ...pngs].flatMap((name) =>
      [1, 6, 3].map((orientation) => ({ name, orientation, spoilt: dirty(name, orientation) })),
    )
    const pairs = await Promise.all(
      cases.map(async ({ spoilt }) => {
        const { type, bytes } = await cleaned(spoilt)
        return [spoilt, Buffer.from(bytes)].map((each) => `data:${type};base64,${each.toString('base64')}`)
      }),
    )
    const drawn = (await page.evaluate(`(${comparePixels})(${JSON.stringify(pairs)})`)) as Drawn[]
    for (const [index, { size, same, colours }] of drawn.entries()) {
      const { name, orientation, spoilt } = cases[index]!
      assert.ok(same, `${name} turned by ${orientation}`)
      assert.ok(colours > 10, 'something is drawn')
      const { width, height } = await cleaned(spoilt)
      assert.deepEqual([width, height], size, `${name} turned by ${orientation}`)
    }
  } finally {
    await browser.close()
  }
})

interface Drawn {
  size: number[]
  same: boolean
  colours: number
}

/** Runs in the page. */
const comparePixels = `async (pairs) => {
  const pixels = async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    const size = [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight]
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return { size, data: [...context.getImageData(0, 0, ...size).data] }
  }
  const found = []
  for (const pair of pairs) {
    const [before, after] = await Promise.all(pair.map(pixels))
    const same = JSON.stringify(before) === JSON.stringify(after)
    found.push({ size: after.size, same, colours: new Set(after.data).size })
  }
  return found
}`
