// What holds for vehicles and drivers, which are kept alike.
import {
  type Driver,
  DriverInput,
  type FleetImported,
  type FleetRowResult,
  type Vehicle,
  VehicleInput,
} from '../../../contract/fleet.ts'
import type { ProblemCode } from '../../../contract/problem.ts'
import * as environments from '../../access/environment/store.ts'
import type { Awaitable, Reader, Writer } from '../../platform/database/database.ts'
import { keyHintsOf, newTelling, nextRow, type Telling, toldOf } from '../../platform/error/error-budget.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { isKey } from '../../platform/operation/keys.ts'
import { mergePatch } from '../../platform/operation/merge.ts'
import type { Asked, Call, Preparing } from '../../platform/operation/operation.ts'
import { type Check, compile } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { differences } from '../../platform/value/difference.ts'
import { listed, nearest } from '../../platform/value/nearest.ts'
import { toIso } from '../../platform/value/times.ts'
import * as depotRules from '../depot/rules.ts'
import * as access from '../device/rules.ts'
import * as depots from '../record/depot-store.ts'
import * as store from '../record/store.ts'
import { isWithinShift } from './shift.ts'

type Selector = { key: string }
type Loose = Record<string, unknown>
type Exists = (key: string) => Awaitable<boolean>

/** What differs between the two. */
interface Kind {
  name: 'vehicle' | 'driver'
  unknown: ProblemCode
  records: typeof store.vehicles | typeof store.drivers
  check: Check
  /** The input as it is stored, all members in their places. */
  form(input: never): { key: string; vehicleKey?: string | null }
  /** What the schema cannot say. */
  findings(input: Loose): Finding[]
  /** The members that name something else, and whether that is there. */
  names: readonly string[]
  namedFinding(tx: Reader, asked: Asked, path: string, key: string): Promise<Finding>
  exists(tx: Reader, environmentId: string): Exists
  hold(tx: Writer, environmentId: string): Exists
}

const vehicleOf = (input: VehicleInput): Vehicle => ({
  key: input.key,
  name: input.name,
  plate: input.plate ?? null,
  weightCapacity: input.weightCapacity ?? null,
  volumeCapacity: input.volumeCapacity ?? null,
  packageCapacity: input.packageCapacity ?? null,
  startDepotKey: input.startDepotKey ?? null,
  endDepotKey: input.endDepotKey ?? null,
  shiftStart: input.shiftStart ?? null,
  shiftEnd: input.shiftEnd ?? null,
  breaks: (input.breaks ?? []).map(({ from, to, minutes }) => ({ from, to, minutes })),
  fixedCost: input.fixedCost ?? null,
  costPerKm: input.costPerKm ?? null,
  costPerHour: input.costPerHour ?? null,
  speedFactor: input.speedFactor ?? 1,
  skills: input.skills ?? [],
  maxDistance: input.maxDistance ?? null,
  maxDuration: input.maxDuration ?? null,
  maxStops: input.maxStops ?? null,
  trips: input.trips ?? 1,
  emission: input.emission ?? null,
  active: input.active ?? true,
})

const driverOf = (input: DriverInput): Driver => ({
  key: input.key,
  name: input.name,
  phone: input.phone ?? null,
  vehicleKey: input.vehicleKey ?? null,
  shiftStart: input.shiftStart ?? null,
  shiftEnd: input.shiftEnd ?? null,
  active: input.active ?? true,
})

function breakFindings({ shiftStart, shiftEnd, breaks }: Loose): Finding[] {
  return (Array.isArray(breaks) ? breaks : []).flatMap((each, index): Finding[] =>
    isWithinShift(each, { shiftStart, shiftEnd })
      ? []
      : [
          {
            path: `/breaks/${index}`,
            code: 'out_of_range',
            message:
              'A break must start within the shift and end with it at the latest, and `to` must not be before `from`.',
          },
        ],
  )
}

export const vehicles: Kind = {
  name: 'vehicle',
  unknown: 'UNKNOWN_VEHICLE',
  records: store.vehicles,
  check: compile(VehicleInput),
  form: vehicleOf,
  findings: breakFindings,
  names: ['startDepotKey', 'endDepotKey'],
  namedFinding: depotRules.unknown,
  exists: (tx, environmentId) => async (key) => (await depots.find(tx, environmentId, key)) !== undefined,
  hold: (tx, environmentId) => (key) => depots.hold(tx, environmentId, key),
}

export const drivers: Kind = {
  name: 'driver',
  unknown: 'UNKNOWN_DRIVER',
  records: store.drivers,
  check: compile(DriverInput),
  form: driverOf,
  findings: () => [],
  names: ['vehicleKey'],
  namedFinding: (tx, asked, path, key) => unknown(tx, asked, vehicles, { path, key }),
  exists: (tx, environmentId) => async (key) => (await store.vehicles.find(tx, environmentId, key)) !== undefined,
  hold: (tx, environmentId) => async (key) => (await store.vehicles.hold(tx, environmentId, key)) !== undefined,
}

