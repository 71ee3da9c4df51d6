// Events of all kinds of records: their types, the event stream, and the history of each record.
import { describeEndpoint, type TokenScope } from './endpoint.ts'
import { nextCursor } from './page.ts'
import { accessTypes, type RecordType, recordTypes, typesInLoads, typesInOrders } from './record-type.ts'
import Type, { type Static } from './schema.ts'
import {
  actorKinds,
  buildIntegerKeywords,
  closedEnum,
  dateTimeSchema,
  idSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  openEnum,
  recordLimits,
  textSchema,
  timezoneQuery,
} from './shared.ts'

export type { RecordType } from './record-type.ts'

export const changeTypes = [
  'consignment.created',
  'consignment.updated',
  'consignment.deleted',
  'consignment.erased',
  'consignment.unsubscribed',
  'consignment.resubscribed',
  'depot.created',
  'depot.updated',
  'depot.deleted',
  'load.created',
  'load.updated',
  'load.deleted',
  'vehicle.created',
  'vehicle.updated',
  'vehicle.deleted',
  'driver.created',
  'driver.updated',
  'driver.deleted',
  'pod.created',
  'pod.completed',
  'pod.replaced',
  'pod.erased',
  'pod.deleted',
  'environment.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.paused',
  'webhook.deleted',
  'notice.created',
  'token.created',
  'token.revoked',
  'client.created',
  'client.revoked',
  'person.joined',
  'person.updated',
  'person.removed',
  'invitation.created',
  'invitation.withdrawn',
  'device.created',
  'device.ended',
] as const
export type ChangeType = (typeof changeTypes)[number]

export const recordOf = (type: ChangeType): RecordType => type.slice(0, type.indexOf('.')) as RecordType
export const isOfAccess = (type: ChangeType): boolean => (accessTypes as readonly string[]).includes(recordOf(type))

/** Scopes for the events of each record: a token that may read a record may also read its events. */
export const scopeToFollow = {
  consignment: 'consignments:read',
  depot: 'depots:read',
  load: 'loads:read',
  vehicle: 'fleet:read',
  driver: 'fleet:read',
  pod: 'pods:read',
  environment: 'settings:read',
  webhook: 'webhooks:read',
  notice: 'consignments:read',
  token: 'tokens:read',
  client: 'tokens:read',
  person: 'people:read',
  invitation: 'people:read',
  device: 'drivers:read',
} as const satisfies Record<RecordType, TokenScope>

export const ChangeActor = objectSchema('Actor', {
  kind: closedEnum(actorKinds, '`system` is the service itself or its command line.'),
  id: idSchema('Id of the token, client or user. For a driver: `driver:` and the key of the driver.'),
  name: nullableSchema(textSchema('Name; `null` if unknown.')),
})
export type ChangeActor = Static<typeof ChangeActor>

export const FieldDifference = objectSchema(
  'Difference',
  {
    path: Type.String({ description: 'JSON Pointer into the record.', examples: ['/consigneeAddress/line1'] }),
    old: Type.Optional(Type.Unsafe<unknown>({ description: 'Value before the change. Omitted if a value was added.' })),
    new: Type.Optional(
      Type.Unsafe<unknown>({ description: 'Value after the change. Omitted if a value was removed.' }),
    ),
  },
  {
    description:
      'A change of one value. Adding or removing an element moves the elements after it, so apply the steps in ' +
      'order and undo them in reverse order.',
  },
)

