// Creates, changes and deletes loads, and checks their depots, vehicles, drivers and stops.
import { isDeepStrictEqual } from 'node:util'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import {
  type Load,
  LoadInput,
  type LoadPatch,
  type LoadSummary,
  loadSchemas as loadRecord,
} from '../../../contract/load.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { getBodyZone, getRequestZone } from '../../access/environment/zone.ts'
import * as depotKind from '../../fleet/depot/rules.ts'
import { buildUnknownKeyError } from '../../fleet/record/rules.ts'
import { depotTable } from '../../fleet/record/store.ts'
import * as exportList from '../../orders/export-list/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import * as consignments from '../../orders/record/store.ts'
import { checkDepotRule, type DepotRuleRoute } from '../../orders/stop/depot-rule.ts'
import {
  assertOrdersMayLeave,
  expectOpen,
  type LockedRoute,
  lockRoute,
  removeOrder,
} from '../../orders/stop/joining.ts'
import * as store from '../../orders/stop/store.ts'
import {
  type Awaitable,
  type ReadTransaction,
  retryTransaction,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { mergePatch, removeReadOnly } from '../../platform/operation/merge.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { findDifferences } from '../../platform/value/difference.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatInstant, formatIso, isWritable, parseDateTime } from '../../platform/value/times.ts'
import { calculateFigures, noFigures } from '../calculation/figures.ts'
import { readServedOrders } from '../calculation/served.ts'
import { changeStatus } from './moving.ts'
import { buildSummary, toLoad } from './read.ts'
import { checkCrew, type LoadCrew, type NamedCrew, noCrew, readVehicleDefaults } from './vehicle.ts'

type Selector = { id?: string; key?: string; timezone?: string }
type Path = { loadId: string } | undefined
type Zoned = { timezone?: string }
type ReadQuery = Zoned & { dateTimes?: string }

/** Turns the planned start into an instant, and finds repeated stops. Runs before the transaction. */
async function prepare<T extends LoadInput | LoadPatch>(
  call: OperationCall<Zoned, unknown, T>,
  preparing: PreparationContext,
  stored: (tx: ReadTransaction) => Awaitable<DepotRuleRoute & LoadCrew>,
): Promise<T> {
  const { body } = call
  if (typeof body !== 'object' || body === null) return body
  const zone = await getBodyZone(call, preparing, [body.plannedStart])
  preparing.findings.push(...repeated(body.stops), ...checkStart(body.plannedStart, zone))
  if (preparing.findings.length > 0) {
    preparing.findings.push(
      ...(await preparing.read(async (tx) =>
        checkReferences(tx, call.environmentId, { wanted: body, stored: await stored(tx) }),
      )),
    )
    return body
  }
  if (typeof body.plannedStart !== 'string') return body
  return { ...body, plannedStart: formatInstant(parseDateTime(body.plannedStart)!, zone) }
}

/** Returns the error of a time whose year in UTC does not have four digits. */
function checkStart(text: unknown, zone: string): RequestError[] {
  const parsed = typeof text === 'string' ? parseDateTime(text) : undefined
  if (!parsed || isWritable(formatInstant(parsed, zone))) return []
  return [
    { path: '/plannedStart', code: 'out_of_range', message: 'In UTC, this time is outside the years 0001 to 9999.' },
  ]
}

export const prepareCreate = (call: OperationCall<Zoned, unknown, LoadInput>, preparing: PreparationContext) =>
  prepare(call, preparing, () => nothingYet)
export const prepareUpdate = (call: OperationCall<Selector, Path, LoadPatch>, preparing: PreparationContext) =>
  prepare(call, preparing, (tx) => storedRoute(tx, call))

/**
 * Returns depots, vehicle and driver of the addressed load, to list all errors of a request that is already rejected.
 */
async function storedRoute(
  tx: ReadTransaction,
  { environmentId, query, params }: OperationCall<Selector, Path>,
): Promise<DepotRuleRoute & LoadCrew> {
  const idOfKey = query.key === undefined ? undefined : await store.findLoadId(tx, environmentId, query.key)
  const loadId = params?.loadId ?? query.id ?? idOfKey
  return (loadId === undefined ? undefined : await store.findLoad(tx, environmentId, loadId)) ?? nothingYet
}

