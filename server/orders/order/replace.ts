// Creates an order by its key, or replaces it: afterwards it has exactly the fields of the body.
import type { ConsignmentInput } from '../../../contract/consignment.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { zoneFor } from '../../access/environment/zone.ts'
import { startAgain, type Writer } from '../../platform/database/database.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { expectIntact } from '../../platform/value/checksum.ts'
import { dateTimes } from '../record/document.ts'
import { type Draft, draft, drafted, elementFindings, findings, issuedBy, nothingIssued } from '../record/draft.ts'
import { withRetired } from '../record/fields.ts'
import * as store from '../record/store.ts'
import * as rules from './rules.ts'

export type Selector = { key: string; timezone?: string }

/**
 * Replacement of an order: a checked body with the time zone of its date-times. It is plain data, because it is sent to
 * a thread.
 */
export interface Replacement {
  input: ConsignmentInput
  zone: string
}

/** Returns a body without packages and lines, which may use ids of the stored order and are checked with it. */
const withoutElements = ({ packages: _1, productLines: _2, packageProducts: _3, ...rest }: Partial<ConsignmentInput>) =>
  rest

/** Checks the body of a replacement before the transaction, without the stored order. */
export async function prepareReplace(
  call: Call<Selector, undefined, ConsignmentInput>,
  preparing: Preparing,
): Promise<Replacement> {
  const { body: input, query } = call
  const loose = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const zone = await zoneFor(
    call,
    preparing,
    dateTimes.map((name) => loose[name]),
  )
  const found = preparing.findings
  found.push(...findings(loose, zone, nothingIssued, withoutElements(loose)))
  if (typeof loose.key === 'string' && typeof query.key === 'string' && loose.key !== query.key) found.push(otherKey)
  // An invalid body is also checked against the stored order, so that one response has all errors.
  if (found.length > 0)
    found.push(
      ...(await preparing.read(async (tx): Promise<Finding[]> => {
        const row = typeof query.key === 'string' ? await store.findByKey(tx, call.environmentId, query.key) : undefined
        const stored = row && rules.inputOf(row)
        const issued = row && stored ? issuedBy(stored, row.ownReferences) : nothingIssued
        return [...elementFindings(loose, issued), ...(await rules.referenceFindings(tx, call, loose, stored))]
      })),
    )
  return { input, zone }
}
const otherKey: Finding = {
  path: '/key',
  code: 'mismatch',
  message: '`key` must be the same as `?key=`: a PUT cannot change the key, but a PATCH can.',
}

export interface Replaced extends rules.Changed {
  created: boolean
  /** Issued ids of packages and product lines, as JSON. */
  issued: string
}

export async function replace(tx: Writer, call: Call<Selector, undefined, Replacement>): Promise<Replaced> {
  const { environmentId, query, body } = call
  const { input, zone } = body
  const known = await store.idOfKey(tx, environmentId, query.key)
  if (known === undefined) return createNew(tx, call)
  const row = await rules.lockForChange(tx, call, known, { concerned: true, nextLoadId: input.loadId })
  // The order was deleted during the wait for its lock.
  if (!row) throw startAgain()
  expectVersion(row.version, call.ifMatch)
  if (call.ifNoneMatch !== undefined)
    throw new Problem('VERSION_MISMATCH', {
      message: 'An order with this key already exists. To replace it, leave out `If-None-Match`.',
    })
  expectIntact(row)
  const stored = rules.inputOf(row)
  const issued = issuedBy(stored, row.ownReferences)
  const found: Finding[] = elementFindings(input as Record<string, unknown>, issued)
  if (found.length > 0) {
    found.push(...(await rules.referenceFindings(tx, call, input, stored)))
    throw problemOf(found)
  }
  const settings = await settingsOf(tx, environmentId)
  const wanted = withRetired(settings.customFields, input, stored)
  const { draft: next, document } = drafted(wanted, zone, issued, stored)
  // A read returns the effective time at stop. A client that sends it back does not want to set it.
  if (row.timeAtStop === null && next.timeAtStop === row.effectiveTimeAtStop) next.timeAtStop = null
  const load = await rules.expectReferences(tx, call, { settings, next, stored })
  const saved = await rules.saveIfChanged(tx, call, {
    settings,
    row,
    stored,
    next,
    document,
    isNewLoad: load === undefined,
  })
  return { ...saved, created: false, issued: next.issued }
}

async function createNew(tx: Writer, call: Call<Selector, undefined, Replacement>): Promise<Replaced> {
  const { input, zone } = call.body
  if (call.ifMatch !== undefined)
    throw new Problem('VERSION_MISMATCH', {
      message: 'No order has this key. To create it, leave out `If-Match`.',
    })
  const found: Finding[] = elementFindings(input as Record<string, unknown>, nothingIssued)
  if (found.length > 0) {
    found.push(...(await rules.referenceFindings(tx, call, input)))
    throw problemOf(found)
  }
  const body: Draft = draft(input, zone)
  try {
    const consignmentId = await rules.create(tx, { ...call, body })
    return { consignmentId, version: 1, changed: true, created: true, issued: body.issued }
  } catch (error) {
    // Another transaction has just created the order: it is replaced.
    if (error instanceof Problem && error.code === 'KEY_EXISTS') throw startAgain()
    throw error
  }
}
