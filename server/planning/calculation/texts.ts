// What orders say, as far as it is needed: an order may have a megabyte, and what loads go by stands near its beginning.
import { type Member, reaches } from '../../orders/record/document.ts'
import * as store from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { piecesOf } from '../../platform/value/pieces.ts'

const beginningsAtOnce = 500
const wholeAtOnce = 20

/** Texts as far as the end of this member at the least, some at a time. */
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
