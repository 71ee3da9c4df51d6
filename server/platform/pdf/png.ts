// Scales a PNG row by row to a small opaque PNG. Memory depends on the size of the result, not of the source.
import { crc32, createInflate, deflateSync, inflateSync } from 'node:zlib'

/** Pixels of the longest side on paper: 250 dots per inch in the widest box of a proof. */
export const paperSide = 800

const pixelsMax = 16_000_000
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Bytes per inflated chunk; larger chunks need fewer turns of the event loop. */
const pieceBytes = 256 * 1024
const channelsByColour: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const white = 255

interface Png {
  width: number
  height: number
  depth: number
  colour: number
  isInterlaced: boolean
  palette: Buffer | undefined
  /** Content of `tRNS`: the alpha of each palette entry, or the one colour that is transparent. */
  transparency: Buffer | undefined
  /** Deflated rows. */
  data: Buffer
}

/** One pass over the image. An interlaced PNG has seven passes, other images have one. */
interface Pass {
  x: number
  y: number
  dx: number
  dy: number
  width: number
  height: number
}

export const isPng = (data: Uint8Array): boolean => signature.equals(data.subarray(0, signature.length))

/**
 * Returns a PNG that can be embedded without decoding it: 8 bits, opaque on white, at most `paperSide` pixels a side.
 * Undefined for a file whose bytes do not match its header.
 */
export async function preparePaperPng(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const png = parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!png) return undefined
  return isPlain(png) ? (isIntact(png) ? bytes : undefined) : scaled(png)
}

function parse(file: Buffer): Png | undefined {
  const chunks = chunksOf(file)
  const header = chunks?.find(({ name }) => name === 'IHDR')?.content
  if (!chunks || header?.length !== 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colour, , , interlace] = header.subarray(8)
  const contentOf = (chunkName: string) => chunks.find(({ name }) => name === chunkName)?.content
  const data = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content))
  const isSupported = channelsByColour[colour!] !== undefined && [1, 2, 4, 8, 16].includes(depth!)
  if (!isSupported || width * height === 0 || width * height > pixelsMax) return undefined
  const [palette, transparency] = [contentOf('PLTE'), contentOf('tRNS')]
  return { width, height, depth: depth!, colour: colour!, isInterlaced: interlace === 1, palette, transparency, data }
}

/** Returns the chunks of a PNG; undefined if the last chunk is incomplete. */
function chunksOf(file: Buffer): { name: string; content: Buffer }[] | undefined {
  const chunks: { name: string; content: Buffer }[] = []
  for (let offset = signature.length; offset + 12 <= file.length; ) {
    const end = offset + 12 + file.readUInt32BE(offset)
    if (end > file.length) return undefined
    const name = file.toString('latin1', offset + 4, offset + 8)
    if (name === 'IEND') return chunks
    chunks.push({ name, content: file.subarray(offset + 8, end - 4) })
    offset = end
  }
  return undefined
}

/** Returns whether a PNG is small and pdfkit embeds it without decoding it. */
const isPlain = ({ width, height, depth, colour, isInterlaced, palette, transparency }: Png): boolean =>
  depth === 8 &&
  (colour === 0 || colour === 2) &&
  !isInterlaced &&
  !palette &&
  !transparency &&
  Math.max(width, height) <= paperSide

/** Bytes of a row: its filter, then its pixels. */
const rowBytes = ({ colour, depth }: Png, width: number): number =>
  1 + Math.ceil((width * channelsByColour[colour]! * depth) / 8)

function isIntact(png: Png): boolean {
  const bytes = rowBytes(png, png.width)
  try {
    const rows = inflateSync(png.data, { maxOutputLength: bytes * png.height + 1 })
    if (rows.length !== bytes * png.height) return false
    for (let offset = 0; offset < rows.length; offset += bytes) if (rows[offset]! > 4) return false
    return true
  } catch {
    return false
  }
}

const interlacedPasses = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

