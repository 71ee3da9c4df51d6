// Sends what is due: one sender for each webhook, apart from all others, on whichever instance holds its lease.
import { type DeliveryAttempt, type PauseReason, pauseReasons } from '../../../contract/webhook.ts'
import type { Failed } from '../../platform/error/reason.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { Outbound } from '../../platform/operation/services.ts'
import {
  type Job,
  type Jobs,
  type LeasedWork,
  pollMs,
  startLeasedWorker,
} from '../../platform/process/leased-worker.ts'
import { clocksDifferMs } from '../../platform/process/leases.ts'
import { messageFor, send } from './attempt.ts'
import { watchLateness } from './lateness.ts'
import {
  type AttemptRecord,
  bringForward,
  fanOutWebhook,
  gone,
  isDelivered,
  leaseWebhook,
  pingMs,
  type Recorded,
  recordAttempt,
  releaseWebhook,
} from './queue.ts'
import * as store from './store.ts'

/** Ids only: what is sent, to where and with which secret is nobody's to read in a log. */
interface Log {
  error(failed: Failed, text: string): void
  warn(details: object, text: string): void
}

/** What the sending of webhooks is seen by. */
export interface WebhookMetrics {
  attempt(result: string): void
  paused(reason: PauseReason, count: number): void
  /** For how long what could be sent has been waiting. */
  queueAge(seconds: number): void
}

export interface DispatcherParts {
  executor: Pick<Executor, 'read' | 'run'>
  outbound: Outbound
  logger: Log
  metrics: WebhookMetrics
}
export interface DispatcherOptions {
  /** Names this process among all that send from the same database. */
  owner: string
  leaseMs: number
  /** Between the tries of a delivery: one try more than there are delays. */
  delaysMs: readonly number[]
  /** Requests under way, to one webhook and to all of them. */
  concurrency: number
  requestsMax: number
  /** Time that requests under way have to end at a stop. */
  graceMs: number
}
export interface Dispatcher {
  /** Something was written: there may be events. */
  wake(): void
  stop(): Promise<void>
}

/** Writes that follow one another closely are looked for together. */
const wakeMs = 20
/** Up to this share is added to a delay, so that what failed together does not come back together. */
const jitter = 0.2
/** So many failures in a row, and only one request at a time is tried, with pauses in between. */
const breakAfter = 5
const breakMsMax = 300_000
/** Who takes longer counts as slow, and all slow ones together get half of the requests at the most. */
const slowMs = 2_000

/** What this process knows of a webhook. Its times are those of performance.now(): they hold whatever becomes of the clock. */
interface Sender {
  environmentId: string
  webhookId: string
  /** Of the webhook that gone, failures, blockedUntil and slow were seen of: a changed one starts afresh. */
  version: number
  /** By delivery. */
  underWay: Map<string, Promise<void>>
  /** Records of which something is under way. */
  records: Set<string>
  hasEvents: boolean
  /** Whether deliveries wait for longer than they can have been told to. */
  isPutOff: boolean
  /** Too many of its deliveries wait: until then no events become more of them. */
  fullUntil: number
  /** Deliveries that were answered with 410: while there is one, nothing is begun, whatever others are answered. */
  gone: Set<string>
  failures: number
  blockedUntil: number
  slow: boolean
  nudge: () => void
}

type Claiming = LeasedWork<store.Work, true>['claim']

/** What the senders of this process share. */
interface Sending extends DispatcherParts {
  options: DispatcherOptions
  /** For so long a delivery may be put off. */
  dueMsMax: number
  /** By webhook. */
  senders: Map<string, Sender>
  /** Ends the requests that a stop has no more time for. */
  graceOver: AbortController
  /** Requests of all senders, and those of them to slow receivers. */
  underWay: number
  slowUnderWay: number
  /** Who waits for others to end. */
  starved: Set<Sender>
}

