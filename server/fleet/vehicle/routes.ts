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
import type { Reader, Writer } from '../../platform/database/database.ts'
import {
  type Call,
  created,
  lasting,
  ok,
  okData,
  preparedWrites,
  reads,
  writes,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

const { vehicles, drivers } = rules
type Kind = typeof vehicles

/** The key in the path is the one in the query. */
const byKey = <C extends Call<unknown, { key: string }>>(call: C) => ({ ...call, query: call.params })

async function read(tx: Reader, call: Call<{ key: string }>, kind: Kind) {
  const { document, version } = await rules.get(tx, call, kind)
  return okData(document, version)
}
const change = async (tx: Writer, call: Call<{ key: string }, unknown, object>, kind: Kind) =>
  ok((await rules.update(tx, call, kind)).version)

async function remove(tx: Writer, call: Call<{ key: string }>, kind: Kind) {
  await rules.remove(tx, call, kind)
  return ok()
}

export const routes = {
  createVehicle: preparedWrites(createVehicle, rules.prepareCreate(vehicles), async (tx, call) => {
    await rules.create(tx, call, vehicles)
    return created()
  }),
  listVehicles: reads(listVehicles, async (tx, call) => okData(await rules.list(tx, call, vehicles))),
  getVehicle: reads(getVehicle, (tx, call) => read(tx, call, vehicles)),
  getVehicleByKey: reads(getVehicleByKey, (tx, call) => read(tx, byKey(call), vehicles)),
  updateVehicle: writes(updateVehicle, (tx, call) => change(tx, call, vehicles)),
  updateVehicleByKey: writes(updateVehicleByKey, (tx, call) => change(tx, byKey(call), vehicles)),
  deleteVehicle: writes(deleteVehicle, (tx, call) => remove(tx, call, vehicles)),
  deleteVehicleByKey: writes(deleteVehicleByKey, (tx, call) => remove(tx, byKey(call), vehicles)),
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
  getDriver: reads(getDriver, (tx, call) => read(tx, call, drivers)),
  getDriverByKey: reads(getDriverByKey, (tx, call) => read(tx, byKey(call), drivers)),
  updateDriver: writes(updateDriver, (tx, call) => change(tx, call, drivers)),
  updateDriverByKey: writes(updateDriverByKey, (tx, call) => change(tx, byKey(call), drivers)),
  deleteDriver: writes(deleteDriver, (tx, call) => remove(tx, call, drivers)),
  deleteDriverByKey: writes(deleteDriverByKey, (tx, call) => remove(tx, byKey(call), drivers)),
  importDrivers: lasting(
    writes(importDrivers, async (tx, call) =>
      okData(JSON.stringify(await rules.importAll(tx, { ...call, body: call.body.drivers }, drivers))),
    ),
  ),
}
