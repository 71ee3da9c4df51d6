// Moves orders that were not delivered to another day and, if given, another load.
import type { Consignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { refreshEndpoints } from '../api/query.ts'
import { readOrders, readRows } from '../api/rows.ts'
import { addDays, countDays, getDayBounds } from '../platform/day.ts'
import type { LocaleFormat } from '../words/format.ts'
import { currentTexts } from '../words/language.ts'
import { type BulkChange, type ChangeResult, sendChanges } from './changing.ts'
import { findClosedLoads, isUntold } from './missing-outcomes.ts'
import type { OutcomeRecord } from './outcomes-rows.ts'
import { createId, recordOutcomes } from './recording.ts'
import { planAgainTexts } from './words.ts'

export interface NewPlan {
  day: string
  /** Id of the new load; null leaves the orders without a load. */
  loadId: string | null
}

export interface DeliveryFailure {
  /** Failure reason; null if the environment has none. */
  reason: string | null
  remarks: string
  /** Ids of proofs by order, identical in every attempt. */
  podIds: Map<string, string>
}

export interface PlanAgainRequest {
  /** The failure of orders without an outcome; null if all orders have one. */
  failure: DeliveryFailure | null
  /** The new day and load; null leaves the orders where they are. */
  plan: NewPlan | null
}

/** Moves a time window to another day at the same times. An order without one gets the whole day. */
function windowOn(
  day: string,
  { requiredFrom, requiredTo }: Pick<Consignment, 'requiredFrom' | 'requiredTo'>,
  format: Pick<LocaleFormat, 'sheet'>,
): { requiredFrom: string | null; requiredTo: string | null } {
  const first = requiredFrom ?? requiredTo
  if (first === null) {
    const { from, to } = getDayBounds(day)
    return { requiredFrom: from, requiredTo: to }
  }
  const days = countDays(format.sheet(first).slice(0, 10), day)
  const moved = (iso: string | null) => {
    if (iso === null) return null
    const [date, time] = format.sheet(iso).split(' ') as [string, string]
    return `${addDays(date, days)}T${time}`
  }
  return { requiredFrom: moved(requiredFrom), requiredTo: moved(requiredTo) }
}

/** Returns the committed time if it is on the new day. On another day it would contradict the new time window. */
const agreedOn = (day: string, { committed }: Pick<Consignment, 'committed'>, format: Pick<LocaleFormat, 'field'>) =>
  committed !== null && format.field(committed).slice(0, 10) === day ? committed : null

/**
 * Plans orders again. A started load accepts no orders, so an undo leaves them without a load on their former day.
 */
export async function planAgain(
  ids: readonly string[],
  { failure, plan }: PlanAgainRequest,
  format: LocaleFormat,
): Promise<BulkChange> {
  const former = await readOrders(ids)
  const closed = failure ? await findClosedLoads(former) : new Set<string>()
  const untold = failure ? former.filter((order) => isUntold(order, closed)) : []
  const refused = failure ? await recordOutcomes(untold.map((order) => notDelivered(order, failure))) : []
  const unsaid = new Set(refused.map(({ key }) => key))
  const recordedOrders = former.filter(({ key }) => !unsaid.has(key))
  const cancelled = plan?.loadId === null ? await findCancelled(recordedOrders) : new Set<string>()
  const sent = plan
    ? await sendChanges(
        recordedOrders
          .filter(({ key }) => !cancelled.has(key))
          .map((order) => ({
            key: order.key,
            loadId: plan.loadId,
            planned: null,
            committed: agreedOn(plan.day, order, format),
            ...windowOn(plan.day, order, format),
          })),
      )
    : untold.filter(({ key }) => !unsaid.has(key)).map(({ key }) => ({ key, status: 'updated' as const }))
  const outcomes = [...refused, ...[...cancelled].map(refusedAsCancelled), ...sent]
  await refreshEndpoints(listConsignments)
  if (!plan) return { outcomes, undo: null }
  const changed = new Set(sent.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const changedOrders = former.filter(({ key }) => changed.has(key))
  return { outcomes, undo: () => takeBack(changedOrders, plan) }
}

/** Finds the keys of orders that were cancelled without a load: planning them again leaves them cancelled. */
async function findCancelled(orders: readonly Consignment[]): Promise<ReadonlySet<string>> {
  const ids = orders.filter(({ loadId }) => loadId === null).map(({ consignmentId }) => consignmentId)
  return new Set((await readRows(ids, { unplanned: 'false' })).map(({ key }) => key))
}

const refusedAsCancelled = (key: string): ChangeResult => ({
  key,
  status: 'failed',
  message: currentTexts(planAgainTexts).cancelled,
})

function notDelivered(
  { key, consignmentId, loadId }: Consignment,
  { reason, remarks, podIds }: DeliveryFailure,
): OutcomeRecord {
  const podId = podIds.get(consignmentId) ?? createId()
  podIds.set(consignmentId, podId)
  const details = { failureReasonCode: reason, remarks: remarks.trim() || null }
  return { key, podId, proof: { consignmentId, loadId, outcome: 'failed', ...details } }
}

async function takeBack(former: readonly Consignment[], { loadId }: NewPlan): Promise<number> {
  const rows = await readRows(former.map(({ consignmentId }) => consignmentId))
  const untouched = new Set(rows.filter((row) => row.loadId === loadId).map(({ consignmentId }) => consignmentId))
  const restorableOrders = former.filter(({ consignmentId }) => untouched.has(consignmentId))
  const closed = await findClosedLoads(restorableOrders)
  const outcomes = await sendChanges(
    restorableOrders.map(({ key, loadId: home, planned, committed, requiredFrom, requiredTo }) => ({
      key,
      planned,
      committed,
      requiredFrom,
      requiredTo,
      loadId: home !== null && !closed.has(home) ? home : null,
    })),
  )
  return former.length - restorableOrders.length + outcomes.filter(({ status }) => status === 'failed').length
}
