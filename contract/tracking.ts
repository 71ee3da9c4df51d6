// Public tracking: the address of an order's page, and what the page may tell.
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
  created: dateTime('When it was made.'),
  expires: nullable(dateTime('Until when it can be read, once that is known.')),
  stopped: nullable(
    dateTime('When the recipient turned off the tracking e-mails of this order; `null` while they are on.'),
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
    'It is made with the order’s first letter or when it is asked for first. Whenever it is sent or asked for ' +
    'again, the same address lasts longer, as long as the order is open.',
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
  description: 'The earlier address ends at once.',
  scope: 'consignments:write',
  params: path,
  query,
  data: TrackingLink,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const TrackingView = object('TrackingView', {
  companyName: text('Whose delivery it is.'),
  colour: text(),
  key: key('Key of the order.'),
  type: oneOf(['delivery', 'collection']),
  town: nullable(text('Where it goes: the town only.')),
  step: oneOf(
    trackingSteps,
    'How far it has come. Where its load is completed and nobody has told what became of it: `registered` if ' +
      'anything is known of the load, since it was not reached then, else `ended`.',
  ),
  windowFrom: nullable(dateTime('Start of the time window; a quarter of an hour before `committed` if there is one.')),
  windowTo: nullable(dateTime('End of it; a quarter of an hour after `committed` if there is one.')),
  committed: nullable(dateTime('Time agreed with the customer.')),
  estimateFrom: nullable(dateTime('It is estimated to arrive from this time on.')),
  estimateTo: nullable(dateTime('And until this time.')),
  stopsAhead: nullable(unsignedInteger('Stops before it; more than ten are told as 11.')),
  position: nullable(object('TrackingPosition', { lat: Type.Number(), lng: Type.Number(), time: dateTime('When.') })),
  outcome: nullable(oneOf(outcomes, 'What became of it.')),
  reason: nullable(text('Why it failed.')),
  outcomeTime: nullable(dateTime('When.')),
  photos: Type.Array(text('Address of a photo.', 2_048)),
  timezone: text('Time zone of the order.'),
  messages: oneOf(['on', 'off'], '`off` after the recipient turned off the tracking e-mails of this order.'),
  final: flag(
    'Whether nothing more is expected. `false` with an `outcome` if it comes again: it failed, wholly or in part, ' +
      'has left its load, and its window begins after `outcomeTime`.',
  ),
})
export type TrackingView = Static<typeof TrackingView>
export const readTracking = endpoint({
  id: 'readTracking',
  method: 'GET',
  path: '/v1/tracking/{token}',
  tag,
  summary: 'Read what a tracking page shows',
  description:
    'For whoever has the address. A wrong, ended or turned-off address answers 404, always the same. ' +
    '`If-None-Match` answers 304 while nothing has changed.',
  access: 'anyone',
  // Longer than any head of a request: what is too long is as wrong as all else, and answered like it.
  params: object('TrackingPath', { token: text('The last part of the address.', 65_536) }),
  query: noQuery,
  data: TrackingView,
  etag: true,
  conditional: true,
  problems: ['NOT_FOUND'],
})
