// Webhooks: where the service tells of changes by itself, by the Standard Webhooks specification.
import { changeTypes, isOfAccess } from './change.ts'
import { endpoint } from './endpoint.ts'
import { next } from './page.ts'
import Type, { type Static } from './schema.ts'
import {
  dateTime,
  id,
  inputDateTime,
  limits,
  noQuery,
  nullable,
  object,
  oneOf,
  optional,
  text,
  wholeNumber,
} from './shared.ts'

const tag = 'Webhooks'
export const webhookStates = ['enabled', 'paused'] as const
export const pauseReasons = ['manual', 'failing', 'gone'] as const
export type PauseReason = (typeof pauseReasons)[number]
export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Who may do what here is nobody else's business: a receiver has no scopes. */
const toldTypes = changeTypes.filter((type) => !isOfAccess(type))
const prefixes = [...new Set(toldTypes.map((type) => type.replace(/\..*$/, '.*')))]
/** Everything that a filter may name: each type of event, and all of one kind. */
export const eventFilters: readonly string[] = [...toldTypes, ...prefixes]

const url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  description:
    'Where events are sent to with POST: an `https` URL with a public address, without user, password or fragment, on port 443 or one from 1024 on.',
  examples: ['https://erp.example.com/hooks/dray'],
})
const events = Type.Array(Type.String({ enum: eventFilters }), {
  maxItems: limits.webhookEvents,
  description:
    'Types of events to send, or all of a kind, such as `consignment.*`. Left out or empty: all events but those of access (tokens, clients, people, invitations), which no webhook is told.',
})
const description = text('What it is for; for people.')
const state = oneOf(webhookStates, '`paused` keeps the place and sends nothing; `enabled` goes on from there.')

export const WebhookInput = object('WebhookInput', {
  url,
  events: optional(events),
  description: optional(description),
  state: optional(state),
})
export const WebhookPatch = object('WebhookPatch', {
  url: Type.Optional(url),
  events: optional(events),
  description: optional(description),
  state: Type.Optional(state),
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The version that you read.' }),
  ),
})
export const Webhook = object('Webhook', {
  webhookId: id('The webhook.'),
  url: text(),
  events: Type.Array(text(), { description: 'What it is sent; empty: all events.' }),
  description: nullable(text()),
  state: oneOf(webhookStates),
  pausedReason: nullable(
    oneOf(
      pauseReasons,
      '`manual`: by a request. `failing`: no delivery succeeded for as long as one is tried. `gone`: the receiver answered 410.',
    ),
  ),
  pausedSince: nullable(dateTime('Since when it is paused.')),
  failingSince: nullable(dateTime('Since when every attempt has failed.')),
  previousSecretUntil: nullable(dateTime('Until when the secret before the current one signs as well.')),
  version: Type.Integer({ minimum: 1, description: 'Grows with every change.' }),
  created: dateTime('When it was created.'),
  updated: dateTime('When it was last changed.'),
})
export type WebhookInput = Static<typeof WebhookInput>
export type WebhookPatch = Static<typeof WebhookPatch>
export type Webhook = Static<typeof Webhook>

const secret = Type.String({
  maxLength: 128,
  description: 'Signs every request from now on. It is not shown again: keep it like a password.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
})

export const DeliveryAttempt = object('DeliveryAttempt', {
  at: dateTime('When it was made.'),
  status: nullable(Type.Integer({ description: 'HTTP status of the reply; `null` when there was none.' })),
  failure: nullable(
    oneOf(
      ['refused', 'dns', 'connection', 'tls', 'timeout', 'protocol', 'expired'],
      'Why there was no reply. `refused`: not an address we send to. `expired`: the event is no longer kept.',
    ),
  ),
  message: nullable(text('The same for people.')),
  durationMs: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
  response: nullable(text('The start of the reply, at most 1,000 characters.')),
})
export const Delivery = object('Delivery', {
  deliveryId: id('The delivery.'),
  eventId: id('The event; the `webhook-id` of every attempt.'),
  type: text('Type of the event, or `ping`.'),
  state: oneOf(deliveryStates, '`failed`: it is not tried any more; resend it.'),
  created: dateTime('When it was first to be sent.'),
  nextAttempt: nullable(dateTime('When it is tried next, at the earliest.')),
  attempts: Type.Array(DeliveryAttempt, { description: 'The last 20 attempts, oldest first.' }),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>
export type Delivery = Static<typeof Delivery>

/** What a receiver is sent. */
export const WebhookMessage = object('WebhookMessage', {
  type: oneOf([...toldTypes, 'ping'], 'What happened; `ping` is a test.'),
  timestamp: dateTime('When it happened.'),
  data: object('WebhookMessageData', {
    environmentId: id('Where it happened.'),
    record: object('WebhookMessageRecord', {
      type: text('What kind of record it is.'),
      id: text('`consignmentId`, `loadId`, `environmentId` or `webhookId`; of a depot its key.'),
      key: text('Its key after the change.'),
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Of the record after the change.' })),
    changed: Type.Optional(
      Type.Array(text('JSON Pointer into the record.'), { description: 'Empty when it was created or deleted.' }),
    ),
    actorId: Type.Optional(text('The token, client or person who changed it.')),
    requestId: Type.Optional(text('`X-Request-Id` of the request.')),
    cursor: Type.Optional(text('Its place: `GET /v1/events?after=` follows on from here.')),
  }),
})
export const messageHeaders = {
  'webhook-id': 'The event; the same however often it is sent.',
  'webhook-timestamp': 'When this request was sent, in seconds since 1970.',
  'webhook-signature':
    'Signatures by the Standard Webhooks specification, separated by spaces; one that fits is enough.',
} as const

const byId = object('WebhookPath', { webhookId: id('Id that the service issued.') })

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhook',
  tag,
  summary: 'Create a webhook',
  description:
    'It is sent every event from now on. The signing secret is in this answer alone. At most 50 in an environment.',
  scope: 'webhooks:write',
  query: noQuery,
  body: WebhookInput,
  data: object('WebhookCreated', { webhookId: id('The webhook.'), secret }),
  created: true,
  etag: true,
  unrepeatable: true,
  problems: ['WEBHOOK_LIMIT'],
})

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  tag,
  summary: 'List all webhooks',
  scope: 'webhooks:read',
  query: noQuery,
  data: Type.Array(Webhook),
  problems: [],
})

