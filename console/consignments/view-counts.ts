// Counts the orders of each view: after the list has loaded, and every 20 seconds. Any change can affect any view.
import { useIsFetching, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { type ListSearch, queryOf } from './search.ts'

const name = 'viewCounts'
const everyMs = 20_000
/** The rows come first, and are drawn. */
const laterMs = 200

export interface Count {
  count: number
  exact: boolean
}

/** Undefined where it is not known yet. */
export function useViewCounts(searches: readonly ListSearch[]): (Count | undefined)[] {
  const [isLater, setLater] = useState(false)
  const isListAsked = useIsFetching({ queryKey: [listConsignments.id] }) > 0
  useEffect(() => {
    if (isListAsked || isLater) return undefined
    const waiting = setTimeout(() => setLater(true), laterMs)
    return () => clearTimeout(waiting)
  }, [isListAsked, isLater])
  return useQueries({
    queries: searches.map((search) => {
      const { sort: _, ...query } = queryOf(search)
      return {
        queryKey: [name, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const asked = { ...query, total: 'true', limit: '1' } as const
          return (await client.call(listConsignments, { query: asked, signal })).data.total!
        },
        enabled: isLater,
        staleTime: everyMs,
        refetchInterval: everyMs,
      }
    }),
    combine: (answers) => answers.map(({ data }) => data),
  })
}

/** After a change of one's own, which others would not see sooner either. */
export const refreshCounts = (): void => void queryClient.invalidateQueries({ queryKey: [name] })
