// Sends due e-mails, a few at a time. The e-mails of an environment are sent by the instance that holds its lease.
import { setTimeout as sleep } from 'node:timers/promises'
import { filesMs } from '../../orders/outbox/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import type { BackgroundFailure } from '../../platform/error/reason.ts'
import {
  calculateEmailsMax,
  type EmailSlot,
  type EmailSlots,
  openEmailSlots,
} from '../../platform/fairness/email-slots.ts'
import { createBackgroundCall, type OperationExecutor } from '../../platform/operation/operation.ts'
import type { EmailAttachment, EmailMessage, EmailResult, SendEmail } from '../../platform/operation/services.ts'
import {
  type LeaseClaim,
  type LeasedJob,
  type LeasedJobs,
  type LeasedWork,
  type LeasedWorker,
  pollMs,
  startLeasedWorker,
} from '../../platform/process/leased-worker.ts'
import { clocksDifferMs } from '../../platform/process/leases.ts'
import { formatIso, parseEpochMs } from '../../platform/value/times.ts'
import { buildEmailContent, type EmailContent } from './content.ts'
import { createLogoAttachment } from './letter.ts'
import {
  bringForwardNotices,
  laterEmailDelayMs,
  leaseNotices,
  type NoticeRecord,
  recordNotice,
  releaseNotices,
} from './queue.ts'

/** Log of ids and errors. It never contains an e-mail address or the text of an e-mail. */
interface Log {
  error(failed: BackgroundFailure, text: string): void
}

/** Metrics of sending. */
export interface NoticeMetrics {
  attempt(result: string): void
  /** Reports the age of the queue: the time for which the longest due e-mail has been due. */
  queueAge(seconds: number): void
  /** Reports the time since the oldest waiting e-mail was decided. */
  oldest(seconds: number): void
}

export interface SenderParts {
  executor: Pick<OperationExecutor, 'read' | 'run'>
  /** Function that sends an e-mail; undefined without a mail server. E-mails are then suppressed. */
  post: SendEmail | undefined
  publicUrl(): string
  /** Returns the proof as a PDF; undefined if it was deleted. */
  proof(environmentId: string, podId: string): Promise<EmailAttachment | undefined>
  logger: Log
  metrics: NoticeMetrics
}
export interface SenderOptions extends Pick<LeaseClaim, 'owner' | 'leaseMs'> {
  /** Delays between the attempts of an e-mail, in milliseconds: one fewer than the attempts. */
  delaysMs: readonly number[]
  /** Largest number of e-mails that are sent at the same time. */
  concurrency: number
  /** Grace time for e-mails under way at a stop, in milliseconds. */
  graceMs: number
}

/**
 * Interval between two searches for the oldest waiting e-mail, in milliseconds. The search reads all waiting e-mails.
 */
const oldestMs = 60_000
/** Number of e-mails per read, in addition to e-mails under way. */
const extraRowsMax = 64
/**
 * Delay between a write and the search for due e-mails, in milliseconds. Several writes in this time cause one search.
 */
const wakeMs = 100
/** Pause between two e-mails of an environment, in milliseconds, so that requests are not delayed. */
const paceMs = 25
/** Largest share of a delay that is added at random, so that e-mails that failed together are not retried together. */
const jitter = 0.2
/** Pause after a database error, in milliseconds. */
const troubleMs = 1_000

type Claiming = LeasedWork<store.SendingWork, true>['claim']

interface Sending extends SenderParts {
  options: SenderOptions
  /** Longest regular delay of an e-mail, in milliseconds. E-mails for a later day would need a longer one. */
  delayMsMax: number
  slots: EmailSlots
}

