// Defines the transactions of sending e-mails: leases, results of attempts, and purges.
import type { Notice, NoticeSuppression } from '../../../contract/notice.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import * as consignments from '../../orders/record/store.ts'
import { lockAround } from '../../orders/stop/joining.ts'
import { retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { createStep } from '../../platform/operation/operation.ts'
import type { LeaseClaim } from '../../platform/process/leased-worker.ts'
import { createIdAt } from '../../platform/value/ids.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import { findTrackingEmailSuppression, type WaitsForLaterEmail } from './outdated.ts'

const attemptsKept = 20
/** Time in milliseconds by which an e-mail is delayed after the later e-mail for which it waits. */
export const laterEmailDelayMs = 2_000

export const leaseNotices = createStep(
  'leaseNotices',
  (tx, { owner, leaseMs, overUntil }: LeaseClaim, { environmentId, now }) =>
    store.takeLease(tx, environmentId, { owner, now, until: now + leaseMs, overUntil }),
)
/** Makes e-mails due now whose delay is longer than `delayMsMax`. The clock was ahead when they were delayed. */
export const bringForwardNotices = createStep(
  'bringForwardNotices',
  async (tx, delayMsMax: number, { environmentId, now }) => {
    await store.bringForward(tx, environmentId, { now, latest: now + delayMsMax })
  },
)
export const releaseNotices = createStep('releaseNotices', async (tx, { owner }: LeaseClaim, { environmentId }) => {
  await store.releaseLease(tx, environmentId, owner)
})

/** Attempt with a field that the API does not return: whether the e-mail may have been delivered. */
type Attempt = Notice['attempts'][number] & { isUnsure?: true }
/** Largest number of attempts without a response of the mail server. Each of them may have delivered the e-mail. */
const unsureMax = 2
export interface NoticeRecord {
  noticeId: string
  /** Number of attempts before this one. A different stored number means that another instance has tried the e-mail. */
  tries: number
  result:
    | { suppressed: NoticeSuppression }
    | WaitsForLaterEmail
    // The error code is for the log. The message is not logged, because it may contain an e-mail address.
    | { attempt: Attempt; retryAfterMs: number | undefined; code: string | undefined }
}

/** Locks the order of an e-mail, and its load. */
async function lockOrder(
  tx: WriteTransaction,
  environmentId: string,
  noticeId: string,
): Promise<consignments.ConsignmentRow | undefined> {
  const notice = await store.findEmail(tx, environmentId, noticeId)
  if (!notice) return undefined
  const loadId = await lockAround(tx, environmentId, notice.consignmentId, null)
  const order = await consignments.lockById(tx, environmentId, notice.consignmentId)
  if (order && order.loadId !== loadId) throw retryTransaction()
  return order
}

/**
 * Stores the result of an attempt. Returns the new state, or undefined if the result is not stored because the e-mail
 * has changed.
 */
export const recordNotice = createStep('recordNotice', async (tx, record: NoticeRecord, call) => {
  const { environmentId, now } = call
  const { result, noticeId } = record
  const isOutdated = 'suppressed' in result && result.suppressed === 'outdated'
  const order = isOutdated ? await lockOrder(tx, environmentId, noticeId) : undefined
  const row = await store.lockEmail(tx, environmentId, noticeId)
  if (row?.state !== 'waiting' || row.tries !== record.tries) return undefined
  // If the e-mail is not outdated any more, it stays waiting, because no other e-mail would report this change.
  if (isOutdated && !(order && (await findTrackingEmailSuppression(tx, environmentId, row, order)) === 'outdated'))
    return undefined
  if ('behind' in result) {
    await store.updateEmail(tx, environmentId, { ...row, due: Math.max(result.behind, now) + laterEmailDelayMs })
    return row.state
  }
  const next = { ...row, tries: row.tries + 1, updated: formatIso(now) }
  if ('suppressed' in result) {
    // Releases the unique name of an outdated e-mail, so that the same e-mail can be decided again.
    const dedupe = isOutdated ? row.noticeId : row.dedupe
    await store.updateEmail(tx, environmentId, { ...next, dedupe, state: 'suppressed', reason: result.suppressed })
    return 'suppressed'
  }
  const { attempt, retryAfterMs } = result
  const attempts = [...(JSON.parse(row.attempts) as Attempt[]), attempt].slice(-attemptsKept)
  const isEnough = attempt.isUnsure && attempts.filter(({ isUnsure }) => isUnsure).length >= unsureMax
  const isOver = isEnough || retryAfterMs === undefined
  const state = attempt.result === 'sent' ? 'sent' : isOver ? 'failed' : 'waiting'
  await store.updateEmail(tx, environmentId, {
    ...next,
    attempts: JSON.stringify(attempts),
    state,
    reason: state === 'failed' ? attempt.message : null,
    due: now + (retryAfterMs ?? 0),
  })
  return state
})

/**
 * Deletes a batch of ended e-mails that are older than the retention time of the history. Returns whether more may
 * remain.
 */
export const purgeNotices = createStep('purgeNotices', async (tx, environmentId: string, { now }): Promise<boolean> => {
  const { history } = await getSettings(tx, environmentId)
  return (await store.purgeEmails(tx, environmentId, createIdAt(now - history.keepDays * dayMs))) === store.purgedAtOnce
})

export const emailSteps = [leaseNotices, releaseNotices, bringForwardNotices, recordNotice, purgeNotices]
