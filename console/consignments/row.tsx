// Draws a row of the order list. A row renders only when its own data changes, since a list has many rows.
import { type MouseEvent, memo } from 'react'
import { type ColumnContext, type ColumnName, getColumn } from './columns.tsx'
import styles from './list.module.css'
import type { OrderRow } from './rows.ts'

interface ListRowProps {
  /** The order; undefined until it is read. */
  row: OrderRow | undefined
  index: number
  /** Distance from the top of the list, in pixels. */
  start: number
  shown: readonly ColumnName[]
  writing: ColumnContext
  isActive: boolean
  isChosen: boolean
  isOpen: boolean
  isPendingDeletion: boolean
  hasChanged: boolean
  /** Event handlers, identical in every render. */
  handlers: RowEvents
}

export type RowEvents = {
  click(event: MouseEvent, index: number): void
  point(index: number): void
  /** Selects a row, or the range from the row selected last. */
  choose(index: number, isRange: boolean): void
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, index, start, shown, writing, isActive, isChosen, isOpen, isPendingDeletion, hasChanged, handlers } =
    props
  return (
    <div
      id={row ? `row-${row.consignmentId}` : undefined}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-active={isActive}
      data-open={isOpen}
      data-leaving={isPendingDeletion}
      className={hasChanged ? `${styles.row} flash` : styles.row}
      style={{ transform: `translateY(${start}px)` }}
      onClick={(event) => handlers.click(event, index)}
      onMouseMove={() => handlers.point(index)}
    >
      <div role="gridcell" className={styles.check} onClick={(event) => event.stopPropagation()}>
        {row ? (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={writing.words.selectRow(row.key)}
            checked={isChosen}
            onChange={({ nativeEvent }) => handlers.choose(index, (nativeEvent as globalThis.MouseEvent).shiftKey)}
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
const Cells = memo(function Cells({
  row,
  shown,
  writing,
}: { row: OrderRow } & Pick<ListRowProps, 'shown' | 'writing'>) {
  return shown.map((name) => {
    const { show, isNumber, isTime } = getColumn(name, writing.fields)
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
