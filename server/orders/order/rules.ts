// Creates, reads, changes and deletes an order.
import { ConsignmentInput, type ConsignmentPatch } from '../../../contract/consignment.ts'
import type { Settings } from '../../../contract/environment.ts'
import type { Fault } from '../../../contract/problem.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { zoneFor, zoneOf } from '../../access/environment/zone.ts'
import { depots } from '../../fleet/record/store.ts'
import { type Awaitable, onceThere, type Reader, startAgain, type Writer } from '../../platform/database/database.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { patchedAddress, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { isKey } from '../../platform/operation/keys.ts'
import { mergePatch, withoutReadOnly } from '../../platform/operation/merge.ts'
import type { Asked, Call, Preparing } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { expectIntact } from '../../platform/value/checksum.ts'
import { type Difference, differences } from '../../platform/value/difference.ts'
import { newId } from '../../platform/value/ids.ts'
import { parseDateTime, toInstant, toIso } from '../../platform/value/times.ts'
import * as exportList from '../export-list/rules.ts'
import * as notices from '../outbox/rules.ts'
import { sentFrom } from '../record/column-values.ts'
import type { Outside } from '../record/columns.ts'
import { concerned, type Document, dateTimes, membersOf } from '../record/document.ts'
import {
  type Draft,
  dateTimeFindings,
  draft,
  drafted,
  findings,
  isSame,
  issuedBy,
  nothingIssued,
  redrafted,
} from '../record/draft.ts'
import { withFields, withRetired } from '../record/fields.ts'
import { localText, readText } from '../record/read.ts'
import * as store from '../record/store.ts'
import * as joining from '../stop/joining.ts'
import type { LoadRow } from '../stop/store.ts'
import * as references from './references.ts'
import { find, mismatch, notFound, type Path, type Selector, select, selectId } from './selection.ts'

type Zoned = { timezone?: string }

/**
 * Converts a body to a draft before the transaction. Adds all field errors that it finds, and returns no draft then.
 */
export async function prepareCreate(
  call: Call<Zoned, unknown, ConsignmentInput>,
  preparing: Preparing,
): Promise<Draft | undefined> {
  const { body } = call
  const loose = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const zone = await zoneFor(
    call,
    preparing,
    dateTimes.map((name) => loose[name]),
  )
  preparing.findings.push(...findings(body, zone))
  if (preparing.findings.length === 0) return draft(body, zone)
  preparing.findings.push(...(await preparing.read((tx) => referenceFindings(tx, call, loose))))
  return undefined
}

/** Returns the errors of references of an invalid body, so that one response has all errors. */
export async function referenceFindings(
  tx: Reader,
  asked: Asked,
  body: Record<string, unknown>,
  stored: references.Named & { loadId?: unknown; type?: unknown } = {},
): Promise<Finding[]> {
  const { environmentId } = asked
  const settings = await settingsOf(tx, environmentId)
  const found = await references.findings(tx, asked, {
    settings,
    wanted: body,
    stored,
    depotExists: async (key) => (await depots.find(tx, environmentId, key)) !== undefined,
  })
  const { loadId, type } = body
  const depotKey = isKey(body.depotKey) ? body.depotKey : null
  if (!isKey(loadId) || (type !== 'delivery' && type !== 'collection')) return found
  const joins = loadId !== stored.loadId
  if (!joins && type === stored.type && depotKey === stored.depotKey) return found
  const broken = await joining.findings(tx, environmentId, { settings, loadId, order: { type, depotKey } })
  return [...found, ...(joins ? broken : broken.map((finding) => ({ ...finding, path: '/depotKey' })))]
}

export async function create(tx: Writer, call: Call<unknown, unknown, Draft>): Promise<string> {
  const { environmentId, body: draft } = call
  const now = toIso(call.now)
  const settings = await settingsOf(tx, environmentId)
  const found = await references.findings(tx, call, {
    settings,
    wanted: references.namedBy(draft),
    stored: {},
    depotExists: (key) => depots.isHeld(tx, environmentId, key),
  })
  const { loadId } = draft
  const load =
    loadId === null
      ? undefined
      : await joining.admit(tx, environmentId, { settings, loadId, order: draft, findings: found })
  if (found.length > 0) throw problemOf(found)
  const consignmentId = newId()
  const joinedTimeAtStop = loadId === null ? null : (draft.timeAtStop ?? settings.routeSettings.stopDuration)
  const inserted = await store.insert(tx, environmentId, consignmentId, {
    draft: listedBy(settings, draft),
    joinedTimeAtStop,
    now,
  })
  if (!inserted) throw await keyExists(tx, environmentId, draft.key)
  if (loadId !== null) await joining.join(tx, call, { loadId, consignmentId, isNew: load === undefined })
  await changes.record(tx, call, {
    type: 'consignment.created',
    recordId: consignmentId,
    recordKey: draft.key,
    version: 1,
  })
  await exportList.created(tx, call, settings, consignmentId)
  await notices.registered(tx, call, { consignmentId, key: draft.key, document: draft.document })
  return consignmentId
}

