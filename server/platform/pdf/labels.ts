// Draws labels: one per package, with its destination in words and its code.
import {
  countLabels,
  documentLimits,
  type LabelFormat,
  type LabelledOrder,
  type LabelsDocument,
} from '../value/documents.ts'
import { createScanCode, type ScanCode } from './code.ts'
import type { FontsByWeight } from './fonts.ts'
import { type PdfImage, preparePaperImage } from './picture.ts'
import {
  calculateLeft,
  closeSheet,
  drawPicture,
  fillBox,
  inkColours,
  openSheet,
  openSheetImage,
  type PdfSheet,
  prepareLines,
  writeText,
} from './sheet.ts'
import { isolateText, normaliseText } from './text.ts'

const millimetre = 72 / 25.4
const a4: [number, number] = [210 * millimetre, 297 * millimetre]
const label = { width: 105 * millimetre, height: 148 * millimetre }
const margin = 5 * millimetre

interface Label {
  order: LabelledOrder
  /** Codes of the label, the preferred one first. The label shows the first code that a barcode format can hold. */
  codes: string[]
  number: number
  count: number
}

function* everyLabel(orders: LabelledOrder[]): Generator<Label> {
  for (const order of orders) {
    const count = countLabels(order)
    for (let number = 1; number <= count; number++) {
      yield { order, codes: order.codes[number - 1] ?? order.codes[0]!, number, count }
    }
  }
}

export async function drawLabels(
  fonts: FontsByWeight,
  document: LabelsDocument,
  format: LabelFormat,
): Promise<Uint8Array> {
  const count = document.orders.reduce((sum, order) => sum + countLabels(order), 0)
  if (count > documentLimits.labels)
    throw new RangeError(`A document has at most ${documentLimits.labels} labels, not ${count}.`)
  const { branding, language, orders } = document
  const isSingle = format === 'a6'
  const sheet = openSheet(fonts, {
    language,
    title: [branding.companyName, orders.length === 1 ? orders[0]!.orderKey : orders[0]?.load]
      .filter(Boolean)
      .join(' · '),
    size: isSingle ? [label.width, label.height] : a4,
    colour: branding.colour,
    isNumbered: false,
  })
  const logo = openSheetImage(sheet, branding.logo && (await preparePaperImage(branding.logo)))
  const labelSheet: PdfSheet = { ...sheet, width: label.width, height: label.height }
  let labelIndex = 0
  for (const entry of everyLabel(orders)) {
    const slot = isSingle ? 0 : labelIndex++ % 4
    if (slot === 0) addPage(sheet, isSingle)
    const column = sheet.isRtl ? 1 - (slot % 2) : slot % 2
    sheet.doc.save()
    if (!isSingle) sheet.doc.translate(column * label.width, Math.floor(slot / 2) * (a4[1] / 2))
    drawLabel(labelSheet, document, logo, entry)
    sheet.doc.restore()
  }
  if (count === 0) addPage(sheet, isSingle)
  return closeSheet(sheet)
}

function addPage({ doc }: PdfSheet, isSingle: boolean): void {
  doc.addPage()
  if (isSingle) return
  doc.save().lineWidth(0.5).dash(3, { space: 3 }).strokeColor(inkColours.line)
  doc
    .moveTo(a4[0] / 2, 0)
    .lineTo(a4[0] / 2, a4[1])
    .stroke()
  doc
    .moveTo(0, a4[1] / 2)
    .lineTo(a4[0], a4[1] / 2)
    .stroke()
  doc.restore()
}

const small = { size: 7, colour: inkColours.quiet }
const inside = { x: margin, width: label.width - 2 * margin }

function drawLabel(sheet: PdfSheet, { branding }: LabelsDocument, logo: PdfImage | undefined, entry: Label): void {
  drawHead(sheet, branding.companyName, logo, entry.order)
  drawConsignee(sheet, entry.order)
  drawFigures(sheet, entry)
  drawCode(sheet, entry.codes)
}

const headEnd = 50
function drawHead(sheet: PdfSheet, companyName: string | null, logo: PdfImage | undefined, order: LabelledOrder): void {
  const half = inside.width / 2 - 4
  const box = { x: margin, y: margin, width: half }
  if (logo) drawPicture(sheet, logo, { ...box, height: 28 })
  else if (companyName !== null)
    writeText(sheet, normaliseText(companyName), { size: 10, weight: 'bold' }, { ...box, linesMax: 2 })
  if (order.load !== null) {
    const end = { x: margin + half + 8, width: half, align: 'end' as const }
    writeText(sheet, sheet.translate('load'), small, { ...end, y: margin })
    writeText(sheet, normaliseText(order.load), { size: 11, weight: 'bold' }, { ...end, y: margin + 10, linesMax: 1 })
  }
  fillBox(sheet, { ...inside, y: headEnd, height: 1.5 }, sheet.colour)
}

