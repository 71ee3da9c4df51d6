// Finds the next error in a file after a cell, and starts again after the last one.

/** A cell: its line in the file, from 0, and the position of its column as shown. */
export interface Place {
  row: number
  column: number
}

export interface FoundFault extends Place {
  /** Position among all errors, from 1. */
  number: number
  count: number
}

const inReadingOrder = (faults: readonly Place[]) => faults.toSorted((a, b) => a.row - b.row || a.column - b.column)

const numbered = (sorted: readonly Place[], index: number): FoundFault | undefined => {
  const place = sorted[index]
  return place && { ...place, number: index + 1, count: sorted.length }
}

/** Returns the first error after a cell in reading order; without a cell, the first error. */
export function nextFault(faults: readonly Place[], from: Place | undefined): FoundFault | undefined {
  const sorted = inReadingOrder(faults)
  const isBehind = ({ row, column }: Place) =>
    from === undefined || row > from.row || (row === from.row && column > from.column)
  return numbered(sorted, Math.max(0, sorted.findIndex(isBehind)))
}

/** Numbers the error of a cell among those that are left; undefined once it is corrected. */
export function faultAt(faults: readonly Place[], { row, column }: Place): FoundFault | undefined {
  const sorted = inReadingOrder(faults)
  return numbered(
    sorted,
    sorted.findIndex((fault) => fault.row === row && fault.column === column),
  )
}
