// Sends due deliveries: one sender per webhook, on the instance that holds its lease.
import { type DeliveryAttempt, type PauseReason, pauseReasons } from '../../../contract/webhook.ts'
import type { BackgroundFailure } from '../../platform/error/reason.ts'
import { createBackgroundCall, type OperationExecutor } from '../../platform/operation/operation.ts'
import type { OutboundClient } from '../../platform/operation/services.ts'
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
import { findMessage, sendMessage } from './attempt.ts'
import { watchLateness } from './lateness.ts'
import {
  type AttemptRecord,
  bringForward,
  fanOutWebhook,
  isDelivered,
  leaseWebhook,
  pingMs,
  type RecordedAttempt,
  recordAttempt,
  releaseWebhook,
  unsubscribeStatus,
} from './queue.ts'
import * as store from './store.ts'

/** A log of ids and errors. It never contains a message, a URL or a secret. */
interface Log {
  error(failed: BackgroundFailure, text: string): void
  warn(details: object, text: string): void
}

/** Metrics of sending. */
export interface WebhookMetrics {
  attempt(result: string): void
  paused(reason: PauseReason, count: number): void
  /** Age of the queue: time for which the oldest event or due delivery has been waiting. */
  queueAge(seconds: number): void
}

export interface DispatcherParts {
  executor: Pick<OperationExecutor, 'read' | 'run'>
  outbound: OutboundClient
  logger: Log
  metrics: WebhookMetrics
}
export interface DispatcherOptions extends Pick<LeaseClaim, 'owner' | 'leaseMs'> {
  /**
   * Delays between the attempts of a delivery, in milliseconds. The list has one entry fewer than a delivery has
   * attempts.
   */
  delaysMs: readonly number[]
  /** Largest number of concurrent requests to one webhook (`concurrency`), and to all webhooks (`requestsMax`). */
  concurrency: number
  requestsMax: number
  /** Grace time for requests under way at a stop, in milliseconds. */
  graceMs: number
}

/** Time from a write to the search, in milliseconds. Writes that follow each other cause one search. */
const wakeMs = 20
/** Largest random share that is added to a delay, so that deliveries that failed together are retried apart. */
const jitter = 0.2
/** Consecutive failures after which a sender sends one request at a time, with pauses. */
const breakAfter = 5
const breakMsMax = 300_000
/** Duration of a request to a slow receiver, in milliseconds. Slow receivers together get half of the requests. */
const slowMs = 2_000

/** The state of a webhook in this process. Its times use `performance.now()`, so clock changes do not matter. */
interface Sender {
  environmentId: string
  webhookId: string
  /**
   * Version of the webhook to which `gone`, `failures`, `blockedUntil` and `slow` belong. A new version resets them.
   */
  version: number
  /** Requests under way, by delivery id. */
  activeRequests: Map<string, Promise<void>>
  /** Records with a delivery under way. */
  records: Set<string>
  hasEvents: boolean
  /** Whether deliveries wait for longer than any delay, because the clock was ahead. */
  isPutOff: boolean
  /** Time until which no events become deliveries, because too many deliveries wait. */
  fullUntil: number
  /** Deliveries that received status 410. While the set is not empty, the sender starts no request. */
  gone: Set<string>
  failures: number
  blockedUntil: number
  slow: boolean
  nudge: () => void
}

type Claiming = LeasedWork<store.WebhookWork, true>['claim']

/** State of sending that the senders of this process share. */
interface Sending extends DispatcherParts {
  options: DispatcherOptions
  /** Longest regular delay of a delivery, in milliseconds. */
  dueMsMax: number
  /** Senders by webhook id. */
  senders: Map<string, Sender>
  /** Aborts the requests that are still under way after the grace time of a stop. */
  graceOver: AbortController
  /** Number of requests under way of all senders, and of the requests to slow receivers. */
  activeCount: number
  slowActiveCount: number
  /** Starved senders, which wait until another request ends. */
  starved: Set<Sender>
}

