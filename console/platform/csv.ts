// Writes a list into a CSV file for a spreadsheet.
import { csvLine } from '../../client/csv.ts'
import { saveFile } from './save-file.ts'

export const line: (values: readonly string[]) => string = csvLine

/** Saves text as a file. */
export function download(name: string, parts: readonly string[]): void {
  // The mark at its start tells spreadsheets that it is UTF-8.
  saveFile(name, new Blob(['\uFEFF', ...parts], { type: 'text/csv' }))
}
