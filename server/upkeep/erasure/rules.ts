// Removes a recipient's personal data from an order and from its history.
import { createAddressTexts } from '../../../contract/address.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { type eraseConsignees, erasuresMax } from '../../../contract/erasure.ts'
import type { Phone } from '../../../contract/shared.ts'
import * as environments from '../../access/environment/store.ts'
import * as store from '../../access/erasure-list/store.ts'
import * as proofs from '../../delivery/proof/erase.ts'
import * as imports from '../../integration/import/store.ts'
import * as orders from '../../orders/order/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import { readFields } from '../../orders/record/document.ts'
import { parseSearchTerms } from '../../orders/record/search-terms.ts'
import * as consignments from '../../orders/record/store.ts'
import * as tracking from '../../orders/tracking-link/store.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { createBadRequest, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import * as changeLog from '../../platform/event/store.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { formatChoices } from '../../platform/value/nearest.ts'
import { formatIso } from '../../platform/value/times.ts'

/** Text that replaces an erased required text. */
const erased = 'erased'

/** Paths of personal fields. They include free text, into which people write names and numbers. */
const personal = [
  '/consigneeContact',
  '/consigneeAddress',
  '/consigneeCode',
  '/consignmentInstructions',
  '/planningInstructions',
  '/tags',
  '/customFields',
]
const isPersonal = (path: string) => personal.some((member) => path === member || path.startsWith(`${member}/`))

type Personal = Pick<
  Consignment,
  'consigneeContact' | 'consigneeAddress' | 'consigneeCode' | 'consignmentInstructions' | 'planningInstructions'
>
/** Empty tags and custom fields, because they are free text as well. */
const clearedText = { tags: [], customFields: {} }

/**
 * Returns the address without personal data. The country and the area stay: they show where vans drive, not the
 * recipient.
 */
const removePersonalData = ({ country }: Personal['consigneeAddress']): Personal => ({
  consigneeContact: null,
  consigneeAddress: {
    ...createAddressTexts(() => null),
    line1: erased,
    city: erased,
    postalCode: erased,
    country,
    geoLocation: null,
    geoLocationAccuracy: null,
    placeId: null,
  },
  consigneeCode: null,
  consignmentInstructions: null,
  planningInstructions: null,
})

/** Erases an order. Returns whether there was data to erase, or undefined if the order never existed. */
export async function eraseOrder(
  tx: WriteTransaction,
  call: OperationCall,
  consignmentId: string,
): Promise<boolean | undefined> {
  // Failed rows of imports belong to no order yet, and may be about this person. Imports are locked before orders, as
  // when they store them.
  await imports.forgetPeople(tx, call.environmentId)
  return eraseOne(tx, call, consignmentId)
}

async function eraseOne(tx: WriteTransaction, call: OperationCall, orderId: string): Promise<boolean | undefined> {
  const { environmentId, now, actor, requestId } = call
  const row = await consignments.lockById(tx, environmentId, orderId)
  const [last] = await changeLog.findRecordChanges(tx, environmentId, {
    record: 'consignment',
    recordId: orderId,
    beforeVersion: Number.MAX_SAFE_INTEGER,
    limit: 1,
  })
  const hadProofs = await proofs.eraseProofs(tx, call, orderId)
  if (!row && !last && !hadProofs) return undefined
  const paths = await changes.erasePersonalValues(
    tx,
    environmentId,
    { record: 'consignment', recordId: orderId },
    isPersonal,
  )
  await notices.eraseAddresses(tx, call, orderId)
  await tracking.deleteLink(tx, environmentId, orderId)
  await store.insertErasure(tx, environmentId, { consignmentId: orderId, erased: now, actor, requestId })
  if (row) {
    const { consigneeAddress } = readFields(row.document, ['consigneeAddress'])
    const members = { ...removePersonalData(consigneeAddress!), ...clearedText }
    return (await orders.eraseValues(tx, call, row, { members, elsewhere: paths })) || hadProofs
  }
  if (paths.size === 0 || !last) return hadProofs
  const steps = [...paths].map((path) => ({ path }))
  await changes.recordChange(tx, changes.withLaterTime(call, formatIso(last.at)), {
    type: 'consignment.erased',
    recordId: orderId,
    recordKey: last.recordKey,
    version: last.version + 1,
    differences: steps,
  })
  return true
}

