// Imports many orders in one request. Each row is checked and stored like a separate request, and has its own result.
import type { ImportMode, ImportSummary, RowResult } from '../../../contract/bulk.ts'
import { ConsignmentInput, ConsignmentPatch } from '../../../contract/consignment.ts'
import type { ErrorValues, FieldError, ProblemCode } from '../../../contract/problem.ts'
import * as environments from '../../access/environment/store.ts'
import { isTransactionError, type ReadTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import {
  createErrorBudget,
  type ErrorBudget,
  renewErrorBudget,
  truncateErrors,
} from '../../platform/error/error-budget.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import { isKey } from '../../platform/operation/keys.ts'
import {
  buildDataResponse,
  createStep,
  type OperationCall,
  type OperationResponse,
  type PiecesContext,
  type PreparationContext,
} from '../../platform/operation/operation.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import type { OrderDraft } from '../record/draft.ts'
import * as store from '../record/store.ts'
import * as loads from '../stop/joining.ts'
import { formatStack, rowsAtOnce, type StoredChunk, storeInChunks } from './chunks.ts'
import { type OrderReplacement, prepareReplace, replaceOrder } from './replace.ts'
import * as rules from './rules.ts'

export interface ImportQuery {
  mode?: ImportMode
  dryRun?: 'true' | 'false'
  atomic?: 'true' | 'false'
  results?: 'all' | 'failed'
  timezone?: string
}
export type ImportCall<Body = unknown> = OperationCall<ImportQuery, unknown, Body>
/** Call of a request, with the error budget that all its rows share. */
export type RowsCall = ImportCall & { telling: ErrorBudget }
export const createRowsCall = (call: ImportCall): RowsCall => ({ ...call, telling: createErrorBudget() })

type Failure = Pick<RowResult, 'code' | 'message' | 'values' | 'errors' | 'consignmentId'>

/**
 * Row that was checked before its transaction: the input of its operation, or the reason of its failure. If another
 * request creates or deletes the order before the transaction, `body` is checked again. A planned row is plain data,
 * because it is sent to a thread.
 */
export interface PlannedRow {
  index: number
  key?: string
  failure?: Failure
  draft?: OrderDraft
  patch?: ConsignmentPatch
  replacement?: OrderReplacement
  /**
   * Row as JSON, because a thread receives a text faster than an object. A failed row has it if the row may depend on
   * an earlier row that is not stored yet. The row is then checked again.
   */
  body?: string
  /**
   * Whether the row is assumed to succeed. In a dry run, an earlier transaction has only pretended to create the order,
   * so the row cannot be tried.
   */
  isAssumed?: boolean
}

const checkInput = compileSchema(ConsignmentInput)
const checkPatch = compileSchema(ConsignmentPatch)
const modeOf = ({ query }: ImportCall): ImportMode => query.mode ?? 'create'

/** Unreadable row: a part of it could not be read. */
export interface UnreadableRow {
  unreadable: ApiProblem
  /** Part of the row that could be read. It is checked for further errors. */
  readable?: unknown
}
const isUnreadable = (row: unknown): row is UnreadableRow =>
  typeof row === 'object' && row !== null && 'unreadable' in row && row.unreadable instanceof ApiProblem

const nobody: ReadonlySet<string> = new Set()

/** Keys of earlier rows that are not in the database. */
export interface EarlierKeys {
  /** Assumed keys: the keys of orders that a dry run would have created. */
  assumed: ReadonlySet<string>
  /** Keys of rows that are under way: their transaction has not ended. */
  underWay: ReadonlySet<string>
}

interface Planning {
  firstIndex: number
  read: PreparationContext['read']
  beforehand?: EarlierKeys
  mistakes?: string[] | undefined
}

/** Plans rows before their transaction, so that the checks do not block other writers. All reads use one snapshot. */
export const planRows = (
  call: RowsCall,
  rows: readonly unknown[],
  { firstIndex, read, mistakes, beforehand: { assumed, underWay } = { assumed: nobody, underWay: nobody } }: Planning,
): Promise<PlannedRow[]> =>
  read(async (tx) => {
    const keys = rows.map(getRowKey)
    const named = rows.map((row) => getRowKey(isUnreadable(row) ? row.readable : row))
    const existingKeys =
      modeOf(call) === 'create' ? new Set<string>() : await store.findExistingKeys(tx, call.environmentId, named)
    const unsettled = new Set(modeOf(call) === 'create' ? [] : underWay)
    const planned: PlannedRow[] = []
    for (const [at, row] of rows.entries()) {
      renewErrorBudget(call.telling)
      const key = keys[at]
      const base = { index: firstIndex + at, ...(key === undefined ? {} : { key }) }
      const isAssumed = key !== undefined && assumed.has(key)
      try {
        const exists = isAssumed || existingKeys.has(named[at] ?? '')
        if (isUnreadable(row)) throw await allOf(tx, call, row, exists)
        if (isAssumed && modeOf(call) === 'create') throw rules.createDuplicateKeyProblem(key)
        planned.push({ ...base, ...(await planRow(tx, call, row, exists)), ...(isAssumed ? { isAssumed } : {}) })
        // A later row with the same key changes the order of this row.
        if (key !== undefined && modeOf(call) !== 'create') existingKeys.add(key)
      } catch (error) {
        const isGuess = key !== undefined && unsettled.has(key) && !isAssumed
        planned.push({
          ...base,
          failure: describeFailure(error, call, mistakes),
          ...(isGuess ? { body: JSON.stringify(row) } : {}),
        })
      }
      if (key !== undefined && modeOf(call) !== 'create') unsettled.add(key)
    }
    return planned
  })

/**
 * Returns the errors of a row that could not be read completely. Omits errors that only result from the unreadable
 * part.
 */
async function allOf(
  tx: ReadTransaction,
  call: ImportCall,
  { unreadable, readable }: UnreadableRow,
  exists: boolean,
): Promise<ApiProblem> {
  if (readable === undefined) return unreadable
  try {
    await planRow(tx, call, readable, exists)
    return unreadable
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const unread = unreadable.details.errors ?? []
    const isNews = ({ path }: FieldError) =>
      !unread.some((error) => `${path}/`.startsWith(`${error.path}/`) || error.path.startsWith(`${path}/`))
    return createProblem([...unread, ...(error.details.errors ?? []).filter(isNews)])
  }
}

export const getRowKey = (row: unknown): string | undefined => {
  const key = (row as { key?: unknown } | null | undefined)?.key
  return isKey(key) ? key : undefined
}

/** Plans a row. Throws the problem that a request with this row alone would get. */
async function planRow(
  tx: ReadTransaction,
  call: ImportCall,
  body: unknown,
  exists: boolean,
): Promise<Pick<PlannedRow, 'draft' | 'patch' | 'replacement' | 'body'>> {
  const mode = modeOf(call)
  const errors: RequestError[] = [...(exists && mode === 'upsert' ? checkPatch : checkInput)(body, call.telling)]
  const preparing: PreparationContext = {
    environmentId: call.environmentId,
    findings: errors,
    read: async (work) => work(tx),
  }
  const rowCall = callOf(call, body as never)
  if (exists && mode === 'upsert') {
    const patch = await rules.prepareUpdate(rowCall, preparing)
    if (errors.length > 0) throw createProblem(errors)
    return { patch }
  }
  if (exists) {
    const replacement = await prepareReplace(rowCall, preparing)
    if (errors.length > 0) throw createProblem(errors)
    return { replacement }
  }
  const draft = await rules.prepareCreate(rowCall, preparing)
  if (errors.length > 0) throw createProblem(errors)
  return { draft: draft!, ...(mode === 'create' ? {} : { body: JSON.stringify(body) }) }
}

/** Returns the call that a request with this row alone would have. */
const callOf = <Body>(call: ImportCall, body: Body, key = getRowKey(body)) => ({
  ...call,
  query: { key: key!, ...(call.query.timezone === undefined ? {} : { timezone: call.query.timezone }) },
  params: undefined,
  body,
  ifMatch: undefined,
})

/**
 * Applies rows, and returns the result of each. A failed row is undone without the others. An unexpected error is added
 * to `mistakes`. If this list is undefined, it stops all rows.
 */
export async function applyRows(
  tx: WriteTransaction,
  call: ImportCall,
  rows: readonly PlannedRow[],
  mistakes?: string[],
): Promise<RowResult[]> {
  const dryRun = call.query.dryRun === 'true'
  const rowsCall = { ...call, telling: createErrorBudget(errorsPerChunk) }
  return dryRun
    ? tx.rehearse((inner) => applySequentially(inner, rowsCall, rows, mistakes))
    : applySequentially(tx, rowsCall, rows, mistakes)
}
/** Largest number of field errors per transaction. Transactions of a request do not share this number. */
export const errorsPerChunk = 100

async function applySequentially(
  tx: WriteTransaction,
  call: RowsCall,
  rows: readonly PlannedRow[],
  mistakes: string[] | undefined,
): Promise<RowResult[]> {
  await lockAhead(tx, call, rows)
  const results: RowResult[] = []
  for (const row of rows) {
    renewErrorBudget(call.telling)
    const base = { index: row.index, ...(row.key === undefined ? {} : { key: row.key }) }
    try {
      results.push({
        ...base,
        ...(row.failure && row.body === undefined
          ? { status: 'failed', ...row.failure }
          : row.isAssumed
            ? { status: 'updated' }
            : await tx.part((rowTx) => applyRow(rowTx, call, row))),
      })
    } catch (error) {
      results.push({ ...base, status: 'failed', ...describeFailure(error, call, mistakes) })
    }
  }
  return call.query.dryRun === 'true' ? results.map(withoutPassingIds(results)) : results
}

/** Removes the ids of orders that a dry run created, because these orders do not exist afterwards. */
function withoutPassingIds(results: RowResult[]): (result: RowResult) => RowResult {
  const passing = new Set(results.flatMap(({ status, consignmentId }) => (status === 'created' ? [consignmentId] : [])))
  return ({ consignmentId, ...rest }) =>
    consignmentId === undefined || passing.has(consignmentId) ? rest : { ...rest, consignmentId }
}

/**
 * Locks the loads and orders of all rows before the first row is applied. To avoid deadlocks, every transaction locks
 * loads before orders, and both in the sequence of their ids. Imports of one environment run one after another, because
 * keys of new orders cannot be locked.
 */
async function lockAhead(tx: WriteTransaction, call: ImportCall, rows: readonly PlannedRow[]): Promise<void> {
  const { environmentId } = call
  await environments.lockSettings(tx, environmentId)
  const named = rows.flatMap(({ draft, patch, replacement }) => [
    draft?.loadId ?? patch?.loadId ?? replacement?.input.loadId,
  ])
  const keys = rows.flatMap(({ key, patch, replacement, failure, body }) =>
    key !== undefined && (patch || replacement || (failure && body)) ? [key] : [],
  )
  const ids: string[] = []
  for (const key of new Set(keys)) {
    const id = await store.findOrderId(tx, environmentId, key)
    if (id !== undefined) ids.push(id)
  }
  if (ids.length > 0 || named.some((loadId) => typeof loadId === 'string'))
    await loads.lockAll(tx, environmentId, named, ids)
}

type Applied = Pick<RowResult, 'status' | 'consignmentId' | 'version'>

async function applyRow(tx: WriteTransaction, call: ImportCall, row: PlannedRow): Promise<Applied> {
  const { draft, patch, replacement } = row
  // Checks a failed row again, because the earlier rows are stored now.
  if (row.failure) {
    const exists = (await store.findOrderId(tx, call.environmentId, row.key!)) !== undefined
    return judgedAgain(tx, call, row, exists)
  }
  if (patch) return patchOrCreate(tx, call, patch, () => changed(rules.updateOrder(tx, callOf(call, patch))))
  if (replacement) return changed(replaceOrder(tx, callOf(call, replacement, row.key)))
  try {
    const consignmentId = await rules.createOrder(tx, { ...call, body: draft! })
    return { status: 'created', consignmentId, version: 1 }
  } catch (error) {
    if (!isProblem(error, 'KEY_EXISTS') || modeOf(call) === 'create') throw error
    return judgedAgain(tx, call, row, true)
  }
}

const judgedAgain = async (tx: WriteTransaction, call: ImportCall, { index, key, body }: PlannedRow, exists: boolean) =>
  applyRow(tx, call, { index, key: key!, ...(await planRow(tx, call, JSON.parse(body!), exists)) })

const isProblem = (error: unknown, code: ProblemCode): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code

/** Applies a patch. Creates the order if another request has deleted it since the row was planned. */
async function patchOrCreate(
  tx: WriteTransaction,
  call: ImportCall,
  patch: ConsignmentPatch,
  apply: () => Promise<Applied>,
): Promise<Applied> {
  try {
    return await apply()
  } catch (error) {
    if (!isProblem(error, 'NOT_FOUND')) throw error
    const { draft } = await planRow(tx, call, patch, false)
    const consignmentId = await rules.createOrder(tx, { ...call, body: draft! })
    return { status: 'created', consignmentId, version: 1 }
  }
}

async function changed(change: Promise<rules.ChangeResult & { created?: boolean }>): Promise<Applied> {
  const { consignmentId, version, changed, created } = await change
  return { status: created ? 'created' : changed ? 'updated' : 'unchanged', consignmentId, version }
}

/** Largest number of mistakes (unexpected errors) that one request writes to the log. */
const mistakesMax = 5

/**
 * Returns the failure of a row. An unexpected error is logged, and the failure contains the request id, with which the
 * operator finds the error in the log. An error of the whole transaction is thrown, and stops all rows.
 */
export function describeFailure(error: unknown, { requestId, telling }: FailingCall, mistakes?: string[]): Failure {
  if (!(error instanceof ApiProblem)) {
    if (!mistakes || isTransactionError(error)) throw error
    if (mistakes.length < mistakesMax) mistakes.push(formatStack(error))
    return createUnexpectedFailure(requestId)
  }
  const { extras, values } = error.details
  const errors = truncateErrors(error.details.errors ?? [], telling)
  return {
    code: error.code,
    message: error.message,
    ...(values === undefined ? {} : { values }),
    ...(errors.length > 0 ? { errors } : {}),
    ...(extras?.consignmentId === undefined ? {} : { consignmentId: extras.consignmentId }),
  }
}

type FailingCall = Pick<RowsCall, 'requestId' | 'telling'>
export const createUnexpectedFailure = (requestId: string): Failure => ({
  code: 'INTERNAL',
  message:
    `The service failed unexpectedly, and did not process this row. Report the requestId \`${requestId}\` to the ` +
    'operator, who can find the cause in the log.',
  values: { requestId },
})

export const emptySummary: ImportSummary = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }

