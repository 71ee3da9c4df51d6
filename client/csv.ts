// Writes CSV cells that no spreadsheet runs as formulas, and reads these cells back unchanged.

export type CsvCell = string | number | boolean | null | undefined

/**
 * Matches the start of a cell that spreadsheets run as a formula. An apostrophe before it makes the cell a text. Other
 * programs may begin a new cell after a semicolon, a tab or a line break inside our cell. A text that already has
 * apostrophes there gets one more apostrophe, which the reader removes.
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
