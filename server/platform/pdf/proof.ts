// Draws a proof of delivery: the outcome, the goods, place and time, the signature and the photos.
import { type DocumentOutcome, documentLimits, type ProofDocument } from '../value/documents.ts'
import { drawTable, drawTitle, type PageFlow, startFlow } from './flow.ts'
import type { FontsByWeight } from './fonts.ts'
import { type PdfImage, preparePaperImage } from './picture.ts'
import {
  calculateHeight,
  closeSheet,
  drawFrame,
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
import type { TextKey } from './translations.ts'

const tints: Record<DocumentOutcome, { paper: string; ink: string }> = {
  success: { paper: '#e6f4ea', ink: '#14632c' },
  partial: { paper: '#fdf1dc', ink: '#7a4a00' },
  failed: { paper: '#fbe7e7', ink: '#9b1c1c' },
}
const outcomeTexts: Record<ProofDocument['type'], Record<DocumentOutcome, TextKey>> = {
  delivery: { success: 'deliverySuccess', partial: 'deliveryPartial', failed: 'deliveryFailed' },
  collection: { success: 'collectionSuccess', partial: 'collectionPartial', failed: 'collectionFailed' },
}

export async function drawProof(fonts: FontsByWeight, input: ProofDocument): Promise<Uint8Array> {
  checkLimits(input)
  const proof = await withPaperPictures(input)
  const name = proof.type === 'delivery' ? 'proofOfDelivery' : 'proofOfCollection'
  const { language, branding, orderKey, received: created } = proof
  const size: [number, number] = [595.28, 841.89]
  const sheet = openSheet(fonts, {
    language,
    title: orderKey,
    size,
    colour: branding.colour,
    isNumbered: true,
    created,
  })
  const flow = startFlow(sheet)
  drawHead(flow, proof, sheet.translate(name))
  drawOutcome(flow, proof)
  drawFacts(flow, proof)
  drawRemarks(flow, proof)
  drawPackages(flow, proof)
  drawLines(flow, proof)
  drawSignature(flow, proof)
  drawPhotos(flow, proof)
  drawFeet(flow, proof)
  return closeSheet(sheet)
}

/** Converts the images one by one, since each conversion needs some megabytes. */
async function withPaperPictures(proof: ProofDocument): Promise<ProofDocument> {
  const { branding } = proof
  const logo = branding.logo && (await preparePaperImage(branding.logo))
  const signature = proof.signature && (await preparePaperImage(proof.signature))
  const photos: Uint8Array[] = []
  for (const photo of proof.photos) photos.push(await preparePaperImage(photo))
  return { ...proof, branding: { ...branding, logo }, signature, photos }
}

function checkLimits({ photos, signature, branding }: ProofDocument): void {
  if (photos.length > documentLimits.photos)
    throw new RangeError(`A proof shows at most ${documentLimits.photos} photos, not ${photos.length}.`)
  const bytes = [...photos, signature, branding.logo].reduce((sum, picture) => sum + (picture?.length ?? 0), 0)
  if (bytes > documentLimits.pictureBytes)
    throw new RangeError(`The images of a proof have at most ${documentLimits.pictureBytes} bytes, not ${bytes}.`)
}

const timeIn = ({ sheet: { locale } }: PageFlow, { zone }: ProofDocument, instant: string): string => {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: zone } as const
  return normaliseText(
    new Intl.DateTimeFormat(locale, options).format(Temporal.Instant.from(instant).epochMilliseconds),
  )
}
const outcomeOf = ({ sheet }: PageFlow, { type }: ProofDocument, outcome: DocumentOutcome) =>
  sheet.translate(outcomeTexts[type][outcome])