export function countResults(results: readonly RowResult[]): ImportSummary {
  const summary = { ...emptySummary, rows: results.length }
  for (const { status } of results) summary[status]++
  return summary
}

export const selectResults = ({ query }: ImportCall, results: readonly RowResult[]) =>
  query.results === 'failed' ? results.filter(({ status }) => status === 'failed') : results

/** Applies rows of a JSON body in one transaction. A repeated request with an Idempotency-Key skips stored rows. */
export const importPiece = createStep(
  'importPiece',
  async (tx, rows: PlannedRow[], call): Promise<StoredChunk<RowResult>> => {
    const mistakes: string[] = []
    return { results: await applyRows(tx, call as ImportCall, rows, mistakes), mistakes }
  },
)
/**
 * Applies the rows of a JSON body in several transactions. Returns undefined if they must share one transaction: an
 * atomic import, a dry run, or few rows.
 */
export const importPieces = (
  call: ImportCall<{ consignments: unknown[] }>,
  context: PiecesContext,
): Promise<OperationResponse> | undefined =>
  call.query.atomic === 'true' || call.query.dryRun === 'true' || call.body.consignments.length <= rowsAtOnce
    ? undefined
    : storeRows(call, context)

function storeRows(
  call: ImportCall<{ consignments: unknown[] }>,
  { read, run }: PiecesContext,
): Promise<OperationResponse> {
  const planning = createRowsCall(call)
  return storeInChunks({
    rows: call.body.consignments,
    store: async ({ rows, firstIndex, number, mistakes }) =>
      run(importPiece, await planRows(planning, rows, { firstIndex, read, mistakes }), number),
    unstored: (row, index) => failedRow(call, row, index),
    responseOf: (results) => answerOf(call, results),
  })
}

