// Reads loads with all data that the check before a release needs.
import { useQueries } from '@tanstack/react-query'
import { getLoadById, type LoadSummary } from '../../../contract/load.ts'
import { read } from '../../api/query.ts'
import { useUnsavedSequences } from '../load/unsaved-sequences.ts'
import { crewOf, noCrew, useCrew } from '../times/crew.ts'
import { type Basics, ordersOf } from '../times/data.ts'
import { placedIn, placesOf, planStop } from '../times/route.ts'
import { routeOf } from '../times/route-of.ts'
import { useManyRoads } from '../times/travel.ts'
import { type CheckedLoad, type Finding, findingsOf } from './check.ts'
import { useOthers } from './use-others.ts'

export interface Checked extends CheckedLoad {
  findings: readonly Finding[]
}

/** Reads the data of loads for the check, in their sequence; undefined while a load is being read. */
export function useChecked(
  loads: readonly LoadSummary[],
  left: ReadonlySet<string>,
  basics: Basics,
): (Checked | undefined)[] {
  const whole = useQueries({ queries: loads.map(({ loadId }) => read(getLoadById, { params: { loadId } })) })
  const orders = useQueries({ queries: loads.map(({ loadId }) => ordersOf(loadId)) })
  const beside = useOthers(loads)
  const crew = useCrew()
  const unsaved = useUnsavedSequences()
  const known = loads.map((load, index) => {
    const { stops: sequence, plannedEnd } = whole[index]?.data?.data ?? {}
    const read = orders[index]?.data
    if (!sequence || plannedEnd === undefined || !read || !crew || !beside) return undefined
    const byId = new Map(read.map((order) => [order.consignmentId, order]))
    const there = sequence.flatMap(({ consignmentId }) => {
      const order = byId.get(consignmentId)
      return order ? [planStop(order)] : []
    })
    const stops = placedIn({ stops: sequence }, there)
    return { load: { ...load, plannedEnd }, stops, route: routeOf(load, basics, crew) }
  })
  const roads = useManyRoads(known.map((one) => (one ? placesOf(one.route, one.stops) : [])))
  const { vehicles, drivers } = crew ?? noCrew
  const others = [
    ...(beside ?? []),
    ...known.flatMap((one) =>
      one && (one.load.status !== 'planning' || !left.has(one.load.loadId)) ? [one.load] : [],
    ),
  ]
  return known.map((one, index) => {
    if (!one) return undefined
    const has = { hasVehicles: vehicles.length > 0, hasDrivers: drivers.length > 0 }
    const route = { ...one.route, roads: roads[index]! }
    const isUnsaved = unsaved.has(one.load.loadId)
    const checked = { ...one, route, isUnsaved, ...has, ...crewOf(one.load, crew ?? noCrew), others }
    return { ...checked, findings: findingsOf(checked) }
  })
}
