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
  /** Whether the sequence of stops is unsaved. */
  isUnsaved: boolean
  /** Whether the environment has vehicles. Without any, the check does not ask for one. */
  hasVehicles: boolean
  hasDrivers: boolean
  /** The vehicle; undefined if the load has none, or a deleted one. */
  vehicle: Pick<Vehicle, 'active' | 'skills'> | undefined
  driver: Pick<Driver, 'active'> | undefined
  /** Loads that may use the same vehicle or driver, possibly with the load itself. */
  others: readonly Timed[]
}

/** The fields that decide when a load uses its vehicle and driver. */
export type Timed = Pick<LoadSummary, 'loadId' | 'key' | 'vehicleKey' | 'driverKey' | 'plannedStart' | 'plannedEnd'>

export type Finding = { stop: PlanStop | null } & (
  | StopFault
  | Overload
  /** The route ends after the shift. */
  | { kind: 'afterShift'; minutes: number }
  | { kind: 'lacks'; skills: readonly string[] }
  /** The vehicle or driver is on other loads at the same time, with their keys. */
  | { kind: Busy; loads: readonly string[] }
  | { kind: 'noStops' | 'unsaved' | Missing }
)

type Busy = 'vehicleBusy' | 'driverBusy'
type Missing = 'noStart' | `no${'Vehicle' | 'Driver'}` | `${'vehicle' | 'driver'}${'Gone' | 'Inactive'}`

/** Returns the missing requirements of a load. */
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

/** Returns whether two loads overlap. A load without an end counts as its start. */
function isMeanwhile(one: Timed, other: Timed): boolean {
  const [starts, begins] = [instant(one.plannedStart), instant(other.plannedStart)]
  if (starts === null || begins === null) return false
  const [ends, closes] = [instant(one.plannedEnd) ?? starts, instant(other.plannedEnd) ?? begins]
  return starts === begins || (starts < closes && begins < ends)
}

/** Returns the loads that use the same vehicle or driver at the same time. */
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

/** Returns the skills of a stop that the vehicle lacks. */
function lackOf(stop: PlanStop, { vehicle }: CheckedLoad): Finding[] {
  const missing = vehicle ? (stop.skills ?? []).filter((skill) => !vehicle.skills.includes(skill)) : []
  return missing.length === 0 ? [] : [{ kind: 'lacks', skills: missing, stop }]
}

/** Returns the problems of a load, then those of each stop. */
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

/** Returns whether a load can be released. */
export const isReleasable = ({ status }: LoadSummary): boolean => status === 'planning' || status === 'planned'