function repeated(stops: unknown): RequestError[] {
  const seenIds = new Set<unknown>()
  return (Array.isArray(stops) ? stops : []).flatMap((element, index) => {
    const id = (element as { consignmentId?: unknown } | null)?.consignmentId
    const isRepeated = typeof id === 'string' && seenIds.has(id)
    seenIds.add(id)
    return isRepeated
      ? [
          {
            path: `/stops/${index}/consignmentId`,
            code: 'duplicate',
            message: 'This order appears in `stops` more than once.',
          },
        ]
      : []
  })
}

type Loose = NamedCrew & { startDepotKey?: unknown; endDepotKey?: unknown; stops?: unknown }
const sides = ['startDepotKey', 'endDepotKey'] as const
const nothingYet: DepotRuleRoute & LoadCrew = { startDepotKey: null, endDepotKey: null, ...noCrew }

interface Referring {
  wanted: Loose
  stored: DepotRuleRoute & LoadCrew
  exists?: (key: string) => Awaitable<boolean>
  /** Transaction that holds the named vehicles and drivers until it ends. */
  holding?: WriteTransaction
}

/**
 * Finds names of missing depots, vehicles, drivers and orders, and orders that do not fit the depots. Names that the
 * stored load has already stay valid. Accepts a body with other errors, so that one response lists all errors.
 */
async function checkReferences(
  tx: ReadTransaction,
  environmentId: string,
  {
    wanted,
    stored,
    holding,
    exists = async (key) => (await depotTable.find(tx, environmentId, key)) !== undefined,
  }: Referring,
): Promise<RequestError[]> {
  const found: RequestError[] = []
  const route = { ...stored }
  for (const side of sides) {
    const key = wanted[side]
    if (key === undefined) continue
    route[side] = typeof key === 'string' ? key : null
    if (typeof key === 'string' && key !== stored[side] && !(await exists(key)))
      found.push(
        await buildUnknownKeyError(tx, { environmentId }, depotKind.depotRecordType, { path: `/${side}`, key }),
      )
  }
  found.push(...(await checkCrew(tx, environmentId, { wanted, stored, holding })))
  return [...found, ...(await checkStops(tx, environmentId, route, wanted.stops))]
}

/** Returns the errors of orders that are missing, or do not fit the depots. */
async function checkStops(
  tx: ReadTransaction,
  environmentId: string,
  route: DepotRuleRoute,
  stops: unknown,
): Promise<RequestError[]> {
  const found: RequestError[] = []
  for (const [index, element] of (Array.isArray(stops) ? stops : []).entries()) {
    const path = `/stops/${index}/consignmentId`
    const id = (element as { consignmentId?: unknown } | null)?.consignmentId
    if (typeof id !== 'string') continue
    const order = await consignments.findById(tx, environmentId, id)
    const broken = order && checkDepotRule(order, route)
    if (!order)
      found.push({
        path,
        code: 'unknown_consignment',
        message: `The order \`${id}\` does not exist.`,
        values: { key: id },
        problem: 'UNKNOWN_CONSIGNMENT',
      })
    else if (broken) found.push({ path, code: 'depot_rule', ...broken, problem: 'DEPOT_RULE' })
  }
  return found
}

/** Throws if the references of a change are wrong. Holds the named depots, vehicles and drivers. */
async function expectReferences(
  tx: WriteTransaction,
  environmentId: string,
  { wanted, stored, found = [] }: { wanted: Loose; stored: DepotRuleRoute & LoadCrew; found?: RequestError[] },
): Promise<void> {
  found.push(
    ...(await checkReferences(tx, environmentId, {
      wanted,
      stored,
      exists: (key) => depotTable.isHeld(tx, environmentId, key),
      holding: tx,
    })),
  )
  if (found.length > 0) throw createProblem(found)
}

export async function createLoad(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, LoadInput>,
): Promise<{ loadId: string; version: number }> {
  return insertNew(tx, call, await withVehicle(tx, call.environmentId, call.body))
}

