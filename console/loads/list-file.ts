// Writes the list of loads into a file for a spreadsheet, with driver, distance, duration, and late and failed stops.
import { getLoadProgress, type LoadProgress } from '../../contract/drive.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { hasCode } from '../api/problems.ts'
import { loadTexts } from '../load/words.ts'
import { downloadCsv, writeCsvLine } from '../platform/csv.ts'
import { getZonedDay } from '../platform/day.ts'
import { convertFromStored, formatColumnHead } from '../platform/units.ts'
import { hasProgress } from '../road/progress.tsx'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { readLoadPages } from './data.ts'
import type { LoadFilters } from './filters.ts'

const atOnce = 4

/** Reads the progress of loads, in their sequence: undefined for unreleased loads and for loads deleted meanwhile. */
async function progressOf(loads: readonly LoadSummary[]): Promise<(LoadProgress | undefined)[]> {
  const found: (LoadProgress | undefined)[] = loads.map(() => undefined)
  const waiting = [...loads.entries()].filter(([, { status }]) => hasProgress.has(status))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { loadId }] = next
      try {
        found[index] = (await apiClient.call(getLoadProgress, { params: { loadId } })).data
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND')) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

const text = (value: string | number | null | undefined) => String(value ?? '')

export function useFile(filters: LoadFilters): () => Promise<void> {
  const texts = useTexts(loadTexts)
  const { weightUnit, volumeUnit, distanceUnit } = useSettings().displayPreferences
  const format = useEnvironmentFormat()
  const time = (name: string) => `${name} (${format.zone})`
  const wall = (value: string | null) => (value === null ? '' : format.sheet(value))
  const head = [
    texts.key,
    texts.status,
    time(texts.plannedStart),
    time(texts.started),
    time(texts.completed),
    texts.startDepot,
    texts.endDepot,
    texts.vehicle,
    texts.driver,
    texts.stops,
    texts.stopsDone,
    texts.stopsFailed,
    texts.stopsLate,
    formatColumnHead(texts.distance, distanceUnit),
    texts.minutes,
    formatColumnHead(texts.weight, weightUnit),
    formatColumnHead(texts.volume, volumeUnit),
  ]
  const rowOf = (load: LoadSummary, progress: LoadProgress | undefined) => [
    load.key,
    texts[load.status],
    wall(load.plannedStart),
    wall(load.actualStart),
    wall(load.actualEnd),
    ...[load.startDepotKey, load.endDepotKey, load.vehicleKey, load.driverKey, load.stopCount].map(text),
    ...[progress?.done, progress?.failed, progress?.stops.filter(({ late }) => late).length].map(text),
    load.distance === null ? '' : convertFromStored(load.distance, distanceUnit).toFixed(1),
    load.duration === null ? '' : String(Math.round(load.duration)),
    ...[load.peakWeight, load.peakVolume].map(text),
  ]
  return async () => {
    const lines = [writeCsvLine(head)]
    try {
      for await (const loads of readLoadPages(filters, { figures: 'true' })) {
        const progress = await progressOf(loads)
        lines.push(...loads.map((load, index) => writeCsvLine(rowOf(load, progress[index]))))
      }
      downloadCsv(`loads-${getZonedDay(new Date(), format.zone)}.csv`, lines)
      showDone(texts.csvDone(lines.length - 1))
    } catch (error) {
      showProblem(error)
    }
  }
}
