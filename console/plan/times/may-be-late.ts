// Finds the stops of the day that are not planned late but will be late by the estimate.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { isOpen } from '../../load/status.tsx'
import { type CrewRecords, noCrew, useCrew } from './crew.ts'
import type { LateStops, PlanBasics } from './data.ts'
import { createDayOrdersQuery, selectDrawnLoads } from './day-routes.ts'
import { calculateJourney, findStopProblems, planStop } from './route.ts'
import { routeOf } from './route-of.ts'

/** Returns the stops that will be late by the estimate. Started loads have live estimates instead. */
export function useMayBeLate(loads: readonly LoadSummary[], { environment, depots }: PlanBasics): LateStops {
  const crew = useCrew() ?? noCrew
  const drawn = useMemo(() => selectDrawnLoads(loads), [loads])
  const { data } = useQuery(createDayOrdersQuery(drawn.map(({ loadId }) => loadId)))
  return useMemo(
    () => mayBeLate(drawn, data ?? [], { environment, depots }, crew),
    [drawn, data, environment, depots, crew],
  )
}

function mayBeLate(
  loads: readonly LoadSummary[],
  orders: readonly Consignment[],
  basics: PlanBasics,
  crew: CrewRecords,
): LateStops {
  const byLoad = Map.groupBy(orders, ({ loadId }) => loadId)
  const stops = loads
    .filter(({ status }) => isOpen(status))
    .flatMap((load) => {
      const sortedOrders = [...(byLoad.get(load.loadId) ?? [])].sort((a, b) => a.stopPosition - b.stopPosition)
      const planned = sortedOrders.map(planStop)
      const { arrivals } = calculateJourney(routeOf(load, basics, crew), planned)
      return planned.flatMap((stop, index) =>
        findStopProblems(stop, arrivals[index]).some(({ kind }) => kind === 'mayBeLate')
          ? [{ loadId: load.loadId, consignmentId: stop.consignmentId, stopPosition: index + 1 }]
          : [],
      )
    })
  const counts = new Map<string, number>()
  for (const { loadId } of stops) counts.set(loadId, (counts.get(loadId) ?? 0) + 1)
  return { counts, stops }
}
