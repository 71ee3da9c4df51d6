// Decides whether a waiting e-mail is outdated. It is called at the time of sending, which may be much later.
import type { Suppression } from '../../../contract/notice.ts'
import type { TrackingTrigger } from '../../../contract/road.ts'
import { isByHand, type NoticeRow, overtaking, trackingName } from '../../orders/outbox/store.ts'
import { holds, laterThan } from '../../orders/outbox/triggers.ts'
import type { ConsignmentRow } from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { PodRow } from '../proof/store.ts'

/** Delays an e-mail until a later one of the same order was tried. If that one is not sent, this one is. */
export interface GivesWay {
  behind: number
}

type Order = Pick<ConsignmentRow, 'outcome' | 'outcomeTime' | 'loadId'>

/** Returns the reason not to send a proof e-mail, or null. An e-mail that a planner sends has none. */
export function againstProof(notice: NoticeRow, order: Order, proof: PodRow): Suppression | null {
  if (isByHand(notice)) return null
  if (proof.replacedBy !== null) return 'not_counting'
  // An order that was planned again has no outcome yet. The e-mail about its earlier failure is still sent.
  const isOther = order.outcome !== null && (order.outcome !== proof.outcome || order.outcomeTime !== proof.time)
  return isOther && notice.recipient === 'consignee' ? 'not_counting' : null
}

/** Returns the reason not to send a tracking e-mail, or the time to which it is delayed, or null. */
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
  // A later e-mail that is outdated itself does not suppress this one.
  const more = laterThan(trigger)
    .filter((each) => holds(each, load?.status))
    .map((each) => trackingName(each, notice.consignmentId))
  const others = await overtaking(tx, environmentId, notice, more)
  if (others.some(({ state }) => state === 'sent')) return 'outdated'
  return others.length > 0 ? { behind: Math.max(...others.map(({ due }) => due)) } : null
}
