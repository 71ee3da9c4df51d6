// What holds for depots.
import { type Depot, DepotInput, type DepotPatch } from '../../../contract/depot.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { keyHintsOf } from '../../platform/error/error-budget.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { address, contact, patchedAddress, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { mergePatch } from '../../platform/operation/merge.ts'
import type { Asked, Call } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { differences } from '../../platform/value/difference.ts'
import { listed, nearest } from '../../platform/value/nearest.ts'
import { toIso } from '../../platform/value/times.ts'
import * as store from '../record/depot-store.ts'

type Selector = { key: string }

const depot = (input: DepotInput): Depot => ({
  address: address(input.address),
  contact: contact(input.contact),
  name: input.name,
  key: input.key,
})

/** What the schema cannot say; also of a body that is wrong elsewhere. */
export const findings = (body: unknown, whole: boolean): Finding[] =>
  positionFindings((body as { address?: unknown } | null)?.address, '/address', whole)

export async function create(tx: Writer, call: Call<unknown, unknown, DepotInput>): Promise<void> {
  const { environmentId, body, now } = call
  const stored = await store.insert(tx, environmentId, {
    key: body.key,
    document: JSON.stringify(depot(body)),
    now: toIso(now),
  })
  if (!stored)
    throw new Problem('KEY_EXISTS', {
      message: `A depot with the key \`${body.key}\` already exists.`,
      errors: [
        {
          path: '/key',
          code: 'key_exists',
          message: 'This key is already taken: change the existing depot, or choose another key.',
        },
      ],
    })
  const { version, updated } = stored
  const author = changes.after(call, updated)
  await changes.record(tx, author, { type: 'depot.created', recordId: body.key, recordKey: body.key, version })
}

const notFound = (key: string) =>
  new Problem('NOT_FOUND', { message: `There is no depot \`${key}\` in this environment.` })

export async function get(tx: Reader, call: Call<Selector>): Promise<store.DepotRow> {
  const { key } = call.query
  const row = await store.find(tx, call.environmentId, key)
  if (!row) throw notFound(key)
  return row
}

export const list = (tx: Reader, { environmentId }: Call) => store.list(tx, environmentId)

const checkDepot = compile(DepotInput)

/** Answers the version after the change. */
export async function update(tx: Writer, call: Call<Selector, unknown, DepotPatch>): Promise<number> {
  const { key } = call.query
  const row = await store.lock(tx, call.environmentId, key)
  if (!row) throw notFound(key)
  expectVersion(row.version, call.ifMatch)
  const patch = { ...call.body, ...(call.body.address ? { address: patchedAddress(call.body.address) } : {}) }
  const stored = JSON.parse(row.document)
  const merged = mergePatch(stored, patch) as DepotInput
  const found: Finding[] = [...checkDepot(merged), ...findings(merged, true)]
  if (merged.key !== undefined && merged.key !== key)
    found.push({
      path: '/key',
      code: 'read_only',
      message: 'The key of a depot cannot be changed: create another depot.',
    })
  if (found.length > 0) throw problemOf(found)
  const next = depot(merged)
  const document = JSON.stringify(next)
  if (document === row.document) return row.version
  const version = row.version + 1
  const author = changes.after(call, row.updated)
  await store.update(tx, call.environmentId, { key, version, document, now: toIso(author.now) })
  await changes.record(tx, author, {
    type: 'depot.updated',
    recordId: key,
    recordKey: key,
    version,
    differences: differences(stored, next),
  })
  return version
}

export async function remove(tx: Writer, call: Call<Selector>): Promise<void> {
  const { key } = call.query
  const row = await store.lock(tx, call.environmentId, key)
  if (!row) throw notFound(key)
  expectVersion(row.version, call.ifMatch)
  const version = row.version + 1
  const author = changes.after(call, row.updated)
  await store.remove(tx, call.environmentId, key, { version, now: toIso(author.now) })
  await changes.record(tx, author, { type: 'depot.deleted', recordId: key, recordKey: key, version })
}

/** The fault of naming a depot that is not there, with what would fit. */
export async function unknown(tx: Reader, asked: Asked, path: string, key: string): Promise<Finding> {
  const keys = (await store.someKeys(tx, asked.environmentId)).map((row) => row.key)
  const close = nearest(key, keys, keyHintsOf(asked), 3)
  const hint =
    keys.length === 0
      ? 'This environment has no depots yet.'
      : close.length > 0
        ? `Nearest: ${listed(close)}.`
        : `Available: ${listed(keys, 5)}.`
  return { path, code: 'unknown_depot', message: `There is no depot \`${key}\`. ${hint}`, problem: 'UNKNOWN_DEPOT' }
}
