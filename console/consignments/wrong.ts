// What is wrong with an order, as far as the order itself tells: what a planner has to do something about.
import type { Consignment } from '../../contract/consignment.ts'

export type Wrong =
  /** Planned behind its window, by so many minutes. */
  | { kind: 'late'; minutes: number }
  /** Planned before its window, by so many minutes. */
  | { kind: 'early'; minutes: number }
  /** What was promised is not within the window. */
  | { kind: 'promised' }
  /** Its window is over, and nothing became of it. */
  | { kind: 'overdue' }
  /** Nobody knows where on the map it is. */
  | { kind: 'nowhere' }

type Judged = Pick<Consignment, 'requiredFrom' | 'requiredTo' | 'committed' | 'planned' | 'outcome'> & {
  consigneeAddress: Pick<Consignment['consigneeAddress'], 'geoLocation'>
}

const instant = (iso: string | null) => (iso === null ? undefined : new Date(iso).getTime())
const minutesOf = (milliseconds: number) => Math.ceil(milliseconds / 60_000)

export function wrongWith(order: Judged, nowMs: number): Wrong[] {
  const [from, to] = [instant(order.requiredFrom), instant(order.requiredTo)]
  const [planned, committed] = [instant(order.planned), instant(order.committed)]
  const found: Wrong[] = []
  const isOver = order.outcome !== null
  if (!isOver && to !== undefined && to < nowMs) found.push({ kind: 'overdue' })
  if (!isOver && planned !== undefined && to !== undefined && planned > to)
    found.push({ kind: 'late', minutes: minutesOf(planned - to) })
  if (!isOver && planned !== undefined && from !== undefined && planned < from)
    found.push({ kind: 'early', minutes: minutesOf(from - planned) })
  if (!isOver && committed !== undefined && ((to && committed > to) || (from && committed < from)))
    found.push({ kind: 'promised' })
  if (!order.consigneeAddress.geoLocation) found.push({ kind: 'nowhere' })
  return found
}