/** Creates a load without taking values over from its vehicle. */
export async function insertNew(
  tx: WriteTransaction,
  call: OperationCall,
  body: LoadInput,
): Promise<{ loadId: string; version: number }> {
  const { environmentId } = call
  const now = formatIso(call.now)
  const order = idsOf(body.stops ?? [])
  const locked = await lockRoute(tx, environmentId, undefined, order)
  await expectReferences(tx, environmentId, { wanted: body, stored: nothingYet })
  const load: store.LoadRow = {
    ...store.plannedOf(body),
    loadId: createId(),
    actualStart: null,
    actualEnd: null,
    status: 'planning',
    version: 1,
    created: now,
    updated: now,
  }
  if (!(await store.insertLoad(tx, environmentId, load))) throw await keyExists(tx, environmentId, body.key)
  const settings = await getSettings(tx, environmentId)
  await arrange(tx, call, { settings, load, order, locked })
  if (body.status && body.status !== 'planning') await changeStatus(tx, call, { settings, load, status: body.status })
  await changes.recordChange(tx, call, { type: 'load.created', recordId: load.loadId, recordKey: load.key, version: 1 })
  return { loadId: load.loadId, version: 1 }
}

/** Returns the input of a new load, completed by the values of its vehicle. */
async function withVehicle(tx: ReadTransaction, environmentId: string, input: LoadInput): Promise<LoadInput> {
  if (typeof input.vehicleKey !== 'string') return input
  const isGiven = (name: keyof LoadInput) => input[name] != null
  return { ...input, ...(await readVehicleDefaults(tx, environmentId, input.vehicleKey, { isGiven, isOpen: true })) }
}

const idsOf = (stops: { consignmentId: string }[]) => stops.map(({ consignmentId }) => consignmentId)

async function keyExists(tx: ReadTransaction, environmentId: string, key: string): Promise<ApiProblem> {
  const holder = await store.findLoadId(tx, environmentId, key)
  return new ApiProblem('KEY_EXISTS', {
    message: `A load with the key \`${key}\` already exists.`,
    errors: [
      {
        path: '/key',
        code: 'key_exists',
        message: 'This key is already taken: change the existing load, or choose another key.',
        values: { key },
      },
    ],
    ...(holder === undefined ? {} : { extras: { loadId: holder } }),
  })
}

const notFound = (hint = '') =>
  new ApiProblem('NOT_FOUND', { message: `This load does not exist in this environment.${hint}` })
const keyAsId = ' This is the key of a load: send it as `?key=` instead.'

async function select(tx: ReadTransaction, call: OperationCall<Selector, Path>): Promise<store.LoadRow> {
  const { environmentId, query } = call
  const id = call.params?.loadId ?? query.id
  const { key } = query
  const idOfKey = key === undefined ? undefined : await store.findLoadId(tx, environmentId, key)
  const byId = id === undefined ? undefined : await store.findLoad(tx, environmentId, id)
  const row = byId ?? (idOfKey === undefined ? undefined : await store.findLoad(tx, environmentId, idOfKey))
  if (!row) throw notFound(id !== undefined && (await store.findLoadId(tx, environmentId, id)) ? keyAsId : '')
  if (id !== undefined && key !== undefined && byId?.loadId !== idOfKey)
    throw createBadRequest('?key', 'mismatch', '`id` and `key` belong to different loads: send only one of them.')
  return row
}

const localZone = (tx: ReadTransaction, call: OperationCall<ReadQuery>) =>
  call.query.dateTimes === 'local' ? getRequestZone(tx, call) : undefined

export async function getLoad(tx: ReadTransaction, call: OperationCall<Selector & ReadQuery, Path>): Promise<Load> {
  const { environmentId } = call
  const row = await select(tx, call)
  const found = await calculateFigures(tx, environmentId, [row])
  const stops = await store.listStops(tx, environmentId, row.loadId)
  return toLoad(row, stops, {
    environmentId,
    served: await readServedOrders(tx, environmentId, stops),
    zone: await localZone(tx, call),
    figures: found.get(row.loadId)!,
  })
}

/** Returns the fields of a load that its history compares. */
const stateOf = (row: store.LoadRow, stops: string[]) => ({
  ...store.plannedOf(row),
  status: row.status,
  actualStart: row.actualStart,
  actualEnd: row.actualEnd,
  stops,
})

