// Adds orders to loads and removes them, and checks the depot rule.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import { type ReadTransaction, retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import type { FieldDifference } from '../../platform/value/difference.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as exportList from '../export-list/store.ts'
import * as notices from '../outbox/rules.ts'
import * as consignments from '../record/store.ts'
import { checkDepotRule, type DepotRuleError, type DepotRuleOrder } from './depot-rule.ts'
import * as store from './store.ts'

/** Throws if a load is not open. The stops of a started or completed load cannot change. */
export function expectOpen(load: Pick<store.LoadRow, 'loadId' | 'status'>): void {
  if (load.status !== 'started' && load.status !== 'completed') return
  throw new ApiProblem('LOAD_STATE', {
    message:
      `The load \`${load.loadId}\` is ${load.status}: its orders, their sequence and its depots cannot be ` +
      'changed. Only undelivered orders may leave it.',
    values: { status: load.status },
    extras: { loadId: load.loadId },
  })
}

/**
 * Throws if one of these orders may not leave the load. An order with the outcome failed or partial may leave a started
 * or completed load. An order without an outcome may leave a completed load that has a proof. Without any proof, the
 * orders of a completed load stay.
 */
export async function assertOrdersMayLeave(
  tx: ReadTransaction,
  environmentId: string,
  load: Pick<store.LoadRow, 'loadId' | 'status'>,
  removedIds: readonly string[],
): Promise<void> {
  if (load.status !== 'started' && load.status !== 'completed') return
  for (const consignmentId of removedIds) {
    const outcome = await consignments.findOutcome(tx, environmentId, consignmentId)
    const isUnreached = outcome === null && load.status === 'completed'
    const isRemovable = outcome === 'failed' || outcome === 'partial'
    if (!isRemovable && !(isUnreached && (await store.isProved(tx, environmentId, load.loadId)))) expectOpen(load)
  }
}

const createRuleError = (broken: DepotRuleError): RequestError => ({
  path: '/loadId',
  code: 'depot_rule',
  ...broken,
  problem: 'DEPOT_RULE',
})

// Every transaction locks loads before orders, and both in the sequence of their ids, so that transactions cannot
// deadlock.
const lockLoads = async (tx: WriteTransaction, environmentId: string, loadIds: (string | null | undefined)[]) => {
  const named = new Set(loadIds.filter((loadId) => typeof loadId === 'string'))
  for (const loadId of [...named].sort()) await store.lockLoad(tx, environmentId, loadId)
}

/** Locks the current load of an order, and the load that the order will join. Returns the id of the current load. */
export async function lockAround(
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  nextLoadId: string | null | undefined,
): Promise<string | null> {
  const loadId = await store.loadOf(tx, environmentId, consignmentId)
  await lockLoads(tx, environmentId, [loadId, nextLoadId])
  return loadId
}

/** Locks all loads and orders of a change: the named loads, the current loads of the orders, and the orders. */
export async function lockAll(
  tx: WriteTransaction,
  environmentId: string,
  loadIds: readonly (string | null | undefined)[],
  consignmentIds: readonly string[],
): Promise<void> {
  const homes: (string | null)[] = []
  for (const id of consignmentIds) homes.push(await store.loadOf(tx, environmentId, id))
  await lockLoads(tx, environmentId, [...loadIds, ...homes])
  await lockOrders(tx, environmentId, consignmentIds)
}

/** Locks orders and their entries on the export list, which change together. */
async function lockOrders(tx: WriteTransaction, environmentId: string, ids: readonly string[]): Promise<void> {
  for (const id of [...ids].sort()) await consignments.lockOrder(tx, environmentId, id)
  await exportList.lockEntries(tx, exportList.orderExportList, environmentId, ids)
}

export interface LockedRoute {
  stops: store.StopRow[]
  /** Current load of each order that the route will contain; null for an order without a load. */
  homes: Map<string, string | null>
}

/** Locks a route: its load if it exists, its current and future orders, and the current loads of these orders. */
export async function lockRoute(
  tx: WriteTransaction,
  environmentId: string,
  loadId: string | undefined,
  requestedIds: readonly string[],
): Promise<LockedRoute> {
  const homes = new Map<string, string | null>()
  for (const id of requestedIds) homes.set(id, await store.loadOf(tx, environmentId, id))
  await lockLoads(tx, environmentId, [loadId, ...homes.values()])
  const stops = loadId === undefined ? [] : await store.listStops(tx, environmentId, loadId)
  const orders = new Set([...requestedIds, ...stops.map(({ consignmentId }) => consignmentId)])
  await lockOrders(tx, environmentId, [...orders])
  return { stops, homes }
}

/**
 * Locks the load that an order will join, and adds errors to `errors`. Returns undefined if the load does not exist.
 */
export async function lockJoinedLoad(
  tx: WriteTransaction,
  environmentId: string,
  {
    settings,
    loadId,
    order,
    errors,
  }: { settings: EnvironmentSettings; loadId: string; order: DepotRuleOrder; errors: RequestError[] },
): Promise<store.LoadRow | undefined> {
  const load = await store.lockLoad(tx, environmentId, loadId)
  if (!load) {
    errors.push(...(await findUnknownLoadErrors(tx, environmentId, settings, loadId)))
    return undefined
  }
  expectOpen(load)
  const broken = checkDepotRule(order, load)
  if (broken) errors.push(createRuleError(broken))
  return load
}

