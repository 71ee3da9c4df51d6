// Calculates the progress of a load: the outcomes of its stops, its last position, and estimates of its open stops.
import type { LoadProgress } from '../../../contract/drive.ts'
import type { Vehicle } from '../../../contract/fleet.ts'
import type { Address } from '../../../contract/shared.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { depotTable, vehicleTable } from '../../fleet/record/store.ts'
import { loadLegLookup } from '../../fleet/travel/rules.ts'
import * as loads from '../../orders/stop/store.ts'
import { findBreaks } from '../../planning/calculation/figures.ts'
import { readServedOrders, type ServedOrder } from '../../planning/calculation/served.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { notFoundProblem } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { formatIsoOrNull, parseEpochMs } from '../../platform/value/times.ts'
import { neverReached } from '../proof/store.ts'
import {
  calculateWindow,
  estimateOf,
  findLatestAnchor,
  findOpenBreaks,
  type LoadEstimate,
  type PositionAnchor,
  planOf,
  type TravelModel,
} from './estimate.ts'
import { isElsewhere, nameOf, readOutcomes } from './outcomes.ts'
import * as store from './store.ts'

interface Visited extends ServedOrder {
  timeAtStop: number
  row: loads.StopRow
  told: store.OutcomeRow | undefined
  /**
   * Whether this vehicle served the stop. False if the outcome was recorded on another load, or in the console without
   * a visit.
   */
  wasServed: boolean
}

/** Scene of a load: the records from which its progress is calculated. */
interface Scene {
  load: loads.LoadRow
  visits: Visited[]
  last: store.PositionRow | undefined
  start: Address['geoLocation']
  travelModel: TravelModel
}

async function sceneOf(tx: ReadTransaction, environmentId: string, load: loads.LoadRow): Promise<Scene> {
  const { loadId, startDepotKey, endDepotKey, vehicleKey } = load
  const settings = await getSettings(tx, environmentId)
  const outcomes = await readOutcomes(tx, environmentId, [loadId])
  const rows = await loads.listStops(tx, environmentId, loadId)
  const served = await readServedOrders(tx, environmentId, rows)
  const visits: Visited[] = rows.map((row) => {
    const outcome = outcomes.get(nameOf(row))
    const wasServed = outcome !== undefined && !isElsewhere(outcome) && outcome.reached !== neverReached
    return { ...served.get(row.consignmentId)!, timeAtStop: row.timeAtStop, row, told: outcome, wasServed }
  })
  const keys = [startDepotKey, endDepotKey].filter((key) => key !== null)
  const depotPlaces = new Map(
    (await depotTable.named(tx, environmentId, keys)).map(({ key, document }) => [
      key,
      (JSON.parse(document) as { address: Address }).address.geoLocation,
    ]),
  )
  const findDepotLocation = (key: string | null) => (key === null ? null : (depotPlaces.get(key) ?? null))
  const [vehicle] = vehicleKey === null ? [] : await vehicleTable.named(tx, environmentId, [vehicleKey])
  const driven = vehicle && (JSON.parse(vehicle.document) as Vehicle)
  const [start, end] = [findDepotLocation(startDepotKey), findDepotLocation(endDepotKey)]
  const placesOf = (stops: readonly Visited[]) => [...stops.map(({ position }) => position), end]
  const [open, done] = [visits.filter(({ told }) => !told), visits.filter(({ wasServed }) => wasServed)]
  // Also reads the legs from each served stop to the next open stop, because drivers may change the sequence.
  const onwards = done.map((visit) => placesOf([visit, ...open.slice(0, 1)]))
  const sequences = [[start, ...placesOf(visits)], placesOf(open), ...onwards]
  const legOf = await loadLegLookup(tx, environmentId, sequences, settings.travel)
  return {
    load,
    visits,
    last: await store.findLastPosition(tx, environmentId, loadId),
    start,
    travelModel: { legOf, speedFactor: driven?.speedFactor ?? 1, end, breaks: findBreaks(driven, load, settings) },
  }
}

/**
 * Returns the anchor of an estimate: the latest of the start, the last vehicle position and the served stops. Before
 * the start, returns the start depot at the planned start.
 */
function anchorOf({ load, visits, last, start }: Scene): PositionAnchor | undefined {
  const { status, actualStart, plannedStart } = load
  if (status === 'completed') return undefined
  if (status !== 'started') return plannedStart === null ? undefined : { at: parseEpochMs(plannedStart), place: start }
  const begun = actualStart ?? plannedStart
  const lastAnchor = last && { at: parseEpochMs(last.time), place: { lat: last.lat, lng: last.lng } }
  const done = visits
    .filter(({ wasServed }) => wasServed)
    .map(({ told, position }) => ({ at: parseEpochMs(told!.time), place: position ?? lastAnchor?.place ?? start }))
  return findLatestAnchor([begun === null ? undefined : { at: parseEpochMs(begun), place: start }, lastAnchor, ...done])
}

