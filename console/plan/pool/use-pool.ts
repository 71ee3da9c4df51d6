// The pool as the page works with it: all orders without a load, the filter that list and map share, and what is in sight of it.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import { client } from '../../api/client.ts'
import { keyOf, queryClient } from '../../api/query.ts'
import { environmentId } from '../../api/session.ts'
import {
  dueGroups,
  groupOf,
  noFilter,
  type PoolFilter,
  type PoolGroup,
  type PoolOrder,
  type PoolSort,
  partsOf,
  poolOrder,
} from './pool.ts'
import { useBatch } from './use-batch.ts'

const pageRows = 500
const queryKey = keyOf(listConsignments, { query: { loadId: 'none', all: true } })

/** Whole, because a pin needs a position, and a card that is dropped its time at stop. */
async function readAll(): Promise<Consignment[]> {
  const found = new Map<string, Consignment>()
  const query = { loadId: 'none', sort: 'created', limit: String(pageRows) } as const
  let cursor: string | null | undefined
  do {
    const { data } = await client.call(listConsignments, { query: { ...query, ...(cursor ? { cursor } : {}) } })
    for (const order of data.consignments as Consignment[]) found.set(order.consignmentId, order)
    cursor = data.next
  } while (cursor !== null)
  return [...found.values()]
}

let running: Promise<Consignment[]> | undefined
let following: Promise<Consignment[]> | undefined

/**
 * Many pages take longer than the next change does where orders come in all the time: a reading that is under way is
 * finished and shown, and another one follows it.
 */
function readInTurn(): Promise<Consignment[]> {
  if (running) {
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = undefined
        return readInTurn()
      })
    return following
  }
  const environment = environmentId.get()
  running = readAll()
    .then((orders) => {
      if (environmentId.get() === environment) queryClient.setQueryData(queryKey, orders)
      return orders
    })
    .finally(() => {
      running = undefined
    })
  return running
}

const poolQuery = queryOptions({ queryKey, queryFn: readInTurn, select: (orders) => orders.map(poolOrder) })

const none: readonly PoolOrder[] = []

/** How many orders the day has to do with, and have no load. */
export function useDueCount(day: string, zone: string): number | undefined {
  const { data } = useQuery(poolQuery)
  return useMemo(() => data?.filter((order) => dueGroups.includes(groupOf(order, day, zone))).length, [data, day, zone])
}

/** All of it, in its groups, whatever the list beside shows. */
export function useWholePool(day: string, zone: string): ReadonlyMap<PoolGroup, readonly PoolOrder[]> | undefined {
  const { data } = useQuery(poolQuery)
  return useMemo(() => data && Map.groupBy(data, (order) => groupOf(order, day, zone)), [data, day, zone])
}

/** `taken` are orders that a load has among its stops already, though not saved. */
export function usePool(day: string, zone: string, taken: ReadonlySet<string>) {
  const { data, isPending } = useQuery(poolQuery)
  const [filter, setFilter] = useState<PoolFilter>(noFilter)
  const [sort, setSort] = useState<PoolSort>('postalCode')
  // What waits for another day is not in the way, but a click away.
  const [closed, setClosed] = useState<ReadonlySet<PoolGroup>>(new Set<PoolGroup>(['later']))
  const batch = useBatch()
  const only = batch?.ids
  const all = useMemo(
    () => (data ?? none).filter(({ consignmentId: id }) => !taken.has(id) && (!only || only.has(id))),
    [data, taken, only],
  )
  // Typing comes before drawing thousands of cards and pins.
  const wanted = useDeferredValue(filter)
  const parts = useMemo(() => partsOf(all, { filter: wanted, sort, day, zone }), [all, wanted, sort, day, zone])
  // Who looks for something wants to see it, wherever it is.
  const isSearched = wanted.search.trim() !== '' || only !== undefined
  const inSight = useMemo(
    () => parts.flatMap(({ group, orders }) => (isSearched || !closed.has(group) ? orders : [])),
    [parts, closed, isSearched],
  )
  const toggle = (group: PoolGroup) => setClosed((before) => before.symmetricDifference(new Set([group])))
  const isOpen = (group: PoolGroup) => isSearched || !closed.has(group)
  return { batch, isPending, all, parts, inSight, filter, setFilter, sort, setSort, isOpen, toggle }
}
export type Pool = ReturnType<typeof usePool>
