// Finds the order that a request names by id or key.
import type { FieldError } from '../../../contract/problem.ts'
import { type Awaitable, type ReadTransaction, thenMaybeSync } from '../../platform/database/database.ts'
import { ApiProblem, createProblem } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import * as store from '../record/store.ts'

export type OrderSelector = { id?: string; key?: string; timezone?: string }
export type OrderPath = { consignmentId: string } | undefined

/**
 * Finds the order that a request names by id or key. Returns `mismatch` if the id and the key belong to different
 * orders.
 */
export function findOrder(
  tx: ReadTransaction,
  { environmentId, query, params }: OperationCall<OrderSelector, OrderPath>,
): Awaitable<store.ConsignmentRow | 'mismatch' | undefined> {
  const id = params?.consignmentId ?? query.id
  const { key } = query
  if (key === undefined) return id === undefined ? undefined : store.findById(tx, environmentId, id)
  if (id === undefined) return store.findByKey(tx, environmentId, key)
  return findByBoth(tx, environmentId, { id, key })
}

async function findByBoth(
  tx: ReadTransaction,
  environmentId: string,
  { id, key }: { id: string; key: string },
): Promise<store.ConsignmentRow | 'mismatch' | undefined> {
  const byId = await store.findById(tx, environmentId, id)
  const byKey = await store.findByKey(tx, environmentId, key)
  return byId?.consignmentId === byKey?.consignmentId ? byKey : 'mismatch'
}

export const selectorMismatch: FieldError = {
  path: '?key',
  code: 'mismatch',
  message: '`id` and `key` belong to different orders: send only one of them.',
}

export const selectOrder = (
  tx: ReadTransaction,
  call: OperationCall<OrderSelector, OrderPath>,
): Awaitable<store.ConsignmentRow> =>
  thenMaybeSync(findOrder(tx, call), (row) => {
    if (row === 'mismatch') throw createProblem([selectorMismatch])
    return row ?? throwNotFound(tx, call)
  })

export async function throwNotFound(
  tx: ReadTransaction,
  { environmentId, query, params }: OperationCall<OrderSelector, OrderPath>,
): Promise<never> {
  const id = params?.consignmentId ?? query.id
  const isKey = id !== undefined && (await store.findByKey(tx, environmentId, id)) !== undefined
  const hint = isKey ? ' This is the key of an order: send it as `?key=` instead.' : ''
  throw new ApiProblem('NOT_FOUND', { message: `This order does not exist in this environment.${hint}` })
}

/** Selects the id of the order that a request names. The caller must lock the order before it reads it. */
export async function selectId(
  tx: ReadTransaction,
  call: OperationCall<OrderSelector, OrderPath>,
): Promise<string | undefined> {
  const id = call.params?.consignmentId ?? call.query.id
  const { key } = call.query
  if (key === undefined) return id
  return id === undefined ? store.findOrderId(tx, call.environmentId, key) : (await selectOrder(tx, call)).consignmentId
}
