// The selected orders, stored by id so that the selection survives scrolling and live changes.
import { useRef, useState } from 'react'
import type { Row } from './rows.ts'

/** The fields of an order that commands on many orders need. */
export type Chosen = Pick<Row, 'consignmentId' | 'key' | 'version'> &
  Partial<Pick<Row, 'outcome' | 'loadId' | 'weight' | 'volume'>>
export const chosenMax = 5_000

export interface Selection {
  size: number
  has(id: string): boolean
  all(): Chosen[]
  toggle(row: Chosen): void
  /** Adds rows once they are read, unless the selection was cleared meanwhile. */
  add(rows: Promise<readonly Chosen[]>): Promise<void>
  clear(): void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const clears = useRef(0)
  return {
    size: chosen.size,
    has: (id) => chosen.has(id),
    all: () => [...chosen.values()],
    toggle: (row) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(row.consignmentId)) next.set(row.consignmentId, row)
        return next
      }),
    async add(reading) {
      const asked = clears.current
      const rows = await reading
      if (asked !== clears.current) return
      // Rows are added to the latest selection, because a later read may finish first.
      setChosen((before) => {
        const next = new Map(before)
        for (const row of rows) if (next.size < chosenMax) next.set(row.consignmentId, row)
        return next
      })
    },
    clear() {
      clears.current++
      setChosen(new Map())
    },
  }
}
