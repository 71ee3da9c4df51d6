// Draws a proof of delivery: the outcome, the goods, place and time, the signature and the photos.
import { type DocumentOutcome, documentLimits, type ProofDocument } from '../value/documents.ts'
import { type Flow, startFlow, table, title } from './flow.ts'
import type { Fonts } from './fonts.ts'
import { type Picture, paperPicture } from './picture.ts'
import {
  closeSheet,
  drawPicture,
  fill,
  frame,
  heightOf,
  ink,
  layOut,
  openSheet,
  pictureOf,
  type Sheet,
  write,
} from './sheet.ts'
import { clean, isolated } from './text.ts'
import type { Word } from './words.ts'

const tints: Record<DocumentOutcome, { paper: string; ink: string }> = {
  success: { paper: '#e6f4ea', ink: '#14632c' },
  partial: { paper: '#fdf1dc', ink: '#7a4a00' },
  failed: { paper: '#fbe7e7', ink: '#9b1c1c' },
}
const outcomeWords: Record<ProofDocument['type'], Record<DocumentOutcome, Word>> = {
  delivery: { success: 'deliverySuccess', partial: 'deliveryPartial', failed: 'deliveryFailed' },
  collection: { success: 'collectionSuccess', partial: 'collectionPartial', failed: 'collectionFailed' },
}

export async function drawProof(fonts: Fonts, given: ProofDocument): Promise<Uint8Array> {
  checkLimits(given)
  const proof = await withPaperPictures(given)
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
  drawHead(flow, proof, sheet.say(name))
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
  const logo = branding.logo && (await paperPicture(branding.logo))
  const signature = proof.signature && (await paperPicture(proof.signature))
  const photos: Uint8Array[] = []
  for (const photo of proof.photos) photos.push(await paperPicture(photo))
  return { ...proof, branding: { ...branding, logo }, signature, photos }
}

function checkLimits({ photos, signature, branding }: ProofDocument): void {
  if (photos.length > documentLimits.photos)
    throw new RangeError(`A proof shows at most ${documentLimits.photos} photos, not ${photos.length}.`)
  const bytes = [...photos, signature, branding.logo].reduce((sum, picture) => sum + (picture?.length ?? 0), 0)
  if (bytes > documentLimits.pictureBytes)
    throw new RangeError(`The images of a proof have at most ${documentLimits.pictureBytes} bytes, not ${bytes}.`)
}

const timeIn = ({ sheet: { locale } }: Flow, { zone }: ProofDocument, instant: string): string => {
  const parts = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: zone } as const
  return clean(new Intl.DateTimeFormat(locale, parts).format(Temporal.Instant.from(instant).epochMilliseconds))
}
const outcomeOf = ({ sheet }: Flow, { type }: ProofDocument, outcome: DocumentOutcome) =>
  sheet.say(outcomeWords[type][outcome])

function drawHead(flow: Flow, { branding, environmentName, orderKey }: ProofDocument, name: string): void {
  const { sheet, x, width } = flow
  const logo = pictureOf(sheet, branding.logo)
  const company = clean(branding.companyName ?? environmentName)
  const top = flow.y
  if (logo) drawPicture(sheet, logo, { x, y: top, width: 180, height: 42 })
  const side = logo ? { x: x + 200, width: width - 200, align: 'end' as const } : { x, width }
  const height = write(sheet, company, { size: 14, weight: 'bold' }, { ...side, y: top, linesMax: 2 })
  if (company !== clean(environmentName))
    write(sheet, clean(environmentName), { size: 9, colour: ink.quiet }, { ...side, y: top + height, linesMax: 1 })
  flow.y = top + Math.max(logo ? 42 : 0, height + 14) + 10
  fill(sheet, { x, y: flow.y, width, height: 3 }, sheet.colour)
  flow.y += 18
  flow.y += write(sheet, name, { size: 20, weight: 'bold' }, { x, y: flow.y, width })
  const key = { size: 12, colour: ink.quiet }
  flow.y += write(sheet, `${sheet.say('order')} ${isolated(orderKey)}`, key, { x, y: flow.y, width, linesMax: 2 }) + 12
}

