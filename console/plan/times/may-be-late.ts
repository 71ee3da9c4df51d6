// Finds the stops of the day that are not planned late but will be late by the estimate.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { isOpen } from '../../load/status.tsx'
import { type Crew, noCrew, useCrew } from './crew.ts'
import type { Basics, LateStops } from './data.ts'
import { drawnOf, ordersOfDay } from './day-routes.ts'
import { journey, planStop, stopFaults } from './route.ts'
import { routeOf } from './route-of.ts'

/** Returns the stops that will be late by the estimate. Started loads have live estimates instead. */
export function useMayBeLate(loads: readonly LoadSummary[], { environment, depots }: Basics): LateStops {
  const crew = useCrew() ?? noCrew
  const drawn = useMemo(() => drawnOf(loads), [loads])
  const { data } = useQuery(ordersOfDay(drawn.map(({ loadId }) => loadId)))
  return useMemo(
    () => mayBeLate(drawn, data ?? [], { environment, depots }, crew),
    [drawn, data, environment, depots, crew],
  )
}

function mayBeLate(
  loads: readonly LoadSummary[],
  orders: readonly Consignment[],
  basics: Basics,
  crew: Crew,
): LateStops {
  const byLoad = Map.groupBy(orders, ({ loadId }) => loadId)
  const stops = loads
    .filter(({ status }) => isOpen(status))
    .flatMap((load) => {
      const inTurn = [...(byLoad.get(load.loadId) ?? [])].sort((one, other) => one.stopPosition - other.stopPosition)
      const planned = inTurn.map(planStop)
      const { arrivals } = journey(routeOf(load, basics, crew), planned)
      return planned.flatMap((stop, index) =>
        stopFaults(stop, arrivals[index]).some(({ kind }) => kind === 'mayBeLate')
          ? [{ loadId: load.loadId, consignmentId: stop.consignmentId, stopPosition: index + 1 }]
          : [],
      )
    })
  const counts = new Map<string, number>()
  for (const { loadId } of stops) counts.set(loadId, (counts.get(loadId) ?? 0) + 1)
  return { counts, stops }
}
