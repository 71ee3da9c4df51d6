// Prints all loads that pass the filters, with the filters.

import { useQuery } from '@tanstack/react-query'
import { listDepots } from '../../contract/depot.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { loadTexts } from '../load/words.ts'
import { formatColumnAmount, formatColumnHead } from '../platform/units.ts'
import { buildPrintedRows, type TableColumn } from '../shell/columns.ts'
import { printedRowsMax, printList } from '../shell/print.tsx'
import { showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { readLoadPages } from './data.ts'
import type { LoadFilters } from './filters.ts'

async function allOf(filters: LoadFilters): Promise<LoadSummary[]> {
  const loads: LoadSummary[] = []
  for await (const page of readLoadPages(filters)) {
    loads.push(...page)
    if (loads.length > printedRowsMax) break
  }
  return loads
}

export function usePrinting(filters: LoadFilters): () => Promise<void> {
  const texts = useTexts(loadTexts)
  const format = useEnvironmentFormat()
  const { weightUnit, volumeUnit } = useSettings().displayPreferences
  const driverName = useDriverName()
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const { q, status, depot, from, to } = filters
  const filter = [
    q && `“${q}”`,
    status && texts[status],
    depot && (depots.find(({ key }) => key === depot)?.name ?? depot),
    from && `${texts.from} ${format.weekday(from)}`,
    to && `${texts.to} ${format.weekday(to)}`,
  ]
  const columns: TableColumn<LoadSummary>[] = [
    { head: texts.key, show: ({ key }) => key },
    { head: texts.status, show: ({ status }) => texts[status] },
    { head: texts.plannedStart, show: ({ plannedStart }) => plannedStart && format.instant(plannedStart) },
    {
      head: texts.depot,
      show: ({ startDepotKey, endDepotKey }) => [startDepotKey, endDepotKey].filter(Boolean).join(' – '),
    },
    {
      head: `${texts.vehicle} · ${texts.driver}`,
      show: ({ vehicleKey, driverKey }) => [vehicleKey, driverKey && driverName(driverKey)].filter(Boolean).join(' · '),
    },
    { head: texts.stops, isNumber: true, show: ({ stopCount }) => stopCount },
    {
      head: formatColumnHead(texts.weight, weightUnit),
      isNumber: true,
      show: ({ peakWeight }) => formatColumnAmount(peakWeight, weightUnit, format.locale),
    },
    {
      head: formatColumnHead(texts.volume, volumeUnit),
      isNumber: true,
      show: ({ peakVolume }) => formatColumnAmount(peakVolume, volumeUnit, format.locale),
    },
  ]
  return async () => {
    try {
      printList({
        title: texts.loads,
        filter: filter.filter(Boolean).join(' · '),
        ...buildPrintedRows(columns, await allOf(filters)),
      })
    } catch (error) {
      showProblem(error)
    }
  }
}
