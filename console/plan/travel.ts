// The ways along the open route by the travel server, where the service has one: asked for once for each sequence of
// places. Until it answers, and where there is none, the plan works with the estimate.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GeoPosition } from '../../contract/travel.ts'
import { routePlaces, travelRoute } from '../../contract/travel-route.ts'
import { client } from '../api/client.ts'
import { keyOf } from '../api/query.ts'
import { createStore } from '../store.ts'
import { type Roads, roadsOf } from './route.ts'

/** A service without a travel server answers what is known here already: one answer tells, and no more are asked for. */
const hasServer = createStore(true)

const triedAgainMs = 30_000

export function useRoads(places: readonly GeoPosition[]): Roads {
  const hasOne = hasServer.use()
  const { data } = useQuery({
    queryKey: [...keyOf(travelRoute), places.map(({ lat, lng }) => `${lat},${lng}`).join(' ')],
    async queryFn({ signal }) {
      const answer = await client.call(travelRoute, { body: { places: [...places] }, signal })
      if (answer.data.source === 'estimate' && answer.data.note === null) hasServer.set(false)
      return answer.data
    },
    enabled: hasOne && places.length >= routePlaces.min && places.length <= routePlaces.max,
    staleTime: ({ state }) => (state.data?.source === 'estimate' ? triedAgainMs : Number.POSITIVE_INFINITY),
  })
  return useMemo(() => roadsOf(places, data), [places, data])
}
