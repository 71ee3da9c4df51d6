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
import {
  buildDataResponse,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  type OperationCall,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { createFleetEndpoints } from '../record/endpoints.ts'
import * as rules from './rules.ts'

const vehicle = createFleetEndpoints(rules.vehicleRecordType)
const driver = createFleetEndpoints(rules.driverRecordType)

/** Passes the key in the path as the key in the query. */
const byKey =
  <Tx, C extends OperationCall<unknown, { key: string }>, Result>(
    run: (tx: Tx, call: Omit<C, 'query'> & { query: { key: string } }) => Result,
  ) =>
  (tx: Tx, call: C): Result =>
    run(tx, { ...call, query: call.params })

export const fleetRoutes = {
  createVehicle: createPreparedWriteOperation(createVehicle, vehicle.prepareCreate, vehicle.create),
  listVehicles: createReadOperation(listVehicles, vehicle.list),
  getVehicle: createReadOperation(getVehicle, vehicle.get),
  getVehicleByKey: createReadOperation(getVehicleByKey, byKey(vehicle.get)),
  updateVehicle: createWriteOperation(updateVehicle, vehicle.update),
  updateVehicleByKey: createWriteOperation(updateVehicleByKey, byKey(vehicle.update)),
  deleteVehicle: createWriteOperation(deleteVehicle, vehicle.remove),
  deleteVehicleByKey: createWriteOperation(deleteVehicleByKey, byKey(vehicle.remove)),
  importVehicles: withoutDeadline(
    createWriteOperation(importVehicles, async (tx, call) =>
      buildDataResponse(
        JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.vehicles }, rules.vehicleRecordType)),
      ),
    ),
  ),
  createDriver: createPreparedWriteOperation(createDriver, driver.prepareCreate, driver.create),
  listDrivers: createReadOperation(listDrivers, driver.list),
  getDriver: createReadOperation(getDriver, driver.get),
  getDriverByKey: createReadOperation(getDriverByKey, byKey(driver.get)),
  updateDriver: createWriteOperation(updateDriver, driver.update),
  updateDriverByKey: createWriteOperation(updateDriverByKey, byKey(driver.update)),
  deleteDriver: createWriteOperation(deleteDriver, driver.remove),
  deleteDriverByKey: createWriteOperation(deleteDriverByKey, byKey(driver.remove)),
  importDrivers: withoutDeadline(
    createWriteOperation(importDrivers, async (tx, call) =>
      buildDataResponse(
        JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.drivers }, rules.driverRecordType)),
      ),
    ),
  ),
}
