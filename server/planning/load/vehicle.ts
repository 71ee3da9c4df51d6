// Takes values over from the vehicle of a load, and checks that its vehicle and driver exist.
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { LoadInput } from '../../../contract/load.ts'
import { unknown } from '../../fleet/record/rules.ts'
import { drivers, vehicles } from '../../fleet/record/store.ts'
import * as fleet from '../../fleet/vehicle/rules.ts'
import type { LoadRow } from '../../orders/stop/store.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/error/problems.ts'

export type Crew = Pick<LoadRow, 'vehicleKey' | 'driverKey'>
export const noCrew: Crew = { vehicleKey: null, driverKey: null }

/** Vehicle and driver of a body that may have other errors. */
export interface NamedCrew {
  vehicleKey?: unknown
  driverKey?: unknown
}

interface Naming {
  wanted: NamedCrew
  stored: Crew
  /** Transaction that holds the named vehicle and driver until it ends; undefined to look them up only. */
  holding: Writer | undefined
}

/** Returns the errors of a vehicle and a driver that do not exist. The current ones of the load stay valid. */
export async function crewFindings(
  tx: Reader,
  environmentId: string,
  { wanted: { vehicleKey, driverKey }, stored, holding }: Naming,
): Promise<Finding[]> {
  const found: Finding[] = []
  const exists = (records: typeof vehicles | typeof drivers, key: string) =>
    holding ? records.hold(holding, environmentId, key) : records.find(tx, environmentId, key)
  if (typeof vehicleKey === 'string' && vehicleKey !== stored.vehicleKey && !(await exists(vehicles, vehicleKey)))
    found.push(await unknown(tx, { environmentId }, fleet.vehicles, { path: '/vehicleKey', key: vehicleKey }))
  if (typeof driverKey === 'string' && driverKey !== stored.driverKey && !(await exists(drivers, driverKey)))
    found.push(await unknown(tx, { environmentId }, fleet.drivers, { path: '/driverKey', key: driverKey }))
  return found
}

const capacities = ['weightCapacity', 'volumeCapacity', 'packageCapacity'] as const
const depots = ['startDepotKey', 'endDepotKey'] as const
type TakenOver = Pick<LoadInput, (typeof capacities)[number] | (typeof depots)[number] | 'driverKey'>

/**
 * Returns the values that a load takes over from a new vehicle, unless the request sets them. A started load keeps its
 * depots.
 */
export async function takenOver(
  tx: Reader,
  environmentId: string,
  vehicleKey: string,
  { isGiven, isOpen }: { isGiven: (name: keyof TakenOver) => boolean; isOpen: boolean },
): Promise<TakenOver> {
  const row = await vehicles.find(tx, environmentId, vehicleKey)
  if (!row) return {}
  const vehicle = JSON.parse(row.document) as Vehicle
  const taken: TakenOver = {}
  for (const name of capacities) if (!isGiven(name)) taken[name] = vehicle[name]
  if (isOpen) for (const name of depots) if (!isGiven(name)) taken[name] = vehicle[name]
  if (!isGiven('driverKey')) taken.driverKey = await usualDriver(tx, environmentId, vehicleKey)
  return taken
}

async function usualDriver(tx: Reader, environmentId: string, vehicleKey: string): Promise<string | null> {
  const rows = await drivers.ofVehicle(tx, environmentId, vehicleKey)
  return fleet.usualOf(rows.map(({ document }) => JSON.parse(document) as Driver))?.key ?? null
}