const members = {
  id: idSchema('Id of the change. It is the same in events, histories and webhooks, so you can recognise duplicates.'),
  type: openEnum(changeTypes, 'Type of the event. New types may be added.'),
  time: dateTimeSchema('Time at which the request that made the change arrived.'),
  record: objectSchema('ChangedRecord', {
    type: openEnum(recordTypes, 'Kind of record.'),
    id: textSchema(
      '`consignmentId`, `loadId`, `podId`, `environmentId`, `webhookId`, `noticeId`, `tokenId`, `clientId`, ' +
        '`personId`, `invitationId` or `deviceId`; for a depot, a vehicle or a driver, its key.',
    ),
    key: textSchema(
      'Key after the change. For the environment, a token or a client: its name. For a webhook: its id. For a ' +
        'proof or an e-mail: the key of its order. For a user: their current name. For an open invitation: its ' +
        'e-mail address. For the device of a driver: the key of the driver. If the key is unknown: the id.',
    ),
  }),
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the record after the change. The version before the change was one lower.',
  }),
  actor: ChangeActor,
  requestId: textSchema('`X-Request-Id` of the request.'),
  changes: Type.Array(FieldDifference, {
    description:
      'Changed values; empty if a record was created or deleted. New e-mails, tokens, clients, users, invitations ' +
      'and devices of drivers also have the values they were created with.',
  }),
}
export const RecordChange = objectSchema('Change', members)
const cursor = (description: string) => Type.String({ minLength: 1, maxLength: recordLimits.keyLength, description })
export const ChangeEvent = objectSchema('Event', {
  ...members,
  cursor: cursor('Position of the event: send it as `after` to continue from here.'),
})
export type ChangeEvent = Static<typeof ChangeEvent>

export const eventLimits = { limit: 1_000, limitDefault: 100, waitSeconds: 60 } as const

export const listEvents = describeEndpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'Events',
  summary: 'Follow all changes',
  description:
    'Returns changes in the order in which they took effect, so the versions of one record are in order too. Only ' +
    'changes of records that the token may read are included. Call again with `next` as `after`: no change is ' +
    'skipped or repeated. With `Accept: text/event-stream`, the same events arrive as server-sent events for as ' +
    'long as the connection lasts.',
  scope: scopeToFollow.consignment,
  orScopes: [
    scopeToFollow.depot,
    scopeToFollow.load,
    scopeToFollow.vehicle,
    scopeToFollow.pod,
    scopeToFollow.environment,
    scopeToFollow.webhook,
    scopeToFollow.token,
    scopeToFollow.person,
    scopeToFollow.device,
  ],
  affectedBy: recordTypes,
  query: objectSchema('EventsQuery', {
    after: Type.Optional(
      cursor(
        '`next` of the previous call, or the `cursor` of an event. `latest` returns only events from now on. ' +
          'Default: the oldest event that is still kept.',
      ),
    ),
    before: Type.Optional(
      cursor(
        'Reads backwards, newest first: returns the events before this position. `latest` starts with the newest ' +
          'event. To continue, send `next` as `before`; `next` is `0` at the end. Cannot be combined with `after` or ' +
          '`wait`, and cannot be used for a stream.',
      ),
    ),
    limit: Type.Optional(
      Type.String({
        ...buildIntegerKeywords(1, 1_000),
        description: 'Maximum number of events, from 1 to 1000. Default: 100.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: recordLimits.textLength,
        description: 'Only these types, separated by commas; `load.*` includes all types of load events.',
        examples: ['consignment.created,load.*'],
      }),
    ),
    wait: Type.Optional(
      Type.String({
        ...buildIntegerKeywords(0, 60),
        description: 'Seconds to wait for the first event, from 0 to 60. Default: 0.',
      }),
    ),
  }),
  data: objectSchema('Events', {
    events: Type.Array(ChangeEvent),
    next: cursor('Send it as `after` in the next call. Present even if `events` is empty.'),
  }),
  stream: true,
  problems: ['CURSOR_EXPIRED'],
})

const page = {
  limit: Type.Optional(
    Type.String({
      ...buildIntegerKeywords(1, 100),
      description: 'Maximum number of changes, from 1 to 100. Default: 50.',
    }),
  ),
  cursor: Type.Optional(cursor('`next` of the previous page.')),
}
const history = {
  method: 'GET',
  description:
    'Returns the changes, newest first: who changed what, when, and with which request. The history remains ' +
    'available after the record is deleted, for as long as the environment keeps histories.',
  data: objectSchema('History', {
    changes: Type.Array(RecordChange),
    next: nextCursor,
  }),
} as const
const selects = { 'x-needs-one-of': ['id', 'key'] }
const notFound = ['NOT_FOUND'] as const

