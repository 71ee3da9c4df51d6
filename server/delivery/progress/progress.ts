// Calculates the progress of a load: the outcomes of its stops, its last position, and estimates of its open stops.
import type { LoadProgress } from '../../../contract/drive.ts'
import type { Vehicle } from '../../../contract/fleet.ts'
import type { Address } from '../../../contract/shared.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { depots, vehicles } from '../../fleet/record/store.ts'
import { waysAlong } from '../../fleet/travel/rules.ts'
import * as loads from '../../orders/stop/store.ts'
import { breaksOf } from '../../planning/calculation/figures.ts'
import { type Served, servedOf } from '../../planning/calculation/served.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notThere } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { epochOf, toIsoIfWritable } from '../../platform/value/times.ts'
import { neverReached } from '../proof/store.ts'
import {
  type Anchor,
  breaksToCome,
  type Estimate,
  estimateOf,
  type Going,
  latestOf,
  planOf,
  windowOf,
} from './estimate.ts'
import { countingOutcomes, isElsewhere, nameOf } from './outcomes.ts'
import * as store from './store.ts'

interface Visited extends Served {
  timeAtStop: number
  row: loads.StopRow
  told: store.OutcomeRow | undefined
  /**
   * Whether this vehicle served the stop. False for an outcome of another load, or from the console without a visit.
   */
  wasServed: boolean
}

/** Scene of a load: the records from which its progress is calculated. */
interface Scene {
  load: loads.LoadRow
  visits: Visited[]
  last: store.PositionRow | undefined
  start: Address['geoLocation']
  going: Going
}

async function sceneOf(tx: Reader, environmentId: string, load: loads.LoadRow): Promise<Scene> {
  const { loadId, startDepotKey, endDepotKey, vehicleKey } = load
  const settings = await settingsOf(tx, environmentId)
  const outcomes = await countingOutcomes(tx, environmentId, [loadId])
  const rows = await loads.stops(tx, environmentId, loadId)
  const served = await servedOf(tx, environmentId, rows)
  const visits: Visited[] = rows.map((row) => {
    const told = outcomes.get(nameOf(row))
    const wasServed = told !== undefined && !isElsewhere(told) && told.reached !== neverReached
    return { ...served.get(row.consignmentId)!, timeAtStop: row.timeAtStop, row, told, wasServed }
  })
  const keys = [startDepotKey, endDepotKey].filter((key) => key !== null)
  const depotPlaces = new Map(
    (await depots.named(tx, environmentId, keys)).map(({ key, document }) => [
      key,
      (JSON.parse(document) as { address: Address }).address.geoLocation,
    ]),
  )
  const placeOf = (key: string | null) => (key === null ? null : (depotPlaces.get(key) ?? null))
  const [vehicle] = vehicleKey === null ? [] : await vehicles.named(tx, environmentId, [vehicleKey])
  const driven = vehicle && (JSON.parse(vehicle.document) as Vehicle)
  const [start, end] = [placeOf(startDepotKey), placeOf(endDepotKey)]
  const placesOf = (some: readonly Visited[]) => [...some.map(({ position }) => position), end]
  const [open, done] = [visits.filter(({ told }) => !told), visits.filter(({ wasServed }) => wasServed)]
  // Also from the stop that was done last, because drivers may change the sequence.
  const onwards = done.map((visit) => placesOf([visit, ...open.slice(0, 1)]))
  const sequences = [[start, ...placesOf(visits)], placesOf(open), ...onwards]
  const legOf = await waysAlong(tx, environmentId, sequences, settings.travel)
  return {
    load,
    visits,
    last: await store.lastPosition(tx, environmentId, loadId),
    start,
    going: { legOf, speedFactor: driven?.speedFactor ?? 1, end, breaks: breaksOf(driven, load, settings) },
  }
}

/** Returns the last vehicle position as an anchor; before the start, the start depot at the planned start. */
function anchorOf({ load, visits, last, start }: Scene): Anchor | undefined {
  const { status, actualStart, plannedStart } = load
  if (status === 'completed') return undefined
  if (status !== 'started') return plannedStart === null ? undefined : { at: epochOf(plannedStart), place: start }
  const begun = actualStart ?? plannedStart
  const known = last && { at: epochOf(last.time), place: { lat: last.lat, lng: last.lng } }
  const done = visits
    .filter(({ wasServed }) => wasServed)
    .map(({ told, position }) => ({ at: epochOf(told!.time), place: position ?? known?.place ?? start }))
  return latestOf([begun === null ? undefined : { at: epochOf(begun), place: start }, known, ...done])
}

interface Reckoned {
  open: Visited[]
  estimate: Estimate
  /** Returns the planned time of a stop: as a planner set it, or calculated from the planned start. */
  planned(visit: Visited): string | null
  estimated(visit: Visited): number | null
}

function reckon(scene: Scene, now: number): Reckoned {
  const { visits, load, start, going } = scene
  const open = visits.filter(({ told }) => told === undefined)
  const from = load.plannedStart === null ? undefined : { at: epochOf(load.plannedStart), place: start }
  const plan = planOf(from, visits, going)
  const breaks = breaksToCome(going.breaks, plan, (index) => visits[index]!.wasServed)
  const estimate = estimateOf(anchorOf(scene), open, { ...going, breaks }, now)
  const planned = timesBy(
    visits,
    plan.map(({ begins }, index) => (visits[index]!.position ? begins : null)),
  )
  return {
    open,
    estimate,
    planned: (visit) => visit.planned ?? toIsoIfWritable(planned(visit)),
    estimated: timesBy(open, estimate.reached),
  }
}

/** Returns a function that finds the time of a stop. */
function timesBy(visits: readonly Visited[], times: readonly (number | null)[]) {
  const known = new Map(visits.map((each, index) => [each, times[index]!]))
  return (visit: Visited): number | null => known.get(visit) ?? null
}

/** Returns whether a stop was or will be reached too late. Without an estimate, it is late after its window. */
function isLate({ closesAt, told }: Visited, { load, estimated, now }: Known): boolean {
  if (closesAt === null) return false
  if (told) return told.reached !== neverReached && epochOf(told.reached) > closesAt
  return load.status !== 'completed' && (estimated ?? now) > closesAt
}

interface Known {
  load: loads.LoadRow
  estimated: number | null
  now: number
}

export async function progress(tx: Reader, call: Call<unknown, { loadId: string }>): Promise<LoadProgress> {
  const { environmentId, now } = call
  const load = await loads.find(tx, environmentId, call.params.loadId)
  if (!load) throw notThere('load', await loads.idOfKey(tx, environmentId, call.params.loadId))
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
      estimated: toIsoIfWritable(estimated),
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
    estimatedEnd: load.status === 'completed' ? null : toIsoIfWritable(reckoned.estimate.ends),
    stops,
  }
}

/** Returns the estimated window of an order on a load; null if the order is not open or has no estimate. */
export async function expectedWithin(
  tx: Reader,
  environmentId: string,
  { loadId, consignmentId }: { loadId: string; consignmentId: string },
  now: number,
): Promise<{ from: string; to: string } | null> {
  const load = await loads.find(tx, environmentId, loadId)
  if (!load) return null
  const reckoned = reckon(await sceneOf(tx, environmentId, load), now)
  const visit = reckoned.open.find(({ row }) => row.consignmentId === consignmentId)
  const estimated = visit ? reckoned.estimated(visit) : null
  const window = estimated === null ? null : windowOf(estimated, now, visit!.opensAt)
  const from = toIsoIfWritable(window?.from)
  const to = toIsoIfWritable(window?.to)
  return from !== null && to !== null ? { from, to } : null
}
