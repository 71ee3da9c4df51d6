// Builds the response of a load: its fields, peaks, figures and stops.
import type { Load, LoadSummary, Stop } from '../../../contract/load.ts'
import type { LoadRow, StopRow } from '../../orders/stop/store.ts'
import { toLocal } from '../../platform/value/times.ts'
import type { Figures } from '../calculation/figures.ts'
import { peakOf } from '../calculation/peak.ts'
import type { Served } from '../calculation/served.ts'

export const peak = (stops: Pick<StopRow, 'type' | 'weight' | 'volume'>[], measure: 'weight' | 'volume'): number =>
  peakOf(stops.map((stop) => ({ type: stop.type, amount: stop[measure] ?? 0 })))

/** Environment, time zone and figures of a response. */
export interface Showing {
  environmentId: string
  /** Time zone of the returned times; undefined for UTC. */
  zone: string | undefined
  figures: Figures
}

export function summary(row: LoadRow, stops: StopRow[], { environmentId, zone, figures }: Showing): LoadSummary {
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
    vehicleKey: row.vehicleKey,
    driverKey: row.driverKey,
    plannedStart: row.plannedStart === null ? null : shown(row.plannedStart),
    actualStart: row.actualStart === null ? null : shown(row.actualStart),
    actualEnd: row.actualEnd === null ? null : shown(row.actualEnd),
    weightCapacity: row.weightCapacity,
    volumeCapacity: row.volumeCapacity,
    packageCapacity: row.packageCapacity,
    peakWeight: peak(stops, 'weight'),
    peakVolume: peak(stops, 'volume'),
    stopCount: stops.length,
    ...figures,
    plannedEnd: figures.plannedEnd === null ? null : shown(figures.plannedEnd),
  }
}

function stop(row: StopRow, served: Served | undefined): Stop {
  const { position, consignmentId, key, type, timeAtStop, weight, volume } = row
  const postcodePosition = served?.placedByPostcode ? served.position : null
  return { position, consignmentId, key, type, timeAtStop, weight, volume, postcodePosition }
}

/** Returns a load with its stops. `served` has its orders by id. */
export const whole = (
  row: LoadRow,
  stops: StopRow[],
  { served, ...showing }: Showing & { served: ReadonlyMap<string, Served> },
): Load => ({
  ...summary(row, stops, showing),
  stops: stops.map((each) => stop(each, served.get(each.consignmentId))),
})
