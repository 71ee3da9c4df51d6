// The endpoints of loads.
import {
  checkLoad,
  copyLoads,
  createLoad,
  deleteLoad,
  deleteLoadById,
  getLoad,
  getLoadById,
  listLoads,
  updateLoad,
  updateLoadById,
} from '../../../contract/load.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import {
  created,
  lasting,
  long,
  ok,
  okData,
  preparedWrites,
  reads,
  writes,
} from '../../platform/operation/operation.ts'
import { copy } from './copy.ts'
import * as lists from './list.ts'
import * as rules from './rules.ts'

const get = async (tx: Reader, call: Parameters<typeof rules.get>[1]) => {
  const load = await rules.get(tx, call)
  return okData(JSON.stringify(load), load.version)
}
const update = async (tx: Writer, call: Parameters<typeof rules.update>[1]) => ok(await rules.update(tx, call))
const remove = async (tx: Writer, call: Parameters<typeof rules.remove>[1]) => {
  await rules.remove(tx, call)
  return ok()
}

export const routes = {
  // Each of its stops is an order that changes as well, and there may be a thousand.
  createLoad: lasting(
    preparedWrites(createLoad, rules.prepareCreate, async (tx, call) => {
      const { loadId, version } = await rules.create(tx, call)
      return created(JSON.stringify({ loadId }), version)
    }),
  ),
  listLoads: long(reads(listLoads, async (tx, call) => okData(JSON.stringify(await lists.list(tx, call))))),
  copyLoads: lasting(writes(copyLoads, async (tx, call) => okData(JSON.stringify(await copy(tx, call))))),
  checkLoad: writes(checkLoad, async (tx, call) => okData(JSON.stringify(await lists.check(tx, call)))),
  getLoad: reads(getLoad, get),
  getLoadById: reads(getLoadById, get),
  updateLoad: lasting(preparedWrites(updateLoad, rules.prepareUpdate, update)),
  updateLoadById: lasting(preparedWrites(updateLoadById, rules.prepareUpdate, update)),
  deleteLoad: lasting(writes(deleteLoad, remove)),
  deleteLoadById: lasting(writes(deleteLoadById, remove)),
}
