// Reads other loads that may use the same vehicle or driver as the loads to release.
import { useQueries, useQuery } from '@tanstack/react-query'
import { getLoadById, type LoadSummary, listLoads } from '../../../contract/load.ts'
import { read } from '../../api/query.ts'
import { instant } from '../times/route.ts'
import type { Timed } from './check.ts'

/** Maximum duration of a route, in milliseconds. Loads that start further away are not read. */
const dayMs = 86_400_000

const crewIn = ({ vehicleKey, driverKey }: Timed) => [
  ...(vehicleKey === null ? [] : [`vehicle ${vehicleKey}`]),
  ...(driverKey === null ? [] : [`driver ${driverKey}`]),
]

/** Returns the latest start of the loads of each vehicle and driver. Loads without a start are ignored. */
function lastStarts(loads: readonly Timed[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>()
  for (const load of loads)
    for (const name of crewIn(load))
      if ((load.plannedStart ?? '') > (last.get(name) ?? '')) last.set(name, load.plannedStart!)
  return last
}

/** Returns other loads around the starts; undefined until they are read. */
export function useOthers(loads: readonly LoadSummary[]): readonly Timed[] | undefined {
  const starts = loads.flatMap(({ plannedStart }) => instant(plannedStart) ?? [])
  const at = (time: number) => new Date(time).toISOString()
  const around =
    starts.length === 0
      ? {}
      : { plannedFrom: at(Math.min(...starts) - dayMs), plannedTo: at(Math.max(...starts) + dayMs) }
  // Loads in planning may still change.
  const query = { ...around, status: 'planned,released,started', sort: 'plannedStart' as const }
  const list = useQuery({ ...read(listLoads, { query }), enabled: starts.length > 0 })
  const own = new Set(loads.map(({ loadId }) => loadId))
  const last = lastStarts(loads)
  const beside = (list.data?.data ?? []).filter(
    (other) => !own.has(other.loadId) && crewIn(other).some((name) => last.has(name)),
  )
  // The list has no ends of routes. Only the ends of loads that start earlier matter.
  const first = beside.filter((other) => crewIn(other).some((name) => other.plannedStart! < (last.get(name) ?? '')))
  const earlier = useQueries({ queries: first.map(({ loadId }) => read(getLoadById, { params: { loadId } })) })
  // Without all responses, no vehicle or driver counts as free.
  if (starts.length > 0 && (!list.data || earlier.some(({ data }) => !data))) return undefined
  const whole = new Map(earlier.map(({ data }) => [data!.data.loadId, data!.data] as const))
  return beside.map((other) => whole.get(other.loadId) ?? other)
}
