// Converts the filters of a request to conditions on each order, and to lookups that find few orders.

import type { listConsignments } from '../../../contract/consignments.ts'
import { normaliseTag } from '../../../contract/custom-field.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { pageLimits } from '../../../contract/page.ts'
import { outcomeNames } from '../../../contract/road.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { getRequestZone } from '../../access/environment/zone.ts'
import type { Awaitable, ReadTransaction, SearchTerm } from '../../platform/database/database.ts'
import { createBadRequest, createProblem, type RequestError } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { parseKeys, parseValues, stripEscapes } from '../../platform/operation/page.ts'
import { createIdAt } from '../../platform/value/ids.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { formatInstant, isWritable, parseDateTime } from '../../platform/value/times.ts'
import { createFilterTerm, parseSearchTerms } from '../record/search-terms.ts'
import { parseFieldFilters } from './list-fields.ts'
import * as store from './list-store.ts'

export type OrderListQuery = QueryOf<typeof listConsignments>

/** Finds the orders of one filter, up to a limit. Returns undefined if the lookup would take too long. */
export type OrderLookup = (tx: ReadTransaction, limit: number) => Awaitable<string[] | undefined>
export interface ListFilter {
  conditions: store.ListConditions
  /** Finds the ids of the orders that the request names; undefined if it names none. */
  named: ((tx: ReadTransaction) => Awaitable<string[]>) | undefined
  /** Lookups that each find all matching orders. The first lookup with few results is used. */
  lookups: OrderLookup[]
  /** Ranges of columns by which lists can be sorted. */
  ranges: Partial<Record<store.ListSort, store.ValueRange>>
  /** Whether no order can match. */
  nothing: boolean
}

const earliest = '0001-01-01T00:00:00Z'
const latest = '9999-12-31T23:59:59Z'
const fullRange: store.ValueRange = { from: '', to: lastSortKey }
const eitherFlag: store.FlagRange = { least: 0, most: 1 }
const flags = (value: 'true' | 'false' | undefined): store.FlagRange =>
  value === undefined ? eitherFlag : value === 'true' ? { least: 1, most: 1 } : { least: 0, most: 0 }

const times = [
  'windowFrom',
  'windowTo',
  'plannedFrom',
  'plannedTo',
  'createdFrom',
  'createdTo',
  'updatedFrom',
  'updatedTo',
  'outcomeFrom',
  'outcomeTo',
] as const
type Times = Partial<Record<(typeof times)[number], string>>

/** Returns the times of a query as instants. A time without an offset is in the request's time zone. */
async function instantsOf(tx: ReadTransaction, call: OperationCall<OrderListQuery>): Promise<Times> {
  const instants: Times = {}
  const found: RequestError[] = []
  for (const name of times) {
    const text = call.query[name]
    if (text === undefined) continue
    const parsed = parseDateTime(text)!
    const instant = formatInstant(parsed, parsed.offsetMinutes === undefined ? await getRequestZone(tx, call) : 'UTC')
    if (isWritable(instant)) instants[name] = instant
    else
      found.push({
        path: `?${name}`,
        code: 'out_of_range',
        message: 'In UTC, this time is outside the years 0001 to 9999.',
      })
  }
  if (found.length > 0) throw createProblem(found)
  return instants
}

const rangeOf = (from: string | undefined, to: string | undefined): store.ValueRange | undefined =>
  from === undefined && to === undefined ? undefined : { from: from ?? earliest, to: to ?? latest }

export async function buildFilter(tx: ReadTransaction, call: OperationCall<OrderListQuery>): Promise<ListFilter> {
  const { environmentId, query } = call
  const instants = await instantsOf(tx, call)
  const filter: ListFilter = { conditions: [], lookups: [], named: undefined, ranges: {}, nothing: false }
  const keys = {
    depot: parseKeys('depotKey', query.depotKey),
    channel: parseKeys('channelKey', query.channelKey),
    area: parseKeys('areaKey', query.areaKey),
  }
  if (query.type !== undefined || keys.depot || keys.channel || keys.area)
    filter.conditions.push(store.hasKeys(query.type, keys.depot, keys.channel, keys.area))
  addLoadFilters(filter, call)
  addCodes(filter, call)
  const tags = addTags(filter, query.tag)
  const fields = query.customFields === undefined ? [] : await addFields(tx, filter, call)
  addOutcomes(filter, call, instants)
  addTimes(filter, call, instants)
  addStamps(filter, call, instants)

  const terms = query.search === undefined ? [] : parseSearchTerms(query.search)
  if (terms.length > 0 || query.late !== undefined || query.located !== undefined)
    filter.conditions.push(
      store.searchCondition(
        flags(query.late),
        flags(query.located),
        terms.map(({ word }) => `% ${word}%`),
      ),
    )
  const indexTerms: SearchTerm[] = [...terms, ...listKeyTerms(query, keys), ...[...tags, ...fields].map(toExactTerm)]
  if (indexTerms.length > 0) filter.lookups.push((reader, limit) => reader.search(environmentId, indexTerms, limit))
  filter.named = namedBy(environmentId, query)
  // A search text without a letter or a digit matches no order.
  filter.nothing ||= query.search !== undefined && query.search.trim() !== '' && terms.length === 0
  return filter
}

