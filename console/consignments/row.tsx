// Draws a row of the order list. It renders only when its own data changes, since a list has many rows.
import { type MouseEvent, memo } from 'react'
import { type ColumnName, columnOf, type Writing } from './columns.tsx'
import styles from './list.module.css'
import type { Row } from './rows.ts'

interface ListRowProps {
  /** The order; undefined until it is read. */
  row: Row | undefined
  index: number
  /** Distance from the top of the list, in pixels. */
  start: number
  shown: readonly ColumnName[]
  writing: Writing
  isActive: boolean
  isChosen: boolean
  isOpen: boolean
  isLeaving: boolean
  hasChanged: boolean
  /** Event handlers, identical in every render. */
  on: RowEvents
}

export type RowEvents = {
  click(event: MouseEvent, index: number): void
  point(index: number): void
  /** Selects a row, or the range from the row selected last. */
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

/** The cells of a row. They do not render again when the row is pointed at, selected or opened. */
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
