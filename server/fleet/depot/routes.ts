// The endpoints of depots.
import { createDepot, deleteDepot, getDepot, listDepots, updateDepot } from '../../../contract/depot.ts'
import {
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
} from '../../platform/operation/operation.ts'
import { createFleetEndpoints } from '../record/endpoints.ts'
import { depotRecordType, findDepotErrors as findingsOf } from './rules.ts'

const depot = createFleetEndpoints(depotRecordType)

export const depotRoutes = {
  createDepot: createPreparedWriteOperation(createDepot, depot.prepareCreate, depot.create),
  listDepots: createReadOperation(listDepots, depot.list),
  getDepot: createReadOperation(getDepot, depot.get),
  updateDepot: createPreparedWriteOperation(
    updateDepot,
    ({ body }, { findings }) => {
      findings.push(...findingsOf(body, false))
      return body
    },
    depot.update,
  ),
  deleteDepot: createWriteOperation(deleteDepot, depot.remove),
}
