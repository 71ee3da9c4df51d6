// Reads the list of loads in pages: as far as the user scrolls, or all pages.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type LoadPage, type LoadSummary, listLoadPages } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { buildCacheEntry } from '../api/query.ts'
import { type LoadFilters, queryOf } from './filters.ts'

const pageRows = 100

export function useLoads(filters: LoadFilters) {
  const query = { ...queryOf(filters), sort: '-plannedStart', limit: String(pageRows), total: 'true' } as const
  return useInfiniteQuery({
    ...buildCacheEntry(listLoadPages, null, { ...query, pages: 'all' }),
    initialPageParam: null as string | null,
    async queryFn({ pageParam, signal }) {
      const answer = await apiClient.call(listLoadPages, {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      return answer.data
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

const walkRows = 500

/** Reads all loads that pass the filters, page by page. */
export async function* readLoadPages(
  filters: LoadFilters,
  extraQuery: { figures?: 'true' } = {},
): AsyncGenerator<LoadSummary[]> {
  const query = { ...queryOf(filters), sort: '-plannedStart', limit: String(walkRows), ...extraQuery } as const
  let cursor: string | null = null
  do {
    const page: LoadPage = (await apiClient.call(listLoadPages, { query: { ...query, ...(cursor ? { cursor } : {}) } }))
      .data
    yield page.loads
    cursor = page.next
  } while (cursor !== null)
}
