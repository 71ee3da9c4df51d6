// Calculates the list row of an order: columns for filters, sorts and searches, and a summary of the recipient.
import { formatPhone } from '../../../contract/address.ts'
import { calculateServiceWindow } from '../../../contract/arrivals.ts'
import { summaryLimits } from '../../../contract/consignments.ts'
import { truncateText } from '../../platform/value/characters.ts'
import { normalisePostcode } from '../../platform/value/postcode.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { formatIsoOrNull } from '../../platform/value/times.ts'
import type { OrderDocument } from './document.ts'
import { collectOrderTerms, createFilterTerm } from './search-terms.ts'

/** Columns for the custom fields by which lists can be sorted. */
export const sortSlots = ['sortA', 'sortB', 'sortC', 'sortD'] as const
export type SortSlot = (typeof sortSlots)[number]

export interface ListRow {
  type: string
  depotKey: string
  channelKey: string
  areaKey: string
  requiredFrom: string
  requiredTo: string
  planned: string
  /** Time at which the order closes: the order must be reached until then. */
  closes: string
  postalCode: string
  late: number
  located: number
  /** Words by which a search finds the order, each after a space. */
  words: string
  consigneeCode: string | null
  /** JSON of the tags; null for none. */
  tags: string | null
  /** JSON of the filtered and listed custom fields; null for none. */
  fields: string | null
  /** Sort keys of custom fields, one per sort column. */
  sorts: (string | null)[]
  /** JSON summary for a compact list: its fields that are in the document. */
  summary: string
}

/**
 * Version of the format of list rows. A release that changes the format increments it. During a rolling upgrade, a
 * lower number marks rows that an instance of the earlier release has written.
 */
const listingForm = 1
/** Factor of the order's version in the column `listed`. It is larger than any version of the format. */
export const versionStep = 1_000

/** Returns the value of `listed` for a list row in the format of this release, made from this version of the order. */
export const encodeListedVersion = (version: number): number => version * versionStep + listingForm

/** The fields of an order from which its list row is calculated. */
export type ListedOrder = Pick<
  OrderDocument,
  | 'channelKey'
  | 'areaKey'
  | 'requiredFrom'
  | 'requiredTo'
  | 'planned'
  | 'committed'
  | 'consigneeCode'
  | 'consigneeContact'
  | 'consigneeAddress'
  | 'planningInstructions'
> & { key: string; type: string; depotKey: string | null; tags: readonly string[]; customFields: string | null }

const noSorts = [null, null, null, null]

export function buildListRow(order: ListedOrder): ListRow {
  const { consigneeContact: contact, consigneeAddress: address, requiredFrom, requiredTo, planned } = order
  const closes = closesOf(order)
  const late = planned !== null && planned > closes
  const located = address.geoLocation !== null
  const { consigneeCode, tags } = order
  const terms = collectOrderTerms({ key: order.key, consigneeCode, tags, contact, address })
  if (order.depotKey !== null) terms.push(createFilterTerm('depot', order.depotKey))
  if (order.channelKey !== null) terms.push(createFilterTerm('channel', order.channelKey))
  if (order.areaKey !== null) terms.push(createFilterTerm('area', order.areaKey))
  for (const tag of tags) terms.push(createFilterTerm('tag', tag))
  if (late) terms.push('=late')
  if (!located) terms.push('=nowhere')
  return {
    type: order.type,
    depotKey: order.depotKey ?? '',
    channelKey: order.channelKey ?? '',
    areaKey: order.areaKey ?? '',
    requiredFrom: requiredFrom ?? lastSortKey,
    requiredTo: requiredTo ?? lastSortKey,
    planned: planned ?? lastSortKey,
    closes,
    postalCode: normalisePostcode(address.postalCode) || lastSortKey,
    late: late ? 1 : 0,
    located: located ? 1 : 0,
    words: ` ${terms.join(' ')}`,
    consigneeCode,
    tags: tags.length === 0 ? null : JSON.stringify(tags),
    // Set in the transaction, which reads the definitions of custom fields.
    fields: null,
    sorts: noSorts,
    summary: JSON.stringify({
      consigneeName: contact?.personName ?? null,
      company: address.company,
      city: address.city,
      postalCode: address.postalCode,
      country: address.country,
      phone: formatPhone(contact?.mobile ?? contact?.phone),
      note: noteOf(order.planningInstructions),
    }),
  }
}

/**
 * Returns the time at which an order closes: it must be reached until then. A committed time takes precedence over the
 * time window.
 */
const closesOf = (order: Pick<ListedOrder, 'requiredFrom' | 'requiredTo' | 'committed'>): string =>
  (order.committed === null ? order.requiredTo : formatIsoOrNull(calculateServiceWindow(order).closesAt)) ?? lastSortKey

const listedKeys = ['key', 'type', 'depotKey', 'channelKey', 'areaKey', 'consigneeCode', 'customFields'] as const
const listedTimes = ['requiredFrom', 'requiredTo', 'planned', 'committed'] as const

/** Returns whether two orders have the same list row. */
export function isListedAlike(first: ListedOrder, second: ListedOrder): boolean {
  for (const name of listedKeys) if (first[name] !== second[name]) return false
  for (const name of listedTimes) if (first[name] !== second[name]) return false
  return (
    first.planningInstructions === second.planningInstructions &&
    isSame(first.tags, second.tags) &&
    isSame(first.consigneeContact, second.consigneeContact) &&
    isSame(first.consigneeAddress, second.consigneeAddress)
  )
}

/** Compares two objects as JSON. Dray has written both, so their fields have the same sequence. */
const isSame = (first: object | null, second: object | null) =>
  first === second || JSON.stringify(first) === JSON.stringify(second)

/** Returns the start of the note for the planner, which lists show. */
const noteOf = (note: string | null | undefined): string | null =>
  note ? truncateText(note, summaryLimits.noteLength) : (note ?? null)
