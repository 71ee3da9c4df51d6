// Stores webhooks and the deliveries of events to them.
import type { DeliveryState, PauseReason, webhookStates } from '../../../contract/webhook.ts'
import { expectSealingKey } from '../../access/token/store.ts'
import {
  joinFragments,
  piece,
  type ReadTransaction,
  type SqlQuery,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import type { LeaseRequest } from '../../platform/process/leases.ts'
import { openSecret, sealSecret } from '../../platform/process/seal.ts'

export interface WebhookRow {
  webhookId: string
  url: string
  /** Filters of events, as a JSON list. */
  events: string
  description: string | null
  include: 'record' | null
  /** Null is the format of webhooks that were created before the field existed. */
  format: 'cloudevents' | null
  state: (typeof webhookStates)[number]
  pausedReason: PauseReason | null
  pausedSince: number | null
  failingSince: number | null
  secret: string
  previousSecret: string | null
  previousUntil: number | null
  position: number
  replayPosition: number | null
  replayUntil: number | null
  leaseOwner: string | null
  leaseUntil: number
  version: number
  created: string
  updated: string
}

/** Returns the name under which the secret of a webhook is sealed. */
export const getSealName = (webhookId: string): string => `webhook ${webhookId}`

const sealed = (row: WebhookRow): WebhookRow => ({
  ...row,
  secret: sealSecret(row.secret, getSealName(row.webhookId)),
  previousSecret: row.previousSecret === null ? null : sealSecret(row.previousSecret, getSealName(row.webhookId)),
})
const opened = (row: WebhookRow): WebhookRow => ({
  ...row,
  secret: openSecret(row.secret, getSealName(row.webhookId)),
  previousSecret: row.previousSecret === null ? null : openSecret(row.previousSecret, getSealName(row.webhookId)),
})

const insertSealed = (tx: WriteTransaction, environmentId: string, row: WebhookRow) =>
  tx.run(
    sql`insert into webhooks (environment_id, webhook_id, url, events, description, state, paused_reason, paused_since,
        failing_since, secret, previous_secret, previous_until, position, replay_position, replay_until, lease_owner,
        lease_until, version, created, updated, include, format)
      values (${environmentId}, ${row.webhookId}, ${row.url}, ${row.events}, ${row.description}, ${row.state},
        ${row.pausedReason}, ${row.pausedSince}, ${row.failingSince}, ${row.secret}, ${row.previousSecret},
        ${row.previousUntil}, ${row.position}, ${row.replayPosition}, ${row.replayUntil}, ${row.leaseOwner},
        ${row.leaseUntil}, ${row.version}, ${row.created}, ${row.updated}, ${row.include}, ${row.format})`,
  )

/** Inserts a webhook with its secret sealed. */
export async function insertWebhook(tx: WriteTransaction, environmentId: string, plain: WebhookRow): Promise<number> {
  await expectSealingKey(tx)
  return insertSealed(tx, environmentId, sealed(plain))
}

export const countWebhooks = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from webhooks where environment_id = ${environmentId}`,
  ))!.total

const webhooksOf = (environmentId: string): SqlQuery =>
  piece`select webhook_id as "webhookId", url, events, description, state, paused_reason as "pausedReason",
      paused_since as "pausedSince", failing_since as "failingSince", secret, previous_secret as "previousSecret",
      previous_until as "previousUntil", position, replay_position as "replayPosition", replay_until as "replayUntil",
      lease_owner as "leaseOwner", lease_until as "leaseUntil", version, created, updated, include, format
    from webhooks where environment_id = ${environmentId}`

export const listWebhooks = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.all<WebhookRow>(joinFragments(webhooksOf(environmentId), piece` order by webhook_id`))).map(opened)

const selectWebhook = (environmentId: string, webhookId: string) =>
  joinFragments(webhooksOf(environmentId), piece` and webhook_id = ${webhookId}`)

export async function findWebhook(
  tx: ReadTransaction,
  environmentId: string,
  webhookId: string,
): Promise<WebhookRow | undefined> {
  const row = await tx.get<WebhookRow>(selectWebhook(environmentId, webhookId))
  return row && opened(row)
}

export async function lockWebhook(
  tx: WriteTransaction,
  environmentId: string,
  webhookId: string,
): Promise<WebhookRow | undefined> {
  const row = await tx.lock<WebhookRow>(selectWebhook(environmentId, webhookId))
  return row && opened(row)
}

type StoredSecrets = Pick<WebhookRow, 'webhookId' | 'secret' | 'previousSecret'> & { environmentId: string }

/** Lists the secrets of all webhooks of all environments as they are stored. */
export const listStoredSecrets = (tx: ReadTransaction) =>
  tx.all<StoredSecrets>(
    sql`select w.environment_id as "environmentId", w.webhook_id as "webhookId", w.secret,
        w.previous_secret as "previousSecret"
      from environments e join webhooks w on w.environment_id = e.environment_id`,
  )

/** Replaces the stored secrets of a webhook, unless its secret has changed since it was read. */
export const replaceSecrets = (
  tx: WriteTransaction,
  { environmentId, webhookId, secret }: StoredSecrets,
  newSecrets: Pick<WebhookRow, 'secret' | 'previousSecret'>,
) =>
  tx.run(
    sql`update webhooks set secret = ${newSecrets.secret}, previous_secret = ${newSecrets.previousSecret}
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and secret = ${secret}`,
  )

const set = (tx: WriteTransaction, environmentId: string, webhookId: string, updates: SqlQuery) =>
  tx.run(
    joinFragments(
      piece`update webhooks set `,
      updates,
      piece` where environment_id = ${environmentId} and webhook_id = ${webhookId}`,
    ),
  )

/** Stores the changed fields of a webhook; its position, its replay and its lease stay the same. */
export async function updateWebhook(tx: WriteTransaction, environmentId: string, plain: WebhookRow): Promise<number> {
  await expectSealingKey(tx)
  const row = sealed(plain)
  return set(
    tx,
    environmentId,
    row.webhookId,
    piece`url = ${row.url}, events = ${row.events}, description = ${row.description}, include = ${row.include},
      format = ${row.format}, state = ${row.state}, paused_reason = ${row.pausedReason},
      paused_since = ${row.pausedSince}, failing_since = ${row.failingSince}, secret = ${row.secret},
      previous_secret = ${row.previousSecret}, previous_until = ${row.previousUntil}, version = ${row.version},
      updated = ${row.updated}`,
  )
}

export const setFailingSince = (tx: WriteTransaction, environmentId: string, webhookId: string, since: number | null) =>
  set(tx, environmentId, webhookId, piece`failing_since = ${since}`)

export const setPosition = (tx: WriteTransaction, environmentId: string, webhookId: string, position: number) =>
  set(tx, environmentId, webhookId, piece`position = ${position}`)

export const setReplay = (
  tx: WriteTransaction,
  environmentId: string,
  webhookId: string,
  { position, until }: { position: number | null; until: number | null },
) => set(tx, environmentId, webhookId, piece`replay_position = ${position}, replay_until = ${until}`)

export const removeWebhook = (tx: WriteTransaction, environmentId: string, webhookId: string) =>
  tx.run(sql`delete from webhooks where environment_id = ${environmentId} and webhook_id = ${webhookId}`)

/**
 * Takes or renews the lease of a webhook. Returns whether the owner now has the lease. Fails if another instance has a
 * valid lease, unless this instance saw that lease expire (`overUntil`).
 */
export const leaseWebhook = async (
  tx: WriteTransaction,
  environmentId: string,
  webhookId: string,
  { owner, now, until, overUntil = 0 }: LeaseRequest,
) =>
  (await tx.run(
    sql`update webhooks set lease_owner = ${owner}, lease_until = ${until}
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and state = 'enabled'
        and (lease_owner = ${owner} or lease_until <= ${now} or lease_until = ${overUntil})`,
  )) === 1

export const releaseWebhook = (tx: WriteTransaction, environmentId: string, webhookId: string, owner: string) =>
  tx.run(
    sql`update webhooks set lease_owner = null, lease_until = 0
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and lease_owner = ${owner}`,
  )

export interface WebhookWork {
  environmentId: string
  webhookId: string
  state: WebhookRow['state']
  pausedReason: PauseReason | null
  version: number
  leaseOwner: string | null
  leaseUntil: number
  /** Position of the last event that has become a delivery. */
  position: number
  /**
   * Times of the next and of the last delivery that is due, in milliseconds since the epoch; null if no delivery waits.
   */
  due: number | null
  lastDue: number | null
  /** 1 if events wait to become deliveries, else 0. */
  events: number
}

/** Lists the webhooks of all environments with their open work. Every instance repeats this query. */
export const listWebhookWork = (tx: ReadTransaction) =>
  tx.all<WebhookWork>(
    sql`select w.environment_id as "environmentId", w.webhook_id as "webhookId", w.state,
        w.paused_reason as "pausedReason", w.version, w.lease_owner as "leaseOwner", w.lease_until as "leaseUntil",
        w.position,
        (select min(d.due) from webhook_deliveries d
          where d.environment_id = w.environment_id and d.webhook_id = w.webhook_id and d.due is not null) as due,
        (select max(d.due) from webhook_deliveries d
          where d.environment_id = w.environment_id and d.webhook_id = w.webhook_id and d.due is not null) as "lastDue",
        case when w.replay_position is not null
          or exists (select 1 from changes c where c.environment_id = w.environment_id and c.position > w.position)
          or exists (select 1 from changes c where c.environment_id = w.environment_id and c.position is null)
          then 1 else 0 end as events
      from environments e join webhooks w on w.environment_id = e.environment_id`,
  )

export interface DeliveryRow {
  deliveryId: string
  eventId: string
  position: number | null
  /** Id of the changed record. Deliveries of one record are sent one after another. */
  recordId: string | null
  type: string
  state: DeliveryState
  created: number
  due: number | null
  tries: number
  /** JSON list of the delivery attempts. */
  attempts: string
}

export const insertDelivery = (tx: WriteTransaction, environmentId: string, webhookId: string, row: DeliveryRow) =>
  tx.run(
    sql`insert into webhook_deliveries (environment_id, webhook_id, delivery_id, event_id, position, record_id, type,
        state, created, due, tries, attempts)
      values (${environmentId}, ${webhookId}, ${row.deliveryId}, ${row.eventId}, ${row.position}, ${row.recordId},
        ${row.type}, ${row.state}, ${row.created}, ${row.due}, ${row.tries}, ${row.attempts})`,
  )

export const updateDelivery = (tx: WriteTransaction, environmentId: string, webhookId: string, row: DeliveryRow) =>
  tx.run(
    sql`update webhook_deliveries
      set state = ${row.state}, due = ${row.due}, tries = ${row.tries}, attempts = ${row.attempts}
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and delivery_id = ${row.deliveryId}`,
  )

const deliveriesOf = (environmentId: string, webhookId: string): SqlQuery =>
  piece`select delivery_id as "deliveryId", event_id as "eventId", position, record_id as "recordId", type, state,
      created, due, tries, attempts
    from webhook_deliveries where environment_id = ${environmentId} and webhook_id = ${webhookId}`

const oneDelivery = (environmentId: string, webhookId: string, deliveryId: string) =>
  joinFragments(deliveriesOf(environmentId, webhookId), piece` and delivery_id = ${deliveryId}`)

export const findDelivery = (tx: ReadTransaction, environmentId: string, webhookId: string, deliveryId: string) =>
  tx.get<DeliveryRow>(oneDelivery(environmentId, webhookId, deliveryId))

export const lockDelivery = (tx: WriteTransaction, environmentId: string, webhookId: string, deliveryId: string) =>
  tx.lock<DeliveryRow>(oneDelivery(environmentId, webhookId, deliveryId))

export type ReadyDelivery = Pick<DeliveryRow, 'deliveryId' | 'recordId' | 'tries'>

/** Lists deliveries that are due, in the sequence of their events: more than can be sent at a time, to choose from. */
export const listReadyDeliveries = (tx: ReadTransaction, environmentId: string, webhookId: string, now: number) =>
  tx.all<ReadyDelivery>(
    sql`select delivery_id as "deliveryId", record_id as "recordId", tries from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and due <= ${now}
        and exists (select 1 from webhooks w
          where w.environment_id = ${environmentId} and w.webhook_id = ${webhookId} and w.state = 'enabled')
      order by position, delivery_id limit 128`,
  )

export const countPending = async (tx: ReadTransaction, environmentId: string, webhookId: string) =>
  (await tx.get<{ total: number }>(
    sql`select count(*) as total from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and due is not null`,
  ))!.total

/**
 * Makes all waiting deliveries due now. `keptTries` is 1 to keep the number of tries of each delivery, or 0 to reset
 * it.
 */
export const makeDeliveriesReady = (
  tx: WriteTransaction,
  environmentId: string,
  webhookId: string,
  { now, keptTries }: { now: number; keptTries: number },
) =>
  tx.run(
    sql`update webhook_deliveries set due = ${now}, tries = tries * ${keptTries}
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and due is not null and type <> 'ping'`,
  )

/** Makes deliveries due now if they are due later than any retry can be, for example after a change of the clock. */
export const bringForward = (
  tx: WriteTransaction,
  environmentId: string,
  webhookId: string,
  { now, latest }: { now: number; latest: number },
) =>
  tx.run(
    sql`update webhook_deliveries set due = ${now}
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and due > ${latest}`,
  )

/** Lists deliveries before a delivery, the newest first, optionally only deliveries in one state. */
export const listDeliveries = (
  tx: ReadTransaction,
  environmentId: string,
  webhookId: string,
  { state, before, limit }: { state: DeliveryState | undefined; before: string; limit: number },
) =>
  tx.all<DeliveryRow>(
    joinFragments(
      deliveriesOf(environmentId, webhookId),
      state === undefined ? piece`` : piece` and state = ${state}`,
      piece` and delivery_id < ${before} order by delivery_id desc limit ${limit}`,
    ),
  )

export const purgedAtOnce = 1_000

/** Deletes a batch of ended deliveries that are older than a delivery. Returns their number. */
export const purgeDeliveries = (tx: WriteTransaction, environmentId: string, webhookId: string, cutoffId: string) =>
  tx.run(
    sql`delete from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId}
        and delivery_id in (select delivery_id from webhook_deliveries
          where environment_id = ${environmentId} and webhook_id = ${webhookId} and delivery_id < ${cutoffId}
            and due is null order by delivery_id limit ${purgedAtOnce})`,
  )
