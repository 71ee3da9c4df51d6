// Reads the beginnings of order documents: a document may have a megabyte, and loads need only its first fields.
import { type Member, reaches } from '../../orders/record/document.ts'
import * as store from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { piecesOf } from '../../platform/value/pieces.ts'

const beginningsAtOnce = 500
const wholeAtOnce = 20

/** Reads documents in batches, each at least to the end of a field. */
export async function* textsUpTo(
  tx: Reader,
  environmentId: string,
  ids: readonly string[],
  member: Exclude<Member, 'packageProducts'>,
): AsyncGenerator<store.OrderText[]> {
  for (const some of piecesOf(ids, beginningsAtOnce)) {
    const { long = [], enough = [] } = Object.groupBy(await store.beginnings(tx, environmentId, some), ({ text }) =>
      reaches(text, member) ? 'enough' : 'long',
    )
    yield enough
    const unread = long.map(({ consignmentId }) => consignmentId)
    for (const few of piecesOf(unread, wholeAtOnce)) yield store.wholeTexts(tx, environmentId, few)
  }
}
