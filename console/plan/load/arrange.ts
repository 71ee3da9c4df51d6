// Changes a sequence of stops with one command: moves, reverses, sorts by distance, or splits it.
import { estimateLeg, type GeoPosition, type TravelSettings } from '../../../contract/travel.ts'
import type { PlanStop } from '../times/route.ts'
import type { StopSequence } from './sequence.ts'

export const removeIds = (stops: StopSequence, ids: StopSequence): string[] => stops.filter((id) => !ids.includes(id))

/** Returns ids in the sequence of the list. Ids that the list lacks follow in their given sequence. */
export const sortBySequence = (sequence: StopSequence, ids: StopSequence): string[] => [
  ...sequence.filter((id) => ids.includes(id)),
  ...removeIds(ids, sequence),
]

/** Moves ids together before the stop that has this index now. */
export function insertIds(sequence: StopSequence, ids: StopSequence, index: number): string[] {
  const head = removeIds(sequence.slice(0, index), ids)
  return [...head, ...ids, ...removeIds(sequence.slice(index), ids)]
}

/** Inserts ids after their predecessors in an offered sequence, or at the front. Ids that it lacks go to the end. */
export function insertOffered(sequence: StopSequence, ids: StopSequence, offered: StopSequence): string[] {
  const merged = removeIds(sequence, ids)
  for (const [index, id] of offered.entries()) {
    if (!ids.includes(id)) continue
    const predecessor = offered.slice(0, index).findLast((earlier) => merged.includes(earlier))
    merged.splice(predecessor === undefined ? 0 : merged.indexOf(predecessor) + 1, 0, id)
  }
  return [...merged, ...removeIds(ids, offered)]
}

export const moveToTop = (sequence: StopSequence, ids: StopSequence): string[] =>
  insertIds(sequence, sortBySequence(sequence, ids), 0)
export const moveToEnd = (sequence: StopSequence, ids: StopSequence): string[] =>
  insertIds(sequence, sortBySequence(sequence, ids), sequence.length)

/** Moves ids by one place as a block. */
export function moveByStep(sequence: StopSequence, ids: StopSequence, step: -1 | 1): string[] {
  const indexes = ids.map((id) => sequence.indexOf(id))
  const targetIndex = step < 0 ? Math.max(0, Math.min(...indexes) - 1) : Math.max(...indexes) + 2
  return insertIds(sequence, sortBySequence(sequence, ids), targetIndex)
}

/** Puts the selected ids into the order of `next`. The other ids keep their positions. */
function amongThemselves(sequence: StopSequence, ids: StopSequence, next: StopSequence): string[] {
  const remaining = [...next]
  return sequence.map((id) => (ids.includes(id) ? remaining.shift()! : id))
}

export const sortReversed = (sequence: StopSequence, ids: StopSequence): string[] =>
  amongThemselves(sequence, ids, sortBySequence(sequence, ids).reverse())

export interface TravelOptions {
  /** Location where the vehicle starts. */
  start: GeoPosition | null
  travel: TravelSettings
}

/**
 * Sorts stops from each stop to the nearest one, starting from the place before the first selected stop. Stops without
 * a location stay last.
 */
export function sortByDistance(
  stops: readonly PlanStop[],
  ids: StopSequence,
  { start, travel }: TravelOptions,
): string[] {
  const sequence = stops.map(({ consignmentId }) => consignmentId)
  const chosen = stops.filter(({ consignmentId }) => ids.includes(consignmentId))
  const first = sequence.findIndex((id) => ids.includes(id))
  let current = stops.slice(0, Math.max(first, 0)).findLast(({ position }) => position)?.position ?? start
  const unvisited = chosen.filter(({ position }) => position !== null)
  const next: string[] = []
  while (unvisited.length > 0) {
    const seconds = unvisited.map(({ position }) => (current ? estimateLeg(current, position!, travel).seconds : 0))
    const [nearest] = unvisited.splice(seconds.indexOf(Math.min(...seconds)), 1)
    current = nearest!.position
    next.push(nearest!.consignmentId)
  }
  const nowhere = chosen.filter(({ position }) => position === null).map(({ consignmentId }) => consignmentId)
  return amongThemselves(sequence, ids, [...next, ...nowhere])
}

/** Returns the stops of the second load: the selected ones, or the second half if no or every stop is selected. */
export function splitOff(sequence: StopSequence, ids: StopSequence): string[] {
  const chosen = sequence.filter((id) => ids.includes(id))
  return chosen.length > 0 && chosen.length < sequence.length ? chosen : sequence.slice(Math.ceil(sequence.length / 2))
}
