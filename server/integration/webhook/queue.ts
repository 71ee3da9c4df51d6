// Defines the transactions of webhooks: leases, deliveries of new events, results of attempts, and purges.
import { isOfAccess } from '../../../contract/change.ts'
import type { DeliveryAttempt, DeliveryState, PauseReason } from '../../../contract/webhook.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import * as changeLog from '../../platform/event/store.ts'
import { createStep, type OperationCall } from '../../platform/operation/operation.ts'
import type { LeaseClaim } from '../../platform/process/leased-worker.ts'
import { createId, createIdAt } from '../../platform/value/ids.ts'
import { pauseWebhook } from './rules.ts'
import * as store from './store.ts'

/** Largest number of waiting deliveries of a webhook. Further events wait in the event log. */
const pendingMax = 1_000
/** Batch of events that become deliveries in one transaction. */
const batchMax = 200
const attemptsKept = 20
/** Time after which the dispatcher sends a ping without a result again, in milliseconds. */
export const pingMs = 60_000

interface WebhookClaim extends LeaseClaim {
  webhookId: string
}
export const leaseWebhook = createStep(
  'leaseWebhook',
  (tx, { webhookId, owner, leaseMs, overUntil }: WebhookClaim, { environmentId, now }) =>
    store.leaseWebhook(tx, environmentId, webhookId, { owner, now, until: now + leaseMs, overUntil }),
)

export const releaseWebhook = createStep(
  'releaseWebhook',
  async (tx, { webhookId, owner }: WebhookClaim, { environmentId }) => {
    await store.releaseWebhook(tx, environmentId, webhookId, owner)
  },
)

interface PutOff {
  webhookId: string
  /** Longest regular delay of a delivery, in milliseconds. */
  dueMsMax: number
}
/** Makes deliveries due now that wait for longer than `dueMsMax`: the clock was ahead when they were delayed. */
export const bringForward = createStep('bringForward', async (tx, { webhookId, dueMsMax }: PutOff, call) => {
  const { environmentId, now } = call
  await store.bringForward(tx, environmentId, webhookId, { now, latest: now + dueMsMax })
})

export interface FannedOut {
  /** Whether the webhook is lost: another instance has the lease, or the webhook is paused. */
  lost: boolean
  /** Whether more events may wait. */
  more: boolean
  /** Whether the queue is full: the webhook has reached its largest number of waiting deliveries. */
  full: boolean
}

/** Creates deliveries of new events and stores the new position, in one transaction: each event is delivered once. */
export const fanOutWebhook = createStep('fanOutWebhook', async (tx, claim: WebhookClaim, call): Promise<FannedOut> => {
  const { environmentId } = call
  const row = await store.lockWebhook(tx, environmentId, claim.webhookId)
  if (row?.state !== 'enabled' || row.leaseOwner !== claim.owner) return { lost: true, more: false, full: false }
  const capacity = pendingMax - (await store.countPending(tx, environmentId, row.webhookId))
  const limit = Math.min(capacity, batchMax)
  if (limit <= 0) return { lost: false, more: false, full: true }
  if (await changes.hasUnsequencedChanges(tx, environmentId)) await changes.assignPositions(tx, environmentId)
  const replayed = row.replayPosition === null ? 0 : await fanOutReplay(tx, call, row, limit)
  const found = await changeLog.findChangesAfter(tx, environmentId, row.position, limit)
  await addDeliveries(tx, call, row, found)
  if (found.length > 0) await store.setPosition(tx, environmentId, row.webhookId, found.at(-1)!.position)
  return { lost: false, more: found.length === limit || replayed === limit, full: false }
})

/** Creates deliveries of the next events of a replay. Returns the number of events that it read. */
async function fanOutReplay(
  tx: WriteTransaction,
  call: OperationCall,
  row: store.WebhookRow,
  limit: number,
): Promise<number> {
  const { environmentId } = call
  const found = await changeLog.findChangesAfter(tx, environmentId, row.replayPosition!, limit)
  const inRange = found.filter(({ position }) => position <= row.replayUntil!)
  await addDeliveries(tx, call, row, inRange)
  const hasMore = inRange.length === limit && inRange.at(-1)!.position < row.replayUntil!
  await store.setReplay(tx, environmentId, row.webhookId, {
    position: hasMore ? inRange.at(-1)!.position : null,
    until: hasMore ? row.replayUntil : null,
  })
  return hasMore ? limit : inRange.length
}

async function addDeliveries(
  tx: WriteTransaction,
  { environmentId, now }: OperationCall,
  row: store.WebhookRow,
  found: changeLog.SequencedRow[],
): Promise<void> {
  const filters = JSON.parse(row.events) as string[]
  // A webhook gets no events about itself.
  for (const { changeId, position, recordId, type } of found)
    if (!isOfAccess(type) && matches(filters, type) && recordId !== row.webhookId)
      await store.insertDelivery(tx, environmentId, row.webhookId, {
        deliveryId: createId(),
        eventId: changeId,
        position,
        recordId,
        type,
        state: 'pending',
        created: now,
        due: now,
        tries: 0,
        attempts: '[]',
      })
}

const matches = (filters: string[], type: string) =>
  filters.length === 0 || filters.includes(type) || filters.includes(type.replace(/\..*$/, '.*'))

