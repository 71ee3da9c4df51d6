// The list of loads on paper: all that fit the filters, and what those are.

import { useQuery } from '@tanstack/react-query'
import { listDepots } from '../../contract/depot.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { loadWords } from '../load/words.ts'
import { columnAmount, columnHead } from '../platform/units.ts'
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
  const rowOf = (load: LoadSummary) => [
    load.key,
    words[load.status],
    load.plannedStart === null ? '' : format.instant(load.plannedStart),
    [load.startDepotKey, load.endDepotKey].filter(Boolean).join(' – '),
    [load.vehicleKey, load.driverKey && driverName(load.driverKey)].filter(Boolean).join(' · '),
    String(load.stopCount),
    columnAmount(load.peakWeight, weightUnit, format.locale),
    columnAmount(load.peakVolume, volumeUnit, format.locale),
  ]
  return async () => {
    try {
      const loads = await allOf(filters)
      printList({
        title: words.loads,
        filter: filter.filter(Boolean).join(' · '),
        head: [
          ...[words.key, words.status, words.plannedStart, words.depot],
          ...[`${words.vehicle} · ${words.driver}`, words.stops],
          ...[columnHead(words.weight, weightUnit), columnHead(words.volume, volumeUnit)],
        ],
        figures: [false, false, false, false, false, true, true, true],
        rows: loads.map(rowOf),
      })
    } catch (error) {
      showProblem(error)
    }
  }
}
