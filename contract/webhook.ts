// Defines webhooks by the Standard Webhooks specification: messages about changes.
import { changeTypes, isOfAccess } from './change.ts'
import { describeEndpoint } from './endpoint.ts'
import { nextCursor } from './page.ts'
import Type, { type Static } from './schema.ts'
import {
  buildIntegerKeywords,
  closedEnum,
  dateTimeSchema,
  idSchema,
  inputDateTimeSchema,
  nullableSchema,
  objectSchema,
  openEnum,
  optionalSchema,
  recordLimits,
  textSchema,
} from './shared.ts'

const tag = 'Webhooks'
export const webhookStates = ['enabled', 'paused'] as const
export const pauseReasons = ['manual', 'failing', 'gone'] as const
export type PauseReason = (typeof pauseReasons)[number]
export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Types of events that webhooks send. Events about access are excluded, because a receiver has no scopes. */
const sentTypes = changeTypes.filter((type) => !isOfAccess(type))
const prefixes = [...new Set(sentTypes.map((type) => type.replace(/\..*$/, '.*')))]
/** Values of a filter: each type of event, and a prefix such as `load.*` for all types of one kind of record. */
export const eventFilters: readonly string[] = [...sentTypes, ...prefixes]

const url = Type.String({
  minLength: 1,
  maxLength: recordLimits.webhookUrlLength,
  description:
    'URL that events are sent to with POST: an `https` URL with a public address, on port 443 or from 1024 up, ' +
    'without user, password or fragment.',
  examples: ['https://erp.example.com/hooks/dray'],
})
const events = Type.Array(Type.String({ enum: eventFilters }), {
  maxItems: recordLimits.webhookEvents,
  description:
    'Types of events to send. A value such as `consignment.*` selects all types of one kind of record. Default, also ' +
    'if empty: all events. Events about access (tokens, clients, users, invitations) are never sent to webhooks.',
})
const description = textSchema('Free text, such as the purpose of the webhook.')
export const webhookFormats = ['standard', 'cloudevents'] as const
const include = closedEnum(
  ['record'],
  'Additional content of a message: `record` adds the whole record as `data.current`, in its state at the time of ' +
    'sending. You need the scopes to read the records of all events that the webhook is sent. Default: nothing.',
)
const format = closedEnum(
  webhookFormats,
  '`standard` (default) is the form of the Standard Webhooks specification; `cloudevents` is CloudEvents 1.0, ' +
    'structured as JSON. Dray signs both in the same way.',
)
const state = closedEnum(
  webhookStates,
  'A webhook that is `paused` sends nothing, but keeps its position. `enabled` continues from this position.',
)

export const WebhookInput = objectSchema('WebhookInput', {
  url,
  events: optionalSchema(events),
  description: optionalSchema(description),
  include: optionalSchema(include),
  format: optionalSchema(format),
  state: optionalSchema(state),
})
export const WebhookPatch = objectSchema('WebhookPatch', {
  url: Type.Optional(url),
  events: optionalSchema(events),
  description: optionalSchema(description),
  include: optionalSchema(include),
  format: optionalSchema(format),
  state: Type.Optional(state),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The version you read. If the webhook has changed since, the request fails with `VERSION_MISMATCH`.',
    }),
  ),
})
export const Webhook = objectSchema('Webhook', {
  webhookId: idSchema('Id of the webhook.'),
  url: textSchema(),
  events: Type.Array(textSchema(), { description: 'Types of events that are sent; empty means all.' }),
  description: nullableSchema(textSchema()),
  include: nullableSchema(closedEnum(['record'], '`record` if messages contain the whole record.')),
  format: closedEnum(webhookFormats, 'Form of the messages.'),
  state: closedEnum(webhookStates),
  pausedReason: nullableSchema(
    closedEnum(
      pauseReasons,
      '`manual`: paused by a request. `failing`: no delivery succeeded during a whole retry period. `gone`: the ' +
        'receiver returned 410.',
    ),
  ),
  pausedSince: nullableSchema(dateTimeSchema('Time of the pause.')),
  failingSince: nullableSchema(dateTimeSchema('Time since which every attempt has failed.')),
  previousSecretUntil: nullableSchema(dateTimeSchema('Time until which the previous secret also signs.')),
  version: Type.Integer({ minimum: 1, description: 'Increases with every change.' }),
  created: dateTimeSchema('Time of creation.'),
  updated: dateTimeSchema('Time of the last change.'),
})
export type WebhookInput = Static<typeof WebhookInput>
export type WebhookPatch = Static<typeof WebhookPatch>
export type Webhook = Static<typeof Webhook>

const secret = Type.String({
  maxLength: 128,
  description: 'Signs every request from now on. It is shown only once: keep it safe like a password.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
})

