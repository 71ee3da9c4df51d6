// The endpoints of loads.
import * as contract from '../../../contract/load.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import {
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  onBackgroundThread,
  respondData,
  respondOk,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { copyDay } from './copy.ts'
import * as lists from './list.ts'
import * as rules from './rules.ts'

const get = async (tx: ReadTransaction, call: Parameters<typeof rules.getLoad>[1]) => {
  const load = await rules.getLoad(tx, call)
  return buildDataResponse(JSON.stringify(load), load.version)
}
const update = async (tx: WriteTransaction, call: Parameters<typeof rules.updateLoad>[1]) =>
  buildOkResponse(await rules.updateLoad(tx, call))
const remove = respondOk(rules.deleteLoad)

export const loadRoutes = {
  // Without a deadline: each stop is an order that changes as well, and a load may have a thousand stops.
  createLoad: withoutDeadline(
    createPreparedWriteOperation(contract.createLoad, rules.prepareCreate, async (tx, call) => {
      const { loadId, version } = await rules.createLoad(tx, call)
      return buildCreatedResponse(JSON.stringify({ loadId }), version)
    }),
  ),
  listLoads: onBackgroundThread(createReadOperation(contract.listLoads, respondData(lists.listLoadSummaries))),
  copyLoads: withoutDeadline(createWriteOperation(contract.copyLoads, respondData(copyDay))),
  checkLoad: createWriteOperation(contract.checkLoad, respondData(lists.checkOrders)),
  getLoad: createReadOperation(contract.getLoad, get),
  getLoadById: createReadOperation(contract.getLoadById, get),
  updateLoad: withoutDeadline(createPreparedWriteOperation(contract.updateLoad, rules.prepareUpdate, update)),
  updateLoadById: withoutDeadline(createPreparedWriteOperation(contract.updateLoadById, rules.prepareUpdate, update)),
  deleteLoad: withoutDeadline(createWriteOperation(contract.deleteLoad, remove)),
  deleteLoadById: withoutDeadline(createWriteOperation(contract.deleteLoadById, remove)),
}
