// The endpoints of vehicles and drivers.
import {
  createDriver,
  createVehicle,
  deleteDriver,
  deleteDriverByKey,
  deleteVehicle,
  deleteVehicleByKey,
  getDriver,
  getDriverByKey,
  getVehicle,
  getVehicleByKey,
  importDrivers,
  importVehicles,
  listDrivers,
  listVehicles,
  updateDriver,
  updateDriverByKey,
  updateVehicle,
  updateVehicleByKey,
} from '../../../contract/fleet.ts'
import { type Call, lasting, okData, preparedWrites, reads, writes } from '../../platform/operation/operation.ts'
import { endpointsOf } from '../record/endpoints.ts'
import * as rules from './rules.ts'

const vehicle = endpointsOf(rules.vehicles)
const driver = endpointsOf(rules.drivers)

/** Passes the key in the path as the key in the query. */
const byKey =
  <Tx, C extends Call<unknown, { key: string }>, Result>(
    run: (tx: Tx, call: Omit<C, 'query'> & { query: { key: string } }) => Result,
  ) =>
  (tx: Tx, call: C): Result =>
    run(tx, { ...call, query: call.params })

export const routes = {
  createVehicle: preparedWrites(createVehicle, vehicle.prepareCreate, vehicle.create),
  listVehicles: reads(listVehicles, vehicle.list),
  getVehicle: reads(getVehicle, vehicle.get),
  getVehicleByKey: reads(getVehicleByKey, byKey(vehicle.get)),
  updateVehicle: writes(updateVehicle, vehicle.update),
  updateVehicleByKey: writes(updateVehicleByKey, byKey(vehicle.update)),
  deleteVehicle: writes(deleteVehicle, vehicle.remove),
  deleteVehicleByKey: writes(deleteVehicleByKey, byKey(vehicle.remove)),
  importVehicles: lasting(
    writes(importVehicles, async (tx, call) =>
      okData(JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.vehicles }, rules.vehicles))),
    ),
  ),
  createDriver: preparedWrites(createDriver, driver.prepareCreate, driver.create),
  listDrivers: reads(listDrivers, driver.list),
  getDriver: reads(getDriver, driver.get),
  getDriverByKey: reads(getDriverByKey, byKey(driver.get)),
  updateDriver: writes(updateDriver, driver.update),
  updateDriverByKey: writes(updateDriverByKey, byKey(driver.update)),
  deleteDriver: writes(deleteDriver, driver.remove),
  deleteDriverByKey: writes(deleteDriverByKey, byKey(driver.remove)),
  importDrivers: lasting(
    writes(importDrivers, async (tx, call) =>
      okData(JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.drivers }, rules.drivers))),
    ),
  ),
}
