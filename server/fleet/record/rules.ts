// Defines the rules that apply to every kind of fleet record: depots, vehicles and drivers.
import type { ProblemCode } from '../../../contract/problem.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { getKeyHints } from '../../platform/error/error-budget.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { mergePatch } from '../../platform/operation/merge.ts'
import type { HintContext, OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import type { SchemaCheck } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { findDifferences } from '../../platform/value/difference.ts'
import { createSuggestion } from '../../platform/value/nearest.ts'
import { formatIso } from '../../platform/value/times.ts'
import type * as store from './store.ts'

export type RecordSelector = { key: string }
export type LooseObject = Record<string, unknown>
type Exists = (key: string) => Awaitable<boolean>

/** Fields of the input that contain the key of a record of another kind. */
interface Naming {
  fields: readonly string[]
  recordType: FleetRecordType
  exists(tx: ReadTransaction, environmentId: string): Exists
  hold(tx: WriteTransaction, environmentId: string): Exists
}

/** Kind of a fleet record: the differences between depots, vehicles and drivers. */
export interface FleetRecordType {
  name: 'depot' | 'vehicle' | 'driver'
  unknown: ProblemCode
  records: typeof store.vehicleTable
  check: SchemaCheck
  /** Returns the input in its stored form, with all fields. */
  form(input: never): { key: string; vehicleKey?: string | null; active?: boolean }
  /** Returns the errors that the schema cannot express. */
  findings(input: LooseObject): RequestError[]
  /** Returns a patch in the form in which it is merged. */
  patch?(body: LooseObject): LooseObject
  names?: Naming
  /** Runs before a changed record is stored. */
  changed?(tx: WriteTransaction, call: OperationCall, next: { key: string; active?: boolean }): Promise<unknown>
  /** Runs after a record was deleted. */
  removed?(tx: WriteTransaction, author: changes.ChangeAuthor, key: string): Promise<unknown>
}

/** Returns the error of naming a record that does not exist, with keys that exist. */
export async function buildUnknownKeyError(
  tx: ReadTransaction,
  context: HintContext,
  recordType: FleetRecordType,
  { path, key }: { path: string; key: string },
): Promise<RequestError> {
  const keys = (await recordType.records.someKeys(tx, context.environmentId)).map((row) => row.key)
  const { advice, suggestion } = createSuggestion(key, keys, getKeyHints(context), {
    emptyText: `This environment has no ${recordType.name}s yet.`,
  })
  return {
    path,
    code: `unknown_${recordType.name}`,
    message: `The ${recordType.name} \`${key}\` does not exist. ${advice}`,
    values: { key, ...suggestion },
    problem: recordType.unknown,
  }
}

/** Finds names of records that do not exist. A name that the stored record has already stays valid. */
async function findNameErrors(
  tx: ReadTransaction,
  context: HintContext,
  {
    recordType,
    input,
    stored = {},
    exists,
  }: { recordType: FleetRecordType; input: LooseObject; stored?: LooseObject; exists: Exists | undefined },
): Promise<RequestError[]> {
  const found: RequestError[] = []
  for (const name of recordType.names?.fields ?? []) {
    const key = input[name]
    if (typeof key === 'string' && key !== stored[name] && !(await exists!(key)))
      found.push(await buildUnknownKeyError(tx, context, recordType.names!.recordType, { path: `/${name}`, key }))
  }
  return found
}

/** Finds the errors that the schema cannot express. For a rejected body, it also finds all unknown names. */
export const prepareCreate =
  (recordType: FleetRecordType) =>
  async <Body>(call: OperationCall<unknown, unknown, Body>, { findings, read }: PreparationContext): Promise<Body> => {
    const { body, environmentId } = call
    if (typeof body !== 'object' || body === null) return body
    const input = body as LooseObject
    findings.push(...recordType.findings(input))
    if (findings.length > 0 && recordType.names) {
      const { exists } = recordType.names
      findings.push(
        ...(await read((tx) => findNameErrors(tx, call, { recordType, input, exists: exists(tx, environmentId) }))),
      )
    }
    return body
  }

/** Creates a record. Returns its version. */
export async function createRecord(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, object>,
  recordType: FleetRecordType,
): Promise<number> {
  const { environmentId, body, now } = call
  const exists = recordType.names?.hold(tx, environmentId)
  const found = await findNameErrors(tx, call, { recordType, input: body as LooseObject, exists })
  if (found.length > 0) throw createProblem(found)
  const next = recordType.form(body as never)
  const { key } = next
  const stored = await recordType.records.insert(tx, environmentId, {
    key,
    document: JSON.stringify(next),
    vehicleKey: next.vehicleKey ?? null,
    now: formatIso(now),
  })
  if (!stored)
    throw new ApiProblem('KEY_EXISTS', {
      message: `A ${recordType.name} with the key \`${key}\` already exists.`,
      errors: [
        {
          path: '/key',
          code: 'key_exists',
          message: `This key is already taken: change the existing ${recordType.name}, or choose another key.`,
          values: { key },
        },
      ],
    })
  const { version, updated } = stored
  const author = changes.withLaterTime(call, updated)
  await changes.recordChange(tx, author, { type: `${recordType.name}.created`, recordId: key, recordKey: key, version })
  return version
}

const notFound = (recordType: FleetRecordType, key: string) =>
  new ApiProblem('NOT_FOUND', {
    message: `The ${recordType.name} \`${key}\` does not exist in this environment.`,
    values: { key },
  })

export async function getRecord(
  tx: ReadTransaction,
  call: OperationCall<RecordSelector>,
  recordType: FleetRecordType,
): Promise<store.FleetRow> {
  const { key } = call.query
  const row = await recordType.records.find(tx, call.environmentId, key)
  if (!row) throw notFound(recordType, key)
  return row
}

/** Lists all records as JSON. */
export async function listRecords(
  tx: ReadTransaction,
  { environmentId }: OperationCall,
  recordType: FleetRecordType,
): Promise<string> {
  const rows = await recordType.records.list(tx, environmentId)
  return `[${rows.map(({ document }) => document).join(',')}]`
}

export interface UpdateResult {
  version: number
  changed: boolean
}

export async function updateRecord(
  tx: WriteTransaction,
  call: OperationCall<RecordSelector, unknown, object>,
  type: FleetRecordType,
): Promise<UpdateResult> {
  const { environmentId } = call
  const { key } = call.query
  const row = await type.records.lock(tx, environmentId, key)
  if (!row) throw notFound(type, key)
  expectVersion(row.version, call.ifMatch)
  const stored = JSON.parse(row.document) as LooseObject
  const input = mergePatch(stored, type.patch ? type.patch(call.body as LooseObject) : call.body) as LooseObject
  const found: RequestError[] = [...type.check(input, call.telling), ...type.findings(input)]
  if (typeof input.key === 'string' && input.key !== key)
    found.push({
      path: '/key',
      code: 'read_only',
      message: `The key of a ${type.name} cannot be changed: create another ${type.name}.`,
      values: { reason: 'key' },
    })
  const exists = type.names?.hold(tx, environmentId)
  found.push(...(await findNameErrors(tx, call, { recordType: type, input, stored, exists })))
  if (found.length > 0) throw createProblem(found)
  const next = type.form(input as never)
  const document = JSON.stringify(next)
  if (document === row.document) return { version: row.version, changed: false }
  const version = row.version + 1
  await type.changed?.(tx, call, next)
  const author = changes.withLaterTime(call, row.updated)
  const { vehicleKey = null } = next
  await type.records.update(tx, environmentId, { key, version, document, vehicleKey, now: formatIso(author.now) })
  await changes.recordChange(tx, author, {
    type: `${type.name}.updated`,
    recordId: key,
    recordKey: key,
    version,
    differences: findDifferences(stored, next),
  })
  return { version, changed: true }
}

export async function deleteRecord(
  tx: WriteTransaction,
  call: OperationCall<RecordSelector>,
  recordType: FleetRecordType,
): Promise<void> {
  const { key } = call.query
  const row = await recordType.records.lock(tx, call.environmentId, key)
  if (!row) throw notFound(recordType, key)
  expectVersion(row.version, call.ifMatch)
  const version = row.version + 1
  const author = changes.withLaterTime(call, row.updated)
  await removeLockedRecord(tx, author, recordType, { key, version, now: formatIso(author.now) })
  await changes.recordChange(tx, author, { type: `${recordType.name}.deleted`, recordId: key, recordKey: key, version })
}

/** Deletes a locked record without recording an event. */
export async function removeLockedRecord(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  recordType: FleetRecordType,
  { key, version, now }: { key: string; version: number; now: string },
): Promise<void> {
  await recordType.records.remove(tx, author.environmentId, key, { version, now })
  await recordType.removed?.(tx, author, key)
}
