// Whether a letter that waits still tells what is so: it is asked when it is sent, which may be long after it was decided.
import type { Suppression } from '../../contract/notice.ts'
import type { ConsignmentRow } from '../consignment/store.ts'
import type { PodRow } from '../pod/store.ts'
import { isByHand, type NoticeRow } from './store.ts'

type Order = Pick<ConsignmentRow, 'outcome' | 'outcomeTime'>

/** What speaks against the letter of a proof by now. What somebody sends by hand is sent as they want it. */
export function againstProof(notice: NoticeRow, order: Order, proof: PodRow): Suppression | null {
  if (isByHand(notice)) return null
  if (proof.replacedBy !== null) return 'not_counting'
  // Of an order that was planned again nothing counts yet: that it failed before is so all the same.
  const isOther = order.outcome !== null && (order.outcome !== proof.outcome || order.outcomeTime !== proof.time)
  return isOther && notice.recipient === 'consignee' ? 'not_counting' : null
}
