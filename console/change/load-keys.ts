// Finds the keys of the loads that changes of orders name by id, also of deleted loads.
import { useQueries } from '@tanstack/react-query'
import { getLoadHistoryById } from '../../contract/change.ts'
import { buildQuery, findLoadKey } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { RecordedChange } from './groups.ts'

/** Loads whose key is read. A page with more unknown loads shows their ids. */
const readMax = 50

/** Returns the ids of the loads that changes of orders name. */
function listLoadIds(changes: readonly RecordedChange[]): string[] {
  const steps = changes.flatMap((change) => (change.record.type === 'consignment' ? change.changes : []))
  const ids = steps.filter(({ path }) => path === '/loadId').flatMap((step) => [step.old, step.new])
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** Returns a function from the id of a load to its key. The history of a load has its key, also after its deletion. */
export function useLoadKeys(changes: readonly RecordedChange[]): (loadId: string) => string {
  const mayRead = useMay('loads:read')
  const keys = new Map<string, string>()
  for (const { record } of changes) if (record.type === 'load' && !keys.has(record.id)) keys.set(record.id, record.key)
  for (const loadId of listLoadIds(changes)) {
    const cached = keys.has(loadId) ? undefined : findLoadKey(loadId)
    if (cached !== undefined) keys.set(loadId, cached)
  }
  const unknownIds = mayRead
    ? listLoadIds(changes)
        .filter((loadId) => !keys.has(loadId))
        .slice(0, readMax)
    : []
  const answers = useQueries({
    queries: unknownIds.map((loadId) => ({
      ...buildQuery(getLoadHistoryById, { params: { loadId }, query: { limit: '1' } }),
      meta: {},
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  answers.forEach(({ data, isPending }, index) => {
    const key = data?.data.changes[0]?.record.key ?? (isPending ? '…' : undefined)
    if (key !== undefined) keys.set(unknownIds[index]!, key)
  })
  return (loadId) => keys.get(loadId) ?? loadId
}
