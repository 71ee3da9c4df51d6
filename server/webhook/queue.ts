// The transactions behind sending: who sends for a webhook, which events become deliveries, and what came of each attempt.
import { isOfAccess } from '../../contract/change.ts'
import type { DeliveryAttempt, DeliveryState, PauseReason } from '../../contract/webhook.ts'
import * as changes from '../change/rules.ts'
import * as changeLog from '../change/store.ts'
import { idAt, newId } from '../core/ids.ts'
import { type Call, ok, okData, type WriteOperation } from '../core/operation.ts'
import { Problem } from '../core/problems.ts'
import type { Awaitable, Writer } from '../database/database.ts'
import { pause } from './rules.ts'
import * as store from './store.ts'

/** Deliveries of one webhook that may wait: beyond, events wait in their log, where they cost nothing. */
const pendingMax = 1_000
/** Events that become deliveries in one transaction. */
const batchMax = 200
const attemptsKept = 20
/** After this time without an outcome somebody else takes over a ping. */
const pingMs = 60_000

/** A write of the service's own: its input stands in the body. */
const step = <Input, Output>(
  run: (tx: Writer, call: Call<unknown, unknown, Input>) => Awaitable<Output>,
): WriteOperation => ({
  kind: 'write',
  prepare: undefined,
  async run(tx, call) {
    const output = await run(tx, call as Call<unknown, unknown, Input>)
    return output === undefined ? ok() : okData(JSON.stringify(output))
  },
})

export interface Claim {
  webhookId: string
  owner: string
  leaseMs: number
}
const leaseWebhook = step((tx, { environmentId, body, now }: Call<unknown, unknown, Claim>) =>
  store.lease(tx, environmentId, body.webhookId, { owner: body.owner, now, until: now + body.leaseMs }),
)

const releaseWebhook = step(async (tx, { environmentId, body }: Call<unknown, unknown, Claim>) => {
  await store.release(tx, environmentId, body.webhookId, body.owner)
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
const fanOutWebhook = step(async (tx, call: Call<unknown, unknown, Claim>): Promise<FannedOut> => {
  const { environmentId, body } = call
  const row = await store.lock(tx, environmentId, body.webhookId)
  if (row?.state !== 'enabled' || row.leaseOwner !== body.owner) return { lost: true, more: false, full: false }
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
async function fanOutReplay(
  tx: Writer,
  call: Call<unknown, unknown, Claim>,
  row: store.WebhookRow,
  limit: number,
): Promise<number> {
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
  state: DeliveryState | 'unknown'
  /** Set when this attempt paused the webhook. */
  paused?: PauseReason
}

export const isDelivered = ({ status }: DeliveryAttempt): boolean => status !== null && status >= 200 && status < 300

const recordAttempt = step(async (tx, call: Call<unknown, unknown, AttemptRecord>): Promise<Recorded> => {
  const { environmentId, body, now } = call
  const { webhookId, deliveryId, attempt } = body
  const webhook = await store.lock(tx, environmentId, webhookId)
  const row = webhook && (await store.lockDelivery(tx, environmentId, webhookId, deliveryId))
  if (!row || row.tries !== body.tries) return { state: 'unknown' }
  const attempts = [...(JSON.parse(row.attempts) as DeliveryAttempt[]), attempt].slice(-attemptsKept)
  const next: store.DeliveryRow = { ...row, tries: row.tries + 1, attempts: JSON.stringify(attempts) }
  const save = (state: DeliveryState, due: number | null) =>
    store.updateDelivery(tx, environmentId, webhookId, { ...next, state, due })
  if (isDelivered(attempt)) {
    await save('delivered', null)
    if (row.type !== 'ping') await succeeded(tx, call, webhook)
    return { state: 'delivered' }
  }
  if (row.type === 'ping' || attempt.failure === 'expired') {
    await save('failed', null)
    return { state: 'failed' }
  }
  const failingSince = webhook.failingSince ?? now
  if (webhook.failingSince === null) await store.setFailingSince(tx, environmentId, webhookId, failingSince)
  const reason = attempt.status === 410 ? 'gone' : now - failingSince >= body.failingMsMax ? 'failing' : undefined
  if (reason !== undefined && webhook.state === 'enabled') {
    // It stays pending: whoever resumes the webhook gets it before all that came later.
    await save('pending', now)
    await pause(tx, call, { ...webhook, failingSince }, reason)
    return { state: 'pending', paused: reason }
  }
  if (body.retryAfterMs === undefined) {
    await save('failed', null)
    return { state: 'failed' }
  }
  await save('pending', now + body.retryAfterMs)
  return { state: 'pending' }
})

async function succeeded(
  tx: Writer,
  { environmentId, body, now }: Call<unknown, unknown, AttemptRecord>,
  webhook: store.WebhookRow,
): Promise<void> {
  if (webhook.failingSince !== null) await store.setFailingSince(tx, environmentId, webhook.webhookId, null)
  if (body.recovered) await store.hasten(tx, environmentId, webhook.webhookId, { now, keptTries: 1 })
}

/** Written down before it is sent, as everything is that leaves the house. */
const startPing = step(async (tx, call: Call<unknown, unknown, { webhookId: string }>): Promise<string> => {
  const { environmentId, body, now } = call
  if (!(await store.lock(tx, environmentId, body.webhookId)))
    throw new Problem('NOT_FOUND', { message: 'There is no such webhook in this environment.' })
  const deliveryId = newId()
  await store.insertDelivery(tx, environmentId, body.webhookId, {
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
/** Forgets deliveries that have ended and were created before this time, some of them at a time; says when there may be more. */
const purgeDeliveries = step(async (tx, { body }: Call<unknown, unknown, Ended>): Promise<'more' | undefined> => {
  const { environmentId, before } = body
  let more = false
  // Ids begin with the time they were made at.
  for (const { webhookId } of await store.list(tx, environmentId))
    if ((await store.purge(tx, environmentId, webhookId, idAt(before))) === store.purgedAtOnce) more = true
  return more ? 'more' : undefined
})

export const jobs = { leaseWebhook, releaseWebhook, fanOutWebhook, purgeDeliveries }
/** What a ping does as well as the dispatcher. */
export const steps = { startPing, recordAttempt }
