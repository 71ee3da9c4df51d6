// Reads loads with all data that the check before a release needs.
import { useQueries } from '@tanstack/react-query'
import { getLoadById, type LoadSummary } from '../../../contract/load.ts'
import { buildQuery } from '../../api/query.ts'
import { useUnsavedSequences } from '../load/unsaved-sequences.ts'
import { findCrew, noCrew, useCrew } from '../times/crew.ts'
import { createOrdersQuery, type PlanBasics } from '../times/data.ts'
import { addPostcodePositions, listRoutePositions, planStop } from '../times/route.ts'
import { routeOf } from '../times/route-of.ts'
import { useManyRoads } from '../times/travel.ts'
import { type CheckedLoad, type LoadProblem, listProblems } from './check.ts'
import { useCompetingLoads } from './use-competing-loads.ts'

export interface LoadCheckResult extends CheckedLoad {
  findings: readonly LoadProblem[]
}

/** Reads the data of loads for the check, in their sequence; undefined while a load is being read. */
export function useChecked(
  loads: readonly LoadSummary[],
  excludedIds: ReadonlySet<string>,
  basics: PlanBasics,
): (LoadCheckResult | undefined)[] {
  const queries = useQueries({ queries: loads.map(({ loadId }) => buildQuery(getLoadById, { params: { loadId } })) })
  const orders = useQueries({ queries: loads.map(({ loadId }) => createOrdersQuery(loadId)) })
  const competingLoads = useCompetingLoads(loads)
  const crew = useCrew()
  const unsaved = useUnsavedSequences()
  const plans = loads.map((load, index) => {
    const { stops: sequence, plannedEnd } = queries[index]?.data?.data ?? {}
    const read = orders[index]?.data
    if (!sequence || plannedEnd === undefined || !read || !crew || !competingLoads) return undefined
    const byId = new Map(read.map((order) => [order.consignmentId, order]))
    const presentStops = sequence.flatMap(({ consignmentId }) => {
      const order = byId.get(consignmentId)
      return order ? [planStop(order)] : []
    })
    const stops = addPostcodePositions({ stops: sequence }, presentStops)
    return { load: { ...load, plannedEnd }, stops, route: routeOf(load, basics, crew) }
  })
  const roads = useManyRoads(plans.map((plan) => (plan ? listRoutePositions(plan.route, plan.stops) : [])))
  const { vehicles, drivers } = crew ?? noCrew
  const busyLoads = [
    ...(competingLoads ?? []),
    ...plans.flatMap((plan) =>
      plan && (plan.load.status !== 'planning' || !excludedIds.has(plan.load.loadId)) ? [plan.load] : [],
    ),
  ]
  return plans.map((plan, index) => {
    if (!plan) return undefined
    const has = { hasVehicles: vehicles.length > 0, hasDrivers: drivers.length > 0 }
    const route = { ...plan.route, roads: roads[index]! }
    const isUnsaved = unsaved.has(plan.load.loadId)
    const checked = { ...plan, route, isUnsaved, ...has, ...findCrew(plan.load, crew ?? noCrew), others: busyLoads }
    return { ...checked, findings: listProblems(checked) }
  })
}
