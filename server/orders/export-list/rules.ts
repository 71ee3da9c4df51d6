// Adds orders to the export list, and removes them, without losing an order.
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import type { Settings } from '../../../contract/environment.ts'
import type { acknowledgeExport, addExport, ExportEntry, ExportReason, listExport } from '../../../contract/export.ts'
import type { Writer } from '../../platform/database/database.ts'
import { badRequest, notThere, problemOf } from '../../platform/error/problems.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import * as consignments from '../record/store.ts'
import * as entries from './entries.ts'
import * as store from './store.ts'

const { orders } = store
const { place } = entries

/** Environment and time of a change. */
type By = Pick<Call, 'environmentId' | 'now'>

export async function created(tx: Writer, call: By, settings: Settings, consignmentId: string): Promise<void> {
  if (!settings.export.automatic.includes('created')) return
  const entry = { id: consignmentId, version: 1, since: place(call.now), reason: 'created' }
  await store.insert(tx, orders, call.environmentId, entry)
}

/** A changed order gets onto the list if the environment wants it. A listed order always gets its new version. */
export async function changed(
  tx: Writer,
  { environmentId, now }: By,
  settings: Settings,
  { consignmentId: id, version }: { consignmentId: string; version: number },
): Promise<void> {
  if (settings.export.automatic.includes('changed'))
    await store.upsert(tx, orders, environmentId, { id, version, since: place(now), reason: 'changed' })
  else await store.setVersion(tx, orders, environmentId, { id, version })
}

export async function released(tx: Writer, call: By, settings: Settings, loadId: string): Promise<void> {
  if (settings.export.automatic.includes('released')) await addLoad(tx, call, loadId, 'released')
}

/** Adds all orders of a locked load to the export list. Returns the number of orders that were not listed before. */
async function addLoad(tx: Writer, { environmentId, now }: By, loadId: string, reason: ExportReason): Promise<number> {
  const since = place(now)
  const ofLoad = await store.ofLoad(tx, environmentId, loadId)
  const added = await Promise.all(
    ofLoad.map((order) => store.add(tx, orders, environmentId, { ...order, since, reason })),
  )
  return added.filter((isNew) => isNew).length
}

export const list = (read: Preparing['read'], call: Call<QueryOf<typeof listExport>>): AsyncIterable<string> =>
  entries.pagesOf(
    orders,
    read,
    call,
    ({ id, key, version, since, reason }): ExportEntry => ({
      consignmentId: id,
      key,
      version,
      since: toIso(Math.floor(since / 1_000)),
      reason: reason as ExportReason,
    }),
  )

export const clear = (tx: Writer, { environmentId }: Call) => store.clear(tx, orders, environmentId)

export async function remove(
  tx: Writer,
  { environmentId, params }: Call<unknown, { consignmentId: string }>,
): Promise<void> {
  const { consignmentId } = params
  const removed = await store.remove(tx, orders, environmentId, consignmentId)
  if (removed === 0 && !(await consignments.lock(tx, environmentId, consignmentId)))
    throw notThere('consignment', await consignments.idOfKey(tx, environmentId, consignmentId))
}

/** Returns how many orders were not on the list before. */
export async function add(tx: Writer, call: Call<unknown, unknown, BodyOf<typeof addExport>>): Promise<number> {
  const { environmentId, body } = call
  const { ids, keys, loadId } = body
  if ([ids, keys, loadId].filter((given) => given !== undefined && given !== null).length !== 1)
    throw badRequest('', 'one_of', 'Send exactly one of `ids`, `keys` and `loadId`.')
  if (loadId) {
    if (!(await store.lockLoad(tx, environmentId, loadId)))
      throw problemOf([
        {
          path: '/loadId',
          code: 'unknown_load',
          message: `The load \`${loadId}\` does not exist.`,
          values: { key: loadId },
          problem: 'UNKNOWN_LOAD',
        },
      ])
    // Locks the orders, so that the set and their versions stay the same until they are on the list.
    const ofLoad = await store.ofLoad(tx, environmentId, loadId)
    await lockAll(
      tx,
      environmentId,
      ofLoad.map(({ id }) => id),
    )
    return addLoad(tx, call, loadId, 'manual')
  }
  const names = ids ?? keys ?? []
  const wanted: (string | undefined)[] = []
  for (const name of names) wanted.push(ids ? name : await consignments.idOfKey(tx, environmentId, name))
  const versions = await lockAll(
    tx,
    environmentId,
    wanted.filter((id) => id !== undefined),
  )
  const unknown = (name: string, index: number) => ({
    path: ids ? `/ids/${index}` : `/keys/${index}`,
    message: `The order \`${name}\` does not exist.`,
  })
  return entries.addAll(tx, orders, call, { names, ids: wanted, versions, unknown })
}

/** Locks orders in the sequence of their ids, which avoids deadlocks. Returns the versions of the orders that exist. */
async function lockAll(
  tx: Writer,
  environmentId: string,
  ids: string[],
): Promise<ReadonlyMap<string | undefined, number>> {
  const versions = new Map<string | undefined, number>()
  for (const id of [...new Set(ids)].sort()) {
    const order = await consignments.lock(tx, environmentId, id)
    if (order) versions.set(id, order.version)
  }
  return versions
}

export const acknowledge = (
  tx: Writer,
  { environmentId, body }: Call<unknown, unknown, BodyOf<typeof acknowledgeExport>>,
) =>
  entries.acknowledge(
    tx,
    orders,
    environmentId,
    body.consignments.map(({ consignmentId: id, version, reason }) => ({ id, version, reason })),
  )
