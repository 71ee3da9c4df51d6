// The list: rows drawn only where the eye is, chosen and opened by mouse and keyboard, kept still under the pointer while others work.
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { Failure } from '../shell/failure.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useStableHandlers } from '../stable-handlers.ts'
import { useWords } from '../words/language.ts'
import { type ColumnName, columnOf, columnsOf, headingOf, narrow, tracksOf } from './columns.tsx'
import styles from './list.module.css'
import { listWords } from './list-words.ts'
import { leaving } from './removal.ts'
import { ListRow, type RowEvents } from './row.tsx'
import { useRowUpdates } from './row-updates.ts'
import { readRange, rowHeight, useRows } from './rows.ts'
import { type ListSearch, queryOf, sortOf } from './search.ts'
import { chosenMax, type Selection } from './selection.ts'

interface ListProps {
  search: ListSearch
  selection: Selection
  openId: string | undefined
  /** Whether something stands beside the list. */
  isBeside: boolean
  onOpen(consignmentId: string, move: boolean): void
  onSort(sort: string): void
  empty: ReactNode
}

export function List({ search, selection, openId, isBeside, onOpen, onSort, empty }: ListProps) {
  const words = useWords(listWords)
  const format = useEnvironmentFormat()
  const writing = useMemo(() => ({ words, format }), [words, format])
  // Beside an order there is room for what tells one row from another.
  const isNarrow = useMediaQuery('(max-width: 48em)') || isBeside
  const gone = leaving.use()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const edge = useRef(-1)
  const [range, setRange] = useState({ first: 0, last: 50 })
  const query = useMemo(() => queryOf(search), [search])
  const rows = useRows(query, range.first, range.last)
  const updates = useRowUpdates(grid, rows, active, setActive, JSON.stringify(query))
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
  const shown = useMemo(() => (isNarrow ? narrow : columnsOf(search)), [isNarrow, search])

  const moveTo = (index: number) => {
    if (rows.count === 0) return
    const next = Math.max(0, Math.min(index, rows.count - 1))
    setActive(next)
    virtual.scrollToIndex(next)
    const row = rows.rowAt(next)
    if (openId !== undefined && row) onOpen(row.consignmentId, true)
  }
  const choose = (index: number) => {
    const row = rows.rowAt(index)
    if (row) selection.toggle(row)
    edge.current = index
  }
  const extendTo = (index: number) => {
    const from = edge.current === -1 ? Math.max(active, 0) : edge.current
    const [first, last] = from < index ? [from, index] : [index, from]
    return selection.add(readRange(query, first, Math.min(last, first + chosenMax - 1)))
  }
  const extend = (step: number) => {
    if (edge.current === -1) edge.current = Math.max(active, 0)
    const next = Math.max(0, Math.min(active + step, rows.count - 1))
    moveTo(next)
    void extendTo(next)
  }
  const open = (index: number) => {
    const row = rows.rowAt(index)
    if (row) onOpen(row.consignmentId, false)
  }
  const group = words.list
  useShortcuts([
    { keys: 'j', label: words.moveDown, group, run: () => moveTo(active + 1) },
    { keys: 'k', label: words.moveUp, group, run: () => moveTo(active - 1) },
    { keys: 'o', label: words.openRow, group, run: () => open(active) },
    { keys: 'x', label: words.toggleRow, group, run: () => choose(active) },
    { keys: 'shift+j', label: words.extendDown, group, run: () => extend(1) },
    { keys: 'shift+k', label: words.extendUp, group, run: () => extend(-1) },
    { keys: 'mod+a', label: words.selectAll, group, run: () => void chooseAll() },
  ])
  const chooseAll = async () => {
    if (selection.size > 0) selection.clear()
    else await selection.add(readRange(query, 0, chosenMax - 1))
  }
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
    else if (event.key === ' ') choose(active)
    else return
    event.preventDefault()
  }
  const on = useStableHandlers<RowEvents>({
    click(event, index) {
      if (event.shiftKey) void extendTo(index)
      else if (event.metaKey || event.ctrlKey) choose(index)
      else open(index)
      setActive(index)
    },
    point: updates.point,
    choose,
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
        aria-label={words.list}
        aria-rowcount={rows.isOpen ? -1 : rows.count + 1}
        aria-multiselectable
        aria-activedescendant={activeRow ? `row-${activeRow.consignmentId}` : undefined}
        tabIndex={0}
        className={styles.grid}
        style={tracksOf(shown, isNarrow) as object}
        onKeyDown={onKeyDown}
        onMouseLeave={() => updates.point(undefined)}
        onScroll={updates.onScroll}
      >
        <Head shown={shown} search={search} onSort={onSort}>
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = selection.size > 0 && selection.size < rows.count
            }}
            aria-label={words.selectAll}
            checked={selection.size > 0}
            onChange={() => void chooseAll()}
          />
        </Head>
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
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
          })}
        </div>
      </div>
    </>
  )
}

interface HeadProps {
  shown: readonly ColumnName[]
  search: ListSearch
  onSort(sort: string): void
  children: ReactNode
}

function Head({ shown, search, onSort, children }: HeadProps) {
  const words = useWords(listWords)
  const { displayPreferences } = useSettings()
  const { by, descending } = sortOf(search)
  return (
    <div role="rowgroup" className={styles.top}>
      <div role="row" aria-rowindex={1} className={styles.head}>
        <div role="columnheader" className={styles.check}>
          {children}
        </div>
        {shown.map((name) => {
          const { sort, isNumber } = columnOf(name)
          const sorted = sort !== undefined && sort === by
          return (
            <div
              key={name}
              role="columnheader"
              aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
              className={isNumber ? `${styles.cell} ${styles.number}` : styles.cell}
            >
              {sort ? (
                <button
                  type="button"
                  title={words.sortBy(words[name])}
                  onClick={() => onSort(sorted && !descending ? `-${sort}` : sort)}
                >
                  {words[name]}
                  {sorted ? (
                    descending ? (
                      <IconArrowDown size={12} aria-hidden />
                    ) : (
                      <IconArrowUp size={12} aria-hidden />
                    )
                  ) : null}
                </button>
              ) : (
                headingOf(name, words, displayPreferences)
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
