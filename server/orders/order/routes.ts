// Endpoints of orders.
import { deleteConsignments, importConsignments } from '../../../contract/bulk.ts'
import {
  createConsignment,
  deleteConsignment,
  deleteConsignmentById,
  getConsignment,
  getConsignmentById,
  replaceConsignment,
  updateConsignment,
  updateConsignmentById,
} from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import { onceThere, type Reader, type Writer } from '../../platform/database/database.ts'
import type { Line } from '../../platform/operation/lines.ts'
import {
  type Call,
  created,
  type LinesContext,
  lasting,
  long,
  ok,
  okData,
  type PiecesContext,
  preparedWrites,
  reads,
  sharing,
  writes,
} from '../../platform/operation/operation.ts'
import { page } from '../list/list.ts'
import type { Draft } from '../record/draft.ts'
import { type ImportCall, importAll, importPieces, prepareImport } from './bulk.ts'
import { removePieces } from './removing.ts'
import { prepareReplace, replace } from './replace.ts'
import * as rules from './rules.ts'
import { importLines } from './stream.ts'

const create = async (tx: Writer, call: Call<unknown, unknown, Draft | undefined>) => {
  const draft = call.body!
  const consignmentId = await rules.create(tx, { ...call, body: draft })
  return created(`{"consignmentId":"${consignmentId}",${draft.issued}}`, 1)
}
const get = (tx: Reader, call: Parameters<typeof rules.get>[1]) =>
  onceThere(rules.get(tx, call), ({ text, version }) => okData(text, version))
const update = async (tx: Writer, call: Parameters<typeof rules.update>[1]) =>
  ok((await rules.update(tx, call)).version)
const remove = async (tx: Writer, call: Parameters<typeof rules.remove>[1]) => {
  await rules.remove(tx, call)
  return ok()
}

export const routes = {
  createConsignment: sharing(preparedWrites(createConsignment, rules.prepareCreate, create), rules.createShares),
  listConsignments: long(reads(listConsignments, async (tx, call) => okData(await page(tx, call)))),
  getConsignment: reads(getConsignment, get),
  getConsignmentById: reads(getConsignmentById, get),
  replaceConsignment: preparedWrites(replaceConsignment, prepareReplace, async (tx, call) => {
    const { consignmentId, version, created: isNew, issued } = await replace(tx, call)
    return (isNew ? created : okData)(`{"consignmentId":"${consignmentId}",${issued}}`, version)
  }),
  updateConsignment: sharing(preparedWrites(updateConsignment, rules.prepareUpdate, update), rules.updateShares),
  updateConsignmentById: sharing(
    preparedWrites(updateConsignmentById, rules.prepareUpdate, update),
    rules.updateShares,
  ),
  importConsignments: lasting({
    ...long(preparedWrites(importConsignments, prepareImport, importAll)),
    pieces: (call: Call, context: PiecesContext) =>
      importPieces(call as ImportCall<{ consignments: unknown[] }>, context),
    lines: (call: Call, lines: AsyncIterable<Line[]>, context: LinesContext) =>
      importLines(call as ImportCall, lines, context),
  }),
  deleteConsignments: {
    // The pieces do all the work.
    ...writes(deleteConsignments, () => ok()),
    pieces: (call: Call, context: PiecesContext) =>
      removePieces(call as Call<unknown, unknown, { consignments: unknown[] }>, context),
  },
  deleteConsignment: writes(deleteConsignment, remove),
  deleteConsignmentById: writes(deleteConsignmentById, remove),
}
