// Reads the rows of the order list: the visible pages, the total, and all rows one after another for files and print.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { client } from '../api/client.ts'
import { entryOf } from '../api/query.ts'
import type { ListQuery } from './search.ts'

export type Row = ConsignmentSummary
export const pageRows = 100
/** Height of a row, in pixels. */
export const rowHeight = 34
const walkRows = 500

async function ask(query: ListQuery, signal: AbortSignal | undefined) {
  const { data } = await client.call(listConsignments, { query, ...(signal ? { signal } : {}) })
  return { ...data, consignments: data.consignments as Row[] }
}

/** Reads a page by its index. The API may return fewer rows, with a cursor for the rest. */
async function readPage(query: ListQuery, page: number, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  let place: ListQuery = { offset: String(page * pageRows) }
  for (;;) {
    const { consignments, next } = await ask({ ...query, ...place, limit: String(pageRows - rows.length) }, signal)
    rows.push(...consignments)
    if (next === null || rows.length >= pageRows) return rows
    place = { cursor: next }
  }
}

/** Reads all rows from an index, a few hundred per request. */
export async function* walk(query: ListQuery, from = 0, signal?: AbortSignal): AsyncGenerator<Row[]> {
  let place: ListQuery = { offset: String(from) }
  for (;;) {
    const { consignments, next } = await ask({ ...query, ...place, limit: String(walkRows) }, signal)
    yield consignments
    if (next === null) return
    place = { cursor: next }
  }
}

/** Reads the rows between two indexes, up to a maximum. */
export async function readRange(query: ListQuery, from: number, to: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const some of walk(query, from)) {
    rows.push(...some)
    if (rows.length > to - from) break
  }
  return rows.slice(0, to - from + 1)
}

export interface Rows {
  count: number
  /** Whether there may be more rows than `count`. */
  isOpen: boolean
  rowAt(index: number): Row | undefined
  /** The pages and the times when they were read. It changes when a page does. */
  loaded: readonly { page: number; rows: readonly Row[]; at: number }[]
  isFirst: boolean
  error: unknown
  retry(): void
}

/** Returns the key of the number of orders that a query finds. */
export const totalEntry = (query: ListQuery) => entryOf(listConsignments, query, 'total')

export function useRows(query: ListQuery, first: number, last: number): Rows {
  const total = useQuery({
    ...totalEntry(query),
    queryFn: async ({ signal }) => (await ask({ ...query, total: 'true', limit: '1' }, signal)).total!,
    placeholderData: keepPreviousData,
  })
  const firstPage = Math.floor(Math.max(first, 0) / pageRows)
  const lastPage = Math.max(firstPage, Math.floor(last / pageRows))
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index)
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...entryOf(listConsignments, query, page),
      queryFn: ({ signal }: { signal: AbortSignal }) => readPage(query, page, signal),
      // With other filters the old rows remain until the new ones arrive. A page never shows the rows of another page.
      placeholderData: (rows: Row[] | undefined, before: { queryKey: readonly unknown[] } | undefined) =>
        before?.queryKey[2] === page ? rows : undefined,
    })),
  })
  const loaded = answers.flatMap(({ data, dataUpdatedAt }, index) =>
    data ? [{ page: pages[index]!, rows: data, at: dataUpdatedAt }] : [],
  )
  const known = new Map(loaded.map(({ page, rows }) => [page, rows]))
  const furthest = loaded.at(-1)
  const seen = furthest ? furthest.page * pageRows + furthest.rows.length : 0
  const isOpen = total.data !== undefined && !total.data.exact
  const isFull = furthest?.rows.length === pageRows
  const counted = total.data?.count ?? 0
  return {
    count: isOpen ? Math.max(counted, seen + (isFull ? pageRows : 0)) : Math.max(counted, seen),
    isOpen,
    rowAt: (index) => known.get(Math.floor(index / pageRows))?.[index % pageRows],
    loaded,
    isFirst: total.isPending || answers.some(({ isPending }) => isPending && loaded.length === 0),
    error: total.error ?? answers.find(({ error }) => error)?.error,
    retry: () => void Promise.all([total.refetch(), ...answers.map((answer) => answer.refetch())]),
  }
}
