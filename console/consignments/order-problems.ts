// Finds the problems of an order that a planner must solve, from the fields of the order alone.
import { calculateServiceWindow } from '../../contract/arrivals.ts'
import type { Consignment } from '../../contract/consignment.ts'

export type OrderProblem =
  /** Planned after its time window, with the difference in minutes. */
  | { kind: 'late'; minutes: number }
  /** Planned before its time window, with the difference in minutes. */
  | { kind: 'early'; minutes: number }
  /** The committed time is outside the time window. */
  | { kind: 'promised' }
  /** The time window is over, and there is no outcome. */
  | { kind: 'overdue' }
  /** The address has no location. */
  | { kind: 'nowhere' }

type Judged = Pick<Consignment, 'requiredFrom' | 'requiredTo' | 'committed' | 'planned' | 'outcome'> & {
  consigneeAddress: Pick<Consignment['consigneeAddress'], 'geoLocation'>
}

const instant = (iso: string | null) => (iso === null ? undefined : new Date(iso).getTime())
const minutesOf = (milliseconds: number) => Math.ceil(milliseconds / 60_000)

export function findOrderProblems(order: Judged, nowMs: number): OrderProblem[] {
  const [from, to] = [instant(order.requiredFrom), instant(order.requiredTo)]
  const [planned, committed] = [instant(order.planned), instant(order.committed)]
  const { opensAt, closesAt } = calculateServiceWindow(order)
  const found: OrderProblem[] = []
  const isOver = order.outcome !== null
  if (!isOver && closesAt !== null && closesAt < nowMs) found.push({ kind: 'overdue' })
  if (!isOver && planned !== undefined && closesAt !== null && planned > closesAt)
    found.push({ kind: 'late', minutes: minutesOf(planned - closesAt) })
  if (!isOver && planned !== undefined && opensAt !== null && planned < opensAt)
    found.push({ kind: 'early', minutes: minutesOf(opensAt - planned) })
  if (!isOver && committed !== undefined && ((to && committed > to) || (from && committed < from)))
    found.push({ kind: 'promised' })
  if (!order.consigneeAddress.geoLocation) found.push({ kind: 'nowhere' })
  return found
}