export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Read a webhook',
  description: 'Never with its secret.',
  scope: 'webhooks:read',
  params: byId,
  query: noQuery,
  data: Webhook,
  etag: true,
  problems: ['NOT_FOUND'],
})

export const updateWebhook = endpoint({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Change, pause or resume a webhook',
  description:
    'A JSON Merge Patch (RFC 7396). A paused webhook keeps its place: `{"state":"enabled"}` sends what has happened since, as far as events are kept, and tries at once what was given up when it was paused.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  body: WebhookPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND'],
})

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Delete a webhook',
  description: 'With its secret and its delivery log; nothing more is sent.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  precondition: true,
  problems: ['NOT_FOUND'],
})

export const rotateWebhookSecret = endpoint({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/rotate',
  tag,
  summary: 'Give a webhook a new secret',
  description: 'Both secrets sign for a while, so that a receiver can change over; one before the last ends at once.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  body: object('WebhookRotation', {
    overlapHours: optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'How long both sign; 24 when left out, 0 ends the old one.',
      }),
    ),
  }),
  data: object('WebhookRotated', {
    secret,
    previousSecretUntil: dateTime('Until when the old secret signs as well.'),
  }),
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const pingWebhook = endpoint({
  id: 'pingWebhook',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/ping',
  tag,
  summary: 'Send a ping now',
  description: 'Also to a paused webhook. Answers what came back; it is tried once.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  data: Delivery,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const listDeliveries = endpoint({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/webhook/{webhookId}/deliveries',
  tag,
  summary: 'Read the delivery log of a webhook',
  description: 'Newest first, for as long as the operator keeps it (30 days unless set otherwise).',
  scope: 'webhooks:read',
  params: byId,
  query: object('DeliveriesQuery', {
    state: Type.Optional(oneOf(deliveryStates, 'Only those in this state.')),
    limit: Type.Optional(
      Type.String({
        pattern: wholeNumber(1, 100).pattern,
        description: 'At most so many, from 1 to 100; 50 when left out.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: limits.keyLength, description: '`next` of the page before.' }),
    ),
  }),
  data: object('Deliveries', {
    deliveries: Type.Array(Delivery),
    next,
  }),
  problems: ['NOT_FOUND'],
})

export const resendDelivery = endpoint({
  id: 'resendDelivery',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/deliveries/{deliveryId}/resend',
  tag,
  summary: 'Send a delivery again',
  description: 'At once and with all its retries, under the same `webhook-id`; to a paused webhook when it is resumed.',
  scope: 'webhooks:write',
  params: object('DeliveryPath', {
    webhookId: id('Id that the service issued.'),
    deliveryId: id('Id from the delivery log.'),
  }),
  query: noQuery,
  problems: ['NOT_FOUND'],
})

export const replayWebhook = endpoint({
  id: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/replay',
  tag,
  summary: 'Send a range of events again',
  description:
    'All that its filter lets through and that is still kept, beside what happens meanwhile. Exactly one of `from` and `after`. A second replay takes the place of one that has not ended.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  body: object('WebhookReplay', {
    from: optional(inputDateTime('Events from this moment on.')),
    to: optional(inputDateTime('Events before this moment; left out: up to now.')),
    after: optional(
      Type.String({
        minLength: 1,
        maxLength: limits.keyLength,
        description: 'Events behind this one: the `cursor` of an event; `0` is all that are kept.',
      }),
    ),
  }),
  problems: ['NOT_FOUND'],
})
