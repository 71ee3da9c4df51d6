// Asks for the load of the selected orders: loads that they fit come first, and a new load needs an explicit request.
import { useState } from 'react'
import { useEnvironmentFormat } from '../api/environment.ts'
import { describeError } from '../api/problems.ts'
import { useMay } from '../api/session.ts'
import type { BulkChange } from '../order/changing.ts'
import { AssignDialog } from '../plan/load/assign-dialog.tsx'
import type { PlacedRefusal } from '../plan/load/assigning.ts'
import { manyTexts } from '../plan/load/words.ts'
import { getZonedDay } from '../platform/day.ts'
import { useTexts } from '../words/language.ts'
import { assignToLoad, assignToNew } from './assign.ts'
import type { SelectedOrder } from './selection.ts'
import { listTexts } from './words.ts'

interface LoadDialogProps {
  orders: readonly SelectedOrder[]
  onClose(): void
  /** Receives the result, and the function that writes its message for a number of orders. */
  onDone(assigned: BulkChange, say: (count: number) => string): void
}

export function LoadDialog({ orders, onClose, onDone }: LoadDialogProps) {
  const texts = useTexts(listTexts)
  const many = useTexts(manyTexts)
  const { zone } = useEnvironmentFormat()
  const mayCreate = useMay('loads:write')
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null)
  const [first] = orders
  const run = async (work: Promise<BulkChange>, formatMessage: (count: number) => string) => {
    setRefusal(null)
    try {
      onDone(await work, formatMessage)
      return true
    } catch (error) {
      const target = { kind: 'order', id: first!.consignmentId } as const
      const subject = texts.selected(orders.length)
      setRefusal({ target, subject, isRemoval: false, messages: [describeError(error)], fits: [] })
      return false
    }
  }
  // Each order has its own result: orders that do not fit do not stop the others.
  const assigning = {
    refusal,
    dismiss: () => setRefusal(null),
    assign: (_: unknown, { loadId, key }: { loadId: string; key: string }) =>
      run(assignToLoad(orders, loadId), (count) => many.assigned(many.orders(count), key)),
  }
  const create = (key: string) => run(assignToNew(orders, key), (count) => many.wasSplit(many.orders(count), key))
  const isOnOne = orders.every(({ loadId }) => loadId === first?.loadId)
  return (
    <AssignDialog
      orders={orders.map(({ consignmentId, key }) => ({ consignmentId, name: key }))}
      current={(isOnOne && first?.loadId) || null}
      day={getZonedDay(new Date(), zone)}
      zone={zone}
      assigning={assigning}
      onCreate={mayCreate ? create : undefined}
      onClose={onClose}
    />
  )
}