export const DeliveryAttempt = objectSchema('DeliveryAttempt', {
  at: dateTimeSchema('Time of the attempt.'),
  status: nullableSchema(Type.Integer({ description: 'HTTP status of the response; `null` without a response.' })),
  failure: nullableSchema(
    closedEnum(
      ['refused', 'dns', 'connection', 'tls', 'timeout', 'protocol', 'expired'],
      'Reason why no response arrived. `refused`: the URL or its IP address is not allowed. `expired`: the event was ' +
        'deleted.',
    ),
  ),
  message: nullableSchema(textSchema('The failure in words.')),
  durationMs: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
  response: nullableSchema(textSchema('The start of the response, at most 1,000 characters.')),
})
export const WebhookDelivery = objectSchema('Delivery', {
  deliveryId: idSchema('Id of the delivery.'),
  eventId: idSchema('Id of the event; sent as `webhook-id` with every attempt.'),
  type: textSchema('Type of the event, or `ping`.'),
  state: closedEnum(deliveryStates, '`failed`: Dray does not retry the delivery any more; you can resend it.'),
  created: dateTimeSchema('Time at which the delivery was first due.'),
  nextAttempt: nullableSchema(dateTimeSchema('Earliest time of the next attempt.')),
  attempts: Type.Array(DeliveryAttempt, { description: 'The last 20 attempts, oldest first.' }),
})
export const DeliveryDetail = objectSchema('DeliveryDetail', {
  ...WebhookDelivery.properties,
  contentType: textSchema('Media type of the message.'),
  body: nullableSchema(
    textSchema(
      'The message that Dray would send now. With `include`, it contains the current state of the record, but only ' +
        'if you may read the record. `null` if the event was deleted.',
      4_194_304,
    ),
  ),
})
export type DeliveryDetail = Static<typeof DeliveryDetail>
export type DeliveryAttempt = Static<typeof DeliveryAttempt>
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** Message that a webhook receives. */
export const WebhookMessage = objectSchema('WebhookMessage', {
  type: openEnum([...sentTypes, 'ping'], 'Type of the event; `ping` is a test. New types may be added.'),
  timestamp: dateTimeSchema('Time of the event.'),
  data: objectSchema('WebhookMessageData', {
    environmentId: idSchema('Id of the environment of the event.'),
    record: objectSchema('WebhookMessageRecord', {
      type: textSchema('Kind of record.'),
      id: textSchema(
        '`consignmentId`, `loadId`, `podId`, `environmentId`, `webhookId` or `noticeId`; for a depot, a vehicle or a ' +
          'driver, its key.',
      ),
      key: textSchema('Key after the change.'),
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the record after the change.' })),
    changed: Type.Optional(
      Type.Array(textSchema('JSON Pointer into the record.'), {
        description: 'Empty if the record was created or deleted.',
      }),
    ),
    actorId: Type.Optional(textSchema('Id of the token, client or user that made the change.')),
    requestId: Type.Optional(textSchema('`X-Request-Id` of the request.')),
    cursor: Type.Optional(textSchema('Position of the event: `GET /v1/events?after=` continues from here.')),
    current: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description:
          'With `include: "record"`: the record at the time of sending, as a read returns it. Its `version` may be ' +
          'higher than the version of the event. `null` if the record was deleted.',
      }),
    ),
  }),
})
/** Message that a webhook receives in the form of CloudEvents. */
export const WebhookCloudEvent = objectSchema('WebhookCloudEvent', {
  specversion: closedEnum(['1.0']),
  id: idSchema('Id of the event; the same as `webhook-id`.'),
  source: textSchema('`urn:dray:environment:` and the id of the environment.'),
  type: textSchema('`dray.` and the type of the event, such as `dray.consignment.updated`.'),
  subject: textSchema('Kind and id of the record, such as `consignment/019f…`.'),
  time: dateTimeSchema('Time of the event.'),
  datacontenttype: closedEnum(['application/json']),
  data: WebhookMessage.properties.data,
})
export const messageHeaders = {
  'webhook-id': 'Id of the event; the same for every attempt.',
  'webhook-timestamp': 'Time of this request, in seconds since 1970.',
  'webhook-signature':
    'Signatures as in the Standard Webhooks specification, separated by spaces; one match is enough.',
} as const

const byId = objectSchema('WebhookPath', { webhookId: idSchema('Id issued by the service.') })

export const createWebhook = describeEndpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhook',
  tag,
  summary: 'Create a webhook',
  description:
    'Dray sends to the webhook every matching event from now on. The signing secret is returned only in this ' +
    'response. An environment can have at most 50 webhooks.',
  scope: 'webhooks:write',
  fresh: true,
  body: WebhookInput,
  data: objectSchema('WebhookCreated', { webhookId: idSchema('Id of the webhook.'), secret }),
  created: true,
  location: '/v1/webhook/{webhookId}',
  etag: true,
  unrepeatable: true,
  problems: ['WEBHOOK_LIMIT'],
})

