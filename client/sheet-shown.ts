// Finds the cells that a spreadsheet shows differently from the reader: leading zeros of a number format, and errors.
import { type ArchiveEntry, unpackChunks } from './archive.ts'
import { normaliseSheetError, uncalculatedText } from './sheet-errors.ts'
import { findTags, parseCellPosition, type SheetTag } from './sheet-marks.ts'

/** Texts by row and column, both from 0; most are missing. */
export type ShownTexts = string[][]

/** A number format that only adds leading zeros. */
interface Digits {
  /** Minimum number of digits that the format shows. */
  digitsMin: number
  /** Texts between digits, and `undefined` for each digit. */
  segments: readonly (string | undefined)[]
}

export interface FirstSheet {
  /** Name of the file in the archive. */
  path: string | undefined
  /** Formats by number of the style; undefined for other formats. */
  formats: readonly (Digits | undefined)[]
}

/** Largest file that is read completely, in bytes. */
const textBytesMax = 64 * 2 ** 20

/** Returns the first sheet with its number formats, or undefined if the workbook is too large. */
export async function findFirstSheet(entries: readonly ArchiveEntry[]): Promise<FirstSheet | undefined> {
  const textOf = async (path: string | undefined) => {
    const entry = entries.findLast(({ name }) => name === path)
    return entry ? readEntryText(entry) : ''
  }
  const [workbook, relations] = [await textOf('xl/workbook.xml'), await textOf('xl/_rels/workbook.xml.rels')]
  if (workbook === undefined || relations === undefined) return undefined
  const first = findTags(workbook, 'sheet').find(({ name }) => name)?.id
  const files = findTags(relations, 'Relationship')
  const styles = await textOf(pathOf(files.findLast(({ Type }) => Type?.endsWith('/relationships/styles'))?.Target))
  if (styles === undefined) return undefined
  return { path: pathOf(files.findLast(({ Id }) => Id === first)?.Target), formats: formatsIn(styles) }
}

const pathOf = (target: string | undefined) => (target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`)

async function readEntryText({ isPacked, data }: ArchiveEntry): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of isPacked ? unpackChunks(data) : [data]) {
    bytes += chunk.length
    if (bytes > textBytesMax) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function formatsIn(styles: string): (Digits | undefined)[] {
  const begin = styles.search(/<(?:[\w.-]{1,100}:)?cellXfs[\s>]/)
  if (begin < 0) return []
  // Formats after `begin` belong to conditional formatting, and may have the same numbers.
  const customFormats = findTags(styles.slice(0, begin), 'numFmt')
  const codes = new Map(customFormats.map(({ numFmtId, formatCode }) => [numFmtId, formatCode]))
  return findTags(styles.slice(begin), 'xf').map(({ numFmtId }) =>
    digitsOf((codes.get(numFmtId) ?? '').replaceAll('&quot;', '"')),
  )
}

const codeMax = 100
/** Matches a format of zeros and fixed text: some characters, escaped characters and quoted text. */
const padding = /^(?:\[\$[^\][]{0,20}\])?(?:#{1,50}(?=0))?((?:[0 ()+-]|\\.|"[^"]{0,100}")+)(?:;|$)/
const segmentPattern = /\\(.)|"([^"]*)"|(.)/g

function digitsOf(code: string): Digits | undefined {
  const [, written] = (code.length <= codeMax && padding.exec(code)) || []
  const segments = [...(written ?? '').matchAll(segmentPattern)].map(([match, escaped, quoted]) =>
    match === '0' ? undefined : (escaped ?? quoted ?? match),
  )
  const digitsMin = segments.filter((segment) => segment === undefined).length
  return digitsMin > 1 ? { digitsMin, segments } : undefined
}

/**
 * Returns the number with leading zeros. Returns undefined if the format shows more than zeros: a sign, or a rounded
 * number.
 */
function padded(value: string, { digitsMin, segments }: Digits): string | undefined {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) return undefined
  const digits = String(number).padStart(digitsMin, '0')
  if (segments.length === digitsMin) return digits
  // Surplus digits go into the first place: the format `00-00` shows 12345 as `123-45`.
  const first = digits.length - digitsMin + 1
  const groups = [digits.slice(0, first), ...digits.slice(first)].values()
  return segments.map((segment) => segment ?? groups.next().value).join('')
}

interface ShownCell {
  values: string
  hasFormula: boolean
  value: string | undefined
}
const typeOf = /[\s:]t=["'](\w{0,20})/
const styleOf = /[\s:]s=["'](\d{1,9})/

/** Collects the texts of the cells that a sheet shows, from the tags of the sheet in their order. */
export function collectShownTexts(formats: FirstSheet['formats']) {
  const texts: ShownTexts = []
  let cell: ShownCell | undefined
  function shownOf({ values, hasFormula, value }: ShownCell): string | undefined {
    const type = typeOf.exec(values)?.[1] ?? 'n'
    if (type === 'e') return normaliseSheetError(value ?? '')
    // Some programs write an empty number with an uncalculated formula; an empty text is a calculated value.
    if (value === undefined || (value === '' && type === 'n')) return hasFormula ? uncalculatedText : undefined
    const format = type === 'n' && formats.length > 0 ? formats[Number(styleOf.exec(values)?.[1])] : undefined
    return format && padded(value, format)
  }
  function end(ended: ShownCell): void {
    const text = shownOf(ended)
    const position = text === undefined ? undefined : parseCellPosition(ended.values)
    // If a cell has no position, the library that reads workbooks ignores all cells.
    if (text === undefined || position === undefined || position === 'broken') return
    texts[position.row - 1] ??= []
    texts[position.row - 1]![position.column - 1] = text
  }
  return {
    texts,
    onTag({ name, values, isEnd, text }: SheetTag): void {
      if (name === 'c' && !isEnd) cell = { values, hasFormula: false, value: undefined }
      else if (cell === undefined) return
      else if (name === 'f') cell.hasFormula = true
      else if (name === 'v' || name === 'is') cell.value = isEnd ? text : ''
      else if (name === 'c') {
        end(cell)
        cell = undefined
      }
    },
  }
}
