// Prints lists with columns, filter and page numbers. A list that draws only its visible rows provides all its rows for
// printing.
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useEnvironmentFormat } from '../api/environment.ts'
import { currentSession, environmentId } from '../api/session.ts'
import { createStore } from '../platform/store.ts'
import { useTexts } from '../words/language.ts'
import { printCommand } from './command.ts'
import styles from './print.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellTexts } from './words.ts'

export interface PrintedList {
  title: string
  /** Description of the filter, if any. */
  filter?: string
  /** Whether the list has more rows than these. */
  isCut?: boolean
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Which columns contain numbers. */
  figures?: readonly boolean[]
}

/** Maximum number of printed rows; a file can have more. */
export const printedRowsMax = 5_000

const printing = createStore<readonly PrintedList[]>([])
export const printList = (...lists: PrintedList[]): void => printing.set(lists)

/** Registers the print key for a list that draws only visible rows. Returns the function of its print button. */
export function usePrinted(group: string, list: () => PrintedList): () => void {
  const run = () => printList(list())
  useShortcuts([{ command: printCommand, group, run }])
  return run
}

/** Returns the text of a cell, with typed text and ticks. */
const textOf = (cell: Element): string =>
  [
    (cell as HTMLElement).innerText.trim(),
    ...[...cell.querySelectorAll('input')].map(({ type, checked, value }) =>
      type === 'checkbox' ? (checked ? '✓' : '') : value,
    ),
  ]
    .filter(Boolean)
    .join(' ')

/** Converts a table or a list of the page into a printed list. */
function listOf(element: Element, title: string): PrintedList {
  const isTable = element instanceof HTMLTableElement
  const cellsOf = (row: Element) => [...row.children].map(textOf)
  const [head = []] = [...element.querySelectorAll('thead tr')].map(cellsOf)
  const rows = [...(isTable ? element.querySelectorAll('tbody tr') : element.children)].map(cellsOf)
  const width = Math.max(head.length, ...rows.map(({ length }) => length))
  // Omits columns of buttons, whose headings only screen readers read.
  const heads = [...element.querySelectorAll('thead th')]
  const isUnseen = (column: number) =>
    heads[column]?.querySelector('.visually-hidden, .mantine-VisuallyHidden-root') != null
  const isPrinted = (_: unknown, column: number) => !isUnseen(column) && rows.some((row) => row[column])
  return {
    title: element.getAttribute('aria-label') ?? title,
    isCut: document.querySelector('main [data-older]') !== null,
    head: head.filter(isPrinted),
    // Short rows get empty cells, so that their lines have full width.
    rows: rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '').filter(isPrinted)),
  }
}

/** Prints the tables and lists of a page that registers none, otherwise the page itself. */
function printPage(): void {
  // A table inside an order is printed with the order.
  const lists = [...document.querySelectorAll('main table:not(article *), main ol:not(article *)')]
  const title = document.querySelector('h1')?.innerText ?? ''
  if (lists.length === 0) window.print()
  else printList(...lists.map((element) => listOf(element, title)))
}

/** Draws the printed lists while the browser prints, and registers the print key. */
export function PrintView() {
  const texts = useTexts(shellTexts)
  const lists = printing.use()
  useShortcuts([{ command: printCommand, group: texts.general, run: printPage }])
  useEffect(() => {
    if (lists.length === 0) return
    const done = () => printing.set([])
    document.body.dataset.printing = ''
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => {
      delete document.body.dataset.printing
      window.removeEventListener('afterprint', done)
    }
  }, [lists])
  return lists.map((list, index) => createPortal(<Paper list={list} />, document.body, String(index)))
}

function Paper({ list: { title, filter, isCut, head, rows: all, figures = [] } }: { list: PrintedList }) {
  const texts = useTexts(shellTexts)
  const format = useEnvironmentFormat()
  const environment = currentSession
    .use()
    ?.environments.find((entry) => entry.environmentId === environmentId.get())?.name
  const rows = all.slice(0, printedRowsMax)
  const details = [
    environment,
    format.instant(new Date().toISOString()),
    texts.zone(format.zone),
    texts.rowCount(rows.length),
    isCut || rows.length < all.length ? texts.firstRows(rows.length) : '',
  ]
  return (
    <section className={styles.paper} data-printed>
      <header>
        <h1>{title}</h1>
        {filter ? <p>{texts.filteredBy(filter)}</p> : null}
        <p>{details.filter(Boolean).join(' · ')}</p>
      </header>
      <table>
        <thead>
          <tr>
            {head.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <th key={index} data-figure={figures[index] || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: printed rows do not move
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: printed cells do not move
                <td key={column} dir="auto" data-figure={figures[column] || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
