// The endpoints of vehicles and drivers.
import {
  createDriver,
  createVehicle,
  deleteDriver,
  deleteVehicle,
  getDriver,
  getVehicle,
  importDrivers,
  importVehicles,
  listDrivers,
  listVehicles,
  updateDriver,
  updateVehicle,
} from '../../contract/fleet.ts'
import { created, lasting, ok, okData, preparedWrites, reads, writes } from '../core/operation.ts'
import * as rules from './rules.ts'

const { vehicles, drivers } = rules

export const routes = {
  createVehicle: preparedWrites(createVehicle, rules.prepareCreate(vehicles), async (tx, call) => {
    await rules.create(tx, call, vehicles)
    return created()
  }),
  listVehicles: reads(listVehicles, async (tx, call) => okData(await rules.list(tx, call, vehicles))),
  getVehicle: reads(getVehicle, async (tx, call) => {
    const { document, version } = await rules.get(tx, call, vehicles)
    return okData(document, version)
  }),
  updateVehicle: writes(updateVehicle, async (tx, call) => ok((await rules.update(tx, call, vehicles)).version)),
  deleteVehicle: writes(deleteVehicle, async (tx, call) => {
    await rules.remove(tx, call, vehicles)
    return ok()
  }),
  importVehicles: lasting(
    writes(importVehicles, async (tx, call) =>
      okData(JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.vehicles }, vehicles))),
    ),
  ),
  createDriver: preparedWrites(createDriver, rules.prepareCreate(drivers), async (tx, call) => {
    await rules.create(tx, call, drivers)
    return created()
  }),
  listDrivers: reads(listDrivers, async (tx, call) => okData(await rules.list(tx, call, drivers))),
  getDriver: reads(getDriver, async (tx, call) => {
    const { document, version } = await rules.get(tx, call, drivers)
    return okData(document, version)
  }),
  updateDriver: writes(updateDriver, async (tx, call) => ok((await rules.update(tx, call, drivers)).version)),
  deleteDriver: writes(deleteDriver, async (tx, call) => {
    await rules.remove(tx, call, drivers)
    return ok()
  }),
  importDrivers: lasting(
    writes(importDrivers, async (tx, call) =>
      okData(JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.drivers }, drivers))),
    ),
  ),
}
