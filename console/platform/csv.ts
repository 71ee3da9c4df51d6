// Writes a list into a CSV file for a spreadsheet.
import { formatCsvRow } from '../../client/csv.ts'
import { saveFile } from './save-file.ts'

export const writeCsvLine: (values: readonly string[]) => string = formatCsvRow

/** Saves text as a file. */
export function downloadCsv(name: string, lines: readonly string[]): void {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  saveFile(name, new Blob(['\uFEFF', ...lines], { type: 'text/csv' }))
}
