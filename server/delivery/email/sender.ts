// Sends the letters that are due: for each environment on whichever instance holds its lease, a few at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { filesMs } from '../../orders/outbox/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import type { Failed } from '../../platform/error/reason.ts'
import { openPlaces, type Place, type Places, underWayMax } from '../../platform/fairness/email-slots.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { Attachment, Letter, Post, Posted } from '../../platform/operation/services.ts'
import { clocksDifferMs, type Leases, watchLeases } from '../../platform/process/leases.ts'
import { lookForWork, pollMs } from '../../platform/process/looking.ts'
import { within } from '../../platform/process/within.ts'
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

interface Sending extends SenderParts {
  options: SenderOptions
  leases: Leases
  /** For so long a letter may be put off. Who plans letters for a later day has to make it longer. */
  dueMsMax: number
  stopping: boolean
  /** By environment, while it works. */
  working: Map<string, Promise<void>>
  places: Places
}

export function startSender(parts: SenderParts, options: SenderOptions): Sender {
  const { executor, logger, metrics } = parts
  const sending: Sending = {
    ...parts,
    options,
    leases: watchLeases(options.leaseMs),
    dueMsMax: Math.max(filesMs, ...options.delaysMs) * (1 + jitter) + behindMs + clocksDifferMs,
    stopping: false,
    working: new Map(),
    places: openPlaces(options.concurrency),
  }
  /** How many environments had letters at the last look. */
  let known = 0
  const lookForOldest = watchOldest(parts)

  async function look(): Promise<number> {
    const rows = await executor.read(store.work)
    const now = Date.now()
    known = rows.length
    let dueMs = pollMs
    for (const row of rows) {
      consider(sending, row, now)
      if (row.due !== null && row.due > now) dueMs = Math.min(dueMs, row.due - now)
    }
    metrics.queueAge(rows.reduce((age, { due }) => Math.max(age, now - (due ?? now)), 0) / 1_000)
    await lookForOldest(rows.some(({ due }) => due !== null))
    return dueMs
  }
  const failed = (error: unknown) => logger.error({ err: error }, 'letters could not be read')
  const looking = lookForWork(look, { failed, soonMs: wakeMs })
  return {
    wake() {
      if (known > 0) looking.soon()
    },
    async stop() {
      sending.stopping = true
      await looking.stop()
      // What is under way then counts as not sent: it is sent again, with the same id.
      await within(options.graceMs, Promise.all(sending.working.values()))
    },
  }
}

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

function consider(sending: Sending, row: store.Work, now: number): void {
  const { working, options, leases, dueMsMax, logger } = sending
  const { environmentId, leaseOwner, leaseUntil, due, lastDue } = row
  const isFree = leaseOwner === options.owner || leases.isOver(environmentId, leaseUntil, now)
  const isPutOff = lastDue !== null && lastDue - now > dueMsMax
  const hasWork = (due !== null && due <= now) || isPutOff
  if (sending.stopping || !hasWork || !isFree || working.has(environmentId)) return
  working.set(
    environmentId,
    work(sending, environmentId, { overUntil: leaseUntil, isPutOff })
      .catch(async (error) => {
        logger.error({ err: error, environmentId }, 'letters could not be sent')
        await sleep(troubleMs, undefined, { ref: false })
      })
      .finally(() => working.delete(environmentId)),
  )
}

interface Found {
  /** Of the lease that is over. */
  overUntil: number
  /** Whether letters wait for longer than they can have been told to. */
  isPutOff: boolean
}

/** Holds the lease for as long as letters are due. */
async function work(sending: Sending, environmentId: string, { overUntil, isPutOff }: Found): Promise<void> {
  const { executor, options, dueMsMax, logger } = sending
  const { owner, leaseMs } = options
  // All that can be under way are due as well: there is to be more than those.
  const dueMax = underWayMax(options.concurrency) + dueBesides
  const call = () => backgroundCall(environmentId, { owner, leaseMs, overUntil })
  const underWay = new Map<string, Promise<void>>()
  const begin = (row: store.DueRow, { leave }: Place) => {
    const sent = deliver(sending, environmentId, row).finally(() => {
      leave()
      underWay.delete(row.noticeId)
    })
    underWay.set(row.noticeId, sent)
  }
  const turn = takeTurns(sending.places, environmentId)
  // As performance.now() counts: a clock that is set back must not keep it from being renewed.
  let leasedAt: number | undefined
  /** Answers whether there is more to do. */
  const goOn = async (): Promise<boolean> => {
    const asked = performance.now()
    if (leasedAt === undefined || asked - leasedAt > leaseMs / 3) {
      if (!(await executor.run(leaseNotices, call()))) return false
      if (leasedAt === undefined && isPutOff)
        await executor.run(bringForwardNotices, backgroundCall(environmentId, dueMsMax))
      leasedAt = asked
    }
    const rows = await executor.read((tx) => store.due(tx, environmentId, Date.now(), dueMax))
    const waiting = rows.filter(({ noticeId }) => !underWay.has(noticeId))
    if (waiting.length === 0 && underWay.size === 0) return false
    if (waiting.length === 0) turn.end()
    let begun = 0
    for (const row of waiting) {
      if (begun > 0) await sleep(paceMs, undefined, { ref: false })
      const place = sending.stopping ? undefined : turn.place()
      if (!place) break
      begin(row, place)
      begun++
    }
    // Until there is a place or something ends; and soon, as more may be due and the lease is to be renewed.
    const soon = sleep(Math.min(pollMs, leaseMs / 4), undefined, { ref: false })
    await Promise.race([...(begun < waiting.length ? [turn.came()] : []), ...underWay.values(), soon])
    return true
  }
  /** While letters are under way the lease is kept, whatever fails: without it others would send them as well. */
  const inTrouble = async (error: unknown): Promise<boolean> => {
    if (underWay.size === 0) throw error
    logger.error({ err: error, environmentId }, 'letters could not be sent')
    await sleep(Math.min(troubleMs, leaseMs / 4), undefined, { ref: false })
    return true
  }
  try {
    while (!sending.stopping && (await goOn().catch(inTrouble)));
  } finally {
    turn.end()
    await Promise.all(underWay.values())
    if (leasedAt !== undefined) await executor.run(releaseNotices, call())
  }
}

/** The places of one environment, one after the other: it waits in line with the others, and only once at a time. */
function takeTurns(places: Places, environmentId: string) {
  let waiting: ReturnType<Places['wait']> | undefined
  let given: Place | undefined
  return {
    /** One to begin with now. */
    place(): Place | undefined {
      const place = given ?? (waiting ? undefined : places.free())
      given = undefined
      return place
    },
    /** When there is one. */
    async came(): Promise<void> {
      if (given) return
      waiting ??= places.wait(environmentId)
      const mine = waiting
      const place = await mine.place
      if (waiting !== mine) return
      waiting = undefined
      given = place
    },
    /** Needs none for now. */
    end(): void {
      given?.leave()
      waiting?.giveUp()
      given = waiting = undefined
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
