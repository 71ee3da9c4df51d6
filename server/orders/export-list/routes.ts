// Endpoints of the export list of orders.
import { acknowledgeExport, addExport, clearExport, listExport, removeExport } from '../../../contract/export.ts'
import {
  buildDataResponse,
  createStreamOperation,
  createWriteOperation,
  respondData,
  respondOk,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const exportListRoutes = {
  listExport: createStreamOperation(listExport, rules.streamExportList),
  clearExport: withoutDeadline(createWriteOperation(clearExport, respondOk(rules.clearExportList))),
  removeExport: createWriteOperation(removeExport, respondOk(rules.removeOrder)),
  addExport: withoutDeadline(
    createWriteOperation(addExport, async (tx, call) =>
      buildDataResponse(JSON.stringify({ added: await rules.addOrders(tx, call) })),
    ),
  ),
  acknowledgeExport: withoutDeadline(createWriteOperation(acknowledgeExport, respondData(rules.acknowledgeOrders))),
}
