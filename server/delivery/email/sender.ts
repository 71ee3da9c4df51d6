// Sends the letters that are due: for each environment on whichever instance holds its lease, a few at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { filesMs } from '../../orders/outbox/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import type { Failed } from '../../platform/error/reason.ts'
import {
  type EmailSlot,
  type EmailSlots,
  emailsUnderWayMax,
  openEmailSlots,
} from '../../platform/fairness/email-slots.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { Attachment, Letter, Post, Posted } from '../../platform/operation/services.ts'
import {
  type Job,
  type Jobs,
  type LeasedWork,
  pollMs,
  startLeasedWorker,
} from '../../platform/process/leased-worker.ts'
import { clocksDifferMs } from '../../platform/process/leases.ts'
import { epochOf, toIso } from '../../platform/value/times.ts'
import { type Content, contentOf } from './content.ts'
import { logoOf } from './letter.ts'
import {
  behindMs,
  bringForwardNotices,
  leaseNotices,
  type NoticeRecord,
  recordNotice,
  releaseNotices,
} from './queue.ts'

/** Ids only: to whom a letter goes, and what is in it, is nobody's to read in a log. */
interface Log {
  error(failed: Failed, text: string): void
}

/** What the sending of letters is seen by. */
export interface NoticeMetrics {
  attempt(result: string): void
  /** Of what is due. */
  queueAge(seconds: number): void
  /** Of what waits, since it was decided. */
  oldest(seconds: number): void
}

export interface SenderParts {
  executor: Pick<Executor, 'read' | 'run'>
  /** None where no mail server is named: then letters are marked as such. */
  post: Post | undefined
  publicUrl(): string
  /** The proof as a PDF, if there still is one. */
  proof(environmentId: string, podId: string): Promise<Attachment | undefined>
  logger: Log
  metrics: NoticeMetrics
}
export interface SenderOptions {
  /** Names this process among all that send from the same database. */
  owner: string
  leaseMs: number
  /** Between the tries of a letter: one try more than there are delays. */
  delaysMs: readonly number[]
  /** Letters under way, of one environment and of all. */
  concurrency: number
  /** Time that letters under way have to end at a stop. */
  graceMs: number
}
export interface Sender {
  /** Something was written: there may be letters. */
  wake(): void
  stop(): Promise<void>
}

/** Between two looks at how long the oldest letter waits: all that wait are read for it. */
const oldestMs = 60_000
/** So many letters are read at a time besides those that can be under way. */
const dueBesides = 64
/** Writes that follow one another are looked for together; letters are in no hurry. */
const wakeMs = 100
/** Between letters of an environment that are due together: requests come in between. */
const paceMs = 25
/** Up to this share is added to a delay, so that what failed together does not come back together. */
const jitter = 0.2
/** After a failure of the database. */
const troubleMs = 1_000

type Claiming = LeasedWork<store.Work, true>['claim']

interface Sending extends SenderParts {
  options: SenderOptions
  /** For so long a letter may be put off. Who plans letters for a later day has to make it longer. */
  dueMsMax: number
  slots: EmailSlots
}