/** Adds custom fields to the list row of a draft, by the definitions in this transaction. */
function listedBy({ customFields }: Settings, draft: Draft): Draft {
  if (customFields.length === 0 || !draft.listing) return draft
  return { ...draft, listing: withFields(draft.listing, draft.customFields, customFields) }
}

const keyExists = async (tx: Reader, environmentId: string, key: string): Promise<Problem> =>
  keyTaken(key, await store.idOfKey(tx, environmentId, key))

export const keyTaken = (key: string, holder?: string): Problem =>
  new Problem('KEY_EXISTS', {
    message: `An order with the key \`${key}\` already exists.`,
    errors: [
      {
        path: '/key',
        code: 'key_exists',
        message: 'This key is already taken: change the existing order, or choose another key.',
        values: { key },
      },
    ],
    ...(holder === undefined ? {} : { extras: { consignmentId: holder } }),
  })

interface Text {
  text: string
  version: number
}

/** Returns an order as JSON. */
export const get = (tx: Reader, call: Call<Selector & Zoned & { dateTimes?: string }, Path>): Awaitable<Text> =>
  onceThere(select(tx, call), (row) =>
    call.query.dateTimes === 'local'
      ? getLocal(tx, call, row)
      : { text: readText(row, call.environmentId), version: row.version },
  )

async function getLocal(tx: Reader, call: Call<Selector & Zoned, Path>, row: store.ConsignmentRow): Promise<Text> {
  return { text: localText(row, call.environmentId, await zoneOf(tx, call)), version: row.version }
}

/**
 * Prepares an update: converts a patch to its stored form before the transaction, times to instants, locations to `lat`
 * and `lng`.
 */
export async function prepareUpdate(
  call: Call<Selector & Zoned, Path, ConsignmentPatch>,
  preparing: Preparing,
): Promise<ConsignmentPatch> {
  const { body } = call
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const zone = await zoneFor(
    call,
    preparing,
    dateTimes.map((name) => body[name]),
  )
  preparing.findings.push(...patchFindings(body, zone))
  const patch: ConsignmentPatch = { ...body }
  for (const name of dateTimes) {
    const parsed = typeof patch[name] === 'string' ? parseDateTime(patch[name]) : undefined
    if (parsed) patch[name] = toInstant(parsed, zone)
  }
  for (const name of addresses) if (patch[name]) patch[name] = patchedAddress(patch[name])
  if (preparing.findings.length > 0) await addStoredFindings(call, patch, preparing)
  return patch
}

/** Checks a patch for rules outside the schema, without the stored order. */
const patchFindings = (body: ConsignmentPatch, zone: string): Finding[] => [
  ...dateTimeFindings(body, zone).filter(({ code }) => code !== 'order'),
  ...addresses.flatMap((name) => positionFindings(body[name], `/${name}`, false)),
]

/** Checks an invalid patch against the stored order too, so that one response has all errors. */
async function addStoredFindings(
  call: Call<Selector, Path>,
  patch: ConsignmentPatch,
  { findings, read }: Preparing,
): Promise<void> {
  const faulty = new Set(findings.flatMap(({ path, code }) => [path, `${path} ${code}`]))
  const more = await read(async (tx): Promise<Finding[]> => {
    const row = await find(tx, call)
    if (row === 'mismatch') return [mismatch]
    if (!row) return []
    const { found, merged, stored, touched } = apply(row, call.environmentId, patch)
    // Of the further errors of the schema, only missing fields are new.
    const missing = changedFaults(merged, touched).filter(({ path, code }) => code === 'required' && !faulty.has(path))
    return [...found, ...missing, ...(await referenceFindings(tx, call, merged, stored))]
  })
  findings.push(...more.filter(({ path, code }) => !faulty.has(`${path} ${code}`)))
}

/** Returns the state of an order or a draft, with fields of its document, in the form of an input. */
const stateOf = <D extends Partial<Document>>(row: Outside, document: D) => ({ ...sentFrom(row), ...document })

export const inputOf = (row: store.ConsignmentRow) => stateOf(row, JSON.parse(row.document) as Document)

const addresses = ['consigneeAddress', 'consignorAddress'] as const
const { required, ...members } = ConsignmentInput
const checkMembers = compile(members)

/**
 * Checks a changed order against the schema. The stored order and the patch were valid, so this checks the remaining
 * cases: objects that were merged of both, and required fields that the patch removes.
 */
