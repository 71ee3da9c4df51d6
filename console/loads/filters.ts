// The filters of the list of loads, in the URL of the page and in the query of the API.
import type { QueryOf } from '../../contract/endpoint.ts'
import { type LoadStatus, type listLoads, loadStatuses } from '../../contract/load.ts'
import { getDayBounds, parseDay } from '../platform/day.ts'

export interface LoadFilters {
  /** Part of the key. */
  q?: string | undefined
  status?: LoadStatus | undefined
  depot?: string | undefined
  /** Days of the planned start, as `2026-07-01`. */
  from?: string | undefined
  to?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export const loadFilters = ({ q, status, depot, from, to }: Record<string, unknown>): LoadFilters => ({
  q: text(q)?.slice(0, 200),
  status: loadStatuses.find((candidate) => candidate === status),
  depot: text(depot),
  from: parseDay(from),
  to: parseDay(to),
})

export const isFiltered = (filters: LoadFilters): boolean => Object.values(filters).some((value) => value !== undefined)

/** Escapes commas, backslashes and a depot key `none` for a filter of the API. */
const value = (key: string) => key.replace(/[,\\]/g, '\\$&').replace(/^none$/, '\\none')

export const queryOf = ({ q, status, depot, from, to }: LoadFilters): QueryOf<typeof listLoads> => ({
  ...(q ? { search: q } : {}),
  ...(status ? { status } : {}),
  ...(depot ? { startDepotKey: value(depot) } : {}),
  ...(from ? { plannedFrom: getDayBounds(from).from } : {}),
  ...(to ? { plannedTo: getDayBounds(to).to } : {}),
})