/** Draws the outcome, the most important part of the document. */
function drawOutcome(flow: Flow, proof: ProofDocument): void {
  const { sheet, x, width } = flow
  const { paper, ink: colour } = tints[proof.outcome]
  const inner = width - 28
  const reason = proof.reason === null ? '' : `${sheet.say('reason')}: ${isolated(proof.reason)}`
  const parts = [
    { text: outcomeOf(flow, proof, proof.outcome), style: { size: 15, weight: 'bold' as const, colour } },
    { text: reason, style: { size: 10.5, colour } },
    { text: timeIn(flow, proof, proof.time), style: { size: 10.5, colour } },
  ]
  const laid = parts
    .filter(({ text }) => text !== '')
    .map((part) => ({ ...part, bounds: { width: inner, linesMax: 6 } }))
  const height = laid.reduce(
    (sum, { text, style, bounds }) => sum + heightOf(layOut(sheet, text, style, bounds), style),
    20,
  )
  fill(sheet, { x, y: flow.y, width, height, radius: 6 }, paper)
  let y = flow.y + 9
  for (const { text, style } of laid) y += write(sheet, text, style, { x: x + 14, y, width: inner, linesMax: 6 })
  flow.y += height + 14
  if (proof.replaces !== null) drawCorrection(flow, proof, proof.replaces)
}

function drawCorrection(flow: Flow, proof: ProofDocument, replaces: NonNullable<ProofDocument['replaces']>): void {
  const { sheet, x, width } = flow
  const id = isolated(replaces.podId)
  const text =
    replaces.time === null
      ? sheet.say('replaces', id)
      : sheet.say('replacesOf', id, isolated(timeIn(flow, proof, replaces.time)))
  const style = { size: 10 }
  const height = heightOf(layOut(sheet, text, style, { width: width - 16 }), style)
  fill(sheet, { x, y: flow.y, width: 3, height: height + 4 }, ink.quiet)
  write(sheet, text, style, { x: x + 14, y: flow.y + 2, width: width - 16 })
  flow.y += height + 18
}

interface Fact {
  word: Word
  text: string | null
}

function drawFacts(flow: Flow, proof: ProofDocument): void {
  const { sheet, x, width } = flow
  const { consignee, location } = proof
  const time = (instant: string | null) => (instant === null ? null : timeIn(flow, proof, instant))
  const address = [...consignee.names, ...consignee.addressLines].map((line) => clean(line).replaceAll('\n', ' '))
  const facts: Fact[] = [
    { word: 'consignee', text: address.filter((line) => line.trim() !== '').join('\n') },
    { word: proof.type === 'delivery' ? 'receivedBy' : 'handedOverBy', text: proof.contactName },
    { word: 'driver', text: proof.driverName },
    { word: 'recordedBy', text: proof.isFromDesk ? sheet.say('office') : null },
    { word: 'depot', text: proof.depot },
    { word: 'load', text: proof.load },
    { word: 'stop', text: proof.stopPosition === null ? null : String(proof.stopPosition) },
    { word: 'arrived', text: time(proof.arrived) },
    { word: 'recorded', text: time(proof.time) },
    { word: 'received', text: time(proof.received) },
    { word: 'zone', text: proof.zone },
    { word: 'location', text: location && placeOf(sheet, location) },
    { word: 'clock', text: clockOf(sheet, proof.clockOffsetSeconds) },
    {
      word: 'packages',
      text: proof.packages.length > 0 || proof.packageCount === null ? null : String(proof.packageCount),
    },
  ]
  const column = (width - 2 * 16) / 3
  const shown = facts.filter(({ text }) => text !== null && text !== '')
  for (let row = 0; row < shown.length; row += 3) {
    const cells = shown.slice(row, row + 3).map(({ word, text }) => ({
      name: sheet.say(word),
      lines: layOut(sheet, clean(text!), { size: 10 }, { width: column, linesMax: 8 }),
      text: clean(text!),
    }))
    const height = Math.max(...cells.map(({ lines }) => heightOf(lines, { size: 10 }))) + 13
    flow.need(height)
    cells.forEach(({ name, text }, index) => {
      const box = { x: x + index * (column + 16), width: column }
      write(sheet, name, { size: 8, colour: ink.quiet }, { ...box, y: flow.y, linesMax: 1 })
      write(sheet, text, { size: 10 }, { ...box, y: flow.y + 12, linesMax: 8 })
    })
    flow.y += height + 9
  }
  flow.y += 4
}

function placeOf({ say, locale }: Sheet, place: NonNullable<ProofDocument['location']>): string {
  const degrees = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
  if (place.accuracyMetres === null) return degrees
  const metres = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(place.accuracyMetres)
  return `${degrees}\n${say('metres', metres)}`
}

/** A clock that is right by a minute is right. */
const clockTolerance = 60
function clockOf({ say, locale }: Sheet, offset: number | null): string | null {
  if (offset === null || Math.abs(offset) <= clockTolerance) return null
  return say(
    offset > 0 ? 'clockBehind' : 'clockAhead',
    new Intl.NumberFormat(locale).format(Math.abs(Math.round(offset))),
  )
}