/** Returns the error of an order that no longer fits its load after a change of its type or depot. */
export async function findDepotRuleErrors(
  tx: WriteTransaction,
  environmentId: string,
  loadId: string,
  order: DepotRuleOrder,
): Promise<RequestError[]> {
  const load = await store.lockLoad(tx, environmentId, loadId)
  const broken = load && checkDepotRule(order, load)
  return broken ? [{ ...createRuleError(broken), path: '/depotKey' }] : []
}

/** Returns the errors of joining a load. Does not lock the load, because the request is rejected anyway. */
export async function findJoinErrors(
  tx: ReadTransaction,
  environmentId: string,
  { settings, loadId, order }: { settings: EnvironmentSettings; loadId: string; order: DepotRuleOrder },
): Promise<RequestError[]> {
  const load = await store.findLoad(tx, environmentId, loadId)
  if (!load) return findUnknownLoadErrors(tx, environmentId, settings, loadId)
  const broken = checkDepotRule(order, load)
  return broken ? [createRuleError(broken)] : []
}

async function findUnknownLoadErrors(
  tx: ReadTransaction,
  environmentId: string,
  settings: EnvironmentSettings,
  loadId: string,
): Promise<RequestError[]> {
  const unknown = (message: string): RequestError[] => [
    { path: '/loadId', code: 'unknown_load', message, values: { key: loadId }, problem: 'UNKNOWN_LOAD' },
  ]
  // A load that is created with this id also gets it as its key. If another load has this key, the client has confused
  // a key with an id.
  const holder = await store.findLoadId(tx, environmentId, loadId)
  // Another transaction created the load in the meantime.
  if (holder === loadId) throw retryTransaction()
  if (holder !== undefined)
    return unknown(
      `The load with the id \`${loadId}\` does not exist; the load with that key has the id \`${holder}\`.`,
    )
  if (settings.loads.unknown === 'create') return []
  return unknown(
    `The load \`${loadId}\` does not exist. Create it first, or set \`loads.unknown\` of the environment to ` +
      '`create`.',
  )
}

/**
 * Adds an order to a load as its last stop. `lockJoinedLoad` has checked the load. If the load is new, creates it
 * first.
 */
export async function joinLoad(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { loadId, consignmentId, isNew }: { loadId: string; consignmentId: string; isNew: boolean },
): Promise<void> {
  const { environmentId } = author
  if (isNew) await open(tx, author, loadId)
  const position = await store.appendStop(tx, environmentId, loadId, consignmentId)
  if (isNew) return
  await stopsChanged(tx, author, loadId, [{ path: `/stops/${position - 1}`, new: consignmentId }])
  await notices.onOrderJoined(tx, author, consignmentId)
}

/** Stores a new version of a load whose stops have changed, and records the event. */
async function stopsChanged(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  loadId: string,
  differences: FieldDifference[],
): Promise<void> {
  const { key, version, updated } = await store.incrementVersion(
    tx,
    author.environmentId,
    loadId,
    formatIso(author.now),
  )
  await changes.recordChange(tx, changes.withLaterTime(author, updated), {
    type: 'load.updated',
    recordId: loadId,
    recordKey: key,
    version,
    differences,
  })
}

async function open(tx: WriteTransaction, author: changes.ChangeAuthor, loadId: string): Promise<void> {
  const { environmentId } = author
  const now = formatIso(author.now)
  const load: store.LoadRow = {
    ...store.plannedOf({ key: loadId }),
    loadId,
    status: 'planning',
    version: await changes.findFirstVersion(tx, environmentId, 'load', loadId),
    created: now,
    updated: now,
    actualStart: null,
    actualEnd: null,
  }
  // Another transaction has created the load. The repeated transaction checks it with `lockJoinedLoad`.
  if (!(await store.insertLoad(tx, environmentId, load))) throw retryTransaction()
  await changes.recordChange(tx, author, {
    type: 'load.created',
    recordId: loadId,
    recordKey: load.key,
    version: load.version,
  })
}

/** Removes an order from its load. The positions of later stops decrease by one. */
export async function removeOrder(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  loadId: string,
  consignmentId: string,
): Promise<void> {
  const { environmentId } = author
  const load = await store.lockLoad(tx, environmentId, loadId)
  if (!load) return
  await assertOrdersMayLeave(tx, environmentId, load, [consignmentId])
  const position = await store.removeStop(tx, environmentId, loadId, consignmentId)
  if (position !== undefined)
    await stopsChanged(tx, author, loadId, [{ path: `/stops/${position - 1}`, old: consignmentId }])
}

/** Removes an order from its load before it is deleted. Throws if the load is started or completed. */
export async function removeDeletedOrder(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  loadId: string,
  consignmentId: string,
): Promise<void> {
  const load = await store.lockLoad(tx, author.environmentId, loadId)
  if (load) expectOpen(load)
  await removeOrder(tx, author, loadId, consignmentId)
}