/** Adds the filters for loads, the plan and the export list. */
function addLoadFilters(
  { conditions, lookups }: ListFilter,
  { environmentId, query }: OperationCall<OrderListQuery>,
): void {
  const loads = parseKeys('loadId', query.loadId)
  const onlyNone = loads?.every((load) => load === '') ?? false
  const assigned = !loads || (loads.includes('') && !onlyNone) ? eitherFlag : onlyNone ? flags('false') : flags('true')
  if (loads || query.onExportList !== undefined)
    conditions.push(store.isPartOf(environmentId, onlyNone ? undefined : loads, assigned, flags(query.onExportList)))
  if (query.assigned !== undefined)
    conditions.push(store.isPartOf(environmentId, undefined, flags(query.assigned), eitherFlag))
  if (loads && !loads.includes(''))
    lookups.push((reader, limit) => idsOf(store.findLoadOrderIds(reader, environmentId, loads, limit)))
  if (query.unplanned !== undefined) conditions.push(store.hasPlanState(environmentId, flags(query.unplanned)))
  if (onlyNone || query.assigned === 'false' || query.unplanned === 'true')
    lookups.push((reader, limit) => idsOf(store.findUnassignedIds(reader, environmentId, limit)))
  if (query.onExportList === 'true')
    lookups.push((reader, limit) => idsOf(store.findExportListIds(reader, environmentId, limit)))
}

/** Adds the filter for recipients' codes. */
function addCodes({ conditions, lookups }: ListFilter, { environmentId, query }: OperationCall<OrderListQuery>): void {
  const codes = parseKeys('consigneeCode', query.consigneeCode)
  if (!codes) return
  conditions.push(store.hasConsigneeCode(codes))
  if (!codes.includes(''))
    lookups.push((reader, limit) => idsOf(store.findConsigneeCodeIds(reader, environmentId, codes, limit)))
}

/** Adds the filter for tags. Returns its words in the index. */
function addTags({ conditions }: ListFilter, text: string | undefined): string[] {
  const requestedTags = parseKeys('tag', text)
  if (!requestedTags) return []
  const tags = requestedTags.filter((tag) => tag !== '').map(normaliseTag)
  conditions.push(
    store.hasTexts('tags', {
      included: tags.map((tag) => JSON.stringify(tag)),
      missing: tags.length < requestedTags.length ? '"' : undefined,
    }),
  )
  return requestedTags.length === 1 ? tags.map((tag) => createFilterTerm('tag', tag)) : []
}

/** Adds the filters for custom fields. Returns their words in the index. */
async function addFields(
  tx: ReadTransaction,
  filter: ListFilter,
  { environmentId, query }: OperationCall<OrderListQuery>,
): Promise<string[]> {
  const { customFields: definitions } = await getSettings(tx, environmentId)
  const { values, ranges } = parseFieldFilters(definitions, query.customFields)
  const filterTerms: string[] = []
  for (const { needles, term } of values) {
    filter.conditions.push(store.hasTexts('fields', needles))
    if (term !== undefined) filterTerms.push(term)
  }
  for (const { slot, from, to } of ranges) {
    filter.conditions.push(store.isBetween(slot, { from, to }))
    filter.ranges[slot] = { from, to }
    filter.lookups.push((reader, limit) =>
      idsOf(store.findFieldRangeIds(reader, environmentId, { slot, from, to }, limit)),
    )
  }
  return filterTerms
}

/** Adds the filters for the outcome, its time, and lateness. */
function addOutcomes(
  { conditions, lookups }: ListFilter,
  { environmentId, query }: OperationCall<OrderListQuery>,
  instants: Times,
): void {
  const served = rangeOf(instants.outcomeFrom, instants.outcomeTo)
  const { wasLate } = query
  if (served || wasLate !== undefined)
    conditions.push(store.isServed(environmentId, served ?? fullRange, flags(wasLate)))
  const idsOfServed = wasLate === 'true' ? store.findServedLateIds : store.findServedIds
  if (served || wasLate === 'true')
    lookups.push((reader, limit) => idsOf(idsOfServed(reader, environmentId, served ?? fullRange, limit)))
  const requestedOutcomes = outcomesOf(query.outcome)
  if (!requestedOutcomes) return
  conditions.push(store.hasOutcome(environmentId, requestedOutcomes))
  if (!requestedOutcomes.includes(''))
    lookups.push((reader, limit) => idsOf(store.findOutcomeIds(reader, environmentId, requestedOutcomes, limit)))
}

