// Recognises workbooks, limits their unpacked size, and reads the texts of their cells.

import { entriesMax, hasPrefix, listEntries, unpackChunks } from './archive.ts'
import { removeApostrophes } from './csv.ts'
import { createSheetCheck, type SheetError } from './sheet-marks.ts'
import { collectShownTexts, findFirstSheet, type ShownTexts } from './sheet-shown.ts'

export { cellLengthMax } from './sheet-marks.ts'

/** Error of a file that cannot be read. */
export type WorkbookError = 'otherKind' | SheetError

export const sheetBytesMax = 100 * 2 ** 20
const unpackedBytesMax = 256 * 2 ** 20

/**
 * Returns the kind of a file by its name and first bytes. Old and protected Excel files, files of other programs and
 * PDFs are `otherKind`.
 */
export function detectFileType(name: string, head: Uint8Array): 'workbook' | 'text' | 'otherKind' {
  if (/\.(xls|xlsb|xlt|ods|fods|ots|numbers|pdf)$/i.test(name)) return 'otherKind'
  if (hasPrefix(head, '\xd0\xcf\x11\xe0') || hasPrefix(head, '%PDF')) return 'otherKind'
  if (hasPrefix(head, 'PK\x03\x04'))
    return hasPrefix(head, 'mimetypeapplication/vnd.oasis', 30) ? 'otherKind' : 'workbook'
  return /\.xls[mx]$/i.test(name) ? 'workbook' : 'text'
}
export const kindBytes = 64
/** Returns whether a file is a PDF, which cannot be saved as a table. */
export const isPdf = (name: string, head: Uint8Array): boolean => /\.pdf$/i.test(name) || hasPrefix(head, '%PDF')

export interface CheckedWorkbook {
  fault: WorkbookError | undefined
  /** Texts of the cells of the first sheet that differ from the values that the library reads. */
  shown: ShownTexts
}
const faulty = (error: WorkbookError): CheckedWorkbook => ({ fault: error, shown: [] })

/**
 * Checks a workbook before it is unpacked. Unpacks it in pieces, counts them and discards them, because the sizes
 * stated in a file may be wrong.
 */
export async function checkWorkbook(file: Uint8Array): Promise<CheckedWorkbook> {
  if (file.length > sheetBytesMax) return faulty('tooLarge')
  let bytes = 0
  try {
    const entries = listEntries(file)
    const stated = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
    if (entries.length > entriesMax || stated > unpackedBytesMax) return faulty('tooLarge')
    const first = await findFirstSheet(entries)
    if (!first) return faulty('tooLarge')
    const { texts, onTag } = collectShownTexts(first.formats)
    const check = async ({ name, isPacked, data }: (typeof entries)[number]): Promise<WorkbookError | undefined> => {
      const sheet = createSheetCheck(name === first.path ? onTag : undefined)
      for await (const chunk of isPacked ? unpackChunks(data) : [data]) {
        bytes += chunk.length
        const error = bytes > unpackedBytesMax ? 'tooLarge' : sheet.add(chunk)
        if (error) return error
      }
      return sheet.end()
    }
    for (const entry of entries) {
      const error = await check(entry)
      if (error) return faulty(error)
    }
    return { fault: undefined, shown: texts }
  } catch {
    return faulty('broken')
  }
}

/** Returns a row as the sheet shows it, from the cells of a reader. */
export function formatSheetRow(cells: readonly unknown[], visibleTexts: readonly string[] = []): string[] {
  const texts = cells.map(formatSheetCell)
  visibleTexts.forEach((text, index) => {
    while (texts.length < index) texts.push('')
    texts[index] = text
  })
  return texts
}

const dayMs = 86_400_000
/** Day zero of both date systems. A time without a day has this date. */
const dayZeros = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
/** Longest time after midnight of day zero, such as 24:00 or 25:30. Orders have no dates so close to 1899 or 1904. */
const hoursMs = 31 * dayMs

/** Returns the text of a cell. A date-time has no time zone in a workbook; the reader returns it as UTC. */
export function formatSheetCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // A CSV file of Dray that was saved as a workbook has apostrophes against formulas.
  if (typeof cell === 'string') return removeApostrophes(cell)
  // A number may be outside the range of dates.
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return String(cell)
  // A workbook stores a time as a fraction of a day, which is rarely a whole number of seconds.
  const second = Math.round(cell.getTime() / 1_000) * 1_000
  const text = new Date(second).toISOString()
  const zero = dayZeros.find((dayZero) => second >= dayZero && second < dayZero + hoursMs)
  // A workbook stores each day with the time 00:00, even if the sheet does not show the time.
  if (zero === undefined) return text.slice(0, second % dayMs === 0 ? 10 : 19)
  const hours = Math.floor((second - zero) / 3_600_000)
  return `${String(hours).padStart(2, '0')}${text.slice(13, 19)}`
}
