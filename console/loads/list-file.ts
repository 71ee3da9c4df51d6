// Writes the list of loads into a file for a spreadsheet, with driver, distance, duration, and late and failed stops.
import { getLoadProgress } from '../../contract/drive.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { hasCode } from '../api/problems.ts'
import { loadTexts } from '../load/words.ts'
import { createCsvWriter } from '../platform/csv.ts'
import { getZonedDay } from '../platform/day.ts'
import { downloadCsv } from '../platform/save-file.ts'
import { hasProgress } from '../road/progress.tsx'
import { buildFileHead, buildFileRow } from '../shell/columns.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { type ListedLoad, useLoadColumns } from './columns.tsx'
import { readLoadPages } from './data.ts'
import type { LoadFilters } from './filters.ts'

const atOnce = 4

/** Adds the progress of released loads. A load that was deleted after it was listed has no progress. */
async function addProgress(loads: readonly LoadSummary[]): Promise<ListedLoad[]> {
  const listed: ListedLoad[] = loads.map((load) => ({ ...load }))
  const waiting = listed.filter(({ status }) => hasProgress.has(status))
  const work = async () => {
    for (let load = waiting.shift(); load; load = waiting.shift())
      try {
        load.progress = (await apiClient.call(getLoadProgress, { params: { loadId: load.loadId } })).data
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND')) throw error
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return listed
}

export function useFile(filters: LoadFilters): () => Promise<void> {
  const texts = useTexts(loadTexts)
  const { zone } = useEnvironmentFormat()
  const { file } = useLoadColumns()
  return async () => {
    const write = createCsvWriter(currentLanguage.get())
    const lines = [write(buildFileHead(file))]
    try {
      for await (const loads of readLoadPages(filters, { figures: 'true' })) {
        lines.push(...(await addProgress(loads)).map((load) => write(buildFileRow(file, load))))
      }
      downloadCsv(`loads-${getZonedDay(new Date(), zone)}.csv`, lines)
      showDone(texts.csvDone(lines.length - 1))
    } catch (error) {
      showProblem(error)
    }
  }
}
