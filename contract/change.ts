// Changes: what happened to consignments, depots, loads, settings and access, as events to follow and as the history of a record.
import { endpoint, type Scope } from './endpoint.ts'
import { next } from './page.ts'
import Type, { type Static } from './schema.ts'
import { dateTime, id, key, limits, nullable, object, oneOf, text, wholeNumber } from './shared.ts'

/** What lets somebody in: told to those only who may read it by name, and never to webhooks. */
export const accessTypes = ['token', 'client', 'person', 'invitation'] as const
export const recordTypes = ['consignment', 'depot', 'load', 'environment', 'webhook', ...accessTypes] as const
export type RecordType = (typeof recordTypes)[number]

export const changeTypes = [
  'consignment.created',
  'consignment.updated',
  'consignment.deleted',
  'consignment.erased',
  'depot.created',
  'depot.updated',
  'depot.deleted',
  'load.created',
  'load.updated',
  'load.deleted',
  'environment.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.paused',
  'webhook.deleted',
  'token.created',
  'token.revoked',
  'client.created',
  'client.revoked',
  'person.joined',
  'person.updated',
  'person.removed',
  'invitation.created',
  'invitation.withdrawn',
] as const
export type ChangeType = (typeof changeTypes)[number]

export const recordOf = (type: ChangeType): RecordType => type.slice(0, type.indexOf('.')) as RecordType
export const isOfAccess = (type: ChangeType): boolean => (accessTypes as readonly string[]).includes(recordOf(type))

/** Who may read a record may know of its changes. */
export const scopeToFollow = {
  consignment: 'consignments:read',
  depot: 'depots:read',
  load: 'loads:read',
  environment: 'settings:read',
  webhook: 'webhooks:read',
  token: 'tokens:read',
  client: 'tokens:read',
  person: 'people:read',
  invitation: 'people:read',
} as const satisfies Record<RecordType, Scope>

export const actorKinds = ['token', 'client', 'person', 'system'] as const
export const Actor = object('Actor', {
  kind: oneOf(actorKinds, '`system` is the service itself and its command line.'),
  id: id('Of the token, client or person.'),
  name: nullable(text('Its name, as far as it is known.')),
})
export type Actor = Static<typeof Actor>

export const Difference = object(
  'Difference',
  {
    path: Type.String({ description: 'JSON Pointer into the record.', examples: ['/consigneeAddress/line1'] }),
    old: Type.Optional(Type.Unsafe<unknown>({ description: 'Before the change; left out where something was added.' })),
    new: Type.Optional(Type.Unsafe<unknown>({ description: 'After it; left out where something was removed.' })),
  },
  {
    description:
      'One step of a change. Elements that are added or removed move those behind them, so steps are applied in order and undone in the opposite one.',
  },
)

const members = {
  id: id('Of the change; the same wherever it is told, so that what comes twice is known.'),
  type: oneOf(changeTypes, 'What happened.'),
  time: dateTime('When the request arrived that made the change.'),
  record: object('ChangedRecord', {
    type: oneOf(recordTypes, 'What kind of record it is.'),
    id: text(
      '`consignmentId`, `loadId`, `environmentId`, `webhookId`, `tokenId`, `clientId`, `personId` or `invitationId`; of a depot its key.',
    ),
    key: text(
      'Its key after the change; of the environment its name, of a webhook its id. Of a token or client its name; of a person the name they have now, of an invitation its e-mail address while it is open. Where that is not known, the id.',
    ),
  }),
  version: Type.Integer({ minimum: 1, description: 'Of the record after the change; before it, it was one less.' }),
  actor: Actor,
  requestId: text('`X-Request-Id` of the request.'),
  changes: Type.Array(Difference, {
    description:
      'What differs; empty when a record is created or deleted. Of tokens, clients, people and invitations it also says what was given with them at first.',
  }),
}
export const Change = object('Change', members)
const cursor = (description: string) => Type.String({ minLength: 1, maxLength: limits.keyLength, description })
export const Event = object('Event', { ...members, cursor: cursor('Its place: follow on from here with `after`.') })
export type Event = Static<typeof Event>

export const eventLimits = { limit: 1_000, limitDefault: 100, waitSeconds: 60 } as const

