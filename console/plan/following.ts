// Planned times follow the sequence: what a load had of them is set anew when its stops change, and what leaves a load has none.
import { listConsignments } from '../../contract/consignments.ts'
import { listDepots } from '../../contract/depot.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { listDrivers, listVehicles } from '../../contract/fleet.ts'
import { getLoadById, type LoadSummary, updateLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { queryClient, read } from '../api/query.ts'
import { refreshLoads } from '../load/refresh.ts'
import { showProblem } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { type Crew, noCrew } from './crew.ts'
import { ordersOf } from './data.ts'
import { writeTimes } from './planned-times.ts'
import { type Proposal, proposedTimes } from './proposed-times.ts'
import { instant, journey, type PlanStop, placesOf, planStop } from './route.ts'
import { routeOf } from './route-of.ts'
import { askRoads } from './travel.ts'

/** An order with the time that it has, or is to have. */
interface Timed extends Proposal {
  former: string | null
}

/** One after the other: what is set later knows what was done before. */
let following: Promise<unknown> = Promise.resolve()

/** Takes back what the times follow, and then the times; what is still being set is waited for. */
type TakeBack = (work: () => Promise<unknown>) => Promise<void>

/** Sets the times of these loads, and of orders that have left all loads, while the planner goes on. */
export function followTimes(loadIds: readonly string[], left: readonly string[]): TakeBack {
  const done = following.then(() => follow(loadIds, left))
  following = done
  return async (work) => {
    const timesBack = await done
    await work()
    await timesBack()
  }
}

/** Never fails: the stops are where they were put, and only their times are not. */
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

/** What would change; nothing in a load whose stops have no planned times, or of which there is no estimate. */
async function timesOf(loadId: string): Promise<Timed[]> {
  const { data: load } = await client.call(getLoadById, { params: { loadId } })
  const known = new Map((await queryClient.fetchQuery({ ...ordersOf(loadId), staleTime: 0 })).map(named))
  const stops = load.stops.flatMap(({ consignmentId }) => known.get(consignmentId) ?? [])
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

/** Who may not see them plans without their shifts and breaks. */
async function readCrew(): Promise<Crew> {
  const [vehicles, drivers] = await Promise.all([
    queryClient.fetchQuery(read(listVehicles)).catch(() => undefined),
    queryClient.fetchQuery(read(listDrivers)).catch(() => undefined),
  ])
  return vehicles && drivers ? { vehicles: vehicles.data, drivers: drivers.data } : noCrew
}

const idsAtOnce = 100

async function timesOfLeft(ids: readonly string[]): Promise<Timed[]> {
  const found: Timed[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const query = { ids: ids.slice(from, from + idsAtOnce).join(','), limit: String(idsAtOnce) }
    const { data } = await client.call(listConsignments, { query })
    for (const { key, planned, loadId } of data.consignments as {
      key: string
      planned: string | null
      loadId: string | null
    }[])
      if (planned !== null && loadId === null) found.push({ key, planned: null, former: planned })
  }
  return found
}

/** Moves the start of a load, and the times with it; `said` tells of it. */
export async function setStart({ loadId, plannedStart }: LoadSummary, at: number, said: string): Promise<void> {
  const send = (start: string | null) =>
    client.call(updateLoadById, { params: { loadId }, body: { plannedStart: start } })
  await send(new Date(at).toISOString())
  const takeBack = followTimes([loadId], [])
  offerUndo(said, { undo: () => takeBack(() => send(plannedStart)).finally(refreshLoads) })
  await refreshLoads()
}