export interface AttemptRecord {
  webhookId: string
  deliveryId: string
  /** Version of the webhook at the time of sending. */
  version: number
  /** Number of earlier attempts. Another stored number means that another instance has tried the delivery since. */
  tries: number
  attempt: DeliveryAttempt
  /** Delay before the next attempt, in milliseconds; undefined after the last one. */
  retryAfterMs: number | undefined
  /** Time of failing attempts after which the webhook is paused, in milliseconds. */
  failingMsMax: number
  /** Whether the receiver responds again after several failures: then all waiting deliveries become due. */
  recovered: boolean
}
export interface RecordedAttempt {
  /** `outdated` if the webhook changed since the attempt: its failure does not count. */
  state: DeliveryState | 'unknown' | 'outdated'
  /** Reason why this attempt paused the webhook; undefined if it did not. */
  paused?: PauseReason
}

/** Status by which a receiver unsubscribes. */
export const unsubscribeStatus = 410
export const isDelivered = ({ status }: DeliveryAttempt): boolean => status !== null && status >= 200 && status < 300

export const recordAttempt = createStep(
  'recordAttempt',
  async (tx, record: AttemptRecord, call): Promise<RecordedAttempt> => {
    const { environmentId, now } = call
    const { webhookId, deliveryId, attempt } = record
    const webhook = await store.lockWebhook(tx, environmentId, webhookId)
    const row = webhook && (await store.lockDelivery(tx, environmentId, webhookId, deliveryId))
    if (!row || row.tries !== record.tries) return { state: 'unknown' }
    const attempts = [...(JSON.parse(row.attempts) as DeliveryAttempt[]), attempt].slice(-attemptsKept)
    const next: store.DeliveryRow = { ...row, tries: row.tries + 1, attempts: JSON.stringify(attempts) }
    const save = (state: DeliveryState, nextAttemptMs: number | null) =>
      store.updateDelivery(tx, environmentId, webhookId, { ...next, state, due: nextAttemptMs })
    if (isDelivered(attempt)) {
      await save('delivered', null)
      if (row.type !== 'ping') await succeeded(tx, call, webhook, record.recovered)
      return { state: 'delivered' }
    }
    if (row.type === 'ping' || attempt.failure === 'expired') {
      await save('failed', null)
      return { state: 'failed' }
    }
    if (webhook.state === 'paused' || webhook.version !== record.version) {
      await store.updateDelivery(tx, environmentId, webhookId, { ...row, attempts: next.attempts })
      return { state: 'outdated' }
    }
    // The stored time since which the webhook is failing may be in the future, if the clock was ahead when it was
    // written.
    const failingSince = Math.min(webhook.failingSince ?? now, now)
    if (webhook.failingSince !== failingSince) await store.setFailingSince(tx, environmentId, webhookId, failingSince)
    const reason =
      attempt.status === unsubscribeStatus ? 'gone' : now - failingSince >= record.failingMsMax ? 'failing' : undefined
    if (reason !== undefined) {
      // The delivery stays pending: after the webhook is resumed, it is sent before later ones.
      await save('pending', now)
      await pauseWebhook(tx, call, { ...webhook, failingSince }, reason)
      return { state: 'pending', paused: reason }
    }
    if (record.retryAfterMs === undefined) {
      await save('failed', null)
      return { state: 'failed' }
    }
    await save('pending', now + record.retryAfterMs)
    return { state: 'pending' }
  },
)

async function succeeded(
  tx: WriteTransaction,
  { environmentId, now }: OperationCall,
  webhook: store.WebhookRow,
  recovered: boolean,
): Promise<void> {
  if (webhook.failingSince !== null) await store.setFailingSince(tx, environmentId, webhook.webhookId, null)
  if (recovered) await store.makeDeliveriesReady(tx, environmentId, webhook.webhookId, { now, keptTries: 1 })
}

/** Starts a ping: stores its delivery before it is sent. */
export const startPing = createStep('startPing', async (tx, id: string, { environmentId, now }): Promise<string> => {
  if (!(await store.lockWebhook(tx, environmentId, id)))
    throw new ApiProblem('NOT_FOUND', { message: 'This webhook does not exist in this environment.' })
  const deliveryId = createId()
  await store.insertDelivery(tx, environmentId, id, {
    deliveryId,
    eventId: createId(),
    position: null,
    recordId: null,
    type: 'ping',
    state: 'pending',
    created: now,
    due: now + pingMs,
    tries: 0,
    attempts: '[]',
  })
  return deliveryId
})

interface Ended {
  environmentId: string
  /** Time before which the deliveries were created, in milliseconds since the epoch. */
  before: number
}
/** Deletes a batch of ended deliveries that were created before a time. Returns whether more may remain. */
export const purgeDeliveries = createStep(
  'purgeDeliveries',
  async (tx, { environmentId, before }: Ended): Promise<boolean> => {
    let hasMore = false
    // Ids begin with the time of creation.
    for (const { webhookId } of await store.listWebhooks(tx, environmentId))
      if ((await store.purgeDeliveries(tx, environmentId, webhookId, createIdAt(before))) === store.purgedAtOnce)
        hasMore = true
    return hasMore
  },
)

export const webhookSteps = [
  leaseWebhook,
  releaseWebhook,
  bringForward,
  fanOutWebhook,
  purgeDeliveries,
  startPing,
  recordAttempt,
]
