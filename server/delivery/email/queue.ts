// The transactions behind sending: who sends the letters of an environment, and what came of each attempt.
import type { Notice, Suppression } from '../../../contract/notice.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import * as consignments from '../../orders/record/store.ts'
import { lockAround } from '../../orders/stop/joining.ts'
import { startAgain, type Writer } from '../../platform/database/database.ts'
import { step } from '../../platform/operation/operation.ts'
import type { Claim } from '../../platform/process/leased-worker.ts'
import { idAt } from '../../platform/value/ids.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import { againstTracking, type GivesWay } from './outdated.ts'

const attemptsKept = 20
/** So long after another letter one that gives way to it is looked at again. */
export const behindMs = 2_000

export const leaseNotices = step('leaseNotices', (tx, { owner, leaseMs, overUntil }: Claim, { environmentId, now }) =>
  store.lease(tx, environmentId, { owner, now, until: now + leaseMs, overUntil }),
)
/** Letters that wait for longer than this were put off by a clock that was ahead: they have waited enough. */
export const bringForwardNotices = step('bringForwardNotices', async (tx, dueMsMax: number, { environmentId, now }) => {
  await store.bringForward(tx, environmentId, { now, latest: now + dueMsMax })
})
export const releaseNotices = step('releaseNotices', async (tx, { owner }: Claim, { environmentId }) => {
  await store.release(tx, environmentId, owner)
})

/** With what is not shown: whether the letter may have arrived. */
type Attempt = Notice['attempts'][number] & { isUnsure?: true }
/** So often a letter is handed over without a word of the mail server's: each time may have brought it. */
const unsureMax = 2
export interface NoticeRecord {
  noticeId: string
  /** How often it had been tried before: another number means that somebody else was faster. */
  tries: number
  result:
    | { suppressed: Suppression }
    | GivesWay
    // The code is for the log: the message may name somebody.
    | { attempt: Attempt; retryAfterMs: number | undefined; code: string | undefined }
}

/** The order of a letter; until the transaction ends neither it nor its load changes. */
async function lockOrder(
  tx: Writer,
  environmentId: string,
  noticeId: string,
): Promise<consignments.ConsignmentRow | undefined> {
  const notice = await store.find(tx, environmentId, noticeId)
  if (!notice) return undefined
  const loadId = await lockAround(tx, environmentId, notice.consignmentId, null)
  const order = await consignments.lockById(tx, environmentId, notice.consignmentId)
  if (order && order.loadId !== loadId) throw startAgain()
  return order
}

/** Answers in which state the letter is now, if it was this attempt that counts. */
export const recordNotice = step('recordNotice', async (tx, record: NoticeRecord, call) => {
  const { environmentId, now } = call
  const { result, noticeId } = record
  const isOutdated = 'suppressed' in result && result.suppressed === 'outdated'
  const order = isOutdated ? await lockOrder(tx, environmentId, noticeId) : undefined
  const row = await store.lock(tx, environmentId, noticeId)
  if (row?.state !== 'waiting' || row.tries !== record.tries) return undefined
  // Since it was judged it may be so again, and whoever made it so has left the telling to this letter.
  if (isOutdated && !(order && (await againstTracking(tx, environmentId, row, order)) === 'outdated')) return undefined
  if ('behind' in result) {
    await store.update(tx, environmentId, { ...row, due: Math.max(result.behind, now) + behindMs })
    return row.state
  }
  const next = { ...row, tries: row.tries + 1, updated: toIso(now) }
  if ('suppressed' in result) {
    // What was not told because it was no longer so is told if it is so again.
    const dedupe = isOutdated ? row.noticeId : row.dedupe
    await store.update(tx, environmentId, { ...next, dedupe, state: 'suppressed', reason: result.suppressed })
    return 'suppressed'
  }
  const { attempt, retryAfterMs } = result
  const attempts = [...(JSON.parse(row.attempts) as Attempt[]), attempt].slice(-attemptsKept)
  const isEnough = attempt.isUnsure && attempts.filter(({ isUnsure }) => isUnsure).length >= unsureMax
  const isOver = isEnough || retryAfterMs === undefined
  const state = attempt.result === 'sent' ? 'sent' : isOver ? 'failed' : 'waiting'
  await store.update(tx, environmentId, {
    ...next,
    attempts: JSON.stringify(attempts),
    state,
    reason: state === 'failed' ? attempt.message : null,
    due: now + (retryAfterMs ?? 0),
  })
  return state
})

/** Forgets letters that have ended, as long after as histories are kept; some of them at a time. Answers whether there may be more. */
export const purgeNotices = step('purgeNotices', async (tx, environmentId: string, { now }): Promise<boolean> => {
  const { history } = await settingsOf(tx, environmentId)
  return (await store.purge(tx, environmentId, idAt(now - history.keepDays * dayMs))) === store.purgedAtOnce
})

export const steps = [leaseNotices, releaseNotices, bringForwardNotices, recordNotice, purgeNotices]
