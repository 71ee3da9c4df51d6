// Checks a load before its release: late or heavy stops, missing locations or data, a busy vehicle or driver.
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { type Overload, overloadsOfRoute } from '../times/overload.ts'
import {
  beyondShift,
  instant,
  journey,
  type PlanRoute,
  type PlanStop,
  type StopFault,
  stopFaults,
} from '../times/route.ts'

export interface CheckedLoad {
  load: LoadSummary
  stops: readonly PlanStop[]
  route: PlanRoute
  /** Whether its stops are sorted otherwise than they are saved. */
  isUnsaved: boolean
  /** Whether the environment has any: who plans without them is not asked for them. */
  hasVehicles: boolean
  hasDrivers: boolean
  /** Undefined where it has none, or one that was deleted. */
  vehicle: Pick<Vehicle, 'active' | 'skills'> | undefined
  driver: Pick<Driver, 'active'> | undefined
  /** Loads that may have its vehicle or its driver; it may be among them. */
  others: readonly Timed[]
}

/** When a load has its vehicle and its driver. */
export type Timed = Pick<LoadSummary, 'loadId' | 'key' | 'vehicleKey' | 'driverKey' | 'plannedStart' | 'plannedEnd'>

export type Finding = { stop: PlanStop | null } & (
  | StopFault
  | Overload
  /** It comes back when the shift is over. */
  | { kind: 'afterShift'; minutes: number }
  | { kind: 'lacks'; skills: readonly string[] }
  /** It is on other loads at the same time: their keys. */
  | { kind: Busy; loads: readonly string[] }
  | { kind: 'noStops' | 'unsaved' | Missing }
)

type Busy = 'vehicleBusy' | 'driverBusy'
type Missing = 'noStart' | `no${'Vehicle' | 'Driver'}` | `${'vehicle' | 'driver'}${'Gone' | 'Inactive'}`

/** Without these a load should not leave. */
function missingOf({ load, hasVehicles, hasDrivers, vehicle, driver }: CheckedLoad): Finding[] {
  const { vehicleKey, driverKey } = load
  const missing: [Missing, boolean][] = [
    ['noStart', load.plannedStart === null],
    ['noVehicle', hasVehicles && vehicleKey === null],
    ['vehicleGone', hasVehicles && vehicleKey !== null && !vehicle],
    ['vehicleInactive', vehicle?.active === false],
    ['noDriver', hasDrivers && driverKey === null],
    ['driverGone', hasDrivers && driverKey !== null && !driver],
    ['driverInactive', driver?.active === false],
  ]
  return missing.flatMap(([kind, isMissing]) => (isMissing ? [{ kind, stop: null }] : []))
}

/** Where nobody knows when one ends, it counts as the moment that it starts at. */
function isMeanwhile(one: Timed, other: Timed): boolean {
  const [starts, begins] = [instant(one.plannedStart), instant(other.plannedStart)]
  if (starts === null || begins === null) return false
  const [ends, closes] = [instant(one.plannedEnd) ?? starts, instant(other.plannedEnd) ?? begins]
  return starts === begins || (starts < closes && begins < ends)
}

/** Whether the vehicle or the driver of a load is on another one at the same time. */
export function busyOf(load: Timed, others: readonly Timed[]): Finding[] {
  const busy = (kind: Busy, name: 'vehicleKey' | 'driverKey'): Finding[] => {
    if (load[name] === null) return []
    const along = others.filter(
      (other) => other[name] === load[name] && other.loadId !== load.loadId && isMeanwhile(load, other),
    )
    return along.length === 0 ? [] : [{ kind, loads: along.map(({ key }) => key), stop: null }]
  }
  return [...busy('vehicleBusy', 'vehicleKey'), ...busy('driverBusy', 'driverKey')]
}

/** What a stop needs and the vehicle does not have. */
function lackOf(stop: PlanStop, { vehicle }: CheckedLoad): Finding[] {
  const missing = vehicle ? (stop.skills ?? []).filter((skill) => !vehicle.skills.includes(skill)) : []
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
    ...busyOf(checked.load, checked.others),
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