type Input = BodyOf<typeof eraseConsignees>
const selectors = ['ids', 'consigneeCode', 'phone', 'email'] as const

/** Fields of an order that the selectors of a person compare. */
const personFields = ['consigneeCode', 'consigneeContact'] as const
const isOf: Record<
  Exclude<(typeof selectors)[number], 'ids'>,
  (order: Partial<Pick<Personal, (typeof personFields)[number]>>, text: string) => boolean
> = {
  consigneeCode: ({ consigneeCode }, text) => consigneeCode === text,
  phone: ({ consigneeContact: contact }, text) =>
    [contact?.phone, contact?.mobile].some((phone) => isNumber(phone, text.replace('+', ''))),
  email: ({ consigneeContact }, text) => consigneeContact?.email?.toLowerCase() === text.toLowerCase(),
}

export async function eraseAll(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, Input>,
): Promise<{ erased: number; more: boolean }> {
  const selected = selectors.filter((selector) => call.body[selector] !== undefined && call.body[selector] !== null)
  if (selected.length !== 1)
    throw createBadRequest('', 'one_of', `Send exactly one of ${formatChoices(selectors)}.`, { names: selectors })
  const [selector] = selected
  const { found, more } =
    selector === 'ids'
      ? { found: call.body.ids!, more: false }
      : await ordersOf(tx, call.environmentId, selector!, call.body[selector!]!)
  let count = 0
  const unknown: RequestError[] = []
  await imports.forgetPeople(tx, call.environmentId)
  // Orders are locked by ascending id, as in all operations.
  for (const id of [...new Set(found)].sort()) {
    const done = await eraseOne(tx, call, id)
    if (done === undefined)
      unknown.push({
        path: `/ids/${found.indexOf(id)}`,
        code: 'not_found',
        message: `The order \`${id}\` does not exist and has no history.`,
        values: { key: id },
        problem: 'NOT_FOUND',
      })
    else if (done) count++
  }
  if (unknown.length > 0) throw createProblem(unknown)
  return { erased: count, more }
}

/**
 * Largest number of candidates of a search for one request, including orders that contain the word for another reason.
 */
const candidatesMax = erasuresMax * 4

/**
 * Returns orders of a person, up to a limit. A search finds candidates by their words, and the fields of each candidate
 * decide.
 */
async function ordersOf(tx: ReadTransaction, environmentId: string, selector: keyof typeof isOf, text: string) {
  // Whole words only: a longer word belongs to another person.
  const terms = parseSearchTerms(text).map(({ word }) => ({ word, prefix: false }))
  const candidates = terms.length === 0 ? [] : ((await tx.search(environmentId, terms, candidatesMax)) ?? [])
  const found: string[] = []
  for (const id of candidates) {
    const row = found.length < erasuresMax ? await consignments.findById(tx, environmentId, id) : undefined
    if (row && isOf[selector](readFields(row.document, personFields), text)) found.push(id)
  }
  const hasMore = found.length === erasuresMax || candidates.length === candidatesMax
  // Erased orders no longer have these words, so a repeated request finds more, unless orders keep the words.
  if (hasMore && found.length === 0)
    throw createBadRequest(
      `/${selector}`,
      'too_many',
      'Too many orders contain this text in other fields, such as the key. Name the orders by `ids`.',
    )
  return { found, more: hasMore }
}

const isNumber = (phone: Phone | null | undefined, digits: string): boolean =>
  !!phone?.localNumber &&
  [phone.localNumber, `0${phone.localNumber}`, `${phone.countryCode ?? ''}${phone.localNumber}`].includes(digits)

const listPage = 1_000

/** Lists all erased orders of all environments. */
export async function* listErasedOrders(
  read: <T>(work: (tx: ReadTransaction) => Promise<T>) => Promise<T>,
): AsyncGenerator<store.ErasureRow> {
  for (const { environmentId } of await read(async (tx) => environments.listEnvironments(tx)))
    for (let lastId = ''; ; ) {
      const cursor = lastId
      const rows = await read(async (tx) => store.listErasures(tx, environmentId, cursor, listPage))
      yield* rows
      if (rows.length < listPage) break
      lastId = rows.at(-1)!.consignmentId
    }
}
