// Applies a proposal and undoes it, each in one transaction that checks the versions of its records.
import { isDeepStrictEqual } from 'node:util'
import type { DataOf } from '../../../contract/endpoint.ts'
import type { Driver } from '../../../contract/fleet.ts'
import type { applyOptimisation, Optimisation, ProposedLoad } from '../../../contract/optimisation.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { calculateDayRange } from '../../access/environment/zone.ts'
import * as fleet from '../../fleet/record/store.ts'
import * as consignmentRules from '../../orders/order/rules.ts'
import { readFields } from '../../orders/record/document.ts'
import * as consignments from '../../orders/record/store.ts'
import { lockAll } from '../../orders/stop/joining.ts'
import * as loads from '../../orders/stop/store.ts'
import { type ReadTransaction, retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest, type RequestError } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as loadRules from '../load/rules.ts'
import { findFreeKey, listLoadsOfDay } from './material.ts'
import { expectState, type StoredBasis } from './rules.ts'
import * as store from './store.ts'

type Path = { optimisationId: string }

/** The records that a proposal changed, and their earlier state. */
interface Applied {
  loads: {
    loadId: string
    key: string
    /** Version after the proposal was applied. */
    version: number
    /** Content after the proposal was applied; missing in rows of early releases. */
    after?: LoadContent
    /** Ids of the earlier orders; null for a load that the proposal created. */
    stops: string[] | null
    plannedStart: string | null
  }[]
  orders: { consignmentId: string; version: number; after?: OrderContent; planned: string | null }[]
}

/** A load with its stops, without version and time of change. */
type LoadContent = Omit<loads.LoadRow, 'version' | 'updated'> & { stops: string[] }

/** The content of an order that an undo restores, and the fields that decide whether the load may take it. */
type OrderContent = Pick<consignments.ConsignmentRow, 'loadId' | 'type' | 'depotKey'> & { planned: string | null }

export async function applyProposal(
  tx: WriteTransaction,
  call: OperationCall<unknown, Path, { loads?: string[] | null; onlyUnchanged?: boolean | null }>,
): Promise<DataOf<typeof applyOptimisation>> {
  const { environmentId } = call
  const row = await expectState(tx, call, ['done', 'applied'])
  const { loads: proposed, leftOut } = JSON.parse(row.proposal!) as Pick<Optimisation, 'loads' | 'leftOut'>
  const requestedLoads = chosenOf(proposed, call.body?.loads ?? undefined)
  if (row.state === 'applied') return { loads: writtenBefore(row, call.body?.loads ? requestedLoads : []) }
  const earlierLoads = await loadsBefore(tx, environmentId, requestedLoads)
  const ordersIn = ({ stops, loadId }: ProposedLoad) => [
    ...new Set([...idsOf(stops), ...((loadId !== null && earlierLoads.get(loadId)?.stops) || [])]),
  ]
  await lockAll(tx, environmentId, [...earlierLoads.keys()], [...new Set(requestedLoads.flatMap(ordersIn))])
  const basis = JSON.parse(row.basis!) as StoredBasis
  const newLoads = await takenSince(tx, environmentId, { day: row.day, ...basis }, requestedLoads)
  const keys = new Map(
    [...proposed.flatMap(({ stops }) => stops), ...leftOut].map((order) => [order.consignmentId, order.key]),
  )
  const changes = await changesIn(tx, environmentId, requestedLoads, { ordersIn, basis, taken: newLoads, keys })
  const chosen = call.body?.onlyUnchanged ? untouched(requestedLoads, new Set(changes.keys())) : requestedLoads
  if (changes.size > 0 && (chosen.length === 0 || !call.body?.onlyUnchanged)) expectNone([...changes.values()].flat())
  const plannedBefore = await plannedOf(tx, environmentId, [...new Set(chosen.flatMap(ordersIn))])
  const done: Written[] = []
  for (const load of chosen) done.push(await write(tx, call, load))
  await setTimes(tx, call, chosen)
  const applied: Applied = { loads: [], orders: [] }
  for (const { loadId, key } of done) {
    const load = (await loads.findLoad(tx, environmentId, loadId))!
    const after = await loadContent(tx, environmentId, load)
    const was = earlierLoads.get(loadId) ?? { stops: null, plannedStart: null }
    applied.loads.push({ loadId, key, version: load.version, after, ...was })
  }
  for (const [consignmentId, planned] of plannedBefore) {
    const order = (await consignments.findById(tx, environmentId, consignmentId))!
    applied.orders.push({ consignmentId, version: order.version, after: orderContent(order), planned })
  }
  await store.setState(tx, environmentId, row.optimisationId, {
    state: 'applied',
    applied: JSON.stringify(applied),
    now: formatIso(call.now),
  })
  return { loads: done }
}

