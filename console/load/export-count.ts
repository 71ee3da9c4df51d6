// Counts the orders that a release adds to the export list.
import { useQuery } from '@tanstack/react-query'
import { listConsignments } from '../../contract/consignments.ts'
import { buildQuery } from '../api/query.ts'

/** Returns the number of orders that a release adds to the export list; undefined until it is read. */
export function useExportCount(loadIds: readonly string[], isEnabled: boolean): number | undefined {
  const query = {
    loadId: loadIds.join(','),
    onExportList: 'false',
    view: 'compact',
    total: 'true',
    limit: '1',
  } as const
  const isEmpty = loadIds.length === 0
  const { data } = useQuery({ ...buildQuery(listConsignments, { query }), enabled: isEnabled && !isEmpty })
  return isEmpty ? 0 : data?.data.total?.count
}
