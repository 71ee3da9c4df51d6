// Messages for files that cannot be read, for their owner.
import type { CsvError } from '../../../client/csv-reader.ts'
import { cellLengthMax, isPdf, sheetBytesMax, type WorkbookError } from '../../../client/sheet.ts'

export const createUnreadableError = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'UnreadableFile' })
export const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UnreadableFile'

/** Message for a file that is too large for the memory limit. */
export const tooLarge =
  'The file unpacks to more than can be read: leave out columns that are not needed, or send it in parts.'

const sheetErrors: Record<WorkbookError, string> = {
  otherKind:
    'This kind of file cannot be read: an old or protected Excel file (.xls), or one of another program (.ods). ' +
    'Save it as .xlsx or .csv and import that.',
  tooLarge:
    `The Excel file has more than ${sheetBytesMax / 2 ** 20} MB, or unpacks to more than can be read: ` +
    'save it as CSV instead.',
  longCell: `A cell of the Excel file has more than ${cellLengthMax} characters: shorten it.`,
  broken: 'The Excel file is damaged or not in .xlsx format: open it and save it as .xlsx or .csv.',
}
export const createSheetError = (code: WorkbookError): Error => createUnreadableError(sheetErrors[code])

/** Returns the error for a file that is not a table, by its name and its first bytes. */
export const createFileTypeError = (name: string, head: Uint8Array): Error =>
  isPdf(name, head)
    ? createUnreadableError('This is a PDF file, not a table: export the orders as .xlsx or .csv and import that.')
    : createSheetError('otherKind')

const csvErrorTexts: Record<CsvError['fault'], (line: number) => string> = {
  openQuote: (line) => `the quotation mark that opens in line ${line} is not closed.`,
  longQuote: (line) =>
    `the row in line ${line} has more than 1,048,576 characters: ` +
    'the quotation mark that opens there may not be closed.',
  longRow: (line) => `the row in line ${line} has more than 1,048,576 characters.`,
}
export const createCsvError = ({ fault, line }: CsvError, cause: unknown): Error =>
  createUnreadableError(`The CSV file cannot be read: ${csvErrorTexts[fault](line)}`, cause)