function drawHead(flow: PageFlow, { branding, environmentName, orderKey }: ProofDocument, name: string): void {
  const { sheet, x, width } = flow
  const logo = openSheetImage(sheet, branding.logo)
  const companyName = normaliseText(branding.companyName ?? environmentName)
  const top = flow.y
  if (logo) drawPicture(sheet, logo, { x, y: top, width: 180, height: 42 })
  const side = logo ? { x: x + 200, width: width - 200, align: 'end' as const } : { x, width }
  const height = writeText(sheet, companyName, { size: 14, weight: 'bold' }, { ...side, y: top, linesMax: 2 })
  if (companyName !== normaliseText(environmentName))
    writeText(
      sheet,
      normaliseText(environmentName),
      { size: 9, colour: inkColours.quiet },
      { ...side, y: top + height, linesMax: 1 },
    )
  flow.y = top + Math.max(logo ? 42 : 0, height + 14) + 10
  fillBox(sheet, { x, y: flow.y, width, height: 3 }, sheet.colour)
  flow.y += 18
  flow.y += writeText(sheet, name, { size: 20, weight: 'bold' }, { x, y: flow.y, width })
  const key = { size: 12, colour: inkColours.quiet }
  flow.y +=
    writeText(sheet, `${sheet.translate('order')} ${isolateText(orderKey)}`, key, {
      x,
      y: flow.y,
      width,
      linesMax: 2,
    }) + 12
}

/** Draws the outcome, the most important part of the document. */
function drawOutcome(flow: PageFlow, proof: ProofDocument): void {
  const { sheet, x, width } = flow
  const { paper, ink: colour } = tints[proof.outcome]
  const inner = width - 28
  const reason = proof.reason === null ? '' : `${sheet.translate('reason')}: ${isolateText(proof.reason)}`
  const blocks = [
    { text: outcomeOf(flow, proof, proof.outcome), style: { size: 15, weight: 'bold' as const, colour } },
    { text: reason, style: { size: 10.5, colour } },
    { text: timeIn(flow, proof, proof.time), style: { size: 10.5, colour } },
  ]
  const laid = blocks
    .filter(({ text }) => text !== '')
    .map((block) => ({ ...block, bounds: { width: inner, linesMax: 6 } }))
  const height = laid.reduce(
    (sum, { text, style, bounds }) => sum + calculateHeight(prepareLines(sheet, text, style, bounds), style),
    20,
  )
  fillBox(sheet, { x, y: flow.y, width, height, radius: 6 }, paper)
  let y = flow.y + 9
  for (const { text, style } of laid) y += writeText(sheet, text, style, { x: x + 14, y, width: inner, linesMax: 6 })
  flow.y += height + 14
  if (proof.replaces !== null) drawCorrection(flow, proof, proof.replaces)
}

function drawCorrection(flow: PageFlow, proof: ProofDocument, replaces: NonNullable<ProofDocument['replaces']>): void {
  const { sheet, x, width } = flow
  const id = isolateText(replaces.podId)
  const text =
    replaces.time === null
      ? sheet.translate('replaces', id)
      : sheet.translate('replacesOf', id, isolateText(timeIn(flow, proof, replaces.time)))
  const style = { size: 10 }
  const height = calculateHeight(prepareLines(sheet, text, style, { width: width - 16 }), style)
  fillBox(sheet, { x, y: flow.y, width: 3, height: height + 4 }, inkColours.quiet)
  writeText(sheet, text, style, { x: x + 14, y: flow.y + 2, width: width - 16 })
  flow.y += height + 18
}

interface Fact {
  textKey: TextKey
  text: string | null
}