const figuresStart = 214
function drawConsignee(sheet: PdfSheet, order: LabelledOrder): void {
  const { consigneeNames, addressLines, postalCode, town, country } = order
  let y = headEnd + 6
  const line = (text: string, style: { size: number; weight?: 'bold' }, linesMax: number) => {
    if (text.trim() !== '') y += writeText(sheet, text, style, { ...inside, y, linesMax })
  }
  /** Draws a text in large letters. A long text gets smaller letters in the same space, so that it is not cut off. */
  const large = (text: string) => {
    const style = { size: 15, weight: 'bold' } as const
    const isLong = prepareLines(sheet, text, style, { ...inside, linesMax: 3 }).length > 2
    if (isLong) line(text, { ...style, size: 10 }, 3)
    else line(text, style, 2)
  }
  const [first = '', ...others] = consigneeNames.map((name) => normaliseText(name).replaceAll('\n', ' '))
  large(first)
  line(others.join('\n'), { size: 11, weight: 'bold' }, 1)
  line(addressLines.map((text) => normaliseText(text).replaceAll('\n', ' ')).join('\n'), { size: 11 }, 4)
  const townLine = [postalCode, town].filter((text) => text !== null && text !== '').map((text) => isolateText(text!))
  large(townLine.join(' '))
  line(normaliseText(country ?? ''), { size: 9 }, 1)
}

function drawFigures(sheet: PdfSheet, { order, number, count }: Label): void {
  fillBox(sheet, { ...inside, y: figuresStart, height: 0.75 }, inkColours.line)
  const cells = [
    { word: 'order', text: normaliseText(order.orderKey), width: 0.5, size: 12, linesMax: 2 },
    {
      word: 'stop',
      text: order.stopPosition === null ? '' : String(order.stopPosition),
      width: 0.17,
      size: 19,
      linesMax: 1,
    },
    { word: 'package', text: sheet.translate('of', String(number), String(count)), width: 0.33, size: 19, linesMax: 1 },
  ] as const
  let x: number = margin
  for (const { word, text, width, size, linesMax } of cells) {
    const box = { x, width: inside.width * width - 6 }
    if (text !== '') {
      writeText(sheet, sheet.translate(word), small, { ...box, y: figuresStart + 6 })
      writeText(sheet, text, { size, weight: 'bold' }, { ...box, y: figuresStart + 16, linesMax })
    }
    x += inside.width * width
  }
}

const codeStart = 268
function drawCode(sheet: PdfSheet, texts: string[]): void {
  const end = sheet.height - margin
  for (const text of texts) {
    const code = createScanCode(text)
    if (!code) continue
    const isBars = code.kind === 'code128'
    const named = { size: 8.5 }
    const textHeight = 26
    const height = end - codeStart - textHeight
    const module = isBars ? Math.min(1.1, inside.width / (code.rows[0]!.length + 20)) : height / (code.rows.length + 8)
    const width = module * code.rows[0]!.length
    const left = calculateLeft(sheet, { x: (sheet.width - width) / 2, width })
    drawModules(sheet, code, { left, top: codeStart + (isBars ? 4 : module * 4), module, height: height - 10 })
    writeText(sheet, normaliseText(text).replaceAll('\n', ' '), named, {
      ...inside,
      y: end - textHeight,
      linesMax: 2,
      align: 'centre',
    })
    return
  }
}

interface Modules {
  left: number
  top: number
  module: number
  /** Height of the bars of a barcode. */
  height: number
}

/**
 * Draws neighbouring modules as one rectangle, so that viewers show no seam between them. The ground is white, as
 * scanners need it.
 */
function drawModules({ doc }: PdfSheet, { kind, rows }: ScanCode, { left, top, module, height }: Modules): void {
  const rowHeight = kind === 'qr' ? module : height
  const quiet = module * (kind === 'qr' ? 4 : 10)
  const quietY = kind === 'qr' ? quiet : 0
  doc
    .rect(left - quiet, top - quietY, rows[0]!.length * module + 2 * quiet, rows.length * rowHeight + 2 * quietY)
    .fill('#ffffff')
  rows.forEach((row, index) => {
    for (let start = 0; start < row.length; start++) {
      let end = start
      while (row[end]) end++
      if (end > start) doc.rect(left + start * module, top + index * rowHeight, (end - start) * module, rowHeight)
      start = end
    }
  })
  doc.fill('#000000')
}