/** Returns the loads of an applied proposal to a repeated request. Throws if it names loads that were not applied. */
function writtenBefore({ applied }: store.OptimisationRow, requestedLoads: readonly ProposedLoad[]): Written[] {
  const written = (JSON.parse(applied!) as Applied).loads.map(({ loadId, key }) => ({ loadId, key }))
  const isWritten = (load: ProposedLoad) =>
    written.some(({ loadId, key }) => loadId === load.loadId || key === load.key || key.startsWith(`${load.key} (`))
  const missing = requestedLoads.find((load) => !isWritten(load))
  if (!missing) return written
  throw new ApiProblem('OPTIMISATION_STATE', {
    message: `The proposal was applied without \`${missing.key}\`: plan the remaining orders with a new optimisation.`,
    values: { key: missing.key },
  })
}

/** Returns the chosen loads. Throws if they exchange orders with other loads, because an order would be lost. */
function chosenOf(proposed: readonly ProposedLoad[], keys: readonly string[] | undefined): ProposedLoad[] {
  const proposedKeys = new Set(proposed.map(({ key }) => key))
  const first = keys?.find((key) => !proposedKeys.has(key))
  if (first !== undefined)
    throw createBadRequest(`/loads/${keys!.indexOf(first)}`, 'unknown_load', `The proposal has no load \`${first}\`.`, {
      key: first,
    })
  const chosen = keys ? proposed.filter(({ key }) => keys.includes(key)) : [...proposed]
  const inside = new Set(chosen.flatMap(({ loadId }) => loadId ?? []))
  const remainingLoads = proposed.filter((load) => !chosen.includes(load))
  const split = [
    ...chosen.flatMap((load) =>
      load.stops.filter(({ was }) => was !== null && !inside.has(was.loadId)).map(() => load),
    ),
    ...remainingLoads.flatMap((load) =>
      load.stops.filter(({ was }) => was !== null && inside.has(was.loadId)).map(() => load),
    ),
  ]
  if (split.length === 0) return chosen
  const splitKeys = [...new Set(split.map(({ key }) => key))]
  const names = splitKeys.map((key) => `\`${key}\``).join(', ')
  throw createBadRequest(
    '/loads',
    'exchange',
    `Orders move between these loads and other loads: choose all these loads (${names}).`,
    { keys: splitKeys },
  )
}

/** The state of a load before the proposal. */
type EarlierLoad = Pick<Applied['loads'][number], 'stops' | 'plannedStart'>

async function loadsBefore(
  tx: ReadTransaction,
  environmentId: string,
  chosen: readonly ProposedLoad[],
): Promise<Map<string, EarlierLoad>> {
  const earlierLoads = new Map<string, EarlierLoad>()
  for (const { loadId } of chosen) {
    const load = loadId === null ? undefined : await loads.findLoad(tx, environmentId, loadId)
    if (!load) continue
    const stops = await loads.listStops(tx, environmentId, load.loadId)
    earlierLoads.set(load.loadId, {
      stops: stops.map(({ consignmentId }) => consignmentId),
      plannedStart: load.plannedStart,
    })
  }
  return earlierLoads
}

