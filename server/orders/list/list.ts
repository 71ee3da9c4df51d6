// Finds a page of orders: reads the sorted list if many orders pass the filters, else starts from the narrowest filter.
import type { ConsignmentSummary } from '../../../contract/consignments.ts'
import { pageLimits } from '../../../contract/page.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { zoneOf } from '../../access/environment/zone.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { pageOf, readCursor, writeCursor } from '../../platform/operation/page.ts'
import { newHints } from '../../platform/value/nearest.ts'
import { last } from '../../platform/value/sort.ts'
import { toLocal } from '../../platform/value/times.ts'
import { fieldOf, slotOf, unknownField } from '../record/fields.ts'
import { localText, readText } from '../record/read.ts'
import { type Filter, filterOf, type Wanted } from './list-filters.ts'
import * as store from './list-store.ts'

/** Bounds of the work for one page. */
export interface Bounds {
  /** Number of first orders that are checked one by one before a narrow filter is tried. */
  first: number
  /** Largest number of orders of a narrow filter. All of them are read and sorted for every page. */
  few: number
  /** Largest number of orders that are checked for a page. */
  page: number
  /** Largest number of orders that are checked to count or to skip. */
  count: number
}
const usual: Bounds = { first: 2_000, few: 5_000, page: pageLimits.looks, count: pageLimits.countedLooks }

interface List {
  environmentId: string
  bounds: Bounds
  filter: Filter
  stretch: store.Stretch
}

/** Returns the requested list, between the ends that its filters set. */
function listOf(
  environmentId: string,
  filter: Filter,
  bounds: Bounds,
  { sort, descending }: { sort: store.Sort; descending: boolean },
): List {
  const range = filter.ranges[sort]
  const low = range && { place: range.from, consignmentId: '' }
  const high = range && { place: range.to, consignmentId: last }
  const stretch = { sort, descending, after: descending ? high : low, upTo: descending ? low : high }
  return { environmentId, filter, bounds, stretch }
}

interface Found {
  places: store.Place[]
  /** Last place of the page; undefined at the end of the list. */
  next: store.Place | undefined
}
const nothing: Found = { places: [], next: undefined }

/** Returns the milestone after `places` places; undefined if the list has no more than these. */
async function milestone(
  tx: Reader,
  { environmentId, stretch }: List,
  places: number,
): Promise<store.Place | undefined> {
  if (places === 0) return undefined
  const [last, more] = await tx.all<store.Place>(
    store.pageOf(environmentId, stretch, [], { limit: 2, offset: places - 1 }),
  )
  return more && last
}

/** Walks up to `looks` places of the sorted list to read a page. */
async function walk(tx: Reader, list: List, limit: number, looks: number): Promise<Found> {
  const { environmentId, filter, stretch } = list
  const end = filter.conditions.length === 0 ? undefined : await milestone(tx, list, looks)
  const bounded = end ? { ...stretch, upTo: end } : stretch
  const places = await tx.all<store.Place>(
    store.pageOf(environmentId, bounded, filter.conditions, { limit: limit + 1 }),
  )
  if (places.length > limit) return { places: places.slice(0, limit), next: places[limit - 1] }
  return { places, next: end }
}

/** Returns all orders that pass, sorted, if they are named or a filter is narrow; else undefined. */
async function few(tx: Reader, { environmentId, filter, bounds, stretch }: List): Promise<store.Place[] | undefined> {
  const ids = filter.named ? await filter.named(tx) : await shortest(tx, filter, bounds.few)
  if (!ids) return undefined
  const places: store.Place[] = []
  for (let from = 0; from < ids.length; from += store.idsAtOnce) {
    const some = ids.slice(from, from + store.idsAtOnce)
    places.push(...(await tx.all<store.Place>(store.placesOf(environmentId, stretch.sort, some, filter.conditions))))
  }
  return places.sort(stretch.descending ? (a, b) => compare(b, a) : compare)
}

async function shortest(tx: Reader, { ways }: Filter, max: number): Promise<string[] | undefined> {
  for (const way of ways) {
    const ids = await way(tx, max + 1)
    if (ids && ids.length <= max) return ids
  }
  return undefined
}