const ofConsignment = {
  ...history,
  tag: 'Consignments',
  scope: scopeToFollow.consignment,
  affectedBy: typesInOrders,
  problems: notFound,
} as const
export const getConsignmentHistory = describeEndpoint({
  ...ofConsignment,
  id: 'getConsignmentHistory',
  path: '/v1/consignment/history',
  summary: 'Read the history of an order',
  query: objectSchema(
    'ConsignmentHistoryQuery',
    {
      id: Type.Optional(idSchema('Id issued by the service.')),
      key: Type.Optional(keySchema('Key of the order; if it is deleted, its last key.')),
      ...page,
      ...timezoneQuery,
    },
    selects,
  ),
})
export const getConsignmentHistoryById = describeEndpoint({
  ...ofConsignment,
  id: 'getConsignmentHistoryById',
  path: '/v1/consignment/{consignmentId}/history',
  summary: 'Read the history of an order by its id',
  params: objectSchema('ConsignmentHistoryPath', { consignmentId: idSchema('Id issued by the service.') }),
  query: objectSchema('ConsignmentHistoryByIdQuery', { ...page, ...timezoneQuery }),
})

export const getDepotHistory = describeEndpoint({
  ...history,
  id: 'getDepotHistory',
  path: '/v1/depot/history',
  tag: 'Depots',
  summary: 'Read the history of a depot',
  scope: scopeToFollow.depot,
  affectedBy: ['depot'],
  query: objectSchema('DepotHistoryQuery', { key: keySchema('Key of the depot.'), ...page }),
  problems: notFound,
})

const ofFleet = { ...history, tag: 'Fleet', scope: scopeToFollow.vehicle, problems: notFound } as const
export const getVehicleHistory = describeEndpoint({
  ...ofFleet,
  id: 'getVehicleHistory',
  path: '/v1/vehicle/history',
  summary: 'Read the history of a vehicle',
  affectedBy: ['vehicle'],
  query: objectSchema('VehicleHistoryQuery', { key: keySchema('Key of the vehicle.'), ...page }),
})
export const getDriverHistory = describeEndpoint({
  ...ofFleet,
  id: 'getDriverHistory',
  path: '/v1/driver/history',
  summary: 'Read the history of a driver',
  affectedBy: ['driver'],
  description: `${history.description} When a driver is deleted, names and phone numbers are erased from the history.`,
  query: objectSchema('DriverHistoryQuery', { key: keySchema('Key of the driver.'), ...page }),
})

const ofLoad = {
  ...history,
  tag: 'Loads',
  scope: scopeToFollow.load,
  affectedBy: typesInLoads,
  problems: notFound,
} as const
export const getLoadHistory = describeEndpoint({
  ...ofLoad,
  id: 'getLoadHistory',
  path: '/v1/load/history',
  summary: 'Read the history of a load',
  query: objectSchema(
    'LoadHistoryQuery',
    { id: Type.Optional(idSchema('Id of the load.')), key: Type.Optional(keySchema('Key of the load.')), ...page },
    selects,
  ),
})
export const getLoadHistoryById = describeEndpoint({
  ...ofLoad,
  id: 'getLoadHistoryById',
  path: '/v1/load/{loadId}/history',
  summary: 'Read the history of a load by its id',
  params: objectSchema('LoadHistoryPath', { loadId: idSchema('Id of the load.') }),
  query: objectSchema('LoadHistoryByIdQuery', page),
})

export const getEnvironmentHistory = describeEndpoint({
  ...history,
  id: 'getEnvironmentHistory',
  path: '/v1/environment/history',
  tag: 'Environment',
  summary: 'Read the history of the settings',
  scope: scopeToFollow.environment,
  affectedBy: ['environment'],
  query: objectSchema('EnvironmentHistoryQuery', page),
})