const idsOf = (stops: readonly { consignmentId: string }[]) => stops.map(({ consignmentId }) => consignmentId)

interface Expected {
  ordersIn(load: ProposedLoad): readonly string[]
  basis: StoredBasis
  taken: ReadonlyMap<string, string>
  /** Keys of orders by id, also of deleted orders. */
  keys: ReadonlyMap<string, string>
}

/**
 * Returns the loads that vehicles got since the search, by vehicle key. Locks the vehicles that the proposal gives a
 * load.
 */
async function takenSince(
  tx: WriteTransaction,
  environmentId: string,
  { day, others }: Pick<StoredBasis, 'others'> & { day: string },
  requestedLoads: readonly ProposedLoad[],
): Promise<Map<string, string>> {
  const free = requestedLoads.flatMap(({ loadId, vehicleKey }) =>
    loadId === null && vehicleKey !== null ? [vehicleKey] : [],
  )
  if (free.length === 0 || !others) return new Map()
  // To avoid deadlocks, drivers are locked before vehicles, both in the sequence of their keys.
  for (const key of new Set(requestedLoads.map(({ driverKey }) => driverKey).toSorted()))
    if (key !== null) await fleet.driverTable.hold(tx, environmentId, key)
  for (const key of free.toSorted()) await fleet.vehicleTable.lock(tx, environmentId, key)
  const { timezone } = await getSettings(tx, environmentId)
  const rows = await listLoadsOfDay(tx, environmentId, calculateDayRange('/day', day, timezone))
  const earlierIds = new Set(others)
  return new Map(
    rows.flatMap(({ vehicleKey, key, loadId }) =>
      vehicleKey !== null && !earlierIds.has(loadId) ? [[vehicleKey, key] as const] : [],
    ),
  )
}

/** Returns errors for changed depots, and for the driver of a new load. */
async function changesAround(
  tx: ReadTransaction,
  environmentId: string,
  { loadId, startDepotKey, endDepotKey, driverKey }: ProposedLoad,
  { depots: versions }: StoredBasis,
): Promise<RequestError[]> {
  const found: RequestError[] = []
  for (const key of new Set([startDepotKey, endDepotKey])) {
    if (key === null) continue
    const depot = await fleet.depotTable.find(tx, environmentId, key)
    const earlierVersion = versions?.[key]
    // A load keeps a depot that was deleted before the search. A new load cannot have it.
    const isChanged = earlierVersion === undefined ? loadId === null && !depot : depot?.version !== earlierVersion
    if (isChanged) found.push(changed('depot', key, depot !== undefined))
  }
  const driver =
    loadId !== null || driverKey === null ? null : await fleet.driverTable.find(tx, environmentId, driverKey)
  if (driver !== null && !(driver && (JSON.parse(driver.document) as Driver).active))
    found.push(changed('driver', driverKey!, driver !== undefined))
  return found
}