const checkInput = compileSchema(LoadInput)
/** Changes a load. Returns its version. */
export async function updateLoad(
  tx: WriteTransaction,
  call: OperationCall<Selector, Path, LoadPatch>,
): Promise<number> {
  const { environmentId } = call
  const { row, locked } = await selectForChange(tx, call, idsOf(call.body.stops ?? []))
  const { stops } = locked
  const { version: expected, ...patch } = call.body
  expectVersion(row.version, call.ifMatch, expected)
  const { changes: rest, errors: found } = removeReadOnly(withoutFigures(patch), readOnlyOf(row, stops, environmentId))
  const merged = mergePatch(
    { ...store.plannedOf(row), status: row.status },
    { ...(await exchange(tx, environmentId, row, rest)), ...rest },
  ) as LoadInput
  const next: store.LoadRow = { ...row, ...store.plannedOf(merged) }
  const before = idsOf(stops)
  const order = rest.stops === undefined ? before : idsOf(merged.stops ?? [])
  const depotsChange = sides.some((side) => next[side] !== row[side])
  const stopsChange = !isDeepStrictEqual(order, before)
  found.push(...checkInput(merged))
  if (found.length === 0 && (depotsChange || !isShortened(before, order))) expectOpen(row)
  if (found.length === 0 && stopsChange) await assertOrdersMayLeave(tx, environmentId, row, missingOf(before, order))
  await expectReferences(tx, environmentId, {
    wanted: { ...store.plannedOf(merged), stops: merged.stops },
    stored: row,
    found,
  })
  if (next.key !== row.key && (await store.findLoadId(tx, environmentId, next.key)) !== undefined)
    throw await keyExists(tx, environmentId, next.key)
  if (depotsChange && !stopsChange) await expectFit(tx, environmentId, next)
  const settings = await getSettings(tx, environmentId)
  if (stopsChange) await arrange(tx, call, { settings, load: next, order, locked })
  const status = merged.status ?? 'planning'
  if (status !== row.status) await changeStatus(tx, call, { settings, load: next, status })
  if (!stopsChange && isDeepStrictEqual(next, { ...row })) return row.version
  const version = row.version + 1
  const author = changes.withLaterTime(call, row.updated)
  await store.updateLoad(tx, environmentId, { ...next, version, updated: formatIso(author.now) })
  const different = findDifferences(stateOf(row, before), stateOf(next, order))
  await changes.recordChange(tx, author, {
    type: 'load.updated',
    recordId: next.loadId,
    recordKey: next.key,
    version,
    differences: different,
  })
  return version
}

const missingOf = (before: readonly string[], order: readonly string[]) => [
  ...new Set(before).difference(new Set(order)),
]

/** Returns whether `order` is `before` without some of its orders. */
const isShortened = (before: readonly string[], order: readonly string[]): boolean => {
  const newIds = new Set(order)
  return isDeepStrictEqual(
    before.filter((id) => newIds.has(id)),
    order,
  )
}

/** Read-only fields: a patch may contain them only with their current value. */
const readOnlyNames = Object.entries(loadRecord.fields).flatMap(([name, { kind }]) =>
  kind === 'issued' && name !== 'version' && !(name in noFigures) ? [name as keyof LoadSummary] : [],
)

const readOnlyOf = (row: store.LoadRow, stops: store.StopRow[], environmentId: string): Record<string, unknown> => {
  const read = buildSummary(row, stops, { environmentId, zone: undefined, figures: noFigures })
  return Object.fromEntries(readOnlyNames.map((name) => [name, read[name]]))
}

/** Removes the figures of a patch: they depend on other records, so the service ignores them. */
const withoutFigures = (patch: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !(name in noFigures)))

/** Returns the values that a load takes over from its new vehicle, without values that the patch sets. */
async function exchange(
  tx: ReadTransaction,
  environmentId: string,
  row: store.LoadRow,
  patch: Record<string, unknown>,
): Promise<LoadPatch> {
  const { vehicleKey } = patch
  if (typeof vehicleKey !== 'string' || vehicleKey === row.vehicleKey) return {}
  const isGiven = (name: keyof LoadInput) => patch[name] !== undefined
  const isOpen = row.status !== 'started' && row.status !== 'completed'
  return readVehicleDefaults(tx, environmentId, vehicleKey, { isGiven, isOpen })
}

