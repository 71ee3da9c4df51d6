// The endpoints of vehicles and drivers.
import * as contract from '../../../contract/fleet.ts'
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
  createVehicle: createPreparedWriteOperation(contract.createVehicle, vehicle.prepareCreate, vehicle.create),
  listVehicles: createReadOperation(contract.listVehicles, vehicle.list),
  getVehicle: createReadOperation(contract.getVehicle, vehicle.get),
  getVehicleByKey: createReadOperation(contract.getVehicleByKey, byKey(vehicle.get)),
  updateVehicle: createWriteOperation(contract.updateVehicle, vehicle.update),
  updateVehicleByKey: createWriteOperation(contract.updateVehicleByKey, byKey(vehicle.update)),
  deleteVehicle: createWriteOperation(contract.deleteVehicle, vehicle.remove),
  deleteVehicleByKey: createWriteOperation(contract.deleteVehicleByKey, byKey(vehicle.remove)),
  importVehicles: withoutDeadline(
    createWriteOperation(contract.importVehicles, async (tx, call) =>
      buildDataResponse(
        JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.vehicles }, rules.vehicleRecordType)),
      ),
    ),
  ),
  createDriver: createPreparedWriteOperation(contract.createDriver, driver.prepareCreate, driver.create),
  listDrivers: createReadOperation(contract.listDrivers, driver.list),
  getDriver: createReadOperation(contract.getDriver, driver.get),
  getDriverByKey: createReadOperation(contract.getDriverByKey, byKey(driver.get)),
  updateDriver: createWriteOperation(contract.updateDriver, driver.update),
  updateDriverByKey: createWriteOperation(contract.updateDriverByKey, byKey(driver.update)),
  deleteDriver: createWriteOperation(contract.deleteDriver, driver.remove),
  deleteDriverByKey: createWriteOperation(contract.deleteDriverByKey, byKey(driver.remove)),
  importDrivers: withoutDeadline(
    createWriteOperation(contract.importDrivers, async (tx, call) =>
      buildDataResponse(
        JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.drivers }, rules.driverRecordType)),
      ),
    ),
  ),
}