function changedFaults(merged: ConsignmentInput, patch: object): Fault[] {
  const loose = merged as Record<string, unknown>
  const touched = Object.keys(patch).filter((name) => typeof loose[name] === 'object' && loose[name] !== null)
  const missing = (required as string[]).filter((name) => name in patch && loose[name] === undefined)
  return [
    ...missing.map((name): Fault => ({ path: `/${name}`, code: 'required', message: `\`${name}\` is required.` })),
    ...(touched.length === 0 ? [] : checkMembers(Object.fromEntries(touched.map((name) => [name, loose[name]])))),
  ]
}

/** Applies a patch in its stored form. Returns the changed order, and errors outside the schema. */
function apply(row: store.ConsignmentRow, environmentId: string, sent: ConsignmentPatch) {
  // The order must be intact: a change of a damaged document would give it a valid checksum.
  expectIntact(row)
  const { version: _1, outcome: _2, outcomeTime: _3, ...patch } = sent
  const { consignmentId, created, updated } = row
  const depot = 'depot' in patch && row.depot !== null ? JSON.parse(row.depot) : null
  const stopPosition = row.stopPosition ?? 0
  const readOnly = { consignmentId, environmentId, created, updated, stopPosition, depot }
  const { rest, findings: found } = withoutReadOnly(patch, readOnly)
  // A read returns the effective time at stop. A client that sends it back does not want to set it.
  if (row.timeAtStop === null && rest.timeAtStop === row.effectiveTimeAtStop) delete rest.timeAtStop
  const names = concerned(rest)
  const stored = stateOf(row, membersOf(row.document, names))
  const issued = stored.packages ? issuedBy(stored as Document, row.ownReferences) : nothingIssued
  const merged = mergePatch(stored, rest) as ConsignmentInput
  found.push(...findings(merged, 'UTC', issued, rest))
  return { found, merged, stored, issued, touched: rest, names }
}

/** Changed order: the result of a change. */
export interface Changed {
  consignmentId: string
  version: number
  changed: boolean
}

/** Returns whether a change may also change a load. */
const concernsLoad = ({ loadId, type, depotKey }: ConsignmentPatch): boolean =>
  loadId !== undefined || type !== undefined || depotKey !== undefined

/** Returns whether a create can share a transaction with others: it has no load, and the database keeps keys unique. */
export const createShares = ({ body }: Call): boolean => (body as Draft).loadId === null

/** Returns whether an update can share a transaction with other changes: it locks one order, and no load. */
export const updateShares = ({ body }: Call): boolean => !concernsLoad(body as ConsignmentPatch)

export async function update(tx: Writer, call: Call<Selector, Path, ConsignmentPatch>): Promise<Changed> {
  const { environmentId, body: patch } = call
  const row = await selectForChange(tx, call, concernsLoad(patch), patch.loadId)
  expectVersion(row.version, call.ifMatch, patch.version)
  const { found, merged, stored, issued, touched, names } = apply(row, environmentId, patch)
  found.unshift(...changedFaults(merged, touched))
  const settings = await settingsOf(tx, environmentId)
  if (found.length > 0) {
    found.push(...(await referenceFindings(tx, call, merged, stored)))
    throw problemOf(found)
  }
  const wanted = withRetired(settings.customFields, merged, stored)
  const { draft: next, document } = redrafted(wanted, { issued, stored, names, change: touched, row })
  const load = await expectReferences(tx, call, { settings, next, stored })
  return saveIfChanged(tx, call, { settings, row, stored, next, document, isNewLoad: load === undefined })
}

async function selectForChange(
  tx: Writer,
  call: Call<Selector, Path>,
  concerned: boolean,
  nextLoadId?: string | null,
): Promise<store.ConsignmentRow> {
  const consignmentId = await selectId(tx, call)
  const row =
    consignmentId === undefined ? undefined : await lockForChange(tx, call, consignmentId, { concerned, nextLoadId })
  if (!row) return notFound(tx, call)
  return row
}

/** Locks an order. If `concerned`, it first locks the order's load and the load that it joins. */
export async function lockForChange(
  tx: Writer,
  call: Call<Selector, Path>,
  consignmentId: string,
  { concerned, nextLoadId }: { concerned: boolean; nextLoadId?: string | null | undefined },
): Promise<store.ConsignmentRow | undefined> {
  const { environmentId } = call
  const loadId = concerned ? await joining.lockAround(tx, environmentId, consignmentId, nextLoadId) : undefined
  const row = await store.lockById(tx, environmentId, consignmentId)
  if (!row) return undefined
  const renamed = call.query.key !== undefined && call.query.key !== row.key
  if (renamed || (concerned && loadId !== row.loadId)) throw startAgain()
  return row
}

interface Referring {
  settings: Settings
  next: Draft
  stored: references.Named & { loadId: string | null; type: string }
}

