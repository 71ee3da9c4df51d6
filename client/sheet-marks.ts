// Checks the XML of a sheet before the sheet is read: every tag must be unambiguous, and the extent of the cells is
// limited.

/** Reason why a sheet is rejected. */
export type SheetError = 'tooLarge' | 'longCell' | 'broken'

/** Longest text of a cell in Excel, in characters. */
export const cellLengthMax = 32_767
/** Longest tag, and longest text between two tags, in bytes. A character takes up to eight, as `&#65535;`. */
const bytesMax = 8 * (cellLengthMax + 1)
const [lastRow, lastColumn] = [1_048_576, 16_384]
/** Largest number of cells in the rectangle of a sheet, which a reader fills completely. */
const cellsMax = 10_000_000

/**
 * Matches a tag with an unambiguous end: attribute values are in quotes and without `<`. No tag contains the beginning
 * of another tag, so every reader finds the same tags. Comments do not match and are rejected.
 */
const tagPattern =
  /<\/?([A-Za-z_:][\w:.-]{0,99})((?:[\t-\r ]+[A-Za-z_:][\w:.-]{0,99}=(?:"[^"<]*"|'[^'<]*'))*)[\t-\r ]*\/?>/y
const eachValue = /([\w:.-]{1,100})=(?:"([^"]*)"|'([^']*)')/g
const cellPattern = /^([A-Z]{0,3})([1-9]\d{0,6})$/

/**
 * Matches the start of the cells, with any namespace prefix. A file without a match contains no cells. The character
 * before the word excludes macros, which use the word alone.
 */
const beginning = /[<:]sheetData/
const beginningLength = 10

/** A tag of a sheet, without its prefix. */
export interface SheetTag {
  name: string
  /** All attributes of the tag, as they are written. */
  values: string
  isEnd: boolean
  /** Text between the previous tag and this tag, with one character per byte. */
  text: string
}

export interface SheetCheck {
  add(piece: Uint8Array): SheetError | undefined
  end(): SheetError | undefined
}

/**
 * Checks a file of a workbook, piece by piece. Every file may be a sheet, because the workbook itself names its
 * sheets. `look` receives every tag of the cells.
 */
export function createSheetCheck(onTag?: (mark: SheetTag) => void): SheetCheck {
  const decoder = new TextDecoder('latin1')
  const reach = extent()
  let isSheet = false
  let buffered = ''
  /** Length of the text since the last tag; `passed` is the text itself. */
  let textLength = 0
  let passed = ''

  function through(text: string, start: number): SheetError | undefined {
    for (let index = start; ; index = tagPattern.lastIndex) {
      const open = text.indexOf('<', index)
      const textEnd = open < 0 ? text.length : open
      textLength += textEnd - index
      if (onTag) passed += text.slice(index, textEnd)
      if (textLength > bytesMax) return 'longCell'
      tagPattern.lastIndex = open
      const found = open < 0 ? null : tagPattern.exec(text)
      if (!found) {
        // The tag may continue in the next piece.
        buffered = open < 0 ? '' : text.slice(open)
        return buffered.length > bytesMax || buffered.includes('<', 1) ? 'broken' : undefined
      }
      const [whole, written, values] = found
      if (whole.length > bytesMax) return 'broken'
      textLength = 0
      const [name, isEnd] = [written!.slice(written!.indexOf(':') + 1), whole[1] === '/']
      const error = isEnd ? undefined : reach.add(name, values!)
      if (error) return error
      onTag?.({ name, values: values!, isEnd, text: passed })
      passed = ''
    }
  }
  return {
    add(chunk) {
      const text = buffered + decoder.decode(chunk, { stream: true })
      if (isSheet) return through(text, 0)
      const begin = text.search(beginning)
      isSheet = begin >= 0
      buffered = text.slice(1 - beginningLength)
      return isSheet ? through(text, begin + beginningLength) : undefined
    },
    end: () => (isSheet && buffered !== '' ? 'broken' : undefined),
  }
}

/** Measures the rows and columns of a sheet from its tags. */
function extent() {
  let [rows, columns, row, column] = [0, 0, 0, 0]
  return {
    add(name: string, values: string): SheetError | undefined {
      if (name !== 'row' && name !== 'c') return undefined
      const position = parseCellPosition(values)
      if (position === 'broken' || (position && (name === 'c') !== position.column > 0)) return 'broken'
      if (name === 'row') column = 0
      else column = position?.column ?? column + 1
      // A row without a number gets the row number of its cells.
      if (name === 'row') row = position?.row ?? row + 1
      else row = Math.max(row, position?.row ?? 0)
      if (row > lastRow || column > lastColumn) return 'broken'
      rows = Math.max(rows, row)
      columns = Math.max(columns, column)
      return rows * columns > cellsMax ? 'tooLarge' : undefined
    },
  }
}

/** Returns the position in the attribute `r`. Returns `broken` if it is ambiguous: a reader ignores prefixes. */
export function parseCellPosition(values: string): { row: number; column: number } | 'broken' | undefined {
  let found: { row: number; column: number } | undefined
  eachValue.lastIndex = 0
  for (let next = eachValue.exec(values); next; next = eachValue.exec(values)) {
    const [, name, double, single] = next
    if (name !== 'r' && !name!.endsWith(':r')) continue
    const [, letters, digits] = cellPattern.exec(double ?? single!) ?? []
    if (found || name !== 'r' || digits === undefined) return 'broken'
    found = { row: Number(digits), column: columnNumber(letters!) }
  }
  return found
}

/** Returns the attributes by their names without prefixes. */
function valuesOf(values: string): Record<string, string> {
  const found: Record<string, string> = {}
  eachValue.lastIndex = 0
  for (const [, name, double, single] of values.matchAll(eachValue))
    found[name!.slice(name!.indexOf(':') + 1)] = double ?? single!
  return found
}

const tagsPattern = new RegExp(tagPattern.source, 'g')

/** Returns the attributes of all tags with a name, in a file other than a sheet. */
export function findTags(text: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = []
  for (const [whole, written, values] of text.matchAll(tagsPattern))
    if (whole[1] !== '/' && written!.slice(written!.indexOf(':') + 1) === name) found.push(valuesOf(values!))
  return found
}

function columnNumber(letters: string): number {
  let number = 0
  for (let index = 0; index < letters.length; index++) number = number * 26 + letters.charCodeAt(index) - 64
  return number
}
