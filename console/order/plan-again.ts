// Moves orders that were not delivered to another day and, if given, another load.
import type { Consignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { refresh } from '../api/query.ts'
import { readOrders, readRows } from '../api/rows.ts'
import { dayAfter, daysBetween, wholeDay } from '../platform/day.ts'
import type { Format } from '../words/format.ts'
import { currentWords } from '../words/language.ts'
import { type Assigned, type Outcome, send } from './changing.ts'
import type { Telling } from './outcomes-rows.ts'
import { newId, record } from './recording.ts'
import { closedLoads, isUntold } from './under-way.ts'
import { planAgainWords } from './words.ts'

export interface Again {
  day: string
  /** Id of the new load; null leaves the orders without a load. */
  loadId: string | null
}

export interface Failure {
  /** Failure reason; null if the environment has none. */
  reason: string | null
  remarks: string
  /** Ids of proofs by order, identical in every attempt. */
  podIds: Map<string, string>
}

export interface Wish {
  /** The failure of orders without an outcome; null if all orders have one. */
  failure: Failure | null
  /** The new day and load; null leaves the orders where they are. */
  again: Again | null
}

/** Moves a time window to another day at the same times. An order without one gets the whole day. */
function windowOn(
  day: string,
  { requiredFrom, requiredTo }: Pick<Consignment, 'requiredFrom' | 'requiredTo'>,
  format: Pick<Format, 'sheet'>,
): { requiredFrom: string | null; requiredTo: string | null } {
  const first = requiredFrom ?? requiredTo
  if (first === null) {
    const { from, to } = wholeDay(day)
    return { requiredFrom: from, requiredTo: to }
  }
  const days = daysBetween(format.sheet(first).slice(0, 10), day)
  const moved = (iso: string | null) => {
    if (iso === null) return null
    const [date, time] = format.sheet(iso).split(' ') as [string, string]
    return `${dayAfter(date, days)}T${time}`
  }
  return { requiredFrom: moved(requiredFrom), requiredTo: moved(requiredTo) }
}

/** Returns the committed time if it is on the new day. On another day it would contradict the new time window. */
const agreedOn = (day: string, { committed }: Pick<Consignment, 'committed'>, format: Pick<Format, 'field'>) =>
  committed !== null && format.field(committed).slice(0, 10) === day ? committed : null

/**
 * Plans orders again. A load under way takes no orders back, so an undo leaves them without a load on their former day.
 */
export async function planAgain(ids: readonly string[], { failure, again }: Wish, format: Format): Promise<Assigned> {
  const former = await readOrders(ids)
  const closed = failure ? await closedLoads(former) : new Set<string>()
  const untold = failure ? former.filter((order) => isUntold(order, closed)) : []
  const refused = failure ? await record(untold.map((order) => notDelivered(order, failure))) : []
  const unsaid = new Set(refused.map(({ key }) => key))
  const told = former.filter(({ key }) => !unsaid.has(key))
  const cancelled = again?.loadId === null ? await findCancelled(told) : new Set<string>()
  const sent = again
    ? await send(
        told
          .filter(({ key }) => !cancelled.has(key))
          .map((order) => ({
            key: order.key,
            loadId: again.loadId,
            planned: null,
            committed: agreedOn(again.day, order, format),
            ...windowOn(again.day, order, format),
          })),
      )
    : untold.filter(({ key }) => !unsaid.has(key)).map(({ key }) => ({ key, status: 'updated' as const }))
  const outcomes = [...refused, ...[...cancelled].map(refusedAsCancelled), ...sent]
  await refresh(listConsignments)
  if (!again) return { outcomes, undo: null }
  const changed = new Set(sent.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const before = former.filter(({ key }) => changed.has(key))
  return { outcomes, undo: () => takeBack(before, again) }
}

/** Finds the keys of orders that were cancelled without a load: planning them again leaves them cancelled. */
async function findCancelled(orders: readonly Consignment[]): Promise<ReadonlySet<string>> {
  const ids = orders.filter(({ loadId }) => loadId === null).map(({ consignmentId }) => consignmentId)
  return new Set((await readRows(ids, { unplanned: 'false' })).map(({ key }) => key))
}

const refusedAsCancelled = (key: string): Outcome => ({
  key,
  status: 'failed',
  message: currentWords(planAgainWords).cancelled,
})

function notDelivered({ key, consignmentId, loadId }: Consignment, { reason, remarks, podIds }: Failure): Telling {
  const podId = podIds.get(consignmentId) ?? newId()
  podIds.set(consignmentId, podId)
  const said = { failureReasonCode: reason, remarks: remarks.trim() || null }
  return { key, podId, told: { consignmentId, loadId, outcome: 'failed', ...said } }
}

async function takeBack(former: readonly Consignment[], { loadId }: Again): Promise<number> {
  const now = await readRows(former.map(({ consignmentId }) => consignmentId))
  const untouched = new Set(now.filter((row) => row.loadId === loadId).map(({ consignmentId }) => consignmentId))
  const mine = former.filter(({ consignmentId }) => untouched.has(consignmentId))
  const closed = await closedLoads(mine)
  const outcomes = await send(
    mine.map(({ key, loadId: home, planned, committed, requiredFrom, requiredTo }) => ({
      key,
      planned,
      committed,
      requiredFrom,
      requiredTo,
      loadId: home !== null && !closed.has(home) ? home : null,
    })),
  )
  return former.length - mine.length + outcomes.filter(({ status }) => status === 'failed').length
}
