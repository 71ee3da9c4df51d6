// The sequence of the stops while it is being changed: what differs from what is saved, and what to do when that changes meanwhile.

/** Ids of orders, in the sequence of their stops. */
export type Sequence = readonly string[]

export const isSame = (a: Sequence, b: Sequence): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Where a stop stands in what is saved, from 1; undefined for one that is not there yet. */
export function savedNumber(saved: Sequence, id: string): number | undefined {
  const index = saved.indexOf(id)
  return index < 0 ? undefined : index + 1
}

export interface Changes {
  joined: string[]
  left: string[]
  /** Those that are in both stand in another order. */
  reordered: boolean
}

export function changesBetween(before: Sequence, after: Sequence): Changes {
  const had = new Set(before)
  const has = new Set(after)
  const stayed = before.filter((id) => has.has(id))
  return {
    joined: after.filter((id) => !had.has(id)),
    left: before.filter((id) => !has.has(id)),
    reordered: !isSame(
      stayed,
      after.filter((id) => had.has(id)),
    ),
  }
}

/** My order on top of somebody else's members: who joined meanwhile stands at the end, who left is gone. */
export function rebase(mine: Sequence, base: Sequence, saved: Sequence): string[] {
  const { joined, left } = changesBetween(base, saved)
  const gone = new Set(left)
  const kept = mine.filter((id) => !gone.has(id))
  return [...kept, ...joined.filter((id) => !kept.includes(id))]
}
