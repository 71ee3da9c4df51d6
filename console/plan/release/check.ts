// What speaks against releasing a load: late, too heavy, nowhere on the map, or without something that a route needs.
import type { LoadSummary } from '../../../contract/load.ts'
import { type Overload, overloadsOfRoute } from '../overload.ts'
import { beyondShift, journey, type PlanRoute, type PlanStop, type StopFault, stopFaults } from '../route.ts'

export interface CheckedLoad {
  load: LoadSummary
  stops: readonly PlanStop[]
  route: PlanRoute
  /** Whether its stops are sorted otherwise than they are saved. */
  isUnsaved: boolean
  /** Whether the environment has any: who plans without them is not asked for them. */
  hasVehicles: boolean
  hasDrivers: boolean
  /** What its vehicle can do; undefined where that is not known. */
  skills: readonly string[] | undefined
}

export type Finding = { stop: PlanStop | null } & (
  | StopFault
  | Overload
  /** It comes back when the shift is over. */
  | { kind: 'afterShift'; minutes: number }
  | { kind: 'lacks'; skills: readonly string[] }
  | { kind: 'noStops' | 'unsaved' | Missing }
)

type Missing = 'noStart' | 'noVehicle' | 'noDriver'

/** Without these a load should not leave. */
function missingOf({ load, hasVehicles, hasDrivers }: CheckedLoad): Finding[] {
  const missing: [Missing, boolean][] = [
    ['noStart', load.plannedStart === null],
    ['noVehicle', hasVehicles && load.vehicleKey === null],
    ['noDriver', hasDrivers && load.driverKey === null],
  ]
  return missing.flatMap(([kind, isMissing]) => (isMissing ? [{ kind, stop: null }] : []))
}

/** What a stop needs and the vehicle does not have. */
function lackOf(stop: PlanStop, { skills }: CheckedLoad): Finding[] {
  const missing = skills ? (stop.skills ?? []).filter((skill) => !skills.includes(skill)) : []
  return missing.length === 0 ? [] : [{ kind: 'lacks', skills: missing, stop }]
}

/** What concerns the load as a whole, then stop after stop. */
export function findingsOf(checked: CheckedLoad): Finding[] {
  const { stops, route, isUnsaved } = checked
  const way = journey(route, stops)
  const minutes = beyondShift(route, way)
  return [
    ...(isUnsaved ? [{ kind: 'unsaved' as const, stop: null }] : []),
    ...(stops.length === 0 ? [{ kind: 'noStops' as const, stop: null }] : []),
    ...missingOf(checked),
    ...overloadsOfRoute(route, stops).map((overload) => ({ ...overload, stop: null })),
    ...(minutes > 0 ? [{ kind: 'afterShift' as const, minutes, stop: null }] : []),
    ...stops.flatMap((stop, index) => [
      ...stopFaults(stop, way.arrivals[index]).map((fault) => ({ ...fault, stop })),
      ...lackOf(stop, checked),
    ]),
  ]
}

/** Loads that can still be released. */
export const isReleasable = ({ status }: LoadSummary): boolean => status === 'planning' || status === 'planned'