/** Compares places by bytes, like the databases. */
const compare = (a: store.Place, b: store.Place): number =>
  compareText(a.place, b.place) || compareText(a.consignmentId, b.consignmentId)
const compareText = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))

/** Returns the page of these places after the start of the list's part. */
function cut(places: store.Place[], { after, descending }: store.Stretch, limit: number): Found {
  const isBehind = (place: store.Place) =>
    !after || (descending ? compare(place, after) < 0 : compare(place, after) > 0)
  const from = places.findIndex(isBehind)
  if (from === -1) return nothing
  const some = places.slice(from, from + limit)
  return { places: some, next: from + limit < places.length ? some.at(-1) : undefined }
}

async function find(tx: Reader, list: List, limit: number): Promise<Found> {
  const { filter, bounds, stretch } = list
  if (filter.nothing) return nothing
  if (filter.conditions.length === 0 && !filter.named) return walk(tx, list, limit, 0)
  if (filter.named) return cut((await few(tx, list))!, stretch, limit)
  const walked = await walk(tx, list, limit, bounds.first)
  if (walked.places.length === limit || !walked.next) return walked
  const found = await few(tx, list)
  if (found) return cut(found, stretch, limit)
  const rest = { ...list, stretch: { ...stretch, after: walked.next } }
  const more = await walk(tx, rest, limit - walked.places.length, bounds.page - bounds.first)
  return { places: [...walked.places, ...more.places], next: more.next }
}

/**
 * Skips rows: returns the place before the row at `offset`, or the last place that was checked; `end` after the last
 * row.
 */
async function skip(tx: Reader, list: List, offset: number): Promise<store.Place | 'end' | undefined> {
  if (offset === 0) return undefined
  const { environmentId, filter, stretch } = list
  const at = async (within: store.Stretch) =>
    (
      await tx.all<store.Place>(
        store.pageOf(environmentId, within, filter.conditions, { limit: 1, offset: offset - 1 }),
      )
    )[0]
  if (filter.conditions.length === 0 && !filter.named) return (await at(stretch)) ?? 'end'
  const found = await few(tx, list)
  if (found) return found[offset - 1] ?? 'end'
  const end = await milestone(tx, list, list.bounds.count)
  return (await at(end ? { ...stretch, upTo: end } : stretch)) ?? end ?? 'end'
}

/** Returns the total of the orders that pass. It is exact only up to a limit. */
async function total(tx: Reader, list: List): Promise<{ count: number; exact: boolean }> {
  const { environmentId, filter, stretch } = list
  const counted = async (within: store.Stretch, most: number) =>
    (await tx.get<{ count: number }>(store.countOf(environmentId, within, filter.conditions, most)))!.count
  if (filter.nothing) return { count: 0, exact: true }
  if (filter.conditions.length === 0 && !filter.named) {
    const count = await counted(stretch, pageLimits.offset + 1)
    return { count: Math.min(count, pageLimits.offset), exact: count <= pageLimits.offset }
  }
  const found = await few(tx, list)
  if (found) return { count: found.length, exact: true }
  const end = await milestone(tx, list, list.bounds.count)
  return { count: await counted(end ? { ...stretch, upTo: end } : stretch, list.bounds.count), exact: !end }
}

/** Returns a page as JSON. */
export async function page(tx: Reader, call: Call<Wanted>, bounds: Bounds = usual): Promise<string> {
  const { environmentId, query } = call
  const { limit, offset } = pageOf(query)
  const order = query.sort ?? '-created'
  const descending = order.startsWith('-')
  const sort = await sortBy(tx, environmentId, order.replace(/^-/, ''))
  const cursors = { environmentId, list: 'consignments', sort: order }
  const start = query.cursor === undefined ? undefined : readCursor(cursors, query.cursor)
  const filter = await filterOf(tx, call)
  const whole = listOf(environmentId, filter, bounds, { sort, descending })
  const skipped = await skip(tx, whole, offset)
  const after = start ? { place: start[0], consignmentId: start[1] } : skipped
  const found =
    after === 'end'
      ? nothing
      : await find(
          tx,
          after ? { ...whole, stretch: { ...whole.stretch, after: later(whole.stretch, after) } } : whole,
          limit,
        )
  const rows = await textsOf(tx, call, found.places)
  const next = found.next ? `"${writeCursor(cursors, [found.next.place, found.next.consignmentId])}"` : 'null'
  const counted = query.total === 'true' ? `,"total":${JSON.stringify(await total(tx, whole))}` : ''
  return `{"consignments":[${rows.join(',')}],"next":${next}${counted}}`
}

