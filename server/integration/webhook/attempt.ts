// Makes one delivery attempt: reads the message, signs and sends it, and records the result.
import { type ChangeType, recordOf, scopeToFollow } from '../../../contract/change.ts'
import type { DeliveryAttempt, DeliveryDetail, WebhookDelivery } from '../../../contract/webhook.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import * as changeLog from '../../platform/event/store.ts'
import type { FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import type { OutboundClient, OutboundOutcome } from '../../platform/operation/services.ts'
import { formatIso } from '../../platform/value/times.ts'
import { createMessageHeaders, formatMessage, getContentType, pingMessage } from './message.ts'
import { type AttemptRecord, recordAttempt, startPing } from './queue.ts'
import { readCurrentRecord } from './record.ts'
import { formatDelivery } from './rules.ts'
import * as store from './store.ts'

/** Length of the stored excerpt of a receiver's response, in characters. */
const excerptLength = 1_000

export interface DeliveryTarget {
  environmentId: string
  webhookId: string
  deliveryId: string
}
interface Message {
  /** Version of the webhook from which the message was read. */
  version: number
  url: string
  secrets: string[]
  eventId: string
  tries: number
  contentType: string
  /** Body of the request; undefined if the event was purged. */
  body: string | undefined
}

/**
 * Reads the message of a delivery, with the current URL, secrets and record. Returns undefined if there is nothing to
 * send. A paused webhook gets only pings, because a user waits for their result.
 */
export async function findMessage(
  tx: ReadTransaction,
  target: DeliveryTarget,
  now: number,
): Promise<Message | undefined> {
  const { environmentId, webhookId, deliveryId } = target
  const webhook = await store.findWebhook(tx, environmentId, webhookId)
  const delivery = webhook && (await store.findDelivery(tx, environmentId, webhookId, deliveryId))
  if (!webhook || delivery?.state !== 'pending') return undefined
  if (webhook.state === 'paused' && delivery.type !== 'ping') return undefined
  const { version, url, secret, previousSecret, previousUntil } = webhook
  const secrets = previousSecret !== null && (previousUntil ?? 0) > now ? [secret, previousSecret] : [secret]
  const { eventId, tries } = delivery
  const body = await bodyOf(tx, environmentId, webhook, delivery)
  return { version, url, secrets, eventId, tries, contentType: getContentType(webhook.format), body }
}

/** Returns the body of a delivery; undefined if its event was purged. */
async function bodyOf(
  tx: ReadTransaction,
  environmentId: string,
  webhook: store.WebhookRow,
  delivery: store.DeliveryRow,
): Promise<string | undefined> {
  const { position, eventId } = delivery
  if (position === null) return pingMessage(environmentId, webhook, delivery)
  const [change] = await changeLog.findChangesAfter(tx, environmentId, position - 1, 1)
  if (change?.changeId !== eventId) return undefined
  const current = webhook.include === 'record' ? await readCurrentRecord(tx, environmentId, change) : undefined
  return formatMessage(environmentId, change, { format: webhook.format, current })
}

/** Returns a delivery with its message. Omits the record in the message if the caller lacks the scope to read it. */
export async function getDeliveryDetail(
  call: OperationCall<unknown, { webhookId: string; deliveryId: string }>,
  { read, scopes }: FlowContext,
): Promise<DeliveryDetail> {
  const { environmentId, params } = call
  return read(async (tx) => {
    const webhook = await store.findWebhook(tx, environmentId, params.webhookId)
    const row = webhook && (await store.findDelivery(tx, environmentId, params.webhookId, params.deliveryId))
    if (!row) throw new ApiProblem('NOT_FOUND', { message: 'This webhook has no such delivery.' })
    const isReadable = row.type === 'ping' || scopes.has(scopeToFollow[recordOf(row.type as ChangeType)])
    const body = await bodyOf(tx, environmentId, isReadable ? webhook : { ...webhook, include: null }, row)
    return { ...formatDelivery(row), contentType: getContentType(webhook.format), body: body ?? null }
  })
}

/** Sends a message. Returns undefined if the signal aborts the request: the attempt is then not recorded. */
export async function sendMessage(
  outbound: OutboundClient,
  { url, secrets, eventId, contentType, body }: Message,
  now: number,
  signal?: AbortSignal,
): Promise<DeliveryAttempt | undefined> {
  const time = formatIso(now)
  if (body === undefined) return { ...nothing, at: time, failure: 'expired', message: 'The event was purged.' }
  const headers = {
    'content-type': contentType,
    'user-agent': 'dray-webhooks',
    ...createMessageHeaders(eventId, body, secrets, now),
  }
  const outcome = await outbound.send({ method: 'POST', url, headers, body, ...(signal ? { signal } : {}) })
  return outcome.failure === 'aborted' ? undefined : { ...nothing, at: time, ...shownOutcome(outcome) }
}

const nothing = { status: null, failure: null, message: null, durationMs: 0, response: null }

function shownOutcome(outcome: OutboundOutcome): Partial<DeliveryAttempt> {
  const { durationMs } = outcome
  if (outcome.failure !== undefined)
    return { durationMs, failure: outcome.failure as NonNullable<DeliveryAttempt['failure']>, message: outcome.message }
  return { durationMs, status: outcome.status, response: excerpt(outcome.body) }
}

/** Returns the start of a response without control characters, which a database may reject. */
function excerpt(body: Buffer): string | null {
  const text = body
    .toString('utf8')
    .replace(/[^\P{Cc}\t\n]/gu, ' ')
    .slice(0, excerptLength)
  return text === '' ? null : text.toWellFormed()
}

/** Sends a ping from this instance, which need not be the one that sends the events, and returns its result. */
export async function sendPing(
  call: OperationCall<unknown, { webhookId: string }>,
  context: FlowContext,
): Promise<WebhookDelivery> {
  const { environmentId, params } = call
  const { read, run, services } = context
  const { webhookId } = params
  const target = { environmentId, webhookId, deliveryId: await run(startPing, webhookId) }
  const message = await read((tx) => findMessage(tx, target, call.now))
  const attempt = message && (await sendMessage(services.outbound, message, Date.now()))
  if (attempt) {
    const record: AttemptRecord = {
      ...target,
      version: message.version,
      tries: message.tries,
      attempt,
      retryAfterMs: undefined,
      failingMsMax: Number.MAX_SAFE_INTEGER,
      recovered: false,
    }
    await run(recordAttempt, record)
  }
  const row = await read((tx) => store.findDelivery(tx, environmentId, webhookId, target.deliveryId))
  // The webhook and its deliveries were deleted in the meantime.
  if (!row) throw new ApiProblem('NOT_FOUND', { message: 'This webhook does not exist in this environment.' })
  return formatDelivery(row)
}
