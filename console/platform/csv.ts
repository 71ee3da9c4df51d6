// Writes the rows of a CSV file for a spreadsheet, in the notation of the user's language.
import { type CsvCell, type CsvNotation, formatSpreadsheetRow } from '../../client/csv.ts'

/**
 * Separator and decimal sign per language of the console: those of Excel with the regional settings of Windows.
 * Arabic regions separate by semicolons; most of them write a decimal point.
 */
const notations = {
  en: { separator: ',', decimal: '.' },
  de: { separator: ';', decimal: ',' },
  ar: { separator: ';', decimal: '.' },
} as const satisfies Record<string, CsvNotation>

/** Creates a function that writes rows in the notation of a language. */
export const createCsvWriter =
  (language: keyof typeof notations) =>
  (cells: readonly CsvCell[]): string =>
    formatSpreadsheetRow(cells, notations[language])
