// Deletes many orders in one request. Each deletion has its own result, like a separate request.
import {
  type ConsignmentDeletion,
  type DeletionResult,
  ConsignmentDeletion as DoomedSchema,
} from '../../../contract/bulk.ts'
import * as environments from '../../access/environment/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { createErrorBudget, type ErrorBudget, renewErrorBudget } from '../../platform/error/error-budget.ts'
import { createProblem, type RequestError } from '../../platform/error/problems.ts'
import { isId, isKey } from '../../platform/operation/keys.ts'
import {
  createStep,
  type OperationCall,
  type OperationResponse,
  type PiecesContext,
} from '../../platform/operation/operation.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import * as store from '../record/store.ts'
import * as loads from '../stop/joining.ts'
import { createUnexpectedFailure, describeFailure, errorsPerChunk } from './bulk.ts'
import { type StoredChunk, storeInChunks } from './chunks.ts'
import * as rules from './rules.ts'

type Deletions = { consignments: unknown[] }

const checkDoomed = compileSchema(DoomedSchema)

function checked(element: unknown, errorBudget: ErrorBudget): ConsignmentDeletion {
  const errors: RequestError[] = [...checkDoomed(element, errorBudget)]
  const { consignmentId, key } = (element ?? {}) as ConsignmentDeletion
  if (errors.length === 0 && (consignmentId === undefined) === (key === undefined))
    errors.push({ path: '', code: 'one_of', message: 'Send either `consignmentId` or `key`.' })
  if (errors.length > 0) throw createProblem(errors)
  return element as ConsignmentDeletion
}

/**
 * Deletes these orders in one transaction, and returns the result of each. A failed deletion is undone without the
 * others.
 */
export async function removeAll(
  tx: WriteTransaction,
  call: OperationCall,
  elements: readonly unknown[],
  { firstIndex = 0, mistakes }: { firstIndex?: number; mistakes?: string[] } = {},
): Promise<DeletionResult[]> {
  await lockAhead(tx, call, elements)
  const results: DeletionResult[] = []
  const errorBudget = createErrorBudget(errorsPerChunk)
  for (const [at, element] of elements.entries()) {
    renewErrorBudget(errorBudget)
    const base = namedBy(element, firstIndex + at)
    try {
      const { version, ...selector } = checked(element, errorBudget)
      const deletion = {
        ...call,
        query: selector.key === undefined ? {} : { key: selector.key },
        params: selector.consignmentId === undefined ? undefined : { consignmentId: selector.consignmentId },
        ifMatch: version === undefined ? undefined : `"${version}"`,
      }
      await tx.part((rowTx) => rules.deleteOrder(rowTx, deletion))
      results.push({ ...base, status: 'deleted' })
    } catch (error) {
      const { consignmentId: _, ...failure } = describeFailure(error, { ...call, telling: errorBudget }, mistakes)
      results.push({ ...base, status: 'failed', ...failure })
    }
  }
  return results
}

/** Returns the index, the id and the key of an element, for its result. Omits an id or a key with a wrong format. */
function namedBy(element: unknown, index: number): Pick<DeletionResult, 'index' | 'consignmentId' | 'key'> {
  const { consignmentId, key } = (element ?? {}) as { consignmentId?: unknown; key?: unknown }
  return { index, ...(isId(consignmentId) ? { consignmentId } : {}), ...(isKey(key) ? { key } : {}) }
}

/** Locks loads before orders, both in the sequence of their ids, to avoid deadlocks. */
async function lockAhead(
  tx: WriteTransaction,
  { environmentId }: OperationCall,
  elements: readonly unknown[],
): Promise<void> {
  await environments.lockSettings(tx, environmentId)
  const ids = new Set<string>()
  for (const element of elements) {
    const { consignmentId, key } = (element ?? {}) as { consignmentId?: unknown; key?: unknown }
    if (isId(consignmentId)) ids.add(consignmentId)
    const id = isKey(key) ? await store.findOrderId(tx, environmentId, key) : undefined
    if (id !== undefined) ids.add(id)
  }
  await loads.lockAll(tx, environmentId, [], [...ids])
}

export const deletePiece = createStep(
  'deletePiece',
  async (
    tx,
    { elements, firstIndex }: { elements: unknown[]; firstIndex: number },
    call,
  ): Promise<StoredChunk<DeletionResult>> => {
    const mistakes: string[] = []
    return { results: await removeAll(tx, call, elements, { firstIndex, mistakes }), mistakes }
  },
)

export function removePieces(
  call: OperationCall<unknown, unknown, Deletions>,
  { run }: PiecesContext,
): Promise<OperationResponse> {
  const failed = { status: 'failed', ...createUnexpectedFailure(call.requestId) } as const
  return storeInChunks<DeletionResult>({
    rows: call.body.consignments,
    store: ({ rows, firstIndex, number }) => run(deletePiece, { elements: rows, firstIndex }, number),
    unstored: (element, index) => ({ ...namedBy(element, index), ...failed }),
    responseOf(results) {
      const deleted = results.filter(({ status }) => status === 'deleted').length
      return JSON.stringify({ summary: { rows: results.length, deleted, failed: results.length - deleted }, results })
    },
  })
}
