// Counts the orders of each view: after the list has loaded, and every 20 seconds. Any change can affect any view.
import { useIsFetching, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { apiClient } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { type ListSearch, queryOf } from './search.ts'

const name = 'viewCounts'
const everyMs = 20_000
/** Delay after the rows are drawn, in milliseconds. */
const laterMs = 200

export interface OrderCount {
  count: number
  exact: boolean
}

/** Returns the number of orders per view; undefined until it is known. */
export function useViewCounts(searches: readonly ListSearch[]): (OrderCount | undefined)[] {
  const [isLater, setLater] = useState(false)
  const isListLoading = useIsFetching({ queryKey: [listConsignments.id] }) > 0
  useEffect(() => {
    if (isListLoading || isLater) return undefined
    const waiting = setTimeout(() => setLater(true), laterMs)
    return () => clearTimeout(waiting)
  }, [isListLoading, isLater])
  return useQueries({
    queries: searches.map((search) => {
      const { sort: _, ...query } = queryOf(search)
      return {
        queryKey: [name, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const countQuery = { ...query, total: 'true', limit: '1' } as const
          return (await apiClient.call(listConsignments, { query: countQuery, signal })).data.total!
        },
        enabled: isLater,
        staleTime: everyMs,
        refetchInterval: everyMs,
      }
    }),
    combine: (answers) => answers.map(({ data }) => data),
  })
}

/** Counts again after a change by the user. */
export const refreshCounts = (): void => void queryClient.invalidateQueries({ queryKey: [name] })
