// The endpoints of shared views.
import { createView, deleteView, listViews } from '../../../contract/view.ts'
import {
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createReadOperation,
  createWriteOperation,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const viewRoutes = {
  listViews: createReadOperation(listViews, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.listViews(tx, call))),
  ),
  createView: createWriteOperation(createView, async (tx, call) =>
    buildCreatedResponse(JSON.stringify({ viewId: await rules.addView(tx, call) })),
  ),
  deleteView: createWriteOperation(deleteView, async (tx, call) => {
    await rules.removeView(tx, call)
    return buildOkResponse()
  }),
}
