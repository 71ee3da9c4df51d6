// Limits the pool to the orders of one import while the URL contains it, and selects all of them.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { importBatches, readBatches } from '../../api/batches.ts'
import { chooseOrders } from '../load/selection.ts'

export interface PoolBatch {
  /** Name of the imported file. */
  name: string
  ids: ReadonlySet<string>
  /** Shows all orders again. */
  leave(): void
}

export function useBatch(): PoolBatch | undefined {
  const { batch: batchId } = useSearch({ from: '/shell/plan' })
  const navigate = useNavigate()
  const batch = importBatches.use()?.find((candidate) => candidate.batchId === batchId)
  useEffect(() => {
    if (batchId !== undefined) void readBatches()
  }, [batchId])
  const ids = useMemo(() => batch && new Set(batch.orders.map(({ consignmentId }) => consignmentId)), [batch])
  useEffect(() => {
    if (ids) chooseOrders(ids)
  }, [ids])
  if (!batch || !ids) return undefined
  const closeBatch = () => {
    chooseOrders([])
    void navigate({ to: '/plan', search: ({ batch: _, ...rest }) => rest, replace: true })
  }
  return { name: batch.name, ids, leave: closeBatch }
}
