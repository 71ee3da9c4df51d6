// Creates, changes, pauses and resumes webhooks, and sends deliveries again on request.
import { scopeToFollow } from '../../../contract/change.ts'
import type { BodyOf, ParamsOf, QueryOf, Scope } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/shared.ts'
import type {
  Delivery,
  DeliveryAttempt,
  listDeliveries,
  PauseReason,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  Webhook,
  WebhookInput,
  WebhookPatch,
} from '../../../contract/webhook.ts'
import * as environments from '../../access/environment/store.ts'
import { zoneFor } from '../../access/environment/zone.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import * as changeLog from '../../platform/event/store.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import type { Call, Preparing, PreparingOutside } from '../../platform/operation/operation.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { resealed } from '../../platform/process/seal.ts'
import { type Difference, differences } from '../../platform/value/difference.ts'
import { looksIssued, newId } from '../../platform/value/ids.ts'
import { last } from '../../platform/value/sort.ts'
import { hourMs, isWritable, parseDateTime, toInstant, toIso } from '../../platform/value/times.ts'
import { parseCursor } from '../history/read.ts'
import { newSecret } from './message.ts'
import { sentRecords } from './record.ts'
import * as store from './store.ts'

type Path = { webhookId: string }
const overlapHours = 24

/** Seals all secrets with the newest key of the configuration. Throws if a secret cannot be opened. */
export async function sealSecrets(tx: Writer): Promise<void> {
  for (const row of await store.storedSecrets(tx)) {
    const place = store.placeOf(row.webhookId)
    const secret = resealed(row.secret, place)
    const previousSecret = row.previousSecret === null ? undefined : resealed(row.previousSecret, place)
    if (secret !== undefined || previousSecret !== undefined)
      await store.replaceSecrets(tx, row, {
        secret: secret ?? row.secret,
        previousSecret: previousSecret ?? row.previousSecret,
      })
  }
}

const notFound = () => new Problem('NOT_FOUND', { message: 'This webhook does not exist in this environment.' })

const shownInstant = (ms: number | null) => (ms === null ? null : toIso(ms))