export function startDispatcher(parts: DispatcherParts, options: DispatcherOptions): Dispatcher {
  const { executor, logger, metrics } = parts
  const { owner, leaseMs, graceMs } = options
  const sending: Sending = {
    ...parts,
    options,
    dueMsMax: Math.max(pingMs, ...options.delaysMs) * (1 + jitter) + clocksDifferMs,
    senders: new Map(),
    graceOver: new AbortController(),
    underWay: 0,
    slowUnderWay: 0,
    starved: new Set(),
  }
  /** Number of webhooks at the last search. */
  let webhookCount = 0
  const lateness = watchLateness(executor.read)

  async function find(jobs: Jobs<store.Work>): Promise<number> {
    const rows = await executor.read(store.work)
    const now = Date.now()
    const dueMs = rows.reduce((least, row) => Math.min(least, consider(sending, jobs, row, now)), pollMs)
    forget(sending, jobs, rows)
    webhookCount = rows.length
    for (const reason of pauseReasons)
      metrics.paused(reason, rows.filter(({ pausedReason }) => pausedReason === reason).length)
    const lateMs = await lateness(rows, now)
    if (lateMs !== undefined) metrics.queueAge(lateMs / 1_000)
    return dueMs
  }
  const claim: Claiming = async ({ environmentId, webhookId }, lease) =>
    (await executor.run(leaseWebhook, backgroundCall(environmentId, { ...lease, webhookId }))) || undefined
  const worker = startLeasedWorker<store.Work, true>({
    ...{ owner, leaseMs, wakeMs, find, claim },
    keyOf: ({ webhookId }) => webhookId,
    leaseOf: ({ webhookId }) => webhookId,
    renew: async (row, lease) => (await claim(row, lease)) === true,
    release: ({ environmentId, webhookId }, lease) =>
      executor.run(releaseWebhook, backgroundCall(environmentId, { ...lease, webhookId })),
    run: (row, job) => work(sending, senderOf(sending.senders, row), job),
    failed(error, row) {
      if (!row) return logger.error({ err: error }, 'webhooks could not be read')
      senderOf(sending.senders, row).blockedUntil = performance.now() + pollMs
      logger.error({ err: error, webhookId: row.webhookId }, 'webhook could not be served')
    },
  })

  return {
    wake() {
      if (webhookCount > 0) worker.wake()
    },
    async stop() {
      const late = setTimeout(() => sending.graceOver.abort(), graceMs)
      await worker.stop()
      clearTimeout(late)
    },
  }
}

/** Answers in how many milliseconds it should be looked at again. */
function consider(sending: Sending, jobs: Jobs<store.Work>, row: store.Work, now: number): number {
  const dueMs = (row.due ?? Number.POSITIVE_INFINITY) - now
  if (!jobs.isFree(row) || row.state !== 'enabled') return Number.POSITIVE_INFINITY
  const isPutOff = row.lastDue !== null && row.lastDue - now > sending.dueMsMax
  if (row.events === 0 && dueMs > 0 && !isPutOff) return dueMs
  const passedMs = performance.now()
  const sender = senderOf(sending.senders, row)
  if (sender.version !== row.version)
    Object.assign(sender, { version: row.version, gone: new Set(), failures: 0, blockedUntil: 0, slow: false })
  if (row.events === 1 && sender.fullUntil <= passedMs) sender.hasEvents = true
  if (isPutOff) sender.isPutOff = true
  if (jobs.running.has(row.webhookId)) sender.nudge()
  else if (sender.blockedUntil > passedMs) return sender.blockedUntil - passedMs
  else jobs.start(row)
  return Number.POSITIVE_INFINITY
}

function senderOf(senders: Map<string, Sender>, { environmentId, webhookId, version }: store.Work): Sender {
  const known = senders.get(webhookId)
  if (known) return known
  const sender: Sender = {
    environmentId,
    webhookId,
    version,
    underWay: new Map(),
    records: new Set(),
    hasEvents: false,
    isPutOff: false,
    fullUntil: 0,
    gone: new Set(),
    failures: 0,
    blockedUntil: 0,
    slow: false,
    nudge: () => undefined,
  }
  senders.set(webhookId, sender)
  return sender
}

function forget({ senders }: Sending, { running }: Jobs<store.Work>, rows: store.Work[]): void {
  const there = new Set(rows.map(({ webhookId }) => webhookId))
  for (const webhookId of senders.keys())
    if (!running.has(webhookId) && !there.has(webhookId)) senders.delete(webhookId)
}

/** Sends for a webhook until there is nothing to do. */
async function work(sending: Sending, sender: Sender, { claim, signal, keepLease }: Job<true>): Promise<void> {
  const { executor, dueMsMax } = sending
  const { environmentId, webhookId } = sender
  signal.addEventListener('abort', () => sender.nudge(), { once: true })
  try {
    while (!signal.aborted && (await keepLease())) {
      if (sender.isPutOff) {
        sender.isPutOff = false
        await executor.run(bringForward, backgroundCall(environmentId, { webhookId, dueMsMax }))
      }
      if (sender.hasEvents) {
        sender.hasEvents = false
        const given = backgroundCall(environmentId, { ...claim, webhookId })
        const { lost, more, full } = await executor.run(fanOutWebhook, given)
        if (lost) return
        if (more) sender.hasEvents = true
        if (full) sender.fullUntil = performance.now() + pollMs
      }
      const waits = await startDue(sending, sender, signal)
      if (sender.underWay.size === 0 && !sender.hasEvents && !waits) return
      if (!signal.aborted && (sender.underWay.size > 0 || !sender.hasEvents))
        await nudged(sender, Math.min(pollMs, claim.leaseMs / 4))
    }
  } finally {
    await Promise.all(sender.underWay.values())
  }
}

