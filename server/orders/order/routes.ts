// Endpoints of orders.
import { deleteConsignments, importConsignments } from '../../../contract/bulk.ts'
import * as contract from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import { type ReadTransaction, thenMaybeSync, type WriteTransaction } from '../../platform/database/database.ts'
import type { BodyLine } from '../../platform/operation/lines.ts'
import {
  allowBatching,
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  type LinesContext,
  type OperationCall,
  onBackgroundThread,
  type PiecesContext,
  respondOk,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { readOrderPage } from '../list/list.ts'
import type { OrderDraft } from '../record/draft.ts'
import { type ImportCall, importAll, importPieces, prepareImport } from './bulk.ts'
import { removePieces } from './removing.ts'
import { prepareReplace, replaceOrder } from './replace.ts'
import * as rules from './rules.ts'
import { importLines } from './stream.ts'

const create = async (tx: WriteTransaction, call: OperationCall<unknown, unknown, OrderDraft | undefined>) => {
  const draft = call.body!
  const consignmentId = await rules.createOrder(tx, { ...call, body: draft })
  return buildCreatedResponse(`{"consignmentId":"${consignmentId}",${draft.issued}}`, 1)
}
const get = (tx: ReadTransaction, call: Parameters<typeof rules.getOrder>[1]) =>
  thenMaybeSync(rules.getOrder(tx, call), ({ text, version }) => buildDataResponse(text, version))
const update = async (tx: WriteTransaction, call: Parameters<typeof rules.updateOrder>[1]) =>
  buildOkResponse((await rules.updateOrder(tx, call)).version)
const remove = respondOk(rules.deleteOrder)

export const orderRoutes = {
  createConsignment: allowBatching(
    createPreparedWriteOperation(contract.createConsignment, rules.prepareCreate, create),
    rules.canBatchCreate,
  ),
  listConsignments: onBackgroundThread(
    createReadOperation(listConsignments, async (tx, call) => buildDataResponse(await readOrderPage(tx, call))),
  ),
  getConsignment: createReadOperation(contract.getConsignment, get),
  getConsignmentById: createReadOperation(contract.getConsignmentById, get),
  replaceConsignment: createPreparedWriteOperation(contract.replaceConsignment, prepareReplace, async (tx, call) => {
    const { consignmentId, version, created: isNew, issued } = await replaceOrder(tx, call)
    return (isNew ? buildCreatedResponse : buildDataResponse)(`{"consignmentId":"${consignmentId}",${issued}}`, version)
  }),
  updateConsignment: allowBatching(
    createPreparedWriteOperation(contract.updateConsignment, rules.prepareUpdate, update),
    rules.canBatchUpdate,
  ),
  updateConsignmentById: allowBatching(
    createPreparedWriteOperation(contract.updateConsignmentById, rules.prepareUpdate, update),
    rules.canBatchUpdate,
  ),
  importConsignments: withoutDeadline({
    ...onBackgroundThread(createPreparedWriteOperation(importConsignments, prepareImport, importAll)),
    pieces: (call: OperationCall, context: PiecesContext) =>
      importPieces(call as ImportCall<{ consignments: unknown[] }>, context),
    lines: (call: OperationCall, lines: AsyncIterable<BodyLine[]>, context: LinesContext) =>
      importLines(call as ImportCall, lines, context),
  }),
  deleteConsignments: {
    // `pieces` does the work. The operation itself only confirms the request.
    ...createWriteOperation(deleteConsignments, () => buildOkResponse()),
    pieces: (call: OperationCall, context: PiecesContext) =>
      removePieces(call as OperationCall<unknown, unknown, { consignments: unknown[] }>, context),
  },
  deleteConsignment: createWriteOperation(contract.deleteConsignment, remove),
  deleteConsignmentById: createWriteOperation(contract.deleteConsignmentById, remove),
}