export const listWebhooks = describeEndpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  tag,
  summary: 'List all webhooks',
  scope: 'webhooks:read',
  affectedBy: ['webhook'],
  data: Type.Array(Webhook),
})

export const getWebhook = describeEndpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Read a webhook',
  description: 'The secret is never included.',
  scope: 'webhooks:read',
  affectedBy: ['webhook'],
  params: byId,
  data: Webhook,
  etag: true,
  problems: ['NOT_FOUND'],
})

export const updateWebhook = describeEndpoint({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Change, pause or resume a webhook',
  description:
    'A JSON Merge Patch (RFC 7396). `{"state":"enabled"}` resumes a paused webhook. Dray then sends the events ' +
    'recorded during the pause, if the history still contains them. It immediately retries the deliveries that ' +
    'waited when the pause began.',
  scope: 'webhooks:write',
  params: byId,
  body: WebhookPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND', 'SIGN_IN_AGAIN'],
})

export const deleteWebhook = describeEndpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhook/{webhookId}',
  tag,
  summary: 'Delete a webhook',
  description: 'Also deletes its secret and its delivery log. Dray sends no further events to its URL.',
  scope: 'webhooks:write',
  params: byId,
  precondition: true,
  problems: ['NOT_FOUND'],
})

export const rotateWebhookSecret = describeEndpoint({
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
  body: objectSchema('WebhookRotation', {
    overlapHours: optionalSchema(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description:
          'Hours for which both secrets sign. Default: 24. With 0, the old secret stops signing immediately.',
      }),
    ),
  }),
  data: objectSchema('WebhookRotated', {
    secret,
    previousSecretUntil: dateTimeSchema('Time until which the old secret also signs.'),
  }),
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const pingWebhook = describeEndpoint({
  id: 'pingWebhook',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/ping',
  tag,
  summary: 'Send a ping',
  description: 'Makes one attempt immediately, even for a paused webhook, and returns the result.',
  scope: 'webhooks:write',
  params: byId,
  data: WebhookDelivery,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const listDeliveries = describeEndpoint({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/webhook/{webhookId}/deliveries',
  tag,
  summary: 'Read the delivery log of a webhook',
  description: 'Returns deliveries, newest first. The operator decides how long the log is kept (30 days by default).',
  scope: 'webhooks:read',
  affectedBy: ['webhook'],
  params: byId,
  query: objectSchema('DeliveriesQuery', {
    state: Type.Optional(closedEnum(deliveryStates, 'Only deliveries in this state.')),
    limit: Type.Optional(
      Type.String({
        ...buildIntegerKeywords(1, 100),
        description: 'Maximum number of deliveries, from 1 to 100. Default: 50.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: recordLimits.keyLength, description: '`next` of the previous page.' }),
    ),
  }),
  data: objectSchema('Deliveries', {
    deliveries: Type.Array(WebhookDelivery),
    next: nextCursor,
  }),
  problems: ['NOT_FOUND'],
})

const deliveryPath = objectSchema('DeliveryPath', {
  webhookId: idSchema('Id issued by the service.'),
  deliveryId: idSchema('Id of the delivery, from the delivery log.'),
})

export const getDelivery = describeEndpoint({
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
  data: DeliveryDetail,
  problems: ['NOT_FOUND'],
})

export const resendDelivery = describeEndpoint({
  id: 'resendDelivery',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/deliveries/{deliveryId}/resend',
  tag,
  summary: 'Send a delivery again',
  description:
    'Sends the delivery immediately, with all its retries and the same `webhook-id`. If the webhook is paused, Dray ' +
    'sends the delivery when the webhook is resumed.',
  scope: 'webhooks:write',
  params: deliveryPath,
  problems: ['NOT_FOUND'],
})

export const replayWebhook = describeEndpoint({
  id: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhook/{webhookId}/replay',
  tag,
  summary: 'Send a range of events again',
  description:
    'Sends all events that match the filter of the webhook and are still kept, alongside new events. Send exactly ' +
    'one of `from` and `after`. A second replay replaces a replay that has not finished.',
  scope: 'webhooks:write',
  params: byId,
  body: objectSchema('WebhookReplay', {
    from: optionalSchema(inputDateTimeSchema('Events from this time on.')),
    to: optionalSchema(inputDateTimeSchema('Events before this time. Default: now.')),
    after: optionalSchema(
      Type.String({
        minLength: 1,
        maxLength: recordLimits.keyLength,
        description: 'Events after this cursor: the `cursor` of an event, or `0` for all events that are still kept.',
      }),
    ),
  }),
  problems: ['NOT_FOUND'],
})
