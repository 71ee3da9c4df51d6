// Reads and writes the address of the order list: search, filters, sort and columns as text.

import { consignmentSorts, type listConsignments } from '../../contract/consignments.ts'
import { fieldKeyPattern } from '../../contract/custom-field.ts'
import type { QueryOf } from '../../contract/endpoint.ts'

export type ListQuery = QueryOf<typeof listConsignments>

/** Filters as the interface names them. */
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

/** Takes what it knows from an address and leaves the rest. */
export const readSearch = (given: Record<string, unknown>): ListSearch =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => names.includes(name) && typeof value === 'string' && value !== '' && value.length < textMax,
    ),
  )

const sorts = new Set<string>(consignmentSorts.flatMap((sort) => [sort, `-${sort}`]))

const byField = new RegExp(`^-?customFields\\.${fieldKeyPattern}$`)

/** The request that answers an address. */
export function queryOf({ columns: _columns, sort, ...filters }: ListSearch): ListQuery {
  return {
    ...filters,
    ...(sort !== undefined && (sorts.has(sort) || byField.test(sort)) ? { sort } : {}),
    view: 'compact',
  } as ListQuery
}

export type Sort = (typeof consignmentSorts)[number]
export const sortOf = (search: ListSearch): { by: string; descending: boolean } => {
  const sort = search.sort ?? '-created'
  return sort.startsWith('-') ? { by: sort.slice(1), descending: true } : { by: sort, descending: false }
}

/** The address may be further than what is drawn: what was changed there is changed in it, and nothing else. */
export function carriedOver<S extends ListSearch>(latest: S, drawn: ListSearch, next: ListSearch): S {
  const gone = Object.keys(drawn).filter((name) => !(name in next))
  const changed = Object.entries(next).filter(([name, value]) => value !== drawn[name as keyof ListSearch])
  const rest = Object.entries(latest).filter(([name]) => !gone.includes(name))
  return Object.fromEntries([...rest, ...changed]) as S
}

/** Without what says nothing, so that equal lists have equal addresses. */
export const without = (search: ListSearch, ...gone: (keyof ListSearch)[]): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !gone.includes(name as keyof ListSearch)))
