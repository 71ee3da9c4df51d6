// The way through what is wrong in a file: from where one is to the next error, and after the last one to the first.

/** A cell by the line of the file that it is in, counted from 0, and by the place of its column as shown. */
export interface Place {
  row: number
  column: number
}

export interface FoundFault extends Place {
  /** Which of all errors it is, from 1. */
  number: number
  count: number
}

/** The first error behind a cell, in the sequence in which one reads; without a cell, the first of all. */
export function nextFault(faults: readonly Place[], from: Place | undefined): FoundFault | undefined {
  const sorted = faults.toSorted((a, b) => a.row - b.row || a.column - b.column)
  const isBehind = ({ row, column }: Place) =>
    from === undefined || row > from.row || (row === from.row && column > from.column)
  const found = Math.max(0, sorted.findIndex(isBehind))
  const place = sorted[found]
  return place && { ...place, number: found + 1, count: sorted.length }
}