/** Returns a webhook as it is shown by the API, without its secrets. */
const shown = (row: store.WebhookRow, now: number): Webhook => ({
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

/** The scopes of the caller that allow reading. It is plain data, because it is sent to a thread. */
interface Asking {
  mayRead: Scope[]
}

/** Checks the URL before the transaction, because only the main thread has the operator's list of allowed addresses. */
export function prepare<Body extends { url?: unknown }>(
  call: Call<unknown, unknown, Body>,
  { findings, services, scopes }: PreparingOutside,
): Body & Asking {
  const body = { ...call.body, mayRead: readScopes.filter((scope) => scopes().has(scope)) }
  const url = call.body?.url
  if (typeof url !== 'string' || url === '') return body
  const fault = services().outbound.faultOf(url)
  if (fault !== undefined) findings.push({ path: '/url', code: 'url', message: fault })
  return body
}
const readScopes = [...new Set(Object.values(scopeToFollow))]

const formatOf = (format: Webhook['format'] | null | undefined) => (format === 'cloudevents' ? format : null)

/** Throws if the caller may not read all records that the webhook sends: a receiver has no scopes. */
function expectScopes({ include, events }: Pick<store.WebhookRow, 'include' | 'events'>, mayRead: Scope[]): void {
  if (include !== 'record') return
  const lacking = scopesOf(JSON.parse(events)).filter((scope) => !mayRead.includes(scope))
  if (lacking.length > 0)
    throw badRequest(
      '/include',
      'scope',
      `You do not have ${lacking.map((scope) => `\`${scope}\``).join(', ')} yourself: ` +
        'choose other events, or leave out `include`.',
      { scope: lacking.join(', ') },
    )
}
const scopesOf = (events: string[]): Scope[] => {
  const kinds =
    events.length === 0
      ? sentRecords
      : sentRecords.filter((kind) => events.some((event) => event.startsWith(`${kind}.`)))
  return [...new Set(kinds.map((kind) => scopeToFollow[kind]))]
}

export async function create(
  tx: Writer,
  call: Call<unknown, unknown, WebhookInput & Asking>,
): Promise<{ webhookId: string; secret: string }> {
  const { environmentId, body, now } = call
  expectScopes({ include: body.include ?? null, events: JSON.stringify(body.events ?? []) }, body.mayRead)
  // Concurrent requests that create a webhook are counted too.
  await environments.lock(tx, environmentId)
  if ((await store.count(tx, environmentId)) >= limits.webhooks)
    throw new Problem('WEBHOOK_LIMIT', {
      message: `This environment already has ${limits.webhooks} webhooks: delete one you no longer need.`,
    })
  const paused = body.state === 'paused'
  const webhookId = newId(now)
  const secret = newSecret()
  await store.insert(tx, environmentId, {
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
    position: await changeLog.lastPosition(tx, environmentId),
    replayPosition: null,
    replayUntil: null,
    leaseOwner: null,
    leaseUntil: 0,
    version: 1,
    created: toIso(now),
    updated: toIso(now),
  })
  await changes.record(tx, call, { type: 'webhook.created', recordId: webhookId, recordKey: webhookId, version: 1 })
  return { webhookId, secret }
}

export const list = async (tx: Reader, { environmentId, now }: Call): Promise<Webhook[]> =>
  (await store.list(tx, environmentId)).map((row) => shown(row, now))

export async function get(tx: Reader, { environmentId, params, now }: Call<unknown, Path>): Promise<Webhook> {
  const row = await store.find(tx, environmentId, params.webhookId)
  if (!row) throw notFound()
  return shown(row, now)
}

async function locked(tx: Writer, { environmentId, params }: Call<unknown, Path>): Promise<store.WebhookRow> {
  const row = await store.lock(tx, environmentId, params.webhookId)
  if (!row) throw notFound()
  return row
}

/** Returns the changed fields for the history. The text of a URL is left out, because it may contain a secret. */
function changedMembers(before: Webhook, after: Webhook): Difference[] {
  const { url, version: _, updated: __, ...old } = before
  const { url: newUrl, version: ___, updated: ____, ...next } = after
  return [...(url === newUrl ? [] : [{ path: '/url' }]), ...differences(old, next)]
}

/** Updates a webhook. Returns its version afterwards. */
export async function update(tx: Writer, call: Call<unknown, Path, WebhookPatch & Asking>): Promise<number> {
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
  // Like a new webhook, the change sends data to another receiver.
  if (isElsewhere || next.format !== row.format) expectFresh(call)
  if (isElsewhere) expectScopes(next, body.mayRead)
  if (body.state !== undefined && body.state !== row.state) {
    const paused = body.state === 'paused'
    Object.assign(next, { state: body.state, pausedReason: paused ? 'manual' : null, pausedSince: paused ? now : null })
    if (!paused) await startAfresh(tx, environmentId, next, now)
  }
  if (next.url !== row.url) await startAfresh(tx, environmentId, next, now)
  const found = changedMembers(shown(row, now), shown(next, now))
  if (found.length === 0) return row.version
  next.version++
  const author = changes.after(call, row.updated)
  next.updated = toIso(author.now)
  await store.update(tx, environmentId, next)
  const type = next.state === 'paused' && row.state === 'enabled' ? 'webhook.paused' : 'webhook.updated'
  await changes.record(tx, author, {
    type,
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: next.version,
    differences: found,
  })
  return next.version
}

/** Starts all waiting deliveries afresh: due now, with their full number of attempts. */
async function startAfresh(tx: Writer, environmentId: string, row: store.WebhookRow, now: number): Promise<void> {
  row.failingSince = null
  await store.hasten(tx, environmentId, row.webhookId, { now, keptTries: 0 })
}

/** Pauses a webhook whose receiver fails. Users learn of it from the event and the state. */
export async function pause(
  tx: Writer,
  call: changes.Author,
  row: store.WebhookRow,
  reason: Exclude<PauseReason, 'manual'>,
): Promise<void> {
  const { environmentId, now } = call
  const author = changes.after(call, row.updated)
  const next: store.WebhookRow = {
    ...row,
    state: 'paused',
    pausedReason: reason,
    pausedSince: now,
    version: row.version + 1,
    updated: toIso(author.now),
  }
  await store.update(tx, environmentId, next)
  const found = changedMembers(shown(row, now), shown(next, now))
  await changes.record(tx, author, {
    type: 'webhook.paused',
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: next.version,
    differences: found,
  })
}

export async function remove(tx: Writer, call: Call<unknown, Path>): Promise<void> {
  const row = await locked(tx, call)
  expectVersion(row.version, call.ifMatch)
  await store.remove(tx, call.environmentId, row.webhookId)
  await changes.record(tx, changes.after(call, row.updated), {
    type: 'webhook.deleted',
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: row.version + 1,
  })
}

export async function rotate(
  tx: Writer,
  call: Call<unknown, Path, BodyOf<typeof rotateWebhookSecret>>,
): Promise<{ secret: string; previousSecretUntil: string }> {
  const { environmentId, body, now } = call
  const row = await locked(tx, call)
  const author = changes.after(call, row.updated)
  const previousUntil = now + (body.overlapHours ?? overlapHours) * hourMs
  const next = {
    ...row,
    secret: newSecret(),
    previousSecret: row.secret,
    previousUntil,
    version: row.version + 1,
    updated: toIso(author.now),
  }
  await store.update(tx, environmentId, next)
  const found = [{ path: '/previousSecretUntil', new: toIso(previousUntil) }]
  await changes.record(tx, author, {
    type: 'webhook.updated',
    recordId: row.webhookId,
    recordKey: row.webhookId,
    version: next.version,
    differences: found,
  })
  return { secret: next.secret, previousSecretUntil: toIso(previousUntil) }
}

export const shownDelivery = (row: store.DeliveryRow): Delivery => ({
  deliveryId: row.deliveryId,
  eventId: row.eventId,
  type: row.type,
  state: row.state,
  created: toIso(row.created),
  nextAttempt: shownInstant(row.due),
  attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
})

const pageSize = 50

export async function deliveries(
  tx: Reader,
  call: Call<QueryOf<typeof listDeliveries>, Path>,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const { environmentId, params, query } = call
  if (!(await store.find(tx, environmentId, params.webhookId))) throw notFound()
  const limit = query.limit === undefined ? pageSize : Number(query.limit)
  if (query.cursor !== undefined && !looksIssued(query.cursor))
    throw badRequest('?cursor', 'format', 'This is not a cursor: send `next` of the previous page.')
  const before = query.cursor ?? last
  const rows = await store.log(tx, environmentId, params.webhookId, { state: query.state, before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return { deliveries: page.map(shownDelivery), next: rows.length > limit ? page.at(-1)!.deliveryId : null }
}

export async function resend(tx: Writer, call: Call<unknown, ParamsOf<typeof resendDelivery>>): Promise<void> {
  const { environmentId, params, now } = call
  const { webhookId } = await locked(tx, call)
  const row = await store.lockDelivery(tx, environmentId, webhookId, params.deliveryId)
  if (!row) throw new Problem('NOT_FOUND', { message: 'This webhook has no such delivery.' })
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
  call: Call<Record<never, never>, Path, Replay>,
  preparing: Preparing,
): Promise<ReplayRange> {
  const { from, to, after } = (call.body ?? {}) as Replay
  const zone = await zoneFor(call, preparing, [from, to])
  const instant = (text: unknown) => {
    const parsed = typeof text === 'string' ? parseDateTime(text) : undefined
    const iso = parsed && toInstant(parsed, zone)
    return iso !== undefined && isWritable(iso) ? Temporal.Instant.from(iso).epochMilliseconds : undefined
  }
  const place = typeof after === 'string' ? parseCursor(after) : undefined
  if (typeof after === 'string' && !place)
    preparing.findings.push({ path: '/after', code: 'format', message: 'This is not the cursor of an event.' })
  return { after: place?.position, fromMs: instant(from), toMs: instant(to) }
}

/** Stores the range of a replay as positions. The dispatcher creates its deliveries in batches. */
export async function replay(tx: Writer, call: Call<unknown, Path, ReplayRange>): Promise<void> {
  const { environmentId, body } = call
  if ((body.after === undefined) === (body.fromMs === undefined))
    throw badRequest('', 'one_of', 'Send exactly one of `from` and `after`.')
  const row = await locked(tx, call)
  const start = body.after ?? (await placeBefore(tx, environmentId, body.fromMs!))
  // Events after the webhook's own position are sent anyway.
  const end = body.toMs === undefined ? row.position : await placeBefore(tx, environmentId, body.toMs)
  const until = Math.min(end, row.position)
  const nothing = start >= until
  await store.setReplay(tx, environmentId, row.webhookId, {
    position: nothing ? null : start,
    until: nothing ? null : until,
  })
}

/** Returns the last position before a time. Events are sorted by time, except for clock differences of instances. */
async function placeBefore(tx: Reader, environmentId: string, ms: number): Promise<number> {
  let low = ((await changeLog.firstPosition(tx, environmentId)) ?? 1) - 1
  let high = await changeLog.lastPosition(tx, environmentId)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [next] = await changeLog.after(tx, environmentId, middle, 1)
    if (next && next.at < ms) low = next.position
    else high = middle
  }
  return low
}