const failedRow = ({ requestId }: ImportCall, row: unknown, index: number): RowResult => {
  const key = getRowKey(row)
  return { index, ...(key === undefined ? {} : { key }), status: 'failed', ...createUnexpectedFailure(requestId) }
}

const answerOf = (call: ImportCall, results: RowResult[]): string =>
  JSON.stringify({
    dryRun: call.query.dryRun === 'true',
    summary: countResults(results),
    results: selectResults(call, results),
  })

/** Prepares the import of a JSON body in one transaction, by checking all its rows. */
export async function prepareImport(
  call: ImportCall<{ consignments: unknown[] }>,
  { findings, read }: PreparationContext,
): Promise<Prepared> {
  const mistakes: string[] = []
  if (findings.length > 0) return { rows: [], mistakes }
  const planning = { firstIndex: 0, read, mistakes: isAllOrNone(call) ? undefined : mistakes }
  return { rows: await planRows(createRowsCall(call), call.body.consignments, planning), mistakes }
}
interface Prepared {
  rows: PlannedRow[]
  mistakes: string[]
}
const isAllOrNone = ({ query }: ImportCall): boolean => query.atomic === 'true' && query.dryRun !== 'true'

export async function importAll(tx: WriteTransaction, call: ImportCall<Prepared>): Promise<OperationResponse> {
  const { rows } = call.body
  const mistakes = [...call.body.mistakes]
  const results = await applyRows(tx, call, rows, isAllOrNone(call) ? undefined : mistakes)
  const failed = results.filter(({ status }) => status === 'failed')
  if (isAllOrNone(call) && failed.length > 0) throw refusalOf(failed)
  return { ...buildDataResponse(answerOf(call, results)), mistakes }
}

const createRowError = (code: string, message: string, values: ErrorValues | undefined): FieldError => ({
  path: '',
  code: code.toLowerCase() as Lowercase<ProblemCode>,
  message,
  ...(values === undefined ? {} : { values }),
})

/** Returns one problem with the errors of all rows, with JSON Pointers into the body. */
function refusalOf(failed: RowResult[]): ApiProblem {
  const fieldErrors = failed.flatMap(({ index, code, message, values, errors }): RequestError[] =>
    ((errors as FieldError[] | undefined) ?? [createRowError(code!, message!, values)]).map((fieldError) => ({
      ...fieldError,
      path: `/consignments/${index}${fieldError.path}`,
      ...(code === 'BAD_REQUEST' ? {} : { problem: code as ProblemCode }),
    })),
  )
  return createProblem(fieldErrors)
}