/** Answers whether something is due that has to wait for others to end. */
async function startDue(sending: Sending, sender: Sender, signal: AbortSignal): Promise<boolean> {
  const { environmentId, webhookId } = sender
  const rows = await sending.executor.read((tx) => store.due(tx, environmentId, webhookId, Date.now()))
  for (const row of rows) {
    if (sender.underWay.has(row.deliveryId)) continue
    if (signal.aborted || sender.gone.size > 0 || sender.blockedUntil > performance.now()) return false
    // What happened to a record is told in its order, as far as nothing of it fails.
    const record = row.recordId ?? row.deliveryId
    if (sender.records.has(record)) continue
    if (!hasRoom(sending, sender)) {
      sending.starved.add(sender)
      return true
    }
    sender.records.add(record)
    const attempt = deliver(sending, sender, row).finally(() => {
      sender.underWay.delete(row.deliveryId)
      sender.records.delete(record)
      sender.nudge()
      for (const each of sending.starved) each.nudge()
      sending.starved.clear()
    })
    sender.underWay.set(row.deliveryId, attempt)
  }
  return false
}

function hasRoom({ options, underWay, slowUnderWay }: Sending, { underWay: own, failures, slow }: Sender): boolean {
  if (own.size >= (failures >= breakAfter ? 1 : options.concurrency)) return false
  return underWay < options.requestsMax && (!slow || slowUnderWay < options.requestsMax / 2)
}

async function deliver(sending: Sending, sender: Sender, row: store.DueRow): Promise<void> {
  const counted = sender.slow ? 1 : 0
  sending.underWay++
  sending.slowUnderWay += counted
  try {
    await tryOnce(sending, sender, row)
  } catch (error) {
    // Nothing is known to be written: it stays due, and is tried again.
    sender.blockedUntil = performance.now() + pollMs
    sending.logger.error({ err: error, webhookId: sender.webhookId }, 'a webhook delivery could not be recorded')
  } finally {
    sending.underWay--
    sending.slowUnderWay -= counted
  }
}

async function tryOnce(sending: Sending, sender: Sender, { deliveryId, tries }: store.DueRow): Promise<void> {
  const { executor, outbound, logger, metrics, graceOver, options } = sending
  const { environmentId, webhookId } = sender
  const target = { environmentId, webhookId, deliveryId }
  const message = await executor.read((tx) => messageFor(tx, target, Date.now()))
  // Another number: what was read as due has been tried meanwhile. And others may have been told that there is nobody.
  if (message?.tries !== tries || sender.gone.size > 0) return
  const attempt = await send(outbound, message, Date.now(), graceOver.signal)
  if (!attempt) return
  if (attempt.status === gone) sender.gone.add(deliveryId)
  const delivered = isDelivered(attempt)
  const delay = options.delaysMs[tries]
  const record: AttemptRecord = {
    webhookId,
    deliveryId,
    version: message.version,
    tries,
    attempt,
    retryAfterMs: delay === undefined ? undefined : Math.round(delay * (1 + Math.random() * jitter)),
    failingMsMax: options.delaysMs.reduce((sum, each) => sum + each, 0),
    recovered: delivered && sender.failures >= breakAfter,
  }
  let recorded: Recorded | undefined
  try {
    recorded = await executor.run(recordAttempt, backgroundCall(environmentId, record))
  } finally {
    // Where it has paused the webhook it counts until that is changed: others may have been read before.
    if (recorded?.paused === undefined) sender.gone.delete(deliveryId)
  }
  metrics.attempt(delivered ? 'delivered' : (attempt.failure ?? 'rejected'))
  if (recorded.paused !== undefined)
    logger.warn({ environmentId, webhookId, reason: recorded.paused }, 'webhook paused: its receiver does not respond')
  else learn(sender, attempt, recorded.state, record.retryAfterMs)
}

/** What an attempt tells of the receiver; that of another version tells nothing, and the next look finds the new one. */
function learn(
  sender: Sender,
  attempt: DeliveryAttempt,
  state: Recorded['state'],
  retryAfterMs: number | undefined,
): void {
  const delivered = isDelivered(attempt)
  if (delivered) sender.blockedUntil = 0
  if (state === 'outdated') return
  sender.slow = attempt.durationMs > slowMs
  sender.failures = delivered ? 0 : sender.failures + 1
  if (sender.failures >= breakAfter)
    sender.blockedUntil = performance.now() + Math.min(retryAfterMs ?? breakMsMax, breakMsMax)
}

/** Waits for something new, but not so long that a lease would end. */
const nudged = (sender: Sender, waitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      sender.nudge = () => undefined
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    sender.nudge = done
  })
