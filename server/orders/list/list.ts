// Reads a page of the order list. If many orders match the filters, walks along the sorted list. Otherwise, starts with
// the filter that matches the fewest orders.
import type { ConsignmentSummary } from '../../../contract/consignments.ts'
import { pageLimits } from '../../../contract/page.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { getRequestZone } from '../../access/environment/zone.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { createBadRequest } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { parsePage, readCursor, writeCursor } from '../../platform/operation/page.ts'
import { createHintBudget } from '../../platform/value/nearest.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { formatLocalTime } from '../../platform/value/times.ts'
import { describeUnknownField, findField, findSortSlot } from '../record/fields.ts'
import { formatLocalText, readText } from '../record/read.ts'
import { buildFilter, type ListFilter, type OrderListQuery } from './list-filters.ts'
import * as store from './list-store.ts'

/** Limits of the work for one page. */
export interface WorkBounds {
  /** Number of first orders in the list that are checked one by one, before a narrow filter is tried. */
  first: number
  /** Largest number of orders that a narrow filter may match. All of them are read and sorted for every page. */
  few: number
  /** Largest number of orders that are checked for a page. */
  page: number
  /** Largest number of orders that are checked to count orders, or to skip rows. */
  count: number
}
const usual: WorkBounds = { first: 2_000, few: 5_000, page: pageLimits.looks, count: pageLimits.countedLooks }

interface List {
  environmentId: string
  bounds: WorkBounds
  filter: ListFilter
  stretch: store.ListRange
}

/** Returns the list that a request asks for, limited to the ranges of its filters. */
function listOf(
  environmentId: string,
  filter: ListFilter,
  bounds: WorkBounds,
  { sort, descending }: { sort: store.ListSort; descending: boolean },
): List {
  const range = filter.ranges[sort]
  const low = range && { place: range.from, consignmentId: '' }
  const high = range && { place: range.to, consignmentId: lastSortKey }
  const stretch = { sort, descending, after: descending ? high : low, upTo: descending ? low : high }
  return { environmentId, filter, bounds, stretch }
}

interface Found {
  positions: store.ListPosition[]
  /** Last position of the page, where the next page starts; undefined at the end of the list. */
  next: store.ListPosition | undefined
}
const nothing: Found = { positions: [], next: undefined }

/** Returns the position of the row number `count`; undefined if no further row follows. */
async function findPageEnd(
  tx: ReadTransaction,
  { environmentId, stretch }: List,
  count: number,
): Promise<store.ListPosition | undefined> {
  if (count === 0) return undefined
  const [last, more] = await tx.all<store.ListPosition>(
    store.buildPageQuery(environmentId, stretch, [], { limit: 2, offset: count - 1 }),
  )
  return more && last
}

/** Walks along the sorted list to read a page, and checks up to `looks` rows. */
async function walk(tx: ReadTransaction, list: List, limit: number, looks: number): Promise<Found> {
  const { environmentId, filter, stretch } = list
  const end = filter.conditions.length === 0 ? undefined : await findPageEnd(tx, list, looks)
  const bounded = end ? { ...stretch, upTo: end } : stretch
  const positions = await tx.all<store.ListPosition>(
    store.buildPageQuery(environmentId, bounded, filter.conditions, { limit: limit + 1 }),
  )
  if (positions.length > limit) return { positions: positions.slice(0, limit), next: positions[limit - 1] }
  return { positions, next: end }
}

/** Returns the positions of all matching orders, if the request names orders or a filter is narrow; else undefined. */
async function few(
  tx: ReadTransaction,
  { environmentId, filter, bounds, stretch }: List,
): Promise<store.ListPosition[] | undefined> {
  const ids = filter.named ? await filter.named(tx) : await shortest(tx, filter, bounds.few)
  if (!ids) return undefined
  const positions: store.ListPosition[] = []
  for (let start = 0; start < ids.length; start += store.idsAtOnce) {
    const idChunk = ids.slice(start, start + store.idsAtOnce)
    positions.push(
      ...(await tx.all<store.ListPosition>(
        store.buildPositionsQuery(environmentId, stretch.sort, idChunk, filter.conditions),
      )),
    )
  }
  return positions.sort(stretch.descending ? (a, b) => compare(b, a) : compare)
}