function drawRemarks(flow: Flow, { remarks }: ProofDocument): void {
  const text = clean(remarks ?? '').trim()
  if (text === '') return
  title(flow, flow.sheet.say('remarks'))
  flow.paragraph(text, { size: 10 })
  flow.y += 10
}

function drawPackages(flow: Flow, proof: ProofDocument): void {
  const { say } = flow.sheet
  const { packages, extraBarcodes } = proof
  if (packages.length > 0) {
    title(flow, `${say('packages')} (${packages.length})`)
    const columns = [
      { name: say('package'), share: 0.32 },
      { name: say('barcode'), share: 0.24 },
      { name: say('scanned'), share: 0.11 },
      { name: say('outcome'), share: 0.15 },
      { name: say('reason'), share: 0.18 },
    ]
    table(
      flow,
      columns,
      packages.map((one) => [
        one.packageId,
        one.barcode ?? '',
        say(one.scanned ? 'yes' : 'no'),
        outcomeOf(flow, proof, one.outcome),
        one.reason ?? '',
      ]),
    )
  }
  if (extraBarcodes.length === 0) return
  title(flow, say('extraBarcodes'))
  flow.paragraph(extraBarcodes.map(isolated).join(', '), { size: 10 })
  flow.y += 10
}

function drawLines(flow: Flow, { lines }: ProofDocument): void {
  if (lines.length === 0) return
  const { say, locale } = flow.sheet
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  title(flow, `${say('products')} (${lines.length})`)
  const columns = [
    { name: say('product'), share: 0.2 },
    { name: say('description'), share: 0.36 },
    { name: say('quantity'), share: 0.12, align: 'end' as const },
    { name: say('failed'), share: 0.12, align: 'end' as const },
    { name: say('reason'), share: 0.2 },
  ]
  table(
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
function drawSignature(flow: Flow, { signature, contactName }: ProofDocument): void {
  if (signature === null) return
  const { sheet, x } = flow
  const name = clean(contactName ?? '').replaceAll('\n', ' ')
  flow.need(signatureHeight + 50)
  title(flow, sheet.say('signature'))
  const box = { x, y: flow.y, width: 260, height: signatureHeight }
  drawFramed(flow, pictureOf(sheet, signature), box)
  flow.y += signatureHeight + 4
  if (name !== '')
    flow.y += write(sheet, name, { size: 9, colour: ink.quiet }, { x, y: flow.y, width: 260, linesMax: 1 })
  flow.y += 12
}

const photoHeight = 210
function drawPhotos(flow: Flow, { photos }: ProofDocument): void {
  if (photos.length === 0) return
  const { sheet, x } = flow
  const width = (flow.width - 16) / 2
  flow.need(photoHeight + 34)
  title(flow, `${sheet.say('photos')} (${photos.length})`)
  for (let row = 0; row < photos.length; row += 2) {
    flow.need(photoHeight)
    photos.slice(row, row + 2).forEach((photo, index) => {
      drawFramed(flow, pictureOf(sheet, photo), { x: x + index * (width + 16), y: flow.y, width, height: photoHeight })
    })
    flow.y += photoHeight + 14
  }
}

function drawFramed(
  { sheet }: Flow,
  picture: Picture | undefined,
  box: { x: number; y: number; width: number; height: number },
): void {
  frame(sheet, box)
  const inner = { x: box.x + 6, y: box.y + 6, width: box.width - 12, height: box.height - 12, align: 'centre' as const }
  const style = { size: 9, colour: ink.quiet }
  if (picture) drawPicture(sheet, picture, inner)
  else write(sheet, sheet.say('noPicture'), style, { ...inner, y: box.y + box.height / 2 - 6 })
}

/** Draws the footers, after the number of pages is final. */
function drawFeet({ sheet, x, width }: Flow, { podId }: ProofDocument): void {
  const { start, count } = sheet.doc.bufferedPageRange()
  const style = { size: 8, colour: ink.quiet }
  for (let page = start; page < start + count; page++) {
    sheet.doc.switchToPage(page)
    const y = sheet.height - 40
    fill(sheet, { x, y: y - 6, width, height: 0.75 }, ink.line)
    write(sheet, `${sheet.say('proof')} ${isolated(podId)}`, style, { x, y, width: width * 0.75, linesMax: 1 })
    const number = sheet.say('page', String(page + 1), String(count))
    write(sheet, number, style, { x: x + width * 0.75, y, width: width * 0.25, linesMax: 1, align: 'end' })
  }
}
