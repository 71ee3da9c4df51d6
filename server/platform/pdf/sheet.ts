// Draws the pages of a document. Positions start at the side where reading begins, and text fits its box.
import PDFDocument from 'pdfkit'
import type { DocumentLanguage } from '../value/documents.ts'
import type { FontsByWeight, TextFont } from './fonts.ts'
import type { PdfImage } from './picture.ts'
import { getVisibleSize, openPicture } from './picture.ts'
import { drawLine, normaliseText, splitTextLines, type TextLine, type TextStyle } from './text.ts'
import { createTranslate, documentLocales, type Translate } from './translations.ts'

export const inkColours = { text: '#1f2430', quiet: '#646b7a', line: '#d9dde5', paper: '#f5f6f8' }
const ourColour = '#2f5bd7'

export interface PdfSheet {
  doc: PDFKit.PDFDocument
  fonts: FontsByWeight
  translate: Translate
  locale: string
  isRtl: boolean
  /** Width of the page. */
  width: number
  height: number
  /** The company's brand colour. */
  colour: string
}
export interface LayoutBox {
  /** Horizontal position, from the side at which reading begins. */
  x: number
  y: number
  width: number
}

export interface SheetOptions {
  language: DocumentLanguage
  title: string
  size: [number, number]
  colour: string | null
  /** Whether pages stay open until the end, for their numbers. */
  isNumbered: boolean
  /** Creation time in the document: two documents with the same time and content have the same bytes. */
  created?: string
}

export function openSheet(
  fonts: FontsByWeight,
  { language, title, size, colour, isNumbered, created }: SheetOptions,
): PdfSheet {
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
    // The creation date is from the data, so that documents with equal data have equal bytes.
    info: { Title: normaliseText(title), Producer: 'Dray', Creator: 'Dray', CreationDate: createdAt },
  })
  for (const { name, font } of [...fonts.regular, ...fonts.bold]) doc.registerFont(name, font as never)
  return {
    doc,
    fonts: language === 'ar' ? { regular: arabicFirst(fonts.regular), bold: arabicFirst(fonts.bold) } : fonts,
    translate: createTranslate(language),
    locale: documentLocales[language],
    isRtl: language === 'ar',
    width: size[0],
    height: size[1],
    colour: colour !== null && /^#[0-9a-f]{6}$/i.test(colour) ? colour : ourColour,
  }
}

/**
 * Puts the Arabic font first. Latin words in an Arabic text look best in this font, and PDF readers extract a line with
 * one font as one text.
 */
const arabicFirst = ([latin, arabic, ...remainingFaces]: TextFont[]): TextFont[] => [arabic!, latin!, ...remainingFaces]

/** Returns all pages as one file. */
export async function closeSheet({ doc }: PdfSheet): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  doc.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
  })
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.end()
  await ended
  // A separate buffer moves to the main thread without a copy.
  const file = new Uint8Array(bytes)
  let offset = 0
  for (const chunk of chunks) {
    file.set(chunk, offset)
    offset += chunk.length
  }
  return file
}

const lineHeight = 1.45
const baseline = 1.08
export const calculateHeight = (lines: TextLine[], { size }: TextStyle): number => lines.length * size * lineHeight

/** Returns the left edge of a layout box on the paper. */
export const calculateLeft = (sheet: PdfSheet, { x, width }: Omit<LayoutBox, 'y'>): number =>
  sheet.isRtl ? sheet.width - x - width : x

export function prepareLines(
  sheet: PdfSheet,
  text: string,
  style: TextStyle,
  bounds: { width: number; linesMax?: number },
): TextLine[] {
  return splitTextLines(sheet.fonts, text, style, bounds)
}

export function drawLines(
  sheet: PdfSheet,
  lines: TextLine[],
  style: TextStyle,
  box: LayoutBox & { align?: 'start' | 'end' | 'centre' },
): void {
  const left = calculateLeft(sheet, box)
  const atRight = (box.align === 'end') !== sheet.isRtl
  lines.forEach((line, index) => {
    const spareWidth = box.width - line.width
    const x = left + (box.align === 'centre' ? spareWidth / 2 : atRight ? spareWidth : 0)
    drawLine(sheet.doc, line, style, { x, y: box.y + (index * lineHeight + baseline) * style.size })
  })
}

/** Writes a text in a box. Returns its height. */
export function writeText(
  sheet: PdfSheet,
  text: string,
  style: TextStyle,
  box: LayoutBox & { linesMax?: number; align?: 'start' | 'end' | 'centre' },
): number {
  const lines = prepareLines(sheet, text, style, box)
  drawLines(sheet, lines, style, box)
  return calculateHeight(lines, style)
}

export function fillBox(sheet: PdfSheet, box: LayoutBox & { height: number; radius?: number }, colour: string): void {
  const left = calculateLeft(sheet, box)
  if (box.radius) sheet.doc.roundedRect(left, box.y, box.width, box.height, box.radius).fill(colour)
  else sheet.doc.rect(left, box.y, box.width, box.height).fill(colour)
}

export function drawFrame(sheet: PdfSheet, box: LayoutBox & { height: number }): void {
  sheet.doc
    .roundedRect(calculateLeft(sheet, box), box.y, box.width, box.height, 4)
    .lineWidth(0.75)
    .stroke(inkColours.line)
}

export const openSheetImage = (sheet: PdfSheet, bytes: Uint8Array | null): PdfImage | undefined =>
  bytes === null ? undefined : openPicture(sheet.doc, bytes)

/** Draws an image as large as fits, at the side where reading begins or in the middle. */
export function drawPicture(
  sheet: PdfSheet,
  picture: PdfImage,
  box: LayoutBox & { height: number; align?: 'start' | 'end' | 'centre' },
): void {
  const size = getVisibleSize(picture)
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const width = size.width * scale
  const height = size.height * scale
  const spare = box.align === 'centre' ? (box.width - width) / 2 : box.align === 'end' ? box.width - width : 0
  sheet.doc.image(
    picture as never,
    calculateLeft(sheet, { x: box.x + spare, width }),
    box.y + (box.height - height) / 2,
    {
      width,
      height,
    },
  )
}
