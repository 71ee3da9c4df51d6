// Lists as the rules make them within bounds of the tests' own, so that a few orders take every way that a million take.
import type { ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { readOrderPage, type WorkBounds } from '../../server/orders/list/list.ts'
import type { Database } from '../../server/platform/database/database.ts'

export type Query = QueryOf<typeof listConsignments>
export interface Page {
  consignments: ConsignmentSummary[]
  next: string | null
  total?: { count: number; exact: boolean }
}

/** So little that lists of some dozen orders go every way that lists of a million go. */
export const narrow: WorkBounds[] = [
  { first: 4, few: 12, page: 9, count: 15 },
  { first: 1, few: 0, page: 2, count: 3 },
  { first: 1, few: 1_000, page: 2, count: 3 },
]

/** The page as the rules make it within these bounds, without HTTP. */
export const pageWithin = async (
  database: Database,
  environmentId: string,
  query: Query,
  bounds: WorkBounds,
): Promise<Page> => {
  const call = { environmentId, actor: '', requestId: '', now: 0, params: undefined, body: undefined }
  const text = await database.read((tx) =>
    readOrderPage(tx, { ...call, ifMatch: undefined, idempotency: undefined, query }, bounds),
  )
  return JSON.parse(text)
}
