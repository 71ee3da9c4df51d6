// Provides the unassigned orders to the page: the filter that list and map share, and the orders that pass it.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import { apiClient } from '../../api/client.ts'
import { buildCacheEntry, queryClient } from '../../api/query.ts'
import { environmentId } from '../../api/session.ts'
import {
  createPoolOrder,
  dueGroups,
  groupOf,
  groupPoolOrders,
  noFilter,
  type PoolFilter,
  type PoolGroup,
  type PoolOrder,
  type PoolParts,
  type PoolSort,
} from './pool.ts'
import { useBatch } from './use-batch.ts'

const pageRows = 500
const poolEntry = buildCacheEntry(listConsignments, null, { unplanned: 'true', all: true })

/** Reads all unassigned orders with all fields: a pin needs the location, and a drop needs the time at stop. */
async function readAll(): Promise<Consignment[]> {
  const found = new Map<string, Consignment>()
  const query = { unplanned: 'true', sort: 'created', limit: String(pageRows) } as const
  let cursor: string | null | undefined
  do {
    const { data } = await apiClient.call(listConsignments, { query: { ...query, ...(cursor ? { cursor } : {}) } })
    for (const order of data.consignments as Consignment[]) found.set(order.consignmentId, order)
    cursor = data.next
  } while (cursor !== null)
  return [...found.values()]
}

let running: Promise<Consignment[]> | undefined
let following: Promise<Consignment[]> | undefined

/**
 * Reads the pool. Reading many pages may take longer than the time between two changes. A running read then continues,
 * its result is shown, and one more read follows.
 */
function readSerially(): Promise<Consignment[]> {
  if (running) {
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = undefined
        return readSerially()
      })
    return following
  }
  const environment = environmentId.get()
  running = readAll()
    .then((orders) => {
      if (environmentId.get() === environment) queryClient.setQueryData(poolEntry.queryKey, orders)
      return orders
    })
    .finally(() => {
      running = undefined
    })
  return running
}

const poolQuery = queryOptions({ ...poolEntry, queryFn: readSerially })

/** Cards and groups per response, because several parts of the page need them for thousands of orders. */
const cardsByOrder = new WeakMap<Consignment, PoolOrder>()
const ordersOf = new WeakMap<readonly Consignment[], readonly PoolOrder[]>()
const groupsOf = new WeakMap<readonly PoolOrder[], { ofDay: string; groups: PoolParts }>()

function cardOf(order: Consignment): PoolOrder {
  const card = cardsByOrder.get(order) ?? createPoolOrder(order)
  cardsByOrder.set(order, card)
  return card
}

function useOrders() {
  const { data, isPending } = useQuery(poolQuery)
  const orders = data && (ordersOf.get(data) ?? data.map(cardOf))
  if (orders) ordersOf.set(data, orders)
  return { orders, isPending }
}

function groupedOn(day: string, zone: string, orders: readonly PoolOrder[]): PoolParts {
  const ofDay = `${day} ${zone}`
  const made = groupsOf.get(orders)
  if (made?.ofDay === ofDay) return made.groups
  const groups = Map.groupBy(orders, (order) => groupOf(order, day, zone))
  groupsOf.set(orders, { ofDay, groups })
  return groups
}

const noOrders: readonly PoolOrder[] = []

/** Returns the whole pool by group, without the filters of the list. */
export function useGroupedPool(day: string, zone: string): PoolParts | undefined {
  const { orders } = useOrders()
  return orders && groupedOn(day, zone, orders)
}

export interface DueCounts {
  due: number
  /** Number of these orders without a day. */
  undated: number
}

/** Returns the number of orders of the day without a load. */
export function useDueCounts(day: string, zone: string): DueCounts | undefined {
  const groups = useGroupedPool(day, zone)
  const count = (group: PoolGroup) => groups?.get(group)?.length ?? 0
  return groups && { due: dueGroups.reduce((sum, group) => sum + count(group), 0), undated: count('undated') }
}

/** Returns the filtered pool. `plannedIds` are orders that already have an unsaved stop on a load. */
export function usePool(day: string, zone: string, plannedIds: ReadonlySet<string>) {
  const { orders = noOrders, isPending } = useOrders()
  const [filter, setFilter] = useState<PoolFilter>(noFilter)
  const [sort, setSort] = useState<PoolSort>('postalCode')
  // Orders of later days are closed at first.
  const [closed, setClosed] = useState<ReadonlySet<PoolGroup>>(new Set<PoolGroup>(['later']))
  const batch = useBatch()
  const only = batch?.ids
  const isHere = useCallback(
    ({ consignmentId: id }: PoolOrder) => !plannedIds.has(id) && (!only || only.has(id)),
    [plannedIds, only],
  )
  const poolOrders = useMemo(() => orders.filter(isHere), [orders, isHere])
  // Typing takes precedence over drawing thousands of cards and pins.
  const appliedFilter = useDeferredValue(filter)
  const groups = groupedOn(day, zone, orders)
  const sections = useMemo(
    () => groupPoolOrders(groups, { filter: appliedFilter, sort, isHere }),
    [groups, appliedFilter, sort, isHere],
  )
  // A search shows its results in closed groups too.
  const isSearched = appliedFilter.search.trim() !== '' || only !== undefined
  const inSight = useMemo(
    () => sections.flatMap(({ group, orders }) => (isSearched || !closed.has(group) ? orders : [])),
    [sections, closed, isSearched],
  )
  const toggle = (group: PoolGroup) => setClosed((current) => current.symmetricDifference(new Set([group])))
  const isOpen = (group: PoolGroup) => isSearched || !closed.has(group)
  return {
    batch,
    isPending,
    all: poolOrders,
    parts: sections,
    inSight,
    filter,
    setFilter,
    sort,
    setSort,
    isOpen,
    toggle,
  }
}
export type OrderPool = ReturnType<typeof usePool>