export function startSender(parts: SenderParts, options: SenderOptions): Sender {
  const { executor, logger, metrics } = parts
  const { owner, leaseMs, graceMs } = options
  const sending: Sending = {
    ...parts,
    options,
    dueMsMax: Math.max(filesMs, ...options.delaysMs) * (1 + jitter) + behindMs + clocksDifferMs,
    slots: openEmailSlots(options.concurrency),
  }
  /** Number of environments with e-mails at the last search. */
  let environmentCount = 0
  const lookForOldest = watchOldest(parts)

  async function find(jobs: Jobs<store.Work>): Promise<number> {
    const rows = await executor.read(store.work)
    const now = Date.now()
    environmentCount = rows.length
    let dueMs = pollMs
    for (const row of rows) {
      const { due } = row
      const hasWork = (due !== null && due <= now) || isPutOff(sending, row, now)
      if (jobs.isFree(row) && hasWork) jobs.start(row)
      if (due !== null && due > now) dueMs = Math.min(dueMs, due - now)
    }
    metrics.queueAge(rows.reduce((age, { due }) => Math.max(age, now - (due ?? now)), 0) / 1_000)
    await lookForOldest(rows.some(({ due }) => due !== null))
    return dueMs
  }
  const claim: Claiming = async ({ environmentId }, lease) =>
    (await executor.run(leaseNotices, backgroundCall(environmentId, lease))) || undefined
  const worker = startLeasedWorker<store.Work, true>({
    // An e-mail whose sending the stop interrupts counts as not sent: it is sent again, with the same id.
    ...{ owner, leaseMs, wakeMs, graceMs, find, claim },
    keyOf: ({ environmentId }) => environmentId,
    leaseOf: ({ environmentId }) => environmentId,
    renew: async (row, lease) => (await claim(row, lease)) === true,
    release: ({ environmentId }, lease) => executor.run(releaseNotices, backgroundCall(environmentId, lease)),
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

/** Returns whether e-mails wait for longer than any delay, because the clock was ahead when they were stored. */
const isPutOff = ({ dueMsMax }: Sending, { lastDue }: store.Work, now: number): boolean =>
  lastDue !== null && lastDue - now > dueMsMax

/** Tells how long the oldest letter waits; asked with every look, and reads now and then. */
function watchOldest({ executor, metrics }: SenderParts): (isAny: boolean) => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY
  let oldest: string | null = null
  return async (isAny) => {
    if (!isAny) oldest = null
    else if (performance.now() - readAt > oldestMs) {
      oldest = await executor.read(store.oldestWaiting)
      readAt = performance.now()
    }
    metrics.oldest(oldest === null ? 0 : Math.max(0, Date.now() - epochOf(oldest)) / 1_000)
  }
}

/** Sends the e-mails of an environment until none is due. */
async function work(sending: Sending, row: store.Work, { claim, signal, keepLease }: Job<true>): Promise<void> {
  const { executor, options, dueMsMax, logger } = sending
  const { environmentId } = row
  const { leaseMs } = claim
  // All that can be under way are due as well: there is to be more than those.
  const dueMax = emailsUnderWayMax(options.concurrency) + dueBesides
  const underWay = new Map<string, Promise<void>>()
  const begin = (row: store.DueRow, { release }: EmailSlot) => {
    const sent = deliver(sending, environmentId, row).finally(() => {
      release()
      underWay.delete(row.noticeId)
    })
    underWay.set(row.noticeId, sent)
  }
  const slots = slotsFor(sending.slots, environmentId)
  /** Answers whether there is more to do. */
  const goOn = async (): Promise<boolean> => {
    if (!(await keepLease())) return false
    const rows = await executor.read((tx) => store.due(tx, environmentId, Date.now(), dueMax))
    const waiting = rows.filter(({ noticeId }) => !underWay.has(noticeId))
    if (waiting.length === 0 && underWay.size === 0) return false
    if (waiting.length === 0) slots.end()
    let begun = 0
    for (const row of waiting) {
      if (begun > 0) await sleep(paceMs, undefined, { ref: false })
      const slot = signal.aborted ? undefined : slots.take()
      if (!slot) break
      begin(row, slot)
      begun++
    }
    // Until there is a slot or something ends; and soon, as more may be due and the lease is to be renewed.
    const soon = sleep(Math.min(pollMs, leaseMs / 4), undefined, { ref: false })
    await Promise.race([...(begun < waiting.length ? [slots.available()] : []), ...underWay.values(), soon])
    return true
  }
  /** While letters are under way the lease is kept, whatever fails: without it others would send them as well. */
  const inTrouble = async (error: unknown): Promise<boolean> => {
    if (underWay.size === 0) throw error
    logger.error({ err: error, environmentId }, 'letters could not be sent')
    await sleep(Math.min(troubleMs, leaseMs / 4), undefined, { ref: false })
    return true
  }
  if (isPutOff(sending, row, Date.now()))
    await executor.run(bringForwardNotices, backgroundCall(environmentId, dueMsMax))
  try {
    while (!signal.aborted && (await goOn().catch(inTrouble)));
  } finally {
    slots.end()
    await Promise.all(underWay.values())
  }
}

/** The e-mail slots of one environment, which waits for one slot at a time. */
function slotsFor(slots: EmailSlots, environmentId: string) {
  let waiting: ReturnType<EmailSlots['waitFor']> | undefined
  let granted: EmailSlot | undefined
  return {
    /** Returns a slot for an e-mail that is sent now. */
    take(): EmailSlot | undefined {
      const slot = granted ?? (waiting ? undefined : slots.takeFree())
      granted = undefined
      return slot
    },
    /** Resolves when `take` has a slot. */
    async available(): Promise<void> {
      if (granted) return
      waiting ??= slots.waitFor(environmentId)
      const own = waiting
      const slot = await own.slot
      if (waiting !== own) return
      waiting = undefined
      granted = slot
    },
    /** Releases the slot that is not used, and waits for no other one. */
    end(): void {
      granted?.release()
      waiting?.cancel()
      granted = waiting = undefined
    },
  }
}

async function deliver(sending: Sending, environmentId: string, { noticeId, tries }: store.DueRow): Promise<void> {
  const { executor, metrics, logger } = sending
  try {
    const record = await tryOnce(sending, environmentId, noticeId)
    // Another number: what was read as due has been tried meanwhile.
    if (record?.tries !== tries) return
    const state = await executor.run(recordNotice, backgroundCall(environmentId, record))
    const { result } = record
    if ('behind' in result) return
    metrics.attempt('attempt' in result ? result.attempt.result : 'suppressed')
    // What is refused is a matter of the address or the letter: planners see it, and an operator can do nothing about it.
    if (state === 'failed' && 'attempt' in result && result.attempt.result === 'failed')
      logger.error({ err: result.code, environmentId, noticeId }, 'a letter is given up')
  } catch (error) {
    // Nothing is known to be written: it stays due, and is tried again.
    logger.error({ err: error, environmentId, noticeId }, 'a letter could not be sent or recorded')
    await sleep(troubleMs, undefined, { ref: false })
  }
}

async function tryOnce(
  { executor, post, publicUrl, proof, options, logger }: Sending,
  environmentId: string,
  noticeId: string,
): Promise<NoticeRecord | undefined> {
  const found = await executor.read((tx) => contentOf(tx, environmentId, noticeId, publicUrl()))
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
  // In the end a letter without its proof is better than none.
  const posted = drawn.failure && delay !== undefined ? drawn : await post(letterOf(noticeId, content, drawn.pdf))
  const retryAfterMs = posted.failure === 'failed' && delay !== undefined ? jittered(delay) : undefined
  const code = posted.failure && posted.code
  return { noticeId, tries, result: { attempt: attemptOf(posted), retryAfterMs, code } }
}

type Drawn = { pdf?: Attachment | undefined } & Posted
const undrawn: Posted = { failure: 'failed', code: 'PDF', message: 'The proof could not be drawn as a PDF.' }

const attemptOf = (posted: Posted) => ({
  time: toIso(Date.now()),
  result: posted.failure ?? ('sent' as const),
  message: posted.failure ? posted.message : null,
  ...(posted.failure && posted.isUnsure ? { isUnsure: posted.isUnsure } : {}),
})

const jittered = (delay: number): number => Math.round(delay * (1 + Math.random() * jitter))

function letterOf(noticeId: string, content: Content, pdf: Attachment | undefined): Letter {
  const { address, subject, text, html, senderName, replyTo, branding, stopUrl } = content
  const logo = logoOf(branding)
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
    attachments: [logo, pdf].filter((each) => each !== undefined),
  }
}
