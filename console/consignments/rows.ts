// Reads the rows of the order list: the visible pages, the total, and all rows one after another for files and print.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { apiClient } from '../api/client.ts'
import { buildCacheEntry } from '../api/query.ts'
import type { ListQuery } from './search.ts'

export type OrderRow = ConsignmentSummary
export const pageRows = 100
/** Height of a row, in pixels. */
export const rowHeight = 34
const walkRows = 500

async function fetchRows(query: ListQuery, signal: AbortSignal | undefined) {
  const { data } = await apiClient.call(listConsignments, { query, ...(signal ? { signal } : {}) })
  return { ...data, consignments: data.consignments as OrderRow[] }
}

/** Reads a page by its index. The API may return fewer rows, with a cursor for the rest. */
async function readPage(query: ListQuery, page: number, signal: AbortSignal): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  let position: ListQuery = { offset: String(page * pageRows) }
  for (;;) {
    const { consignments, next } = await fetchRows(
      { ...query, ...position, limit: String(pageRows - rows.length) },
      signal,
    )
    rows.push(...consignments)
    if (next === null || rows.length >= pageRows) return rows
    position = { cursor: next }
  }
}

/** Reads all rows from an index, a few hundred per request. */
export async function* iterateRows(query: ListQuery, startIndex = 0, signal?: AbortSignal): AsyncGenerator<OrderRow[]> {
  let position: ListQuery = { offset: String(startIndex) }
  for (;;) {
    const { consignments, next } = await fetchRows({ ...query, ...position, limit: String(walkRows) }, signal)
    yield consignments
    if (next === null) return
    position = { cursor: next }
  }
}

/** Reads the rows between two indexes, up to a maximum. */
export async function readRange(query: ListQuery, from: number, to: number): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for await (const batch of iterateRows(query, from)) {
    rows.push(...batch)
    if (rows.length > to - from) break
  }
  return rows.slice(0, to - from + 1)
}

export interface LoadedRows {
  count: number
  /** Whether there may be more rows than `count`. */
  isOpen: boolean
  rowAt(index: number): OrderRow | undefined
  /** The pages and the times when they were read. The array changes only if a page changes. */
  loaded: readonly { page: number; rows: readonly OrderRow[]; readAtMs: number }[]
  isFirst: boolean
  error: unknown
  retry(): void
}

/** Returns the key of the number of orders that a query finds. */
export const buildTotalEntry = (query: ListQuery) => buildCacheEntry(listConsignments, query, 'total')

export function useRows(query: ListQuery, first: number, last: number): LoadedRows {
  const total = useQuery({
    ...buildTotalEntry(query),
    queryFn: async ({ signal }) => (await fetchRows({ ...query, total: 'true', limit: '1' }, signal)).total!,
    placeholderData: keepPreviousData,
  })
  const firstPage = Math.floor(Math.max(first, 0) / pageRows)
  const lastPage = Math.max(firstPage, Math.floor(last / pageRows))
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index)
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...buildCacheEntry(listConsignments, query, page),
      queryFn: ({ signal }: { signal: AbortSignal }) => readPage(query, page, signal),
      // With other filters, the old rows remain until the new rows arrive. A page never shows the rows of another page.
      placeholderData: (rows: OrderRow[] | undefined, previousQuery: { queryKey: readonly unknown[] } | undefined) =>
        previousQuery?.queryKey[2] === page ? rows : undefined,
    })),
  })
  const loaded = answers.flatMap(({ data, dataUpdatedAt }, index) =>
    data ? [{ page: pages[index]!, rows: data, readAtMs: dataUpdatedAt }] : [],
  )
  const rowsByPage = new Map(loaded.map(({ page, rows }) => [page, rows]))
  const furthest = loaded.at(-1)
  const seenCount = furthest ? furthest.page * pageRows + furthest.rows.length : 0
  const isOpen = total.data !== undefined && !total.data.exact
  const isFull = furthest?.rows.length === pageRows
  const counted = total.data?.count ?? 0
  return {
    count: isOpen ? Math.max(counted, seenCount + (isFull ? pageRows : 0)) : Math.max(counted, seenCount),
    isOpen,
    rowAt: (index) => rowsByPage.get(Math.floor(index / pageRows))?.[index % pageRows],
    loaded,
    isFirst: total.isPending || answers.some(({ isPending }) => isPending && loaded.length === 0),
    error: total.error ?? answers.find(({ error }) => error)?.error,
    retry: () => void Promise.all([total.refetch(), ...answers.map((answer) => answer.refetch())]),
  }
}