interface Reckoned {
  open: Visited[]
  estimate: LoadEstimate
  /** Returns the planned time of a stop: the time that a planner set, or the time calculated from the planned start. */
  planned(visit: Visited): string | null
  estimated(visit: Visited): number | null
}

function reckon(scene: Scene, now: number): Reckoned {
  const { visits, load, start, travelModel } = scene
  const open = visits.filter(({ told }) => told === undefined)
  const startAnchor = load.plannedStart === null ? undefined : { at: parseEpochMs(load.plannedStart), place: start }
  const plan = planOf(startAnchor, visits, travelModel)
  const breaks = findOpenBreaks(travelModel.breaks, plan, (index) => visits[index]!.wasServed)
  const estimate = estimateOf(anchorOf(scene), open, { ...travelModel, breaks }, now)
  const planned = timesBy(
    visits,
    plan.map(({ begins }, index) => (visits[index]!.position ? begins : null)),
  )
  return {
    open,
    estimate,
    planned: (visit) => visit.planned ?? formatIsoOrNull(planned(visit)),
    estimated: timesBy(open, estimate.reached),
  }
}

/** Returns a function that finds the time of a stop. */
function timesBy(visits: readonly Visited[], times: readonly (number | null)[]) {
  const timesByVisit = new Map(visits.map((visit, index) => [visit, times[index]!]))
  return (visit: Visited): number | null => timesByVisit.get(visit) ?? null
}

/**
 * Returns whether a stop was reached too late, or will be. Without an estimate, an open stop is late after the end of
 * its window.
 */
function isLate({ closesAt, told }: Visited, { load, estimated, now }: LatenessInput): boolean {
  if (closesAt === null) return false
  if (told) return told.reached !== neverReached && parseEpochMs(told.reached) > closesAt
  return load.status !== 'completed' && (estimated ?? now) > closesAt
}

interface LatenessInput {
  load: loads.LoadRow
  estimated: number | null
  now: number
}

export async function calculateProgress(
  tx: ReadTransaction,
  call: OperationCall<unknown, { loadId: string }>,
): Promise<LoadProgress> {
  const { environmentId, now } = call
  const load = await loads.findLoad(tx, environmentId, call.params.loadId)
  if (!load) throw notFoundProblem('load', await loads.findLoadId(tx, environmentId, call.params.loadId))
  const scene = await sceneOf(tx, environmentId, load)
  const reckoned = reckon(scene, now)
  const stops = scene.visits.map((visit) => {
    const { row, told } = visit
    const estimated = reckoned.estimated(visit)
    return {
      position: row.position,
      consignmentId: row.consignmentId,
      key: row.key,
      outcome: told?.outcome ?? null,
      outcomeTime: told?.time ?? null,
      podId: told?.podId ?? null,
      planned: reckoned.planned(visit),
      estimated: formatIsoOrNull(estimated),
      late: isLate(visit, { load, estimated, now }),
      ...(isElsewhere(told) ? { elsewhere: true } : {}),
    }
  })
  return {
    loadId: load.loadId,
    status: load.status,
    actualStart: load.actualStart,
    actualEnd: load.actualEnd,
    done: stops.filter(({ outcome }) => outcome !== null).length,
    failed: stops.filter(({ outcome }) => outcome === 'failed' || outcome === 'partial').length,
    open: reckoned.open.length,
    late: stops.filter(({ outcome, late }) => outcome === null && late).length,
    position: scene.last ?? null,
    estimatedEnd: load.status === 'completed' ? null : formatIsoOrNull(reckoned.estimate.ends),
    stops,
  }
}

/** Returns the estimated window of an order on a load; null if the order is not open or has no estimate. */
export async function estimateWindow(
  tx: ReadTransaction,
  environmentId: string,
  { loadId, consignmentId }: { loadId: string; consignmentId: string },
  now: number,
): Promise<{ from: string; to: string } | null> {
  const load = await loads.findLoad(tx, environmentId, loadId)
  if (!load) return null
  const reckoned = reckon(await sceneOf(tx, environmentId, load), now)
  const visit = reckoned.open.find(({ row }) => row.consignmentId === consignmentId)
  const estimated = visit ? reckoned.estimated(visit) : null
  const window = estimated === null ? null : calculateWindow(estimated, now, visit!.opensAt)
  const from = formatIsoOrNull(window?.from)
  const to = formatIsoOrNull(window?.to)
  return from !== null && to !== null ? { from, to } : null
}
