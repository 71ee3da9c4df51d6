// Updates planned times after a change of stops. A load with planned times gets new ones; orders that leave lose them.
import type { Arrival } from '../../../contract/arrivals.ts'
import { listDepots } from '../../../contract/depot.ts'
import { getEnvironment } from '../../../contract/environment.ts'
import { listDrivers, listVehicles } from '../../../contract/fleet.ts'
import { getLoadById, type Load, type LoadPatch, updateLoadById } from '../../../contract/load.ts'
import { client } from '../../api/client.ts'
import { queryClient, read } from '../../api/query.ts'
import { readRows } from '../../api/rows.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { isOpen } from '../../load/status.tsx'
import { showProblem } from '../../shell/toasts.ts'
import { offerUndo } from '../../shell/undo.tsx'
import { currentWords } from '../../words/language.ts'
import { type Crew, noCrew } from './crew.ts'
import { ordersOf } from './data.ts'
import { writeTimes } from './planned-times.ts'
import { type Proposal, proposedTimes } from './proposed-times.ts'
import { instant, journey, type PlanStop, placedIn, placesOf, planStop } from './route.ts'
import { routeOf } from './route-of.ts'
import { askRoads } from './travel.ts'
import { timesWords } from './words.ts'

/** An order with its former and its new planned time. */
interface Timed extends Proposal {
  former: string | null
}

/** Runs updates one after another, so that each knows the result of the one before. */
let following: Promise<unknown> = Promise.resolve()

/** Undoes the change of stops and then the planned times. It waits for a running update. */
type TakeBack = (work: () => Promise<unknown>) => Promise<void>

/** Updates the planned times of loads, and of orders that left all loads, in the background. */
export function followTimes(loadIds: readonly string[], left: readonly string[]): TakeBack {
  const done = following.then(() => follow(loadIds, left))
  following = done
  return async (work) => {
    const timesBack = await done
    await work()
    await timesBack()
  }
}

/** Updates planned times. It never throws, because the moves of the stops are already saved. */
async function follow(loadIds: readonly string[], left: readonly string[]): Promise<() => Promise<void>> {
  const changes: Timed[] = []
  try {
    changes.push(...(await Promise.all(loadIds.map(timesOf))).flat(), ...(await timesOfLeft(left)))
    if (changes.length > 0) await writeTimes(changes.map(({ key, planned }) => ({ key, planned })))
  } catch (error) {
    showProblem(error)
  }
  return async () => {
    if (changes.length > 0) await writeTimes(changes.map(({ key, former }) => ({ key, planned: former })))
  }
}

/** Returns the changed times of a load; none for a load without planned times or without an estimate. */
async function timesOf(loadId: string): Promise<Timed[]> {
  const { data: load } = await client.call(getLoadById, { params: { loadId } })
  const known = new Map((await queryClient.fetchQuery({ ...ordersOf(loadId), staleTime: 0 })).map(named))
  const there = load.stops.flatMap(({ consignmentId }) => known.get(consignmentId) ?? [])
  const stops = placedIn(load, there)
  if (stops.every(({ planned }) => planned === null)) return []
  const [environment, depots, crew] = await Promise.all([
    queryClient.fetchQuery(read(getEnvironment)),
    queryClient.fetchQuery(read(listDepots)),
    readCrew(),
  ])
  const route = routeOf(load, { environment: environment.data, depots: depots.data }, crew)
  const { arrivals } = journey({ ...route, roads: await askRoads(placesOf(route, stops)) }, stops)
  const formerOf = new Map(stops.map(({ key, planned }) => [key, planned]))
  return proposedTimes(stops, arrivals)
    .map((proposed) => ({ ...proposed, former: formerOf.get(proposed.key) ?? null }))
    .filter(({ planned, former }) => instant(planned) !== instant(former))
}

const named = (order: Parameters<typeof planStop>[0]): [string, PlanStop] => [order.consignmentId, planStop(order)]

/** Reads vehicles and drivers; none for a user who may not see them, so that shifts and breaks are ignored. */
async function readCrew(): Promise<Crew> {
  const [vehicles, drivers] = await Promise.all([
    queryClient.fetchQuery(read(listVehicles)).catch(() => undefined),
    queryClient.fetchQuery(read(listDrivers)).catch(() => undefined),
  ])
  return vehicles && drivers ? { vehicles: vehicles.data, drivers: drivers.data } : noCrew
}

async function timesOfLeft(ids: readonly string[]): Promise<Timed[]> {
  return (await readRows(ids)).flatMap(({ key, planned, loadId }) =>
    planned !== null && loadId === null ? [{ key, planned: null, former: planned }] : [],
  )
}

/** Sets the proposed times. It waits for a running update, so that an undo restores the times of that update. */
export function setPlannedTimes(stops: readonly PlanStop[], arrivals: readonly Arrival[]): Promise<void> {
  const done = following.then(() => sendTimes(stops, arrivals))
  following = done.catch(() => {})
  return done
}

async function sendTimes(stops: readonly PlanStop[], arrivals: readonly Arrival[]): Promise<void> {
  const words = currentWords(timesWords)
  const proposed = proposedTimes(stops, arrivals)
  if (proposed.length === 0) throw new Error(words.noEstimate)
  const isProposed = new Set(proposed.map(({ key }) => key))
  const ids = stops.filter(({ key }) => isProposed.has(key)).map(({ consignmentId }) => consignmentId)
  const former = await readRows(ids)
  const failed = await writeTimes(proposed)
  const said = [
    words.timesSet(proposed.length - failed.length),
    ...(failed.length > 0 ? [words.notSet(failed.join(', '))] : []),
  ]
  offerUndo(said.join(' '), {
    async undo() {
      const left = await writeTimes(former)
      return left.length > 0 ? words.notSet(left.join(', ')) : undefined
    },
  })
}

/** Runs changes of loads one after another, because each undo restores the state of the one before. */
let changing: Promise<unknown> = Promise.resolve()

/**
 * Changes a load and the planned times of its stops, and shows `said`. An undo restores what the load had just before
 * the change, which may be newer than what the page had read.
 */
export async function changeLoad(
  loadId: string,
  { body, partOf, said }: { body: LoadPatch; partOf(load: Load): LoadPatch; said: string },
): Promise<void> {
  const params = { loadId }
  const send = (patch: LoadPatch) => client.call(updateLoadById, { params, body: patch })
  const sent = changing.then(async () => {
    const { data } = await client.call(getLoadById, { params })
    await send(body)
    return data
  })
  changing = sent.catch(() => {})
  const before = await sent
  const takeBack = followTimes(isOpen(before.status) ? [loadId] : [], [])
  offerUndo(said, { undo: () => takeBack(() => send(partOf(before))).finally(refreshLoads) })
  await refreshLoads()
}
