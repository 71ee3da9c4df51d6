// Which orders are chosen for an action on many: kept by id, so that it outlives scrolling and live changes.
import { useState } from 'react'
import type { Row } from './rows.ts'

/** What an action on many needs to know of each. */
export type Chosen = Pick<Row, 'consignmentId' | 'key' | 'version'>
export const chosenMax = 5_000

export interface Selection {
  size: number
  has(id: string): boolean
  all(): Chosen[]
  toggle(row: Chosen): void
  add(rows: readonly Chosen[]): void
  clear(): void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  return {
    size: chosen.size,
    has: (id) => chosen.has(id),
    all: () => [...chosen.values()],
    toggle(row) {
      const next = new Map(chosen)
      if (!next.delete(row.consignmentId)) next.set(row.consignmentId, row)
      setChosen(next)
    },
    add(rows) {
      const next = new Map(chosen)
      for (const row of rows) if (next.size < chosenMax) next.set(row.consignmentId, row)
      setChosen(next)
    },
    clear: () => setChosen(new Map()),
  }
}
