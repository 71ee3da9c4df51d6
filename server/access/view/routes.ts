// The endpoints of shared views.
import { createView, deleteView, listViews } from '../../../contract/view.ts'
import { created, ok, okData, reads, writes } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  listViews: reads(listViews, async (tx, call) => okData(JSON.stringify(await rules.list(tx, call)))),
  createView: writes(createView, async (tx, call) => created(JSON.stringify({ viewId: await rules.create(tx, call) }))),
  deleteView: writes(deleteView, async (tx, call) => {
    await rules.remove(tx, call)
    return ok()
  }),
}
