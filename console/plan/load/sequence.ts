// Compares an unsaved sequence of stops with the saved sequence, and merges changes that other users save.

/** Ids of orders in the sequence of their stops. */
export type StopSequence = readonly string[]

export const isSame = (a: StopSequence, b: StopSequence): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Returns the saved number of a stop, from 1; undefined for a stop that is not saved yet. */
export function findSavedNumber(saved: StopSequence, id: string): number | undefined {
  const index = saved.indexOf(id)
  return index < 0 ? undefined : index + 1
}

export interface SequenceChanges {
  joined: string[]
  removed: string[]
  /** The smallest set of stops whose moves explain the new sequence, with their numbers from 1. */
  moved: { id: string; from: number; to: number }[]
}

export function compareSequences(before: StopSequence, after: StopSequence): SequenceChanges {
  const had = new Map(before.map((id, index) => [id, index]))
  const has = new Map(after.map((id, index) => [id, index]))
  const stayed = after.filter((id) => had.has(id))
  const still = longestRise(stayed.map((id) => had.get(id)!))
  return {
    joined: after.filter((id) => !had.has(id)),
    removed: before.filter((id) => !has.has(id)),
    moved: stayed
      .filter((id) => !still.has(had.get(id)!))
      .map((id) => ({ id, from: had.get(id)! + 1, to: has.get(id)! + 1 })),
  }
}

/** Returns a longest rising subsequence of numbers. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the lowest last number of an increasing subsequence; and the predecessor of each number. */
  const ends: number[] = []
  const predecessors = new Map<number, number | undefined>()
  for (const number of numbers) {
    const longer = ends.findIndex((end) => end > number)
    const length = longer < 0 ? ends.length : longer
    predecessors.set(number, ends[length - 1])
    ends[length] = number
  }
  const rise = new Set<number>()
  for (let number = ends.at(-1); number !== undefined; number = predecessors.get(number)) rise.add(number)
  return rise
}

/**
 * Applies the own sequence to a saved one that another user changed. New stops come last, and removed ones are omitted.
 */
export function mergeSequences(unsaved: StopSequence, base: StopSequence, saved: StopSequence): string[] {
  const { joined, removed } = compareSequences(base, saved)
  const removedIds = new Set(removed)
  const remainingIds = unsaved.filter((id) => !removedIds.has(id))
  return [...remainingIds, ...joined.filter((id) => !remainingIds.includes(id))]
}
