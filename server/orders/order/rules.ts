// Creates, reads, changes and deletes an order.
import { ConsignmentInput, type ConsignmentPatch } from '../../../contract/consignment.ts'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { FieldError } from '../../../contract/problem.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { getBodyZone, getRequestZone } from '../../access/environment/zone.ts'
import { depotTable } from '../../fleet/record/store.ts'
import {
  type Awaitable,
  type ReadTransaction,
  retryTransaction,
  thenMaybeSync,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { checkLocation, prepareAddressPatch } from '../../platform/operation/contact-and-address.ts'
import { isKey } from '../../platform/operation/keys.ts'
import { mergePatch, removeReadOnly } from '../../platform/operation/merge.ts'
import type { HintContext, OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { expectIntact } from '../../platform/value/checksum.ts'
import { type FieldDifference, findDifferences } from '../../platform/value/difference.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatInstant, formatIso, parseDateTime } from '../../platform/value/times.ts'
import * as exportList from '../export-list/rules.ts'
import * as notices from '../outbox/rules.ts'
import { sentFrom } from '../record/column-values.ts'
import type { OutsideRow } from '../record/columns.ts'
import { dateTimes, findConcernedFields, type OrderDocument, readFields } from '../record/document.ts'
import {
  buildChangedDraft,
  buildDraft,
  createDraft,
  findDateTimeErrors,
  findInputErrors,
  getIssuedIds,
  isSame,
  nothingIssued,
  type OrderDraft,
} from '../record/draft.ts'
import { addCustomFields, restoreRetiredValues } from '../record/fields.ts'
import { formatLocalText, readText } from '../record/read.ts'
import * as store from '../record/store.ts'
import * as joining from '../stop/joining.ts'
import type { LoadRow } from '../stop/store.ts'
import * as references from './references.ts'
import {
  findOrder,
  type OrderPath,
  type OrderSelector,
  selectId,
  selectOrder,
  selectorMismatch,
  throwNotFound,
} from './selection.ts'

type Zoned = { timezone?: string }

/**
 * Converts a body to a draft before the transaction. If it finds field errors, adds all of them, and returns no draft.
 */
export async function prepareCreate(
  call: OperationCall<Zoned, unknown, ConsignmentInput>,
  preparing: PreparationContext,
): Promise<OrderDraft | undefined> {
  const { body } = call
  const loose = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const zone = await getBodyZone(
    call,
    preparing,
    dateTimes.map((name) => loose[name]),
  )
  preparing.findings.push(...findInputErrors(body, zone))
  if (preparing.findings.length === 0) return createDraft(body, zone)
  preparing.findings.push(...(await preparing.read((tx) => findBodyReferenceErrors(tx, call, loose))))
  return undefined
}

/** Returns errors in the references of an invalid body, so that one response contains all errors. */
export async function findBodyReferenceErrors(
  tx: ReadTransaction,
  context: HintContext,
  body: Record<string, unknown>,
  stored: references.OrderReferences & { loadId?: unknown; type?: unknown } = {},
): Promise<RequestError[]> {
  const { environmentId } = context
  const settings = await getSettings(tx, environmentId)
  const found = await references.findReferenceErrors(tx, context, {
    settings,
    input: body,
    stored,
    depotExists: async (key) => (await depotTable.find(tx, environmentId, key)) !== undefined,
  })
  const { loadId, type } = body
  const depotKey = isKey(body.depotKey) ? body.depotKey : null
  if (!isKey(loadId) || (type !== 'delivery' && type !== 'collection')) return found
  const joins = loadId !== stored.loadId
  if (!joins && type === stored.type && depotKey === stored.depotKey) return found
  const broken = await joining.findJoinErrors(tx, environmentId, { settings, loadId, order: { type, depotKey } })
  return [...found, ...(joins ? broken : broken.map((error) => ({ ...error, path: '/depotKey' })))]
}

export async function createOrder(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, OrderDraft>,
): Promise<string> {
  const { environmentId, body: draft } = call
  const now = formatIso(call.now)
  const settings = await getSettings(tx, environmentId)
  const found = await references.findReferenceErrors(tx, call, {
    settings,
    input: references.getReferences(draft),
    stored: {},
    depotExists: (key) => depotTable.isHeld(tx, environmentId, key),
  })
  const { loadId } = draft
  const load =
    loadId === null
      ? undefined
      : await joining.lockJoinedLoad(tx, environmentId, { settings, loadId, order: draft, errors: found })
  if (found.length > 0) throw createProblem(found)
  const consignmentId = createId()
  const joinedTimeAtStop = loadId === null ? null : (draft.timeAtStop ?? settings.routeSettings.stopDuration)
  const inserted = await store.insertOrder(tx, environmentId, consignmentId, {
    draft: listedBy(settings, draft),
    joinedTimeAtStop,
    now,
  })
  if (!inserted) throw await keyExists(tx, environmentId, draft.key)
  if (loadId !== null) await joining.joinLoad(tx, call, { loadId, consignmentId, isNew: load === undefined })
  await changes.recordChange(tx, call, {
    type: 'consignment.created',
    recordId: consignmentId,
    recordKey: draft.key,
    version: 1,
  })
  await exportList.addCreatedOrder(tx, call, settings, consignmentId)
  await notices.onOrderRegistered(tx, call, { consignmentId, key: draft.key, document: draft.document })
  return consignmentId
}

/** Adds custom fields to the list row of a draft. Uses the definitions that this transaction reads. */
function listedBy({ customFields }: EnvironmentSettings, draft: OrderDraft): OrderDraft {
  if (customFields.length === 0 || !draft.listing) return draft
  return { ...draft, listing: addCustomFields(draft.listing, draft.customFields, customFields) }
}

const keyExists = async (tx: ReadTransaction, environmentId: string, key: string): Promise<ApiProblem> =>
  createDuplicateKeyProblem(key, await store.findOrderId(tx, environmentId, key))

export const createDuplicateKeyProblem = (key: string, holder?: string): ApiProblem =>
  new ApiProblem('KEY_EXISTS', {
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
export const getOrder = (
  tx: ReadTransaction,
  call: OperationCall<OrderSelector & Zoned & { dateTimes?: string }, OrderPath>,
): Awaitable<Text> =>
  thenMaybeSync(selectOrder(tx, call), (row) =>
    call.query.dateTimes === 'local'
      ? getLocal(tx, call, row)
      : { text: readText(row, call.environmentId), version: row.version },
  )

async function getLocal(
  tx: ReadTransaction,
  call: OperationCall<OrderSelector & Zoned, OrderPath>,
  row: store.ConsignmentRow,
): Promise<Text> {
  return { text: formatLocalText(row, call.environmentId, await getRequestZone(tx, call)), version: row.version }
}

/**
 * Prepares an update before the transaction. Converts the patch to its stored form: times become instants, and
 * locations are normalised.
 */
export async function prepareUpdate(
  call: OperationCall<OrderSelector & Zoned, OrderPath, ConsignmentPatch>,
  preparing: PreparationContext,
): Promise<ConsignmentPatch> {
  const { body } = call
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const zone = await getBodyZone(
    call,
    preparing,
    dateTimes.map((name) => body[name]),
  )
  preparing.findings.push(...findPatchErrors(body, zone))
  const patch: ConsignmentPatch = { ...body }
  for (const name of dateTimes) {
    const parsed = typeof patch[name] === 'string' ? parseDateTime(patch[name]) : undefined
    if (parsed) patch[name] = formatInstant(parsed, zone)
  }
  for (const name of addresses) if (patch[name]) patch[name] = prepareAddressPatch(patch[name])
  if (preparing.findings.length > 0) await addStoredErrors(call, patch, preparing)
  return patch
}

/** Checks a patch for rules outside the schema, without the stored order. */
const findPatchErrors = (body: ConsignmentPatch, zone: string): RequestError[] => [
  ...findDateTimeErrors(body, zone).filter(({ code }) => code !== 'order'),
  ...addresses.flatMap((name) => checkLocation(body[name], `/${name}`, false)),
]

/** Also checks an invalid patch against the stored order, so that one response contains all errors. */
async function addStoredErrors(
  call: OperationCall<OrderSelector, OrderPath>,
  patch: ConsignmentPatch,
  { findings, read }: PreparationContext,
): Promise<void> {
  const faulty = new Set(findings.flatMap(({ path, code }) => [path, `${path} ${code}`]))
  const storedErrors = await read(async (tx): Promise<RequestError[]> => {
    const row = await findOrder(tx, call)
    if (row === 'mismatch') return [selectorMismatch]
    if (!row) return []
    const { found, merged, stored, touched } = apply(row, call.environmentId, patch)
    // The schema of the patch has already reported other errors, so only missing fields are new.
    const missing = findChangeErrors(merged, touched).filter(
      ({ path, code }) => code === 'required' && !faulty.has(path),
    )
    return [...found, ...missing, ...(await findBodyReferenceErrors(tx, call, merged, stored))]
  })
  findings.push(...storedErrors.filter(({ path, code }) => !faulty.has(`${path} ${code}`)))
}

/** Returns the state of an order or a draft, in the form of an input. */
const stateOf = <D extends Partial<OrderDocument>>(row: OutsideRow, document: D) => ({ ...sentFrom(row), ...document })

export const buildInput = (row: store.ConsignmentRow) => stateOf(row, JSON.parse(row.document) as OrderDocument)

const addresses = ['consigneeAddress', 'consignorAddress'] as const
const { required, ...members } = ConsignmentInput
const checkMembers = compileSchema(members)

/**
 * Checks a changed order against the schema. The stored order and the patch are valid on their own. This function finds
 * errors in merged objects, and required fields that the patch removes.
 */
function findChangeErrors(merged: ConsignmentInput, patch: object): FieldError[] {
  const loose = merged as Record<string, unknown>
  const touched = Object.keys(patch).filter((name) => typeof loose[name] === 'object' && loose[name] !== null)
  const missing = (required as string[]).filter((name) => name in patch && loose[name] === undefined)
  return [
    ...missing.map((name): FieldError => ({ path: `/${name}`, code: 'required', message: `\`${name}\` is required.` })),
    ...(touched.length === 0 ? [] : checkMembers(Object.fromEntries(touched.map((name) => [name, loose[name]])))),
  ]
}

/** Applies a patch that is in its stored form. Returns the changed order, and errors that the schema cannot express. */
function apply(row: store.ConsignmentRow, environmentId: string, sent: ConsignmentPatch) {
  // Throws if the order is not intact. Otherwise, the change would store a damaged document with a valid checksum.
  expectIntact(row)
  const { version: _1, outcome: _2, outcomeTime: _3, ...patch } = sent
  const { consignmentId, created, updated } = row
  const depot = 'depot' in patch && row.depot !== null ? JSON.parse(row.depot) : null
  const stopPosition = row.stopPosition ?? 0
  const readOnly = { consignmentId, environmentId, created, updated, stopPosition, depot }
  const { changes: rest, errors: found } = removeReadOnly(patch, readOnly)
  // A read returns the effective time at the stop. If the client sends this value back, the order must not store it.
  if (row.timeAtStop === null && rest.timeAtStop === row.effectiveTimeAtStop) delete rest.timeAtStop
  const names = findConcernedFields(rest)
  const stored = stateOf(row, readFields(row.document, names))
  const issued = stored.packages ? getIssuedIds(stored as OrderDocument, row.ownReferences) : nothingIssued
  const merged = mergePatch(stored, rest) as ConsignmentInput
  found.push(...findInputErrors(merged, 'UTC', issued, rest))
  return { found, merged, stored, issued, touched: rest, names }
}

/** Result of a change of an order. */
export interface ChangeResult {
  consignmentId: string
  version: number
  changed: boolean
}

/** Returns whether the patch of an order may require a lock of a load. */
const concernsLoad = ({ loadId, type, depotKey }: ConsignmentPatch): boolean =>
  loadId !== undefined || type !== undefined || depotKey !== undefined

/**
 * Returns whether orders can be created in one batch (transaction) with others. An order without a load needs no locks,
 * and the database rejects a duplicate key.
 */
export const canBatchCreate = ({ body }: OperationCall): boolean => (body as OrderDraft).loadId === null

/** Returns whether an update can share a transaction with other updates. It must lock one order only, and no load. */
export const canBatchUpdate = ({ body }: OperationCall): boolean => !concernsLoad(body as ConsignmentPatch)

export async function updateOrder(
  tx: WriteTransaction,
  call: OperationCall<OrderSelector, OrderPath, ConsignmentPatch>,
): Promise<ChangeResult> {
  const { environmentId, body: patch } = call
  const row = await selectForChange(tx, call, concernsLoad(patch), patch.loadId)
  expectVersion(row.version, call.ifMatch, patch.version)
  const { found, merged, stored, issued, touched, names } = apply(row, environmentId, patch)
  found.unshift(...findChangeErrors(merged, touched))
  const settings = await getSettings(tx, environmentId)
  if (found.length > 0) {
    found.push(...(await findBodyReferenceErrors(tx, call, merged, stored)))
    throw createProblem(found)
  }
  const mergedInput = restoreRetiredValues(settings.customFields, merged, stored)
  const { draft: next, document } = buildChangedDraft(mergedInput, { issued, stored, names, change: touched, row })
  const load = await expectReferences(tx, call, { settings, next, stored })
  return saveIfChanged(tx, call, { settings, row, stored, next, document, isNewLoad: load === undefined })
}

async function selectForChange(
  tx: WriteTransaction,
  call: OperationCall<OrderSelector, OrderPath>,
  concerned: boolean,
  nextLoadId?: string | null,
): Promise<store.ConsignmentRow> {
  const consignmentId = await selectId(tx, call)
  const row =
    consignmentId === undefined ? undefined : await lockForChange(tx, call, consignmentId, { concerned, nextLoadId })
  if (!row) return throwNotFound(tx, call)
  return row
}

/** Locks an order. If `concerned` is true, first locks the load of the order, and the load that the order joins. */
export async function lockForChange(
  tx: WriteTransaction,
  call: OperationCall<OrderSelector, OrderPath>,
  consignmentId: string,
  { concerned, nextLoadId }: { concerned: boolean; nextLoadId?: string | null | undefined },
): Promise<store.ConsignmentRow | undefined> {
  const { environmentId } = call
  const loadId = concerned ? await joining.lockAround(tx, environmentId, consignmentId, nextLoadId) : undefined
  const row = await store.lockById(tx, environmentId, consignmentId)
  if (!row) return undefined
  const renamed = call.query.key !== undefined && call.query.key !== row.key
  if (renamed || (concerned && loadId !== row.loadId)) throw retryTransaction()
  return row
}

interface Referring {
  settings: EnvironmentSettings
  next: OrderDraft
  stored: references.OrderReferences & { loadId: string | null; type: string }
}

/** Checks the references of a change. Returns the load that the order joins, if it exists. */
export async function expectReferences(
  tx: WriteTransaction,
  context: HintContext,
  { settings, next, stored }: Referring,
): Promise<LoadRow | undefined> {
  const { environmentId } = context
  const found = await references.findReferenceErrors(tx, context, {
    settings,
    input: references.getReferences(next),
    stored,
    depotExists: (key) => depotTable.isHeld(tx, environmentId, key),
  })
  const joins = next.loadId !== stored.loadId
  let load: LoadRow | undefined
  if (next.loadId !== null && joins)
    load = await joining.lockJoinedLoad(tx, environmentId, {
      settings,
      loadId: next.loadId,
      order: next,
      errors: found,
    })
  else if (next.loadId !== null && (next.type !== stored.type || next.depotKey !== stored.depotKey))
    found.push(...(await joining.findDepotRuleErrors(tx, environmentId, next.loadId, next)))
  if (found.length > 0) throw createProblem(found)
  return load
}

/** Values that a change of an order needs. */
interface Change {
  settings: EnvironmentSettings
  row: store.ConsignmentRow
  next: OrderDraft
  /** Whether the change creates the load that the order joins. */
  isNewLoad: boolean
}
/** Change that may leave the order as it is, with the fields that are compared. */
interface PossibleChange extends Change {
  stored: Partial<OrderDocument>
  document: Partial<OrderDocument>
}
interface CertainChange extends Change {
  different: FieldDifference[]
  type?: 'consignment.updated' | 'consignment.erased'
}

export async function saveIfChanged(
  tx: WriteTransaction,
  call: OperationCall,
  change: PossibleChange,
): Promise<ChangeResult> {
  const { settings, row, stored, next, document, isNewLoad } = change
  const { consignmentId, version } = row
  if (isSame(next, row)) return { consignmentId, version, changed: false }
  const different = findDifferences(stored, stateOf(next, document))
  return { consignmentId, version: await save(tx, call, { settings, row, next, isNewLoad, different }), changed: true }
}

async function save(
  tx: WriteTransaction,
  call: OperationCall,
  { settings, row, next, isNewLoad, different, type = 'consignment.updated' }: CertainChange,
): Promise<number> {
  const { environmentId } = call
  const { consignmentId } = row
  const author = changes.withLaterTime(call, row.updated)
  const now = formatIso(author.now)
  const version = row.version + 1
  if (next.key !== row.key && (await store.findOrderId(tx, environmentId, next.key)) !== undefined)
    throw await keyExists(tx, environmentId, next.key)
  const moves = next.loadId !== row.loadId
  const joinedTimeAtStop =
    moves && next.loadId !== null ? (next.timeAtStop ?? settings.routeSettings.stopDuration) : null
  if (moves && row.loadId !== null) await joining.removeOrder(tx, call, row.loadId, consignmentId)
  await store.updateOrder(tx, environmentId, row, { version, draft: listedBy(settings, next), joinedTimeAtStop, now })
  if (moves && next.loadId !== null)
    await joining.joinLoad(tx, call, { loadId: next.loadId, consignmentId, isNew: isNewLoad })
  await changes.recordChange(tx, author, {
    type,
    recordId: consignmentId,
    recordKey: next.key,
    version,
    differences: different,
  })
  await exportList.addChangedOrder(tx, call, settings, { consignmentId, version })
  return version
}

/** Columns that an erasure may change. */
type ErasableColumns = Pick<ConsignmentInput, 'tags' | 'customFields'>

/**
 * Replaces values of an order, for an erasure. The event lists the changed paths, and the paths `elsewhere` at which
 * values were removed, without the values. Returns whether any value changed.
 */
export async function eraseValues(
  tx: WriteTransaction,
  call: OperationCall,
  row: store.ConsignmentRow,
  { members, elsewhere }: { members: Partial<OrderDocument> & ErasableColumns; elsewhere: Iterable<string> },
): Promise<boolean> {
  const stored = buildInput(row)
  const input = { ...stored, ...members } as ConsignmentInput
  const { draft: next, document } = buildDraft(input, 'UTC', getIssuedIds(stored, row.ownReferences), stored)
  const paths = new Set(elsewhere)
  for (const { path } of findDifferences(stored, stateOf(next, document))) paths.add(path)
  if (paths.size === 0) return false
  const steps = [...paths].map((path) => ({ path }))
  const settings = await getSettings(tx, call.environmentId)
  await save(tx, call, { settings, row, next, isNewLoad: false, different: steps, type: 'consignment.erased' })
  return true
}

export async function deleteOrder(tx: WriteTransaction, call: OperationCall<OrderSelector, OrderPath>): Promise<void> {
  const row = await selectForChange(tx, call, true)
  expectVersion(row.version, call.ifMatch)
  if (row.loadId !== null) await joining.removeDeletedOrder(tx, call, row.loadId, row.consignmentId)
  await store.deleteOrder(tx, call.environmentId, row.consignmentId)
  await changes.recordChange(tx, changes.withLaterTime(call, row.updated), {
    type: 'consignment.deleted',
    recordId: row.consignmentId,
    recordKey: row.key,
    version: row.version + 1,
  })
}