function drawFacts(flow: PageFlow, proof: ProofDocument): void {
  const { sheet, x, width } = flow
  const { consignee, location } = proof
  const time = (instant: string | null) => (instant === null ? null : timeIn(flow, proof, instant))
  const texts = [...consignee.names, ...consignee.addressLines].map((line) => normaliseText(line).replaceAll('\n', ' '))
  const facts: Fact[] = [
    { textKey: 'consignee', text: texts.filter((line) => line.trim() !== '').join('\n') },
    { textKey: proof.type === 'delivery' ? 'receivedBy' : 'handedOverBy', text: proof.contactName },
    { textKey: 'driver', text: proof.driverName },
    { textKey: 'recordedBy', text: proof.isFromDesk ? sheet.translate('office') : null },
    { textKey: 'depot', text: proof.depot },
    { textKey: 'load', text: proof.load },
    { textKey: 'stop', text: proof.stopPosition === null ? null : String(proof.stopPosition) },
    { textKey: 'arrived', text: time(proof.arrived) },
    { textKey: 'recorded', text: time(proof.time) },
    { textKey: 'received', text: time(proof.received) },
    { textKey: 'zone', text: proof.zone },
    { textKey: 'location', text: location && formatLocation(sheet, location) },
    { textKey: 'clock', text: clockOf(sheet, proof.clockOffsetSeconds) },
    {
      textKey: 'packages',
      text: proof.packages.length > 0 || proof.packageCount === null ? null : String(proof.packageCount),
    },
  ]
  const column = (width - 2 * 16) / 3
  const visibleFacts = facts.filter(({ text }) => text !== null && text !== '')
  for (let row = 0; row < visibleFacts.length; row += 3) {
    const cells = visibleFacts.slice(row, row + 3).map(({ textKey, text }) => ({
      name: sheet.translate(textKey),
      lines: prepareLines(sheet, normaliseText(text!), { size: 10 }, { width: column, linesMax: 8 }),
      text: normaliseText(text!),
    }))
    const height = Math.max(...cells.map(({ lines }) => calculateHeight(lines, { size: 10 }))) + 13
    flow.need(height)
    cells.forEach(({ name, text }, index) => {
      const box = { x: x + index * (column + 16), width: column }
      writeText(sheet, name, { size: 8, colour: inkColours.quiet }, { ...box, y: flow.y, linesMax: 1 })
      writeText(sheet, text, { size: 10 }, { ...box, y: flow.y + 12, linesMax: 8 })
    })
    flow.y += height + 9
  }
  flow.y += 4
}

function formatLocation({ translate, locale }: PdfSheet, location: NonNullable<ProofDocument['location']>): string {
  const degrees = `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`
  if (location.accuracyMetres === null) return degrees
  const metres = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(location.accuracyMetres)
  return `${degrees}\n${translate('metres', metres)}`
}

/** Largest clock error that a proof does not mention, in seconds. */
const clockTolerance = 60
function clockOf({ translate, locale }: PdfSheet, offset: number | null): string | null {
  if (offset === null || Math.abs(offset) <= clockTolerance) return null
  return translate(
    offset > 0 ? 'clockBehind' : 'clockAhead',
    new Intl.NumberFormat(locale).format(Math.abs(Math.round(offset))),
  )
}

function drawRemarks(flow: PageFlow, { remarks }: ProofDocument): void {
  const text = normaliseText(remarks ?? '').trim()
  if (text === '') return
  drawTitle(flow, flow.sheet.translate('remarks'))
  flow.paragraph(text, { size: 10 })
  flow.y += 10
}

function drawPackages(flow: PageFlow, proof: ProofDocument): void {
  const { translate } = flow.sheet
  const { packages, extraBarcodes } = proof
  if (packages.length > 0) {
    drawTitle(flow, `${translate('packages')} (${packages.length})`)
    const columns = [
      { name: translate('package'), share: 0.32 },
      { name: translate('barcode'), share: 0.24 },
      { name: translate('scanned'), share: 0.11 },
      { name: translate('outcome'), share: 0.15 },
      { name: translate('reason'), share: 0.18 },
    ]
    drawTable(
      flow,
      columns,
      packages.map((entry) => [
        entry.packageId,
        entry.barcode ?? '',
        translate(entry.scanned ? 'yes' : 'no'),
        outcomeOf(flow, proof, entry.outcome),
        entry.reason ?? '',
      ]),
    )
  }
  if (extraBarcodes.length === 0) return
  drawTitle(flow, translate('extraBarcodes'))
  flow.paragraph(extraBarcodes.map(isolateText).join(', '), { size: 10 })
  flow.y += 10
}

