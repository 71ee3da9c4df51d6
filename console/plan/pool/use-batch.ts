// Limits the pool to the orders of one import while the address names it, and selects all of them.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { batches, readBatches } from '../../api/batches.ts'
import { choose } from '../load/selection.ts'

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
  const batch = batches.use()?.find((one) => one.batchId === batchId)
  useEffect(() => {
    if (batchId !== undefined) void readBatches()
  }, [batchId])
  const ids = useMemo(() => batch && new Set(batch.orders.map(({ consignmentId }) => consignmentId)), [batch])
  useEffect(() => {
    if (ids) choose(ids)
  }, [ids])
  if (!batch || !ids) return undefined
  const leave = () => {
    choose([])
    void navigate({ to: '/plan', search: ({ batch: _, ...rest }) => rest, replace: true })
  }
  return { name: batch.name, ids, leave }
}
