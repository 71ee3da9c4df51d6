// Prints all loads that pass the filters, with the filters.

import { useQuery } from '@tanstack/react-query'
import { listDepots } from '../../contract/depot.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { loadWords } from '../load/words.ts'
import { columnAmount, columnHead } from '../platform/units.ts'
import { type Column, printedRows } from '../shell/columns.ts'
import { printedRowsMax, printList } from '../shell/print.tsx'
import { showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { pagesOf } from './data.ts'
import type { LoadFilters } from './filters.ts'

async function allOf(filters: LoadFilters): Promise<LoadSummary[]> {
  const loads: LoadSummary[] = []
  for await (const some of pagesOf(filters)) {
    loads.push(...some)
    if (loads.length > printedRowsMax) break
  }
  return loads
}

export function usePrinting(filters: LoadFilters): () => Promise<void> {
  const words = useWords(loadWords)
  const format = useEnvironmentFormat()
  const { weightUnit, volumeUnit } = useSettings().displayPreferences
  const driverName = useDriverName()
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const { q, status, depot, from, to } = filters
  const filter = [
    q && `“${q}”`,
    status && words[status],
    depot && (depots.find(({ key }) => key === depot)?.name ?? depot),
    from && `${words.from} ${format.weekday(from)}`,
    to && `${words.to} ${format.weekday(to)}`,
  ]
  const columns: Column<LoadSummary>[] = [
    { head: words.key, show: ({ key }) => key },
    { head: words.status, show: ({ status }) => words[status] },
    { head: words.plannedStart, show: ({ plannedStart }) => plannedStart && format.instant(plannedStart) },
    {
      head: words.depot,
      show: ({ startDepotKey, endDepotKey }) => [startDepotKey, endDepotKey].filter(Boolean).join(' – '),
    },
    {
      head: `${words.vehicle} · ${words.driver}`,
      show: ({ vehicleKey, driverKey }) => [vehicleKey, driverKey && driverName(driverKey)].filter(Boolean).join(' · '),
    },
    { head: words.stops, isNumber: true, show: ({ stopCount }) => stopCount },
    {
      head: columnHead(words.weight, weightUnit),
      isNumber: true,
      show: ({ peakWeight }) => columnAmount(peakWeight, weightUnit, format.locale),
    },
    {
      head: columnHead(words.volume, volumeUnit),
      isNumber: true,
      show: ({ peakVolume }) => columnAmount(peakVolume, volumeUnit, format.locale),
    },
  ]
  return async () => {
    try {
      printList({
        title: words.loads,
        filter: filter.filter(Boolean).join(' · '),
        ...printedRows(columns, await allOf(filters)),
      })
    } catch (error) {
      showProblem(error)
    }
  }
}
