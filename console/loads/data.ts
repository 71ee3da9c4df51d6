// The list of loads in pages, as far as somebody has scrolled.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type LoadPage, listLoads } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { keyOf } from '../api/query.ts'
import { type LoadFilters, queryOf } from './filters.ts'

const pageRows = 100

export function useLoads(filters: LoadFilters) {
  const query = { ...queryOf(filters), sort: '-plannedStart', limit: String(pageRows), total: 'true' } as const
  return useInfiniteQuery({
    queryKey: keyOf(listLoads, { query: { ...query, pages: 'all' } }),
    initialPageParam: null as string | null,
    async queryFn({ pageParam, signal }) {
      const answer = await client.call(listLoads, {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      // In pages the answer is another than the type of the plain list says.
      return answer.data as unknown as LoadPage
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}
