// Reads PDFs as others would: the text by pdf.js, and the codes by a scanner, from what the file says is black and white.
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export interface Page {
  /** As they are seen; and each piece of text by itself, as in the cells of a table. */
  lines: string[]
  texts: string[]
  width: number
  height: number
}

export async function readPdf(bytes: Uint8Array): Promise<Page[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: Page[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const found = items.flatMap((item) => ('str' in item ? [item] : []))
    const text = found.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('')
    const [, , width, height] = page.view
    pages.push({
      lines: text.split('\n').filter((line) => line !== ''),
      texts: found.map(({ str }) => str).filter((str) => str.trim() !== ''),
      width: width!,
      height: height!,
    })
    page.cleanup()
  }
  await document.loadingTask.destroy()
  return pages
}

type Matrix = [number, number, number, number, number, number]
interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}
export interface Painted extends Rectangle {
  isBlack: boolean
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  g * a + h * c,
  g * b + h * d,
  i * a + j * c,
  i * b + j * d,
  k * a + l * c + e,
  k * b + l * d + f,
]

/** What is filled on each page, of rectangles alone, in the order in which it is. */
export function paintedOn(bytes: Uint8Array): Painted[][] {
  const file = Buffer.from(bytes).toString('latin1')
  const contents = [...file.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)]
    .map(([, stream]) => {
      try {
        return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .filter((content) => content.startsWith('1 0 0 -1 0 '))
  return contents.map(paintedBy)
}

function paintedBy(content: string): Painted[] {
  const painted: Painted[] = []
  const kept: { matrix: Matrix; isBlack: boolean }[] = []
  let now: { matrix: Matrix; isBlack: boolean } = { matrix: [1, 0, 0, 1, 0, 0], isBlack: true }
  let path: Rectangle[] = []
  let values: number[] = []
  for (const word of content.split(/\s+/)) {
    if (/^-?[\d.]+$/.test(word)) {
      values.push(Number(word))
      continue
    }
    if (word === 'q') kept.push({ ...now })
    if (word === 'Q') now = kept.pop()!
    if (word === 'cm') now.matrix = times(now.matrix, values.slice(-6) as Matrix)
    if (word === 'scn') now.isBlack = values.slice(-3).every((value) => value === 0)
    if (word === 're') path.push(placed(now.matrix, values.slice(-4)))
    if (/^(f|S|n|B)\*?$/.test(word)) {
      if (word.startsWith('f')) painted.push(...path.map((rectangle) => ({ ...rectangle, isBlack: now.isBlack })))
      path = []
    }
    values = []
  }
  return painted
}

function placed([a, , , d, e, f]: Matrix, [x, y, width, height]: number[]): Rectangle {
  const [top, bottom] = [d * y! + f, d * (y! + height!) + f]
  return { x: a * x! + e, y: Math.min(top, bottom), width: a * width!, height: Math.abs(top - bottom) }
}

const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
// By default it would be fetched from elsewhere.
const scanner = prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })

export interface Picture {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

export async function scan(picture: Picture): Promise<{ format: string; text: string }[]> {
  await scanner
  const found = await readBarcodes(
    { ...picture, colorSpace: 'srgb' },
    { formats: ['Code128', 'QRCode'], maxNumberOfSymbols: 16 },
  )
  return found.map(({ format, text }) => ({ format, text }))
}

/** A page as a printer would fill it. */
export function printed(painted: Painted[], size: { width: number; height: number }, scale = 3): Picture {
  const [width, height] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)]
  const pixels = new Uint32Array(width * height).fill(0xffffffff)
  for (const rectangle of painted) {
    const [left, right] = [rectangle.x, rectangle.x + rectangle.width].map((x) => Math.round(x * scale))
    // Measured from below, as the file does.
    const from = size.height - rectangle.y - rectangle.height
    const [top, bottom] = [from, from + rectangle.height].map((y) => Math.round(y * scale))
    for (let y = Math.max(0, top!); y < Math.min(height, bottom!); y++)
      pixels.fill(rectangle.isBlack ? 0xff000000 : 0xffffffff, y * width + left!, y * width + right!)
  }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height }
}