/** Locks a load with its orders and the wanted orders. */
async function selectForChange(
  tx: WriteTransaction,
  call: OperationCall<Selector, Path>,
  requestedIds: readonly string[],
): Promise<{ row: store.LoadRow; locked: LockedRoute }> {
  const { loadId, key } = await select(tx, call)
  const locked = await lockRoute(tx, call.environmentId, loadId, requestedIds)
  const row = await store.findLoad(tx, call.environmentId, loadId)
  if (!row) throw notFound()
  if (row.key !== key) throw retryTransaction()
  return { row, locked }
}

/** Throws if an order of the load does not fit its new depots. */
async function expectFit(tx: WriteTransaction, environmentId: string, load: store.LoadRow): Promise<void> {
  const found = (await store.listStops(tx, environmentId, load.loadId)).flatMap((stop): RequestError[] => {
    const broken = checkDepotRule(stop, load)
    const path = stop.type === 'delivery' ? '/startDepotKey' : '/endDepotKey'
    if (!broken) return []
    const message = `Consignment \`${stop.key}\`: ${broken.message}`
    const values = { consignmentKey: stop.key, ...broken.values }
    return [{ path, code: 'depot_rule', message, values, problem: 'DEPOT_RULE' }]
  })
  if (found.length > 0) throw createProblem(found)
}

interface Arrangement {
  settings: EnvironmentSettings
  load: store.LoadRow
  order: string[]
  locked: LockedRoute
}

/** Sets the stops of a load: new orders join, missing orders leave. */
async function arrange(
  tx: WriteTransaction,
  call: OperationCall,
  { settings, load, order, locked: { stops, homes } }: Arrangement,
): Promise<void> {
  const { environmentId } = call
  const now = formatIso(call.now)
  const before = new Set(idsOf(stops))
  const after = new Set(order)
  // Orders are removed from the end, so that no order moves up before it is removed itself.
  const removedIds = [...before.difference(after)].reverse()
  const joined = [...after.difference(before)]
  for (const consignmentId of removedIds) await store.removeStop(tx, environmentId, load.loadId, consignmentId)
  for (const consignmentId of joined) {
    const elsewhere = await store.loadOf(tx, environmentId, consignmentId)
    if (elsewhere !== homes.get(consignmentId)) throw retryTransaction()
    if (elsewhere !== null) await removeOrder(tx, call, elsewhere, consignmentId)
    await store.appendStop(tx, environmentId, load.loadId, consignmentId)
  }
  for (const [index, id] of order.entries()) await store.setStopPosition(tx, environmentId, id, index + 1)
  // Orders are changed in the sequence of ids, in which acknowledgements also lock the export list, so that
  // transactions cannot deadlock.
  for (const consignmentId of [...removedIds, ...joined].sort()) {
    const joins = after.has(consignmentId)
    const joinedTimeAtStop = joins ? settings.routeSettings.stopDuration : null
    const touched = await consignments.incrementVersion(tx, environmentId, consignmentId, { joinedTimeAtStop, now })
    const { key, version } = touched
    const different = {
      path: '/loadId',
      old: joins ? homes.get(consignmentId) : load.loadId,
      new: joins ? load.loadId : null,
    }
    await changes.recordChange(tx, changes.withLaterTime(call, touched.updated), {
      type: 'consignment.updated',
      recordId: consignmentId,
      recordKey: key,
      version,
      differences: [different],
    })
    await exportList.addChangedOrder(tx, call, settings, { consignmentId, version })
    if (joins) await notices.onOrderJoined(tx, call, consignmentId)
  }
}

/** Deletes a load. Its orders remain, without a load. */
export async function deleteLoad(tx: WriteTransaction, call: OperationCall<Selector, Path>): Promise<void> {
  const { environmentId } = call
  const { row, locked } = await selectForChange(tx, call, [])
  expectVersion(row.version, call.ifMatch)
  expectOpen(row)
  const settings = await getSettings(tx, environmentId)
  await arrange(tx, call, { settings, load: row, order: [], locked })
  await store.deleteLoad(tx, environmentId, row.loadId)
  await changes.recordChange(tx, changes.withLaterTime(call, row.updated), {
    type: 'load.deleted',
    recordId: row.loadId,
    recordKey: row.key,
    version: row.version + 1,
  })
}
