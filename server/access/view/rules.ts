// Defines the rules for shared views of the order list.
import type { BodyOf, ParamsOf } from '../../../contract/endpoint.ts'
import { type createView, type deleteView, type OrderView, viewLimits } from '../../../contract/view.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatIso } from '../../platform/value/times.ts'
import { lockEnvironment } from '../environment/store.ts'
import * as store from './store.ts'

export const listViews = (tx: ReadTransaction, { environmentId }: OperationCall): Awaitable<OrderView[]> =>
  store.listViews(tx, environmentId)

/** Creates a view and returns its id. */
export async function addView(
  tx: WriteTransaction,
  { environmentId, body, now }: OperationCall<unknown, unknown, BodyOf<typeof createView>>,
): Promise<string> {
  // Without the lock, two concurrent requests could both add the last view.
  await lockEnvironment(tx, environmentId)
  if ((await store.listViews(tx, environmentId)).length >= viewLimits.views)
    throw createBadRequest('', 'too_many', `An environment can have at most ${viewLimits.views} views.`, {
      max: viewLimits.views,
    })
  const viewId = createId(now)
  await store.insertView(tx, environmentId, { viewId, name: body.name, search: body.search, created: formatIso(now) })
  return viewId
}

export async function removeView(
  tx: WriteTransaction,
  { environmentId, params }: OperationCall<unknown, ParamsOf<typeof deleteView>>,
): Promise<void> {
  if (!(await store.removeView(tx, environmentId, params.viewId)))
    throw new ApiProblem('NOT_FOUND', { message: 'This view does not exist in this environment.' })
}
