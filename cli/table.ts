// Prints lists: aligned columns for people, JSON for programs.

type Cell = string | number | null | undefined

/** Prints one row per object. The keys of `columns` are the headings. */
export function printList<T extends object>(rows: T[], columns: Record<string, (row: T) => Cell>, json = false): void {
  process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : tableOf(rows, columns))
}

function tableOf<T>(rows: T[], columns: Record<string, (row: T) => Cell>): string {
  const cells = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => textOf(cell(row))))]
  const widths = Object.keys(columns).map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  return cells
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** Returns the text of a cell. Replaces control characters, which must not reach the terminal. */
const textOf = (cell: Cell) => (cell === null || cell === undefined ? '-' : String(cell).replace(/\p{Cc}/gu, '\uFFFD'))
