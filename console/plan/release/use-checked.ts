// Loads with everything that the check before a release looks at.
import { useQueries, useQuery } from '@tanstack/react-query'
import { listDrivers, listVehicles } from '../../../contract/fleet.ts'
import { getLoadById, type LoadSummary } from '../../../contract/load.ts'
import { read } from '../../api/query.ts'
import { type Basics, ordersOf } from '../data.ts'
import { planStop } from '../route.ts'
import { routeOf } from '../route-of.ts'
import { useUnsavedSequences } from '../unsaved-sequences.ts'
import { type CheckedLoad, type Finding, findingsOf } from './check.ts'

export interface Checked extends CheckedLoad {
  findings: readonly Finding[]
}

/** In the same sequence as the loads; undefined while one is being read. */
export function useChecked(loads: readonly LoadSummary[], basics: Basics, enabled: boolean): (Checked | undefined)[] {
  const whole = useQueries({
    queries: loads.map(({ loadId }) => ({ ...read(getLoadById, { params: { loadId } }), enabled })),
  })
  const orders = useQueries({ queries: loads.map(({ loadId }) => ({ ...ordersOf(loadId), enabled })) })
  const vehicles = useQuery({ ...read(listVehicles), enabled }).data?.data
  const drivers = useQuery({ ...read(listDrivers), enabled }).data?.data
  const unsaved = useUnsavedSequences()
  return loads.map((load, index) => {
    const sequence = whole[index]?.data?.data.stops
    const known = new Map(orders[index]?.data?.map((order) => [order.consignmentId, order]))
    if (!sequence || !orders[index]?.data || !vehicles || !drivers) return undefined
    const stops = sequence.flatMap(({ consignmentId }) => {
      const order = known.get(consignmentId)
      return order ? [planStop(order)] : []
    })
    const { skills } = vehicles.find(({ key }) => key === load.vehicleKey) ?? {}
    const has = { hasVehicles: vehicles.length > 0, hasDrivers: drivers.length > 0, skills }
    const checked = { load, stops, route: routeOf(load, basics), isUnsaved: unsaved.has(load.loadId), ...has }
    return { ...checked, findings: findingsOf(checked) }
  })
}