/** Checks the references of a change. Returns the load that the order joins, if it exists. */
export async function expectReferences(
  tx: Writer,
  asked: Asked,
  { settings, next, stored }: Referring,
): Promise<LoadRow | undefined> {
  const { environmentId } = asked
  const found = await references.findings(tx, asked, {
    settings,
    wanted: references.namedBy(next),
    stored,
    depotExists: (key) => depots.isHeld(tx, environmentId, key),
  })
  const joins = next.loadId !== stored.loadId
  let load: LoadRow | undefined
  if (next.loadId !== null && joins)
    load = await joining.admit(tx, environmentId, { settings, loadId: next.loadId, order: next, findings: found })
  else if (next.loadId !== null && (next.type !== stored.type || next.depotKey !== stored.depotKey))
    found.push(...(await joining.stay(tx, environmentId, next.loadId, next)))
  if (found.length > 0) throw problemOf(found)
  return load
}

/** A change of an order. */
interface Change {
  settings: Settings
  row: store.ConsignmentRow
  next: Draft
  /** Whether the load that it joins does not exist yet. */
  isNewLoad: boolean
}
/** A change that may leave the order the same, with the fields that are compared. */
interface PossibleChange extends Change {
  stored: Partial<Document>
  document: Partial<Document>
}
interface CertainChange extends Change {
  different: Difference[]
  type?: 'consignment.updated' | 'consignment.erased'
}

export async function saveIfChanged(tx: Writer, call: Call, change: PossibleChange): Promise<Changed> {
  const { settings, row, stored, next, document, isNewLoad } = change
  const { consignmentId, version } = row
  if (isSame(next, row)) return { consignmentId, version, changed: false }
  const different = differences(stored, stateOf(next, document))
  return { consignmentId, version: await save(tx, call, { settings, row, next, isNewLoad, different }), changed: true }
}

async function save(
  tx: Writer,
  call: Call,
  { settings, row, next, isNewLoad, different, type = 'consignment.updated' }: CertainChange,
): Promise<number> {
  const { environmentId } = call
  const { consignmentId } = row
  const author = changes.after(call, row.updated)
  const now = toIso(author.now)
  const version = row.version + 1
  if (next.key !== row.key && (await store.idOfKey(tx, environmentId, next.key)) !== undefined)
    throw await keyExists(tx, environmentId, next.key)
  const moves = next.loadId !== row.loadId
  const joinedTimeAtStop =
    moves && next.loadId !== null ? (next.timeAtStop ?? settings.routeSettings.stopDuration) : null
  if (moves && row.loadId !== null) await joining.leave(tx, call, row.loadId, consignmentId)
  await store.update(tx, environmentId, row, { version, draft: listedBy(settings, next), joinedTimeAtStop, now })
  if (moves && next.loadId !== null)
    await joining.join(tx, call, { loadId: next.loadId, consignmentId, isNew: isNewLoad })
  await changes.record(tx, author, {
    type,
    recordId: consignmentId,
    recordKey: next.key,
    version,
    differences: different,
  })
  await exportList.changed(tx, call, settings, { consignmentId, version })
  return version
}

/** Fields outside the document that an erasure changes. */
type Own = Pick<ConsignmentInput, 'tags' | 'customFields'>

/**
 * Replaces values of an order, for an erasure. Its event lists the changed paths without values, and the paths
 * `elsewhere` from which values were removed. Returns whether any value changed.
 */
export async function overwrite(
  tx: Writer,
  call: Call,
  row: store.ConsignmentRow,
  { members, elsewhere }: { members: Partial<Document> & Own; elsewhere: Iterable<string> },
): Promise<boolean> {
  const stored = inputOf(row)
  const input = { ...stored, ...members } as ConsignmentInput
  const { draft: next, document } = drafted(input, 'UTC', issuedBy(stored, row.ownReferences), stored)
  const paths = new Set(elsewhere)
  for (const { path } of differences(stored, stateOf(next, document))) paths.add(path)
  if (paths.size === 0) return false
  const steps = [...paths].map((path) => ({ path }))
  const settings = await settingsOf(tx, call.environmentId)
  await save(tx, call, { settings, row, next, isNewLoad: false, different: steps, type: 'consignment.erased' })
  return true
}

export async function remove(tx: Writer, call: Call<Selector, Path>): Promise<void> {
  const row = await selectForChange(tx, call, true)
  expectVersion(row.version, call.ifMatch)
  if (row.loadId !== null) await joining.leaveForGood(tx, call, row.loadId, row.consignmentId)
  await store.remove(tx, call.environmentId, row.consignmentId)
  await changes.record(tx, changes.after(call, row.updated), {
    type: 'consignment.deleted',
    recordId: row.consignmentId,
    recordKey: row.key,
    version: row.version + 1,
  })
}
