// The data table: draws the rows of a list from its columns, with the states before the first row.
import { Button, Table, type TableProps } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { findFailure } from '../api/query.ts'
import type { TableColumn } from './columns.ts'
import { ConfirmationDialog } from './confirm.tsx'
import styles from './content.module.css'
import { FailureMessage } from './failure.tsx'
import { type RowCommand, useRowCommands } from './row-commands.ts'
import { LoadingLines } from './waiting.tsx'

/** The part of a query that the table needs to show an error and to repeat the request. */
interface Source {
  data: unknown
  error: unknown
  refetch(): unknown
}

export interface RowAction extends RowCommand {
  run(): unknown
  /** The command with the name of its row, as the accessible name of the button. A command without it has no button. */
  name?: string
  /** Text of the button. Default: the label. */
  button?: string
  /** Question that appears before the command runs, with the name as the title. */
  question?: ReactNode
}

export interface DataTableProps<T> {
  /** Name of the table, or of its region if it scrolls. */
  label?: string
  columns: readonly TableColumn<T>[]
  /** Undefined before the first response. */
  rows: readonly T[] | undefined
  idOf(row: T, index: number): string
  /** The query of the rows: the table shows its error if there are no rows yet. */
  query?: Source
  /** Replaces a table without rows. */
  empty?: ReactNode
  /** Frames the table, but none of the states before it. */
  frame?(table: ReactNode): ReactNode
  /** The name of a row in ⌘K. */
  nameOf?(row: T, index: number): string
  /** Commands of a row, for ⌘K and for its buttons. */
  commands?(row: T, index: number): readonly RowAction[]
  /** Head of a last column with the buttons of the commands. */
  actions?: string
  /** Id of the open row. */
  current?: string | undefined
  attributes?(row: T): Record<`data-${string}`, string | undefined>
  /** Class of the table, instead of the page's style. */
  className?: string | undefined
  /** Whether only screen readers read the head. */
  isHeadHidden?: boolean
  /** Draws the table as a part of a section, with these properties of Mantine's table. */
  inset?: TableProps
  /** Draws only the rows in sight. */
  scroll?: Scroll
}

interface Scroll {
  /** Classes of the region that scrolls and of the table. */
  frame: string | undefined
  table: string | undefined
  /** Height of a row before it is measured, in pixels. */
  rowHeight: number
  /** Requests the next page when the last row is drawn. */
  onEnd?(): void
}

const plainParts = { Root: 'table', Head: 'thead', Body: 'tbody', Row: 'tr', Name: 'th', Cell: 'td' } as const
const insetParts = {
  Root: Table,
  Head: Table.Thead,
  Body: Table.Tbody,
  Row: Table.Tr,
  Name: Table.Th,
  Cell: Table.Td,
} as unknown as typeof plainParts

export function DataTable<T>(tableProps: DataTableProps<T>) {
  // The dialog keeps its texts while it closes.
  const [asked, setAsked] = useState<RowAction>()
  const [isAsking, setAsking] = useState(false)
  const openQuestion = (action: RowAction) => {
    setAsked(action)
    setAsking(true)
  }
  const commands = (row: T, index: number) =>
    (tableProps.commands?.(row, index) ?? []).map((action) =>
      action.question === undefined ? action : { ...action, run: () => openQuestion(action) },
    )
  const { rows, idOf, nameOf } = tableProps
  useRowCommands(() =>
    rows && nameOf
      ? rows.map((row, index) => ({
          id: idOf(row, index),
          name: nameOf(row, index),
          commands: commands(row, index),
        }))
      : [],
  )
  return (
    <>
      <State {...tableProps} {...(tableProps.commands ? { commands } : {})} />
      {tableProps.commands ? (
        <ConfirmationDialog
          opened={isAsking}
          title={asked?.name ?? ''}
          action={asked?.label ?? ''}
          isDangerous
          onConfirm={async () => asked?.run()}
          onClose={() => setAsking(false)}
        >
          {asked?.question}
        </ConfirmationDialog>
      ) : null}
    </>
  )
}

/** Draws the table, or the state before its first row. */
function State<T>(tableProps: DataTableProps<T>) {
  const { rows, query, empty, frame = (table) => table, actions, scroll } = tableProps
  const error = query && findFailure(query)
  if (error) return <FailureMessage error={error} onRetry={() => query.refetch()} />
  if (!rows) return <LoadingLines />
  if (rows.length === 0 && empty !== undefined) return empty
  const buttons: TableColumn<T>[] = actions === undefined ? [] : [{ head: actions, isActions: true, show: () => null }]
  const props = { ...tableProps, rows, columns: [...tableProps.columns, ...buttons] }
  return frame(scroll ? <ScrollTable {...props} scroll={scroll} /> : <PlainTable {...props} />)
}

