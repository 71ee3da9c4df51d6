// Which orders are on a load that has started or is completed: these leave it only when they were not delivered.
import { useQueries } from '@tanstack/react-query'
import type { ConsignmentSummary } from '../../contract/consignments.ts'
import { getLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { read } from '../api/query.ts'
import { isOpen } from '../load/status.tsx'

/** What decides it. */
export type OnLoad = Partial<Pick<ConsignmentSummary, 'loadId' | 'outcome'>>

/** Of more loads than this nobody is told beforehand; the service refuses what cannot be done. */
const loadsMax = 50

const loadIdsOf = (orders: readonly OnLoad[]) => [...new Set(orders.flatMap(({ loadId }) => loadId ?? []))]

/** The loads of these orders that have started or are completed. */
export function useClosedLoads(orders: readonly OnLoad[]): ReadonlySet<string> {
  const loadIds = loadIdsOf(orders)
  const asked = loadIds.length > loadsMax ? [] : loadIds
  const answers = useQueries({ queries: asked.map((loadId) => read(getLoadById, { params: { loadId } })) })
  return new Set(asked.filter((_, index) => answers[index]?.data && !isOpen(answers[index].data.data.status)))
}

/** The same, as it is now. */
export async function closedLoads(orders: readonly OnLoad[]): Promise<ReadonlySet<string>> {
  const closed = new Set<string>()
  for (const loadId of loadIdsOf(orders)) {
    const { data } = await client.call(getLoadById, { params: { loadId } })
    if (!isOpen(data.status)) closed.add(loadId)
  }
  return closed
}

/** Nobody has said yet what became of it, and it cannot leave its load before. */
export const isUntold = ({ loadId, outcome }: OnLoad, closed: ReadonlySet<string>): boolean =>
  !outcome && loadId != null && closed.has(loadId)

export const wasNotHandedOver = ({ outcome }: OnLoad): boolean => outcome === 'failed' || outcome === 'partial'
