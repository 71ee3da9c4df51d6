// Many consignments deleted in one request: each is checked, deleted and answered like a request of its own.
import { type DeletionResult, type Doomed, Doomed as DoomedSchema } from '../../../contract/bulk.ts'
import * as environments from '../../access/environment/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { newTelling, nextRow, type Telling } from '../../platform/error/error-budget.ts'
import { type Finding, problemOf } from '../../platform/error/problems.ts'
import { isId, isKey } from '../../platform/operation/keys.ts'
import { type Call, okData, type PiecesContext, type Reply, step } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import * as store from '../record/store.ts'
import * as loads from '../stop/joining.ts'
import { failureOf, faultsOfPiece, rowsAtOnce, stoppedBy, unexpected } from './bulk.ts'
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

/** Deletes these in a transaction. Answers what became of each; one that fails is undone alone. */
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

/** Returns the place, id and key of an element for its result. An id or key that no consignment can have is left out. */
function namedBy(element: unknown, index: number): Pick<DeletionResult, 'index' | 'consignmentId' | 'key'> {
  const { consignmentId, key } = (element ?? {}) as { consignmentId?: unknown; key?: unknown }
  return { index, ...(isId(consignmentId) ? { consignmentId } : {}), ...(isKey(key) ? { key } : {}) }
}

/** In the sequence that everybody keeps to: loads before orders, either by their ids. */
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

interface Piece {
  results: DeletionResult[]
  mistakes: string[]
  replayed?: true
}
export const deletePiece = step(
  'deletePiece',
  async (tx, { elements, firstIndex }: { elements: unknown[]; firstIndex: number }, call): Promise<Piece> => {
    const mistakes: string[] = []
    return { results: await removeAll(tx, call, elements, { firstIndex, mistakes }), mistakes }
  },
)

/** Some at a time, so that others are let in between. */
export async function removePieces(call: Call<unknown, unknown, Deletions>, { run }: PiecesContext): Promise<Reply> {
  const { consignments } = call.body
  const results: DeletionResult[] = []
  const mistakes: string[] = []
  let replayed = true
  for (let piece = 0; piece * rowsAtOnce < consignments.length; piece++) {
    const firstIndex = piece * rowsAtOnce
    const elements = consignments.slice(firstIndex, firstIndex + rowsAtOnce)
    try {
      const removed = await run(deletePiece, { elements, firstIndex }, piece)
      results.push(...removed.results)
      if (removed.replayed !== true) mistakes.push(...removed.mistakes)
      replayed &&= removed.replayed === true
    } catch (error) {
      mistakes.push(stoppedBy(error, piece))
      replayed = false
      const failed = { status: 'failed', ...unexpected(call.requestId) } as const
      results.push(
        ...consignments.slice(firstIndex).map((element, at) => ({ ...namedBy(element, firstIndex + at), ...failed })),
      )
      break
    }
  }
  const deleted = results.filter(({ status }) => status === 'deleted').length
  const summary = { rows: results.length, deleted, failed: results.length - deleted }
  return { ...okData(JSON.stringify({ summary, results })), ...(replayed ? { replayed } : {}), mistakes }
}
