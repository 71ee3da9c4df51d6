// The endpoints of depots.
import { createDepot, deleteDepot, getDepot, listDepots, updateDepot } from '../../../contract/depot.ts'
import { preparedWrites, reads, writes } from '../../platform/operation/operation.ts'
import { endpointsOf } from '../record/endpoints.ts'
import { depots, findings as findingsOf } from './rules.ts'

const depot = endpointsOf(depots)

export const routes = {
  createDepot: preparedWrites(createDepot, depot.prepareCreate, depot.create),
  listDepots: reads(listDepots, depot.list),
  getDepot: reads(getDepot, depot.get),
  updateDepot: preparedWrites(
    updateDepot,
    ({ body }, { findings }) => {
      findings.push(...findingsOf(body, false))
      return body
    },
    depot.update,
  ),
  deleteDepot: writes(deleteDepot, depot.remove),
}