/** The fault of naming one that is not there, with what would fit. */
export async function unknown(
  tx: Reader,
  asked: Asked,
  kind: Kind,
  { path, key }: { path: string; key: string },
): Promise<Finding> {
  const keys = (await kind.records.someKeys(tx, asked.environmentId)).map((row) => row.key)
  const close = nearest(key, keys, keyHintsOf(asked), 3)
  const hint =
    keys.length === 0
      ? `This environment has no ${kind.name}s yet.`
      : close.length > 0
        ? `Nearest: ${listed(close)}.`
        : `Available: ${listed(keys, 5)}.`
  return {
    path,
    code: `unknown_${kind.name}`,
    message: `There is no ${kind.name} \`${key}\`. ${hint}`,
    problem: kind.unknown,
  }
}

/** Of the drivers whose usual vehicle is the same: the active one. With several, nobody can tell which. */
export function usualOf(drivers: readonly Driver[]): Driver | undefined {
  const active = drivers.filter((driver) => driver.active)
  return active.length === 1 ? active[0] : undefined
}

interface Naming {
  kind: Kind
  wanted: Loose
  stored?: Loose
  exists: Exists
}

/** What a record already names stays valid for it, so only what changes is looked up. */
async function nameFindings(
  tx: Reader,
  asked: Asked,
  { kind, wanted, stored = {}, exists }: Naming,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const name of kind.names) {
    const key = wanted[name]
    if (typeof key === 'string' && key !== stored[name] && !(await exists(key)))
      found.push(await kind.namedFinding(tx, asked, `/${name}`, key))
  }
  return found
}

/** Finds what the schema cannot say, and, of a body that is refused anyway, all that it names in vain. */
export const prepareCreate =
  (kind: Kind) =>
  async <Body>(call: Call<unknown, unknown, Body>, { findings, read }: Preparing): Promise<Body> => {
    const { body, environmentId } = call
    if (typeof body !== 'object' || body === null) return body
    const wanted = body as Loose
    findings.push(...kind.findings(wanted))
    if (findings.length > 0)
      findings.push(
        ...(await read((tx) => nameFindings(tx, call, { kind, wanted, exists: kind.exists(tx, environmentId) }))),
      )
    return body
  }

/** Answers the version. */
export async function create(tx: Writer, call: Call<unknown, unknown, object>, kind: Kind): Promise<number> {
  const { environmentId, body, now } = call
  const exists = kind.hold(tx, environmentId)
  const found = await nameFindings(tx, call, { kind, wanted: body as Loose, exists })
  if (found.length > 0) throw problemOf(found)
  const next = kind.form(body as never)
  const { key } = next
  const stored = await kind.records.insert(tx, environmentId, {
    key,
    document: JSON.stringify(next),
    vehicleKey: next.vehicleKey ?? null,
    now: toIso(now),
  })
  if (!stored)
    throw new Problem('KEY_EXISTS', {
      message: `A ${kind.name} with the key \`${key}\` already exists.`,
      errors: [
        {
          path: '/key',
          code: 'key_exists',
          message: `This key is already taken: change the existing ${kind.name}, or choose another key.`,
        },
      ],
    })
  const { version, updated } = stored
  const author = changes.after(call, updated)
  await changes.record(tx, author, { type: `${kind.name}.created`, recordId: key, recordKey: key, version })
  return version
}

const notFound = (kind: Kind, key: string) =>
  new Problem('NOT_FOUND', { message: `There is no ${kind.name} \`${key}\` in this environment.` })

export async function get(tx: Reader, call: Call<Selector>, kind: Kind): Promise<store.FleetRow> {
  const { key } = call.query
  const row = await kind.records.find(tx, call.environmentId, key)
  if (!row) throw notFound(kind, key)
  return row
}

/** JSON of all of them. */
export async function list(tx: Reader, { environmentId }: Call, kind: Kind): Promise<string> {
  const rows = await kind.records.list(tx, environmentId)
  return `[${rows.map(({ document }) => document).join(',')}]`
}

interface Updated {
  version: number
  changed: boolean
}

