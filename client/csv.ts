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

/** The signs of a CSV file that a spreadsheet opens without questions. */
export interface CsvNotation {
  separator: ',' | ';'
  decimal: '.' | ','
}

/** Writes numbers below 0.000001 and from 10²¹, which otherwise have an exponent, with up to 20 decimals. */
const plainFormat = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

/** Writes a number. Three decimals get a fourth, because readers take `1,125` for a group of thousands. */
function formatNumber(value: number, decimal: CsvNotation['decimal']): string {
  const text = String(value)
  const [whole, fraction] = (text.includes('e') ? plainFormat.format(value) : text).split('.')
  return fraction === undefined ? whole! : `${whole}${decimal}${fraction.length === 3 ? `${fraction}0` : fraction}`
}

/** Returns a row for spreadsheets. Only cells of the type number get the decimal sign; texts stay as they are. */
export function formatSpreadsheetRow(cells: readonly CsvCell[], { separator, decimal }: CsvNotation): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? formatNumber(cell, decimal) : quoteBars(cellOf(cell))))
  return `${texts.join(separator)}\r\n`
}

/** Quotes a text with `|`, which a reader could take for the separator. */
const quoteBars = (text: string) => (text.includes('|') && !text.startsWith('"') ? `"${text}"` : text)

/** Returns the text of a cell without the apostrophes that the writers have added. */
export const removeApostrophes = (text: string): string => (text.includes("'") ? text.replace(escaped, '$1$2') : text)