/** Returns the changes since the search, by load. */
async function changesIn(
  tx: WriteTransaction,
  environmentId: string,
  requestedLoads: readonly ProposedLoad[],
  { ordersIn, basis, taken, keys }: Expected,
): Promise<Map<ProposedLoad, RequestError[]>> {
  const changes = new Map<ProposedLoad, RequestError[]>()
  const reportedMessages = new Set<string>()
  for (const proposed of requestedLoads) {
    const { loadId, key, vehicleKey } = proposed
    const found = await changesAround(tx, environmentId, proposed, basis)
    const load = loadId === null ? undefined : await loads.findLoad(tx, environmentId, loadId)
    if (loadId !== null && load?.version !== basis.loads[loadId]) found.push(changed('load', key, load !== undefined))
    const vehicle = vehicleKey === null ? undefined : await fleet.vehicleTable.find(tx, environmentId, vehicleKey)
    if (vehicleKey !== null && vehicle?.version !== basis.vehicles[vehicleKey])
      found.push(changed('vehicle', vehicleKey, vehicle !== undefined))
    const newLoadKey = loadId === null && vehicleKey !== null ? taken.get(vehicleKey) : undefined
    if (newLoadKey !== undefined)
      found.push({
        path: '',
        code: 'changed',
        message: `The vehicle \`${vehicleKey}\` now has the load \`${newLoadKey}\`.`,
        values: { kind: 'vehicle', key: vehicleKey!, loadKey: newLoadKey },
      })
    for (const consignmentId of ordersIn(proposed)) {
      const order = await consignments.findById(tx, environmentId, consignmentId)
      if (order?.version !== basis.orders[consignmentId])
        found.push(changed('order', order?.key ?? keys.get(consignmentId) ?? consignmentId, order !== undefined))
    }
    // A change that concerns two loads is reported once.
    if (found.length > 0)
      changes.set(
        proposed,
        found.filter(({ message }) => !reportedMessages.has(message)),
      )
    for (const { message } of found) reportedMessages.add(message)
  }
  return changes
}

/** Returns the loads without changes that exchange no orders with changed loads, directly or through other loads. */
function untouched(requestedLoads: readonly ProposedLoad[], touched: ReadonlySet<ProposedLoad>): ProposedLoad[] {
  const apart = new Set(touched)
  const homes = ({ stops }: ProposedLoad) => stops.flatMap(({ was }) => was?.loadId ?? [])
  for (let size = -1; size !== apart.size; ) {
    size = apart.size
    const ids = new Set([...apart].flatMap((load) => [load.loadId ?? '', ...homes(load)]))
    for (const load of requestedLoads)
      if ((load.loadId !== null && ids.has(load.loadId)) || homes(load).some((id) => ids.has(id))) apart.add(load)
  }
  return requestedLoads.filter((load) => !apart.has(load))
}

const changed = (
  recordType: 'order' | 'load' | 'vehicle' | 'driver' | 'depot',
  key: string,
  exists: boolean,
): RequestError => ({
  path: '',
  code: exists ? 'changed' : 'gone',
  message: exists ? `The ${recordType} \`${key}\` has changed.` : `The ${recordType} \`${key}\` no longer exists.`,
  values: { kind: recordType, key },
})

function expectNone(found: RequestError[]): void {
  if (found.length === 0) return
  const moreText = found.length > 1 ? ` (and ${found.length - 1} more, see errors)` : ''
  throw new ApiProblem('PLAN_OUTDATED', {
    message: `${found[0]!.message}${moreText} Nothing was written.`,
    errors: found,
  })
}

const plannedIn = ({ document }: consignments.ConsignmentRow): string | null =>
  readFields(document, ['planned']).planned ?? null

async function plannedOf(tx: ReadTransaction, environmentId: string, ids: readonly string[]) {
  const planned = new Map<string, string | null>()
  for (const id of ids) {
    const row = await consignments.findById(tx, environmentId, id)
    planned.set(id, plannedIn(row!))
  }
  return planned
}

/** Returns a call for the rules of another record, like the call of its endpoint. */
const callFor = <Params, Body>(call: OperationCall, params: Params, body: Body) => ({
  ...call,
  query: {},
  params,
  body,
  ifMatch: undefined,
})

interface Written {
  loadId: string
  key: string
}

