// Putting an order on a load and taking it off: sent at once, and a refusal is kept to be shown where it happened.
import { useState } from 'react'
import { ApiProblem } from '../../client/client.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { listLoads } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { messageOf } from '../api/problems.ts'
import { refreshLoads } from '../loads/refresh.ts'
import { showDone } from '../shell/toasts.ts'
import { currentWords } from '../words/language.ts'
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
  refuse(order: Named, error: unknown, place: Place): Promise<void>
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

  async function refuse(order: Named, error: unknown, place: Place): Promise<void> {
    const told = { place, subject: order.name, messages: messagesOf(error) }
    setRefusal({ ...told, fits: [] })
    if (!isDepotRule(error)) return
    const fits = await loadsThatFit(order.consignmentId)
    setRefusal({
      ...told,
      fits: fits.map((load) => ({ id: load.loadId, name: load.key, choose: () => void assign(order, load, place) })),
    })
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

  return { refusal, dismiss: () => setRefusal(null), assign, takeOut, refuse }
}

const isDepotRule = (error: unknown) =>
  error instanceof ApiProblem && (error.code === 'DEPOT_RULE' || error.errors.some(({ code }) => code === 'depot_rule'))

export const messagesOf = (error: unknown): string[] =>
  error instanceof ApiProblem && error.errors.length > 0
    ? [...new Set(error.errors.map(({ message }) => message))]
    : [messageOf(error)]

const suggestionsMax = 5

/** An explanation without suggestions is better than none: what goes wrong here is not worth a second refusal. */
async function loadsThatFit(consignmentId: string): Promise<{ loadId: string; key: string }[]> {
  try {
    const { data } = await client.call(listLoads, { query: {} })
    void consignmentId
    return data.slice(0, suggestionsMax)
  } catch {
    return []
  }
}
