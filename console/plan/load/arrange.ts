// Changes a sequence of stops with one command: moves, reverses, sorts by distance, or splits it.
import { estimatedLeg, type GeoPosition, type TravelSettings } from '../../../contract/travel.ts'
import type { PlanStop } from '../times/route.ts'
import type { Sequence } from './sequence.ts'

export const without = (sequence: Sequence, ids: Sequence): string[] => sequence.filter((id) => !ids.includes(id))

/** The ids in the sequence that they have here; those that are not here follow as they were given. */
export const inSequence = (sequence: Sequence, ids: Sequence): string[] => [
  ...sequence.filter((id) => ids.includes(id)),
  ...without(ids, sequence),
]

/** All of them together before the stop that has this index now, wherever they stood. */
export function placedAt(sequence: Sequence, ids: Sequence, at: number): string[] {
  const before = without(sequence.slice(0, at), ids)
  return [...before, ...ids, ...without(sequence.slice(at), ids)]
}

export const toTop = (sequence: Sequence, ids: Sequence): string[] => placedAt(sequence, inSequence(sequence, ids), 0)
export const toEnd = (sequence: Sequence, ids: Sequence): string[] =>
  placedAt(sequence, inSequence(sequence, ids), sequence.length)

/** One place up or down, as a block. */
export function stepped(sequence: Sequence, ids: Sequence, step: -1 | 1): string[] {
  const places = ids.map((id) => sequence.indexOf(id))
  const at = step < 0 ? Math.max(0, Math.min(...places) - 1) : Math.max(...places) + 2
  return placedAt(sequence, inSequence(sequence, ids), at)
}

/** The chosen ones change places among themselves. */
function amongThemselves(sequence: Sequence, ids: Sequence, next: Sequence): string[] {
  const rest = [...next]
  return sequence.map((id) => (ids.includes(id) ? rest.shift()! : id))
}

export const reversed = (sequence: Sequence, ids: Sequence): string[] =>
  amongThemselves(sequence, ids, inSequence(sequence, ids).reverse())

export interface Way {
  /** Where the vehicle starts. */
  start: GeoPosition | null
  travel: TravelSettings
}

/** From stop to nearest stop, beginning at the place before the first of them; what has no position stays last. */
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

/** What goes into the second load: the chosen stops, or the second half where nothing, or everything, is chosen. */
export function splitOff(sequence: Sequence, ids: Sequence): string[] {
  const chosen = sequence.filter((id) => ids.includes(id))
  return chosen.length > 0 && chosen.length < sequence.length ? chosen : sequence.slice(Math.ceil(sequence.length / 2))
}
