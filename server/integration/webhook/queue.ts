// The transactions behind sending: who sends for a webhook, which events become deliveries, and what came of each attempt.
import { isOfAccess } from '../../../contract/change.ts'
import type { DeliveryAttempt, DeliveryState, PauseReason } from '../../../contract/webhook.ts'
import type { Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import * as changeLog from '../../platform/event/store.ts'
import { type Call, step } from '../../platform/operation/operation.ts'
import type { Claim } from '../../platform/process/leased-worker.ts'
import { idAt, newId } from '../../platform/value/ids.ts'
import { pause } from './rules.ts'
import * as store from './store.ts'

/** Deliveries of one webhook that may wait: beyond, events wait in their log, where they cost nothing. */
const pendingMax = 1_000
/** Events that become deliveries in one transaction. */
const batchMax = 200
const attemptsKept = 20
/** After this time without an outcome somebody else takes over a ping. */
export const pingMs = 60_000

interface WebhookClaim extends Claim {
  webhookId: string
}
export const leaseWebhook = step(
  'leaseWebhook',
  (tx, { webhookId, owner, leaseMs, overUntil }: WebhookClaim, { environmentId, now }) =>
    store.lease(tx, environmentId, webhookId, { owner, now, until: now + leaseMs, overUntil }),
)

export const releaseWebhook = step(
  'releaseWebhook',
  async (tx, { webhookId, owner }: WebhookClaim, { environmentId }) => {
    await store.release(tx, environmentId, webhookId, owner)
  },
)

interface PutOff {
  webhookId: string
  /** For so long a delivery may be put off. */
  dueMsMax: number
}
/** Deliveries that wait for longer were put off by a clock that was ahead: they have waited enough. */
export const bringForward = step('bringForward', async (tx, { webhookId, dueMsMax }: PutOff, call) => {
  const { environmentId, now } = call
  await store.bringForward(tx, environmentId, webhookId, { now, latest: now + dueMsMax })
})

export interface FannedOut {
  /** Whether it is no longer this owner's to send. */
  lost: boolean
  /** Whether there are more events to look at now. */
  more: boolean
  /** Whether so many deliveries wait that events have to. */
  full: boolean
}

/** Events become deliveries, and the place moves on, in one transaction: none is left out, none comes twice. */
export const fanOutWebhook = step('fanOutWebhook', async (tx, claim: WebhookClaim, call): Promise<FannedOut> => {
  const { environmentId } = call
  const row = await store.lock(tx, environmentId, claim.webhookId)
  if (row?.state !== 'enabled' || row.leaseOwner !== claim.owner) return { lost: true, more: false, full: false }
  const room = pendingMax - (await store.countPending(tx, environmentId, row.webhookId))
  const limit = Math.min(room, batchMax)
  if (limit <= 0) return { lost: false, more: false, full: true }
  if (await changes.isBehind(tx, environmentId)) await changes.place(tx, environmentId)
  const replayed = row.replayPosition === null ? 0 : await fanOutReplay(tx, call, row, limit)
  const found = await changeLog.after(tx, environmentId, row.position, limit)
  await addDeliveries(tx, call, row, found)
  if (found.length > 0) await store.setPosition(tx, environmentId, row.webhookId, found.at(-1)!.position)
  return { lost: false, more: found.length === limit || replayed === limit, full: false }
})

/** Answers how many events it looked at. */
async function fanOutReplay(tx: Writer, call: Call, row: store.WebhookRow, limit: number): Promise<number> {
  const { environmentId } = call
  const found = await changeLog.after(tx, environmentId, row.replayPosition!, limit)
  const wanted = found.filter(({ position }) => position <= row.replayUntil!)
  await addDeliveries(tx, call, row, wanted)
  const goesOn = wanted.length === limit && wanted.at(-1)!.position < row.replayUntil!
  await store.setReplay(tx, environmentId, row.webhookId, {
    position: goesOn ? wanted.at(-1)!.position : null,
    until: goesOn ? row.replayUntil : null,
  })
  return goesOn ? limit : wanted.length
}

async function addDeliveries(
  tx: Writer,
  { environmentId, now }: Call,
  row: store.WebhookRow,
  found: changeLog.PlacedRow[],
): Promise<void> {
  const filters = JSON.parse(row.events) as string[]
  // Nobody needs to be told of themselves.
  for (const { changeId, position, recordId, type } of found)
    if (!isOfAccess(type) && matches(filters, type) && recordId !== row.webhookId)
      await store.insertDelivery(tx, environmentId, row.webhookId, {
        deliveryId: newId(),
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
  /** The webhook's, when it was sent. */
  version: number
  /** How often it had been tried before: another number means that somebody else was faster. */
  tries: number
  attempt: DeliveryAttempt
  /** Milliseconds to wait for the next try; none when this was the last one. */
  retryAfterMs: number | undefined
  /** How long a webhook may fail altogether before it is paused. */
  failingMsMax: number
  /** Whether the receiver had been failing and answers again: then nothing waits any longer. */
  recovered: boolean
}
export interface Recorded {
  /** `outdated` when it failed at a webhook that has been changed meanwhile, which it says nothing about. */
  state: DeliveryState | 'unknown' | 'outdated'
  /** Set when this attempt paused the webhook. */
  paused?: PauseReason
}

/** The status by which a receiver says that it wants no more. */
export const gone = 410
export const isDelivered = ({ status }: DeliveryAttempt): boolean => status !== null && status >= 200 && status < 300

export const recordAttempt = step('recordAttempt', async (tx, record: AttemptRecord, call): Promise<Recorded> => {
  const { environmentId, now } = call
  const { webhookId, deliveryId, attempt } = record
  const webhook = await store.lock(tx, environmentId, webhookId)
  const row = webhook && (await store.lockDelivery(tx, environmentId, webhookId, deliveryId))
  if (!row || row.tries !== record.tries) return { state: 'unknown' }
  const attempts = [...(JSON.parse(row.attempts) as DeliveryAttempt[]), attempt].slice(-attemptsKept)
  const next: store.DeliveryRow = { ...row, tries: row.tries + 1, attempts: JSON.stringify(attempts) }
  const save = (state: DeliveryState, due: number | null) =>
    store.updateDelivery(tx, environmentId, webhookId, { ...next, state, due })
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
  // One to come is of a clock that was ahead.
  const failingSince = Math.min(webhook.failingSince ?? now, now)
  if (webhook.failingSince !== failingSince) await store.setFailingSince(tx, environmentId, webhookId, failingSince)
  const reason = attempt.status === gone ? 'gone' : now - failingSince >= record.failingMsMax ? 'failing' : undefined
  if (reason !== undefined) {
    // It stays pending: whoever resumes the webhook gets it before all that came later.
    await save('pending', now)
    await pause(tx, call, { ...webhook, failingSince }, reason)
    return { state: 'pending', paused: reason }
  }
  if (record.retryAfterMs === undefined) {
    await save('failed', null)
    return { state: 'failed' }
  }
  await save('pending', now + record.retryAfterMs)
  return { state: 'pending' }
})

async function succeeded(
  tx: Writer,
  { environmentId, now }: Call,
  webhook: store.WebhookRow,
  recovered: boolean,
): Promise<void> {
  if (webhook.failingSince !== null) await store.setFailingSince(tx, environmentId, webhook.webhookId, null)
  if (recovered) await store.hasten(tx, environmentId, webhook.webhookId, { now, keptTries: 1 })
}

/** Written down before it is sent, as everything is that leaves the house. */
export const startPing = step('startPing', async (tx, webhookId: string, { environmentId, now }): Promise<string> => {
  if (!(await store.lock(tx, environmentId, webhookId)))
    throw new Problem('NOT_FOUND', { message: 'There is no such webhook in this environment.' })
  const deliveryId = newId()
  await store.insertDelivery(tx, environmentId, webhookId, {
    deliveryId,
    eventId: newId(),
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
  /** Milliseconds since the epoch. */
  before: number
}
/** Forgets deliveries that have ended and were created before this time, some of them at a time; answers whether there may be more. */
export const purgeDeliveries = step(
  'purgeDeliveries',
  async (tx, { environmentId, before }: Ended): Promise<boolean> => {
    let more = false
    // Ids begin with the time they were made at.
    for (const { webhookId } of await store.list(tx, environmentId))
      if ((await store.purge(tx, environmentId, webhookId, idAt(before))) === store.purgedAtOnce) more = true
    return more
  },
)

export const steps = [
  leaseWebhook,
  releaseWebhook,
  bringForward,
  fanOutWebhook,
  purgeDeliveries,
  startPing,
  recordAttempt,
]
