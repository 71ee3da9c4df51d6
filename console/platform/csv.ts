// Writes a list into a CSV file for a spreadsheet.
import { csvLine } from '../../client/csv.ts'
import { saveFile } from './save-file.ts'

export const line: (values: readonly string[]) => string = csvLine

/** Saves text as a file. */
export function download(name: string, parts: readonly string[]): void {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  saveFile(name, new Blob(['\uFEFF', ...parts], { type: 'text/csv' }))
}
