// Finds loads whose peak weight, volume or number of packages exceeds their capacity.
import type { Consignment } from '../../../contract/consignment.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { calculateCurve, calculateExcess, type PlanRoute, type PlanStop, planStop } from './route.ts'

export interface LoadOverload {
  kind: 'tooHeavy' | 'tooBig' | 'tooMany'
  amount: number
}

type Peaks = Record<'weight' | 'volume' | 'packages', number>
type Capacities = Pick<PlanRoute, 'weightCapacity' | 'volumeCapacity' | 'packageCapacity'>

function overloads(peaks: Peaks, { weightCapacity, volumeCapacity, packageCapacity }: Capacities): LoadOverload[] {
  const candidates: LoadOverload[] = [
    { kind: 'tooHeavy', amount: calculateExcess(peaks.weight, weightCapacity) },
    { kind: 'tooBig', amount: calculateExcess(peaks.volume, volumeCapacity) },
    { kind: 'tooMany', amount: calculateExcess(peaks.packages, packageCapacity) },
  ]
  return candidates.filter(({ amount }) => amount > 0)
}

/** Returns the overloads of a route with its present stops, saved or not. */
export function findRouteOverloads(route: Capacities, stops: readonly PlanStop[]): LoadOverload[] {
  const peakOf = (measure: keyof Peaks) => calculateCurve(stops, measure).peak
  return overloads({ weight: peakOf('weight'), volume: peakOf('volume'), packages: peakOf('packages') }, route)
}

/** Returns the overloads of a saved load. */
export const findLoadOverloads = (load: LoadSummary): LoadOverload[] =>
  overloads({ weight: load.peakWeight, volume: load.peakVolume, packages: load.peakPackages ?? 0 }, load)

export const isOverloaded = (load: LoadSummary): boolean => findLoadOverloads(load).length > 0

/** Adds the peak number of packages to loads, from their orders. The list of loads lacks it. */
export function addPeakPackages(loads: readonly LoadSummary[], orders: readonly Consignment[]): LoadSummary[] {
  const byLoad = Map.groupBy(orders, ({ loadId }) => loadId)
  return loads.map((load) => {
    const stops = byLoad.get(load.loadId)?.toSorted((a, b) => a.stopPosition - b.stopPosition)
    return stops ? { ...load, peakPackages: calculateCurve(stops.map(planStop), 'packages').peak } : load
  })
}