/** Starts the sending of e-mails. */
export function startSender(dependencies: SenderParts, options: SenderOptions): LeasedWorker {
  const { executor, logger, metrics } = dependencies
  const { owner, leaseMs, graceMs } = options
  const sending: Sending = {
    ...dependencies,
    options,
    delayMsMax: Math.max(filesMs, ...options.delaysMs) * (1 + jitter) + laterEmailDelayMs + clocksDifferMs,
    slots: openEmailSlots(options.concurrency),
  }
  /** Number of environments that the last search found. */
  let environmentCount = 0
  const reportOldest = watchOldest(dependencies)

  async function find(jobs: LeasedJobs<store.SendingWork>): Promise<number> {
    const rows = await executor.read(store.listSendingWork)
    const now = Date.now()
    environmentCount = rows.length
    let nextSearchMs = pollMs
    for (const row of rows) {
      const { due } = row
      const hasWork = (due !== null && due <= now) || isPutOff(sending, row, now)
      if (jobs.isFree(row) && hasWork) jobs.start(row)
      if (due !== null && due > now) nextSearchMs = Math.min(nextSearchMs, due - now)
    }
    metrics.queueAge(rows.reduce((age, { due }) => Math.max(age, now - (due ?? now)), 0) / 1_000)
    await reportOldest(rows.some(({ due }) => due !== null))
    return nextSearchMs
  }
  const claim: Claiming = async ({ environmentId }, lease) =>
    (await executor.run(leaseNotices, createBackgroundCall(environmentId, lease))) || undefined
  const worker = startLeasedWorker<store.SendingWork, true>({
    owner,
    leaseMs,
    wakeMs,
    // An e-mail whose sending is interrupted by the stop of the service is sent again, with the same id.
    graceMs,
    find,
    claim,
    keyOf: ({ environmentId }) => environmentId,
    leaseOf: ({ environmentId }) => environmentId,
    renew: async (row, lease) => (await claim(row, lease)) === true,
    release: ({ environmentId }, lease) => executor.run(releaseNotices, createBackgroundCall(environmentId, lease)),
    run: (row, job) => work(sending, row, job),
    async failed(error, row) {
      if (!row) return logger.error({ err: error }, 'letters could not be read')
      logger.error({ err: error, environmentId: row.environmentId }, 'letters could not be sent')
      await sleep(troubleMs, undefined, { ref: false })
    },
  })
  return {
    wake() {
      if (environmentCount > 0) worker.wake()
    },
    stop: worker.stop,
  }
}

/** Returns whether an e-mail waits longer than any delay allows. The clock was ahead when it was stored. */
const isPutOff = ({ delayMsMax }: Sending, { lastDue }: store.SendingWork, now: number): boolean =>
  lastDue !== null && lastDue - now > delayMsMax

/** Returns a function that reports the age of the oldest waiting e-mail. It reads the database once a minute. */
function watchOldest({ executor, metrics }: SenderParts): (isAny: boolean) => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY
  let oldest: string | null = null
  return async (isAny) => {
    if (!isAny) oldest = null
    else if (performance.now() - readAt > oldestMs) {
      oldest = await executor.read(store.findOldestWaiting)
      readAt = performance.now()
    }
    metrics.oldest(oldest === null ? 0 : Math.max(0, Date.now() - parseEpochMs(oldest)) / 1_000)
  }
}

/** Works on the e-mails of an environment: sends due e-mails until none is left. */
async function work(
  sending: Sending,
  row: store.SendingWork,
  { claim, signal, keepLease }: LeasedJob<true>,
): Promise<void> {
  const { executor, options, delayMsMax, logger } = sending
  const { environmentId } = row
  const { leaseMs } = claim
  // E-mails that are being sent are still due, so each read also returns them.
  const rowsMax = calculateEmailsMax(options.concurrency) + extraRowsMax
  const sendsById = new Map<string, Promise<void>>()
  const begin = (row: store.PendingEmail, { release }: EmailSlot) => {
    const sent = deliver(sending, environmentId, row).finally(() => {
      release()
      sendsById.delete(row.noticeId)
    })
    sendsById.set(row.noticeId, sent)
  }
  const slots = slotsFor(sending.slots, environmentId)
  /** Starts due e-mails, and waits for a change. Returns false if no e-mail is due, or the lease is lost. */
  const startEmails = async (): Promise<boolean> => {
    if (!(await keepLease())) return false
    const rows = await executor.read((tx) => store.listPendingEmails(tx, environmentId, Date.now(), rowsMax))
    const waiting = rows.filter(({ noticeId }) => !sendsById.has(noticeId))
    if (waiting.length === 0 && sendsById.size === 0) return false
    if (waiting.length === 0) slots.end()
    let begun = 0
    for (const row of waiting) {
      if (begun > 0) await sleep(paceMs, undefined, { ref: false })
      const slot = signal.aborted ? undefined : slots.take()
      if (!slot) break
      begin(row, slot)
      begun++
    }
    // Waits for a free slot or the end of an e-mail, but not longer than a quarter of the lease, which must be renewed.
    const soon = sleep(Math.min(pollMs, leaseMs / 4), undefined, { ref: false })
    await Promise.race([...(begun < waiting.length ? [slots.available()] : []), ...sendsById.values(), soon])
    return true
  }
  /** Keeps the lease after a failure while e-mails are being sent. Otherwise, another instance would send them too. */
  const inTrouble = async (error: unknown): Promise<boolean> => {
    if (sendsById.size === 0) throw error
    logger.error({ err: error, environmentId }, 'letters could not be sent')
    await sleep(Math.min(troubleMs, leaseMs / 4), undefined, { ref: false })
    return true
  }
  if (isPutOff(sending, row, Date.now()))
    await executor.run(bringForwardNotices, createBackgroundCall(environmentId, delayMsMax))
  try {
    while (!signal.aborted && (await startEmails().catch(inTrouble)));
  } finally {
    slots.end()
    await Promise.all(sendsById.values())
  }
}

