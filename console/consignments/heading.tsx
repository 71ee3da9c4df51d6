// Draws the head of the order list. A user sorts, widens and moves columns there, with the mouse or the keyboard.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useSettings } from '../api/environment.ts'
import { useTexts } from '../words/language.ts'
import { type ChosenColumn, moveColumn, resizeColumn, widthLimits } from './column-choice.ts'
import { type ColumnName, formatHeading, getColumn, getColumnName } from './columns.tsx'
import styles from './list.module.css'
import { type ListSearch, sortOf } from './search.ts'
import { listTexts } from './words.ts'

export type ColumnChoice = readonly ChosenColumn<ColumnName>[]

interface HeadProps {
  shown: ColumnChoice
  search: ListSearch
  /** Whether the user can arrange columns. A narrow page shows only the columns that fit. */
  isArranged: boolean
  onSort(sort: string): void
  /** Receives new columns. While the user drags a width, `isFinal` is false and nothing is stored. */
  onColumns(columns: ColumnChoice, isFinal: boolean): void
  /** The box that selects all orders. */
  children: ReactNode
}

export function ListHead({ shown, search, isArranged, onSort, onColumns, children }: HeadProps) {
  return (
    <div role="rowgroup" className={styles.top}>
      <div role="row" aria-rowindex={1} className={styles.head}>
        <div role="columnheader" className={styles.check}>
          {children}
        </div>
        {shown.map((column) => (
          <Heading
            key={column.name}
            column={column}
            shown={shown}
            search={search}
            isArranged={isArranged}
            onSort={onSort}
            onColumns={onColumns}
          />
        ))}
      </div>
    </div>
  )
}

type HeadingProps = Omit<HeadProps, 'children'> & { column: ChosenColumn<ColumnName> }

/** Media type of a dragged column. */
const dragged = 'application/x-dray-column'

function Heading({ column: { name, rem }, shown, search, isArranged, onSort, onColumns }: HeadingProps) {
  const texts = useTexts(listTexts)
  const settings = useSettings()
  const { sortKey, descending } = sortOf(search)
  const [isOver, setOver] = useState(false)
  const { sort, isNumber } = getColumn(name, settings.customFields)
  const sorted = sort !== undefined && sort === sortKey
  const heading = formatHeading(name, texts, settings)
  return (
    <div
      role="columnheader"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
      className={isNumber ? `${styles.heading} ${styles.number}` : styles.heading}
      data-over={isOver || undefined}
      draggable={isArranged}
      onDragStart={(event) => event.dataTransfer.setData(dragged, name)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragged)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const draggedColumn = shown.find((candidate) => candidate.name === event.dataTransfer.getData(dragged))
        if (draggedColumn) onColumns(moveColumn(shown, draggedColumn.name, name), true)
      }}
    >
      {sort ? (
        <button
          type="button"
          title={texts.sortBy(getColumnName(name, texts, settings.customFields))}
          onClick={() => onSort(sorted && !descending ? `-${sort}` : sort)}
        >
          <span>{heading}</span>
          {sorted ? descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden /> : null}
        </button>
      ) : (
        <span>{heading}</span>
      )}
      {isArranged ? <Edge name={name} rem={rem} shown={shown} onColumns={onColumns} /> : null}
    </div>
  )
}

interface EdgeProps extends Pick<HeadProps, 'shown' | 'onColumns'> {
  name: ColumnName
  rem: number | undefined
}

/** Draws the edge of a column. Dragging and arrow keys change the width; Shift and an arrow key move the column. */
function Edge({ name, rem, shown, onColumns }: EdgeProps) {
  const texts = useTexts(listTexts)
  const { customFields } = useSettings()
  const remPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const widthOf = (edge: Element) => edge.parentElement!.getBoundingClientRect().width / remPixels()
  const forwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const edge = event.currentTarget
    const [startX, startRem] = [event.clientX, widthOf(edge)]
    const resizeTo = (x: number) => resizeColumn(shown, name, startRem + ((x - startX) * forwards()) / remPixels())
    edge.setPointerCapture(event.pointerId)
    edge.onpointermove = ({ clientX }) => onColumns(resizeTo(clientX), false)
    edge.onlostpointercapture = ({ clientX }) => {
      edge.onpointermove = null
      edge.onlostpointercapture = null
      // A click must not set the width.
      if (clientX !== startX) onColumns(resizeTo(clientX), true)
    }
    event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const arrow = { ArrowLeft: -forwards(), ArrowRight: forwards() }[event.key]
    if (arrow === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = event.shiftKey
      ? moveColumn(shown, name, arrow)
      : resizeColumn(shown, name, (rem ?? widthOf(event.currentTarget)) + arrow)
    onColumns(next, true)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.resizeColumn(getColumnName(name, texts, customFields))}
      aria-valuemin={widthLimits.least}
      aria-valuemax={widthLimits.most}
      aria-valuenow={rem ?? getColumn(name, customFields).rem}
      title={texts.resizeHint}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={drag}
      onDoubleClick={() => onColumns(resizeColumn(shown, name), true)}
      onKeyDown={onKeyDown}
    />
  )
}