function drawLines(flow: PageFlow, { lines }: ProofDocument): void {
  if (lines.length === 0) return
  const { translate, locale } = flow.sheet
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  drawTitle(flow, `${translate('products')} (${lines.length})`)
  const columns = [
    { name: translate('product'), share: 0.2 },
    { name: translate('description'), share: 0.36 },
    { name: translate('quantity'), share: 0.12, align: 'end' as const },
    { name: translate('failed'), share: 0.12, align: 'end' as const },
    { name: translate('reason'), share: 0.2 },
  ]
  drawTable(
    flow,
    columns,
    lines.map((line) => [
      line.productCode,
      line.description ?? '',
      number.format(line.quantity),
      number.format(line.failedQuantity),
      line.reason ?? '',
    ]),
  )
}

const signatureHeight = 110
function drawSignature(flow: PageFlow, { signature, contactName }: ProofDocument): void {
  if (signature === null) return
  const { sheet, x } = flow
  const name = normaliseText(contactName ?? '').replaceAll('\n', ' ')
  flow.need(signatureHeight + 50)
  drawTitle(flow, sheet.translate('signature'))
  const box = { x, y: flow.y, width: 260, height: signatureHeight }
  drawFramed(flow, openSheetImage(sheet, signature), box)
  flow.y += signatureHeight + 4
  if (name !== '')
    flow.y += writeText(sheet, name, { size: 9, colour: inkColours.quiet }, { x, y: flow.y, width: 260, linesMax: 1 })
  flow.y += 12
}

const photoHeight = 210
function drawPhotos(flow: PageFlow, { photos }: ProofDocument): void {
  if (photos.length === 0) return
  const { sheet, x } = flow
  const width = (flow.width - 16) / 2
  flow.need(photoHeight + 34)
  drawTitle(flow, `${sheet.translate('photos')} (${photos.length})`)
  for (let row = 0; row < photos.length; row += 2) {
    flow.need(photoHeight)
    photos.slice(row, row + 2).forEach((photo, index) => {
      drawFramed(flow, openSheetImage(sheet, photo), {
        x: x + index * (width + 16),
        y: flow.y,
        width,
        height: photoHeight,
      })
    })
    flow.y += photoHeight + 14
  }
}

function drawFramed(
  { sheet }: PageFlow,
  picture: PdfImage | undefined,
  box: { x: number; y: number; width: number; height: number },
): void {
  drawFrame(sheet, box)
  const inner = { x: box.x + 6, y: box.y + 6, width: box.width - 12, height: box.height - 12, align: 'centre' as const }
  const style = { size: 9, colour: inkColours.quiet }
  if (picture) drawPicture(sheet, picture, inner)
  else writeText(sheet, sheet.translate('noPicture'), style, { ...inner, y: box.y + box.height / 2 - 6 })
}

/** Draws the footers, after the number of pages is final. */
function drawFeet({ sheet, x, width }: PageFlow, { podId }: ProofDocument): void {
  const { start, count } = sheet.doc.bufferedPageRange()
  const style = { size: 8, colour: inkColours.quiet }
  for (let page = start; page < start + count; page++) {
    sheet.doc.switchToPage(page)
    const y = sheet.height - 40
    fillBox(sheet, { x, y: y - 6, width, height: 0.75 }, inkColours.line)
    writeText(sheet, `${sheet.translate('proof')} ${isolateText(podId)}`, style, {
      x,
      y,
      width: width * 0.75,
      linesMax: 1,
    })
    const number = sheet.translate('page', String(page + 1), String(count))
    writeText(sheet, number, style, { x: x + width * 0.75, y, width: width * 0.25, linesMax: 1, align: 'end' })
  }
}
