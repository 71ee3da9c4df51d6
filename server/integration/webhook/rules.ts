// Creates, changes, pauses and resumes webhooks, and sends deliveries again on request.
import { scopeToFollow } from '../../../contract/change.ts'
import type { BodyOf, ParamsOf, QueryOf, TokenScope } from '../../../contract/endpoint.ts'
import { recordLimits } from '../../../contract/shared.ts'
import type {
  DeliveryAttempt,
  listDeliveries,
  PauseReason,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  Webhook,
  WebhookDelivery,
  WebhookInput,
  WebhookPatch,
} from '../../../contract/webhook.ts'
import * as environments from '../../access/environment/store.ts'
import { getBodyZone } from '../../access/environment/zone.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import * as changeLog from '../../platform/event/store.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import type {
  OperationCall,
  PreparationContext,
  ServicePreparationContext,
} from '../../platform/operation/operation.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { resealSecret } from '../../platform/process/seal.ts'
import { type FieldDifference, findDifferences } from '../../platform/value/difference.ts'
import { createId, isIssuedId } from '../../platform/value/ids.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { formatInstant, formatIso, hourMs, isWritable, parseDateTime } from '../../platform/value/times.ts'
import { parseCursor } from '../history/read.ts'
import { createWebhookSecret } from './message.ts'
import { sentRecords } from './record.ts'
import * as store from './store.ts'

type Path = { webhookId: string }
const overlapHours = 24

/** Seals all secrets with the newest key of the configuration. Throws if a secret cannot be opened. */
export async function sealSecrets(tx: WriteTransaction): Promise<void> {
  for (const row of await store.listStoredSecrets(tx)) {
    const sealName = store.getSealName(row.webhookId)
    const secret = resealSecret(row.secret, sealName)
    const previousSecret = row.previousSecret === null ? undefined : resealSecret(row.previousSecret, sealName)
    if (secret !== undefined || previousSecret !== undefined)
      await store.replaceSecrets(tx, row, {
        secret: secret ?? row.secret,
        previousSecret: previousSecret ?? row.previousSecret,
      })
  }
}

const notFound = () => new ApiProblem('NOT_FOUND', { message: 'This webhook does not exist in this environment.' })

const shownInstant = (ms: number | null) => (ms === null ? null : formatIso(ms))

/** Returns a webhook as it is shown by the API, without its secrets. */
const toWebhook = (row: store.WebhookRow, now: number): Webhook => ({
  webhookId: row.webhookId,
  url: row.url,
  events: JSON.parse(row.events),
  description: row.description,
  include: row.include,
  format: row.format ?? 'standard',
  state: row.state,
  pausedReason: row.pausedReason,
  pausedSince: shownInstant(row.pausedSince),
  failingSince: shownInstant(row.failingSince),
  previousSecretUntil: (row.previousUntil ?? 0) > now ? shownInstant(row.previousUntil) : null,
  version: row.version,
  created: row.created,
  updated: row.updated,
})

/** The scopes of the caller that allow reading. They are plain data, because they are sent to a thread. */
interface CallerScopes {
  mayRead: TokenScope[]
}

/** Checks the URL before the transaction, because only the main thread has the operator's list of allowed addresses. */
export function prepareWebhook<Body extends { url?: unknown }>(
  call: OperationCall<unknown, unknown, Body>,
  { findings, services, scopes }: ServicePreparationContext,
): Body & CallerScopes {
  const body = { ...call.body, mayRead: readScopes.filter((scope) => scopes().has(scope)) }
  const url = call.body?.url
  if (typeof url !== 'string' || url === '') return body
  const error = services().outbound.findUrlError(url)
  if (error !== undefined) findings.push({ path: '/url', code: 'url', ...error })
  return body
}
const readScopes = [...new Set(Object.values(scopeToFollow))]

const formatOf = (format: Webhook['format'] | null | undefined) => (format === 'cloudevents' ? format : null)

