// Pictures in a PDF: looked through before the library sees them, because a broken one would end the thread or fill its memory.
import { inflateSync } from 'node:zlib'

/** As pdfkit keeps an opened picture. */
export interface Picture {
  width: number
  height: number
}

const pixelsMax = 16_000_000

/** The picture, or undefined where it is none that can be drawn. */
export function openPicture(doc: PDFKit.PDFDocument, bytes: Uint8Array): Picture | undefined {
  try {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (isPng(data) && !isWholePng(data)) return undefined
    // The library's types do not tell what it opens.
    const image = (doc as unknown as { openImage(data: Buffer): Opened }).openImage(data)
    const isDrawable = image.width > 0 && image.height > 0 && image.width * image.height <= pixelsMax
    if (!isDrawable || ('bits' in image && image.colorSpace === undefined)) return undefined
    // A phone that was held upright says so instead of turning its picture.
    return (image.orientation ?? 1) > 4 ? Object.assign(image, turned(image)) : image
  } catch {
    return undefined
  }
}

interface Opened extends Picture {
  orientation?: number
  bits?: number
  colorSpace?: string
}
const turned = (image: Opened) => ({ shownWidth: image.height, shownHeight: image.width })

/** Width and height as they are seen. */
export function shownSize(picture: Picture & { shownWidth?: number; shownHeight?: number }): Picture {
  return { width: picture.shownWidth ?? picture.width, height: picture.shownHeight ?? picture.height }
}

const isPng = (data: Buffer) => data.length > 8 && data.readUInt32BE(0) === 0x89504e47

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Whether all of its chunks are there and its pixels are as many as it says: neither less nor, as in a bomb, far more. */
function isWholePng(data: Buffer): boolean {
  const parts: Buffer[] = []
  let at = 8
  let ended = false
  while (at + 12 <= data.length && !ended) {
    const length = data.readUInt32BE(at)
    const name = data.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > data.length) return false
    if (name === 'IDAT') parts.push(data.subarray(at + 8, at + 8 + length))
    ended = name === 'IEND'
    at += 12 + length
  }
  const width = data.readUInt32BE(16)
  const height = data.readUInt32BE(20)
  const [depth, colour, , , interlace] = data.subarray(24, 29)
  const channels = channelsOf[colour!]
  if (!ended || channels === undefined || width * height === 0 || width * height > pixelsMax) return false
  const rows = interlace === 1 ? interlacedRows(width, height) : [{ width, height }]
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * channels * depth!) / 8)
  const expected = rows.reduce((sum, pass) => sum + pass.height * rowBytes(pass.width), 0)
  const pixels = inflateSync(Buffer.concat(parts), { maxOutputLength: expected + 1 })
  if (pixels.length !== expected) return false
  let start = 0
  for (const pass of rows)
    for (let row = 0; row < pass.height; row++, start += rowBytes(pass.width)) if (pixels[start]! > 4) return false
  return true
}

const passes = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]
const interlacedRows = (width: number, height: number): Picture[] =>
  passes
    .map(({ x, y, dx, dy }) => ({ width: Math.ceil((width - x) / dx), height: Math.ceil((height - y) / dy) }))
    .filter((pass) => pass.width > 0 && pass.height > 0)
