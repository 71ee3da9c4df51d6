// The rows of the file with what is wrong in them: moved through with the arrow keys, mended in place.
import { TextInput } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Column } from '../../client/columns.ts'
import { Hint } from '../shell/hint.tsx'
import { useWords } from '../words/language.ts'
import styles from './import.module.css'
import type { RowState } from './rows.ts'
import { importWords } from './words.ts'

interface GridProps {
  columns: readonly Column[]
  cells: readonly (readonly string[])[]
  states: readonly RowState[]
  /** Indexes of the rows to show. */
  rows: readonly number[]
  isEditable: boolean
  onChange(row: number, column: number, text: string): void
}

const rowPixels = 32
/** A fault has room to be read where there is room. */
const statusTrack = 'clamp(7rem, 28vw, 20rem)'
const columnRem = 11

export function Grid({ columns, cells, states, rows, isEditable, onChange }: GridProps) {
  const words = useWords(importWords)
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const [editing, setEditing] = useState(false)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  })
  const current = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, columns.length - 1) }
  const moved = useRef(false)
  useEffect(() => {
    if (!moved.current || editing) return
    scroller.current?.querySelector<HTMLElement>(`[data-cell="${current.row} ${current.column}"]`)?.focus()
  }, [current.row, current.column, editing])

  const move = (row: number, column: number) => {
    moved.current = true
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    }
    virtual.scrollToIndex(next.row)
    setAt(next)
  }
  const nextFault = () => {
    const row = rows.findIndex((index, place) => place > current.row && states[index]!.status === 'failed')
    const found = row >= 0 ? row : rows.findIndex((index) => states[index]!.status === 'failed')
    if (found >= 0) move(found, Math.max(0, states[rows[found]!]!.faults[0]!.column))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(current.row + 1, current.column),
      ArrowUp: () => move(current.row - 1, current.column),
      ArrowRight: () => move(current.row, current.column + 1),
      ArrowLeft: () => move(current.row, current.column - 1),
      PageDown: () => move(current.row + 20, current.column),
      PageUp: () => move(current.row - 20, current.column),
      Home: () => move(0, current.column),
      End: () => move(rows.length - 1, current.column),
      F8: nextFault,
      Enter: () => setEditing(isEditable),
      F2: () => setEditing(isEditable),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  const template = { gridTemplateColumns: `3.5rem ${statusTrack} repeat(${columns.length}, ${columnRem}rem)` }
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved through and edited
        role="grid"
        aria-label={words.rows}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr className={styles.row} style={template} aria-rowindex={1}>
            <th scope="col">{words.row}</th>
            <th scope="col">{words.state}</th>
            {columns.map(({ header }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
              <th key={index} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const index = rows[item.index]!
            const state = states[index]!
            return (
              <tr
                key={item.key}
                aria-rowindex={item.index + 2}
                className={styles.row}
                style={{ ...template, transform: `translateY(${item.start}px)`, height: rowPixels }}
              >
                {/* The line of the file: its first one holds the headers. */}
                <th scope="row">{index + 2}</th>
                <td>
                  <State state={state} columns={columns} />
                </td>
                {columns.map((column, place) => (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                    key={place}
                    place={`${item.index} ${place}`}
                    text={cells[index]![place] ?? ''}
                    label={column.header}
                    fault={state.faults.find((fault) => fault.column === place)?.message}
                    isCurrent={item.index === current.row && place === current.column}
                    isEditing={editing && item.index === current.row && place === current.column}
                    onPoint={() => move(item.index, place)}
                    onEdit={() => setEditing(isEditable)}
                    onDone={(text) => {
                      setEditing(false)
                      if (text !== undefined && text !== cells[index]![place]) onChange(index, place, text)
                    }}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function State({ state, columns }: { state: RowState; columns: readonly Column[] }) {
  const words = useWords(importWords)
  if (state.status === 'unchecked') return <span className={styles.quiet}>{words.unchecked}</span>
  if (state.status !== 'failed')
    return (
      <span className={styles.good}>
        <IconCheck size={14} aria-hidden /> {words[state.status]}
      </span>
    )
  const [first, ...others] = state.faults
  const text = `${columns[first!.column]?.header ?? ''}: ${first!.message}${others.length > 0 ? ` (+${others.length})` : ''}`
  return (
    <Hint label={state.faults.map(({ message }) => message).join(' · ')}>
      <span className={styles.bad}>
        <IconAlertCircle size={14} aria-hidden /> {text.replace(/^: /, '')}
      </span>
    </Hint>
  )
}

interface CellProps {
  place: string
  text: string
  label: string
  fault: string | undefined
  isCurrent: boolean
  isEditing: boolean
  onPoint(): void
  onEdit(): void
  onDone(text?: string): void
}

function Cell({ place, text, label, fault, isCurrent, isEditing, onPoint, onEdit, onDone }: CellProps) {
  if (isEditing)
    return (
      <td>
        <TextInput
          aria-label={label}
          defaultValue={text}
          autoFocus
          onBlur={({ currentTarget }) => onDone(currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Enter') onDone(event.currentTarget.value)
            else if (event.key === 'Escape') onDone()
          }}
        />
      </td>
    )
  return (
    <td
      tabIndex={isCurrent ? 0 : -1}
      data-cell={place}
      aria-invalid={fault === undefined ? undefined : true}
      title={fault ?? text}
      onClick={onPoint}
      onDoubleClick={onEdit}
    >
      {fault === undefined ? null : <IconPointFilled size={10} aria-hidden />}
      {text}
    </td>
  )
}
