// What a table is read from, and what is read of it before anybody knows what its columns hold.

/** Where the bytes of a file come from. */
export interface Source {
  name: string
  size: number
  /** From the first byte on, each time it is asked for. */
  chunks(): AsyncIterable<Uint8Array>
  /** All of them at once: a workbook has its directory at its end. */
  bytes(): Uint8Array
}

/** Cells, and where they stand in the file. */
export interface TableRecord {
  /** Counted from 1. */
  line: number
  /** How much of the file lies before its end, from 0 to 1 and a little more where that is not known exactly. */
  part: number
  cells: string[]
}
