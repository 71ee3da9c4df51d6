// Reads and writes the URL of the order list: search, filters, sort and columns as text.

import { consignmentSorts, type listConsignments } from '../../contract/consignments.ts'
import { fieldKeyPattern } from '../../contract/custom-field.ts'
import type { QueryOf } from '../../contract/endpoint.ts'

export type ListQuery = QueryOf<typeof listConsignments>

/** Filters by their names in the API. */
export const filterNames = [
  'type',
  'depotKey',
  'channelKey',
  'areaKey',
  'consigneeCode',
  'tag',
  'customFields',
  'loadId',
  'assigned',
  'outcome',
  'wasLate',
  'late',
  'located',
  'onExportList',
  'windowFrom',
  'windowTo',
  'plannedFrom',
  'plannedTo',
  'outcomeFrom',
  'outcomeTo',
] as const
export type FilterName = (typeof filterNames)[number]

export type ListSearch = Partial<Record<'search' | 'sort' | 'columns' | FilterName, string>>

export const failedOutcomes = 'failed,partial'
/** The filters of orders that need to be planned again. An order that was planned again has left its load. */
export const toPlanAgain = { outcome: failedOutcomes, assigned: 'true' } as const

const names: readonly string[] = ['search', 'sort', 'columns', ...filterNames]
const textMax = 4_000

/** Reads the known parameters of a URL. */
export const readSearch = (parameters: Record<string, unknown>): ListSearch =>
  Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]) => names.includes(name) && typeof value === 'string' && value !== '' && value.length < textMax,
    ),
  )

const sorts = new Set<string>(consignmentSorts.flatMap((sort) => [sort, `-${sort}`]))

const byField = new RegExp(`^-?customFields\\.${fieldKeyPattern}$`)

/** Returns the query of the API for the parameters of a URL. */
export function queryOf({ columns: _columns, sort, ...filters }: ListSearch): ListQuery {
  return {
    ...filters,
    ...(sort !== undefined && (sorts.has(sort) || byField.test(sort)) ? { sort } : {}),
    view: 'compact',
  } as ListQuery
}

export type OrderSort = (typeof consignmentSorts)[number]
export const sortOf = (search: ListSearch): { sortKey: string; descending: boolean } => {
  const sort = search.sort ?? '-created'
  return sort.startsWith('-') ? { sortKey: sort.slice(1), descending: true } : { sortKey: sort, descending: false }
}

/** Applies a change to the latest URL, which may be newer than the URL at the last render. */
export function mergeSearch<S extends ListSearch>(latest: S, drawn: ListSearch, next: ListSearch): S {
  const removedNames = Object.keys(drawn).filter((name) => !(name in next))
  const changed = Object.entries(next).filter(([name, value]) => value !== drawn[name as keyof ListSearch])
  const remaining = Object.entries(latest).filter(([name]) => !removedNames.includes(name))
  return Object.fromEntries([...remaining, ...changed]) as S
}

/** Removes parameters without a value, so that equal lists have equal URLs. */
export const removeParameters = (search: ListSearch, ...removedNames: (keyof ListSearch)[]): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !removedNames.includes(name as keyof ListSearch)))
