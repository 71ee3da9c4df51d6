// Reads the documents and custom fields of many orders from the database.
import { buildValueList, joinFragments, piece, type ReadTransaction } from '../../platform/database/database.ts'

/** The document of an order, or its beginning. */
export interface OrderText {
  consignmentId: string
  text: string
}
/** Reads the complete documents of up to 500 orders; each may have a megabyte. */
export const readFullTexts = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<OrderText>(
    joinFragments(
      piece`select consignment_id as "consignmentId", document as text
        from consignments
        where environment_id = ${environmentId} and consignment_id in `,
      buildValueList(ids, ids.length <= 20 ? 20 : 500),
    ),
  )

/** Reads the beginnings of the documents of up to 500 orders. Most documents are not longer than such a beginning. */
export const readTextBeginnings = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<OrderText>(
    joinFragments(
      piece`select consignment_id as "consignmentId", substr(document, 1, 32768) as text
        from consignments
        where environment_id = ${environmentId} and consignment_id in `,
      buildValueList(ids, ids.length <= 50 ? 50 : 500),
    ),
  )

/** Reads the custom fields of up to 500 orders as JSON. Omits orders without custom fields. */
export const readCustomFields = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<{ consignmentId: string; fields: string }>(
    joinFragments(
      piece`select consignment_id as "consignmentId", custom_fields as fields
        from consignments
        where environment_id = ${environmentId} and custom_fields is not null and consignment_id in `,
      buildValueList(ids, ids.length <= 50 ? 50 : 500),
    ),
  )
