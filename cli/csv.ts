// Writes CSV that no spreadsheet takes for a formula.

export type Cell = string | number | boolean | null | undefined

/** A text that starts like a formula gets an apostrophe, which spreadsheets take for "this is text". Numbers stay numbers. */
function neutral(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? neutral(cell) : String(cell)
  return /[",;\r\n\t]|^\s|\s$|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`
