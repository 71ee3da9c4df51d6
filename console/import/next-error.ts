// Finds the next error in a file after a cell, and starts again after the last one.

/** A cell: its line in the file, from 0, and the position of its column as shown. */
export interface CellPosition {
  row: number
  column: number
}

export interface NumberedError extends CellPosition {
  /** Position among all errors, from 1. */
  number: number
  count: number
}

const inReadingOrder = (errors: readonly CellPosition[]) =>
  errors.toSorted((a, b) => a.row - b.row || a.column - b.column)

const numbered = (sorted: readonly CellPosition[], index: number): NumberedError | undefined => {
  const cell = sorted[index]
  return cell && { ...cell, number: index + 1, count: sorted.length }
}

/** Returns the first error after a cell in reading order; without a cell, the first error. */
export function findNextError(
  errors: readonly CellPosition[],
  current: CellPosition | undefined,
): NumberedError | undefined {
  const sorted = inReadingOrder(errors)
  const isAfter = ({ row, column }: CellPosition) =>
    current === undefined || row > current.row || (row === current.row && column > current.column)
  return numbered(sorted, Math.max(0, sorted.findIndex(isAfter)))
}

/** Returns the number of a cell's error among the remaining errors; undefined once the error is corrected. */
export function findErrorAt(errors: readonly CellPosition[], { row, column }: CellPosition): NumberedError | undefined {
  const sorted = inReadingOrder(errors)
  return numbered(
    sorted,
    sorted.findIndex((error) => error.row === row && error.column === column),
  )
}
