// Decides whether a waiting e-mail is outdated. The sender calls this at the time of sending, which may be much later
// than the decision to send.
import type { NoticeSuppression } from '../../../contract/notice.ts'
import type { TrackingTrigger } from '../../../contract/road.ts'
import { findLaterEmails, formatTrackingName, isManual, type NoticeRow } from '../../orders/outbox/store.ts'
import { isTriggerValid, listLaterTriggers } from '../../orders/outbox/triggers.ts'
import type { ConsignmentRow } from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import type { PodRow } from '../proof/store.ts'

/**
 * Result that delays an e-mail until a later e-mail of the same order was tried. If the later one is not sent, the
 * earlier one is. `behind` is the time at which the later one is due.
 */
export interface WaitsForLaterEmail {
  behind: number
}

type Order = Pick<ConsignmentRow, 'outcome' | 'outcomeTime' | 'loadId'>

/** Returns the reason not to send a proof e-mail, or null. An e-mail that a planner sends is never suppressed here. */
export function findProofEmailSuppression(notice: NoticeRow, order: Order, proof: PodRow): NoticeSuppression | null {
  if (isManual(notice)) return null
  if (proof.replacedBy !== null) return 'not_counting'
  // An order that was planned again has no outcome yet. The e-mail about its earlier failure is still sent.
  const hasChanged = order.outcome !== null && (order.outcome !== proof.outcome || order.outcomeTime !== proof.time)
  return hasChanged && notice.recipient === 'consignee' ? 'not_counting' : null
}

/** Returns the reason not to send a tracking e-mail, or the time to which it is delayed, or null. */
export async function findTrackingEmailSuppression(
  tx: ReadTransaction,
  environmentId: string,
  notice: NoticeRow,
  { outcome, loadId }: Order,
): Promise<NoticeSuppression | WaitsForLaterEmail | null> {
  if (isManual(notice)) return null
  if (outcome !== null) return 'outdated'
  const trigger = notice.kind.slice('tracking.'.length) as TrackingTrigger
  const load = loadId === null ? undefined : await loads.findLoad(tx, environmentId, loadId)
  if (!isTriggerValid(trigger, load?.status)) return 'outdated'
  // A later e-mail that is outdated itself does not suppress this one.
  const laterNames = listLaterTriggers(trigger)
    .filter((laterTrigger) => isTriggerValid(laterTrigger, load?.status))
    .map((laterTrigger) => formatTrackingName(laterTrigger, notice.consignmentId))
  const laterEmails = await findLaterEmails(tx, environmentId, notice, laterNames)
  if (laterEmails.some(({ state }) => state === 'sent')) return 'outdated'
  return laterEmails.length > 0 ? { behind: Math.max(...laterEmails.map(({ due }) => due)) } : null
}
