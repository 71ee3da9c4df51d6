// Prints all loads that pass the filters, with the filters.

import { useQuery } from '@tanstack/react-query'
import { listDepots } from '../../contract/depot.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { loadTexts } from '../load/words.ts'
import { buildPrintedRows } from '../shell/columns.ts'
import { printedRowsMax, printList } from '../shell/print.tsx'
import { showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { useLoadColumns } from './columns.tsx'
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
  const { paper } = useLoadColumns()
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const { q, status, depot, from, to } = filters
  const filter = [
    q && `“${q}”`,
    status && texts[status],
    depot && (depots.find(({ key }) => key === depot)?.name ?? depot),
    from && `${texts.from} ${format.weekday(from)}`,
    to && `${texts.to} ${format.weekday(to)}`,
  ]
  return async () => {
    try {
      printList({
        title: texts.loads,
        filter: filter.filter(Boolean).join(' · '),
        ...buildPrintedRows(paper, await allOf(filters)),
      })
    } catch (error) {
      showProblem(error)
    }
  }
}
