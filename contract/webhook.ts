// Defines webhooks by the Standard Webhooks specification: messages about changes.
import { changeTypes, isOfAccess } from './change.ts'
import { endpoint } from './endpoint.ts'
import { next } from './page.ts'
import Type, { type Static } from './schema.ts'
import {
  dateTime,
  growing,
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

/** Changes of access are not sent: a receiver has no scopes. */
const toldTypes = changeTypes.filter((type) => !isOfAccess(type))
const prefixes = [...new Set(toldTypes.map((type) => type.replace(/\..*$/, '.*')))]
/** Everything that a filter may name: each type of event, and all of one kind. */
export const eventFilters: readonly string[] = [...toldTypes, ...prefixes]

const url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  description:
    'URL that events are sent to with POST: an `https` URL with a public address, on port 443 or from 1024 up, ' +
    'without user, password or fragment.',
  examples: ['https://erp.example.com/hooks/dray'],
})
const events = Type.Array(Type.String({ enum: eventFilters }), {
  maxItems: limits.webhookEvents,
  description:
    'Types of events to send, or all of one kind, such as `consignment.*`. Default, also if empty: all events. ' +
    'Events about access (tokens, clients, users, invitations) are never sent to webhooks.',
})
const description = text('Free text, such as the purpose of the webhook.')
export const webhookFormats = ['standard', 'cloudevents'] as const
const include = oneOf(
  ['record'],
  'Additional content of a message: `record` adds the whole record as `data.current`, in its state at the time of ' +
    'sending. You need the scopes to read the records of all events that the webhook is sent. Default: nothing.',
)
const format = oneOf(
  webhookFormats,
  '`standard` (default) is the form of the Standard Webhooks specification; `cloudevents` is CloudEvents 1.0, ' +
    'structured as JSON. Dray signs both in the same way.',
)
const state = oneOf(webhookStates, '`paused` sends nothing but keeps its position; `enabled` continues from there.')

export const WebhookInput = object('WebhookInput', {
  url,
  events: optional(events),
  description: optional(description),
  include: optional(include),
  format: optional(format),
  state: optional(state),
})
export const WebhookPatch = object('WebhookPatch', {
  url: Type.Optional(url),
  events: optional(events),
  description: optional(description),
  include: optional(include),
  format: optional(format),
  state: Type.Optional(state),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The version you read. If the webhook has changed since, the request fails with `VERSION_MISMATCH`.',
    }),
  ),
})
export const Webhook = object('Webhook', {
  webhookId: id('Id of the webhook.'),
  url: text(),
  events: Type.Array(text(), { description: 'Types of events that are sent; empty means all.' }),
  description: nullable(text()),
  include: nullable(oneOf(['record'], '`record` if messages hold the whole record.')),
  format: oneOf(webhookFormats, 'Form of the messages.'),
  state: oneOf(webhookStates),
  pausedReason: nullable(
    oneOf(
      pauseReasons,
      '`manual`: paused by a request. `failing`: no delivery succeeded during a whole retry period. `gone`: the ' +
        'receiver returned 410.',
    ),
  ),
  pausedSince: nullable(dateTime('Time of the pause.')),
  failingSince: nullable(dateTime('Time since which every attempt has failed.')),
  previousSecretUntil: nullable(dateTime('Time until which the previous secret also signs.')),
  version: Type.Integer({ minimum: 1, description: 'Increases with every change.' }),
  created: dateTime('Time of creation.'),
  updated: dateTime('Time of the last change.'),
})
export type WebhookInput = Static<typeof WebhookInput>
export type WebhookPatch = Static<typeof WebhookPatch>
export type Webhook = Static<typeof Webhook>

const secret = Type.String({
  maxLength: 128,
  description: 'Signs every request from now on. It is shown only once: keep it safe like a password.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
})

