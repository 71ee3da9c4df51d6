// Takes values over from the vehicle of a load, and checks that its vehicle and driver exist.
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { LoadInput } from '../../../contract/load.ts'
import { buildUnknownKeyError } from '../../fleet/record/rules.ts'
import { driverTable, vehicleTable } from '../../fleet/record/store.ts'
import * as fleet from '../../fleet/vehicle/rules.ts'
import type { LoadRow } from '../../orders/stop/store.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import type { RequestError } from '../../platform/error/problems.ts'

export type LoadCrew = Pick<LoadRow, 'vehicleKey' | 'driverKey'>
export const noCrew: LoadCrew = { vehicleKey: null, driverKey: null }

/** Vehicle and driver of a body that may have other errors. */
export interface NamedCrew {
  vehicleKey?: unknown
  driverKey?: unknown
}

interface Naming {
  wanted: NamedCrew
  stored: LoadCrew
  /** Transaction that holds the named vehicle and driver until it ends; undefined to look them up only. */
  holding: WriteTransaction | undefined
}

/**
 * Returns the errors of a vehicle and a driver that do not exist. The current vehicle and driver of the load stay
 * valid.
 */
export async function checkCrew(
  tx: ReadTransaction,
  environmentId: string,
  { wanted: { vehicleKey, driverKey }, stored, holding }: Naming,
): Promise<RequestError[]> {
  const found: RequestError[] = []
  const exists = (records: typeof vehicleTable | typeof driverTable, key: string) =>
    holding ? records.hold(holding, environmentId, key) : records.find(tx, environmentId, key)
  if (typeof vehicleKey === 'string' && vehicleKey !== stored.vehicleKey && !(await exists(vehicleTable, vehicleKey)))
    found.push(
      await buildUnknownKeyError(tx, { environmentId }, fleet.vehicleRecordType, {
        path: '/vehicleKey',
        key: vehicleKey,
      }),
    )
  if (typeof driverKey === 'string' && driverKey !== stored.driverKey && !(await exists(driverTable, driverKey)))
    found.push(
      await buildUnknownKeyError(tx, { environmentId }, fleet.driverRecordType, { path: '/driverKey', key: driverKey }),
    )
  return found
}

const capacities = ['weightCapacity', 'volumeCapacity', 'packageCapacity'] as const
const depots = ['startDepotKey', 'endDepotKey'] as const
type VehicleDefaults = Pick<LoadInput, (typeof capacities)[number] | (typeof depots)[number] | 'driverKey'>

/**
 * Returns the values that a load takes over from a new vehicle, unless the request sets them. A started load keeps its
 * depots.
 */
export async function readVehicleDefaults(
  tx: ReadTransaction,
  environmentId: string,
  vehicleKey: string,
  { isGiven, isOpen }: { isGiven: (name: keyof VehicleDefaults) => boolean; isOpen: boolean },
): Promise<VehicleDefaults> {
  const row = await vehicleTable.find(tx, environmentId, vehicleKey)
  if (!row) return {}
  const vehicle = JSON.parse(row.document) as Vehicle
  const defaults: VehicleDefaults = {}
  for (const name of capacities) if (!isGiven(name)) defaults[name] = vehicle[name]
  if (isOpen) for (const name of depots) if (!isGiven(name)) defaults[name] = vehicle[name]
  if (!isGiven('driverKey')) defaults.driverKey = await usualDriver(tx, environmentId, vehicleKey)
  return defaults
}

async function usualDriver(tx: ReadTransaction, environmentId: string, vehicleKey: string): Promise<string | null> {
  const rows = await driverTable.ofVehicle(tx, environmentId, vehicleKey)
  return fleet.findUsualDriver(rows.map(({ document }) => JSON.parse(document) as Driver))?.key ?? null
}