/** Starts the sending of deliveries. */
export function startDispatcher(context: DispatcherParts, options: DispatcherOptions): LeasedWorker {
  const { executor, logger, metrics } = context
  const { owner, leaseMs, graceMs } = options
  const sending: Sending = {
    ...context,
    options,
    dueMsMax: Math.max(pingMs, ...options.delaysMs) * (1 + jitter) + clocksDifferMs,
    senders: new Map(),
    graceOver: new AbortController(),
    activeCount: 0,
    slowActiveCount: 0,
    starved: new Set(),
  }
  /** Number of webhooks at the last search. */
  let webhookCount = 0
  const lateness = watchLateness(executor.read)

  async function find(jobs: LeasedJobs<store.WebhookWork>): Promise<number> {
    const rows = await executor.read(store.listWebhookWork)
    const now = Date.now()
    const waitMs = rows.reduce((least, row) => Math.min(least, consider(sending, jobs, row, now)), pollMs)
    forget(sending, jobs, rows)
    webhookCount = rows.length
    for (const reason of pauseReasons)
      metrics.paused(reason, rows.filter(({ pausedReason }) => pausedReason === reason).length)
    const lateMs = await lateness(rows, now)
    if (lateMs !== undefined) metrics.queueAge(lateMs / 1_000)
    return waitMs
  }
  const claim: Claiming = async ({ environmentId, webhookId }, lease) =>
    (await executor.run(leaseWebhook, createBackgroundCall(environmentId, { ...lease, webhookId }))) || undefined
  const worker = startLeasedWorker<store.WebhookWork, true>({
    owner,
    leaseMs,
    wakeMs,
    find,
    claim,
    keyOf: ({ webhookId }) => webhookId,
    leaseOf: ({ webhookId }) => webhookId,
    renew: async (row, lease) => (await claim(row, lease)) === true,
    release: ({ environmentId, webhookId }, lease) =>
      executor.run(releaseWebhook, createBackgroundCall(environmentId, { ...lease, webhookId })),
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

/** Starts or nudges the sender of a webhook with work. Returns the milliseconds until its next search. */
function consider(sending: Sending, jobs: LeasedJobs<store.WebhookWork>, row: store.WebhookWork, now: number): number {
  const waitMs = (row.due ?? Number.POSITIVE_INFINITY) - now
  if (!jobs.isFree(row) || row.state !== 'enabled') return Number.POSITIVE_INFINITY
  const isPutOff = row.lastDue !== null && row.lastDue - now > sending.dueMsMax
  if (row.events === 0 && waitMs > 0 && !isPutOff) return waitMs
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

function senderOf(senders: Map<string, Sender>, { environmentId, webhookId, version }: store.WebhookWork): Sender {
  const existing = senders.get(webhookId)
  if (existing) return existing
  const sender: Sender = {
    environmentId,
    webhookId,
    version,
    activeRequests: new Map(),
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

function forget({ senders }: Sending, { running }: LeasedJobs<store.WebhookWork>, rows: store.WebhookWork[]): void {
  const webhookIds = new Set(rows.map(({ webhookId }) => webhookId))
  for (const webhookId of senders.keys())
    if (!running.has(webhookId) && !webhookIds.has(webhookId)) senders.delete(webhookId)
}

/** Works for a webhook until all is sent. */
async function work(sending: Sending, sender: Sender, { claim, signal, keepLease }: LeasedJob<true>): Promise<void> {
  signal.addEventListener('abort', () => sender.nudge(), { once: true })
  try {
    while (!signal.aborted && (await keepLease())) {
      if (!(await createDeliveries(sending, sender, claim))) return
      const waits = await startReadyDeliveries(sending, sender, signal)
      if (sender.activeRequests.size === 0 && !sender.hasEvents && !waits) return
      if (!signal.aborted && (sender.activeRequests.size > 0 || !sender.hasEvents))
        await nudged(sender, Math.min(pollMs, claim.leaseMs / 4))
    }
  } finally {
    await Promise.all(sender.activeRequests.values())
  }
}

/** Creates deliveries of new events, and corrects delays that are too long. Returns false if the lease is lost. */
async function createDeliveries({ executor, dueMsMax }: Sending, sender: Sender, claim: LeaseClaim): Promise<boolean> {
  const { environmentId, webhookId } = sender
  if (sender.isPutOff) {
    sender.isPutOff = false
    await executor.run(bringForward, createBackgroundCall(environmentId, { webhookId, dueMsMax }))
  }
  if (!sender.hasEvents) return true
  sender.hasEvents = false
  const call = createBackgroundCall(environmentId, { ...claim, webhookId })
  const { lost, more, full } = await executor.run(fanOutWebhook, call)
  if (more) sender.hasEvents = true
  if (full) sender.fullUntil = performance.now() + pollMs
  return !lost
}

/** Starts due deliveries. Returns whether a due delivery has to wait until another request ends. */
async function startReadyDeliveries(sending: Sending, sender: Sender, signal: AbortSignal): Promise<boolean> {
  const { environmentId, webhookId } = sender
  const rows = await sending.executor.read((tx) => store.listReadyDeliveries(tx, environmentId, webhookId, Date.now()))
  for (const row of rows) {
    if (sender.activeRequests.has(row.deliveryId)) continue
    if (signal.aborted || sender.gone.size > 0 || sender.blockedUntil > performance.now()) return false
    // Deliveries of one record are sent one after another, so that a receiver gets its events in sequence.
    const record = row.recordId ?? row.deliveryId
    if (sender.records.has(record)) continue
    if (!hasCapacity(sending, sender)) {
      sending.starved.add(sender)
      return true
    }
    sender.records.add(record)
    const attempt = deliver(sending, sender, row).finally(() => {
      sender.activeRequests.delete(row.deliveryId)
      sender.records.delete(record)
      sender.nudge()
      for (const starvedSender of sending.starved) starvedSender.nudge()
      sending.starved.clear()
    })
    sender.activeRequests.set(row.deliveryId, attempt)
  }
  return false
}

function hasCapacity(
  { options, activeCount, slowActiveCount }: Sending,
  { activeRequests: own, failures, slow }: Sender,
): boolean {
  if (own.size >= (failures >= breakAfter ? 1 : options.concurrency)) return false
  return activeCount < options.requestsMax && (!slow || slowActiveCount < options.requestsMax / 2)
}

async function deliver(sending: Sending, sender: Sender, row: store.ReadyDelivery): Promise<void> {
  const counted = sender.slow ? 1 : 0
  sending.activeCount++
  sending.slowActiveCount += counted
  try {
    await tryOnce(sending, sender, row)
  } catch (error) {
    // If the result could not be stored, the delivery stays due, and is sent again.
    sender.blockedUntil = performance.now() + pollMs
    sending.logger.error({ err: error, webhookId: sender.webhookId }, 'a webhook delivery could not be recorded')
  } finally {
    sending.activeCount--
    sending.slowActiveCount -= counted
  }
}

async function tryOnce(sending: Sending, sender: Sender, { deliveryId, tries }: store.ReadyDelivery): Promise<void> {
  const { executor, outbound, logger, metrics, graceOver, options } = sending
  const { environmentId, webhookId } = sender
  const target = { environmentId, webhookId, deliveryId }
  const message = await executor.read((tx) => findMessage(tx, target, Date.now()))
  // Another instance has tried the delivery since it was read as due, or another delivery got status 410.
  if (message?.tries !== tries || sender.gone.size > 0) return
  const attempt = await sendMessage(outbound, message, Date.now(), graceOver.signal)
  if (!attempt) return
  if (attempt.status === unsubscribeStatus) sender.gone.add(deliveryId)
  const delivered = isDelivered(attempt)
  const delay = options.delaysMs[tries]
  const record: AttemptRecord = {
    webhookId,
    deliveryId,
    version: message.version,
    tries,
    attempt,
    retryAfterMs: delay === undefined ? undefined : Math.round(delay * (1 + Math.random() * jitter)),
    failingMsMax: options.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0),
    recovered: delivered && sender.failures >= breakAfter,
  }
  let recorded: RecordedAttempt | undefined
  try {
    recorded = await executor.run(recordAttempt, createBackgroundCall(environmentId, record))
  } finally {
    // A delivery that paused the webhook stays in `gone` until the webhook changes, because other deliveries may
    // already have been read.
    if (recorded?.paused === undefined) sender.gone.delete(deliveryId)
  }
  metrics.attempt(delivered ? 'delivered' : (attempt.failure ?? 'rejected'))
  if (recorded.paused !== undefined)
    logger.warn({ environmentId, webhookId, reason: recorded.paused }, 'webhook paused: its receiver does not respond')
  else learn(sender, attempt, recorded.state, record.retryAfterMs)
}

/** Updates the state of the receiver after an attempt. An attempt at another version of the webhook is ignored. */
function learn(
  sender: Sender,
  attempt: DeliveryAttempt,
  state: RecordedAttempt['state'],
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

/** Waits until the sender is nudged, or until `waitMs` are over. */
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