async function shortest(tx: ReadTransaction, { lookups }: ListFilter, max: number): Promise<string[] | undefined> {
  for (const lookup of lookups) {
    const ids = await lookup(tx, max + 1)
    if (ids && ids.length <= max) return ids
  }
  return undefined
}

/** Compares positions by bytes, like the databases. */
const compare = (a: store.ListPosition, b: store.ListPosition): number =>
  compareText(a.place, b.place) || compareText(a.consignmentId, b.consignmentId)
const compareText = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))

/** Returns the page of these positions that follows the start of the list's range. */
function cut(positions: store.ListPosition[], { after, descending }: store.ListRange, limit: number): Found {
  const isIncluded = (position: store.ListPosition) =>
    !after || (descending ? compare(position, after) < 0 : compare(position, after) > 0)
  const startIndex = positions.findIndex(isIncluded)
  if (startIndex === -1) return nothing
  const pagePositions = positions.slice(startIndex, startIndex + limit)
  return { positions: pagePositions, next: startIndex + limit < positions.length ? pagePositions.at(-1) : undefined }
}

async function find(tx: ReadTransaction, list: List, limit: number): Promise<Found> {
  const { filter, bounds, stretch } = list
  if (filter.nothing) return nothing
  if (filter.conditions.length === 0 && !filter.named) return walk(tx, list, limit, 0)
  if (filter.named) return cut((await few(tx, list))!, stretch, limit)
  const walked = await walk(tx, list, limit, bounds.first)
  if (walked.positions.length === limit || !walked.next) return walked
  const found = await few(tx, list)
  if (found) return cut(found, stretch, limit)
  const remainingList = { ...list, stretch: { ...stretch, after: walked.next } }
  const remainder = await walk(tx, remainingList, limit - walked.positions.length, bounds.page - bounds.first)
  return { positions: [...walked.positions, ...remainder.positions], next: remainder.next }
}

/**
 * Skips rows. Returns the position before the row at `offset`, or `end` after the last row. If the limit is reached
 * first, returns the last position that was checked.
 */
async function skip(tx: ReadTransaction, list: List, offset: number): Promise<store.ListPosition | 'end' | undefined> {
  if (offset === 0) return undefined
  const { environmentId, filter, stretch } = list
  const findPosition = async (range: store.ListRange) =>
    (
      await tx.all<store.ListPosition>(
        store.buildPageQuery(environmentId, range, filter.conditions, { limit: 1, offset: offset - 1 }),
      )
    )[0]
  if (filter.conditions.length === 0 && !filter.named) return (await findPosition(stretch)) ?? 'end'
  const found = await few(tx, list)
  if (found) return found[offset - 1] ?? 'end'
  const end = await findPageEnd(tx, list, list.bounds.count)
  return (await findPosition(end ? { ...stretch, upTo: end } : stretch)) ?? end ?? 'end'
}

/** Returns the total number of matching orders. It is exact only up to a limit. */
async function total(tx: ReadTransaction, list: List): Promise<{ count: number; exact: boolean }> {
  const { environmentId, filter, stretch } = list
  const counted = async (range: store.ListRange, most: number) =>
    (await tx.get<{ count: number }>(store.buildCountQuery(environmentId, range, filter.conditions, most)))!.count
  if (filter.nothing) return { count: 0, exact: true }
  if (filter.conditions.length === 0 && !filter.named) {
    const count = await counted(stretch, pageLimits.offset + 1)
    return { count: Math.min(count, pageLimits.offset), exact: count <= pageLimits.offset }
  }
  const found = await few(tx, list)
  if (found) return { count: found.length, exact: true }
  const end = await findPageEnd(tx, list, list.bounds.count)
  return { count: await counted(end ? { ...stretch, upTo: end } : stretch, list.bounds.count), exact: !end }
}

