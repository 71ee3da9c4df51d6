// Finds the order that a request names by id or key.
import type { Fault } from '../../../contract/problem.ts'
import { type Awaitable, onceThere, type Reader } from '../../platform/database/database.ts'
import { Problem, problemOf } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import * as store from '../record/store.ts'

export type Selector = { id?: string; key?: string; timezone?: string }
export type Path = { consignmentId: string } | undefined

/** Finds the order of a request, by id or key. Returns `mismatch` if id and key name different orders. */
export function find(
  tx: Reader,
  { environmentId, query, params }: Call<Selector, Path>,
): Awaitable<store.ConsignmentRow | 'mismatch' | undefined> {
  const id = params?.consignmentId ?? query.id
  const { key } = query
  if (key === undefined) return id === undefined ? undefined : store.findById(tx, environmentId, id)
  if (id === undefined) return store.findByKey(tx, environmentId, key)
  return findByBoth(tx, environmentId, { id, key })
}

async function findByBoth(
  tx: Reader,
  environmentId: string,
  { id, key }: { id: string; key: string },
): Promise<store.ConsignmentRow | 'mismatch' | undefined> {
  const byId = await store.findById(tx, environmentId, id)
  const byKey = await store.findByKey(tx, environmentId, key)
  return byId?.consignmentId === byKey?.consignmentId ? byKey : 'mismatch'
}

export const mismatch: Fault = {
  path: '?key',
  code: 'mismatch',
  message: '`id` and `key` name different consignments: send only one of them.',
}

export const select = (tx: Reader, call: Call<Selector, Path>): Awaitable<store.ConsignmentRow> =>
  onceThere(find(tx, call), (row) => {
    if (row === 'mismatch') throw problemOf([mismatch])
    return row ?? notFound(tx, call)
  })

export async function notFound(tx: Reader, { environmentId, query, params }: Call<Selector, Path>): Promise<never> {
  const id = params?.consignmentId ?? query.id
  const isKey = id !== undefined && (await store.findByKey(tx, environmentId, id)) !== undefined
  const hint = isKey ? ' But one has this as its key: name it with `?key=` instead.' : ''
  throw new Problem('NOT_FOUND', { message: `This order does not exist in this environment.${hint}` })
}

/** Selects the id of the order of a request. The caller locks the order before it reads it. */
export async function selectId(tx: Reader, call: Call<Selector, Path>): Promise<string | undefined> {
  const id = call.params?.consignmentId ?? call.query.id
  const { key } = call.query
  if (key === undefined) return id
  return id === undefined ? store.idOfKey(tx, call.environmentId, key) : (await select(tx, call)).consignmentId
}
