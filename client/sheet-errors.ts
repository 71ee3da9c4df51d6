// Recognises error values of spreadsheets: of a failed formula, and of a formula that was never calculated.
import type { ErrorValues } from '../contract/problem.ts'

/** Error values in files, and in English and German Excel. */
const errors = new Set(
  [
    '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT!',
    '#UNKNOWN! #BUSY! #EXTERNAL! #PYTHON! #ERROR! #NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #KALK! #FELD!',
  ].flatMap((line) => line.split(' ')),
)
/** Matches other error values of LibreOffice. */
const numbered = /^Err:\d{3}$/

/**
 * Text of an uncalculated formula, whose value is missing in the file. A program wrote the file, and no spreadsheet
 * program has saved it since.
 */
export const uncalculatedText = '#UNCALCULATED!'
const generalError = '#ERROR!'

export const isSheetError = (text: string): boolean =>
  errors.has(text) || text === uncalculatedText || numbered.test(text)

/** Returns the error value of a cell that a workbook marks as an error. */
export const normaliseSheetError = (value: string): string => (isSheetError(value) ? value : generalError)

/** Returns the message and the values of the error for a cell that contains an error value. */
export const describeSheetError = (text: string): [message: string, values: ErrorValues] =>
  text === uncalculatedText
    ? [
        'The cell has a formula that was never calculated: open the file in a spreadsheet and save it.',
        { reason: 'not_calculated' },
      ]
    : [
        `\`${text}\` is an error of the spreadsheet: correct the formula, or empty the cell.`,
        { reason: 'spreadsheet_error', value: text },
      ]