export const DeliveryAttempt = object('DeliveryAttempt', {
  at: dateTime('Time of the attempt.'),
  status: nullable(Type.Integer({ description: 'HTTP status of the response; `null` without a response.' })),
  failure: nullable(
    oneOf(
      ['refused', 'dns', 'connection', 'tls', 'timeout', 'protocol', 'expired'],
      'Reason why no response arrived. `refused`: the address is not allowed. `expired`: the event was deleted.',
    ),
  ),
  message: nullable(text('The failure in words.')),
  durationMs: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
  response: nullable(text('The start of the response, at most 1,000 characters.')),
})
export const Delivery = object('Delivery', {
  deliveryId: id('Id of the delivery.'),
  eventId: id('Id of the event; sent as `webhook-id` with every attempt.'),
  type: text('Type of the event, or `ping`.'),
  state: oneOf(deliveryStates, '`failed`: it is not retried any more; you can resend it.'),
  created: dateTime('Time at which it was first due.'),
  nextAttempt: nullable(dateTime('Earliest time of the next attempt.')),
  attempts: Type.Array(DeliveryAttempt, { description: 'The last 20 attempts, oldest first.' }),
})
export const DeliveryDetail = object('DeliveryDetail', {
  ...Delivery.properties,
  contentType: text('Media type of the message.'),
  body: nullable(
    text(
      'The message, as it would be sent now: a record in it is as it is now. Without the record if you may not ' +
        'read it. `null` if the event was deleted.',
      4_194_304,
    ),
  ),
})
export type DeliveryDetail = Static<typeof DeliveryDetail>
export type DeliveryAttempt = Static<typeof DeliveryAttempt>
export type Delivery = Static<typeof Delivery>

/** Message that a webhook receives. */
export const WebhookMessage = object('WebhookMessage', {
  type: growing([...toldTypes, 'ping'], 'Type of the event; `ping` is a test. New types may be added.'),
  timestamp: dateTime('Time of the event.'),
  data: object('WebhookMessageData', {
    environmentId: id('Environment in which it happened.'),
    record: object('WebhookMessageRecord', {
      type: text('Kind of record.'),
      id: text(
        '`consignmentId`, `loadId`, `environmentId` or `webhookId`; for a depot, a vehicle or a driver, its key.',
      ),
      key: text('Key after the change.'),
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the record after the change.' })),
    changed: Type.Optional(
      Type.Array(text('JSON Pointer into the record.'), { description: 'Empty if the record was created or deleted.' }),
    ),
    actorId: Type.Optional(text('Id of the token, client or user that made the change.')),
    requestId: Type.Optional(text('`X-Request-Id` of the request.')),
    cursor: Type.Optional(text('Position of the event: `GET /v1/events?after=` continues from here.')),
    current: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description:
          'With `include: "record"`: the record as a read returns it, as it is when the message is sent, so that ' +
          'its `version` may be higher. `null` if the record was deleted.',
      }),
    ),
  }),
})
/** The same in the form of CloudEvents. */
export const WebhookCloudEvent = object('WebhookCloudEvent', {
  specversion: oneOf(['1.0']),
  id: id('Id of the event; the same as `webhook-id`.'),
  source: text('`urn:dray:environment:` and the id of the environment.'),
  type: text('`dray.` and the type of the event, such as `dray.consignment.updated`.'),
  subject: text('Kind and id of the record, such as `consignment/019f…`.'),
  time: dateTime('Time of the event.'),
  datacontenttype: oneOf(['application/json']),
  data: WebhookMessage.properties.data,
})
export const messageHeaders = {
  'webhook-id': 'Id of the event; the same for every attempt.',
  'webhook-timestamp': 'Time of this request, in seconds since 1970.',
  'webhook-signature':
    'Signatures as in the Standard Webhooks specification, separated by spaces; one match is enough.',
} as const

