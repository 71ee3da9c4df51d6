// Draws the visible rows of the order list, and selects and opens them with the mouse or the keyboard.

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { useStableHandlers } from '../platform/stable-handlers.ts'
import { Failure } from '../shell/failure.tsx'
import { useWords } from '../words/language.ts'
import { type ColumnName, columnsOf, narrow, tracksOf } from './columns.tsx'
import { type Columns, Head } from './heading.tsx'
import styles from './list.module.css'
import { leaving } from './removal.ts'
import { ListRow, type RowEvents } from './row.tsx'
import { type RowUpdates, useRowUpdates } from './row-updates.ts'
import { type Rows, rowHeight, useRows } from './rows.ts'
import { type ListQuery, type ListSearch, queryOf } from './search.ts'
import type { Selection } from './selection.ts'
import { useListKeys } from './use-list-keys.ts'
import { listWords } from './words.ts'

interface ListProps {
  search: ListSearch
  selection: Selection
  openId: string | undefined
  /** Whether an order is open beside the list. */
  isBeside: boolean
  onOpen(consignmentId: string, move: boolean): void
  onSort(sort: string): void
  onColumns(columns: Columns): void
  empty: ReactNode
}

export function List({ search, selection, openId, isBeside, onOpen, onSort, onColumns, empty }: ListProps) {
  const words = useWords(listWords)
  // Beside an open order, only the columns that distinguish rows fit.
  const isNarrow = useMediaQuery('(max-width: 48em)') || isBeside
  const { columns, shown, tracks, arrange } = useColumns(search, isNarrow, onColumns)
  const grid = useRef<HTMLDivElement>(null)
  const query = useMemo(() => queryOf(search), [search])
  const { rows, virtual } = useSeenRows(grid, query)
  const { active, setActive, onKeyDown, choosing, open } = useListKeys({
    grid,
    query,
    rows,
    selection,
    openId,
    onOpen,
    scrollTo: (index) => virtual.scrollToIndex(index),
  })
  const updates = useRowUpdates({ grid, rows, active, setActive, listName: JSON.stringify(query) })
  const on = useStableHandlers<RowEvents>({
    click(event, index) {
      if (event.shiftKey) void choosing.extendTo(index)
      else if (event.metaKey || event.ctrlKey) choosing.choose(index)
      else open(index)
      setActive(index)
    },
    point: updates.point,
    choose(index, isRange) {
      if (isRange) void choosing.extendTo(index)
      else choosing.choose(index)
      setActive(index)
    },
  })

  if (rows.error && rows.loaded.length === 0) return <Failure error={rows.error} onRetry={rows.retry} />
  if (!rows.isFirst && rows.count === 0) return empty
  const activeRow = rows.rowAt(active)
  return (
    <>
      {updates.newAbove > 0 ? (
        <Button className={styles.newer} radius="xl" leftSection={<IconArrowUp size={14} />} onClick={updates.goUp}>
          {words.newAbove(updates.newAbove)}
        </Button>
      ) : null}
      <div
        ref={grid}
        role="grid"
        aria-label={words.orders}
        aria-rowcount={rows.isOpen ? -1 : rows.count + 1}
        aria-multiselectable
        aria-activedescendant={activeRow ? `row-${activeRow.consignmentId}` : undefined}
        tabIndex={0}
        className={styles.grid}
        style={tracks as object}
        onKeyDown={onKeyDown}
        onMouseLeave={() => updates.point(undefined)}
        onScroll={updates.onScroll}
      >
        <Head shown={columns} search={search} isArranged={!isNarrow} onSort={onSort} onColumns={arrange}>
          <ChooseAll selection={selection} count={rows.count} onChange={() => void choosing.chooseAll()} />
        </Head>
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          <SeenRows
            rows={rows}
            shown={shown}
            active={active}
            selection={selection}
            openId={openId}
            on={on}
            items={virtual.getVirtualItems()}
            updates={updates}
          />
        </div>
      </div>
    </>
  )
}

/** Returns the columns, with the new width while the user drags one. */
function useColumns(search: ListSearch, isNarrow: boolean, onColumns: ListProps['onColumns']) {
  const [dragged, setDragged] = useState<Columns>()
  const { customFields } = useSettings()
  const columns = useMemo(() => (isNarrow ? narrow : columnsOf(search, customFields)), [isNarrow, search, customFields])
  const names = columns.map(({ name }) => name).join()
  // A new width must not render the rows again.
  const shown = useMemo(() => names.split(',') as ColumnName[], [names])
  const arrange = (next: Columns, isFinal: boolean) => {
    setDragged(isFinal ? undefined : next)
    if (isFinal) onColumns(next)
  }
  return { columns, shown, tracks: tracksOf(dragged ?? columns, isNarrow, customFields), arrange }
}

/** Returns the visible rows, and reads their pages. */
function useSeenRows(grid: RefObject<HTMLDivElement | null>, query: ListQuery) {
  const [range, setRange] = useState({ first: 0, last: 50 })
  const rows = useRows(query, range.first, range.last)
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    onChange({ range: seen }) {
      if (seen && (seen.startIndex !== range.first || seen.endIndex !== range.last))
        setRange({ first: seen.startIndex, last: seen.endIndex })
    },
  })
  return { rows, virtual }
}

interface SeenRowsProps {
  items: readonly VirtualItem[]
  rows: Rows
  shown: readonly ColumnName[]
  active: number
  selection: Selection
  openId: string | undefined
  updates: RowUpdates
  on: RowEvents
}

function SeenRows({ items, rows, shown, active, selection, openId, updates, on }: SeenRowsProps) {
  const words = useWords(listWords)
  const format = useEnvironmentFormat()
  const settings = useSettings()
  const { customFields: fields, displayPreferences: units } = settings
  const { reasons } = settings.pod
  const driverName = useDriverName()
  const writing = useMemo(
    () => ({ words, format, units, fields, reasons, driverName }),
    [words, format, units, fields, reasons, driverName],
  )
  const gone = leaving.use()
  return items.map(({ index, start }) => {
    const row = rows.rowAt(index)
    return (
      <ListRow
        key={row?.consignmentId ?? index}
        row={row}
        index={index}
        start={start}
        shown={shown}
        writing={writing}
        isActive={index === active}
        isChosen={row !== undefined && selection.has(row.consignmentId)}
        isOpen={row !== undefined && row.consignmentId === openId}
        isLeaving={row !== undefined && gone.has(row.consignmentId)}
        hasChanged={row !== undefined && updates.hasChanged(row.consignmentId)}
        on={on}
      />
    )
  })
}

function ChooseAll({ selection, count, onChange }: { selection: Selection; count: number; onChange(): void }) {
  const words = useWords(listWords)
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = selection.size > 0 && selection.size < count
      }}
      aria-label={words.selectAll}
      checked={selection.size > 0}
      onChange={onChange}
    />
  )
}
