// Assigns orders to a load and removes them: sends a change immediately, offers its undo, and keeps its refusal.
import { useEffect, useState } from 'react'
import { ApiProblem } from '../../../client/client.ts'
import { checkLoad, type FitReason, listLoadPages } from '../../../contract/load.ts'
import { apiClient } from '../../api/client.ts'
import { describeError, describeFieldError } from '../../api/problems.ts'
import { offerUndo } from '../../shell/undo.tsx'
import { currentTexts } from '../../words/language.ts'
import { followTimes } from '../times/following.ts'
import { planTexts } from '../times/words.ts'
import { fetchOffer } from './offers.ts'
import type { MoveRefusal } from './refusal.tsx'
import { findRefusedId, moveStops, restoreStops, type StopMove } from './stop-writes.ts'
import { manyTexts, pageTexts } from './words.ts'

export interface NamedOrder {
  consignmentId: string
  name: string
}
/** The target of a drop: among the stops of the open load, on a load of the day, or on the order itself. */
export type DropTarget =
  | { kind: 'stops'; loadId: string; at: number }
  | { kind: 'load'; loadId: string }
  | { kind: 'order'; id: string }
export interface PlacedRefusal extends MoveRefusal {
  target: DropTarget
}

export interface AssignmentControl {
  refusal: PlacedRefusal | null
  dismiss(): void
  /** Assigns orders to a load. Returns whether it succeeded. */
  assign(orders: readonly NamedOrder[], load: { loadId: string; key: string }, place: DropTarget): Promise<boolean>
  takeOut(orders: readonly NamedOrder[], place: DropTarget): Promise<boolean>
  /** Shows why an order does not fit a place, and which loads it fits. */
  refuse(order: NamedOrder, why: unknown, place: DropTarget): Promise<void>
  /** Returns the first order that does not fit, with the reasons; undefined if all orders fit. */
  whyNot(ids: readonly string[], loadId: string): Promise<{ id: string; messages: string[] } | undefined>
}

/** Controls assignments and refusals while this load is open. */
export function useAssigning(openId: string | undefined): AssignmentControl {
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null)
  // When another load opens, only a refusal among its own stops stays.
  useEffect(
    () => void setRefusal((old) => (old?.target.kind === 'stops' && old.target.loadId === openId ? old : null)),
    [openId],
  )

  async function send(
    orders: readonly NamedOrder[],
    { ids, targetLoadId }: Pick<StopMove, 'ids' | 'targetLoadId'>,
    target: DropTarget,
    message: string,
  ): Promise<boolean> {
    setRefusal(null)
    try {
      const offer = targetLoadId === null ? undefined : await fetchOffer(ids, targetLoadId)
      const former = await moveStops({ ids, targetLoadId, offered: offer?.consignmentIds })
      const takeBack = followTimes([...former.keys()], targetLoadId === null ? ids : [])
      offerUndo(message, { undo: () => takeBack(() => restoreStops(former)) })
      return true
    } catch (error) {
      await refuse(refusedOf(orders, error), error, target, targetLoadId === null)
      return false
    }
  }

  async function refuse(order: NamedOrder, reason: unknown, target: DropTarget, isRemoval = false): Promise<void> {
    const refusal: PlacedRefusal = { target, isRemoval, subject: order.name, messages: messagesOf(reason), fits: [] }
    setRefusal(refusal)
    // An order that cannot leave its load cannot join another one, so no other loads are searched.
    if (isRemoval) return
    const found = await loadsThatFit(order.consignmentId)
    const choose = (load: (typeof found)[number]) => () => void assign([order], load, target)
    const fits = found.map((load) => ({ id: load.loadId, name: load.key, choose: choose(load) }))
    // The user may have closed the message, or another one may have replaced it.
    setRefusal((current) => (current === refusal ? { ...refusal, fits } : current))
  }

  function assign(
    orders: readonly NamedOrder[],
    load: { loadId: string; key: string },
    target: DropTarget,
  ): Promise<boolean> {
    const [first] = orders
    const message =
      orders.length === 1
        ? currentTexts(pageTexts).assigned(first!.name, load.key)
        : currentTexts(manyTexts).assigned(currentTexts(manyTexts).orders(orders.length), load.key)
    return send(orders, { ids: idsOf(orders), targetLoadId: load.loadId }, target, message)
  }

  function takeOut(orders: readonly NamedOrder[], target: DropTarget): Promise<boolean> {
    const [first] = orders
    const message =
      orders.length === 1
        ? currentTexts(planTexts).takenOut(first!.name)
        : currentTexts(manyTexts).takenOut(currentTexts(manyTexts).orders(orders.length))
    return send(orders, { ids: idsOf(orders), targetLoadId: null }, target, message)
  }

  return { refusal, dismiss: () => setRefusal(null), assign, takeOut, refuse, whyNot }
}

const idsOf = (orders: readonly NamedOrder[]) => orders.map(({ consignmentId }) => consignmentId)

const messagesOf = (reason: unknown): string[] => {
  if (Array.isArray(reason)) return reason.map(String)
  const messages = reason instanceof ApiProblem ? reason.errors.map((fieldError) => describeFieldError(fieldError)) : []
  return messages.length > 0 ? [...new Set(messages)] : [describeError(reason)]
}

/** Returns the order that caused a refusal of several orders. */
const refusedOf = (orders: readonly NamedOrder[], error: unknown): NamedOrder =>
  orders.find(({ consignmentId }) => consignmentId === findRefusedId(error)) ?? orders[0]!

/** Reasons that the API enforces. Excess weight and lateness are only shown to the planner. */
const rules: ReadonlySet<FitReason['code']> = new Set(['unknown_consignment', 'load_state', 'depot_rule'])

async function whyNot(ids: readonly string[], loadId: string) {
  try {
    const { data } = await apiClient.call(checkLoad, { body: { loadId, consignmentIds: [...ids] } })
    return data.consignments
      .map(({ consignmentId, reasons }) => ({
        id: consignmentId ?? ids[0]!,
        messages: reasons.filter(({ code }) => rules.has(code)).map((reason) => describeFieldError(reason)),
      }))
      .find(({ messages }) => messages.length > 0)
  } catch (error) {
    return { id: ids[0]!, messages: messagesOf(error) }
  }
}

const suggestionsMax = 5

/** Returns the loads that an order fits; none after an error, because a refusal without suggestions is still useful. */
async function loadsThatFit(orderId: string): Promise<{ loadId: string; key: string }[]> {
  try {
    const { data } = await apiClient.call(listLoadPages, { query: { fits: orderId, limit: String(suggestionsMax) } })
    return data.loads
  } catch {
    return []
  }
}