/** Returns the outcomes to find. An empty text means orders without an outcome. */
function outcomesOf(text: string | undefined): string[] | undefined {
  const requested = parseKeys('outcome', text)
  const unknown = requested?.find((outcome) => outcome !== '' && !(outcomeNames as readonly string[]).includes(outcome))
  if (unknown !== undefined)
    throw createBadRequest(
      '?outcome',
      'not_allowed',
      `\`outcome\` accepts only these values: \`${outcomeNames.join('`, `')}\` and \`none\`.`,
      {
        allowed: [...outcomeNames, 'none'],
      },
    )
  return requested && [...new Set(requested)]
}

/** Adds the filters for the planned time and the time window. */
function addTimes(filter: ListFilter, { environmentId, query }: OperationCall<OrderListQuery>, instants: Times): void {
  const { conditions, lookups, ranges } = filter
  const planned = rangeOf(instants.plannedFrom, instants.plannedTo)
  const window = rangeOf(instants.windowFrom, instants.windowTo)
  if (query.window !== undefined && !window)
    throw createBadRequest('?window', 'required', '`window` needs `windowFrom` or `windowTo`.')
  // A window that ends before it starts matches no order. Otherwise, orders whose time window includes both times would
  // match.
  if (window && window.from > window.to) filter.nothing = true
  const windowMode = query.window ?? 'overlaps'
  if (planned || window)
    conditions.push(
      store.isInTime(planned ?? fullRange, window ? { ...window, mode: windowMode } : { ...fullRange, mode: 'any' }),
    )
  if (planned) {
    ranges.planned = planned
    lookups.push((reader, limit) => idsOf(store.findPlannedIds(reader, environmentId, planned, limit)))
  }
  if (window && windowMode === 'within') {
    ranges.requiredFrom = window
    ranges.requiredTo = window
    lookups.push((reader, limit) => idsOf(store.findRequiredFromIds(reader, environmentId, window, limit)))
  }
  if (window && windowMode === 'overlaps') {
    ranges.requiredTo = { from: window.from, to: lastSortKey }
    lookups.push((reader, limit) => idsOf(store.findRequiredToIds(reader, environmentId, window.from, limit)))
  }
}

/** Adds the filters for the times of creation and of the last change. */
function addStamps(
  { conditions, lookups, ranges }: ListFilter,
  { environmentId }: OperationCall<OrderListQuery>,
  instants: Times,
): void {
  const created = rangeOf(instants.createdFrom, instants.createdTo)
  const updated = rangeOf(instants.updatedFrom, instants.updatedTo)
  if (created || updated) conditions.push(store.isStamped(environmentId, created ?? fullRange, updated ?? fullRange))
  if (created) {
    const issued = issuedIn(created)
    ranges.created = issued
    lookups.push((reader, limit) => idsOf(store.findIssuedIds(reader, environmentId, issued, limit)))
  }
  if (updated) {
    ranges.updated = updated
    lookups.push((reader, limit) => idsOf(store.findUpdatedIds(reader, environmentId, updated, limit)))
  }
}

/**
 * Tolerance in milliseconds between the time in an id and the time of creation. Clocks differ, and the id is issued
 * later.
 */
const clockMs = 10 * 60 * 1_000
const issuedIn = ({ from, to }: store.ValueRange): store.ValueRange => ({
  from: createIdAt(Temporal.Instant.from(from).epochMilliseconds - clockMs),
  to: createIdAt(Temporal.Instant.from(to).epochMilliseconds + clockMs),
})

const idsOf = async (rows: Awaitable<{ consignmentId: string }[]>) =>
  (await rows).map(({ consignmentId }) => consignmentId)

const toExactTerm = (text: string): SearchTerm => ({ word: text, prefix: false })

/** Returns the index words of filters that accept one value. */
function listKeyTerms(
  query: OrderListQuery,
  keys: Record<'depot' | 'channel' | 'area', string[] | undefined>,
): SearchTerm[] {
  const texts: string[] = []
  for (const keyType of ['depot', 'channel', 'area'] as const) {
    const [key, ...remainingKeys] = keys[keyType] ?? []
    if (key && remainingKeys.length === 0) texts.push(createFilterTerm(keyType, key))
  }
  if (query.late === 'true') texts.push('=late')
  if (query.located === 'false') texts.push('=nowhere')
  return texts.map(toExactTerm)
}

function namedBy(environmentId: string, query: OrderListQuery): ListFilter['named'] {
  const ids = parseValues('ids', query.ids, pageLimits.names)?.map(stripEscapes)
  const keys = parseValues('keys', query.keys, pageLimits.names)?.map(stripEscapes)
  if (!keys) return ids && (() => ids)
  return async (tx) => {
    const found = await idsOf(store.findOrderIds(tx, environmentId, keys))
    return ids ? found.filter((id) => ids.includes(id)) : found
  }
}
