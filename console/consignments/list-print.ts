// Prints the order list: all rows, with the visible columns and the filters.

import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { roadTexts } from '../road/words.ts'
import { printedRowsMax, printList } from '../shell/print.tsx'
import { showProblem } from '../shell/toasts.ts'
import type { LocaleFormat } from '../words/format.ts'
import { useTexts } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import { type ColumnContext, formatHeading, getColumn, readColumns } from './columns.tsx'
import { dayColumns, dayFilters, isBound, listBounds } from './days.tsx'
import { iterateRows, type OrderRow } from './rows.ts'
import { filterNames, type ListSearch, queryOf } from './search.ts'
import { listTexts } from './words.ts'

interface FilterContext {
  words: Texts<typeof listTexts>
  road: Texts<typeof roadTexts>
  format: LocaleFormat
}

/** Returns the value of a filter in words. A key stays unchanged. */
function formatFilterValue(value: string, { words, road }: FilterContext): string {
  const labels: Record<string, string> = {
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
    .map((entry) => labels[entry] ?? entry.replace(/\\(.)/g, '$1'))
    .join(', ')
}

function filterOf(search: ListSearch, rows: readonly OrderRow[], context: FilterContext): string {
  const { words, format } = context
  const conditions = filterNames.flatMap((name) => {
    const value = search[name]
    if (value === undefined || isBound(name)) return []
    // A filter has the id of a load, and the page shows its key.
    const loadKey = name === 'loadId' ? rows.find(({ loadId }) => loadId === value)?.loadKey : undefined
    return `${words[name]}: ${loadKey ?? formatFilterValue(value, context)}`
  })
  const days = dayFilters.flatMap((filter) => {
    const bounds = listBounds(filter).map((name) => search[name])
    if (bounds.every((bound) => bound === undefined)) return []
    const span = bounds.map((bound) => (bound === undefined ? '' : format.weekday(bound.slice(0, 10)))).join(' – ')
    return `${words[dayColumns[filter]]}: ${span}`
  })
  return [...(search.search ? [`“${search.search}”`] : []), ...conditions, ...days].join(' · ')
}

export function usePrinting(search: ListSearch): () => Promise<void> {
  const texts = useTexts(listTexts)
  const road = useTexts(roadTexts)
  const format = useEnvironmentFormat()
  const settings = useSettings()
  const { customFields: fields, displayPreferences: units, pod } = settings
  const writing = { words: texts, format, units, fields, reasons: pod.reasons, driverName: useDriverName() }
  return async () => {
    try {
      const rows: OrderRow[] = []
      for await (const batch of iterateRows(queryOf(search))) {
        rows.push(...batch)
        if (rows.length > printedRowsMax) break
      }
      const columnNames = readColumns(search, fields).map(({ name }) => name)
      printList({
        title: texts.orders,
        filter: filterOf(search, rows, { words: texts, road, format }),
        head: columnNames.map((name) => formatHeading(name, texts, settings)),
        figures: columnNames.map((name) => getColumn(name, fields).isNumber === true),
        rows: rows.map((row) => columnNames.map((name) => printed(name, row, writing, road))),
      })
    } catch (error) {
      showProblem(error)
    }
  }
}

/** Returns the text of a cell, with words instead of images. */
function printed(
  name: Parameters<typeof getColumn>[0],
  row: OrderRow,
  writing: ColumnContext,
  road: FilterContext['road'],
): string {
  if (name === 'outcome') return row.outcome === null ? '' : road[row.outcome]
  if (name === 'planned') return row.planned === null ? '' : writing.format.instant(row.planned)
  if (name === 'loadId') return row.loadId === null ? '' : `${row.loadKey ?? row.loadId} #${row.stopPosition}`
  const { show, write } = getColumn(name, writing.fields)
  const content = show(row, writing)
  return typeof content === 'string' ? content : String(write?.(row, writing) ?? '')
}