/** Throws if the caller may not read all records that the webhook sends: a receiver has no scopes. */
function expectScopes({ include, events }: Pick<store.WebhookRow, 'include' | 'events'>, mayRead: TokenScope[]): void {
  if (include !== 'record') return
  const lacking = scopesOf(JSON.parse(events)).filter((scope) => !mayRead.includes(scope))
  if (lacking.length > 0)
    throw createBadRequest(
      '/include',
      'scope',
      `You do not have ${lacking.map((scope) => `\`${scope}\``).join(', ')} yourself: ` +
        'choose other events, or leave out `include`.',
      { scope: lacking.join(', ') },
    )
}
const scopesOf = (events: string[]): TokenScope[] => {
  const recordTypes =
    events.length === 0
      ? sentRecords
      : sentRecords.filter((type) => events.some((event) => event.startsWith(`${type}.`)))
  return [...new Set(recordTypes.map((type) => scopeToFollow[type]))]
}

export async function createWebhook(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, WebhookInput & CallerScopes>,
): Promise<{ webhookId: string; secret: string }> {
  const { environmentId, body, now } = call
  expectScopes({ include: body.include ?? null, events: JSON.stringify(body.events ?? []) }, body.mayRead)
  // With the lock, the count includes webhooks of concurrent requests.
  await environments.lockEnvironment(tx, environmentId)
  if ((await store.countWebhooks(tx, environmentId)) >= recordLimits.webhooks)
    throw new ApiProblem('WEBHOOK_LIMIT', {
      message: `This environment already has ${recordLimits.webhooks} webhooks: delete one you no longer need.`,
      values: { max: recordLimits.webhooks },
    })
  const paused = body.state === 'paused'
  const webhookId = createId(now)
  const secret = createWebhookSecret()
  await store.insertWebhook(tx, environmentId, {
    webhookId,
    url: body.url,
    events: JSON.stringify([...new Set(body.events ?? [])]),
    description: body.description ?? null,
    include: body.include ?? null,
    format: formatOf(body.format),
    state: paused ? 'paused' : 'enabled',
    pausedReason: paused ? 'manual' : null,
    pausedSince: paused ? now : null,
    failingSince: null,
    secret,
    previousSecret: null,
    previousUntil: null,
    position: await changeLog.findLastPosition(tx, environmentId),
    replayPosition: null,
    replayUntil: null,
    leaseOwner: null,
    leaseUntil: 0,
    version: 1,
    created: formatIso(now),
    updated: formatIso(now),
  })
  await changes.recordChange(tx, call, {
    type: 'webhook.created',
    recordId: webhookId,
    recordKey: webhookId,
    version: 1,
  })
  return { webhookId, secret }
}

export const listWebhooks = async (tx: ReadTransaction, { environmentId, now }: OperationCall): Promise<Webhook[]> =>
  (await store.listWebhooks(tx, environmentId)).map((row) => toWebhook(row, now))

export async function getWebhook(
  tx: ReadTransaction,
  { environmentId, params, now }: OperationCall<unknown, Path>,
): Promise<Webhook> {
  const row = await store.findWebhook(tx, environmentId, params.webhookId)
  if (!row) throw notFound()
  return toWebhook(row, now)
}

async function locked(
  tx: WriteTransaction,
  { environmentId, params }: OperationCall<unknown, Path>,
): Promise<store.WebhookRow> {
  const row = await store.lockWebhook(tx, environmentId, params.webhookId)
  if (!row) throw notFound()
  return row
}

/** Returns the changed fields for the history. Omits the text of a URL, because it may contain a secret. */
function changedMembers(before: Webhook, after: Webhook): FieldDifference[] {
  const { url, version: _, updated: __, ...old } = before
  const { url: newUrl, version: ___, updated: ____, ...next } = after
  return [...(url === newUrl ? [] : [{ path: '/url' }]), ...findDifferences(old, next)]
}

/** Updates a webhook. Returns its version afterwards. */
export async function updateWebhook(
  tx: WriteTransaction,
  call: OperationCall<unknown, Path, WebhookPatch & CallerScopes>,
): Promise<number> {
  const { environmentId, body, now } = call
  const row = await locked(tx, call)
  expectVersion(row.version, call.ifMatch, body.version)
  const next = { ...row }
  if (body.url !== undefined) next.url = body.url
  if (body.events !== undefined) next.events = JSON.stringify([...new Set(body.events ?? [])])
  if (body.description !== undefined) next.description = body.description
  if (body.include !== undefined) next.include = body.include
  if (body.format !== undefined) next.format = formatOf(body.format)
  const isElsewhere = next.url !== row.url || next.events !== row.events || next.include !== row.include
  // A change of the receiver or the format needs a recent sign-in, like a new webhook.
  if (isElsewhere || next.format !== row.format) expectFresh(call)
  if (isElsewhere) expectScopes(next, body.mayRead)
  if (body.state !== undefined && body.state !== row.state) {
    const paused = body.state === 'paused'
    Object.assign(next, { state: body.state, pausedReason: paused ? 'manual' : null, pausedSince: paused ? now : null })
    if (!paused) await restart(tx, environmentId, next, now)
  }
  if (next.url !== row.url) await restart(tx, environmentId, next, now)
  const found = changedMembers(toWebhook(row, now), toWebhook(next, now))
  if (found.length === 0) return row.version
  next.version++
  const author = changes.withLaterTime(call, row.updated)
  next.updated = formatIso(author.now)
  await store.updateWebhook(tx, environmentId, next)
  const type = next.state === 'paused' && row.state === 'enabled' ? 'webhook.paused' : 'webhook.updated'
  await changes.recordChange(tx, author, {
    type,
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: next.version,
    differences: found,
  })
  return next.version
}

/** Starts all waiting deliveries afresh: due now, with their full number of attempts. */
async function restart(tx: WriteTransaction, environmentId: string, row: store.WebhookRow, now: number): Promise<void> {
  row.failingSince = null
  await store.makeDeliveriesReady(tx, environmentId, row.webhookId, { now, keptTries: 0 })
}

/** Pauses a webhook whose receiver fails. Users learn of it from the event and the state. */
export async function pauseWebhook(
  tx: WriteTransaction,
  call: changes.ChangeAuthor,
  row: store.WebhookRow,
  reason: Exclude<PauseReason, 'manual'>,
): Promise<void> {
  const { environmentId, now } = call
  const author = changes.withLaterTime(call, row.updated)
  const next: store.WebhookRow = {
    ...row,
    state: 'paused',
    pausedReason: reason,
    pausedSince: now,
    version: row.version + 1,
    updated: formatIso(author.now),
  }
  await store.updateWebhook(tx, environmentId, next)
  const found = changedMembers(toWebhook(row, now), toWebhook(next, now))
  await changes.recordChange(tx, author, {
    type: 'webhook.paused',
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: next.version,
    differences: found,
  })
}

export async function removeWebhook(tx: WriteTransaction, call: OperationCall<unknown, Path>): Promise<void> {
  const row = await locked(tx, call)
  expectVersion(row.version, call.ifMatch)
  await store.removeWebhook(tx, call.environmentId, row.webhookId)
  await changes.recordChange(tx, changes.withLaterTime(call, row.updated), {
    type: 'webhook.deleted',
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: row.version + 1,
  })
}

export async function rotateSecret(
  tx: WriteTransaction,
  call: OperationCall<unknown, Path, BodyOf<typeof rotateWebhookSecret>>,
): Promise<{ secret: string; previousSecretUntil: string }> {
  const { environmentId, body, now } = call
  const row = await locked(tx, call)
  const author = changes.withLaterTime(call, row.updated)
  const previousUntil = now + (body.overlapHours ?? overlapHours) * hourMs
  const next = {
    ...row,
    secret: createWebhookSecret(),
    previousSecret: row.secret,
    previousUntil,
    version: row.version + 1,
    updated: formatIso(author.now),
  }
  await store.updateWebhook(tx, environmentId, next)
  const found = [{ path: '/previousSecretUntil', new: formatIso(previousUntil) }]
  await changes.recordChange(tx, author, {
    type: 'webhook.updated',
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: next.version,
    differences: found,
  })
  return { secret: next.secret, previousSecretUntil: formatIso(previousUntil) }
}

export const formatDelivery = (row: store.DeliveryRow): WebhookDelivery => ({
  deliveryId: row.deliveryId,
  eventId: row.eventId,
  type: row.type,
  state: row.state,
  created: formatIso(row.created),
  nextAttempt: shownInstant(row.due),
  attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
})

const pageSize = 50

export async function listDeliveryPage(
  tx: ReadTransaction,
  call: OperationCall<QueryOf<typeof listDeliveries>, Path>,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  const { environmentId, params, query } = call
  if (!(await store.findWebhook(tx, environmentId, params.webhookId))) throw notFound()
  const limit = query.limit === undefined ? pageSize : Number(query.limit)
  if (query.cursor !== undefined && !isIssuedId(query.cursor))
    throw createBadRequest('?cursor', 'format', 'This is not a cursor: send `next` of the previous page.')
  const cursor = query.cursor ?? lastSortKey
  const rows = await store.listDeliveries(tx, environmentId, params.webhookId, {
    state: query.state,
    before: cursor,
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  return { deliveries: page.map(formatDelivery), next: rows.length > limit ? page.at(-1)!.deliveryId : null }
}

export async function repeatDelivery(
  tx: WriteTransaction,
  call: OperationCall<unknown, ParamsOf<typeof resendDelivery>>,
): Promise<void> {
  const { environmentId, params, now } = call
  const { webhookId } = await locked(tx, call)
  const row = await store.lockDelivery(tx, environmentId, webhookId, params.deliveryId)
  if (!row) throw new ApiProblem('NOT_FOUND', { message: 'This webhook has no such delivery.' })
  await store.updateDelivery(tx, environmentId, webhookId, { ...row, state: 'pending', due: now, tries: 0 })
}

type Replay = BodyOf<typeof replayWebhook>
/** A range of events, with times in milliseconds since the epoch. */
export interface ReplayRange {
  after: number | undefined
  fromMs: number | undefined
  toMs: number | undefined
}

export async function prepareReplay(
  call: OperationCall<Record<never, never>, Path, Replay>,
  preparing: PreparationContext,
): Promise<ReplayRange> {
  const { from, to, after } = (call.body ?? {}) as Replay
  const zone = await getBodyZone(call, preparing, [from, to])
  const instant = (text: unknown) => {
    const parsed = typeof text === 'string' ? parseDateTime(text) : undefined
    const iso = parsed && formatInstant(parsed, zone)
    return iso !== undefined && isWritable(iso) ? Temporal.Instant.from(iso).epochMilliseconds : undefined
  }
  const cursor = typeof after === 'string' ? parseCursor(after) : undefined
  if (typeof after === 'string' && !cursor)
    preparing.findings.push({ path: '/after', code: 'format', message: 'This is not the cursor of an event.' })
  return { after: cursor?.position, fromMs: instant(from), toMs: instant(to) }
}

/** Stores the range of a replay as positions. The dispatcher creates its deliveries in batches. */
export async function startReplay(
  tx: WriteTransaction,
  call: OperationCall<unknown, Path, ReplayRange>,
): Promise<void> {
  const { environmentId, body } = call
  if ((body.after === undefined) === (body.fromMs === undefined))
    throw createBadRequest('', 'one_of', 'Send exactly one of `from` and `after`.')
  const row = await locked(tx, call)
  const start = body.after ?? (await findPositionBefore(tx, environmentId, body.fromMs!))
  // Events after the webhook's own position are sent anyway.
  const end = body.toMs === undefined ? row.position : await findPositionBefore(tx, environmentId, body.toMs)
  const endPosition = Math.min(end, row.position)
  const nothing = start >= endPosition
  await store.setReplay(tx, environmentId, row.webhookId, {
    position: nothing ? null : start,
    until: nothing ? null : endPosition,
  })
}

/** Returns the last position before a time. Events are sorted by time, except for clock differences of instances. */
async function findPositionBefore(tx: ReadTransaction, environmentId: string, ms: number): Promise<number> {
  let low = ((await changeLog.findFirstPosition(tx, environmentId)) ?? 1) - 1
  let high = await changeLog.findLastPosition(tx, environmentId)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [next] = await changeLog.findChangesAfter(tx, environmentId, middle, 1)
    if (next && next.at < ms) low = next.position
    else high = middle
  }
  return low
}
