// Defines public tracking: the tracking link of an order, and the fields of its tracking page.
import { describeEndpoint } from './endpoint.ts'
import { outcomeNames } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  flagSchema,
  idSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  textSchema,
  timezoneQuery,
  unsignedIntegerSchema,
} from './shared.ts'

const tag = 'Tracking'
export const trackingSteps = ['registered', 'planned', 'released', 'inTransit', 'ended', 'done'] as const
export type TrackingStep = (typeof trackingSteps)[number]

export const TrackingLink = objectSchema('TrackingLink', {
  url: nullableSchema(
    textSchema('URL of the tracking page; `null` while tracking is turned off for the order.', 2_048),
  ),
  created: dateTimeSchema('Time of creation.'),
  expires: nullableSchema(
    dateTimeSchema('Time at which the tracking link expires; `null` while this time is not set.'),
  ),
  stopped: nullableSchema(
    dateTimeSchema(
      'Time at which the recipient switched off the tracking e-mails of this order; `null` while they are on.',
    ),
  ),
})
export type TrackingLink = Static<typeof TrackingLink>
const path = objectSchema('TrackingConsignmentPath', { consignmentId: idSchema('Id of the order.') })
const query = objectSchema('TrackingLinkQuery', timezoneQuery)
export const getTracking = describeEndpoint({
  id: 'getTracking',
  method: 'GET',
  path: '/v1/consignment/{consignmentId}/tracking',
  tag,
  summary: 'Read the tracking link of an order',
  description:
    'Dray creates the tracking link with the first e-mail of the order, or with the first request for the link. ' +
    'While the order is open, every later e-mail or request extends the validity of this link.',
  scope: 'consignments:read',
  affectedBy: [],
  params: path,
  query,
  data: TrackingLink,
  problems: ['NOT_FOUND'],
})
export const renewTracking = describeEndpoint({
  id: 'renewTracking',
  method: 'POST',
  path: '/v1/consignment/{consignmentId}/tracking/renew',
  tag,
  summary: 'Replace the tracking link of an order',
  description: 'The earlier tracking link stops working immediately.',
  scope: 'consignments:write',
  params: path,
  query,
  data: TrackingLink,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const TrackingView = objectSchema('TrackingView', {
  companyName: textSchema('Name of the company, or else of the environment.'),
  colour: textSchema(),
  key: keySchema('Key of the order.'),
  type: closedEnum(['delivery', 'collection']),
  town: nullableSchema(textSchema("Town of the recipient's address.")),
  step: closedEnum(
    trackingSteps,
    'Progress of the order. An order without an outcome on a completed load has the step `registered` if the load ' +
      'has proofs, because its stop was not reached, else `ended`.',
  ),
  windowFrom: nullableSchema(
    dateTimeSchema('Start of the time window, or a quarter of an hour before `committed` if this time is set.'),
  ),
  windowTo: nullableSchema(
    dateTimeSchema('End of the time window, or a quarter of an hour after `committed` if this time is set.'),
  ),
  committed: nullableSchema(dateTimeSchema('Committed time.')),
  estimateFrom: nullableSchema(dateTimeSchema('Start of the estimated time of arrival.')),
  estimateTo: nullableSchema(dateTimeSchema('End of the estimated time of arrival.')),
  stopsAhead: nullableSchema(unsignedIntegerSchema('Number of stops before the order; 11 means more than ten.')),
  position: nullableSchema(
    objectSchema('TrackingPosition', {
      lat: Type.Number(),
      lng: Type.Number(),
      time: dateTimeSchema('Time of the position.'),
    }),
  ),
  outcome: nullableSchema(closedEnum(outcomeNames, 'Outcome of the order.')),
  reason: nullableSchema(textSchema('Reason of the failure.')),
  outcomeTime: nullableSchema(dateTimeSchema('Time of the outcome.')),
  photos: Type.Array(textSchema('URL of a photo.', 2_048)),
  timezone: textSchema('Time zone of the order.'),
  messages: closedEnum(['on', 'off'], '`off` after the recipient turned off the tracking e-mails of this order.'),
  final: flagSchema(
    '`true` if no further attempt is expected. With an `outcome`, `false` means that another attempt follows: the ' +
      'outcome is failed or partial, the order has left its load, and its window begins after `outcomeTime`.',
  ),
})
export type TrackingView = Static<typeof TrackingView>
export const readTracking = describeEndpoint({
  id: 'readTracking',
  method: 'GET',
  path: '/v1/tracking/{token}',
  tag,
  summary: 'Read the content of a tracking page',
  description:
    'Any client that has the tracking link can read the page. The response is the same 404 for a wrong, expired or ' +
    'switched-off link. `If-None-Match` returns 304 while nothing has changed.',
  access: 'anyone',
  // The limit exceeds the length of any request head, so a token that is too long gets the same error as any invalid
  // token.
  params: objectSchema('TrackingPath', { token: textSchema('The last part of the tracking link.', 65_536) }),
  data: TrackingView,
  etag: true,
  conditional: true,
  problems: ['NOT_FOUND'],
})
