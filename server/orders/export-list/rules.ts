// Adds orders to the export list, and removes them, without losing an order.
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { acknowledgeExport, addExport, ExportEntry, ExportReason, listExport } from '../../../contract/export.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { createBadRequest, createProblem, notFoundProblem } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as consignments from '../record/store.ts'
import * as entries from './entries.ts'
import * as store from './store.ts'

const { orderExportList } = store
const { createListPosition } = entries

/** Environment and time of a change. */
type ChangeContext = Pick<OperationCall, 'environmentId' | 'now'>

export async function addCreatedOrder(
  tx: WriteTransaction,
  call: ChangeContext,
  settings: EnvironmentSettings,
  consignmentId: string,
): Promise<void> {
  if (!settings.export.automatic.includes('created')) return
  const entry = { id: consignmentId, version: 1, since: createListPosition(call.now), reason: 'created' }
  await store.insertEntry(tx, orderExportList, call.environmentId, entry)
}

/**
 * Adds a changed order to the export list, if the settings require it. Otherwise, updates the version of a listed
 * order.
 */
export async function addChangedOrder(
  tx: WriteTransaction,
  { environmentId, now }: ChangeContext,
  settings: EnvironmentSettings,
  { consignmentId: id, version }: { consignmentId: string; version: number },
): Promise<void> {
  if (settings.export.automatic.includes('changed'))
    await store.upsertEntry(tx, orderExportList, environmentId, {
      id,
      version,
      since: createListPosition(now),
      reason: 'changed',
    })
  else await store.setVersion(tx, orderExportList, environmentId, { id, version })
}

export async function addReleasedLoad(
  tx: WriteTransaction,
  call: ChangeContext,
  settings: EnvironmentSettings,
  loadId: string,
): Promise<void> {
  if (settings.export.automatic.includes('released')) await addLoad(tx, call, loadId, 'released')
}

/** Adds all orders of a locked load to the export list. Returns the number of orders that were not listed before. */
async function addLoad(
  tx: WriteTransaction,
  { environmentId, now }: ChangeContext,
  loadId: string,
  reason: ExportReason,
): Promise<number> {
  const since = createListPosition(now)
  const ofLoad = await store.listLoadOrders(tx, environmentId, loadId)
  const added = await Promise.all(
    ofLoad.map((order) => store.addEntry(tx, orderExportList, environmentId, { ...order, since, reason })),
  )
  return added.filter((isNew) => isNew).length
}

export const streamExportList = (
  read: PreparationContext['read'],
  call: OperationCall<QueryOf<typeof listExport>>,
): AsyncIterable<string> =>
  entries.streamPages(
    orderExportList,
    read,
    call,
    ({ id, key, version, since, reason }): ExportEntry => ({
      consignmentId: id,
      key,
      version,
      since: formatIso(Math.floor(since / 1_000)),
      reason: reason as ExportReason,
    }),
  )

export const clearExportList = (tx: WriteTransaction, { environmentId }: OperationCall) =>
  store.clearList(tx, orderExportList, environmentId)

export async function removeOrder(
  tx: WriteTransaction,
  { environmentId, params }: OperationCall<unknown, { consignmentId: string }>,
): Promise<void> {
  const { consignmentId } = params
  const removed = await store.removeEntry(tx, orderExportList, environmentId, consignmentId)
  if (removed === 0 && !(await consignments.lockOrder(tx, environmentId, consignmentId)))
    throw notFoundProblem('order', await consignments.findOrderId(tx, environmentId, consignmentId))
}

/** Adds orders to the export list. Returns the number of orders that were not listed before. */
export async function addOrders(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, BodyOf<typeof addExport>>,
): Promise<number> {
  const { environmentId, body } = call
  const { ids, keys, loadId } = body
  if ([ids, keys, loadId].filter((selector) => selector !== undefined && selector !== null).length !== 1)
    throw createBadRequest('', 'one_of', 'Send exactly one of `ids`, `keys` and `loadId`.')
  if (loadId) {
    if (!(await store.lockLoad(tx, environmentId, loadId)))
      throw createProblem([
        {
          path: '/loadId',
          code: 'unknown_load',
          message: `The load \`${loadId}\` does not exist.`,
          values: { key: loadId },
          problem: 'UNKNOWN_LOAD',
        },
      ])
    // Locks the orders of the load, so that none joins, leaves or changes before all are listed.
    const ofLoad = await store.listLoadOrders(tx, environmentId, loadId)
    await lockAll(
      tx,
      environmentId,
      ofLoad.map(({ id }) => id),
    )
    return addLoad(tx, call, loadId, 'manual')
  }
  const names = ids ?? keys ?? []
  const orderIds: (string | undefined)[] = []
  for (const name of names) orderIds.push(ids ? name : await consignments.findOrderId(tx, environmentId, name))
  const versions = await lockAll(
    tx,
    environmentId,
    orderIds.filter((id) => id !== undefined),
  )
  const unknown = (name: string, index: number) => ({
    path: ids ? `/ids/${index}` : `/keys/${index}`,
    message: `The order \`${name}\` does not exist.`,
  })
  return entries.addAll(tx, orderExportList, call, { names, ids: orderIds, versions, unknown })
}

/** Locks orders in the sequence of their ids to avoid deadlocks. Returns the versions of the orders that exist. */
async function lockAll(
  tx: WriteTransaction,
  environmentId: string,
  ids: string[],
): Promise<ReadonlyMap<string | undefined, number>> {
  const versions = new Map<string | undefined, number>()
  for (const id of [...new Set(ids)].sort()) {
    const order = await consignments.lockOrder(tx, environmentId, id)
    if (order) versions.set(id, order.version)
  }
  return versions
}

export const acknowledgeOrders = (
  tx: WriteTransaction,
  { environmentId, body }: OperationCall<unknown, unknown, BodyOf<typeof acknowledgeExport>>,
) =>
  entries.acknowledgeEntries(
    tx,
    orderExportList,
    environmentId,
    body.consignments.map(({ consignmentId: id, version, reason }) => ({ id, version, reason })),
  )
