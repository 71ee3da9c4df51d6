// Finds loads whose peak weight, volume or number of packages exceeds their capacity.
import type { Consignment } from '../../../contract/consignment.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { curve, excess, type PlanRoute, type PlanStop, planStop } from './route.ts'

export interface Overload {
  kind: 'tooHeavy' | 'tooBig' | 'tooMany'
  amount: number
}

type Peaks = Record<'weight' | 'volume' | 'packages', number>
type Capacities = Pick<PlanRoute, 'weightCapacity' | 'volumeCapacity' | 'packageCapacity'>

function overloads(peaks: Peaks, { weightCapacity, volumeCapacity, packageCapacity }: Capacities): Overload[] {
  const all: Overload[] = [
    { kind: 'tooHeavy', amount: excess(peaks.weight, weightCapacity) },
    { kind: 'tooBig', amount: excess(peaks.volume, volumeCapacity) },
    { kind: 'tooMany', amount: excess(peaks.packages, packageCapacity) },
  ]
  return all.filter(({ amount }) => amount > 0)
}

/** Returns the overloads of a route with its present stops, saved or not. */
export function overloadsOfRoute(route: Capacities, stops: readonly PlanStop[]): Overload[] {
  const peakOf = (measure: keyof Peaks) => curve(stops, measure).peak
  return overloads({ weight: peakOf('weight'), volume: peakOf('volume'), packages: peakOf('packages') }, route)
}

/** Returns the overloads of a saved load. */
export const overloadsOfLoad = (load: LoadSummary): Overload[] =>
  overloads({ weight: load.peakWeight, volume: load.peakVolume, packages: load.peakPackages ?? 0 }, load)

export const isOverloaded = (load: LoadSummary): boolean => overloadsOfLoad(load).length > 0

/** Adds the peak number of packages to loads, from their orders. The list of loads lacks it. */
export function withPackages(loads: readonly LoadSummary[], orders: readonly Consignment[]): LoadSummary[] {
  const byLoad = Map.groupBy(orders, ({ loadId }) => loadId)
  return loads.map((load) => {
    const stops = byLoad.get(load.loadId)?.toSorted((one, other) => one.stopPosition - other.stopPosition)
    return stops ? { ...load, peakPackages: curve(stops.map(planStop), 'packages').peak } : load
  })
}
