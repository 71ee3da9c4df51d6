// Finds orders without an outcome on started or completed loads.
import { useQueries } from '@tanstack/react-query'
import type { ConsignmentSummary } from '../../contract/consignments.ts'
import { getLoadById, type LoadStatus } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { isOpen } from '../load/status.tsx'

/** The fields that the rules of this file read. */
export type OnLoad = Partial<Pick<ConsignmentSummary, 'loadId' | 'outcome'>>

/** Maximum number of loads to read. With more loads, only the API checks the orders. */
const loadsMax = 50

const loadIdsOf = (orders: readonly OnLoad[]) => [...new Set(orders.flatMap(({ loadId }) => loadId ?? []))]

/** Returns the status of started and completed loads with open orders, if the user may change orders. */
export function useClosedLoads(orders: readonly OnLoad[]): ReadonlyMap<string, LoadStatus> {
  const mayWrite = useMay('consignments:write')
  const loadIds = mayWrite ? loadIdsOf(orders.filter(({ outcome }) => !outcome)) : []
  const queriedIds = loadIds.length > loadsMax ? [] : loadIds
  const answers = useQueries({ queries: queriedIds.map((loadId) => buildQuery(getLoadById, { params: { loadId } })) })
  const loads = answers.flatMap(({ data }) => data?.data ?? [])
  return new Map(loads.filter(({ status }) => !isOpen(status)).map(({ loadId, status }) => [loadId, status]))
}

/** Returns the started and completed loads of orders, read from the API. */
export async function findClosedLoads(orders: readonly OnLoad[]): Promise<ReadonlySet<string>> {
  const closed = new Set<string>()
  for (const loadId of loadIdsOf(orders)) {
    const { data } = await apiClient.call(getLoadById, { params: { loadId } })
    if (!isOpen(data.status)) closed.add(loadId)
  }
  return closed
}

/**
 * Returns whether an order on a started or completed load has no outcome yet. Such an order cannot leave a started
 * load.
 */
export const isUntold = ({ loadId, outcome }: OnLoad, closed: Pick<ReadonlySet<string>, 'has'>): boolean =>
  !outcome && loadId != null && closed.has(loadId)

export const isUndelivered = ({ outcome }: OnLoad): boolean => outcome === 'failed' || outcome === 'partial'
