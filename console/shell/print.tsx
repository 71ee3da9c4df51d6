// A list on paper: its columns, what it is filtered by, page numbers. Lists that are drawn where the eye is hand over all of their rows.
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useEnvironmentFormat } from '../api/environment.ts'
import { environmentId, session } from '../api/session.ts'
import { createStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import styles from './print.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellWords } from './words.ts'

export interface PrintedList {
  title: string
  /** Names its filter; nothing where it has none. */
  filter?: string
  /** Said where paper ends before the list does. */
  note?: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Columns of figures. */
  figures?: readonly boolean[]
}

/** More is a file, and no paper. */
export const printedRowsMax = 5_000

const printing = createStore<PrintedList | undefined>(undefined)
export const printList = (list: PrintedList): void => printing.set(list)

/** What every page prints that has no list of its own to hand over: its table, else the page as it is. */
function printPage(): void {
  const table = document.querySelector('main table')
  const textOf = (cell: Element) => (cell as HTMLElement).innerText.trim()
  const cellsOf = (row: Element) => [...row.querySelectorAll('th, td')].map(textOf)
  if (!table) {
    window.print()
    return
  }
  const [head = []] = [...table.querySelectorAll('thead tr')].map(cellsOf)
  const rows = [...table.querySelectorAll('tbody tr')].map(cellsOf)
  // Columns of buttons say nothing on paper.
  const isSaid = (_: unknown, column: number) => rows.some((row) => row[column])
  printList({
    title: document.querySelector('h1')?.innerText ?? '',
    head: head.filter(isSaid),
    rows: rows.map((row) => row.filter(isSaid)),
  })
}

/** The paper, while it is printed; and the key that prints. */
export function Printer() {
  const words = useWords(shellWords)
  const list = printing.use()
  useShortcuts([{ keys: 'mod+p', label: words.print, group: words.general, run: printPage }])
  useEffect(() => {
    if (!list) return
    const done = () => printing.set(undefined)
    document.body.dataset.printing = ''
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => {
      delete document.body.dataset.printing
      window.removeEventListener('afterprint', done)
    }
  }, [list])
  return list ? createPortal(<Paper list={list} />, document.body) : null
}

function Paper({ list: { title, filter, note, head, rows, figures = [] } }: { list: PrintedList }) {
  const words = useWords(shellWords)
  const format = useEnvironmentFormat()
  const environment = session.use()?.environments.find((one) => one.environmentId === environmentId.get())?.name
  const said = [environment, format.instant(new Date().toISOString()), words.zone(format.zone)]
  return (
    <section className={styles.paper} data-printed>
      <header>
        <h1>{title}</h1>
        {filter ? <p>{words.filteredBy(filter)}</p> : null}
        <p>{[...said.filter(Boolean), words.rowCount(rows.length), note].filter(Boolean).join(' · ')}</p>
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
