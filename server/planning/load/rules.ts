// Creates, changes and deletes loads, and checks their depots, vehicles, drivers and stops.
import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../../contract/environment.ts'
import { type Load, LoadInput, type LoadPatch, type LoadSummary, load as loadRecord } from '../../../contract/load.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { zoneFor, zoneOf } from '../../access/environment/zone.ts'
import * as depotKind from '../../fleet/depot/rules.ts'
import { unknown } from '../../fleet/record/rules.ts'
import { depots } from '../../fleet/record/store.ts'
import * as exportList from '../../orders/export-list/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import * as consignments from '../../orders/record/store.ts'
import { depotRule, type Route } from '../../orders/stop/depot-rule.ts'
import { expectLeaving, expectOpen, type Locked, leave, lockRoute } from '../../orders/stop/joining.ts'
import * as store from '../../orders/stop/store.ts'
import { type Awaitable, type Reader, startAgain, type Writer } from '../../platform/database/database.ts'
import { badRequest, type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { mergePatch, withoutReadOnly } from '../../platform/operation/merge.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { differences } from '../../platform/value/difference.ts'
import { newId } from '../../platform/value/ids.ts'
import { isWritable, parseDateTime, toInstant, toIso } from '../../platform/value/times.ts'
import { figures, noFigures } from '../calculation/figures.ts'
import { servedOf } from '../calculation/served.ts'
import { move } from './moving.ts'
import { summary, whole } from './read.ts'
import { type Crew, crewFindings, type NamedCrew, noCrew, takenOver } from './vehicle.ts'

type Selector = { id?: string; key?: string; timezone?: string }
type Path = { loadId: string } | undefined
type Zoned = { timezone?: string }
type Shown = Zoned & { dateTimes?: string }

/** Turns the planned start into an instant, and finds repeated stops. Runs before the transaction. */
async function prepare<T extends LoadInput | LoadPatch>(
  call: Call<Zoned, unknown, T>,
  preparing: Preparing,
  stored: (tx: Reader) => Awaitable<Route & Crew>,
): Promise<T> {
  const { body } = call
  if (typeof body !== 'object' || body === null) return body
  const zone = await zoneFor(call, preparing, [body.plannedStart])
  preparing.findings.push(...repeated(body.stops), ...startFindings(body.plannedStart, zone))
  if (preparing.findings.length > 0) {
    preparing.findings.push(
      ...(await preparing.read(async (tx) =>
        referenceFindings(tx, call.environmentId, { wanted: body, stored: await stored(tx) }),
      )),
    )
    return body
  }
  if (typeof body.plannedStart !== 'string') return body
  return { ...body, plannedStart: toInstant(parseDateTime(body.plannedStart)!, zone) }
}

/** Returns the error of a time whose year in UTC does not have four digits. */
function startFindings(text: unknown, zone: string): Finding[] {
  const parsed = typeof text === 'string' ? parseDateTime(text) : undefined
  if (!parsed || isWritable(toInstant(parsed, zone))) return []
  return [
    { path: '/plannedStart', code: 'out_of_range', message: 'In UTC, this time is outside the years 0001 to 9999.' },
  ]
}

export const prepareCreate = (call: Call<Zoned, unknown, LoadInput>, preparing: Preparing) =>
  prepare(call, preparing, () => nothingYet)
export const prepareUpdate = (call: Call<Selector, Path, LoadPatch>, preparing: Preparing) =>
  prepare(call, preparing, (tx) => storedRoute(tx, call))

/** Returns depots, vehicle and driver of the addressed load, for a request that is rejected anyway. */
async function storedRoute(tx: Reader, { environmentId, query, params }: Call<Selector, Path>): Promise<Route & Crew> {
  const idOfKey = query.key === undefined ? undefined : await store.idOfKey(tx, environmentId, query.key)
  const loadId = params?.loadId ?? query.id ?? idOfKey
  return (loadId === undefined ? undefined : await store.find(tx, environmentId, loadId)) ?? nothingYet
}

function repeated(stops: unknown): Finding[] {
  const seen = new Set<unknown>()
  return (Array.isArray(stops) ? stops : []).flatMap((element, index) => {
    const id = (element as { consignmentId?: unknown } | null)?.consignmentId
    const twice = typeof id === 'string' && seen.has(id)
    seen.add(id)
    return twice
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
const nothingYet: Route & Crew = { startDepotKey: null, endDepotKey: null, ...noCrew }

interface Referring {
  wanted: Loose
  stored: Route & Crew
  exists?: (key: string) => Awaitable<boolean>
  /** Transaction that holds the named vehicles and drivers until it ends. */
  holding?: Writer
}

/**
 * Finds names of missing depots, vehicles, drivers and orders, and orders that do not fit the depots. Names that the
 * stored load has already stay valid. It accepts a body with other errors, so that one response lists all errors.
 */
async function referenceFindings(
  tx: Reader,
  environmentId: string,
  {
    wanted,
    stored,
    holding,
    exists = async (key) => (await depots.find(tx, environmentId, key)) !== undefined,
  }: Referring,
): Promise<Finding[]> {
  const found: Finding[] = []
  const route = { ...stored }
  for (const side of sides) {
    const key = wanted[side]
    if (key === undefined) continue
    route[side] = typeof key === 'string' ? key : null
    if (typeof key === 'string' && key !== stored[side] && !(await exists(key)))
      found.push(await unknown(tx, { environmentId }, depotKind.depots, { path: `/${side}`, key }))
  }
  found.push(...(await crewFindings(tx, environmentId, { wanted, stored, holding })))
  return [...found, ...(await stopFindings(tx, environmentId, route, wanted.stops))]
}

/** Returns the errors of orders that are missing, or do not fit the depots. */
async function stopFindings(tx: Reader, environmentId: string, route: Route, stops: unknown): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [index, element] of (Array.isArray(stops) ? stops : []).entries()) {
    const path = `/stops/${index}/consignmentId`
    const id = (element as { consignmentId?: unknown } | null)?.consignmentId
    if (typeof id !== 'string') continue
    const order = await consignments.findById(tx, environmentId, id)
    const broken = order && depotRule(order, route)
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
  tx: Writer,
  environmentId: string,
  { wanted, stored, found = [] }: { wanted: Loose; stored: Route & Crew; found?: Finding[] },
): Promise<void> {
  found.push(
    ...(await referenceFindings(tx, environmentId, {
      wanted,
      stored,
      exists: (key) => depots.isHeld(tx, environmentId, key),
      holding: tx,
    })),
  )
  if (found.length > 0) throw problemOf(found)
}

export async function create(
  tx: Writer,
  call: Call<unknown, unknown, LoadInput>,
): Promise<{ loadId: string; version: number }> {
  return insertNew(tx, call, await withVehicle(tx, call.environmentId, call.body))
}

/** Creates a load without taking values over from its vehicle. */
export async function insertNew(tx: Writer, call: Call, body: LoadInput): Promise<{ loadId: string; version: number }> {
  const { environmentId } = call
  const now = toIso(call.now)
  const order = idsOf(body.stops ?? [])
  const locked = await lockRoute(tx, environmentId, undefined, order)
  await expectReferences(tx, environmentId, { wanted: body, stored: nothingYet })
  const load: store.LoadRow = {
    ...store.plannedOf(body),
    loadId: newId(),
    actualStart: null,
    actualEnd: null,
    status: 'planning',
    version: 1,
    created: now,
    updated: now,
  }
  if (!(await store.insert(tx, environmentId, load))) throw await keyExists(tx, environmentId, body.key)
  const settings = await settingsOf(tx, environmentId)
  await arrange(tx, call, { settings, load, order, locked })
  if (body.status && body.status !== 'planning') await move(tx, call, { settings, load, status: body.status })
  await changes.record(tx, call, { type: 'load.created', recordId: load.loadId, recordKey: load.key, version: 1 })
  return { loadId: load.loadId, version: 1 }
}

/** Returns the input of a new load, completed by the values of its vehicle. */
async function withVehicle(tx: Reader, environmentId: string, input: LoadInput): Promise<LoadInput> {
  if (typeof input.vehicleKey !== 'string') return input
  const isGiven = (name: keyof LoadInput) => input[name] != null
  return { ...input, ...(await takenOver(tx, environmentId, input.vehicleKey, { isGiven, isOpen: true })) }
}

const idsOf = (stops: { consignmentId: string }[]) => stops.map(({ consignmentId }) => consignmentId)

async function keyExists(tx: Reader, environmentId: string, key: string): Promise<Problem> {
  const holder = await store.idOfKey(tx, environmentId, key)
  return new Problem('KEY_EXISTS', {
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
  new Problem('NOT_FOUND', { message: `This load does not exist in this environment.${hint}` })
const keyAsId = ' But one has this as its key: name it with `?key=` instead.'

async function select(tx: Reader, call: Call<Selector, Path>): Promise<store.LoadRow> {
  const { environmentId, query } = call
  const id = call.params?.loadId ?? query.id
  const { key } = query
  const idOfKey = key === undefined ? undefined : await store.idOfKey(tx, environmentId, key)
  const byId = id === undefined ? undefined : await store.find(tx, environmentId, id)
  const row = byId ?? (idOfKey === undefined ? undefined : await store.find(tx, environmentId, idOfKey))
  if (!row) throw notFound(id !== undefined && (await store.idOfKey(tx, environmentId, id)) ? keyAsId : '')
  if (id !== undefined && key !== undefined && byId?.loadId !== idOfKey)
    throw badRequest('?key', 'mismatch', '`id` and `key` name different loads: send only one of them.')
  return row
}

const localZone = (tx: Reader, call: Call<Shown>) => (call.query.dateTimes === 'local' ? zoneOf(tx, call) : undefined)

export async function get(tx: Reader, call: Call<Selector & Shown, Path>): Promise<Load> {
  const { environmentId } = call
  const row = await select(tx, call)
  const found = await figures(tx, environmentId, [row])
  const stops = await store.stops(tx, environmentId, row.loadId)
  return whole(row, stops, {
    environmentId,
    served: await servedOf(tx, environmentId, stops),
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

const checkInput = compile(LoadInput)
/** Changes a load. Returns its version. */
export async function update(tx: Writer, call: Call<Selector, Path, LoadPatch>): Promise<number> {
  const { environmentId } = call
  const { row, locked } = await selectForChange(tx, call, idsOf(call.body.stops ?? []))
  const { stops } = locked
  const { version: expected, ...patch } = call.body
  expectVersion(row.version, call.ifMatch, expected)
  const { rest, findings: found } = withoutReadOnly(withoutFigures(patch), readOnlyOf(row, stops, environmentId))
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
  if (found.length === 0 && stopsChange) await expectLeaving(tx, environmentId, row, missingOf(before, order))
  await expectReferences(tx, environmentId, {
    wanted: { ...store.plannedOf(merged), stops: merged.stops },
    stored: row,
    found,
  })
  if (next.key !== row.key && (await store.idOfKey(tx, environmentId, next.key)) !== undefined)
    throw await keyExists(tx, environmentId, next.key)
  if (depotsChange && !stopsChange) await expectFit(tx, environmentId, next)
  const settings = await settingsOf(tx, environmentId)
  if (stopsChange) await arrange(tx, call, { settings, load: next, order, locked })
  const status = merged.status ?? 'planning'
  if (status !== row.status) await move(tx, call, { settings, load: next, status })
  if (!stopsChange && isDeepStrictEqual(next, { ...row })) return row.version
  const version = row.version + 1
  const author = changes.after(call, row.updated)
  await store.update(tx, environmentId, { ...next, version, updated: toIso(author.now) })
  const different = differences(stateOf(row, before), stateOf(next, order))
  await changes.record(tx, author, {
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
  const kept = new Set(order)
  return isDeepStrictEqual(
    before.filter((id) => kept.has(id)),
    order,
  )
}

/** Fields that a patch may only repeat. */
const readOnlyNames = Object.entries(loadRecord.fields).flatMap(([name, { kind }]) =>
  kind === 'issued' && name !== 'version' && !(name in noFigures) ? [name as keyof LoadSummary] : [],
)

const readOnlyOf = (row: store.LoadRow, stops: store.StopRow[], environmentId: string): Record<string, unknown> => {
  const read = summary(row, stops, { environmentId, zone: undefined, figures: noFigures })
  return Object.fromEntries(readOnlyNames.map((name) => [name, read[name]]))
}

/** Removes the figures of a patch: they depend on other records, so the service ignores them. */
const withoutFigures = (patch: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !(name in noFigures)))

/** Returns the values that a load takes over from its new vehicle, without values that the patch sets. */
async function exchange(
  tx: Reader,
  environmentId: string,
  row: store.LoadRow,
  patch: Record<string, unknown>,
): Promise<LoadPatch> {
  const { vehicleKey } = patch
  if (typeof vehicleKey !== 'string' || vehicleKey === row.vehicleKey) return {}
  const isGiven = (name: keyof LoadInput) => patch[name] !== undefined
  const isOpen = row.status !== 'started' && row.status !== 'completed'
  return takenOver(tx, environmentId, vehicleKey, { isGiven, isOpen })
}

/** Locks a load with its orders and the wanted orders. */
async function selectForChange(
  tx: Writer,
  call: Call<Selector, Path>,
  wanted: readonly string[],
): Promise<{ row: store.LoadRow; locked: Locked }> {
  const { loadId, key } = await select(tx, call)
  const locked = await lockRoute(tx, call.environmentId, loadId, wanted)
  const row = await store.find(tx, call.environmentId, loadId)
  if (!row) throw notFound()
  if (row.key !== key) throw startAgain()
  return { row, locked }
}

/** Throws if an order of the load does not fit its new depots. */
async function expectFit(tx: Writer, environmentId: string, load: store.LoadRow): Promise<void> {
  const found = (await store.stops(tx, environmentId, load.loadId)).flatMap((stop): Finding[] => {
    const broken = depotRule(stop, load)
    const path = stop.type === 'delivery' ? '/startDepotKey' : '/endDepotKey'
    if (!broken) return []
    const message = `Consignment \`${stop.key}\`: ${broken.message}`
    const values = { consignmentKey: stop.key, ...broken.values }
    return [{ path, code: 'depot_rule', message, values, problem: 'DEPOT_RULE' }]
  })
  if (found.length > 0) throw problemOf(found)
}

interface Arrangement {
  settings: Settings
  load: store.LoadRow
  order: string[]
  locked: Locked
}

/** Sets the stops of a load: new orders join, missing orders leave. */
async function arrange(
  tx: Writer,
  call: Call,
  { settings, load, order, locked: { stops, homes } }: Arrangement,
): Promise<void> {
  const { environmentId } = call
  const now = toIso(call.now)
  const before = new Set(idsOf(stops))
  const after = new Set(order)
  // Removed from the end, so that no leaving order moves up first.
  const left = [...before.difference(after)].reverse()
  const joined = [...after.difference(before)]
  for (const consignmentId of left) await store.takeOut(tx, environmentId, load.loadId, consignmentId)
  for (const consignmentId of joined) {
    const elsewhere = await store.loadOf(tx, environmentId, consignmentId)
    if (elsewhere !== homes.get(consignmentId)) throw startAgain()
    if (elsewhere !== null) await leave(tx, call, elsewhere, consignmentId)
    await store.append(tx, environmentId, load.loadId, consignmentId)
  }
  for (const [index, consignmentId] of order.entries()) await store.place(tx, environmentId, consignmentId, index + 1)
  // By id, as acknowledgements lock the export list: no two transactions wait for each other.
  for (const consignmentId of [...left, ...joined].sort()) {
    const joins = after.has(consignmentId)
    const joinedTimeAtStop = joins ? settings.routeSettings.stopDuration : null
    const touched = await consignments.touch(tx, environmentId, consignmentId, { joinedTimeAtStop, now })
    const { key, version } = touched
    const different = {
      path: '/loadId',
      old: joins ? homes.get(consignmentId) : load.loadId,
      new: joins ? load.loadId : null,
    }
    await changes.record(tx, changes.after(call, touched.updated), {
      type: 'consignment.updated',
      recordId: consignmentId,
      recordKey: key,
      version,
      differences: [different],
    })
    await exportList.changed(tx, call, settings, { consignmentId, version })
    if (joins) await notices.joined(tx, call, consignmentId)
  }
}

/** Deletes a load. Its orders remain, without a load. */
export async function remove(tx: Writer, call: Call<Selector, Path>): Promise<void> {
  const { environmentId } = call
  const { row, locked } = await selectForChange(tx, call, [])
  expectVersion(row.version, call.ifMatch)
  expectOpen(row)
  const settings = await settingsOf(tx, environmentId)
  await arrange(tx, call, { settings, load: row, order: [], locked })
  await store.remove(tx, environmentId, row.loadId)
  await changes.record(tx, changes.after(call, row.updated), {
    type: 'load.deleted',
    recordId: row.loadId,
    recordKey: row.key,
    version: row.version + 1,
  })
}
