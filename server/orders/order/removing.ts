// Deletes many orders in one request. Each has its own result, like a separate request.
import { type DeletionResult, type Doomed, Doomed as DoomedSchema } from '../../../contract/bulk.ts'
import * as environments from '../../access/environment/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { newTelling, nextRow, type Telling } from '../../platform/error/error-budget.ts'
import { type Finding, problemOf } from '../../platform/error/problems.ts'
import { isId, isKey } from '../../platform/operation/keys.ts'
import { type Call, type PiecesContext, type Reply, step } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import * as store from '../record/store.ts'
import * as loads from '../stop/joining.ts'
import { failureOf, faultsOfPiece, unexpected } from './bulk.ts'
import { type Stored, storeInChunks } from './chunks.ts'
import * as rules from './rules.ts'

type Deletions = { consignments: unknown[] }

const checkDoomed = compile(DoomedSchema)

function checked(element: unknown, telling: Telling): Doomed {
  const findings: Finding[] = [...checkDoomed(element, telling)]
  const { consignmentId, key } = (element ?? {}) as Doomed
  if (findings.length === 0 && (consignmentId === undefined) === (key === undefined))
    findings.push({ path: '', code: 'one_of', message: 'Send either `consignmentId` or `key`.' })
  if (findings.length > 0) throw problemOf(findings)
  return element as Doomed
}

/** Removes all these orders in one transaction, and returns the result of each. A failed deletion is undone alone. */
export async function removeAll(
  tx: Writer,
  call: Call,
  elements: readonly unknown[],
  { firstIndex = 0, mistakes }: { firstIndex?: number; mistakes?: string[] } = {},
): Promise<DeletionResult[]> {
  await lockAhead(tx, call, elements)
  const results: DeletionResult[] = []
  const telling = newTelling(faultsOfPiece)
  for (const [at, element] of elements.entries()) {
    nextRow(telling)
    const base = namedBy(element, firstIndex + at)
    try {
      const { version, ...selector } = checked(element, telling)
      const one = {
        ...call,
        query: selector.key === undefined ? {} : { key: selector.key },
        params: selector.consignmentId === undefined ? undefined : { consignmentId: selector.consignmentId },
        ifMatch: version === undefined ? undefined : `"${version}"`,
      }
      await tx.part((part) => rules.remove(part, one))
      results.push({ ...base, status: 'deleted' })
    } catch (error) {
      const { consignmentId: _, ...failure } = failureOf(error, { ...call, telling }, mistakes)
      results.push({ ...base, status: 'failed', ...failure })
    }
  }
  return results
}

/** Returns the index, id and key of an element for its result, without an id or key of the wrong format. */
function namedBy(element: unknown, index: number): Pick<DeletionResult, 'index' | 'consignmentId' | 'key'> {
  const { consignmentId, key } = (element ?? {}) as { consignmentId?: unknown; key?: unknown }
  return { index, ...(isId(consignmentId) ? { consignmentId } : {}), ...(isKey(key) ? { key } : {}) }
}

/** Locks loads before orders, both in the sequence of their ids, to avoid deadlocks. */
async function lockAhead(tx: Writer, { environmentId }: Call, elements: readonly unknown[]): Promise<void> {
  await environments.lockSettings(tx, environmentId)
  const ids = new Set<string>()
  for (const element of elements) {
    const { consignmentId, key } = (element ?? {}) as { consignmentId?: unknown; key?: unknown }
    if (isId(consignmentId)) ids.add(consignmentId)
    const id = isKey(key) ? await store.idOfKey(tx, environmentId, key) : undefined
    if (id !== undefined) ids.add(id)
  }
  await loads.lockAll(tx, environmentId, [], [...ids])
}

export const deletePiece = step(
  'deletePiece',
  async (
    tx,
    { elements, firstIndex }: { elements: unknown[]; firstIndex: number },
    call,
  ): Promise<Stored<DeletionResult>> => {
    const mistakes: string[] = []
    return { results: await removeAll(tx, call, elements, { firstIndex, mistakes }), mistakes }
  },
)

export function removePieces(call: Call<unknown, unknown, Deletions>, { run }: PiecesContext): Promise<Reply> {
  const failed = { status: 'failed', ...unexpected(call.requestId) } as const
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
