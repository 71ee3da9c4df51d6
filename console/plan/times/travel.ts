// Reads driving times and the line of the open route from the travel server, once for each sequence of places. The plan
// uses estimates until the travel server responds, and if the service has no travel server.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GeoPosition } from '../../../contract/travel.ts'
import { routePlaces, travelRoute } from '../../../contract/travel-route.ts'
import { apiClient } from '../../api/client.ts'
import { buildCacheEntry, queryClient } from '../../api/query.ts'
import { createStore } from '../../platform/store.ts'
import { parseRoads, type RoadTravel } from './route.ts'

/** Whether the service has a travel server. An estimate without a note means that it has none, and ends requests. */
const hasServer = createStore(true)

const triedAgainMs = 30_000

const createRoadQuery = (positions: readonly GeoPosition[]) =>
  queryOptions({
    ...buildCacheEntry(travelRoute, positions.map(({ lat, lng }) => `${lat},${lng}`).join(' ')),
    async queryFn({ signal }) {
      const answer = await apiClient.call(travelRoute, { body: { places: [...positions] }, signal })
      if (answer.data.source === 'estimate' && answer.data.note === null) hasServer.set(false)
      return answer.data
    },
    staleTime: ({ state }) => (state.data?.source === 'estimate' ? triedAgainMs : Number.POSITIVE_INFINITY),
  })

const isRoutable = ({ length }: readonly GeoPosition[]) =>
  hasServer.get() && length >= routePlaces.min && length <= routePlaces.max

export function useRoads(positions: readonly GeoPosition[]): RoadTravel {
  hasServer.use()
  const { data } = useQuery({ ...createRoadQuery(positions), enabled: isRoutable(positions) })
  return useMemo(() => parseRoads(positions, data), [positions, data])
}

/** Returns the roads of several routes. */
export function useManyRoads(routes: readonly (readonly GeoPosition[])[]): RoadTravel[] {
  hasServer.use()
  const responses = useQueries({
    queries: routes.map((positions) => ({ ...createRoadQuery(positions), enabled: isRoutable(positions) })),
  })
  return responses.map(({ data }, index) => parseRoads(routes[index]!, data))
}

/** Reads the roads of a route once, without a component. Returns estimates if the request is not possible. */
export async function fetchRoads(positions: readonly GeoPosition[]): Promise<RoadTravel> {
  if (!isRoutable(positions)) return parseRoads(positions, undefined)
  return parseRoads(positions, await queryClient.fetchQuery(createRoadQuery(positions)).catch(() => undefined))
}
