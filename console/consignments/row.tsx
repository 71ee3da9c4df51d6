// Draws a row of the order list. It renders only when its own data changes, since a list has many rows.
import { type MouseEvent, memo } from 'react'
import { type ColumnName, columnOf, type Writing } from './columns.tsx'
import styles from './list.module.css'
import type { Row } from './rows.ts'

interface ListRowProps {
  /** Left out until it has been read. */
  row: Row | undefined
  index: number
  /** Pixels from the top of the list. */
  start: number
  shown: readonly ColumnName[]
  writing: Writing
  isActive: boolean
  isChosen: boolean
  isOpen: boolean
  isLeaving: boolean
  hasChanged: boolean
  /** The same functions at every rendering. */
  on: RowEvents
}

export type RowEvents = {
  click(event: MouseEvent, index: number): void
  point(index: number): void
  /** From the one that was chosen last up to this one, or this one alone. */
  choose(index: number, isRange: boolean): void
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, index, start, shown, writing, isActive, isChosen, isOpen, isLeaving, hasChanged, on } = props
  return (
    <div
      id={row ? `row-${row.consignmentId}` : undefined}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-active={isActive}
      data-open={isOpen}
      data-leaving={isLeaving}
      className={hasChanged ? `${styles.row} flash` : styles.row}
      style={{ transform: `translateY(${start}px)` }}
      onClick={(event) => on.click(event, index)}
      onMouseMove={() => on.point(index)}
    >
      <div role="gridcell" className={styles.check} onClick={(event) => event.stopPropagation()}>
        {row ? (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={writing.words.selectRow(row.key)}
            checked={isChosen}
            onChange={({ nativeEvent }) => on.choose(index, (nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        ) : null}
      </div>
      {row ? (
        <Cells row={row} shown={shown} writing={writing} />
      ) : (
        shown.map((name) => (
          <div key={name} role="gridcell" className={styles.cell}>
            <div className={styles.ghost} />
          </div>
        ))
      )}
    </div>
  )
})

/** What stands in a row stays while the row is pointed at, chosen or opened. */
const Cells = memo(function Cells({ row, shown, writing }: { row: Row } & Pick<ListRowProps, 'shown' | 'writing'>) {
  return shown.map((name) => {
    const { show, isNumber, isTime } = columnOf(name, writing.fields)
    const shows = show(row, writing)
    return (
      <div
        key={name}
        role="gridcell"
        className={`${styles.cell} ${isNumber ? styles.number : ''} ${isNumber || isTime ? 'figures' : ''}`}
        dir={typeof shows === 'string' && !isNumber ? 'auto' : undefined}
      >
        {shows}
      </div>
    )
  })
})
