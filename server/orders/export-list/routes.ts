// Endpoints of the export list.
import { acknowledgeExport, addExport, clearExport, listExport, removeExport } from '../../../contract/export.ts'
import {
  buildDataResponse,
  buildOkResponse,
  createStreamOperation,
  createWriteOperation,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const exportListRoutes = {
  listExport: createStreamOperation(listExport, rules.streamExportList),
  clearExport: withoutDeadline(
    createWriteOperation(clearExport, async (tx, call) => {
      await rules.clearExportList(tx, call)
      return buildOkResponse()
    }),
  ),
  removeExport: createWriteOperation(removeExport, async (tx, call) => {
    await rules.removeOrder(tx, call)
    return buildOkResponse()
  }),
  addExport: withoutDeadline(
    createWriteOperation(addExport, async (tx, call) =>
      buildDataResponse(JSON.stringify({ added: await rules.addOrders(tx, call) })),
    ),
  ),
  acknowledgeExport: withoutDeadline(
    createWriteOperation(acknowledgeExport, async (tx, call) =>
      buildDataResponse(JSON.stringify(await rules.acknowledgeOrders(tx, call))),
    ),
  ),
}
