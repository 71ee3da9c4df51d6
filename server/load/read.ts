// A load as a read returns it, with what follows from its stops.
import type { Load, LoadSummary, Stop } from '../../contract/load.ts'
import { toLocal } from '../core/times.ts'
import type { LoadRow, StopRow } from './store.ts'

/** The most that is on board: deliveries from the start on, collections from their stop on. */
export function peak(stops: Pick<StopRow, 'type' | 'weight' | 'volume'>[], measure: 'weight' | 'volume'): number {
  let onBoard = 0
  for (const stop of stops) if (stop.type === 'delivery') onBoard += stop[measure] ?? 0
  let highest = onBoard
  for (const stop of stops) {
    onBoard += (stop.type === 'delivery' ? -1 : 1) * (stop[measure] ?? 0)
    highest = Math.max(highest, onBoard)
  }
  // Sums of decimals have noise in their last digit. Each of them is finite, their sum need not be.
  return Math.min(Number(highest.toPrecision(15)), Number.MAX_VALUE)
}

export function summary(row: LoadRow, stops: StopRow[], environmentId: string, zone: string | undefined): LoadSummary {
  const shown = (instant: string) => (zone === undefined ? instant : toLocal(instant, zone))
  return {
    loadId: row.loadId,
    environmentId,
    key: row.key,
    status: row.status,
    version: row.version,
    created: shown(row.created),
    updated: shown(row.updated),
    startDepotKey: row.startDepotKey,
    endDepotKey: row.endDepotKey,
    plannedStart: row.plannedStart === null ? null : shown(row.plannedStart),
    weightCapacity: row.weightCapacity,
    volumeCapacity: row.volumeCapacity,
    peakWeight: peak(stops, 'weight'),
    peakVolume: peak(stops, 'volume'),
    stopCount: stops.length,
  }
}

const stop = ({ position, consignmentId, key, type, timeAtStop, weight, volume }: StopRow): Stop => ({
  position,
  consignmentId,
  key,
  type,
  timeAtStop,
  weight,
  volume,
})

export const whole = (row: LoadRow, stops: StopRow[], environmentId: string, zone: string | undefined): Load => ({
  ...summary(row, stops, environmentId, zone),
  stops: stops.map(stop),
})
