// Endpoints of the export list.
import { acknowledgeExport, addExport, clearExport, listExport, removeExport } from '../../../contract/export.ts'
import { lasting, ok, okData, streams, writes } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  listExport: streams(listExport, rules.list),
  clearExport: lasting(
    writes(clearExport, async (tx, call) => {
      await rules.clear(tx, call)
      return ok()
    }),
  ),
  removeExport: writes(removeExport, async (tx, call) => {
    await rules.remove(tx, call)
    return ok()
  }),
  addExport: lasting(
    writes(addExport, async (tx, call) => okData(JSON.stringify({ added: await rules.add(tx, call) }))),
  ),
  acknowledgeExport: lasting(
    writes(acknowledgeExport, async (tx, call) => okData(JSON.stringify(await rules.acknowledge(tx, call)))),
  ),
}
