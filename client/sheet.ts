// Recognises workbooks, limits their unpacked size, and reads the texts of their cells.

import { entriesMax, entriesOf, startsWith, unpacked } from './archive.ts'
import { cellText } from './csv.ts'
import { type MarkFault, sheetCheck } from './sheet-marks.ts'
import { firstSheetOf, type ShownTexts, shownTexts } from './sheet-shown.ts'

export { cellLengthMax } from './sheet-marks.ts'

/** A file that cannot be read, and why. */
export type SheetFault = 'otherKind' | MarkFault

export const sheetBytesMax = 100 * 2 ** 20
const unpackedBytesMax = 256 * 2 ** 20

/** By its name and its first bytes: old and protected Excel files, those of other programs and PDFs are `otherKind`. */
export function kindOfFile(name: string, head: Uint8Array): 'workbook' | 'text' | 'otherKind' {
  if (/\.(xls|xlsb|xlt|ods|fods|ots|numbers|pdf)$/i.test(name)) return 'otherKind'
  if (startsWith(head, '\xd0\xcf\x11\xe0') || startsWith(head, '%PDF')) return 'otherKind'
  if (startsWith(head, 'PK\x03\x04'))
    return startsWith(head, 'mimetypeapplication/vnd.oasis', 30) ? 'otherKind' : 'workbook'
  return /\.xls[mx]$/i.test(name) ? 'workbook' : 'text'
}
export const kindBytes = 64
/** Of those that are `otherKind`, what nobody can save as a table. */
export const isPdf = (name: string, head: Uint8Array): boolean => /\.pdf$/i.test(name) || startsWith(head, '%PDF')

export interface CheckedWorkbook {
  fault: SheetFault | undefined
  /** What cells of its first sheet show, where a reader says something else. */
  shown: ShownTexts
}
const faulty = (fault: SheetFault): CheckedWorkbook => ({ fault, shown: [] })

/**
 * Checks a workbook before it is unpacked. Unpacks it in pieces, counts them and discards them, because the sizes
 * stated in a file may be wrong.
 */
export async function checkWorkbook(file: Uint8Array): Promise<CheckedWorkbook> {
  if (file.length > sheetBytesMax) return faulty('tooLarge')
  let bytes = 0
  try {
    const entries = entriesOf(file)
    const stated = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
    if (entries.length > entriesMax || stated > unpackedBytesMax) return faulty('tooLarge')
    const first = await firstSheetOf(entries)
    if (!first) return faulty('tooLarge')
    const { texts, look } = shownTexts(first.formats)
    const check = async ({ name, isPacked, data }: (typeof entries)[number]): Promise<SheetFault | undefined> => {
      const sheet = sheetCheck(name === first.path ? look : undefined)
      for await (const piece of isPacked ? unpacked(data) : [data]) {
        bytes += piece.length
        const fault = bytes > unpackedBytesMax ? 'tooLarge' : sheet.add(piece)
        if (fault) return fault
      }
      return sheet.end()
    }
    for (const entry of entries) {
      const fault = await check(entry)
      if (fault) return faulty(fault)
    }
    return { fault: undefined, shown: texts }
  } catch {
    return faulty('broken')
  }
}

/** A row as the sheet shows it, from what a reader has made of it. */
export function sheetRow(cells: readonly unknown[], shown: readonly string[] = []): string[] {
  const texts = cells.map(sheetCell)
  shown.forEach((text, at) => {
    while (texts.length < at) texts.push('')
    texts[at] = text
  })
  return texts
}

const dayMs = 86_400_000
/** What a workbook counts its days from, in either of the two ways: a time of day has no days before it. */
const dayZeros = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
/** Hours may be counted on past midnight, as 24:00 or 25:30. So early in those years nothing is delivered. */
const hoursMs = 31 * dayMs

/** A workbook knows no zones: a date-time is what the sheet shows, which a reader gives as if it were in UTC. */
export function sheetCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // Apostrophes against formulas come from a CSV file of ours that a spreadsheet has saved as a workbook.
  if (typeof cell === 'string') return cellText(cell)
  // A number may be no day that there is.
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return String(cell)
  // It keeps fractions of a day, of which hardly any is a whole second.
  const second = Math.round(cell.getTime() / 1_000) * 1_000
  const text = new Date(second).toISOString()
  const zero = dayZeros.find((each) => second >= each && second < each + hoursMs)
  // Each day has a midnight in a workbook, whether or not the sheet shows one.
  if (zero === undefined) return text.slice(0, second % dayMs === 0 ? 10 : 19)
  const hours = Math.floor((second - zero) / 3_600_000)
  return `${String(hours).padStart(2, '0')}${text.slice(13, 19)}`
}
