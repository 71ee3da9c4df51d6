// The ways along the open route by the travel server, where the service has one: asked for once for each sequence of
// places. Until it answers, and where there is none, the plan works with the estimate.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GeoPosition } from '../../../contract/travel.ts'
import { routePlaces, travelRoute } from '../../../contract/travel-route.ts'
import { client } from '../../api/client.ts'
import { entryOf, queryClient } from '../../api/query.ts'
import { createStore } from '../../platform/store.ts'
import { type Roads, roadsOf } from './route.ts'

/** Whether the service has a travel server. An estimate without a note means that it has none, and ends requests. */
const hasServer = createStore(true)

const triedAgainMs = 30_000

const waysAlong = (places: readonly GeoPosition[]) =>
  queryOptions({
    ...entryOf(travelRoute, places.map(({ lat, lng }) => `${lat},${lng}`).join(' ')),
    async queryFn({ signal }) {
      const answer = await client.call(travelRoute, { body: { places: [...places] }, signal })
      if (answer.data.source === 'estimate' && answer.data.note === null) hasServer.set(false)
      return answer.data
    },
    staleTime: ({ state }) => (state.data?.source === 'estimate' ? triedAgainMs : Number.POSITIVE_INFINITY),
  })

const isAsked = ({ length }: readonly GeoPosition[]) =>
  hasServer.get() && length >= routePlaces.min && length <= routePlaces.max

export function useRoads(places: readonly GeoPosition[]): Roads {
  hasServer.use()
  const { data } = useQuery({ ...waysAlong(places), enabled: isAsked(places) })
  return useMemo(() => roadsOf(places, data), [places, data])
}

/** Returns the roads of several routes. */
export function useManyRoads(routes: readonly (readonly GeoPosition[])[]): Roads[] {
  hasServer.use()
  const told = useQueries({ queries: routes.map((places) => ({ ...waysAlong(places), enabled: isAsked(places) })) })
  return told.map(({ data }, index) => roadsOf(routes[index]!, data))
}

/** Reads the roads of a route once, without a component. It returns estimates if the request is not possible. */
export async function askRoads(places: readonly GeoPosition[]): Promise<Roads> {
  if (!isAsked(places)) return roadsOf(places, undefined)
  return roadsOf(places, await queryClient.fetchQuery(waysAlong(places)).catch(() => undefined))
}
