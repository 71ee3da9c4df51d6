// The selected orders, stored by id so that the selection survives scrolling and live changes.
import { useRef, useState } from 'react'
import type { OrderRow } from './rows.ts'

/** The fields of an order that commands on many orders need. */
export type SelectedOrder = Pick<OrderRow, 'consignmentId' | 'key' | 'version'> &
  Partial<Pick<OrderRow, 'outcome' | 'loadId' | 'weight' | 'volume'>>
export const chosenMax = 5_000

export interface OrderSelection {
  size: number
  has(id: string): boolean
  all(): SelectedOrder[]
  toggle(row: SelectedOrder): void
  /** Adds rows once they are read, unless the selection was cleared in the meantime. */
  add(rows: Promise<readonly SelectedOrder[]>): Promise<void>
  clear(): void
}

export function useSelection(): OrderSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, SelectedOrder>>(new Map())
  const clears = useRef(0)
  return {
    size: chosen.size,
    has: (id) => chosen.has(id),
    all: () => [...chosen.values()],
    toggle: (row) =>
      setChosen((previous) => {
        const next = new Map(previous)
        if (!next.delete(row.consignmentId)) next.set(row.consignmentId, row)
        return next
      }),
    async add(reading) {
      const clearCount = clears.current
      const rows = await reading
      if (clearCount !== clears.current) return
      // Rows are added to the latest selection, because a later read may finish first.
      setChosen((previous) => {
        const next = new Map(previous)
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