const passesOf = ({ width, height, isInterlaced }: Png): Pass[] =>
  (isInterlaced ? interlacedPasses : [{ x: 0, y: 0, dx: 1, dy: 1 }])
    .map((pass) => ({
      ...pass,
      width: Math.ceil((width - pass.x) / pass.dx),
      height: Math.ceil((height - pass.y) / pass.dy),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0)

async function scaled(png: Png): Promise<Uint8Array | undefined> {
  const canvas = newCanvas(png)
  const drawing = drawingOf(png, canvas)
  const inflate = createInflate({ chunkSize: pieceBytes })
  inflate.end(png.data)
  try {
    for await (const data of inflate as AsyncIterable<Buffer>) if (!drawing.take(data)) return undefined
  } catch {
    return undefined
  }
  return drawing.isComplete() ? encode(canvas) : undefined
}

/** Draws the rows of an image on a canvas, piece by piece. `take` returns false if the data is broken. */
function drawingOf(png: Png, canvas: Canvas): { take(piece: Buffer): boolean; isComplete(): boolean } {
  const expand = expanderOf(png)
  const passes = passesOf(png)
  let pass = passes.shift()
  let row = 0
  let lines = pass && linesOf(png, pass)
  return {
    take(data) {
      for (let offset = 0; offset < data.length; ) {
        if (!pass || !lines) return false
        offset += lines.take(data, offset)
        if (!lines.isFull()) continue
        const line = lines.unfiltered()
        if (!line) return false
        draw(canvas, expand(line, pass.width), pass, row++)
        if (row < pass.height) continue
        pass = passes.shift()
        row = 0
        lines = pass && linesOf(png, pass)
      }
      return true
    },
    isComplete: () => pass === undefined,
  }
}

/** The sums of the colours of all source pixels that one pixel of the result covers. */
interface Canvas {
  width: number
  height: number
  sums: Uint32Array
  /**
   * For each source column and row, its column and row in the result. The counts are the numbers of source columns and
   * rows per column and row of the result.
   */
  columns: Uint16Array
  rows: Uint16Array
  columnCounts: Uint16Array
  rowCounts: Uint16Array
}

function newCanvas(png: Png): Canvas {
  const scale = Math.min(1, paperSide / Math.max(png.width, png.height))
  const [width, height] = [png.width, png.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const [columns, columnCounts] = mapSourceToTarget(png.width, width)
  const [rows, rowCounts] = mapSourceToTarget(png.height, height)
  return { width, height, sums: new Uint32Array(width * height * 3), columns, rows, columnCounts, rowCounts }
}

function mapSourceToTarget(sourceSize: number, targetSize: number): [places: Uint16Array, counts: Uint16Array] {
  const targets = Uint16Array.from({ length: Math.min(sourceSize, 65_535) }, (_, index) =>
    Math.floor((index * targetSize) / sourceSize),
  )
  const counts = new Uint16Array(targetSize)
  for (const target of targets) counts[target]!++
  return [targets, counts]
}

/**
 * Collects the bytes of one row and undoes its filter. Of 16 bits per sample, it keeps the upper 8. Filters work byte
 * by byte, so the upper bytes of a row do not depend on lower bytes.
 */
function linesOf(png: Png, { width }: Pass) {
  const bytes = rowBytes(png, width)
  const isWide = png.depth === 16
  const raw = new Uint8Array(bytes)
  const length = isWide ? (bytes - 1) / 2 : bytes - 1
  let line = new Uint8Array(length)
  let previousLine = new Uint8Array(length)
  const step = Math.max(1, (channelsByColour[png.colour]! * Math.min(png.depth, 8)) >> 3)
  let filled = 0
  return {
    isFull: () => filled === bytes,
    /** Copies bytes into the row until it is full. Returns the number of copied bytes. */
    take(data: Buffer, offset: number): number {
      const count = Math.min(bytes - filled, data.length - offset)
      raw.set(data.subarray(offset, offset + count), filled)
      filled += count
      return count
    },
    /**
     * Returns the row without its filter; undefined for an unknown filter. The result is valid until the next row is
     * complete.
     */
    unfiltered(): Uint8Array | undefined {
      filled = 0
      const target = previousLine
      previousLine = line
      line = target
      if (isWide) for (let index = 0; index < length; index++) line[index] = raw[1 + 2 * index]!
      else line.set(raw.subarray(1))
      return undoFilter(raw[0]!, line, previousLine, step) ? line : undefined
    },
  }
}

/** Undoes the filter of a row. Returns false if PNG has no such filter. `previousLine` is the row before, or zeros. */
function undoFilter(filter: number, line: Uint8Array, previousLine: Uint8Array, step: number): boolean {
  const { length } = line
  switch (filter) {
    case 0:
      return true
    case 1:
      for (let index = step; index < length; index++) line[index]! += line[index - step]!
      return true
    case 2:
      for (let index = 0; index < length; index++) line[index]! += previousLine[index]!
      return true
    case 3:
      for (let index = 0; index < Math.min(step, length); index++) line[index]! += previousLine[index]! >> 1
      for (let index = step; index < length; index++) line[index]! += (line[index - step]! + previousLine[index]!) >> 1
      return true
    case 4:
      undoPaeth(line, previousLine, step)
      return true
    default:
      return false
  }
}

function undoPaeth(line: Uint8Array, previousLine: Uint8Array, step: number): void {
  for (let index = 0; index < Math.min(step, line.length); index++) line[index]! += previousLine[index]!
  for (let index = step; index < line.length; index++) {
    const left = line[index - step]!
    const up = previousLine[index]!
    const corner = previousLine[index - step]!
    const byLeft = Math.abs(up - corner)
    const byUp = Math.abs(left - corner)
    const byCorner = Math.abs(left + up - 2 * corner)
    line[index]! += byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
  }
}

/** Adds a row of a pass to the sums of the canvas. */
function draw({ columns, rows, sums, width }: Canvas, colours: Uint8Array, pass: Pass, row: number): void {
  const start = rows[pass.y + row * pass.dy]! * width
  for (let source = 0, x = pass.x; source < 3 * pass.width; source += 3, x += pass.dx) {
    const target = 3 * (start + columns[x]!)
    sums[target]! += colours[source]!
    sums[target + 1]! += colours[source + 1]!
    sums[target + 2]! += colours[source + 2]!
  }
}

/** Returns the red, green and blue of a row's pixels, on white. The result is valid until the next row. */
type Expand = (line: Uint8Array, width: number) => Uint8Array

function expanderOf(png: Png): Expand {
  const colours = new Uint8Array(3 * png.width)
  switch (png.colour) {
    case 6:
      return (line, width) => {
        for (let source = 0, target = 0; target < 3 * width; source += 4, target += 3) {
          const alpha = line[source + 3]!
          colours[target] = onWhite(line[source]!, alpha)
          colours[target + 1] = onWhite(line[source + 1]!, alpha)
          colours[target + 2] = onWhite(line[source + 2]!, alpha)
        }
        return colours
      }
    case 4:
      return (line, width) => {
        for (let pixel = 0; pixel < width; pixel++)
          colours.fill(onWhite(line[2 * pixel]!, line[2 * pixel + 1]!), 3 * pixel, 3 * pixel + 3)
        return colours
      }
    case 2:
      return png.depth === 8 && png.transparency?.length === 6 ? colourKeyed(png.transparency, colours) : (line) => line
    default:
      return indexed(png, colours)
  }
}

/**
 * Expands lines with one transparent colour. Of 16 bits per sample, the lower 8 were dropped, so several colours would
 * match.
 */
function colourKeyed(key: Buffer, colours: Uint8Array): Expand {
  const [red, green, blue] = [key[1], key[3], key[5]]
  return (line, width) => {
    colours.set(line.subarray(0, 3 * width))
    for (let index = 0; index < 3 * width; index += 3)
      if (line[index] === red && line[index + 1] === green && line[index + 2] === blue)
        colours.fill(white, index, index + 3)
    return colours
  }
}

function indexed(png: Png, colours: Uint8Array): Expand {
  const entries = entriesOf(png)
  const depth = Math.min(png.depth, 8)
  const mask = (1 << depth) - 1
  return (line, width) => {
    for (let x = 0, bit = 0; x < width; x++, bit += depth) {
      const entryOffset = 3 * ((line[bit >> 3]! >> (8 - depth - (bit & 7))) & mask)
      for (let channel = 0; channel < 3; channel++) colours[3 * x + channel] = entries[entryOffset + channel]!
    }
    return colours
  }
}

const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : white - Math.round(((white - value) * alpha) / 255)

/** Returns the colour of each grey or palette entry on white. */
function entriesOf({ colour, depth, palette, transparency }: Png): Uint8Array {
  const entries = 1 << Math.min(depth, 8)
  const colours = new Uint8Array(3 * entries)
  const isGrey = colour === 0
  const clear = isGrey && depth <= 8 && transparency?.length === 2 ? transparency.readUInt16BE(0) : -1
  for (let index = 0; index < entries; index++) {
    const alpha = isGrey ? (index === clear ? 0 : 255) : (transparency?.[index] ?? 255)
    for (let channel = 0; channel < 3; channel++) {
      const value = isGrey ? (index * 255) / (entries - 1) : (palette?.[3 * index + channel] ?? 0)
      colours[3 * index + channel] = onWhite(value, alpha)
    }
  }
  return colours
}

/** Writes every row with the filter "Sub", which encoders choose for most rows of a photo. */
function encode({ width, height, sums, columnCounts, rowCounts }: Canvas): Uint8Array {
  const rows = new Uint8Array(height * (1 + 3 * width))
  for (let y = 0, source = 0, target = 0; y < height; y++) {
    rows[target++] = 1
    const previous = [0, 0, 0]
    for (let x = 0; x < width; x++) {
      const count = columnCounts[x]! * rowCounts[y]!
      for (let channel = 0; channel < 3; channel++) {
        const value = Math.round(sums[source++]! / count)
        rows[target++] = value - previous[channel]!
        previous[channel] = value
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(name: string, content: Uint8Array = new Uint8Array()): Buffer {
  const result = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
  result.writeUInt32BE(content.length, 0)
  result.writeUInt32BE(crc32(result.subarray(4, -4)), result.length - 4)
  return result
}
