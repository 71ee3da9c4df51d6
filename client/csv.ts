// Writes CSV whose cells no spreadsheet runs as formulas, and reads such cells back unchanged.

export type CsvCell = string | number | boolean | null | undefined

/**
 * The start of a cell that spreadsheets run as a formula; an apostrophe before it makes the cell a text. A semicolon,
 * a tab or a line break inside our cell may begin a new cell elsewhere. A text that already has apostrophes there gets
 * one more, so that the reader can remove ours.
 */
const formula = /(^|[;\t\r\n])([ "\u00a0]*)(?='*[=+\-@＝＋－＠])/g
const escaped = /(^|[;\t\r\n])([ "\u00a0]*)'(?='*[=+\-@＝＋－＠])/g
const plainNumber = /^-?\d+(\.\d+)?$/

function cellOf(cell: CsvCell): string {
  const text = String(cell ?? '')
  const isText = typeof cell === 'string' && !plainNumber.test(text)
  const safe = isText ? text.replace(formula, "$1$2'") : text
  return /[",;\r\n\t]|^\s|\s$|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Returns the text of a cell without the apostrophes that `formatCsvRow` has added. */
export const removeApostrophes = (text: string): string => (text.includes("'") ? text.replace(escaped, '$1$2') : text)