type FilledTableProps<T> = DataTableProps<T> & { rows: readonly T[] }

function PlainTable<T>(props: FilledTableProps<T>) {
  const { label, rows, inset, className = styles.table } = props
  const { Root, Body } = inset ? insetParts : plainParts
  return (
    <Root aria-label={label} {...((inset ?? { className }) as ComponentProps<'table'>)}>
      <Head {...props} />
      <Body>
        {rows.map((row, index) => (
          <Row key={props.idOf(row, index)} {...props} row={row} index={index} />
        ))}
      </Body>
    </Root>
  )
}

/** Draws the rows in sight, since a list may have thousands. */
function ScrollTable<T>(props: FilledTableProps<T> & { scroll: Scroll }) {
  const { label, rows, scroll, idOf } = props
  const region = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => scroll.rowHeight,
    overscan: 16,
  })
  const visibleItems = drawn.getVirtualItems()
  const last = visibleItems.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the last row that is drawn changes
  useEffect(() => {
    if (last >= rows.length - 1) scroll.onEnd?.()
  }, [last, rows.length])
  const topPixels = visibleItems[0]?.start ?? 0
  const bottomPixels = drawn.getTotalSize() - (visibleItems.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section ref={region} className={scroll.frame} aria-label={label} tabIndex={0}>
      <table className={scroll.table} aria-rowcount={rows.length + 1}>
        <Head {...props} />
        <tbody>
          {topPixels > 0 && <tr style={{ height: topPixels }} aria-hidden />}
          {visibleItems.map(({ index }) => (
            <Row
              key={idOf(rows[index]!, index)}
              {...props}
              row={rows[index]!}
              index={index}
              measure={drawn.measureElement}
            />
          ))}
          {bottomPixels > 0 && <tr style={{ height: bottomPixels }} aria-hidden />}
        </tbody>
      </table>
    </section>
  )
}

const classOf = <T,>({ isNumber, isSpare, className }: TableColumn<T>) =>
  [isNumber && styles.number, isSpare && styles.spare, className].filter(Boolean).join(' ') || undefined

function widthOf<T>({ rem, minRem }: TableColumn<T>) {
  if (minRem !== undefined) return { minWidth: `${minRem}rem` }
  return rem === undefined ? undefined : { width: `${rem}rem` }
}

function Head<T>({ columns, inset, isHeadHidden = false }: DataTableProps<T>) {
  const elements = inset ? insetParts : plainParts
  if (columns.every(({ head }) => head === '')) return null
  return (
    <elements.Head className={isHeadHidden ? 'visually-hidden' : undefined}>
      <elements.Row>
        {columns.map((column, position) => (
          <elements.Name
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
            key={position}
            scope="col"
            className={classOf(column)}
            style={widthOf(column)}
          >
            {column.isActions ? <span className="visually-hidden">{column.head}</span> : column.head}
          </elements.Name>
        ))}
      </elements.Row>
    </elements.Head>
  )
}

interface RowProps<T> extends DataTableProps<T> {
  row: T
  index: number
  /** Measures a row of a table that scrolls. */
  measure?: (row: HTMLTableRowElement | null) => void
}

function Row<T>({ row, index, columns, idOf, commands, current, attributes, inset, measure }: RowProps<T>) {
  const elements = inset ? insetParts : plainParts
  const id = idOf(row, index)
  return (
    <elements.Row
      ref={measure}
      data-row={commands && id}
      data-index={measure && index}
      aria-rowindex={measure && index + 2}
      aria-current={current !== undefined && id === current ? 'true' : undefined}
      {...attributes?.(row)}
    >
      {columns.map((column, position) => {
        const Cell = column.isKey ? elements.Name : elements.Cell
        const content = column.show(row, index)
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
            key={position}
            scope={column.isKey ? 'row' : undefined}
            className={classOf(column)}
            style={widthOf(column)}
            data-label={column.isNumber ? column.head : undefined}
            {...column.cell?.(row)}
          >
            {column.isActions ? (
              <div className={inset || measure ? undefined : styles.end}>
                {content}
                {commands?.(row, index).map((action) => (
                  <RowButton key={action.label} {...action} />
                ))}
              </div>
            ) : (
              content
            )}
          </Cell>
        )
      })}
    </elements.Row>
  )
}

/** Draws the button of a command in its row. */
export const RowButton = ({ label, button = label, name, run }: RowAction) =>
  name === undefined ? null : (
    <Button size="compact-xs" aria-label={name} onClick={() => run()}>
      {button}
    </Button>
  )
