// Checks a load before its release: late or heavy stops, missing locations or data, a busy vehicle or driver.
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { LoadSummary } from '../../../contract/load.ts'
import { findRouteOverloads, type LoadOverload } from '../times/overload.ts'
import {
  calculateJourney,
  calculateOvertime,
  findStopProblems,
  type PlanRoute,
  type PlanStop,
  parseInstant,
  type StopProblem,
} from '../times/route.ts'

export interface CheckedLoad {
  load: LoadSummary
  stops: readonly PlanStop[]
  route: PlanRoute
  /** Whether the sequence of stops is unsaved. */
  isUnsaved: boolean
  /** Whether the environment has vehicles. Without vehicles, the check does not require one. */
  hasVehicles: boolean
  hasDrivers: boolean
  /** The vehicle; undefined if the load has none, or a deleted one. */
  vehicle: Pick<Vehicle, 'active' | 'skills'> | undefined
  driver: Pick<Driver, 'active'> | undefined
  /** Loads that may use the same vehicle or driver, possibly with the load itself. */
  others: readonly LoadTiming[]
}

/** The fields that decide when a load uses its vehicle and driver. */
export type LoadTiming = Pick<
  LoadSummary,
  'loadId' | 'key' | 'vehicleKey' | 'driverKey' | 'plannedStart' | 'plannedEnd'
>

export type LoadProblem = { stop: PlanStop | null } & (
  | StopProblem
  | LoadOverload
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
function missingOf({ load, hasVehicles, hasDrivers, vehicle, driver }: CheckedLoad): LoadProblem[] {
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
  return missing.flatMap(([problemType, isMissing]) => (isMissing ? [{ kind: problemType, stop: null }] : []))
}

/** Returns whether two loads overlap. A load without an end is treated as if it ended at its start. */
function isMeanwhile(a: LoadTiming, b: LoadTiming): boolean {
  const [starts, begins] = [parseInstant(a.plannedStart), parseInstant(b.plannedStart)]
  if (starts === null || begins === null) return false
  const [ends, closes] = [parseInstant(a.plannedEnd) ?? starts, parseInstant(b.plannedEnd) ?? begins]
  return starts === begins || (starts < closes && begins < ends)
}

/** Returns the loads that use the same vehicle or driver at the same time. */
export function findBusyProblems(load: LoadTiming, candidates: readonly LoadTiming[]): LoadProblem[] {
  const busy = (problemType: Busy, name: 'vehicleKey' | 'driverKey'): LoadProblem[] => {
    if (load[name] === null) return []
    const along = candidates.filter(
      (candidate) => candidate[name] === load[name] && candidate.loadId !== load.loadId && isMeanwhile(load, candidate),
    )
    return along.length === 0 ? [] : [{ kind: problemType, loads: along.map(({ key }) => key), stop: null }]
  }
  return [...busy('vehicleBusy', 'vehicleKey'), ...busy('driverBusy', 'driverKey')]
}

/** Returns the skills of a stop that the vehicle lacks. */
function lackOf(stop: PlanStop, { vehicle }: CheckedLoad): LoadProblem[] {
  const missing = vehicle ? (stop.skills ?? []).filter((skill) => !vehicle.skills.includes(skill)) : []
  return missing.length === 0 ? [] : [{ kind: 'lacks', skills: missing, stop }]
}

/** Returns the problems of a load, then those of each stop. */
export function listProblems(checked: CheckedLoad): LoadProblem[] {
  const { stops, route, isUnsaved } = checked
  const estimate = calculateJourney(route, stops)
  const minutes = calculateOvertime(route, estimate)
  return [
    ...(isUnsaved ? [{ kind: 'unsaved' as const, stop: null }] : []),
    ...(stops.length === 0 ? [{ kind: 'noStops' as const, stop: null }] : []),
    ...missingOf(checked),
    ...findBusyProblems(checked.load, checked.others),
    ...findRouteOverloads(route, stops).map((overload) => ({ ...overload, stop: null })),
    ...(minutes > 0 ? [{ kind: 'afterShift' as const, minutes, stop: null }] : []),
    ...stops.flatMap((stop, index) => [
      ...findStopProblems(stop, estimate.arrivals[index]).map((problem) => ({ ...problem, stop })),
      ...lackOf(stop, checked),
    ]),
  ]
}

/** Returns whether a load can be released. */
export const isReleasable = ({ status }: LoadSummary): boolean => status === 'planning' || status === 'planned'
