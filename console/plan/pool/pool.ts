// Groups, filters and sorts the orders without a load by their relation to a day.
import type { Consignment } from '../../../contract/consignment.ts'
import { getZonedDay } from '../../platform/day.ts'
import { type PlanStop, planStop } from '../times/route.ts'

export interface PoolOrder extends PlanStop {
  postalCode: string
  areaKey: string | null
  channelKey: string | null
  tags: readonly string[]
  /** Searchable text, in lower case and without accents. */
  words: string
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function createPoolOrder(order: Consignment): PoolOrder {
  const { consigneeAddress: address, consigneeContact: contact } = order
  const stop = planStop(order)
  const searchTerms = [
    order.key,
    order.consigneeCode,
    stop.name,
    contact?.personName,
    address.name,
    address.line1,
    stop.place,
  ]
  searchTerms.push(...(order.tags ?? []))
  return {
    ...stop,
    postalCode: address.postalCode ?? '',
    areaKey: order.areaKey,
    channelKey: order.channelKey,
    tags: order.tags ?? [],
    words: plain(searchTerms.filter(Boolean).join(' ')),
  }
}

export const poolGroups = ['overdue', 'today', 'undated', 'later'] as const
export type PoolGroup = (typeof poolGroups)[number]
/** Groups that concern the day itself. */
export const dueGroups: readonly PoolGroup[] = ['overdue', 'today', 'undated']

/**
 * Returns the group of an order. An order is due on every day of its time window. Without a window, its committed or
 * planned time decides.
 */
export function groupOf(
  order: Pick<PlanStop, 'requiredFrom' | 'requiredTo' | 'committed' | 'planned'>,
  day: string,
  zone: string,
): PoolGroup {
  const dayAt = (time: string | null) => (time === null ? null : getZonedDay(new Date(time), zone))
  const named = dayAt(order.committed ?? order.planned)
  const firstDay = dayAt(order.requiredFrom) ?? (order.requiredTo === null ? named : dayAt(order.requiredTo))
  const lastDay = dayAt(order.requiredTo) ?? (order.requiredFrom === null ? named : null)
  if (firstDay === null) return 'undated'
  if (lastDay !== null && lastDay < day) return 'overdue'
  return firstDay <= day ? 'today' : 'later'
}

export const poolSorts = ['postalCode', 'window', 'weight'] as const
export type PoolSort = (typeof poolSorts)[number]

export interface PoolFilter {
  search: string
  towns: readonly string[]
  /** Keys to filter by. In each list, an empty key stands for orders without a key. */
  areas: readonly string[]
  channels: readonly string[]
  tags: readonly string[]
  position: 'any' | 'without'
}
export const noFilter: PoolFilter = { search: '', towns: [], areas: [], channels: [], tags: [], position: 'any' }

export const countFilters = ({ towns, areas, channels, tags, position }: PoolFilter): number =>
  [towns.length > 0, areas.length > 0, channels.length > 0, tags.length > 0, position === 'without'].filter(Boolean)
    .length

const isAmong = (values: readonly string[], value: string | null) => values.length === 0 || values.includes(value ?? '')

export function isPoolMatch(order: PoolOrder, filter: PoolFilter): boolean {
  const texts = plain(filter.search).split(/\s+/).filter(Boolean)
  return (
    isAmong(filter.towns, order.town) &&
    isAmong(filter.areas, order.areaKey) &&
    isAmong(filter.channels, order.channelKey) &&
    (filter.tags.length === 0 || valuesOf(order, 'tags').some((tag) => filter.tags.includes(tag))) &&
    (filter.position === 'any' || order.position === null) &&
    texts.every((term) => order.words.includes(term))
  )
}

const alphabet = new Intl.Collator('en', { numeric: true })
/** Compares two texts; an unset text is last. */
const compareTexts = (a: string | null, b: string | null) => (a && b ? alphabet.compare(a, b) : Number(!a) - Number(!b))
/** Comparisons per sort order. Orders without a value are last, and heavy orders are first. */
const ranks: Record<PoolSort, (one: PoolOrder, other: PoolOrder) => number> = {
  postalCode: (a, b) => compareTexts(a.postalCode, b.postalCode),
  window: (a, b) => compareTexts(a.requiredTo, b.requiredTo) || compareTexts(a.requiredFrom, b.requiredFrom),
  weight: (a, b) => (b.weight ?? -1) - (a.weight ?? -1),
}

/** Orders by group. */
export type PoolParts = ReadonlyMap<PoolGroup, readonly PoolOrder[]>

export interface PoolPart {
  group: PoolGroup
  orders: PoolOrder[]
}

/** Returns the orders that pass a filter, sorted, by group. Omits empty groups. */
export const groupPoolOrders = (
  ordersByGroup: PoolParts,
  { filter, sort, isHere }: { filter: PoolFilter; sort: PoolSort; isHere: (order: PoolOrder) => boolean },
): PoolPart[] =>
  poolGroups.flatMap((group) => {
    const orders = (ordersByGroup.get(group) ?? [])
      .filter((order) => isHere(order) && isPoolMatch(order, filter))
      .sort((a, b) => ranks[sort](a, b) || alphabet.compare(a.key, b.key))
    return orders.length > 0 ? [{ group, orders }] : []
  })

export type FilterField = 'town' | 'areaKey' | 'channelKey' | 'tags'
/** Returns the values of an order for a filter. An empty text stands for no value. */
function valuesOf(order: PoolOrder, field: FilterField): readonly string[] {
  if (field !== 'tags') return [order[field] ?? '']
  return order.tags.length === 0 ? [''] : order.tags
}

/** Returns the choices of a filter with their number of orders, the most frequent first. */
export function listChoices(orders: readonly PoolOrder[], field: FilterField) {
  const counts = new Map<string, number>()
  for (const order of orders)
    for (const value of valuesOf(order, field)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || alphabet.compare(a.value, b.value))
}
