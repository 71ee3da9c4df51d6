// Calculates the list row of an order: columns for filters, sorts and searches, and a summary of the recipient.
import { phoneText } from '../../../contract/address.ts'
import { servedWithin } from '../../../contract/arrivals.ts'
import { summaryLimits } from '../../../contract/consignments.ts'
import { firstCharacters } from '../../platform/value/characters.ts'
import { plainPostcode } from '../../platform/value/postcode.ts'
import { last } from '../../platform/value/sort.ts'
import { toIsoIfWritable } from '../../platform/value/times.ts'
import type { Document } from './document.ts'
import { filterWord, wordsOfOrder } from './words.ts'

/** Columns for the custom fields by which lists can be sorted. */
export const sortSlots = ['sortA', 'sortB', 'sortC', 'sortD'] as const
export type SortSlot = (typeof sortSlots)[number]

export interface Listing {
  type: string
  depotKey: string
  channelKey: string
  areaKey: string
  requiredFrom: string
  requiredTo: string
  planned: string
  /** Time at which the window closes: until then the order must be reached. */
  closes: string
  postalCode: string
  late: number
  located: number
  /** Words of the search, each after a blank. */
  words: string
  consigneeCode: string | null
  /** JSON of the tags; null for none. */
  tags: string | null
  /** JSON of the filtered and listed custom fields; null for none. */
  fields: string | null
  /** Sort texts of custom fields, one per column. */
  sorts: (string | null)[]
  /** JSON summary of the fields of a compact list that the document contains. */
  summary: string
}

/**
 * Version of the form in which lists store orders. A release that changes the form increments it. During a rolling
 * upgrade, the lower number marks the rows that an instance of the earlier release has written.
 */
const listingForm = 1
/** Difference of `listed` between two versions of an order, larger than the number of forms. */
export const versionStep = 1_000

/** Returns `listed` of an order whose list row has this version, in the form of this release. */
export const listedAs = (version: number): number => version * versionStep + listingForm

/** The fields of an order from which its list row is calculated. */
export type Listed = Pick<
  Document,
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

export function listingOf(order: Listed): Listing {
  const { consigneeContact: contact, consigneeAddress: address, requiredFrom, requiredTo, planned } = order
  const closes = closesOf(order)
  const late = planned !== null && planned > closes
  const located = address.geoLocation !== null
  const { consigneeCode, tags } = order
  const words = wordsOfOrder({ key: order.key, consigneeCode, tags, contact, address })
  if (order.depotKey !== null) words.push(filterWord('depot', order.depotKey))
  if (order.channelKey !== null) words.push(filterWord('channel', order.channelKey))
  if (order.areaKey !== null) words.push(filterWord('area', order.areaKey))
  for (const tag of tags) words.push(filterWord('tag', tag))
  if (late) words.push('=late')
  if (!located) words.push('=nowhere')
  return {
    type: order.type,
    depotKey: order.depotKey ?? '',
    channelKey: order.channelKey ?? '',
    areaKey: order.areaKey ?? '',
    requiredFrom: requiredFrom ?? last,
    requiredTo: requiredTo ?? last,
    planned: planned ?? last,
    closes,
    postalCode: plainPostcode(address.postalCode) || last,
    late: late ? 1 : 0,
    located: located ? 1 : 0,
    words: ` ${words.join(' ')}`,
    consigneeCode,
    tags: tags.length === 0 ? null : JSON.stringify(tags),
    // Added in the transaction, which reads the definitions of the environment.
    fields: null,
    sorts: noSorts,
    summary: JSON.stringify({
      consigneeName: contact?.personName ?? null,
      company: address.company,
      city: address.city,
      postalCode: address.postalCode,
      country: address.country,
      phone: phoneText(contact?.mobile ?? contact?.phone),
      note: noteOf(order.planningInstructions),
    }),
  }
}

/** Returns the time at which an order closes: a committed time counts before the time window. */
const closesOf = (order: Pick<Listed, 'requiredFrom' | 'requiredTo' | 'committed'>): string =>
  (order.committed === null ? order.requiredTo : toIsoIfWritable(servedWithin(order).closesAt)) ?? last

const listedKeys = ['key', 'type', 'depotKey', 'channelKey', 'areaKey', 'consigneeCode', 'customFields'] as const
const listedTimes = ['requiredFrom', 'requiredTo', 'planned', 'committed'] as const

/** Returns whether two orders have the same list row. */
export function isListedAlike(one: Listed, other: Listed): boolean {
  for (const name of listedKeys) if (one[name] !== other[name]) return false
  for (const name of listedTimes) if (one[name] !== other[name]) return false
  return (
    one.planningInstructions === other.planningInstructions &&
    isSame(one.tags, other.tags) &&
    isSame(one.consigneeContact, other.consigneeContact) &&
    isSame(one.consigneeAddress, other.consigneeAddress)
  )
}

/** Compares two objects that Dray wrote, so that their fields have the same sequence. */
const isSame = (one: object | null, other: object | null) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Returns the start of the note for the planner, as lists show it. */
const noteOf = (note: string | null | undefined): string | null =>
  note ? firstCharacters(note, summaryLimits.noteLength) : (note ?? null)
