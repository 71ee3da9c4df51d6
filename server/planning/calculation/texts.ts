// Reads the beginnings of order documents: a document may have a megabyte, and loads need only its first fields.
import { type DocumentField, hasCompleteField } from '../../orders/record/document.ts'
import * as store from '../../orders/stop/document-store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'

const beginningsAtOnce = 500
const fullTextsAtOnce = 20

/** Reads documents in batches, each at least to the end of a field. */
export async function* readTextsUpTo(
  tx: ReadTransaction,
  environmentId: string,
  ids: readonly string[],
  member: Exclude<DocumentField, 'packageProducts'>,
): AsyncGenerator<store.OrderText[]> {
  for (const chunk of splitIntoBatches(ids, beginningsAtOnce)) {
    const { long = [], enough = [] } = Object.groupBy(
      await store.readTextBeginnings(tx, environmentId, chunk),
      ({ text }) => (hasCompleteField(text, member) ? 'enough' : 'long'),
    )
    yield enough
    const unread = long.map(({ consignmentId }) => consignmentId)
    for (const few of splitIntoBatches(unread, fullTextsAtOnce)) yield store.readFullTexts(tx, environmentId, few)
  }
}
