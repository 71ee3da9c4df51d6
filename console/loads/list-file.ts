// Writes the list of loads into a file for a spreadsheet, with driver, distance, duration, and late and failed stops.
import { getLoadProgress, type LoadProgress } from '../../contract/drive.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { hasCode } from '../api/problems.ts'
import { loadWords } from '../load/words.ts'
import { download, line } from '../platform/csv.ts'
import { dayOf } from '../platform/day.ts'
import { columnHead, fromStored } from '../platform/units.ts'
import { hasProgress } from '../road/progress.tsx'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { pagesOf } from './data.ts'
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
        found[index] = (await client.call(getLoadProgress, { params: { loadId } })).data
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
  const words = useWords(loadWords)
  const { weightUnit, volumeUnit, distanceUnit } = useSettings().displayPreferences
  const format = useEnvironmentFormat()
  const time = (name: string) => `${name} (${format.zone})`
  const wall = (value: string | null) => (value === null ? '' : format.sheet(value))
  const head = [
    words.key,
    words.status,
    time(words.plannedStart),
    time(words.started),
    time(words.completed),
    words.startDepot,
    words.endDepot,
    words.vehicle,
    words.driver,
    words.stops,
    words.stopsDone,
    words.stopsFailed,
    words.stopsLate,
    columnHead(words.distance, distanceUnit),
    words.minutes,
    columnHead(words.weight, weightUnit),
    columnHead(words.volume, volumeUnit),
  ]
  const rowOf = (load: LoadSummary, progress: LoadProgress | undefined) => [
    load.key,
    words[load.status],
    wall(load.plannedStart),
    wall(load.actualStart),
    wall(load.actualEnd),
    ...[load.startDepotKey, load.endDepotKey, load.vehicleKey, load.driverKey, load.stopCount].map(text),
    ...[progress?.done, progress?.failed, progress?.stops.filter(({ late }) => late).length].map(text),
    load.distance === null ? '' : fromStored(load.distance, distanceUnit).toFixed(1),
    load.duration === null ? '' : String(Math.round(load.duration)),
    ...[load.peakWeight, load.peakVolume].map(text),
  ]
  return async () => {
    const parts = [line(head)]
    try {
      for await (const loads of pagesOf(filters, { figures: 'true' })) {
        const progress = await progressOf(loads)
        parts.push(...loads.map((load, index) => line(rowOf(load, progress[index]))))
      }
      download(`loads-${dayOf(new Date(), format.zone)}.csv`, parts)
      showDone(words.csvDone(parts.length - 1))
    } catch (error) {
      showProblem(error)
    }
  }
}
