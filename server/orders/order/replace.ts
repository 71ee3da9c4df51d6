// Creates or replaces the order with a key. Afterwards, the order has exactly the fields of the body.
import type { ConsignmentInput } from '../../../contract/consignment.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { getBodyZone } from '../../access/environment/zone.ts'
import { retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { expectIntact } from '../../platform/value/checksum.ts'
import { dateTimes } from '../record/document.ts'
import {
  buildDraft,
  createDraft,
  findElementErrors,
  findInputErrors,
  getIssuedIds,
  nothingIssued,
  type OrderDraft,
} from '../record/draft.ts'
import { restoreRetiredValues } from '../record/fields.ts'
import * as store from '../record/store.ts'
import * as rules from './rules.ts'

export type ReplaceQuery = { key: string; timezone?: string }

/**
 * Checked body of a replacement, with the time zone of its date-times. It is plain data, because it is sent to a
 * thread.
 */
export interface OrderReplacement {
  input: ConsignmentInput
  zone: string
}

/**
 * Returns a body without packages and product lines. They may use ids of the stored order, so they are checked together
 * with it.
 */
const withoutElements = ({ packages: _1, productLines: _2, packageProducts: _3, ...rest }: Partial<ConsignmentInput>) =>
  rest

/** Checks the body of a replacement before the transaction, without the stored order. */
export async function prepareReplace(
  call: OperationCall<ReplaceQuery, undefined, ConsignmentInput>,
  preparing: PreparationContext,
): Promise<OrderReplacement> {
  const { body: input, query } = call
  const loose = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const zone = await getBodyZone(
    call,
    preparing,
    dateTimes.map((name) => loose[name]),
  )
  const found = preparing.findings
  found.push(...findInputErrors(loose, zone, nothingIssued, withoutElements(loose)))
  if (typeof loose.key === 'string' && typeof query.key === 'string' && loose.key !== query.key) found.push(keyMismatch)
  // Also checks an invalid body against the stored order, so that one response contains all errors.
  if (found.length > 0)
    found.push(
      ...(await preparing.read(async (tx): Promise<RequestError[]> => {
        const row = typeof query.key === 'string' ? await store.findByKey(tx, call.environmentId, query.key) : undefined
        const stored = row && rules.buildInput(row)
        const issued = row && stored ? getIssuedIds(stored, row.ownReferences) : nothingIssued
        return [...findElementErrors(loose, issued), ...(await rules.findBodyReferenceErrors(tx, call, loose, stored))]
      })),
    )
  return { input, zone }
}
const keyMismatch: RequestError = {
  path: '/key',
  code: 'mismatch',
  message: '`key` must be the same as `?key=`: a PUT cannot change the key, but a PATCH can.',
}

export interface ReplaceResult extends rules.ChangeResult {
  created: boolean
  /** JSON of the issued ids of packages and product lines. */
  issued: string
}

export async function replaceOrder(
  tx: WriteTransaction,
  call: OperationCall<ReplaceQuery, undefined, OrderReplacement>,
): Promise<ReplaceResult> {
  const { environmentId, query, body } = call
  const { input, zone } = body
  const existingId = await store.findOrderId(tx, environmentId, query.key)
  if (existingId === undefined) return createNew(tx, call)
  const row = await rules.lockForChange(tx, call, existingId, { concerned: true, nextLoadId: input.loadId })
  // Another transaction deleted the order before this one could lock it.
  if (!row) throw retryTransaction()
  expectVersion(row.version, call.ifMatch)
  if (call.ifNoneMatch !== undefined)
    throw new ApiProblem('VERSION_MISMATCH', {
      message: 'An order with this key already exists. To replace it, leave out `If-None-Match`.',
    })
  expectIntact(row)
  const stored = rules.buildInput(row)
  const issued = getIssuedIds(stored, row.ownReferences)
  const found: RequestError[] = findElementErrors(input as Record<string, unknown>, issued)
  if (found.length > 0) {
    found.push(...(await rules.findBodyReferenceErrors(tx, call, input, stored)))
    throw createProblem(found)
  }
  const settings = await getSettings(tx, environmentId)
  const mergedInput = restoreRetiredValues(settings.customFields, input, stored)
  const { draft: next, document } = buildDraft(mergedInput, zone, issued, stored)
  // A read returns the effective time at the stop. If the client sends this value back, the order must not store it.
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

async function createNew(
  tx: WriteTransaction,
  call: OperationCall<ReplaceQuery, undefined, OrderReplacement>,
): Promise<ReplaceResult> {
  const { input, zone } = call.body
  if (call.ifMatch !== undefined)
    throw new ApiProblem('VERSION_MISMATCH', {
      message: 'No order has this key. To create it, leave out `If-Match`.',
    })
  const found: RequestError[] = findElementErrors(input as Record<string, unknown>, nothingIssued)
  if (found.length > 0) {
    found.push(...(await rules.findBodyReferenceErrors(tx, call, input)))
    throw createProblem(found)
  }
  const body: OrderDraft = createDraft(input, zone)
  try {
    const consignmentId = await rules.createOrder(tx, { ...call, body })
    return { consignmentId, version: 1, changed: true, created: true, issued: body.issued }
  } catch (error) {
    // If another transaction has just created the order, the repeated transaction replaces it.
    if (error instanceof ApiProblem && error.code === 'KEY_EXISTS') throw retryTransaction()
    throw error
  }
}