/** Returns a page as JSON. */
export async function readOrderPage(
  tx: ReadTransaction,
  call: OperationCall<OrderListQuery>,
  bounds: WorkBounds = usual,
): Promise<string> {
  const { environmentId, query } = call
  const { limit, offset } = parsePage(query)
  const order = query.sort ?? '-created'
  const descending = order.startsWith('-')
  const sort = await sortBy(tx, environmentId, order.replace(/^-/, ''))
  const cursors = { environmentId, list: 'consignments', sort: order }
  const start = query.cursor === undefined ? undefined : readCursor(cursors, query.cursor)
  const filter = await buildFilter(tx, call)
  const list = listOf(environmentId, filter, bounds, { sort, descending })
  const skipped = await skip(tx, list, offset)
  const startPosition = start ? { place: start[0], consignmentId: start[1] } : skipped
  const found =
    startPosition === 'end'
      ? nothing
      : await find(
          tx,
          startPosition ? { ...list, stretch: { ...list.stretch, after: later(list.stretch, startPosition) } } : list,
          limit,
        )
  const rows = await textsOf(tx, call, found.positions)
  const next = found.next ? `"${writeCursor(cursors, [found.next.place, found.next.consignmentId])}"` : 'null'
  const counted = query.total === 'true' ? `,"total":${JSON.stringify(await total(tx, list))}` : ''
  return `{"consignments":[${rows.join(',')}],"next":${next}${counted}}`
}

const ofFields = 'customFields.'

/** Returns the sort column of a requested sort. */
async function sortBy(tx: ReadTransaction, environmentId: string, name: string): Promise<store.ListSort> {
  if (!name.startsWith(ofFields)) return name as store.ListSort
  const { customFields } = await getSettings(tx, environmentId)
  const key = name.slice(ofFields.length)
  const slot = findSortSlot(customFields, key)
  if (slot) return slot
  const { message, values } = findField(customFields, key)
    ? {
        message: `Lists cannot be sorted by \`${key}\`: mark the field as \`sorted\` in the settings first.`,
        values: { reason: 'not_sorted', name: key },
      }
    : describeUnknownField(key, customFields, createHintBudget())
  throw createBadRequest('?sort', 'not_allowed', message, values)
}

/** Returns the later of two positions. The position of a cursor may be before the range of a filter. */
function later({ after, descending }: store.ListRange, position: store.ListPosition): store.ListPosition {
  const order = after ? compare(position, after) : descending ? -1 : 1
  return (descending ? order < 0 : order > 0) ? position : after!
}

async function textsOf(
  tx: ReadTransaction,
  call: OperationCall<OrderListQuery>,
  positions: store.ListPosition[],
): Promise<string[]> {
  if (positions.length === 0) return []
  const { environmentId, query } = call
  const ids = positions.map(({ consignmentId }) => consignmentId)
  const zone = query.dateTimes === 'local' ? await getRequestZone(tx, call) : undefined
  const texts = new Map<string, string>()
  if (query.view === 'compact')
    for (const row of await store.findSummaries(tx, environmentId, ids))
      texts.set(row.consignmentId, summary(row, zone, call.hasPartScope === true))
  else
    for (const row of await store.findByIds(tx, environmentId, ids))
      texts.set(
        row.consignmentId,
        zone === undefined ? readText(row, environmentId) : formatLocalText(row, environmentId, zone),
      )
  return ids.map((id) => texts.get(id)!)
}

const reasonOf = (proof: string): string | null =>
  (JSON.parse(proof) as { failureReasonCode: string | null }).failureReasonCode

function summary(row: store.SummaryRow, zone: string | undefined, showsProofs: boolean): string {
  const formatTime = (instant: string) =>
    instant === lastSortKey ? null : zone === undefined ? instant : formatLocalTime(instant, zone)
  const orNull = (key: string) => (key === '' ? null : key)
  const plainFields = {
    consignmentId: row.consignmentId,
    key: row.key,
    type: row.type as ConsignmentSummary['type'],
    version: row.version,
    created: formatTime(row.created)!,
    updated: formatTime(row.updated)!,
    depotKey: orNull(row.depotKey),
    channelKey: orNull(row.channelKey),
    areaKey: orNull(row.areaKey),
    loadId: row.loadId,
    loadKey: row.loadKey,
    stopPosition: row.stopPosition ?? 0,
    requiredFrom: formatTime(row.requiredFrom),
    requiredTo: formatTime(row.requiredTo),
    planned: formatTime(row.planned),
    late: row.late === 1,
    located: row.located === 1,
    outcome: row.outcome,
    outcomeTime: row.outcomeTime === null ? null : formatTime(row.outcomeTime),
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
  return `${JSON.stringify(plainFields).slice(0, -1)},${tags}${fields}${row.summary.slice(1)}`
}