export const listEvents = endpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'Events',
  summary: 'Follow all changes',
  description:
    'In the order in which they took effect, versions of one record in their order. Only of what the token may read. Call again with `next` as `after`: no change is skipped, and none comes twice. With `Accept: text/event-stream` the same events come as server-sent events for as long as the connection lasts.',
  scope: scopeToFollow.consignment,
  orScopes: [
    scopeToFollow.depot,
    scopeToFollow.load,
    scopeToFollow.environment,
    scopeToFollow.webhook,
    scopeToFollow.token,
    scopeToFollow.person,
  ],
  query: object('EventsQuery', {
    after: Type.Optional(
      cursor(
        '`next` of the call before, or the `cursor` of an event. `latest` begins now; left out: with the oldest kept.',
      ),
    ),
    before: Type.Optional(
      cursor(
        'Reads backwards instead, newest first: what came before this place, `latest` for the newest of all. Go on with `next` as `before`; it is `0` at the end. Not together with `after` or `wait`, and not for a stream.',
      ),
    ),
    limit: Type.Optional(
      Type.String({
        ...wholeNumber(1, 1_000),
        description: 'At most so many, from 1 to 1000; 100 when left out.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.textLength,
        description: 'Only these, with commas between them; `load.*` is every one of loads.',
        examples: ['consignment.created,load.*'],
      }),
    ),
    wait: Type.Optional(
      Type.String({
        ...wholeNumber(0, 60),
        description: 'Seconds to wait when there is none yet, from 0 to 60; 0 when left out.',
      }),
    ),
  }),
  data: object('Events', {
    events: Type.Array(Event),
    next: cursor('What to send as `after`; there also when there is no event.'),
  }),
  stream: true,
  problems: ['CURSOR_EXPIRED'],
})

const page = {
  limit: Type.Optional(
    Type.String({
      ...wholeNumber(1, 100),
      description: 'At most so many, from 1 to 100; 50 when left out.',
    }),
  ),
  cursor: Type.Optional(cursor('`next` of the page before.')),
}
const history = {
  method: 'GET',
  description:
    'Newest first: who, when, by which request, and what differed. It goes on to be there when the record is deleted, for as long as the environment keeps its history.',
  data: object('History', {
    changes: Type.Array(Change),
    next,
  }),
} as const
const selects = { 'x-needs-one-of': ['id', 'key'] }
const notFound = ['NOT_FOUND'] as const

const ofConsignment = { ...history, tag: 'Consignments', scope: scopeToFollow.consignment, problems: notFound } as const
export const getConsignmentHistory = endpoint({
  ...ofConsignment,
  id: 'getConsignmentHistory',
  path: '/v1/consignment/history',
  summary: 'Read the history of a consignment',
  query: object(
    'ConsignmentHistoryQuery',
    {
      id: Type.Optional(id('Id that the service issued.')),
      key: Type.Optional(key('Its key; of a deleted consignment the one it had last.')),
      ...page,
    },
    selects,
  ),
})
export const getConsignmentHistoryById = endpoint({
  ...ofConsignment,
  id: 'getConsignmentHistoryById',
  path: '/v1/consignment/{consignmentId}/history',
  summary: 'Read the history of a consignment by its id',
  params: object('ConsignmentHistoryPath', { consignmentId: id('Id that the service issued.') }),
  query: object('ConsignmentHistoryByIdQuery', page),
})

export const getDepotHistory = endpoint({
  ...history,
  id: 'getDepotHistory',
  path: '/v1/depot/history',
  tag: 'Depots',
  summary: 'Read the history of a depot',
  scope: scopeToFollow.depot,
  query: object('DepotHistoryQuery', { key: key('Key of the depot.'), ...page }),
  problems: notFound,
})

const ofLoad = { ...history, tag: 'Loads', scope: scopeToFollow.load, problems: notFound } as const
export const getLoadHistory = endpoint({
  ...ofLoad,
  id: 'getLoadHistory',
  path: '/v1/load/history',
  summary: 'Read the history of a load',
  query: object(
    'LoadHistoryQuery',
    { id: Type.Optional(id('Id of the load.')), key: Type.Optional(key('Key of the load.')), ...page },
    selects,
  ),
})
export const getLoadHistoryById = endpoint({
  ...ofLoad,
  id: 'getLoadHistoryById',
  path: '/v1/load/{loadId}/history',
  summary: 'Read the history of a load by its id',
  params: object('LoadHistoryPath', { loadId: id('Id of the load.') }),
  query: object('LoadHistoryByIdQuery', page),
})

export const getEnvironmentHistory = endpoint({
  ...history,
  id: 'getEnvironmentHistory',
  path: '/v1/environment/history',
  tag: 'Environment',
  summary: 'Read the history of the settings',
  scope: scopeToFollow.environment,
  query: object('EnvironmentHistoryQuery', page),
  problems: [],
})
