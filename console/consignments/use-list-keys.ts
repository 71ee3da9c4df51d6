// Moves through the order list, and opens and selects orders by keyboard. A click selects in the same way.
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useOrderTrail } from '../platform/open-order.ts'
import { runWhenAvailable } from '../shell/page-targets.ts'
import { useRowCommands } from '../shell/row-commands.ts'
import { type KeyShortcut, shortcutStore, useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import { type LoadedRows, pageRows, readRange, rowHeight } from './rows.ts'
import type { ListQuery } from './search.ts'
import { chosenMax, type OrderSelection } from './selection.ts'
import { listTexts } from './words.ts'

interface ListKeys {
  grid: RefObject<HTMLDivElement | null>
  query: ListQuery
  rows: LoadedRows
  selection: OrderSelection
  openId: string | undefined
  onOpen(consignmentId: string, move: boolean): void
  scrollTo(index: number): void
}

export function useListKeys(list: ListKeys) {
  const { grid, rows, openId, onOpen, scrollTo } = list
  const texts = useTexts(listTexts)
  const [active, setActive] = useState(-1)
  const choosing = useChoosing(list, active)
  const moveTo = (index: number) => {
    if (rows.count === 0) return
    const next = Math.max(0, Math.min(index, rows.count - 1))
    setActive(next)
    scrollTo(next)
    const row = rows.rowAt(next)
    if (openId !== undefined && row) onOpen(row.consignmentId, true)
  }
  const extend = (step: number) => {
    choosing.begin()
    const next = Math.max(0, Math.min(active + step, rows.count - 1))
    moveTo(next)
    void choosing.extendTo(next)
  }
  const open = (index: number) => {
    const row = rows.rowAt(index)
    if (row) onOpen(row.consignmentId, false)
  }
  const group = texts.orders
  useOrderTrail((orderId, offset) => {
    const index = indexOf(rows, orderId)
    moveTo((index < 0 ? active : index) + offset)
  })
  useShortcuts([
    { keys: 'j', label: texts.moveDown, group, run: () => moveTo(active + 1) },
    { keys: 'k', label: texts.moveUp, group, run: () => moveTo(active - 1) },
    { keys: 'o', label: texts.openRow, group, run: () => open(active) },
    { keys: 'x', label: texts.toggleRow, group, run: () => choosing.choose(active) },
    { keys: 'shift+j', label: texts.extendDown, group, run: () => extend(1) },
    { keys: 'shift+k', label: texts.extendUp, group, run: () => extend(-1) },
    { keys: 'mod+a', label: texts.selectAll, group, run: () => void choosing.chooseAll() },
  ])
  useCurrentRow(list, active)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.floor((grid.current?.clientHeight ?? 0) / rowHeight) - 2
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }
    const step = steps[event.key]
    if (step !== undefined) {
      if (event.shiftKey) extend(step)
      else moveTo(active + step)
    } else if (event.key === 'Home') moveTo(0)
    else if (event.key === 'End') moveTo(rows.count - 1)
    else if (event.key === 'Enter') open(active)
    else if (event.key === ' ') choosing.choose(active)
    else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown, choosing, open }
}

/** Registers the commands of the open or current row for ⌘K. Each selects the row and runs the page's command. */
function useCurrentRow({ rows, selection, openId, onOpen }: ListKeys, active: number): void {
  const texts = useTexts(listTexts)
  useRowCommands(() => {
    const row = rows.rowAt(openId === undefined ? active : indexOf(rows, openId))
    // The page registers the commands of selected orders.
    if (!row || selection.size > 0) return []
    const waiting = shortcutStore.get().filter(({ needs }) => needs === texts.chooseFirst)
    const onIt = ({ keys, label }: Pick<KeyShortcut, 'keys' | 'label'>) => ({
      label,
      run() {
        selection.toggle(row)
        runWhenAvailable(keys, label)
      },
    })
    const open = { label: texts.openRow, run: () => onOpen(row.consignmentId, false) }
    return [
      {
        id: row.consignmentId,
        name: row.key,
        isCurrent: true,
        commands: [...(openId === undefined ? [open] : []), ...waiting.map(onIt)],
      },
    ]
  })
}

/** Returns the index of an order among the rows that were read. */
function indexOf(rows: LoadedRows, consignmentId: string): number {
  for (const { page, rows: some } of rows.loaded) {
    const index = some.findIndex((row) => row.consignmentId === consignmentId)
    if (index >= 0) return page * pageRows + index
  }
  return -1
}

/** Selects one row, all rows, or the range from the row selected last. */
function useChoosing({ query, rows, selection }: ListKeys, active: number) {
  const edge = useRef(-1)
  return {
    begin() {
      if (edge.current === -1) edge.current = Math.max(active, 0)
    },
    choose(index: number) {
      const row = rows.rowAt(index)
      if (row) selection.toggle(row)
      edge.current = index
    },
    extendTo(index: number): Promise<void> {
      const startIndex = edge.current === -1 ? Math.max(active, 0) : edge.current
      const [first, last] = startIndex < index ? [startIndex, index] : [index, startIndex]
      return selection.add(readRange(query, first, Math.min(last, first + chosenMax - 1)))
    },
    async chooseAll(): Promise<void> {
      if (selection.size > 0) selection.clear()
      else await selection.add(readRange(query, 0, chosenMax - 1))
    },
  }
}
