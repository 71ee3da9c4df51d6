// Writes CSV that no spreadsheet takes for a formula, for the command line and the console.

export type Cell = string | number | boolean | null | undefined

/** A spreadsheet takes these at the start of a cell for a formula, whatever the file says; an apostrophe makes them text. */
const formula = /^[=+\-@\t\r]/
const plainNumber = /^-?\d+(\.\d+)?$/

function cellOf(cell: Cell): string {
  const text = String(cell ?? '')
  const isFormula = typeof cell === 'string' && formula.test(text) && !plainNumber.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",;\r\n\t]|^\s|\s$|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`
