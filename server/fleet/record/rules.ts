// What holds for every kind of fleet record: depots, vehicles and drivers.
import type { ProblemCode } from '../../../contract/problem.ts'
import type { Awaitable, Reader, Writer } from '../../platform/database/database.ts'
import { keyHintsOf } from '../../platform/error/error-budget.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { mergePatch } from '../../platform/operation/merge.ts'
import type { Asked, Call, Preparing } from '../../platform/operation/operation.ts'
import type { Check } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { differences } from '../../platform/value/difference.ts'
import { hint } from '../../platform/value/nearest.ts'
import { toIso } from '../../platform/value/times.ts'
import type * as store from './store.ts'

export type Selector = { key: string }
export type Loose = Record<string, unknown>
type Exists = (key: string) => Awaitable<boolean>

/** Fields of the input that name a record of another kind. */
interface Naming {
  fields: readonly string[]
  kind: Kind
  exists(tx: Reader, environmentId: string): Exists
  hold(tx: Writer, environmentId: string): Exists
}

/** Kind of a fleet record: the differences between depots, vehicles and drivers. */
export interface Kind {
  name: 'depot' | 'vehicle' | 'driver'
  unknown: ProblemCode
  records: typeof store.vehicles
  check: Check
  /** Returns the input in its stored form, with all fields. */
  form(input: never): { key: string; vehicleKey?: string | null; active?: boolean }
  /** Returns the errors that the schema cannot express. */
  findings(input: Loose): Finding[]
  /** Returns a patch in the form in which it is merged. */
  patch?(body: Loose): Loose
  names?: Naming
  /** Runs before a changed record is stored. */
  changed?(tx: Writer, call: Call, next: { key: string; active?: boolean }): Promise<unknown>
  /** Runs after a record was deleted. */
  removed?(tx: Writer, author: changes.Author, key: string): Promise<unknown>
}

/** Returns the error of naming a record that does not exist, with keys that exist. */
export async function unknown(
  tx: Reader,
  asked: Asked,
  kind: Kind,
  { path, key }: { path: string; key: string },
): Promise<Finding> {
  const keys = (await kind.records.someKeys(tx, asked.environmentId)).map((row) => row.key)
  const { advice, suggestion } = hint(key, keys, keyHintsOf(asked), {
    none: `This environment has no ${kind.name}s yet.`,
  })
  return {
    path,
    code: `unknown_${kind.name}`,
    message: `The ${kind.name} \`${key}\` does not exist. ${advice}`,
    values: { key, ...suggestion },
    problem: kind.unknown,
  }
}

/** Finds names of records that do not exist. A name that the stored record has already stays valid. */
async function nameFindings(
  tx: Reader,
  asked: Asked,
  { kind, wanted, stored = {}, exists }: { kind: Kind; wanted: Loose; stored?: Loose; exists: Exists | undefined },
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const name of kind.names?.fields ?? []) {
    const key = wanted[name]
    if (typeof key === 'string' && key !== stored[name] && !(await exists!(key)))
      found.push(await unknown(tx, asked, kind.names!.kind, { path: `/${name}`, key }))
  }
  return found
}

/** Finds the errors that the schema cannot express. For a rejected body, it also finds all unknown names. */
export const prepareCreate =
  (kind: Kind) =>
  async <Body>(call: Call<unknown, unknown, Body>, { findings, read }: Preparing): Promise<Body> => {
    const { body, environmentId } = call
    if (typeof body !== 'object' || body === null) return body
    const wanted = body as Loose
    findings.push(...kind.findings(wanted))
    if (findings.length > 0 && kind.names) {
      const { exists } = kind.names
      findings.push(
        ...(await read((tx) => nameFindings(tx, call, { kind, wanted, exists: exists(tx, environmentId) }))),
      )
    }
    return body
  }

/** Returns the version. */
export async function create(tx: Writer, call: Call<unknown, unknown, object>, kind: Kind): Promise<number> {
  const { environmentId, body, now } = call
  const exists = kind.names?.hold(tx, environmentId)
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
          values: { key },
        },
      ],
    })
  const { version, updated } = stored
  const author = changes.after(call, updated)
  await changes.record(tx, author, { type: `${kind.name}.created`, recordId: key, recordKey: key, version })
  return version
}

const notFound = (kind: Kind, key: string) =>
  new Problem('NOT_FOUND', { message: `The ${kind.name} \`${key}\` does not exist in this environment.` })

export async function get(tx: Reader, call: Call<Selector>, kind: Kind): Promise<store.FleetRow> {
  const { key } = call.query
  const row = await kind.records.find(tx, call.environmentId, key)
  if (!row) throw notFound(kind, key)
  return row
}

/** Lists all records as JSON. */
export async function list(tx: Reader, { environmentId }: Call, kind: Kind): Promise<string> {
  const rows = await kind.records.list(tx, environmentId)
  return `[${rows.map(({ document }) => document).join(',')}]`
}

export interface Updated {
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
  const wanted = mergePatch(stored, kind.patch ? kind.patch(call.body as Loose) : call.body) as Loose
  const found: Finding[] = [...kind.check(wanted, call.telling), ...kind.findings(wanted)]
  if (typeof wanted.key === 'string' && wanted.key !== key)
    found.push({
      path: '/key',
      code: 'read_only',
      message: `The key of a ${kind.name} cannot be changed: create another ${kind.name}.`,
    })
  const exists = kind.names?.hold(tx, environmentId)
  found.push(...(await nameFindings(tx, call, { kind, wanted, stored, exists })))
  if (found.length > 0) throw problemOf(found)
  const next = kind.form(wanted as never)
  const document = JSON.stringify(next)
  if (document === row.document) return { version: row.version, changed: false }
  const version = row.version + 1
  await kind.changed?.(tx, call, next)
  const author = changes.after(call, row.updated)
  const { vehicleKey = null } = next
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

/** Takes away a locked record, without an event. */
export async function takeAway(
  tx: Writer,
  author: changes.Author,
  kind: Kind,
  { key, version, now }: { key: string; version: number; now: string },
): Promise<void> {
  await kind.records.remove(tx, author.environmentId, key, { version, now })
  await kind.removed?.(tx, author, key)
}
