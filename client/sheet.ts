// Spreadsheets before they are read: which files are any, that they do not unpack to more than can be held, and what their cells say.

import { cellText } from './csv.ts'
import { type MarkFault, sheetCheck } from './sheet-marks.ts'

export { cellLengthMax } from './sheet-marks.ts'

/** A file that cannot be read, and why. */
export type SheetFault = 'otherKind' | MarkFault

export const sheetBytesMax = 100 * 2 ** 20
const unpackedBytesMax = 256 * 2 ** 20
const entriesMax = 1_000

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** By its name and its first bytes: old and protected Excel files, those of other programs and PDFs are `otherKind`. */
export function kindOfFile(name: string, head: Uint8Array): 'workbook' | 'text' | 'otherKind' {
  if (/\.(xls|xlsb|xlt|ods|fods|ots|numbers|pdf)$/i.test(name)) return 'otherKind'
  if (startsWith(head, '\xd0\xcf\x11\xe0') || startsWith(head, '%PDF')) return 'otherKind'
  if (startsWith(head, 'PK\x03\x04'))
    return startsWith(head, 'mimetypeapplication/vnd.oasis', 30) ? 'otherKind' : 'workbook'
  return /\.xls[mx]$/i.test(name) ? 'workbook' : 'text'
}
export const kindBytes = 64

/**
 * What is wrong with a workbook before it is unpacked for real. It is unpacked here in pieces that are counted and thrown
 * away, since the sizes that a file states of itself may be lies.
 */
export async function workbookFault(file: Uint8Array): Promise<SheetFault | undefined> {
  if (file.length > sheetBytesMax) return 'tooLarge'
  let bytes = 0
  try {
    const entries = entriesOf(file)
    const stated = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
    if (entries.length > entriesMax || stated > unpackedBytesMax) return 'tooLarge'
    for (const { isPacked, data } of entries) {
      const check = sheetCheck()
      for await (const piece of isPacked ? unpacked(data) : [data]) {
        bytes += piece.length
        const fault = bytes > unpackedBytesMax ? 'tooLarge' : check.add(piece)
        if (fault) return fault
      }
      const fault = check.end()
      if (fault) return fault
    }
  } catch {
    return 'broken'
  }
  return undefined
}

interface Entry {
  isPacked: boolean
  /** As the file states it; room is made for so much. */
  unpackedSize: number
  data: Uint8Array
}
const broken = () => new Error('The archive is broken.')
const endSize = 22
const commentMax = 65_535
const huge = 0xffff_ffff

/** As the directory at the end of a zip archive lists them, read as the reader of workbooks does it: what is checked is what is unpacked. */
function entriesOf(file: Uint8Array): Entry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  let end = file.length - endSize
  while (end >= 0 && end >= file.length - endSize - commentMax && !startsWith(file, 'PK\x05\x06', end)) end--
  if (end < 0 || !startsWith(file, 'PK\x05\x06', end)) throw broken()
  // Some programs write every number in 64 bits as well, whatever its size.
  const wide = end >= 20 && startsWith(file, 'PK\x06\x07', end - 20) ? view.getUint32(end - 12, true) : undefined
  if (wide !== undefined && !startsWith(file, 'PK\x06\x06', wide)) throw broken()
  const count = wide === undefined ? view.getUint16(end + 8, true) : view.getUint32(wide + 32, true)
  let at = wide === undefined ? view.getUint32(end + 16, true) : view.getUint32(wide + 48, true)
  const entries: Entry[] = []
  for (let left = Math.min(count, entriesMax + 1); left > 0; left--) {
    if (!startsWith(file, 'PK\x01\x02', at)) throw broken()
    const nameLength = view.getUint16(at + 28, true)
    const extra = { from: at + 46 + nameLength, length: view.getUint16(at + 30, true) }
    const { size, unpackedSize, place } = numbersOf(view, at, wide === undefined ? undefined : extra)
    const data = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true)
    entries.push({
      isPacked: view.getUint16(at + 10, true) !== 0,
      unpackedSize,
      data: file.subarray(data, data + size),
    })
    at = extra.from + extra.length + view.getUint16(at + 32, true)
  }
  return entries
}

/** Those that do not fit in 32 bits are in an extra field. */
function numbersOf(view: DataView, at: number, extra: { from: number; length: number } | undefined) {
  const written = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  let wide = 0
  if (written.includes(huge)) {
    if (!extra) throw broken()
    let field = extra.from
    while (view.getUint16(field, true) !== 1) {
      field += 4 + view.getUint16(field + 2, true)
      if (field >= extra.from + extra.length) throw broken()
    }
    wide = field + 4
  }
  const [unpackedSize, size, place] = written.map((number) => {
    if (number !== huge) return number
    wide += 8
    return Number(view.getBigUint64(wide - 8, true))
  })
  return { unpackedSize: unpackedSize!, size: size!, place: place! }
}

async function* unpacked(data: Uint8Array): AsyncGenerator<Uint8Array> {
  const pieces = new Blob([data as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = pieces.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const dayMs = 86_400_000
/** What a workbook counts its days from, in either of the two ways: a time of day has no days before it. */
const dayZeros = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
/** Hours may be counted on past midnight, as 24:00 or 25:30. So early in those years nothing is delivered. */
const hoursMs = 31 * dayMs

/** A workbook knows no zones: a date-time is what the sheet shows, which a reader gives as if it were in UTC. */
export function sheetCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // A workbook needs no apostrophes against formulas. Those in it come from a file of ours that a spreadsheet has saved as one.
  if (typeof cell === 'string') return cellText(cell)
  // A number may be no day that there is.
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return String(cell)
  // It keeps fractions of a day, of which hardly any is a whole second.
  const second = Math.round(cell.getTime() / 1_000) * 1_000
  const text = new Date(second).toISOString()
  const zero = dayZeros.find((each) => second >= each && second < each + hoursMs)
  if (zero === undefined) return text.slice(0, 19)
  const hours = Math.floor((second - zero) / 3_600_000)
  return `${String(hours).padStart(2, '0')}${text.slice(13, 19)}`
}
