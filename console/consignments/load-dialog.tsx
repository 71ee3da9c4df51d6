// Asks for the load of the selected orders: loads that they fit come first, and a new load needs an explicit request.
import { useState } from 'react'
import { useEnvironmentFormat } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { useMay } from '../api/session.ts'
import type { Assigned } from '../order/changing.ts'
import { AssignDialog } from '../plan/load/assign-dialog.tsx'
import type { PlacedRefusal } from '../plan/load/assigning.ts'
import { manyWords } from '../plan/load/words.ts'
import { dayOf } from '../platform/day.ts'
import { useWords } from '../words/language.ts'
import { assign, assignToNew } from './assign.ts'
import type { Chosen } from './selection.ts'
import { listWords } from './words.ts'

interface LoadDialogProps {
  orders: readonly Chosen[]
  onClose(): void
  /** Receives the result, and the function that writes its message for a number of orders. */
  onDone(assigned: Assigned, say: (count: number) => string): void
}

export function LoadDialog({ orders, onClose, onDone }: LoadDialogProps) {
  const words = useWords(listWords)
  const many = useWords(manyWords)
  const { zone } = useEnvironmentFormat()
  const mayCreate = useMay('loads:write')
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null)
  const [first] = orders
  const run = async (work: Promise<Assigned>, say: (count: number) => string) => {
    setRefusal(null)
    try {
      onDone(await work, say)
      return true
    } catch (error) {
      const place = { kind: 'order', id: first!.consignmentId } as const
      const subject = words.selected(orders.length)
      setRefusal({ place, subject, isRemoval: false, messages: [messageOf(error)], fits: [] })
      return false
    }
  }
  // Each order has its own result: orders that do not fit do not stop the others.
  const assigning = {
    refusal,
    dismiss: () => setRefusal(null),
    assign: (_: unknown, { loadId, key }: { loadId: string; key: string }) =>
      run(assign(orders, 'loadId', loadId), (count) => many.assigned(many.orders(count), key)),
  }
  const create = (key: string) => run(assignToNew(orders, key), (count) => many.wasSplit(many.orders(count), key))
  const isOnOne = orders.every(({ loadId }) => loadId === first?.loadId)
  return (
    <AssignDialog
      orders={orders.map(({ consignmentId, key }) => ({ consignmentId, name: key }))}
      current={(isOnOne && first?.loadId) || null}
      day={dayOf(new Date(), zone)}
      zone={zone}
      assigning={assigning}
      onCreate={mayCreate ? create : undefined}
      onClose={onClose}
    />
  )
}
