// A page of a document for layouts: positions start at the side where reading begins, and text fits its box.
import PDFDocument from 'pdfkit'
import type { DocumentLanguage } from '../value/documents.ts'
import type { Face, Fonts } from './fonts.ts'
import type { Picture } from './picture.ts'
import { openPicture, shownSize } from './picture.ts'
import { clean, drawLine, type Line, linesOf, type Style } from './text.ts'
import { locales, type Speak, wordsIn } from './words.ts'

export const ink = { text: '#1f2430', quiet: '#646b7a', line: '#d9dde5', paper: '#f5f6f8' }
const ourColour = '#2f5bd7'

export interface Sheet {
  doc: PDFKit.PDFDocument
  fonts: Fonts
  say: Speak
  locale: string
  isRtl: boolean
  /** Of the page. */
  width: number
  height: number
  /** The company's. */
  colour: string
}
export interface Box {
  /** From the side where reading begins. */
  x: number
  y: number
  width: number
}

export interface Making {
  language: DocumentLanguage
  title: string
  size: [number, number]
  colour: string | null
  /** Whether pages stay open until the end, for their numbers. */
  isNumbered: boolean
  /** Creation time in the document: two documents with the same time and content have the same bytes. */
  created?: string
}

export function openSheet(fonts: Fonts, { language, title, size, colour, isNumbered, created }: Making): Sheet {
  const createdAt = new Date(created === undefined ? 0 : Temporal.Instant.from(created).epochMilliseconds)
  const doc = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    bufferPages: isNumbered,
    lang: language,
    displayTitle: true,
    // Without the default, the standard fonts are not loaded.
    font: null as unknown as string,
    // The same data is the same file, whenever it is drawn.
    info: { Title: clean(title), Producer: 'Dray', Creator: 'Dray', CreationDate: createdAt },
  })
  for (const { name, font } of [...fonts.regular, ...fonts.bold]) doc.registerFont(name, font as never)
  return {
    doc,
    fonts: language === 'ar' ? { regular: arabicFirst(fonts.regular), bold: arabicFirst(fonts.bold) } : fonts,
    say: wordsIn(language),
    locale: locales[language],
    isRtl: language === 'ar',
    width: size[0],
    height: size[1],
    colour: colour !== null && /^#[0-9a-f]{6}$/i.test(colour) ? colour : ourColour,
  }
}

/** Latin words in an Arabic text look best in its own font, and a line of one font is read as one. */
const arabicFirst = ([latin, arabic, ...others]: Face[]): Face[] => [arabic!, latin!, ...others]

/** Returns all pages as one file. */
export async function closeSheet({ doc }: Sheet): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let bytes = 0
  doc.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
  })
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.end()
  await ended
  // A separate buffer moves to the main thread without a copy.
  const file = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}

const lineHeight = 1.45
const baseline = 1.08
export const heightOf = (lines: Line[], { size }: Style): number => lines.length * size * lineHeight

/** Returns the left side on the paper of a box of the layout. */
export const leftOf = (sheet: Sheet, { x, width }: Omit<Box, 'y'>): number =>
  sheet.isRtl ? sheet.width - x - width : x

export function layOut(sheet: Sheet, text: string, style: Style, bounds: { width: number; linesMax?: number }): Line[] {
  return linesOf(sheet.fonts, text, style, bounds)
}

export function drawLines(
  sheet: Sheet,
  lines: Line[],
  style: Style,
  box: Box & { align?: 'start' | 'end' | 'centre' },
): void {
  const left = leftOf(sheet, box)
  const atRight = (box.align === 'end') !== sheet.isRtl
  lines.forEach((line, index) => {
    const room = box.width - line.width
    const x = left + (box.align === 'centre' ? room / 2 : atRight ? room : 0)
    drawLine(sheet.doc, line, style, { x, y: box.y + (index * lineHeight + baseline) * style.size })
  })
}

/** Writes a text in a box. Returns its height. */
export function write(
  sheet: Sheet,
  text: string,
  style: Style,
  box: Box & { linesMax?: number; align?: 'start' | 'end' | 'centre' },
): number {
  const lines = layOut(sheet, text, style, box)
  drawLines(sheet, lines, style, box)
  return heightOf(lines, style)
}

export function fill(sheet: Sheet, box: Box & { height: number; radius?: number }, colour: string): void {
  const left = leftOf(sheet, box)
  if (box.radius) sheet.doc.roundedRect(left, box.y, box.width, box.height, box.radius).fill(colour)
  else sheet.doc.rect(left, box.y, box.width, box.height).fill(colour)
}

export function frame(sheet: Sheet, box: Box & { height: number }): void {
  sheet.doc.roundedRect(leftOf(sheet, box), box.y, box.width, box.height, 4).lineWidth(0.75).stroke(ink.line)
}

export const pictureOf = (sheet: Sheet, bytes: Uint8Array | null): Picture | undefined =>
  bytes === null ? undefined : openPicture(sheet.doc, bytes)

/** Draws an image as large as fits, at the side where reading begins or in the middle. */
export function drawPicture(
  sheet: Sheet,
  picture: Picture,
  box: Box & { height: number; align?: 'start' | 'end' | 'centre' },
): void {
  const size = shownSize(picture)
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const width = size.width * scale
  const height = size.height * scale
  const spare = box.align === 'centre' ? (box.width - width) / 2 : box.align === 'end' ? box.width - width : 0
  sheet.doc.image(picture as never, leftOf(sheet, { x: box.x + spare, width }), box.y + (box.height - height) / 2, {
    width,
    height,
  })
}
