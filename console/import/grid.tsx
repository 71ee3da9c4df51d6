// Draws the rows of the file with their errors. A user moves with the arrow keys and edits cells in place.
import { Button, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TableColumn } from '../../client/columns.ts'
import { ControlHint } from '../shell/hint.tsx'
import { usePrinted } from '../shell/print.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import styles from './import.module.css'
import { type CellPosition, findErrorAt, findNextError, type NumberedError } from './next-error.ts'
import { type CellError, isStored, type RowState } from './rows.ts'
import { importTexts } from './words.ts'

interface GridProps {
  columns: readonly TableColumn[]
  cells: readonly (readonly string[])[]
  states: readonly RowState[]
  /** Indexes of the visible rows. */
  rows: readonly number[]
  isEditable: boolean
  onChange(row: number, column: number, text: string): void
}

const rowPixels = 32
/** Width of the status column, which contains error texts on wide screens. */
const statusTrack = 'clamp(7rem, 28vw, 20rem)'
const columnRem = 11

/** Returns the indexes of the columns as shown: the key column is first and stays in sight. */
const placesOf = (columns: readonly TableColumn[]): number[] => {
  const indexes = columns.map((_, index) => index)
  const key = columns.findIndex(({ path }) => path === 'key')
  return key < 0 ? indexes : [key, ...indexes.filter((index) => index !== key)]
}
const isFrozen = ({ path }: TableColumn) => path === 'key'

/** Finds the errors of the visible rows. An error without a column belongs to the first column. */
function findErrors({ columns, states, rows }: GridProps): CellPosition[] {
  const columnOrder = placesOf(columns)
  return rows.flatMap((row) =>
    states[row]!.status === 'failed'
      ? states[row]!.faults.map((error) => ({ row, column: Math.max(0, columnOrder.indexOf(error.column)) }))
      : [],
  )
}

/** Controls the current cell of the table, by keyboard and mouse, and whether it is being edited. */
function useCurrentCell(grid: GridProps, virtual: { scrollToIndex(row: number): void }) {
  const { columns, states, rows, isEditable: mayEdit } = grid
  const texts = useTexts(importTexts)
  /** The current cell by its line in the file: a corrected row may leave the visible rows. */
  const [at, setAt] = useState<CellPosition>({ row: 0, column: 0 })
  const [sought, setSought] = useState<CellPosition>()
  const [isEditing, setEditing] = useState(false)
  const hasMoved = useRef(false)
  /** Whether the current cell gets the focus once it is drawn. */
  const isWanted = useRef(false)
  const visibleIndex = rows.findIndex((index) => index >= at.row)
  const row = visibleIndex < 0 ? rows.length - 1 : visibleIndex
  const column = Math.min(at.column, columns.length - 1)
  const isEditable = mayEdit && rows[row] !== undefined && !isStored(states[rows[row]]!)
  const move = (toRow: number, toColumn: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, toRow))
    if (rows[next] === undefined) return
    hasMoved.current = true
    isWanted.current = true
    virtual.scrollToIndex(next)
    setAt({ row: rows[next], column: Math.max(0, Math.min(columns.length - 1, toColumn)) })
    setSought(undefined)
  }
  const errors = findErrors(grid)
  const found = sought && findErrorAt(errors, sought)
  const showNextError = () => {
    const next = findNextError(errors, hasMoved.current ? at : undefined)
    if (!next) return
    move(rows.indexOf(next.row), next.column)
    setSought(next)
  }
  useShortcuts([{ keys: 'F8', label: texts.nextError, group: texts.title, whileTyping: true, run: showNextError }])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(row + 1, column),
      ArrowUp: () => move(row - 1, column),
      ArrowRight: () => move(row, column + 1),
      ArrowLeft: () => move(row, column - 1),
      PageDown: () => move(row + 20, column),
      PageUp: () => move(row - 20, column),
      Home: () => move(0, column),
      End: () => move(rows.length - 1, column),
      Enter: () => setEditing(isEditable),
      F2: () => setEditing(isEditable),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  return {
    /** A new object after every move, even to the same cell, so that effects run again. */
    moved: at,
    current: { row, column },
    isWanted,
    /** The error that the user has moved to. */
    found,
    toNextFault: showNextError,
    isEditing,
    edit: () => setEditing(isEditable),
    done: () => {
      isWanted.current = true
      setEditing(false)
    },
    move,
    onKeyDown,
  }
}