const byId = object('WebhookPath', { webhookId: id('Id issued by the service.') })

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhook',
  tag,
  summary: 'Create a webhook',
  description:
    'The webhook is sent every event from now on. The signing secret is returned only in this response. An ' +
    'environment can have at most 50 webhooks.',
  scope: 'webhooks:write',
  fresh: true,
  query: noQuery,
  body: WebhookInput,
  data: object('WebhookCreated', { webhookId: id('Id of the webhook.'), secret }),
  created: true,
  location: '/v1/webhook/{webhookId}',
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
  affectedBy: ['webhook'],
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
  description: 'The secret is never included.',
  scope: 'webhooks:read',
  affectedBy: ['webhook'],
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
    'A JSON Merge Patch (RFC 7396). A paused webhook keeps its position: `{"state":"enabled"}` sends all events ' +
    'since then that are still kept, and immediately retries the deliveries that ended with the pause.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  body: WebhookPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND', 'SIGN_IN_AGAIN'],
})

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Delete a webhook',
  description: 'Also deletes its secret and its delivery log. Dray sends no further events to its URL.',
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
  summary: 'Rotate the secret of a webhook',
  description:
    'The old and the new secret both sign for a while, so that the receiver can switch over. Any older secret stops ' +
    'signing immediately.',
  scope: 'webhooks:write',
  params: byId,
  fresh: true,
  query: noQuery,
  body: object('WebhookRotation', {
    overlapHours: optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'Hours for which both secrets sign. Default: 24. With 0, the old one ends immediately.',
      }),
    ),
  }),
  data: object('WebhookRotated', {
    secret,
    previousSecretUntil: dateTime('Time until which the old secret also signs.'),
  }),
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const pingWebhook = endpoint({
  id: 'pingWebhook',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/ping',
  tag,
  summary: 'Send a ping',
  description: 'Makes one attempt immediately, even for a paused webhook, and returns the result.',
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
  description: 'Newest first. The operator decides how long the log is kept (30 days by default).',
  scope: 'webhooks:read',
  affectedBy: ['webhook'],
  params: byId,
  query: object('DeliveriesQuery', {
    state: Type.Optional(oneOf(deliveryStates, 'Only deliveries in this state.')),
    limit: Type.Optional(
      Type.String({
        ...wholeNumber(1, 100),
        description: 'Maximum number of deliveries, from 1 to 100. Default: 50.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: limits.keyLength, description: '`next` of the previous page.' }),
    ),
  }),
  data: object('Deliveries', {
    deliveries: Type.Array(Delivery),
    next,
  }),
  problems: ['NOT_FOUND'],
})

const deliveryPath = object('DeliveryPath', {
  webhookId: id('Id issued by the service.'),
  deliveryId: id('Id of the delivery, from the delivery log.'),
})

export const getDelivery = endpoint({
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/webhook/{webhookId}/deliveries/{deliveryId}',
  tag,
  summary: 'Read a delivery with its message',
  description:
    'Dray does not store the message, but creates it again from the event and the current record. Therefore erased ' +
    'data does not stay in a log.',
  scope: 'webhooks:read',
  affectedBy: ['webhook'],
  params: deliveryPath,
  query: noQuery,
  data: DeliveryDetail,
  problems: ['NOT_FOUND'],
})

export const resendDelivery = endpoint({
  id: 'resendDelivery',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/deliveries/{deliveryId}/resend',
  tag,
  summary: 'Send a delivery again',
  description:
    'Sends it immediately, with all its retries and the same `webhook-id`. For a paused webhook, it is sent when ' +
    'the webhook is resumed.',
  scope: 'webhooks:write',
  params: deliveryPath,
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
    'Sends all events that match the filter of the webhook and are still kept, alongside new events. Send exactly ' +
    'one of `from` and `after`. A second replay replaces one that has not finished.',
  scope: 'webhooks:write',
  params: byId,
  query: noQuery,
  body: object('WebhookReplay', {
    from: optional(inputDateTime('Events from this time on.')),
    to: optional(inputDateTime('Events before this time. Default: now.')),
    after: optional(
      Type.String({
        minLength: 1,
        maxLength: limits.keyLength,
        description: 'Events after this one: the `cursor` of an event, or `0` for all events that are still kept.',
      }),
    ),
  }),
  problems: ['NOT_FOUND'],
})
