// The columns of a list as data, for the table, the file and the printed page.
import type { ReactNode } from 'react'
import type { CsvCell } from '../../client/csv.ts'
import { formatColumnHead, type MeasureUnit } from '../platform/units.ts'
import type { PrintedList } from './print.tsx'

export interface TableColumn<T> {
  /** Name of the column, in the head of the table. A table whose columns have no names has no head. */
  head: string
  /** Content of a cell on the screen, and on paper if the content is a text. */
  show(row: T, index: number): ReactNode
  /**
   * Content of a cell in a file, and on paper if `show` returns no text. Numbers get the decimal sign of the language.
   * Default: the content that `show` returns.
   */
  write?(row: T): string | number
  /** Text of a cell on paper, if it differs from the screen and from the file. */
  print?(row: T): string
  /** Unit of the amounts, which the heading in a file and on paper contains. */
  unit?: MeasureUnit
  /** Time zone of the times in a file, which the heading there contains. */
  zone?: string
  /** Whether the column contains numbers, which are aligned at the end. */
  isNumber?: boolean
  /** Whether the column contains the names of the rows. */
  isKey?: boolean
  /** Whether the column contains buttons. Only screen readers read its heading, and paper omits the column. */
  isActions?: boolean
  /** Whether a phone omits the column. */
  isSpare?: boolean
  /** Width of the column. */
  rem?: number
  /** Smallest width of the column, in a table that scrolls sideways. */
  minRem?: number
  className?: string | undefined
  /** Attributes of a cell. A class replaces that of the column. */
  cell?(row: T): { title?: string | undefined; dir?: 'ltr' | undefined; className?: string | undefined }
}

const shownCell = <T>({ show }: TableColumn<T>, row: T): string | number | undefined => {
  const content = show(row, 0)
  if (typeof content === 'number') return content
  return typeof content === 'object' && content !== null ? undefined : String(content ?? '')
}
const headWithUnit = <T>({ head, unit }: TableColumn<T>) => (unit ? formatColumnHead(head, unit) : head)

/** Returns the first row of a CSV file with these columns. */
export const buildFileHead = <T>(columns: readonly TableColumn<T>[]): string[] =>
  columns.map((column) => (column.zone ? `${column.head} (${column.zone})` : headWithUnit(column)))

/** Returns the cells of a row in a CSV file. */
export const buildFileRow = <T>(columns: readonly TableColumn<T>[], row: T): CsvCell[] =>
  columns.map((column) => column.write?.(row) ?? shownCell(column, row) ?? '')

/** Returns the head and the rows on paper. */
export const buildPrintedRows = <T>(
  columns: readonly TableColumn<T>[],
  rows: readonly T[],
): Pick<PrintedList, 'head' | 'figures' | 'rows'> => ({
  head: columns.map(headWithUnit),
  figures: columns.map(({ isNumber, unit }) => isNumber ?? unit !== undefined),
  rows: rows.map((row) =>
    columns.map((column) => String(column.print?.(row) ?? shownCell(column, row) ?? column.write?.(row) ?? '')),
  ),
})
