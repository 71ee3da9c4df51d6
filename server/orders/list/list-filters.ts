// Converts the filters of a request to conditions on each order, and to lookups that find few orders.

import type { listConsignments } from '../../../contract/consignments.ts'
import { normalTag } from '../../../contract/custom-field.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { pageLimits } from '../../../contract/page.ts'
import { outcomes } from '../../../contract/road.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { zoneOf } from '../../access/environment/zone.ts'
import type { Awaitable, Reader, Term } from '../../platform/database/database.ts'
import { badRequest, type Finding, problemOf } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { keysOf, plainValue, valuesOf } from '../../platform/operation/page.ts'
import { idAt } from '../../platform/value/ids.ts'
import { last } from '../../platform/value/sort.ts'
import { isWritable, parseDateTime, toInstant } from '../../platform/value/times.ts'
import { filterWord, termsOf } from '../record/words.ts'
import { wantedFields } from './list-fields.ts'
import * as store from './list-store.ts'

export type Wanted = QueryOf<typeof listConsignments>

/** Finds the orders of one filter, up to a limit; undefined if that takes too long. */
export type Way = (tx: Reader, limit: number) => Awaitable<string[] | undefined>
export interface Filter {
  conditions: store.Conditions
  /** Ids of the named orders; undefined if the request names none. */
  named: ((tx: Reader) => Awaitable<string[]>) | undefined
  /** Lookups that each find all orders that pass. The first one with few results is used. */
  ways: Way[]
  /** Ranges of columns by which the list can be sorted. */
  ranges: Partial<Record<store.Sort, store.Range>>
  /** Whether no order can pass. */
  nothing: boolean
}

const earliest = '0001-01-01T00:00:00Z'
const latest = '9999-12-31T23:59:59Z'
const any: store.Range = { from: '', to: last }
const both: store.Flags = { least: 0, most: 1 }
const flags = (wanted: 'true' | 'false' | undefined): store.Flags =>
  wanted === undefined ? both : wanted === 'true' ? { least: 1, most: 1 } : { least: 0, most: 0 }

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
async function instantsOf(tx: Reader, call: Call<Wanted>): Promise<Times> {
  const instants: Times = {}
  const found: Finding[] = []
  for (const name of times) {
    const text = call.query[name]
    if (text === undefined) continue
    const parsed = parseDateTime(text)!
    const instant = toInstant(parsed, parsed.offsetMinutes === undefined ? await zoneOf(tx, call) : 'UTC')
    if (isWritable(instant)) instants[name] = instant
    else
      found.push({
        path: `?${name}`,
        code: 'out_of_range',
        message: 'In UTC, this time is outside the years 0001 to 9999.',
      })
  }
  if (found.length > 0) throw problemOf(found)
  return instants
}

const rangeOf = (from: string | undefined, to: string | undefined): store.Range | undefined =>
  from === undefined && to === undefined ? undefined : { from: from ?? earliest, to: to ?? latest }

export async function filterOf(tx: Reader, call: Call<Wanted>): Promise<Filter> {
  const { environmentId, query } = call
  const instants = await instantsOf(tx, call)
  const filter: Filter = { conditions: [], ways: [], named: undefined, ranges: {}, nothing: false }
  const keys = {
    depot: keysOf('depotKey', query.depotKey),
    channel: keysOf('channelKey', query.channelKey),
    area: keysOf('areaKey', query.areaKey),
  }
  if (query.type !== undefined || keys.depot || keys.channel || keys.area)
    filter.conditions.push(store.hasKeys(query.type, keys.depot, keys.channel, keys.area))
  addPlaces(filter, call)
  addCodes(filter, call)
  const tags = addTags(filter, query.tag)
  const fields = query.customFields === undefined ? [] : await addFields(tx, filter, call)
  addOutcomes(filter, call, instants)
  addTimes(filter, call, instants)
  addStamps(filter, call, instants)

  const terms = query.search === undefined ? [] : termsOf(query.search)
  if (terms.length > 0 || query.late !== undefined || query.located !== undefined)
    filter.conditions.push(
      store.says(
        flags(query.late),
        flags(query.located),
        terms.map(({ word }) => `% ${word}%`),
      ),
    )
  const words: Term[] = [...terms, ...wordsOf(query, keys), ...[...tags, ...fields].map(wholeWord)]
  if (words.length > 0) filter.ways.push((reader, limit) => reader.search(environmentId, words, limit))
  filter.named = namedBy(environmentId, query)
  // A search text without a letter or a digit.
  filter.nothing ||= query.search !== undefined && query.search.trim() !== '' && terms.length === 0
  return filter
}

