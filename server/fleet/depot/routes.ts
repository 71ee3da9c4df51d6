// The endpoints of depots.
import { createDepot, deleteDepot, getDepot, listDepots, updateDepot } from '../../../contract/depot.ts'
import { created, ok, okData, preparedWrites, reads, writes } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  createDepot: preparedWrites(
    createDepot,
    ({ body }, { findings }) => {
      findings.push(...rules.findings(body, true))
      return body
    },
    async (tx, call) => {
      await rules.create(tx, call)
      return created()
    },
  ),
  listDepots: reads(listDepots, async (tx, call) => {
    const rows = await rules.list(tx, call)
    return okData(`[${rows.map(({ document }) => document).join(',')}]`)
  }),
  getDepot: reads(getDepot, async (tx, call) => {
    const { document, version } = await rules.get(tx, call)
    return okData(document, version)
  }),
  updateDepot: preparedWrites(
    updateDepot,
    ({ body }, { findings }) => {
      findings.push(...rules.findings(body, false))
      return body
    },
    async (tx, call) => ok(await rules.update(tx, call)),
  ),
  deleteDepot: writes(deleteDepot, async (tx, call) => {
    await rules.remove(tx, call)
    return ok()
  }),
}
