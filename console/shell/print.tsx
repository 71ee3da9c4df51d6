// Prints lists with columns, filter and page numbers. A list that draws only its visible rows provides all of them.
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useEnvironmentFormat } from '../api/environment.ts'
import { environmentId, session } from '../api/session.ts'
import { createStore } from '../platform/store.ts'
import { useWords } from '../words/language.ts'
import { printCommand } from './command.ts'
import styles from './print.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellWords } from './words.ts'

export interface PrintedList {
  title: string
  /** Names its filter; nothing where it has none. */
  filter?: string
  /** There are more than these. */
  isCut?: boolean
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Columns of figures. */
  figures?: readonly boolean[]
}

/** More is a file, and no paper. */
export const printedRowsMax = 5_000

const printing = createStore<readonly PrintedList[]>([])
export const printList = (...lists: PrintedList[]): void => printing.set(lists)

/** A list that is drawn where the eye is takes the key, and prints all of its rows. Answers what its button does. */
export function usePrinted(group: string, list: () => PrintedList): () => void {
  const run = () => printList(list())
  useShortcuts([{ command: printCommand, group, run }])
  return run
}

/** The text of a cell, and what is typed or ticked in it. */
const textOf = (cell: Element): string =>
  [
    (cell as HTMLElement).innerText.trim(),
    ...[...cell.querySelectorAll('input')].map(({ type, checked, value }) =>
      type === 'checkbox' ? (checked ? '✓' : '') : value,
    ),
  ]
    .filter(Boolean)
    .join(' ')

/** A table or a list of the page as it stands there. */
function listOf(element: Element, title: string): PrintedList {
  const isTable = element instanceof HTMLTableElement
  const cellsOf = (row: Element) => [...row.children].map(textOf)
  const [head = []] = [...element.querySelectorAll('thead tr')].map(cellsOf)
  const rows = [...(isTable ? element.querySelectorAll('tbody tr') : element.children)].map(cellsOf)
  const width = Math.max(head.length, ...rows.map(({ length }) => length))
  // Columns of buttons say nothing on paper: their heads are for those who hear the page.
  const heads = [...element.querySelectorAll('thead th')]
  const isUnseen = (column: number) =>
    heads[column]?.querySelector('.visually-hidden, .mantine-VisuallyHidden-root') != null
  const isSaid = (_: unknown, column: number) => !isUnseen(column) && rows.some((row) => row[column])
  return {
    title: element.getAttribute('aria-label') ?? title,
    isCut: document.querySelector('main [data-older]') !== null,
    head: head.filter(isSaid),
    // Lines run through, also where a row has less to say.
    rows: rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '').filter(isSaid)),
  }
}

/** What every page prints that has no list of its own to hand over: its tables, else the page as it is. */
function printPage(): void {
  // What is within an order belongs to that order, and is printed with it.
  const lists = [...document.querySelectorAll('main table:not(article *), main ol:not(article *)')]
  const title = document.querySelector('h1')?.innerText ?? ''
  if (lists.length === 0) window.print()
  else printList(...lists.map((element) => listOf(element, title)))
}

/** The paper, while it is printed; and the key that prints. */
export function Printer() {
  const words = useWords(shellWords)
  const lists = printing.use()
  useShortcuts([{ command: printCommand, group: words.general, run: printPage }])
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
  const words = useWords(shellWords)
  const format = useEnvironmentFormat()
  const environment = session.use()?.environments.find((one) => one.environmentId === environmentId.get())?.name
  const rows = all.slice(0, printedRowsMax)
  const said = [
    environment,
    format.instant(new Date().toISOString()),
    words.zone(format.zone),
    words.rowCount(rows.length),
    isCut || rows.length < all.length ? words.firstRows(rows.length) : '',
  ]
  return (
    <section className={styles.paper} data-printed>
      <header>
        <h1>{title}</h1>
        {filter ? <p>{words.filteredBy(filter)}</p> : null}
        <p>{said.filter(Boolean).join(' · ')}</p>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: so do rows, on paper
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: and their cells
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