/** Adds the filters for loads, the plan and the export list. */
function addPlaces({ conditions, ways }: Filter, { environmentId, query }: Call<Wanted>): void {
  const loads = keysOf('loadId', query.loadId)
  const onlyNone = loads?.every((load) => load === '') ?? false
  const assigned = !loads || (loads.includes('') && !onlyNone) ? both : onlyNone ? flags('false') : flags('true')
  if (loads || query.onExportList !== undefined)
    conditions.push(store.isPartOf(environmentId, onlyNone ? undefined : loads, assigned, flags(query.onExportList)))
  if (query.assigned !== undefined)
    conditions.push(store.isPartOf(environmentId, undefined, flags(query.assigned), both))
  if (loads && !loads.includes(''))
    ways.push((reader, limit) => idsOf(store.idsInLoads(reader, environmentId, loads, limit)))
  if (query.unplanned !== undefined) conditions.push(store.hasPlanState(environmentId, flags(query.unplanned)))
  if (onlyNone || query.assigned === 'false' || query.unplanned === 'true')
    ways.push((reader, limit) => idsOf(store.idsUnassigned(reader, environmentId, limit)))
  if (query.onExportList === 'true')
    ways.push((reader, limit) => idsOf(store.idsOnExportList(reader, environmentId, limit)))
}

/** Adds the filter for recipients' codes. */
function addCodes({ conditions, ways }: Filter, { environmentId, query }: Call<Wanted>): void {
  const codes = keysOf('consigneeCode', query.consigneeCode)
  if (!codes) return
  conditions.push(store.hasConsigneeCode(codes))
  if (!codes.includes(''))
    ways.push((reader, limit) => idsOf(store.idsOfConsigneeCodes(reader, environmentId, codes, limit)))
}

/** Adds the filter for tags. Returns its words in the index. */
function addTags({ conditions }: Filter, text: string | undefined): string[] {
  const wanted = keysOf('tag', text)
  if (!wanted) return []
  const tags = wanted.filter((tag) => tag !== '').map(normalTag)
  conditions.push(
    store.holds('tags', {
      any: tags.map((tag) => JSON.stringify(tag)),
      none: tags.length < wanted.length ? '"' : undefined,
    }),
  )
  return wanted.length === 1 ? tags.map((tag) => filterWord('tag', tag)) : []
}

/** Adds the filters for custom fields. Returns their words in the index. */
async function addFields(tx: Reader, filter: Filter, { environmentId, query }: Call<Wanted>): Promise<string[]> {
  const { customFields: definitions } = await settingsOf(tx, environmentId)
  const { values, ranges } = wantedFields(definitions, query.customFields)
  const words: string[] = []
  for (const { needles, word } of values) {
    filter.conditions.push(store.holds('fields', needles))
    if (word !== undefined) words.push(word)
  }
  for (const { slot, from, to } of ranges) {
    filter.conditions.push(store.isBetween(slot, { from, to }))
    filter.ranges[slot] = { from, to }
    filter.ways.push((reader, limit) => idsOf(store.idsBetween(reader, environmentId, { slot, from, to }, limit)))
  }
  return words
}

/** Adds the filters for the outcome, its time, and lateness. */
function addOutcomes({ conditions, ways }: Filter, { environmentId, query }: Call<Wanted>, instants: Times): void {
  const served = rangeOf(instants.outcomeFrom, instants.outcomeTo)
  const { wasLate } = query
  if (served || wasLate !== undefined) conditions.push(store.wasServed(environmentId, served ?? any, flags(wasLate)))
  const idsOfServed = wasLate === 'true' ? store.idsServedLate : store.idsServed
  if (served || wasLate === 'true')
    ways.push((reader, limit) => idsOf(idsOfServed(reader, environmentId, served ?? any, limit)))
  const wanted = outcomesOf(query.outcome)
  if (!wanted) return
  conditions.push(store.hasOutcome(environmentId, wanted))
  if (!wanted.includes(''))
    ways.push((reader, limit) => idsOf(store.idsOfOutcomes(reader, environmentId, wanted, limit)))
}

