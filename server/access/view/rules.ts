// Defines the rules for shared views of the order list.
import type { BodyOf, ParamsOf } from '../../../contract/endpoint.ts'
import { type createView, type deleteView, type View, viewLimits } from '../../../contract/view.ts'
import type { Awaitable, Reader, Writer } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { newId } from '../../platform/value/ids.ts'
import { toIso } from '../../platform/value/times.ts'
import { lock } from '../environment/store.ts'
import * as store from './store.ts'

export const list = (tx: Reader, { environmentId }: Call): Awaitable<View[]> => store.list(tx, environmentId)

/** Creates a view and returns its id. */
export async function create(
  tx: Writer,
  { environmentId, body, now }: Call<unknown, unknown, BodyOf<typeof createView>>,
): Promise<string> {
  // Without the lock, two concurrent requests could both add the last view.
  await lock(tx, environmentId)
  if ((await store.list(tx, environmentId)).length >= viewLimits.views)
    throw badRequest('', 'too_many', `An environment can have at most ${viewLimits.views} views.`, {
      max: viewLimits.views,
    })
  const viewId = newId(now)
  await store.insert(tx, environmentId, { viewId, name: body.name, search: body.search, created: toIso(now) })
  return viewId
}

export async function remove(
  tx: Writer,
  { environmentId, params }: Call<unknown, ParamsOf<typeof deleteView>>,
): Promise<void> {
  if (!(await store.remove(tx, environmentId, params.viewId)))
    throw new Problem('NOT_FOUND', { message: 'This view does not exist in this environment.' })
}
