// Putting an order on a load and taking it off: sent at once, and a refusal is kept to be shown where it happened.
import { useState } from 'react'
import { ApiProblem } from '../../client/client.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { checkLoad, type FitReason, listLoads } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { messageOf } from '../api/problems.ts'
import { refreshLoads } from '../load/refresh.ts'
import { showDone } from '../shell/toasts.ts'
import { currentWords } from '../words/language.ts'
import { loadsOf } from './data.ts'
import { pageWords } from './page-words.ts'
import type { Refusal } from './refusal.tsx'
import { planWords } from './words.ts'

export interface Named {
  consignmentId: string
  name: string
}
/** Where something was dropped: among the stops of the open load, on a load of the day, or on the order itself. */
export type Place = { kind: 'stops'; at: number } | { kind: 'load'; loadId: string } | { kind: 'order'; id: string }
export interface PlacedRefusal extends Refusal {
  place: Place
}

export interface Assigning {
  refusal: PlacedRefusal | null
  dismiss(): void
  /** Answers whether it was done. */
  assign(order: Named, load: { loadId: string; key: string }, place: Place): Promise<boolean>
  takeOut(order: Named, place: Place): Promise<boolean>
  /** Says why something that was tried elsewhere does not fit, and what would. */
  refuse(order: Named, why: unknown, place: Place): Promise<void>
  /** What the service would hold against it; nothing when it fits. */
  whyNot(consignmentId: string, loadId: string): Promise<string[]>
}

export function useAssigning(): Assigning {
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null)

  async function send(order: Named, loadId: string | null, place: Place): Promise<boolean> {
    setRefusal(null)
    try {
      await client.call(updateConsignmentById, { params: { consignmentId: order.consignmentId }, body: { loadId } })
      return true
    } catch (error) {
      await refuse(order, error, place)
      return false
    } finally {
      await refreshLoads()
    }
  }

  async function refuse(order: Named, why: unknown, place: Place): Promise<void> {
    const told: PlacedRefusal = { place, subject: order.name, messages: messagesOf(why), fits: [] }
    setRefusal(told)
    const found = await loadsThatFit(order.consignmentId)
    const choose = (load: (typeof found)[number]) => () => void assign(order, load, place)
    const fits = found.map((load) => ({ id: load.loadId, name: load.key, choose: choose(load) }))
    // It may have been read and put away by now, or another one may stand there.
    setRefusal((shown) => (shown === told ? { ...told, fits } : shown))
  }

  async function assign(order: Named, load: { loadId: string; key: string }, place: Place): Promise<boolean> {
    const done = await send(order, load.loadId, place)
    if (done) showDone(currentWords(pageWords).assigned(order.name, load.key))
    return done
  }

  async function takeOut(order: Named, place: Place): Promise<boolean> {
    const done = await send(order, null, place)
    if (done) showDone(currentWords(planWords).takenOut(order.name))
    return done
  }

  return { refusal, dismiss: () => setRefusal(null), assign, takeOut, refuse, whyNot }
}

const messagesOf = (why: unknown): string[] => {
  if (Array.isArray(why)) return why.map(String)
  const faults = why instanceof ApiProblem ? why.errors.map(({ message }) => message) : []
  return faults.length > 0 ? [...new Set(faults)] : [messageOf(why)]
}

/** Rules that the service keeps. Too heavy or too late is shown, and left to the planner. */
const rules: ReadonlySet<FitReason['code']> = new Set(['unknown_consignment', 'load_state', 'depot_rule'])

async function whyNot(consignmentId: string, loadId: string): Promise<string[]> {
  try {
    const { data } = await client.call(checkLoad, { body: { loadId, consignmentIds: [consignmentId] } })
    const reasons = data.consignments.flatMap((order) => order.reasons)
    return reasons.filter(({ code }) => rules.has(code)).map(({ message }) => message)
  } catch (error) {
    return messagesOf(error)
  }
}

const suggestionsMax = 5

/** An explanation without suggestions is better than none: what goes wrong here is not worth a second refusal. */
async function loadsThatFit(consignmentId: string): Promise<{ loadId: string; key: string }[]> {
  try {
    const { data } = await client.call(listLoads, { query: { fits: consignmentId, limit: String(suggestionsMax) } })
    return loadsOf(data)
  } catch {
    return []
  }
}
