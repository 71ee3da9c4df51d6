// Reads the data of the route plan: the loads of a day and the orders of a load.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import { type ConsignmentSummary, listConsignments } from '../../../contract/consignments.ts'
import { type Depot, listDepots } from '../../../contract/depot.ts'
import type { DataOf, QueryOf } from '../../../contract/endpoint.ts'
import { type Environment, getEnvironment } from '../../../contract/environment.ts'
import { listLoadPages, listLoads } from '../../../contract/load.ts'
import { apiClient } from '../../api/client.ts'
import { buildCacheEntry, buildQuery, findFailure } from '../../api/query.ts'
import type { DepotLocation } from '../../map/route-locations.ts'
import { addDays, getDayBounds } from '../../platform/day.ts'

const pageRows = 500
/**
 * Maximum number of pages: enough for the thousand stops of a load, and one more for stops that move during the read.
 */
const pagesMax = 4

const readPage = async (query: QueryOf<typeof listConsignments>, signal: AbortSignal) =>
  (await apiClient.call(listConsignments, { query, signal })).data

/** Reads all orders of a load with all fields, because cards show the location and the planner's note. */
export const createOrdersQuery = (loadId: string) =>
  queryOptions({
    ...buildCacheEntry(listConsignments, null, { loadId, all: true }),
    async queryFn({ signal }) {
      const found: Consignment[] = []
      let cursor: string | undefined
      for (let page = 0; page < pagesMax; page++) {
        const answer = await readPage({ loadId, limit: String(pageRows), ...(cursor ? { cursor } : {}) }, signal)
        found.push(...(answer.consignments as Consignment[]))
        if (answer.next === null) break
        cursor = answer.next
      }
      return found
    },
  })

export interface LateStops {
  /** Number of late stops by load. */
  counts: ReadonlyMap<string, number>
  stops: readonly { loadId: string; consignmentId: string; stopPosition: number }[]
}

/** Returns the stops that are planned after their time window, on a day or the next: routes may end after midnight. */
export function useLateStops(day: string) {
  const [{ from }, { to }] = [getDayBounds(day), getDayBounds(addDays(day, 1))]
  const planned = { plannedFrom: from, plannedTo: to, sort: 'planned' } as const
  return useQuery({
    ...buildQuery(listConsignments, { query: { late: 'true', ...planned, view: 'compact', limit: String(pageRows) } }),
    select: lateStops,
  })
}

// A function outside the component is stable, so the cache runs it only for new data.
function lateStops({ data }: { data: DataOf<typeof listConsignments> }): LateStops {
  const counts = new Map<string, number>()
  const stops = (data.consignments as ConsignmentSummary[]).flatMap(({ loadId, consignmentId, stopPosition }) => {
    if (loadId === null) return []
    counts.set(loadId, (counts.get(loadId) ?? 0) + 1)
    return [{ loadId, consignmentId, stopPosition }]
  })
  return { counts, stops: stops.sort((a, b) => a.stopPosition - b.stopPosition) }
}

/** The data that the plan needs before it draws. */
export interface PlanBasics {
  environment: Environment
  depots: Depot[]
}

export function useBasics() {
  const environment = useQuery(buildQuery(getEnvironment))
  const depots = useQuery(buildQuery(listDepots))
  return {
    environment: environment.data?.data,
    depots: depots.data?.data ?? noDepots,
    error: findFailure(environment, depots),
  }
}
const noDepots: Depot[] = []

const undatedMax = 50

/** Returns the loads that start on a day, and loads without a start. */
export function useDayLoads(day: string) {
  const { from, to } = getDayBounds(day)
  const dated = useQuery(buildQuery(listLoads, { query: { plannedFrom: from, plannedTo: to, sort: 'plannedStart' } }))
  // A load without a start sorts as the latest.
  const undated = useQuery(buildQuery(listLoadPages, { query: { sort: '-plannedStart', limit: String(undatedMax) } }))
  const error = findFailure(dated, undated)
  const loads = useMemo(
    () =>
      dated.data && undated.data
        ? [...dated.data.data, ...undated.data.data.loads.filter(({ plannedStart }) => plannedStart === null)]
        : undefined,
    [dated.data, undated.data],
  )
  return { loads, error }
}

/** Returns the starts of the nearest loads before and after a day without loads. */
export function useNeighbours(day: string): string[] {
  const { from, to } = getDayBounds(day)
  const earlier = useQuery(buildQuery(listLoadPages, { query: { plannedTo: from, sort: '-plannedStart', limit: '1' } }))
  const nextLoad = useQuery(buildQuery(listLoadPages, { query: { plannedFrom: to, sort: 'plannedStart', limit: '1' } }))
  return [earlier, nextLoad].flatMap(({ data }) =>
    data ? data.data.loads.flatMap(({ plannedStart }) => (plannedStart ? [plannedStart] : [])) : [],
  )
}

export function findDepotLocation(depots: readonly Depot[], key: string | null): DepotLocation | null {
  const depot = depots.find((candidate) => candidate.key === key)
  const position = depot?.address.geoLocation
  return depot && position ? { key: depot.key, name: depot.name, position } : null
}
