// Draws the visible rows of the order list, and selects and opens them with the mouse or the keyboard.

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { useStableHandlers } from '../platform/stable-handlers.ts'
import { FailureMessage } from '../shell/failure.tsx'
import { useTexts } from '../words/language.ts'
import { buildTracks, type ColumnName, narrowColumns, readColumns } from './columns.tsx'
import { type ColumnChoice, ListHead } from './heading.tsx'
import styles from './list.module.css'
import { pendingDeletions } from './removal.ts'
import { ListRow, type RowEvents } from './row.tsx'
import { type RowUpdates, useRowUpdates } from './row-updates.ts'
import { type LoadedRows, rowHeight, useRows } from './rows.ts'
import { type ListQuery, type ListSearch, queryOf } from './search.ts'
import type { OrderSelection } from './selection.ts'
import { useListKeys } from './use-list-keys.ts'
import { listTexts } from './words.ts'

interface ListProps {
  search: ListSearch
  selection: OrderSelection
  openId: string | undefined
  /** Whether an order is open beside the list. */
  isOrderOpen: boolean
  onOpen(consignmentId: string, move: boolean): void
  onSort(sort: string): void
  onColumns(columns: ColumnChoice): void
  empty: ReactNode
}

export function OrderList({ search, selection, openId, isOrderOpen, onOpen, onSort, onColumns, empty }: ListProps) {
  const texts = useTexts(listTexts)
  // Beside an open order, only the columns that distinguish rows fit.
  const isNarrow = useMediaQuery('(max-width: 48em)') || isOrderOpen
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
  const handlers = useStableHandlers<RowEvents>({
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

  if (rows.error && rows.loaded.length === 0) return <FailureMessage error={rows.error} onRetry={rows.retry} />
  if (!rows.isFirst && rows.count === 0) return empty
  const activeRow = rows.rowAt(active)
  return (
    <>
      {updates.newAbove > 0 ? (
        <Button
          variant="filled"
          className={styles.newer}
          radius="xl"
          leftSection={<IconArrowUp size={14} />}
          onClick={updates.goUp}
        >
          {texts.newAbove(updates.newAbove)}
        </Button>
      ) : null}
      <div
        ref={grid}
        role="grid"
        aria-label={texts.orders}
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
        <ListHead shown={columns} search={search} isArranged={!isNarrow} onSort={onSort} onColumns={arrange}>
          <ChooseAll selection={selection} count={rows.count} onChange={() => void choosing.chooseAll()} />
        </ListHead>
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          <SeenRows
            rows={rows}
            columnNames={shown}
            active={active}
            selection={selection}
            openId={openId}
            handlers={handlers}
            items={virtual.getVirtualItems()}
            updates={updates}
          />
        </div>
      </div>
    </>
  )
}

/** Returns the columns, with the new width while the user drags a column's edge. */
function useColumns(search: ListSearch, isNarrow: boolean, onColumns: ListProps['onColumns']) {
  const [dragged, setDragged] = useState<ColumnChoice>()
  const { customFields } = useSettings()
  const columns = useMemo(
    () => (isNarrow ? narrowColumns : readColumns(search, customFields)),
    [isNarrow, search, customFields],
  )
  const names = columns.map(({ name }) => name).join()
  // A new width must not render the rows again.
  const columnNames = useMemo(() => names.split(',') as ColumnName[], [names])
  const arrange = (next: ColumnChoice, isFinal: boolean) => {
    setDragged(isFinal ? undefined : next)
    if (isFinal) onColumns(next)
  }
  return { columns, shown: columnNames, tracks: buildTracks(dragged ?? columns, isNarrow, customFields), arrange }
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
  rows: LoadedRows
  columnNames: readonly ColumnName[]
  active: number
  selection: OrderSelection
  openId: string | undefined
  updates: RowUpdates
  handlers: RowEvents
}

function SeenRows({ items, rows, columnNames, active, selection, openId, updates, handlers }: SeenRowsProps) {
  const texts = useTexts(listTexts)
  const format = useEnvironmentFormat()
  const settings = useSettings()
  const { customFields: fields, displayPreferences: units } = settings
  const { reasons } = settings.pod
  const driverName = useDriverName()
  const writing = useMemo(
    () => ({ words: texts, format, units, fields, reasons, driverName }),
    [texts, format, units, fields, reasons, driverName],
  )
  const pendingIds = pendingDeletions.use()
  return items.map(({ index, start }) => {
    const row = rows.rowAt(index)
    return (
      <ListRow
        key={row?.consignmentId ?? index}
        row={row}
        index={index}
        start={start}
        shown={columnNames}
        writing={writing}
        isActive={index === active}
        isChosen={row !== undefined && selection.has(row.consignmentId)}
        isOpen={row !== undefined && row.consignmentId === openId}
        isPendingDeletion={row !== undefined && pendingIds.has(row.consignmentId)}
        hasChanged={row !== undefined && updates.hasChanged(row.consignmentId)}
        handlers={handlers}
      />
    )
  })
}

function ChooseAll({ selection, count, onChange }: { selection: OrderSelection; count: number; onChange(): void }) {
  const texts = useTexts(listTexts)
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = selection.size > 0 && selection.size < count
      }}
      aria-label={texts.selectAll}
      checked={selection.size > 0}
      onChange={onChange}
    />
  )
}
