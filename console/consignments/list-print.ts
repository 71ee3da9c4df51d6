// Prints the order list: all rows, with the visible columns and the filters.

import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { roadWords } from '../road/words.ts'
import { printedRowsMax, printList } from '../shell/print.tsx'
import { showProblem } from '../shell/toasts.ts'
import type { Format } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import { columnOf, columnsOf, headingOf, type Writing } from './columns.tsx'
import { boundsOf, dayColumns, dayFilters, isBound } from './days.tsx'
import { type Row, walk } from './rows.ts'
import { filterNames, type ListSearch, queryOf } from './search.ts'
import { listWords } from './words.ts'

interface Saying {
  words: Words<typeof listWords>
  road: Words<typeof roadWords>
  format: Format
}

/** Returns the value of a filter in words. A key is its own name. */
function saidOf(value: string, { words, road }: Saying): string {
  const known: Record<string, string> = {
    none: words.none,
    true: words.yes,
    false: words.no,
    delivery: words.delivery,
    collection: words.collection,
    success: road.success,
    partial: road.partial,
    failed: road.failed,
  }
  return value
    .split(/(?<!\\),/)
    .map((one) => known[one] ?? one.replace(/\\(.)/g, '$1'))
    .join(', ')
}

function filterOf(search: ListSearch, rows: readonly Row[], saying: Saying): string {
  const { words, format } = saying
  const said = filterNames.flatMap((name) => {
    const value = search[name]
    if (value === undefined || isBound(name)) return []
    // A filter has the id of a load, and the page shows its key.
    const loadKey = name === 'loadId' ? rows.find(({ loadId }) => loadId === value)?.loadKey : undefined
    return `${words[name]}: ${loadKey ?? saidOf(value, saying)}`
  })
  const days = dayFilters.flatMap((filter) => {
    const bounds = boundsOf(filter).map((name) => search[name])
    if (bounds.every((bound) => bound === undefined)) return []
    const span = bounds.map((bound) => (bound === undefined ? '' : format.weekday(bound.slice(0, 10)))).join(' – ')
    return `${words[dayColumns[filter]]}: ${span}`
  })
  return [...(search.search ? [`“${search.search}”`] : []), ...said, ...days].join(' · ')
}

export function usePrinting(search: ListSearch): () => Promise<void> {
  const words = useWords(listWords)
  const road = useWords(roadWords)
  const format = useEnvironmentFormat()
  const settings = useSettings()
  const { customFields: fields, displayPreferences: units, pod } = settings
  const writing = { words, format, units, fields, reasons: pod.reasons, driverName: useDriverName() }
  return async () => {
    try {
      const rows: Row[] = []
      for await (const some of walk(queryOf(search))) {
        rows.push(...some)
        if (rows.length > printedRowsMax) break
      }
      const shown = columnsOf(search, fields).map(({ name }) => name)
      printList({
        title: words.orders,
        filter: filterOf(search, rows, { words, road, format }),
        head: shown.map((name) => headingOf(name, words, settings)),
        figures: shown.map((name) => columnOf(name, fields).isNumber === true),
        rows: rows.map((row) => shown.map((name) => printed(name, row, writing, road))),
      })
    } catch (error) {
      showProblem(error)
    }
  }
}

/** Returns the text of a cell, with words instead of images. */
function printed(name: Parameters<typeof columnOf>[0], row: Row, writing: Writing, road: Saying['road']): string {
  if (name === 'outcome') return row.outcome === null ? '' : road[row.outcome]
  if (name === 'planned') return row.planned === null ? '' : writing.format.instant(row.planned)
  if (name === 'loadId') return row.loadId === null ? '' : `${row.loadKey ?? row.loadId} #${row.stopPosition}`
  const { show, write } = columnOf(name, writing.fields)
  const shown = show(row, writing)
  return typeof shown === 'string' ? shown : (write?.(row, writing) ?? '')
}