export async function update(tx: Writer, call: Call<Selector, unknown, object>, kind: Kind): Promise<Updated> {
  const { environmentId } = call
  const { key } = call.query
  const row = await kind.records.lock(tx, environmentId, key)
  if (!row) throw notFound(kind, key)
  expectVersion(row.version, call.ifMatch)
  const stored = JSON.parse(row.document) as Loose
  const wanted = mergePatch(stored, call.body) as Loose
  const found: Finding[] = [...kind.check(wanted, call.telling), ...kind.findings(wanted)]
  if (typeof wanted.key === 'string' && wanted.key !== key)
    found.push({
      path: '/key',
      code: 'read_only',
      message: `The key of a ${kind.name} cannot be changed: create another ${kind.name}.`,
    })
  found.push(...(await nameFindings(tx, call, { kind, wanted, stored, exists: kind.hold(tx, environmentId) })))
  if (found.length > 0) throw problemOf(found)
  const next = kind.form(wanted as never)
  const document = JSON.stringify(next)
  if (document === row.document) return { version: row.version, changed: false }
  const version = row.version + 1
  const { vehicleKey = null } = next
  if (kind.name === 'driver' && (next as Driver).active === false) await access.endAll(tx, call, key)
  const author = changes.after(call, row.updated)
  await kind.records.update(tx, environmentId, { key, version, document, vehicleKey, now: toIso(author.now) })
  await changes.record(tx, author, {
    type: `${kind.name}.updated`,
    recordId: key,
    recordKey: key,
    version,
    differences: differences(stored, next),
  })
  return { version, changed: true }
}

export async function remove(tx: Writer, call: Call<Selector>, kind: Kind): Promise<void> {
  const { key } = call.query
  const row = await kind.records.lock(tx, call.environmentId, key)
  if (!row) throw notFound(kind, key)
  expectVersion(row.version, call.ifMatch)
  const version = row.version + 1
  const author = changes.after(call, row.updated)
  await takeAway(tx, author, kind, { key, version, now: toIso(author.now) })
  await changes.record(tx, author, { type: `${kind.name}.deleted`, recordId: key, recordKey: key, version })
}

/** Who a driver was and how to reach them has no purpose after that: it goes from the record and from its history. */
export async function takeAway(
  tx: Writer,
  author: changes.Author,
  kind: Kind,
  { key, version, now }: { key: string; version: number; now: string },
): Promise<void> {
  const { environmentId } = author
  await kind.records.remove(tx, environmentId, key, { version, now })
  if (kind.name !== 'driver') return
  await access.endAll(tx, author, key)
  await changes.forgetValues(tx, environmentId, { record: 'driver', recordId: key }, isPersonal)
}
const isPersonal = (path: string) => path === '/name' || path === '/phone'

/** Creates or changes one for each row. A row that fails is undone alone. */
export async function importAll(
  tx: Writer,
  call: Call<unknown, unknown, readonly unknown[]>,
  kind: Kind,
): Promise<FleetImported> {
  // Imports of an environment take turns: the keys that they add cannot be locked before they are there.
  await environments.lockSettings(tx, call.environmentId)
  // In the sequence that everybody keeps to, whatever that of the rows is: drivers before vehicles, either by their keys.
  for (const key of namesIn(call.body, 'key')) await kind.records.lock(tx, call.environmentId, key)
  if (kind.name === 'driver')
    for (const key of namesIn(call.body, 'vehicleKey')) await store.vehicles.hold(tx, call.environmentId, key)
  const summary = { rows: call.body.length, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const results: FleetRowResult[] = []
  const telling = newTelling()
  for (const [index, row] of call.body.entries()) {
    nextRow(telling)
    const key = (row as { key?: unknown } | null)?.key
    const base = { index, ...(isKey(key) ? { key } : {}) }
    const result = await outcomeOf(telling, () => tx.part((part) => importRow(part, { ...call, telling }, kind, row)))
    results.push({ ...base, ...result })
    summary[result.status]++
  }
  return { summary, results }
}

const namesIn = (rows: readonly unknown[], member: 'key' | 'vehicleKey'): string[] =>
  [...new Set(rows.map((row) => (row as Loose | null)?.[member]).filter((key) => typeof key === 'string'))].sort()

type RowOutcome = Omit<FleetRowResult, 'index' | 'key'>

async function importRow(tx: Writer, call: Call, kind: Kind, row: unknown): Promise<RowOutcome> {
  const key = (row as { key?: unknown } | null)?.key
  const isThere = isKey(key) && (await kind.records.find(tx, call.environmentId, key)) !== undefined
  const rowCall = { ...call, query: { key: isKey(key) ? key : '' }, ifMatch: undefined, body: row as object }
  if (isThere) {
    const { version, changed } = await update(tx, rowCall, kind)
    return { status: changed ? 'updated' : 'unchanged', version }
  }
  const found: Finding[] = [...kind.check(row, call.telling)]
  if (typeof row === 'object' && row !== null) found.push(...kind.findings(row as Loose))
  if (found.length > 0) throw problemOf(found)
  return { status: 'created', version: await create(tx, rowCall, kind) }
}

/** Why a row failed; what is no problem of its own stops all of them. */
async function outcomeOf(telling: Telling, work: () => Promise<RowOutcome>): Promise<RowOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const errors = toldOf(error.details.errors ?? [], telling)
    return { status: 'failed', code: error.code, message: error.message, ...(errors.length > 0 ? { errors } : {}) }
  }
}
