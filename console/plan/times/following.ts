// Updates planned times after a change of stops. A load with planned times gets new ones; orders that leave lose them.
import type { StopArrival } from '../../../contract/arrivals.ts'
import { listDepots } from '../../../contract/depot.ts'
import { getEnvironment } from '../../../contract/environment.ts'
import { listDrivers, listVehicles } from '../../../contract/fleet.ts'
import { getLoadById, type Load, type LoadPatch, updateLoadById } from '../../../contract/load.ts'
import { apiClient } from '../../api/client.ts'
import { buildQuery, queryClient } from '../../api/query.ts'
import { readRows } from '../../api/rows.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { isOpen } from '../../load/status.tsx'
import { showProblem } from '../../shell/toasts.ts'
import { offerUndo } from '../../shell/undo.tsx'
import { currentTexts } from '../../words/language.ts'
import { type CrewRecords, noCrew } from './crew.ts'
import { createOrdersQuery } from './data.ts'
import { writeTimes } from './planned-times.ts'
import { proposePlannedTimes, type TimeProposal } from './proposed-times.ts'
import {
  addPostcodePositions,
  calculateJourney,
  listRoutePositions,
  type PlanStop,
  parseInstant,
  planStop,
} from './route.ts'
import { routeOf } from './route-of.ts'
import { fetchRoads } from './travel.ts'
import { timesTexts } from './words.ts'

/** An order with its former and its new planned time. */
interface Timed extends TimeProposal {
  former: string | null
}

/** Runs updates one after another, so that each update starts from the result of the previous one. */
let following: Promise<unknown> = Promise.resolve()

/** Undoes the change of stops and then the planned times. Waits for a running update. */
type TakeBack = (work: () => Promise<unknown>) => Promise<void>

/** Updates the planned times of loads, and of orders that left all loads, in the background. */
export function followTimes(loadIds: readonly string[], removedIds: readonly string[]): TakeBack {
  const done = following.then(() => follow(loadIds, removedIds))
  following = done
  return async (work) => {
    const timesBack = await done
    await work()
    await timesBack()
  }
}

/** Updates planned times. Never throws, because the moves of the stops are already saved. */
async function follow(loadIds: readonly string[], removedIds: readonly string[]): Promise<() => Promise<void>> {
  const changes: Timed[] = []
  try {
    changes.push(...(await Promise.all(loadIds.map(timesOf))).flat(), ...(await timesOfLeft(removedIds)))
    if (changes.length > 0) await writeTimes(changes.map(({ key, planned }) => ({ key, planned })))
  } catch (error) {
    showProblem(error)
  }
  return async () => {
    if (changes.length > 0) await writeTimes(changes.map(({ key, former }) => ({ key, planned: former })))
  }
}

/** Returns the changed times of a load; an empty list for a load without planned times or without an estimate. */
async function timesOf(loadId: string): Promise<Timed[]> {
  const { data: load } = await apiClient.call(getLoadById, { params: { loadId } })
  const stopsById = new Map((await queryClient.fetchQuery({ ...createOrdersQuery(loadId), staleTime: 0 })).map(named))
  const presentStops = load.stops.flatMap(({ consignmentId }) => stopsById.get(consignmentId) ?? [])
  const stops = addPostcodePositions(load, presentStops)
  if (stops.every(({ planned }) => planned === null)) return []
  const [environment, depots, crew] = await Promise.all([
    queryClient.fetchQuery(buildQuery(getEnvironment)),
    queryClient.fetchQuery(buildQuery(listDepots)),
    readCrew(),
  ])
  const route = routeOf(load, { environment: environment.data, depots: depots.data }, crew)
  const { arrivals } = calculateJourney({ ...route, roads: await fetchRoads(listRoutePositions(route, stops)) }, stops)
  const formerOf = new Map(stops.map(({ key, planned }) => [key, planned]))
  return proposePlannedTimes(stops, arrivals)
    .map((proposed) => ({ ...proposed, former: formerOf.get(proposed.key) ?? null }))
    .filter(({ planned, former }) => parseInstant(planned) !== parseInstant(former))
}

const named = (order: Parameters<typeof planStop>[0]): [string, PlanStop] => [order.consignmentId, planStop(order)]

/** Reads vehicles and drivers; empty for a user who may not see them, so that shifts and breaks are ignored. */
async function readCrew(): Promise<CrewRecords> {
  const [vehicles, drivers] = await Promise.all([
    queryClient.fetchQuery(buildQuery(listVehicles)).catch(() => undefined),
    queryClient.fetchQuery(buildQuery(listDrivers)).catch(() => undefined),
  ])
  return vehicles && drivers ? { vehicles: vehicles.data, drivers: drivers.data } : noCrew
}

async function timesOfLeft(ids: readonly string[]): Promise<Timed[]> {
  return (await readRows(ids)).flatMap(({ key, planned, loadId }) =>
    planned !== null && loadId === null ? [{ key, planned: null, former: planned }] : [],
  )
}

/** Sets the proposed times. Waits for a running update, so that an undo restores the times of that update. */
export function setPlannedTimes(stops: readonly PlanStop[], arrivals: readonly StopArrival[]): Promise<void> {
  const done = following.then(() => sendTimes(stops, arrivals))
  following = done.catch(() => {})
  return done
}

async function sendTimes(stops: readonly PlanStop[], arrivals: readonly StopArrival[]): Promise<void> {
  const texts = currentTexts(timesTexts)
  const proposed = proposePlannedTimes(stops, arrivals)
  if (proposed.length === 0) throw new Error(texts.noEstimate)
  const isProposed = new Set(proposed.map(({ key }) => key))
  const ids = stops.filter(({ key }) => isProposed.has(key)).map(({ consignmentId }) => consignmentId)
  const former = await readRows(ids)
  const failed = await writeTimes(proposed)
  const messages = [
    texts.timesSet(proposed.length - failed.length),
    ...(failed.length > 0 ? [texts.notSet(failed.join(', '))] : []),
  ]
  offerUndo(messages.join(' '), {
    async undo() {
      const unrestored = await writeTimes(former)
      return unrestored.length > 0 ? texts.notSet(unrestored.join(', ')) : undefined
    },
  })
}

/** Runs changes of loads one after another, because each undo restores the state before its change. */
let changing: Promise<unknown> = Promise.resolve()

/**
 * Changes a load and the planned times of its stops, and shows `message`. An undo restores the state just before the
 * change, which may be newer than the state on the page.
 */
export async function changeLoad(
  loadId: string,
  { body, partOf, message }: { body: LoadPatch; partOf(load: Load): LoadPatch; message: string },
): Promise<void> {
  const params = { loadId }
  const send = (patch: LoadPatch) => apiClient.call(updateLoadById, { params, body: patch })
  const sent = changing.then(async () => {
    const { data } = await apiClient.call(getLoadById, { params })
    await send(body)
    return data
  })
  changing = sent.catch(() => {})
  const former = await sent
  const takeBack = followTimes(isOpen(former.status) ? [loadId] : [], [])
  offerUndo(message, { undo: () => takeBack(() => send(partOf(former))).finally(refreshLoads) })
  await refreshLoads()
}
