// Endpoints of the shared views of the order list.
import { createView, deleteView, listViews } from '../../../contract/view.ts'
import {
  buildCreatedResponse,
  createReadOperation,
  createWriteOperation,
  respondData,
  respondOk,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const viewRoutes = {
  listViews: createReadOperation(listViews, respondData(rules.listViews)),
  createView: createWriteOperation(createView, async (tx, call) =>
    buildCreatedResponse(JSON.stringify({ viewId: await rules.addView(tx, call) })),
  ),
  deleteView: createWriteOperation(deleteView, respondOk(rules.removeView)),
}
