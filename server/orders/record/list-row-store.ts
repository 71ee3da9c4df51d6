// Stores the rows of the order list: the `consignment_list` table and the word index.
import { buildColumns } from '../../platform/database/columns.ts'
import { joinFragments, piece, type SqlQuery, sql, type WriteTransaction } from '../../platform/database/database.ts'
import type { ListRow } from './listing.ts'

const firstNames = [
  'type',
  'depotKey',
  'channelKey',
  'areaKey',
  'requiredFrom',
  'requiredTo',
  'planned',
  'late',
  'located',
  'summary',
] as const
/** Columns of the order list in the migration that created it. */
const firstColumns = buildColumns(firstNames)
/** Columns that depend on the order, except `words`, because setting `words` writes the word index, and sort keys. */
const listColumns = buildColumns([...firstNames, 'postalCode', 'consigneeCode', 'tags', 'fields'])

const sortList = piece`, sort_a, sort_b, sort_c, sort_d`
const sortValues = ({ sorts: [a = null, b = null, c = null, d = null] }: ListRow) => piece`, ${a}, ${b}, ${c}, ${d}`

type InsertListRow = (
  tx: Pick<WriteTransaction, 'runOn' | 'index'>,
  environmentId: string,
  consignmentId: string,
  row: { listing: ListRow; assigned: boolean },
) => Promise<void>

const insertInto =
  (list: readonly SqlQuery[], valuesOf: (listing: ListRow) => readonly SqlQuery[]): InsertListRow =>
  async (tx, environmentId, consignmentId, { listing, assigned }) => {
    await tx.runOn(
      joinFragments(
        piece`insert into consignment_list (environment_id, consignment_id, assigned, words, `,
        ...list,
        piece`) values (${environmentId}, ${consignmentId}, ${assigned ? 1 : 0}, ${listing.words}, `,
        ...valuesOf(listing),
        piece`)`,
      ),
    )
    await tx.index(environmentId, consignmentId, listing.words)
  }

/** Adds an order to the order list and the word index. */
export const insertListRow = insertInto([listColumns.list, sortList], (listing) => [
  listColumns.values(listing),
  sortValues(listing),
])

/** Adds an order to the order list of an early migration. Later migrations add the other columns. */
export const enlistFirst = insertInto([firstColumns.list], (listing) => [firstColumns.values(listing)])

/** Updates the list row of an order. Updates its words only if they have changed. */
export async function updateListRow(
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  listing: ListRow,
): Promise<void> {
  const [a = null, b = null, c = null, d = null] = listing.sorts
  await tx.runOn(
    joinFragments(
      piece`update consignment_list set `,
      listColumns.set(listing),
      piece`, sort_a = ${a}, sort_b = ${b}, sort_c = ${c}, sort_d = ${d}
        where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    ),
  )
  await updateSearchTerms(tx, environmentId, consignmentId, listing.words)
}

/** Updates the summary and the postal code in the list row of an order. */
export async function setSummary(
  tx: Pick<WriteTransaction, 'run'>,
  environmentId: string,
  consignmentId: string,
  { summary, postalCode }: Pick<ListRow, 'summary' | 'postalCode'>,
): Promise<void> {
  await tx.run(
    sql`update consignment_list set summary = ${summary}, postal_code = ${postalCode}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
}

/** Updates the words by which a search finds an order, if they have changed. */
export async function updateSearchTerms(
  tx: Pick<WriteTransaction, 'run' | 'index'>,
  environmentId: string,
  consignmentId: string,
  terms: string,
): Promise<void> {
  const changed = await tx.run(
    sql`update consignment_list set words = ${terms}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and words <> ${terms}`,
  )
  if (changed > 0) await tx.index(environmentId, consignmentId, terms)
}
