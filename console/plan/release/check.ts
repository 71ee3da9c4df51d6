// What speaks against releasing a load: late, too heavy, nowhere on the map, or without something that a route needs.
import type { LoadSummary } from '../../../contract/load.ts'
import { arrivals, curve, excess, type PlanRoute, type PlanStop, type StopFault, stopFaults } from '../route.ts'

export interface CheckedLoad {
  load: LoadSummary
  stops: readonly PlanStop[]
  route: PlanRoute
  /** Whether its stops are sorted otherwise than they are saved. */
  isUnsaved: boolean
}

export type Finding = { stop: PlanStop | null } & (
  | StopFault
  | { kind: 'tooHeavy' | 'tooBig'; amount: number }
  | { kind: 'noStops' | 'unsaved' | Missing }
)

/** Members without which a load should not leave; one that the service does not have is not asked for. */
const needed = { plannedStart: 'noStart', vehicleKey: 'noVehicle', driverKey: 'noDriver' } as const
type Missing = (typeof needed)[keyof typeof needed]

const missingOf = (load: Record<string, unknown>): Finding[] =>
  Object.entries(needed).flatMap(([member, kind]) => (load[member] === null ? [{ kind, stop: null }] : []))

function overloadOf({ stops, route }: CheckedLoad): Finding[] {
  const tooHeavy = excess(curve(stops, 'weight').peak, route.weightCapacity)
  const tooBig = excess(curve(stops, 'volume').peak, route.volumeCapacity)
  return [
    ...(tooHeavy > 0 ? [{ kind: 'tooHeavy' as const, amount: tooHeavy, stop: null }] : []),
    ...(tooBig > 0 ? [{ kind: 'tooBig' as const, amount: tooBig, stop: null }] : []),
  ]
}

/** What concerns the load as a whole, then stop after stop. */
export function findingsOf(checked: CheckedLoad): Finding[] {
  const { load, stops, route, isUnsaved } = checked
  const times = arrivals(route, stops)
  return [
    ...(isUnsaved ? [{ kind: 'unsaved' as const, stop: null }] : []),
    ...(stops.length === 0 ? [{ kind: 'noStops' as const, stop: null }] : []),
    ...missingOf(load),
    ...overloadOf(checked),
    ...stops.flatMap((stop, index) => stopFaults(stop, times[index]).map((fault) => ({ ...fault, stop }))),
  ]
}

/** Loads that can still be released. */
export const isReleasable = ({ status }: LoadSummary): boolean => status === 'planning' || status === 'planned'
