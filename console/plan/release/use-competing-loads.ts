// Reads other loads that may use the same vehicle or driver as the loads to release.
import { useQueries, useQuery } from '@tanstack/react-query'
import { getLoadById, type LoadSummary, listLoads } from '../../../contract/load.ts'
import { buildQuery } from '../../api/query.ts'
import { parseInstant } from '../times/route.ts'
import type { LoadTiming } from './check.ts'

/** Maximum duration of a route, in milliseconds. Loads that start further away are not read. */
const dayMs = 86_400_000

const crewIn = ({ vehicleKey, driverKey }: LoadTiming) => [
  ...(vehicleKey === null ? [] : [`vehicle ${vehicleKey}`]),
  ...(driverKey === null ? [] : [`driver ${driverKey}`]),
]

/** Returns the latest start of the loads of each vehicle and driver. Loads without a start are ignored. */
function lastStarts(loads: readonly LoadTiming[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>()
  for (const load of loads)
    for (const name of crewIn(load))
      if ((load.plannedStart ?? '') > (last.get(name) ?? '')) last.set(name, load.plannedStart!)
  return last
}

/** Returns other loads around the starts; undefined until they are read. */
export function useCompetingLoads(loads: readonly LoadSummary[]): readonly LoadTiming[] | undefined {
  const starts = loads.flatMap(({ plannedStart }) => parseInstant(plannedStart) ?? [])
  const formatInstant = (time: number) => new Date(time).toISOString()
  const startRange =
    starts.length === 0
      ? {}
      : {
          plannedFrom: formatInstant(Math.min(...starts) - dayMs),
          plannedTo: formatInstant(Math.max(...starts) + dayMs),
        }
  // Loads in planning may still change.
  const query = { ...startRange, status: 'planned,released,started', sort: 'plannedStart' as const }
  const list = useQuery({ ...buildQuery(listLoads, { query }), enabled: starts.length > 0 })
  const releasedIds = new Set(loads.map(({ loadId }) => loadId))
  const last = lastStarts(loads)
  const candidates = (list.data?.data ?? []).filter(
    (load) => !releasedIds.has(load.loadId) && crewIn(load).some((name) => last.has(name)),
  )
  // The list has no ends of routes. Only the ends of loads that start earlier matter.
  const first = candidates.filter((load) => crewIn(load).some((name) => load.plannedStart! < (last.get(name) ?? '')))
  const earlier = useQueries({ queries: first.map(({ loadId }) => buildQuery(getLoadById, { params: { loadId } })) })
  // Without all responses, no vehicle or driver counts as free.
  if (starts.length > 0 && (!list.data || earlier.some(({ data }) => !data))) return undefined
  const loadsById = new Map(earlier.map(({ data }) => [data!.data.loadId, data!.data] as const))
  return candidates.map((load) => loadsById.get(load.loadId) ?? load)
}
