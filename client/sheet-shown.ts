// Finds the cells that a spreadsheet shows differently from the reader: leading zeros of a number format, and errors.
import { type Entry, unpacked } from './archive.ts'
import { sheetErrorOf, uncalculated } from './sheet-errors.ts'
import { type Mark, marksIn, placeOf } from './sheet-marks.ts'

/** Texts by row and column, both from 0; most are missing. */
export type ShownTexts = string[][]

/** A number format that only adds leading zeros. */
interface Digits {
  /** How many it shows at least. */
  places: number
  /** Texts between digits, and `undefined` for each digit. */
  parts: readonly (string | undefined)[]
}

export interface FirstSheet {
  /** Its name in the archive. */
  path: string | undefined
  /** Formats by number of the style; undefined for other formats. */
  formats: readonly (Digits | undefined)[]
}

/** Largest file that is read completely, in bytes. */
const textBytesMax = 64 * 2 ** 20

/** Returns the first sheet with its number formats, or undefined if the workbook is too large. */
export async function firstSheetOf(entries: readonly Entry[]): Promise<FirstSheet | undefined> {
  const textOf = async (path: string | undefined) => {
    const entry = entries.findLast(({ name }) => name === path)
    return entry ? wholeText(entry) : ''
  }
  const [workbook, relations] = [await textOf('xl/workbook.xml'), await textOf('xl/_rels/workbook.xml.rels')]
  if (workbook === undefined || relations === undefined) return undefined
  const first = marksIn(workbook, 'sheet').find(({ name }) => name)?.id
  const files = marksIn(relations, 'Relationship')
  const styles = await textOf(pathOf(files.findLast(({ Type }) => Type?.endsWith('/relationships/styles'))?.Target))
  if (styles === undefined) return undefined
  return { path: pathOf(files.findLast(({ Id }) => Id === first)?.Target), formats: formatsIn(styles) }
}

const pathOf = (target: string | undefined) => (target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`)

async function wholeText({ isPacked, data }: Entry): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of isPacked ? unpacked(data) : [data]) {
    bytes += piece.length
    if (bytes > textBytesMax) return undefined
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function formatsIn(styles: string): (Digits | undefined)[] {
  const begin = styles.search(/<(?:[\w.-]{1,100}:)?cellXfs[\s>]/)
  if (begin < 0) return []
  // Formats after `begin` are conditional ones, and may have the same numbers.
  const own = marksIn(styles.slice(0, begin), 'numFmt')
  const codes = new Map(own.map(({ numFmtId, formatCode }) => [numFmtId, formatCode]))
  return marksIn(styles.slice(begin), 'xf').map(({ numFmtId }) =>
    digitsOf((codes.get(numFmtId) ?? '').replaceAll('&quot;', '"')),
  )
}

const codeMax = 100
/** Matches a format of zeros and fixed text: some characters, escaped characters and quoted text. */
const padding = /^(?:\[\$[^\][]{0,20}\])?(?:#{1,50}(?=0))?((?:[0 ()+-]|\\.|"[^"]{0,100}")+)(?:;|$)/
const part = /\\(.)|"([^"]*)"|(.)/g

function digitsOf(code: string): Digits | undefined {
  const [, written] = (code.length <= codeMax && padding.exec(code)) || []
  const parts = [...(written ?? '').matchAll(part)].map(([whole, one, some]) =>
    whole === '0' ? undefined : (one ?? some ?? whole),
  )
  const places = parts.filter((each) => each === undefined).length
  return places > 1 ? { places, parts } : undefined
}

/**
 * Returns the number with leading zeros. Returns undefined if the format shows more than zeros: a sign, or a rounded
 * number.
 */
function padded(value: string, { places, parts }: Digits): string | undefined {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) return undefined
  const digits = String(number).padStart(places, '0')
  if (parts.length === places) return digits
  // The first place takes all that there are too many.
  const first = digits.length - places + 1
  const rest = [digits.slice(0, first), ...digits.slice(first)].values()
  return parts.map((each) => each ?? rest.next().value).join('')
}

interface ShownCell {
  values: string
  hasFormula: boolean
  value: string | undefined
}
const typeOf = /[\s:]t=["'](\w{0,20})/
const styleOf = /[\s:]s=["'](\d{1,9})/

/** Collects the shown texts from the tags of a sheet, in their order. */
export function shownTexts(formats: FirstSheet['formats']) {
  const texts: ShownTexts = []
  let cell: ShownCell | undefined
  function shownOf({ values, hasFormula, value }: ShownCell): string | undefined {
    const type = typeOf.exec(values)?.[1] ?? 'n'
    if (type === 'e') return sheetErrorOf(value ?? '')
    // Some programs write an empty number with an uncalculated formula; an empty text is a calculated value.
    if (value === undefined || (value === '' && type === 'n')) return hasFormula ? uncalculated : undefined
    const format = type === 'n' && formats.length > 0 ? formats[Number(styleOf.exec(values)?.[1])] : undefined
    return format && padded(value, format)
  }
  function end(ended: ShownCell): void {
    const shown = shownOf(ended)
    const place = shown === undefined ? undefined : placeOf(ended.values)
    // Without a place the reader takes none of the cells.
    if (shown === undefined || place === undefined || place === 'broken') return
    texts[place.row - 1] ??= []
    texts[place.row - 1]![place.column - 1] = shown
  }
  return {
    texts,
    look({ name, values, isEnd, text }: Mark): void {
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
