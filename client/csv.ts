// Writes CSV that no spreadsheet takes for a formula, and reads its cells as they were, for the service, the command line and the console.

export type Cell = string | number | boolean | null | undefined

/**
 * A spreadsheet takes these at the start of a cell for a formula, whatever the file says; an apostrophe makes them text. It may
 * see a cell begin within one of ours as well, behind what separates cells elsewhere: a semicolon, a tab, the end of a line.
 * A text that has apostrophes there gets one more: only so can a reader tell which of them is ours.
 */
const formula = /(^|[;\t\r\n])([ "\u00a0]*)(?='*[=+\-@＝＋－＠])/g
const escaped = /(^|[;\t\r\n])([ "\u00a0]*)'(?='*[=+\-@＝＋－＠])/g
const plainNumber = /^-?\d+(\.\d+)?$/

function cellOf(cell: Cell): string {
  const text = String(cell ?? '')
  const isText = typeof cell === 'string' && !plainNumber.test(text)
  const safe = isText ? text.replace(formula, "$1$2'") : text
  return /[",;\r\n\t]|^\s|\s$|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** What a cell of a file says: without the apostrophes that `csvLine` has put in. Others stay. */
export const cellText = (text: string): string => (text.includes("'") ? text.replace(escaped, '$1$2') : text)
