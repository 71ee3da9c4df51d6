// The list as a file for a spreadsheet.
import { csvLine } from '../client/csv.ts'

export const line: (values: readonly string[]) => string = csvLine

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
