// Whether a letter that waits still tells what is so: it is asked when it is sent, which may be long after it was decided.
import type { Suppression } from '../../../contract/notice.ts'
import type { TrackingTrigger } from '../../../contract/road.ts'
import { isByHand, type NoticeRow, overtaking, trackingName } from '../../orders/outbox/store.ts'
import { holds, laterThan } from '../../orders/outbox/triggers.ts'
import type { ConsignmentRow } from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { PodRow } from '../proof/store.ts'

/** To a letter that tells more and is due then: if that one is not sent in the end, this one is. */
export interface GivesWay {
  behind: number
}

type Order = Pick<ConsignmentRow, 'outcome' | 'outcomeTime' | 'loadId'>

/** What speaks against the letter of a proof by now. What somebody sends by hand is sent as they want it. */
export function againstProof(notice: NoticeRow, order: Order, proof: PodRow): Suppression | null {
  if (isByHand(notice)) return null
  if (proof.replacedBy !== null) return 'not_counting'
  // Of an order that was planned again nothing counts yet: that it failed before is so all the same.
  const isOther = order.outcome !== null && (order.outcome !== proof.outcome || order.outcomeTime !== proof.time)
  return isOther && notice.recipient === 'consignee' ? 'not_counting' : null
}

/** What speaks against a letter about the way by now: it is over, it was left, or another letter told more of it. */
export async function againstTracking(
  tx: Reader,
  environmentId: string,
  notice: NoticeRow,
  { outcome, loadId }: Order,
): Promise<Suppression | GivesWay | null> {
  if (isByHand(notice)) return null
  if (outcome !== null) return 'outdated'
  const trigger = notice.kind.slice('tracking.'.length) as TrackingTrigger
  const load = loadId === null ? undefined : await loads.find(tx, environmentId, loadId)
  if (!holds(trigger, load?.status)) return 'outdated'
  // What tells more but is no longer so is not sent either: it must not keep back what is.
  const more = laterThan(trigger)
    .filter((each) => holds(each, load?.status))
    .map((each) => trackingName(each, notice.consignmentId))
  const others = await overtaking(tx, environmentId, notice, more)
  if (others.some(({ state }) => state === 'sent')) return 'outdated'
  return others.length > 0 ? { behind: Math.max(...others.map(({ due }) => due)) } : null
}