export function ImportGrid(props: GridProps) {
  const { columns, cells, states, rows, onChange } = props
  const texts = useTexts(importTexts)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  })
  const currentCell = useCurrentCell(props, virtual)
  usePrintedRows(props)
  const { current, isWanted, isEditing, moved } = currentCell
  const drawn = virtual.getVirtualItems()
  const isDrawn = drawn.some(({ index }) => index === current.row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every move, and when its row is drawn
  useEffect(() => {
    if (!isWanted.current || isEditing) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${current.row} ${current.column}"]`)
    if (!cell) return
    isWanted.current = false
    cell.focus()
  }, [moved, current.row, current.column, isEditing, isWanted, isDrawn])
  const hasKey = columns.some(isFrozen)
  const template = {
    gridTemplateColumns:
      `3.5rem ${hasKey ? `${columnRem}rem ` : ''}${statusTrack} ` +
      `repeat(${columns.length - (hasKey ? 1 : 0)}, ${columnRem}rem)`,
  }

  return (
    <>
      <ErrorLine {...props} found={currentCell.found} onNext={currentCell.toNextFault} />
      <div ref={scroller} className={styles.scroller}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved through and edited
          role="grid"
          aria-label={texts.rows}
          aria-rowcount={rows.length + 1}
          onKeyDown={currentCell.onKeyDown}
        >
          <Head columns={columns} template={template} />
          <tbody style={{ height: virtual.getTotalSize() }}>
            {drawn.map((item) => {
              const index = rows[item.index]!
              return (
                <tr
                  key={item.key}
                  aria-rowindex={item.index + 2}
                  className={styles.row}
                  style={{ ...template, transform: `translateY(${item.start}px)`, height: rowPixels }}
                >
                  {/* The line in the file, whose first line contains the headers. */}
                  <th scope="row">{index + 2}</th>
                  <Cells
                    columns={columns}
                    cells={cells[index]!}
                    state={states[index]!}
                    row={item.index}
                    currentCell={currentCell}
                    onChange={(column, text) => onChange(index, column, text)}
                  />
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Prints the visible rows with their errors, for example to ask the sender of the file. */
function usePrintedRows({ columns, cells, states, rows }: GridProps): void {
  const texts = useTexts(importTexts)
  const order = placesOf(columns)
  const formatStatus = ({ status, faults }: RowState) =>
    status === 'failed' ? faults.map((error) => formatError(columns, error)).join('\n') : texts[status]
  usePrinted(texts.title, () => ({
    title: texts.rows,
    head: [texts.row, texts.state, ...order.map((index) => columns[index]!.header)],
    figures: [true],
    rows: rows.map((index) => [
      String(index + 2),
      formatStatus(states[index]!),
      ...order.map((column) => cells[index]![column] ?? ''),
    ]),
  }))
}

/** Returns the text of an error after the header of its column. */
const formatError = (columns: readonly TableColumn[], { column, message }: CellError): string =>
  [columns[column]?.header, message].filter(Boolean).join(': ')

interface ErrorLineProps extends GridProps {
  found: NumberedError | undefined
  onNext(): void
}

/** Draws the number of errors, the number of the current error, and the button to the next error. */
function ErrorLine({ columns, states, rows, found, onNext }: ErrorLineProps) {
  const texts = useTexts(importTexts)
  if (!rows.some((index) => states[index]!.status === 'failed')) return null
  const columnIndex = found && placesOf(columns)[found.column]
  const { faults = [] } = (found && states[found.row]) ?? {}
  const error = faults.find(({ column }) => column === columnIndex) ?? faults.find(({ column }) => column < 0)
  return (
    <div className={styles.faults}>
      <ControlHint label={texts.nextError} keys="F8">
        <Button onClick={onNext}>{texts.nextError}</Button>
      </ControlHint>
      <span role="status">
        {found ? texts.foundError(found.number, found.count, found.row + 2) : null}
        {error ? ` · ${formatError(columns, error)}` : null}
      </span>
    </div>
  )
}

function Head({ columns, template }: { columns: readonly TableColumn[]; template: CSSProperties }) {
  const texts = useTexts(importTexts)
  return (
    <thead>
      <tr className={styles.row} style={template} aria-rowindex={1}>
        <th scope="col">{texts.row}</th>
        {withStatus(
          columns,
          placesOf(columns).map((index) => (
            <th key={index} scope="col" data-frozen={isFrozen(columns[index]!) || undefined}>
              {columns[index]!.header}
            </th>
          )),
          <th key="state" scope="col">
            {texts.state}
          </th>,
        )}
      </tr>
    </thead>
  )
}

interface CellsProps {
  columns: readonly TableColumn[]
  cells: readonly string[]
  state: RowState
  /** Position among the visible rows. */
  row: number
  currentCell: ReturnType<typeof useCurrentCell>
  onChange(column: number, text: string): void
}

/** Inserts the status of a row after its key. */
const withStatus = (columns: readonly TableColumn[], cells: ReactNode[], status: ReactNode): ReactNode[] =>
  columns.some(isFrozen) ? [cells[0], status, ...cells.slice(1)] : [status, ...cells]

function Cells({ columns, cells, state, row, currentCell, onChange }: CellsProps) {
  const drawn = placesOf(columns).map((index, position) => {
    const column = columns[index]!
    const isCurrent = row === currentCell.current.row && position === currentCell.current.column
    return (
      <Cell
        key={index}
        cellKey={`${row} ${position}`}
        text={cells[index] ?? ''}
        label={column.header}
        isFrozen={isFrozen(column)}
        error={state.faults.find((error) => error.column === index)?.message}
        isCurrent={isCurrent}
        isEditing={currentCell.isEditing && isCurrent}
        onPoint={() => currentCell.move(row, position)}
        onEdit={currentCell.edit}
        onDone={(text) => {
          currentCell.done()
          if (text !== undefined && text !== cells[index]) onChange(index, text)
        }}
      />
    )
  })
  return withStatus(
    columns,
    drawn,
    <td key="state">
      <State state={state} columns={columns} />
    </td>,
  )
}

function State({ state, columns }: { state: RowState; columns: readonly TableColumn[] }) {
  const texts = useTexts(importTexts)
  if (state.status === 'unchecked') return <span className={styles.quiet}>{texts.unchecked}</span>
  if (state.status !== 'failed')
    return (
      <span className={styles.good}>
        <IconCheck size={14} aria-hidden /> {texts[state.status]}
        {state.replaces === undefined ? null : ` · ${texts.replaces(state.replaces)}`}
      </span>
    )
  const [first, ...others] = state.faults
  const text = `${formatError(columns, first!)}${others.length > 0 ? ` (+${others.length})` : ''}`
  return (
    <ControlHint label={state.faults.map(({ message }) => message).join(' · ')}>
      <span className={styles.bad}>
        <IconAlertCircle size={14} aria-hidden />
        <span>{text}</span>
      </span>
    </ControlHint>
  )
}

interface CellProps {
  cellKey: string
  text: string
  label: string
  error: string | undefined
  isFrozen: boolean
  isCurrent: boolean
  isEditing: boolean
  onPoint(): void
  onEdit(): void
  onDone(text?: string): void
}

function Cell({
  cellKey,
  text,
  label,
  error,
  isFrozen: frozen,
  isCurrent,
  isEditing,
  onPoint,
  onEdit,
  onDone,
}: CellProps) {
  if (isEditing)
    return (
      <td data-frozen={frozen || undefined}>
        <TextInput
          aria-label={label}
          defaultValue={text}
          autoFocus
          onBlur={({ currentTarget }) => onDone(currentTarget.value)}
          onKeyDown={(event) => {
            // F8 goes to the next error, also from an open cell.
            if (event.key !== 'F8') event.stopPropagation()
            if (event.key === 'Enter' || event.key === 'F8') onDone(event.currentTarget.value)
            else if (event.key === 'Escape') onDone()
          }}
        />
      </td>
    )
  return (
    <td
      tabIndex={isCurrent ? 0 : -1}
      data-cell={cellKey}
      data-frozen={frozen || undefined}
      aria-invalid={error === undefined ? undefined : true}
      title={error ?? text}
      onClick={onPoint}
      onDoubleClick={onEdit}
    >
      {error === undefined ? null : <IconPointFilled size={10} aria-hidden />}
      {text}
    </td>
  )
}
