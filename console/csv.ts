// The list as a file for a spreadsheet.

/** A spreadsheet takes these at the start of a cell for a formula, whatever the file says; an apostrophe makes them text. */
const formula = /^[=+\-@\t\r]/
const plainNumber = /^-?\d+(\.\d+)?$/

export function cell(value: string): string {
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const line = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`

/** Hands text to the browser as a file. */
export function download(name: string, parts: readonly string[]): void {
  // The mark at its start tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', ...parts], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
