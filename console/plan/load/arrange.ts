// Changes a sequence of stops with one command: moves, reverses, sorts by distance, or splits it.
import { estimatedLeg, type GeoPosition, type TravelSettings } from '../../../contract/travel.ts'
import type { PlanStop } from '../times/route.ts'
import type { Sequence } from './sequence.ts'

export const without = (sequence: Sequence, ids: Sequence): string[] => sequence.filter((id) => !ids.includes(id))

/** Returns ids in the sequence of the list. Ids that the list lacks follow in their given sequence. */
export const inSequence = (sequence: Sequence, ids: Sequence): string[] => [
  ...sequence.filter((id) => ids.includes(id)),
  ...without(ids, sequence),
]

/** Moves ids together before the stop that has this index now. */
export function placedAt(sequence: Sequence, ids: Sequence, at: number): string[] {
  const before = without(sequence.slice(0, at), ids)
  return [...before, ...ids, ...without(sequence.slice(at), ids)]
}

export const toTop = (sequence: Sequence, ids: Sequence): string[] => placedAt(sequence, inSequence(sequence, ids), 0)
export const toEnd = (sequence: Sequence, ids: Sequence): string[] =>
  placedAt(sequence, inSequence(sequence, ids), sequence.length)

/** Moves ids by one place as a block. */
export function stepped(sequence: Sequence, ids: Sequence, step: -1 | 1): string[] {
  const places = ids.map((id) => sequence.indexOf(id))
  const at = step < 0 ? Math.max(0, Math.min(...places) - 1) : Math.max(...places) + 2
  return placedAt(sequence, inSequence(sequence, ids), at)
}

/** Exchanges the places of the selected ids among each other. */
function amongThemselves(sequence: Sequence, ids: Sequence, next: Sequence): string[] {
  const rest = [...next]
  return sequence.map((id) => (ids.includes(id) ? rest.shift()! : id))
}

export const reversed = (sequence: Sequence, ids: Sequence): string[] =>
  amongThemselves(sequence, ids, inSequence(sequence, ids).reverse())

export interface Way {
  /** Location where the vehicle starts. */
  start: GeoPosition | null
  travel: TravelSettings
}

/**
 * Sorts stops from each stop to the nearest one, beginning at the place before the first. Stops without a location stay
 * last.
 */
export function nearestFirst(stops: readonly PlanStop[], ids: Sequence, { start, travel }: Way): string[] {
  const sequence = stops.map(({ consignmentId }) => consignmentId)
  const chosen = stops.filter(({ consignmentId }) => ids.includes(consignmentId))
  const first = sequence.findIndex((id) => ids.includes(id))
  let here = stops.slice(0, Math.max(first, 0)).findLast(({ position }) => position)?.position ?? start
  const left = chosen.filter(({ position }) => position !== null)
  const next: string[] = []
  while (left.length > 0) {
    const seconds = left.map(({ position }) => (here ? estimatedLeg(here, position!, travel).seconds : 0))
    const [nearest] = left.splice(seconds.indexOf(Math.min(...seconds)), 1)
    here = nearest!.position
    next.push(nearest!.consignmentId)
  }
  const nowhere = chosen.filter(({ position }) => position === null).map(({ consignmentId }) => consignmentId)
  return amongThemselves(sequence, ids, [...next, ...nowhere])
}

/** Returns the stops of the second load: the selected ones, or the second half if no or every stop is selected. */
export function splitOff(sequence: Sequence, ids: Sequence): string[] {
  const chosen = sequence.filter((id) => ids.includes(id))
  return chosen.length > 0 && chosen.length < sequence.length ? chosen : sequence.slice(Math.ceil(sequence.length / 2))
}
