// Builds the response of a load: its fields, peaks, figures and stops.
import type { Load, LoadSummary, Stop } from '../../../contract/load.ts'
import type { LoadRow, StopRow } from '../../orders/stop/store.ts'
import { formatLocalTime } from '../../platform/value/times.ts'
import type { LoadFigures } from '../calculation/figures.ts'
import { calculatePeak } from '../calculation/peak.ts'
import type { ServedOrder } from '../calculation/served.ts'

export const measurePeak = (
  stops: Pick<StopRow, 'type' | 'weight' | 'volume'>[],
  measure: 'weight' | 'volume',
): number => calculatePeak(stops.map((stop) => ({ type: stop.type, amount: stop[measure] ?? 0 })))

/** Environment, time zone and figures of a response. */
export interface ResponseOptions {
  environmentId: string
  /** Time zone of the returned times; undefined for UTC. */
  zone: string | undefined
  figures: LoadFigures
}

export function buildSummary(
  row: LoadRow,
  stops: StopRow[],
  { environmentId, zone, figures }: ResponseOptions,
): LoadSummary {
  const toZone = (instant: string) => (zone === undefined ? instant : formatLocalTime(instant, zone))
  return {
    loadId: row.loadId,
    environmentId,
    key: row.key,
    status: row.status,
    version: row.version,
    created: toZone(row.created),
    updated: toZone(row.updated),
    startDepotKey: row.startDepotKey,
    endDepotKey: row.endDepotKey,
    vehicleKey: row.vehicleKey,
    driverKey: row.driverKey,
    plannedStart: row.plannedStart === null ? null : toZone(row.plannedStart),
    actualStart: row.actualStart === null ? null : toZone(row.actualStart),
    actualEnd: row.actualEnd === null ? null : toZone(row.actualEnd),
    weightCapacity: row.weightCapacity,
    volumeCapacity: row.volumeCapacity,
    packageCapacity: row.packageCapacity,
    peakWeight: measurePeak(stops, 'weight'),
    peakVolume: measurePeak(stops, 'volume'),
    stopCount: stops.length,
    ...figures,
    plannedEnd: figures.plannedEnd === null ? null : toZone(figures.plannedEnd),
  }
}

function stop(row: StopRow, served: ServedOrder | undefined): Stop {
  const { position, consignmentId, key, type, timeAtStop, weight, volume } = row
  const postcodePosition = served?.placedByPostcode ? served.position : null
  return { position, consignmentId, key, type, timeAtStop, weight, volume, postcodePosition }
}

/** Returns a load with its stops. `served` has its orders by id. */
export const toLoad = (
  row: LoadRow,
  stops: StopRow[],
  { served, ...showing }: ResponseOptions & { served: ReadonlyMap<string, ServedOrder> },
): Load => ({
  ...buildSummary(row, stops, showing),
  stops: stops.map((stopRow) => stop(stopRow, served.get(stopRow.consignmentId))),
})