const ofFields = 'customFields.'

/** Returns the sort column of a requested sort. */
async function sortBy(tx: Reader, environmentId: string, name: string): Promise<store.Sort> {
  if (!name.startsWith(ofFields)) return name as store.Sort
  const { customFields } = await settingsOf(tx, environmentId)
  const key = name.slice(ofFields.length)
  const slot = slotOf(customFields, key)
  if (slot) return slot
  const message = fieldOf(customFields, key)
    ? `Lists cannot be sorted by \`${key}\`: mark the field as \`sorted\` in the settings first.`
    : unknownField(key, customFields, newHints()).message
  throw badRequest('?sort', 'not_allowed', message)
}

/** Returns the later of two places: a cursor may be before the range of a filter. */
function later({ after, descending }: store.Stretch, place: store.Place): store.Place {
  const order = after ? compare(place, after) : descending ? -1 : 1
  return (descending ? order < 0 : order > 0) ? place : after!
}

async function textsOf(tx: Reader, call: Call<Wanted>, places: store.Place[]): Promise<string[]> {
  if (places.length === 0) return []
  const { environmentId, query } = call
  const ids = places.map(({ consignmentId }) => consignmentId)
  const zone = query.dateTimes === 'local' ? await zoneOf(tx, call) : undefined
  const texts = new Map<string, string>()
  if (query.view === 'compact')
    for (const row of await store.findSummaries(tx, environmentId, ids))
      texts.set(row.consignmentId, summary(row, zone, call.hasPartScope === true))
  else
    for (const row of await store.findByIds(tx, environmentId, ids))
      texts.set(
        row.consignmentId,
        zone === undefined ? readText(row, environmentId) : localText(row, environmentId, zone),
      )
  return ids.map((id) => texts.get(id)!)
}

const reasonOf = (proof: string): string | null =>
  (JSON.parse(proof) as { failureReasonCode: string | null }).failureReasonCode

function summary(row: store.SummaryRow, zone: string | undefined, showsProofs: boolean): string {
  const shown = (instant: string) => (instant === last ? null : zone === undefined ? instant : toLocal(instant, zone))
  const orNull = (key: string) => (key === '' ? null : key)
  const own = {
    consignmentId: row.consignmentId,
    key: row.key,
    type: row.type as ConsignmentSummary['type'],
    version: row.version,
    created: shown(row.created)!,
    updated: shown(row.updated)!,
    depotKey: orNull(row.depotKey),
    channelKey: orNull(row.channelKey),
    areaKey: orNull(row.areaKey),
    loadId: row.loadId,
    loadKey: row.loadKey,
    stopPosition: row.stopPosition ?? 0,
    requiredFrom: shown(row.requiredFrom),
    requiredTo: shown(row.requiredTo),
    planned: shown(row.planned),
    late: row.late === 1,
    located: row.located === 1,
    outcome: row.outcome,
    outcomeTime: row.outcomeTime === null ? null : shown(row.outcomeTime),
    wasLate: row.wasLate === 1,
    failureReasonCode: showsProofs && row.failure !== null ? reasonOf(row.failure) : null,
    driverKey: showsProofs ? row.driverKey : null,
    onExportList: row.since !== null,
    weight: row.weight,
    volume: row.volume,
    consigneeCode: row.consigneeCode,
  } satisfies Partial<ConsignmentSummary>
  const tags = row.tags === null ? '' : `"tags":${row.tags},`
  const fields = row.fields === null ? '' : `"customFields":${row.fields},`
  return `${JSON.stringify(own).slice(0, -1)},${tags}${fields}${row.summary.slice(1)}`
}
