// Collects the commands of rows for ⌘K: the same as in the menu of a row.
import { useLayoutEffect, useRef } from 'react'
import { createStore } from '../platform/store.ts'

export interface RowCommand {
  label: string
  run(): void
}

export interface CommandRow {
  /** As `data-row` of its element says, which may hold the focus. */
  id: string
  /** What the row is called. */
  name: string
  /** For lists that keep the focus themselves: the row that keys act on, or that is open. */
  isCurrent?: boolean
  commands: readonly RowCommand[]
}

type List = () => readonly CommandRow[]
const lists = new Set<List>()

/** Offers what can be done with the rows while they are on the page; asked only when ⌘K is. */
export function useRowCommands(rows: List): void {
  const latest = useRef(rows)
  latest.current = rows
  useLayoutEffect(() => {
    const mine = () => latest.current()
    lists.add(mine)
    return () => void lists.delete(mine)
  }, [])
}

/** What a command is called among those of the page: which of the rows it concerns, which may have changed since. */
export const ofRow = (name: string, label: string): string => `${name}: ${label}`

/** The row that had the focus when ⌘K took it. */
const focusedRow = createStore<string | undefined>(undefined)
export const rememberFocusedRow = (): void =>
  focusedRow.set(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row)

/** All rows with anything to do, the current one first. */
export function rowsNow(): CommandRow[] {
  const rows = [...lists].flatMap((list) => list()).filter(({ commands }) => commands.length > 0)
  const focused = focusedRow.get()
  return rows
    .map((row) => ({ ...row, isCurrent: row.isCurrent === true || row.id === focused }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
