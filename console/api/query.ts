// Caches responses, one entry for each endpoint and its input. The event stream marks entries as outdated.
import {
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import type { ApiResponse, CallArguments } from '../../client/client.ts'
import type { DataOf, EndpointShape } from '../../contract/endpoint.ts'
import { getLoadById, type Load, type LoadPage, type LoadSummary, listLoads } from '../../contract/load.ts'
import type { RecordType } from '../../contract/record-type.ts'
import { apiClient } from './client.ts'
import { isReachable } from './connection.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { affectedBy?: readonly RecordType[] }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client retries by itself, and the page shows that it is offline.
    queries: { staleTime: 30_000, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Returns the query of an endpoint for `useQuery(read(listDepots))`. The data includes the ETag. */
export function buildQuery<E extends EndpointShape>(endpoint: E, ...[options]: CallArguments<E>) {
  const { params = null, query = null }: { params?: unknown; query?: unknown } = options ?? {}
  return queryOptions({
    ...buildCacheEntry(endpoint, params, query),
    queryFn: ({ signal }): Promise<ApiResponse<DataOf<E>>> =>
      apiClient.call(endpoint, ...([{ ...options, signal }] as unknown as CallArguments<E>)),
  })
}

/** Returns the key of a cached response and the types of records that outdate it. `input` distinguishes responses. */
export const buildCacheEntry = ({ id, affectedBy = [] }: EndpointShape, ...input: readonly unknown[]) => ({
  queryKey: [id, ...input] as const,
  meta: { affectedBy },
})

/** Marks the cached responses as outdated that depend on one of these types of records. */
export const invalidateAffected = (changed: ReadonlySet<RecordType>): Promise<void> =>
  invalidateResponses({ predicate: ({ meta }) => (meta?.affectedBy ?? []).some((type) => changed.has(type)) })

/** Ids of deleted loads. They are not read again, because the request would fail. */
const deletedLoadIds = new Set<string>()
export const isDeletedLoad = (loadId: string): boolean => deletedLoadIds.has(loadId)
export const recordDeletedLoad = (loadId: string): void => void deletedLoadIds.add(loadId)

/** Deletes loads. Marks them as deleted from the start, because the page may read one of them in the meantime. */
export async function runLoadDeletion(loadIds: readonly string[], work: () => Promise<unknown>): Promise<void> {
  loadIds.forEach(recordDeletedLoad)
  try {
    await work()
  } catch (error) {
    for (const loadId of loadIds) deletedLoadIds.delete(loadId)
    throw error
  }
}

const isOfDeletedLoad = ({ queryKey: [, params] }: Query): boolean =>
  deletedLoadIds.has((params as { loadId?: string } | null | undefined)?.loadId ?? '')

/** Finds the key of a load among the cached responses. Users do not know the ids of loads. */
export function findLoadKey(loadId: string): string | undefined {
  for (const { id } of [listLoads, getLoadById])
    for (const [, answer] of queryClient.getQueriesData<ApiResponse<LoadSummary[] | LoadPage | Load>>({
      queryKey: [id],
    })) {
      const { data } = answer ?? {}
      const loads = data === undefined ? [] : 'loads' in data ? data.loads : [data].flat()
      const found = loads.find((load) => load.loadId === loadId)
      if (found) return found.key
    }
  return undefined
}

const readAgain = new Set<Query>()

/**
 * Marks cached responses as outdated and reads the visible ones again. A first read that is under way may return an old
 * state: it continues, and a second read follows.
 */
export function invalidateResponses(filters: InvalidateQueryFilters = {}): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || readAgain.has(query)) continue
    readAgain.add(query)
    const invalidateQuery = () => {
      readAgain.delete(query)
      return invalidateResponses({ queryKey: query.queryKey, exact: true })
    }
    void query.promise?.then(invalidateQuery, invalidateQuery)
  }
  const { predicate = () => true } = filters
  return queryClient.invalidateQueries({
    ...filters,
    predicate: (query) => !isOfDeletedLoad(query) && predicate(query),
  })
}

// Failed responses are read again after a connection loss, because no event announces them.
isReachable.follow(() => {
  if (isReachable.get()) void invalidateResponses({ predicate: ({ state }) => state.status === 'error' })
})

/** Returns the error of a query without data. A failed refresh keeps the data on the page. */
export const findFailure = (...answers: { data: unknown; error: unknown }[]): unknown =>
  answers.find(({ data, error }) => error && data === undefined)?.error

/** Marks all cached responses of some endpoints as outdated. */
export const refreshEndpoints = (...stale: EndpointShape[]): Promise<unknown> =>
  Promise.all(stale.map(({ id }) => invalidateResponses({ queryKey: [id] })))

/** Reads a response again. A read that is already under way is cancelled, because its result may be old. */
export async function refreshResponse(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  await queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true })
}

/**
 * Sends a change of the version on the page, and reads the saved record. Returns whether it is as the change left it;
 * otherwise another user has changed it since.
 */
export async function saveOver(
  queryKey: QueryKey,
  send: (precondition: { ifMatch?: string }) => Promise<ApiResponse<unknown>>,
): Promise<boolean> {
  const etag = () => queryClient.getQueryData<ApiResponse<unknown>>(queryKey)?.etag
  const currentEtag = etag()
  const saved = await send(currentEtag === undefined ? {} : { ifMatch: currentEtag })
  await refreshResponse(queryKey)
  return etag() === saved.etag
}

export interface OptimisticUpdate {
  queryKey: readonly unknown[]
  // biome-ignore lint/suspicious/noExplicitAny: the cache holds answers of every shape
  update(known: any): unknown
}

/**
 * Returns a mutation that shows its result before it is saved. `guesses` update the cached responses; an error restores
 * them and calls `onError`.
 */
export function useOptimistic<Input, Result>(options: {
  send(input: Input): Promise<Result>
  guesses(input: Input): OptimisticUpdate[]
  onDone?(result: Result, input: Input): void
  onError(error: unknown, input: Input): void
}) {
  return useMutation({
    mutationFn: options.send,
    async onMutate(input: Input) {
      const guesses = options.guesses(input)
      await Promise.all(guesses.map(({ queryKey }) => queryClient.cancelQueries({ queryKey })))
      const previousData = guesses.flatMap(({ queryKey }) => queryClient.getQueriesData({ queryKey }))
      for (const { queryKey, update } of guesses)
        queryClient.setQueriesData({ queryKey }, (cached: unknown) => (cached === undefined ? cached : update(cached)))
      return { before: previousData }
    },
    onSuccess: (result, input) => options.onDone?.(result, input),
    onError(error, input, context) {
      for (const [queryKey, known] of context?.before ?? []) queryClient.setQueryData(queryKey, known)
      options.onError(error, input)
    },
    onSettled: (_result, _error, input) =>
      Promise.all(options.guesses(input).map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  })
}
