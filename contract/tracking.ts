// Defines public tracking: the address of an order's page, and its fields.
import { endpoint } from './endpoint.ts'
import { outcomes } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  dateTime,
  flag,
  id,
  key,
  noQuery,
  nullable,
  object,
  oneOf,
  text,
  timezoneQuery,
  unsignedInteger,
} from './shared.ts'

const tag = 'Tracking'
export const trackingSteps = ['registered', 'planned', 'released', 'inTransit', 'ended', 'done'] as const
export type TrackingStep = (typeof trackingSteps)[number]

export const TrackingLink = object('TrackingLink', {
  url: nullable(text('Address of the page; `null` while tracking is turned off for the order.', 2_048)),
  created: dateTime('Time of creation.'),
  expires: nullable(dateTime('Time at which the address expires; `null` while that time is not set.')),
  stopped: nullable(
    dateTime('Time at which the recipient switched off the tracking e-mails of this order; `null` while they are on.'),
  ),
})
export type TrackingLink = Static<typeof TrackingLink>
const path = object('TrackingConsignmentPath', { consignmentId: id('Id of the order.') })
const query = object('TrackingLinkQuery', timezoneQuery)
export const getTracking = endpoint({
  id: 'getTracking',
  method: 'GET',
  path: '/v1/consignment/{consignmentId}/tracking',
  tag,
  summary: "Read the address of an order's tracking page",
  description:
    'Dray creates the address with the first e-mail of the order, or with the first request for it. Every later ' +
    'e-mail or request extends the same address while the order is open.',
  scope: 'consignments:read',
  affectedBy: [],
  params: path,
  query,
  data: TrackingLink,
  problems: ['NOT_FOUND'],
})
export const renewTracking = endpoint({
  id: 'renewTracking',
  method: 'POST',
  path: '/v1/consignment/{consignmentId}/tracking/renew',
  tag,
  summary: "Replace the address of an order's tracking page",
  description: 'The earlier address stops working immediately.',
  scope: 'consignments:write',
  params: path,
  query,
  data: TrackingLink,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const TrackingView = object('TrackingView', {
  companyName: text('Name of the company, or else of the environment.'),
  colour: text(),
  key: key('Key of the order.'),
  type: oneOf(['delivery', 'collection']),
  town: nullable(text("Town of the recipient's address.")),
  step: oneOf(
    trackingSteps,
    'Progress of the order. An order without an outcome on a completed load has the step `registered` if the load ' +
      'has proofs, because its stop was not reached, else `ended`.',
  ),
  windowFrom: nullable(dateTime('Start of the time window; a quarter of an hour before `committed` if there is one.')),
  windowTo: nullable(dateTime('End of it; a quarter of an hour after `committed` if there is one.')),
  committed: nullable(dateTime('Committed time.')),
  estimateFrom: nullable(dateTime('Start of the estimated time of arrival.')),
  estimateTo: nullable(dateTime('End of the estimated time of arrival.')),
  stopsAhead: nullable(unsignedInteger('Number of stops before the order; 11 means more than ten.')),
  position: nullable(
    object('TrackingPosition', { lat: Type.Number(), lng: Type.Number(), time: dateTime('Time of the position.') }),
  ),
  outcome: nullable(oneOf(outcomes, 'Outcome of the order.')),
  reason: nullable(text('Reason of the failure.')),
  outcomeTime: nullable(dateTime('Time of the outcome.')),
  photos: Type.Array(text('Address of a photo.', 2_048)),
  timezone: text('Time zone of the order.'),
  messages: oneOf(['on', 'off'], '`off` after the recipient turned off the tracking e-mails of this order.'),
  final: flag(
    '`true` if no further attempt is expected. `false` with an `outcome` before another attempt: the outcome is ' +
      'failed or partial, the order has left its load, and its window begins after `outcomeTime`.',
  ),
})
export type TrackingView = Static<typeof TrackingView>
export const readTracking = endpoint({
  id: 'readTracking',
  method: 'GET',
  path: '/v1/tracking/{token}',
  tag,
  summary: 'Read the content of a tracking page',
  description:
    'Available to any client with the address. The response is the same 404 for a wrong, expired or switched-off ' +
    'address. `If-None-Match` returns 304 while nothing has changed.',
  access: 'anyone',
  // Longer than any request head: a token that is too long gets the same error as any invalid one.
  params: object('TrackingPath', { token: text('The last part of the address.', 65_536) }),
  query: noQuery,
  data: TrackingView,
  etag: true,
  conditional: true,
  problems: ['NOT_FOUND'],
})
