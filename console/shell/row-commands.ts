// Collects the commands of rows for ⌘K: the same as in the menu of a row.
import { useLayoutEffect, useRef } from 'react'
import { createStore } from '../platform/store.ts'

export interface RowCommand {
  label: string
  run(): void
}

export interface CommandRow {
  /** The value of `data-row` of the row's element, which may hold the focus. */
  id: string
  /** Name of the row. */
  name: string
  /** Whether the row is the current or the open row, for lists that keep the focus themselves. */
  isCurrent?: boolean
  commands: readonly RowCommand[]
}

type List = () => readonly CommandRow[]
const lists = new Set<List>()

/** Registers the commands of rows while the component is on the page. The list is built when ⌘K opens. */
export function useRowCommands(rows: List): void {
  const latest = useRef(rows)
  latest.current = rows
  useLayoutEffect(() => {
    const readLatest = () => latest.current()
    lists.add(readLatest)
    return () => void lists.delete(readLatest)
  }, [])
}

/** Returns the label of a command with the name of its row. */
export const formatRowLabel = (name: string, label: string): string => `${name}: ${label}`

/** The row that had the focus when ⌘K opened. */
const focusedRow = createStore<string | undefined>(undefined)
export const storeFocusedRow = (): void =>
  focusedRow.set(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row)

/** Returns all rows with commands, the current row first. */
export function listCommandRows(): CommandRow[] {
  const rows = [...lists].flatMap((list) => list()).filter(({ commands }) => commands.length > 0)
  const focused = focusedRow.get()
  return rows
    .map((row) => ({ ...row, isCurrent: row.isCurrent === true || row.id === focused }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}
