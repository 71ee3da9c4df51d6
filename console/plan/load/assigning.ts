// Assigns orders to a load and removes them: sends a change immediately, offers its undo, and keeps its refusal.
import { useEffect, useState } from 'react'
import { ApiProblem } from '../../../client/client.ts'
import { checkLoad, type FitReason, listLoadPages } from '../../../contract/load.ts'
import { client } from '../../api/client.ts'
import { faultMessage, messageOf } from '../../api/problems.ts'
import { offerUndo } from '../../shell/undo.tsx'
import { currentWords } from '../../words/language.ts'
import { followTimes } from '../times/following.ts'
import { planWords } from '../times/words.ts'
import type { Refusal } from './refusal.tsx'
import { type Move, moveStops, refusedId, restore } from './stop-writes.ts'
import { manyWords, pageWords } from './words.ts'

export interface Named {
  consignmentId: string
  name: string
}
/** The place of a drop: among the stops of the open load, on a load of the day, or on the order itself. */
export type Place =
  | { kind: 'stops'; loadId: string; at: number }
  | { kind: 'load'; loadId: string }
  | { kind: 'order'; id: string }
export interface PlacedRefusal extends Refusal {
  place: Place
}

export interface Assigning {
  refusal: PlacedRefusal | null
  dismiss(): void
  /** Assigns orders to a load. Returns whether it succeeded. */
  assign(orders: readonly Named[], load: { loadId: string; key: string }, place: Place): Promise<boolean>
  takeOut(orders: readonly Named[], place: Place): Promise<boolean>
  /** Shows why an order does not fit a place, and which loads it fits. */
  refuse(order: Named, why: unknown, place: Place): Promise<void>
  /** Returns the first order that does not fit, with the reasons; undefined if all orders fit. */
  whyNot(ids: readonly string[], loadId: string): Promise<{ id: string; messages: string[] } | undefined>
}

/** Controls assignments and refusals while this load is open. */
export function useAssigning(openId: string | undefined): Assigning {
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null)
  // When another load opens, only a refusal among its own stops stays.
  useEffect(
    () => void setRefusal((told) => (told?.place.kind === 'stops' && told.place.loadId === openId ? told : null)),
    [openId],
  )

  async function send(orders: readonly Named[], move: Move, place: Place, said: string): Promise<boolean> {
    setRefusal(null)
    try {
      const former = await moveStops(move)
      const takeBack = followTimes([...former.keys()], move.to === null ? move.ids : [])
      offerUndo(said, { undo: () => takeBack(() => restore(former)) })
      return true
    } catch (error) {
      await refuse(refusedOf(orders, error), error, place, move.to === null)
      return false
    }
  }

  async function refuse(order: Named, why: unknown, place: Place, isRemoval = false): Promise<void> {
    const told: PlacedRefusal = { place, isRemoval, subject: order.name, messages: messagesOf(why), fits: [] }
    setRefusal(told)
    // An order that cannot leave its load has no other load that it fits.
    if (isRemoval) return
    const found = await loadsThatFit(order.consignmentId)
    const choose = (load: (typeof found)[number]) => () => void assign([order], load, place)
    const fits = found.map((load) => ({ id: load.loadId, name: load.key, choose: choose(load) }))
    // The user may have closed the message, or another one may have replaced it.
    setRefusal((shown) => (shown === told ? { ...told, fits } : shown))
  }

  function assign(orders: readonly Named[], load: { loadId: string; key: string }, place: Place): Promise<boolean> {
    const [first] = orders
    const said =
      orders.length === 1
        ? currentWords(pageWords).assigned(first!.name, load.key)
        : currentWords(manyWords).assigned(currentWords(manyWords).orders(orders.length), load.key)
    return send(orders, { ids: idsOf(orders), to: load.loadId }, place, said)
  }

  function takeOut(orders: readonly Named[], place: Place): Promise<boolean> {
    const [first] = orders
    const said =
      orders.length === 1
        ? currentWords(planWords).takenOut(first!.name)
        : currentWords(manyWords).takenOut(currentWords(manyWords).orders(orders.length))
    return send(orders, { ids: idsOf(orders), to: null }, place, said)
  }

  return { refusal, dismiss: () => setRefusal(null), assign, takeOut, refuse, whyNot }
}

const idsOf = (orders: readonly Named[]) => orders.map(({ consignmentId }) => consignmentId)

const messagesOf = (why: unknown): string[] => {
  if (Array.isArray(why)) return why.map(String)
  const faults = why instanceof ApiProblem ? why.errors.map((fault) => faultMessage(fault)) : []
  return faults.length > 0 ? [...new Set(faults)] : [messageOf(why)]
}

/** Returns the order that caused a refusal of several orders. */
const refusedOf = (orders: readonly Named[], error: unknown): Named =>
  orders.find(({ consignmentId }) => consignmentId === refusedId(error)) ?? orders[0]!

/** Reasons that the API enforces. Excess weight and lateness are only shown to the planner. */
const rules: ReadonlySet<FitReason['code']> = new Set(['unknown_consignment', 'load_state', 'depot_rule'])

async function whyNot(ids: readonly string[], loadId: string) {
  try {
    const { data } = await client.call(checkLoad, { body: { loadId, consignmentIds: [...ids] } })
    return data.consignments
      .map(({ consignmentId, reasons }) => ({
        id: consignmentId ?? ids[0]!,
        messages: reasons.filter(({ code }) => rules.has(code)).map((reason) => faultMessage(reason)),
      }))
      .find(({ messages }) => messages.length > 0)
  } catch (error) {
    return { id: ids[0]!, messages: messagesOf(error) }
  }
}

const suggestionsMax = 5

/** Returns the loads that an order fits; none after an error, because a refusal without suggestions is still useful. */
async function loadsThatFit(consignmentId: string): Promise<{ loadId: string; key: string }[]> {
  try {
    const { data } = await client.call(listLoadPages, { query: { fits: consignmentId, limit: String(suggestionsMax) } })
    return data.loads
  } catch {
    return []
  }
}