/** Returns the wanted outcomes. An empty text is an order without an outcome. */
function outcomesOf(text: string | undefined): string[] | undefined {
  const wanted = keysOf('outcome', text)
  const unknown = wanted?.find((each) => each !== '' && !(outcomes as readonly string[]).includes(each))
  if (unknown !== undefined)
    throw badRequest('?outcome', 'not_allowed', `\`outcome\` must be of \`${outcomes.join('`, `')}\` and \`none\`.`, {
      allowed: [...outcomes, 'none'],
    })
  return wanted && [...new Set(wanted)]
}

/** Adds the filters for the planned time and the time window. */
function addTimes(filter: Filter, { environmentId, query }: Call<Wanted>, instants: Times): void {
  const { conditions, ways, ranges } = filter
  const planned = rangeOf(instants.plannedFrom, instants.plannedTo)
  const window = rangeOf(instants.windowFrom, instants.windowTo)
  if (query.window !== undefined && !window)
    throw badRequest('?window', 'required', '`window` needs `windowFrom` or `windowTo`.')
  // An inverted range contains no order, also none whose window includes both ends.
  if (window && window.from > window.to) filter.nothing = true
  const how = query.window ?? 'overlaps'
  if (planned || window)
    conditions.push(store.isInTime(planned ?? any, window ? { ...window, how } : { ...any, how: 'any' }))
  if (planned) {
    ranges.planned = planned
    ways.push((reader, limit) => idsOf(store.idsPlanned(reader, environmentId, planned, limit)))
  }
  if (window && how === 'within') {
    ranges.requiredFrom = window
    ranges.requiredTo = window
    ways.push((reader, limit) => idsOf(store.idsRequiredFrom(reader, environmentId, window, limit)))
  }
  if (window && how === 'overlaps') {
    ranges.requiredTo = { from: window.from, to: last }
    ways.push((reader, limit) => idsOf(store.idsRequiredTo(reader, environmentId, window.from, limit)))
  }
}

/** Adds the filters for the times of creation and of the last change. */
function addStamps({ conditions, ways, ranges }: Filter, { environmentId }: Call<Wanted>, instants: Times): void {
  const created = rangeOf(instants.createdFrom, instants.createdTo)
  const updated = rangeOf(instants.updatedFrom, instants.updatedTo)
  if (created || updated) conditions.push(store.isStamped(environmentId, created ?? any, updated ?? any))
  if (created) {
    const issued = issuedIn(created)
    ranges.created = issued
    ways.push((reader, limit) => idsOf(store.idsIssued(reader, environmentId, issued, limit)))
  }
  if (updated) {
    ranges.updated = updated
    ways.push((reader, limit) => idsOf(store.idsUpdated(reader, environmentId, updated, limit)))
  }
}

/** Tolerance between an id and the time of creation, in milliseconds: clocks differ, and the id is issued later. */
const clockMs = 10 * 60 * 1_000
const issuedIn = ({ from, to }: store.Range): store.Range => ({
  from: idAt(Temporal.Instant.from(from).epochMilliseconds - clockMs),
  to: idAt(Temporal.Instant.from(to).epochMilliseconds + clockMs),
})

const idsOf = async (rows: Awaitable<{ consignmentId: string }[]>) =>
  (await rows).map(({ consignmentId }) => consignmentId)

const wholeWord = (word: string): Term => ({ word, prefix: false })

/** Returns the words of filters with one value, which the word index contains. */
function wordsOf(query: Wanted, keys: Record<'depot' | 'channel' | 'area', string[] | undefined>): Term[] {
  const words: string[] = []
  for (const kind of ['depot', 'channel', 'area'] as const) {
    const [key, ...others] = keys[kind] ?? []
    if (key && others.length === 0) words.push(filterWord(kind, key))
  }
  if (query.late === 'true') words.push('=late')
  if (query.located === 'false') words.push('=nowhere')
  return words.map(wholeWord)
}

function namedBy(environmentId: string, query: Wanted): Filter['named'] {
  const ids = valuesOf('ids', query.ids, pageLimits.names)?.map(plainValue)
  const keys = valuesOf('keys', query.keys, pageLimits.names)?.map(plainValue)
  if (!keys) return ids && (() => ids)
  return async (tx) => {
    const found = await idsOf(store.idsOfKeys(tx, environmentId, keys))
    return ids ? found.filter((id) => ids.includes(id)) : found
  }
}
