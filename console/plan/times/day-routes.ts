// Reads the other loads of the day for the map: their orders in as few requests as possible, and a colour per load.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import type { DataOf, QueryOf } from '../../../contract/endpoint.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { pageLimits } from '../../../contract/page.ts'
import { apiClient } from '../../api/client.ts'
import { buildCacheEntry } from '../../api/query.ts'
import type { StopLocation, UnselectedRoute } from '../../map/route-locations.ts'
import { findDepotLocation, type PlanBasics } from './data.ts'
import { type PlanStop, planStop } from './route.ts'
import { assignRouteBadges } from './route-badges.ts'

export type LocateStop = (stop: PlanStop, number: number | null, fault: StopLocation['fault']) => StopLocation[]

const pageRows = 500

export const createDayOrdersQuery = (loadIds: readonly string[]) =>
  queryOptions({
    ...buildCacheEntry(listConsignments, null, { loadIds, all: true }),
    enabled: loadIds.length > 0,
    async queryFn({ signal }) {
      const found: Consignment[] = []
      for (let start = 0; start < loadIds.length; start += pageLimits.values)
        found.push(...(await ordersIn(loadIds.slice(start, start + pageLimits.values), signal)))
      return found
    },
  })

/** Reads the orders of loads page by page. A filter accepts a limited number of loads. */
async function ordersIn(loadIds: readonly string[], signal: AbortSignal): Promise<Consignment[]> {
  const found: Consignment[] = []
  let cursor: string | null = null
  do {
    const query: QueryOf<typeof listConsignments> = {
      loadId: loadIds.join(','),
      limit: String(pageRows),
      ...(cursor === null ? {} : { cursor }),
    }
    const answer: DataOf<typeof listConsignments> = (await apiClient.call(listConsignments, { query, signal })).data
    found.push(...(answer.consignments as Consignment[]))
    cursor = answer.next
  } while (cursor !== null)
  return found
}

const loadsMax = 100

/** Returns the loads that the map can draw. */
export const selectDrawnLoads = (loads: readonly LoadSummary[]): LoadSummary[] =>
  loads.filter(({ stopCount }) => stopCount > 0).slice(0, loadsMax)

export function useUnselectedRoutes(
  loads: readonly LoadSummary[],
  openId: string | undefined,
  { depots }: Pick<PlanBasics, 'depots'>,
  locateStop: LocateStop,
): readonly UnselectedRoute[] {
  const drawn = useMemo(() => selectDrawnLoads(loads), [loads])
  const badges = useMemo(() => assignRouteBadges(loads), [loads])
  const { data } = useQuery(createDayOrdersQuery(drawn.map(({ loadId }) => loadId)))
  return useMemo(() => {
    const byLoad = Map.groupBy(data ?? [], ({ loadId }) => loadId)
    return drawn.flatMap((load) => {
      if (load.loadId === openId) return []
      const orders = [...(byLoad.get(load.loadId) ?? [])].sort((a, b) => a.stopPosition - b.stopPosition)
      const stops = orders.map(planStop).flatMap((stop: PlanStop, index) => locateStop(stop, index + 1, null))
      const ends = {
        start: findDepotLocation(depots, load.startDepotKey),
        end: findDepotLocation(depots, load.endDepotKey),
      }
      return [{ id: load.loadId, name: load.key, mark: badges.get(load.loadId)!, ...ends, stops }]
    })
  }, [data, drawn, badges, openId, depots, locateStop])
}
