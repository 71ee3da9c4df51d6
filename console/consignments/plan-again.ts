// Orders that were not handed over, given another day and, where there is one already, another load.
import type { Consignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { getLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { refresh } from '../api/query.ts'
import { readOrders, readRows } from '../api/rows.ts'
import { dayAfter, daysBetween, wholeDay } from '../day.ts'
import { isOpen } from '../load/status.tsx'
import type { Format } from '../words/format.ts'
import { type Assigned, send } from './assign.ts'
import type { Chosen } from './selection.ts'

export interface Again {
  day: string
  /** Null leaves them for the plan of that day. */
  loadId: string | null
}

/** The window on another day, at the same time of day; an order without one may come at any time of it. */
export function windowOn(
  day: string,
  { requiredFrom, requiredTo }: Pick<Consignment, 'requiredFrom' | 'requiredTo'>,
  format: Pick<Format, 'field'>,
): { requiredFrom: string | null; requiredTo: string | null } {
  const first = requiredFrom ?? requiredTo
  if (first === null) {
    const { from, to } = wholeDay(day)
    return { requiredFrom: from, requiredTo: to }
  }
  const days = daysBetween(format.field(first).slice(0, 10), day)
  const moved = (iso: string | null) => {
    if (iso === null) return null
    const [date, time] = format.field(iso).split('T') as [string, string]
    return `${dayAfter(date, days)}T${time}:00`
  }
  return { requiredFrom: moved(requiredFrom), requiredTo: moved(requiredTo) }
}

/**
 * What was agreed with the customer was for the former day, and would count before the new window.
 * A load that is under way takes nothing back: what is undone then has no load, and stands on its former day.
 */
export async function planAgain(orders: readonly Chosen[], again: Again, format: Format): Promise<Assigned> {
  const former = await readOrders(orders.map(({ consignmentId }) => consignmentId))
  const outcomes = await send(
    former.map((order) => ({
      ...{ key: order.key, loadId: again.loadId, planned: null, committed: null },
      ...windowOn(again.day, order, format),
    })),
  )
  const changed = new Set(outcomes.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const before = former.filter(({ key }) => changed.has(key))
  await refresh(listConsignments)
  return { outcomes, undo: () => takeBack(before, again) }
}

async function takeBack(former: readonly Consignment[], { loadId }: Again): Promise<number> {
  const now = await readRows(former.map(({ consignmentId }) => consignmentId))
  const untouched = new Set(now.filter((row) => row.loadId === loadId).map(({ consignmentId }) => consignmentId))
  const mine = former.filter(({ consignmentId }) => untouched.has(consignmentId))
  const open = await openLoads(mine)
  const outcomes = await send(
    mine.map(({ key, loadId: home, planned, committed, requiredFrom, requiredTo }) => ({
      ...{ key, planned, committed, requiredFrom, requiredTo },
      loadId: home !== null && open.has(home) ? home : null,
    })),
  )
  return former.length - mine.length + outcomes.filter(({ status }) => status === 'failed').length
}

async function openLoads(orders: readonly Consignment[]): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  for (const loadId of new Set(orders.flatMap((order) => order.loadId ?? []))) {
    const { data } = await client.call(getLoadById, { params: { loadId } })
    if (isOpen(data.status)) open.add(loadId)
  }
  return open
}