/** Manages the e-mail slots of one environment. It waits for at most one slot at a time. */
function slotsFor(slots: EmailSlots, environmentId: string) {
  let waiting: ReturnType<EmailSlots['waitFor']> | undefined
  let granted: EmailSlot | undefined
  return {
    /** Returns a slot for an e-mail that is sent now; undefined if none is free. */
    take(): EmailSlot | undefined {
      const slot = granted ?? (waiting ? undefined : slots.takeFree())
      granted = undefined
      return slot
    },
    /** Resolves when a slot is available for `take`. */
    async available(): Promise<void> {
      if (granted) return
      waiting ??= slots.waitFor(environmentId)
      const slotRequest = waiting
      const slot = await slotRequest.slot
      if (waiting !== slotRequest) return
      waiting = undefined
      granted = slot
    },
    /** Releases an unused slot, and stops waiting for another one. */
    end(): void {
      granted?.release()
      waiting?.cancel()
      granted = waiting = undefined
    },
  }
}

async function deliver(
  sending: Sending,
  environmentId: string,
  { noticeId, tries }: store.PendingEmail,
): Promise<void> {
  const { executor, metrics, logger } = sending
  try {
    const record = await tryOnce(sending, environmentId, noticeId)
    // Another instance has tried the e-mail since it was read as due.
    if (record?.tries !== tries) return
    const state = await executor.run(recordNotice, createBackgroundCall(environmentId, record))
    const { result } = record
    if ('behind' in result) return
    metrics.attempt('attempt' in result ? result.attempt.result : 'suppressed')
    // Logs only an e-mail whose last attempt failed. A rejected e-mail is not logged, because planners see it, and the
    // operator cannot correct an e-mail address.
    if (state === 'failed' && 'attempt' in result && result.attempt.result === 'failed')
      logger.error({ err: result.code, environmentId, noticeId }, 'a letter is given up')
  } catch (error) {
    // If the result could not be stored, the e-mail stays due and is sent again.
    logger.error({ err: error, environmentId, noticeId }, 'a letter could not be sent or recorded')
    await sleep(troubleMs, undefined, { ref: false })
  }
}

async function tryOnce(
  { executor, post, publicUrl, proof, options, logger }: Sending,
  environmentId: string,
  noticeId: string,
): Promise<NoticeRecord | undefined> {
  const found = await executor.read((tx) => buildEmailContent(tx, environmentId, noticeId, publicUrl()))
  if (!found) return undefined
  const { tries, content, behind, suppressed = 'deleted' } = found
  if (behind !== undefined) return { noticeId, tries, result: { behind } }
  if (!content) return { noticeId, tries, result: { suppressed } }
  if (!post) return { noticeId, tries, result: { suppressed: 'no_mail_server' } }
  const delay = options.delaysMs[tries]
  const notDrawn = (err: unknown): Drawn => {
    logger.error({ err, environmentId, noticeId }, 'the proof of a letter could not be drawn')
    return undrawn
  }
  const drawing = content.podId === undefined ? undefined : proof(environmentId, content.podId)
  const drawn: Drawn = drawing ? await drawing.then((pdf): Drawn => ({ pdf }), notDrawn) : {}
  // If the PDF cannot be drawn, the attempt fails and is retried. The last attempt sends the e-mail without the PDF.
  const posted = drawn.failure && delay !== undefined ? drawn : await post(letterOf(noticeId, content, drawn.pdf))
  const retryAfterMs = posted.failure === 'failed' && delay !== undefined ? jittered(delay) : undefined
  const code = posted.failure && posted.code
  return { noticeId, tries, result: { attempt: attemptOf(posted), retryAfterMs, code } }
}

type Drawn = { pdf?: EmailAttachment | undefined } & EmailResult
const undrawn: EmailResult = { failure: 'failed', code: 'PDF', message: 'The proof could not be drawn as a PDF.' }

const attemptOf = (posted: EmailResult) => ({
  time: formatIso(Date.now()),
  result: posted.failure ?? ('sent' as const),
  message: posted.failure ? posted.message : null,
  ...(posted.failure && posted.isUnsure ? { isUnsure: posted.isUnsure } : {}),
})

const jittered = (delay: number): number => Math.round(delay * (1 + Math.random() * jitter))

function letterOf(noticeId: string, content: EmailContent, pdf: EmailAttachment | undefined): EmailMessage {
  const { address, subject, text, html, senderName, replyTo, branding, stopUrl } = content
  const logo = createLogoAttachment(branding)
  return {
    to: address,
    subject,
    text,
    html,
    senderName,
    replyTo,
    messageId: noticeId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    attachments: [logo, pdf].filter((attachment) => attachment !== undefined),
  }
}