async function write(tx: WriteTransaction, call: OperationCall, load: ProposedLoad): Promise<Written> {
  const stops = load.stops.map(({ consignmentId }) => ({ consignmentId }))
  const { plannedStart } = load
  if (load.loadId !== null) {
    await loadRules.updateLoad(tx, callFor(call, { loadId: load.loadId }, { stops, plannedStart }))
    return { loadId: load.loadId, key: load.key }
  }
  const { vehicleKey, driverKey, startDepotKey, endDepotKey } = load
  const key = await findFreeKey(tx, call.environmentId, load.key)
  const body = { key, vehicleKey, driverKey, startDepotKey, endDepotKey, plannedStart, stops }
  const { loadId } = await loadRules.createLoad(tx, callFor(call, undefined, body)).catch((error) => {
    // Another transaction has taken the key of the new load: this transaction starts again with another key.
    throw error instanceof ApiProblem && error.code === 'KEY_EXISTS' ? retryTransaction() : error
  })
  return { loadId, key }
}

/** Sets the planned times of orders to the starts of work at their stops. */
async function setTimes(tx: WriteTransaction, call: OperationCall, chosen: readonly ProposedLoad[]): Promise<void> {
  const stops = chosen.flatMap((load) => load.stops)
  // Orders are changed in the sequence of ids, to avoid deadlocks.
  for (const { consignmentId, starts } of stops.toSorted((a, b) => (a.consignmentId < b.consignmentId ? -1 : 1)))
    if (starts !== null) await consignmentRules.updateOrder(tx, callFor(call, { consignmentId }, { planned: starts }))
}

export async function undoProposal(tx: WriteTransaction, call: OperationCall<unknown, Path>): Promise<void> {
  const { environmentId } = call
  const row = await expectState(tx, call, ['applied'])
  const applied = JSON.parse(row.applied!) as Applied
  const ids = applied.orders.map(({ consignmentId }) => consignmentId)
  await lockAll(
    tx,
    environmentId,
    applied.loads.map(({ loadId }) => loadId),
    ids,
  )
  await expectAsApplied(tx, environmentId, applied)
  // New loads are deleted first, so that their orders can return to their former loads.
  for (const { loadId, stops } of applied.loads)
    if (stops === null) await loadRules.deleteLoad(tx, callFor(call, { loadId }, undefined))
  for (const { loadId, stops, plannedStart } of applied.loads)
    if (stops !== null)
      await loadRules.updateLoad(
        tx,
        callFor(call, { loadId }, { stops: stops.map((consignmentId) => ({ consignmentId })), plannedStart }),
      )
  for (const { consignmentId, planned } of applied.orders.toSorted((a, b) =>
    a.consignmentId < b.consignmentId ? -1 : 1,
  ))
    await consignmentRules.updateOrder(tx, callFor(call, { consignmentId }, { planned }))
  await store.setState(tx, environmentId, row.optimisationId, {
    state: 'undone',
    applied: null,
    now: formatIso(call.now),
  })
}

async function loadContent(tx: ReadTransaction, environmentId: string, load: loads.LoadRow): Promise<LoadContent> {
  const { version, updated, ...content } = load
  return { ...content, stops: idsOf(await loads.listStops(tx, environmentId, load.loadId)) }
}

function orderContent(order: consignments.ConsignmentRow): OrderContent {
  const { loadId, type, depotKey } = order
  return { loadId, type, depotKey, planned: plannedIn(order) }
}

/** Throws if a record differs from the applied state. A newer version with the same content is accepted. */
async function expectAsApplied(tx: ReadTransaction, environmentId: string, applied: Applied): Promise<void> {
  const found: RequestError[] = []
  for (const { loadId, version, after } of applied.loads) {
    const load = await loads.findLoad(tx, environmentId, loadId)
    const isSame =
      load?.version === version || (load && isDeepStrictEqual(await loadContent(tx, environmentId, load), after))
    if (!isSame) found.push(changed('load', load?.key ?? loadId, load !== undefined))
  }
  for (const { consignmentId, version, after } of applied.orders) {
    const order = await consignments.findById(tx, environmentId, consignmentId)
    const isSame = order?.version === version || (order && isDeepStrictEqual(orderContent(order), after))
    if (!isSame) found.push(changed('order', order?.key ?? consignmentId, order !== undefined))
  }
  expectNone(found)
}
