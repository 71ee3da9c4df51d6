// Loads: what one vehicle carries on one route, as ordered stops.

import { endpoint } from './endpoint.ts'
import { next, pageLimits, pageQuery, several, Total } from './page.ts'
import Type, { type Static } from './schema.ts'
import {
  dateTime,
  dateTimesQuery,
  id,
  inputDateTime,
  key,
  limits,
  nullable,
  object,
  oneOf,
  optional,
  patchOf,
  text,
  timezoneQuery,
  unsignedDouble,
  unsignedInteger,
} from './shared.ts'

export const loadStatuses = ['planning', 'planned', 'released', 'started', 'completed'] as const
export type LoadStatus = (typeof loadStatuses)[number]
const status = oneOf(
  loadStatuses,
  'Moves forwards, or back one step before the start. Started and completed loads take no changes of stops or depots.',
)

const anything = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }))
const ignored = 'May be sent back from a read; the order of the stops alone counts.'
const stopsInput = Type.Array(
  object('StopInput', {
    consignmentId: id('The consignment.'),
    key: anything(ignored),
    type: anything(ignored),
    position: anything(ignored),
    timeAtStop: anything(ignored),
    weight: anything(ignored),
    volume: anything(ignored),
  }),
  {
    maxItems: limits.stops,
    description: 'The stops in their order. Consignments that are not named leave the load, new ones join it.',
  },
)

export const LoadInput = object(
  'LoadInput',
  {
    key: key('Your key of the load; unique within the environment.'),
    status: optional(status),
    startDepotKey: optional(key('Depot at which the route starts.')),
    endDepotKey: optional(key('Depot at which the route ends.')),
    plannedStart: optional(inputDateTime('When the route is planned to start.')),
    weightCapacity: optional(unsignedDouble("What the vehicle carries, in the environment's weight unit.")),
    volumeCapacity: optional(unsignedDouble("What the vehicle holds, in the environment's volume unit.")),
    stops: optional(stopsInput),
  },
  {
    'x-read-only': [
      'loadId',
      'environmentId',
      'version',
      'created',
      'updated',
      'peakWeight',
      'peakVolume',
      'stopCount',
    ],
  },
)

const sentBack = Type.Unsafe<unknown>({ description: 'Only reads return it; it may be sent back unchanged.' })
export const LoadPatch = patchOf('LoadPatch', LoadInput, {
  version: Type.Unsafe({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The version you expect to change.',
  }),
  loadId: sentBack,
  environmentId: sentBack,
  created: sentBack,
  updated: sentBack,
  peakWeight: sentBack,
  peakVolume: sentBack,
  stopCount: sentBack,
})

export const Stop = object('Stop', {
  position: Type.Integer({ minimum: 1, description: 'From 1, without gaps.' }),
  consignmentId: id('The consignment.'),
  key: key('Key of the consignment.'),
  type: oneOf(['delivery', 'collection']),
  timeAtStop: unsignedInteger('Effective minutes.'),
  weight: nullable(unsignedDouble()),
  volume: nullable(unsignedDouble()),
})

const summary = {
  loadId: id('Issued by the service, or chosen by the consignment that created it.'),
  environmentId: id('The environment that owns it.'),
  key: key('Key of the load.'),
  status,
  version: Type.Integer({ minimum: 1, description: 'Grows by one with every change.' }),
  created: dateTime('When it was created.'),
  updated: dateTime('When it last changed.'),
  startDepotKey: nullable(key('Depot at which the route starts.')),
  endDepotKey: nullable(key('Depot at which the route ends.')),
  plannedStart: nullable(dateTime('When the route is planned to start.')),
  weightCapacity: nullable(unsignedDouble()),
  volumeCapacity: nullable(unsignedDouble()),
  peakWeight: unsignedDouble('Highest weight on board: deliveries from the start, collections from their stop.'),
  peakVolume: unsignedDouble('Highest volume on board.'),
  stopCount: unsignedInteger('Number of stops.'),
}
export const LoadSummary = object('LoadSummary', summary)
export const Load = object('Load', { ...summary, stops: Type.Array(Stop) })

export type LoadInput = Static<typeof LoadInput>
export type LoadPatch = Static<typeof LoadPatch>
export type LoadSummary = Static<typeof LoadSummary>
export type Load = Static<typeof Load>
export type Stop = Static<typeof Stop>

const selector = { id: Type.Optional(id('Id of the load.')), key: Type.Optional(key('Key of the load.')) }
const selects = { 'x-needs-one-of': ['id', 'key'] }
const path = object('LoadPath', { loadId: id('Id of the load.') })
const tag = 'Loads'
const changes = ['UNKNOWN_DEPOT', 'UNKNOWN_CONSIGNMENT', 'DEPOT_RULE', 'KEY_EXISTS', 'LOAD_STATE'] as const

export const createLoad = endpoint({
  id: 'createLoad',
  method: 'POST',
  path: '/v1/load',
  tag,
  summary: 'Create a load',
  scope: 'loads:write',
  query: object('LoadCreateQuery', timezoneQuery),
  body: LoadInput,
  data: object('LoadCreated', { loadId: id('Issued by the service.') }),
  created: true,
  etag: true,
  problems: changes,
})

export const loadSorts = ['created', 'key', 'plannedStart'] as const
export const LoadPage = object('LoadPage', { loads: Type.Array(LoadSummary), next, total: Type.Optional(Total) })
export type LoadPage = Static<typeof LoadPage>

export const listLoads = endpoint({
  id: 'listLoads',
  method: 'GET',
  path: '/v1/loads',
  tag,
  summary: 'List loads',
  description:
    'Without their stops, newest first. All that pass every filter that is given, as an array; with `limit` or `cursor` in pages. A page may hold fewer than `limit`, or none, though there are more: as long as `next` is not `null`, the list goes on.',
  scope: 'loads:read',
  query: object('LoadsQuery', {
    search: Type.Optional(text('A part of the key; case does not matter.', 200)),
    status: Type.Optional(several('Statuses.')),
    startDepotKey: Type.Optional(several('Depots at which the route starts; `none` for loads without one.')),
    endDepotKey: Type.Optional(several('Depots at which the route ends; `none` for loads without one.')),
    plannedFrom: Type.Optional(inputDateTime('Planned to start at or after.')),
    plannedTo: Type.Optional(inputDateTime('Planned to start at or before.')),
    fits: Type.Optional(
      id('Id of a consignment: only loads that it could join, by the same rules as `POST /v1/load/check`.'),
    ),
    sort: Type.Optional(
      oneOf(
        loadSorts.flatMap((name) => [name, `-${name}`] as const),
        'Ascending, or with `-` descending. Left out: `-created`. A start that is not planned counts as later than all others.',
      ),
    ),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    total: Type.Optional(oneOf(['true', 'false'], 'Whether to count the loads that pass; in pages only.')),
    ...timezoneQuery,
    ...dateTimesQuery,
  }),
  // The type is that of a list which is not asked for in pages, as clients have always known it.
  data: Type.Unsafe<LoadSummary[]>({ anyOf: [{ type: 'array', items: LoadSummary }, LoadPage] }),
  problems: ['NOT_FOUND'],
})

const reasons = ['unknown_consignment', 'load_state', 'depot_rule', 'weight', 'volume', 'window'] as const
const Reason = object('FitReason', {
  code: oneOf(reasons, 'Why not.'),
  message: text('The same in words, with what would fit.', 2_000),
})
export type FitReason = Static<typeof Reason>
export const OrderFit = object('OrderFit', {
  consignmentId: nullable(id('The consignment; `null` when there is none with that key.')),
  key: nullable(key('Its key; `null` when there is none with that id.')),
  fits: Type.Boolean({ description: 'Whether it could join the load alone, at the end of the route.' }),
  loadId: nullable(id('The load that it is in now.')),
  reasons: Type.Array(Reason),
})
export type OrderFit = Static<typeof OrderFit>
export const checkLoad = endpoint({
  id: 'checkLoad',
  method: 'POST',
  path: '/v1/load/check',
  tag,
  summary: 'Check whether consignments fit a load',
  description:
    'Says of each consignment whether it could join the load, and of all of them together; and if not, why not: the depot rule, the weight or volume at the peak of the route, a window that ends before the load starts, a load that takes no more. Changes nothing. Driving times are not known here, so a window that could only be missed on the way is not held against anybody.',
  scope: 'loads:read',
  query: object('LoadCheckQuery', timezoneQuery),
  body: object('LoadCheckInput', {
    loadId: optional(id('Id of the load, or else its `loadKey`.')),
    loadKey: optional(key('Key of the load.')),
    consignmentIds: optional(Type.Array(id('A consignment id.'), { minItems: 1, maxItems: pageLimits.names })),
    keys: optional(Type.Array(key('A consignment key.'), { minItems: 1, maxItems: pageLimits.names })),
  }),
  data: object('LoadCheck', {
    loadId: id('The load.'),
    key: key('Its key.'),
    fits: Type.Boolean({ description: 'Whether all of them could join it together.' }),
    reasons: Type.Array(Reason),
    peakWeight: unsignedDouble('Highest weight on board with all of them.'),
    peakVolume: unsignedDouble('Highest volume on board with all of them.'),
    consignments: Type.Array(OrderFit),
  }),
  problems: ['NOT_FOUND'],
})

const read = { method: 'GET', tag, scope: 'loads:read', data: Load, etag: true, problems: ['NOT_FOUND'] } as const
export const getLoad = endpoint({
  ...read,
  id: 'getLoad',
  path: '/v1/load',
  summary: 'Read a load with its stops',
  query: object('LoadReadQuery', { ...selector, ...timezoneQuery, ...dateTimesQuery }, selects),
})
export const getLoadById = endpoint({
  ...read,
  id: 'getLoadById',
  path: '/v1/load/{loadId}',
  summary: 'Read a load by its id',
  params: path,
  query: object('LoadReadByIdQuery', { ...timezoneQuery, ...dateTimesQuery }),
})

const update = {
  method: 'PATCH',
  tag,
  description: 'A JSON Merge Patch (RFC 7396). `stops` sets members and order at once.',
  scope: 'loads:write',
  body: LoadPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND', ...changes],
} as const
export const updateLoad = endpoint({
  ...update,
  id: 'updateLoad',
  path: '/v1/load',
  summary: 'Change a load, its stops or its status',
  query: object('LoadUpdateQuery', { ...selector, ...timezoneQuery }, selects),
})
export const updateLoadById = endpoint({
  ...update,
  id: 'updateLoadById',
  path: '/v1/load/{loadId}',
  summary: 'Change a load by its id',
  params: path,
  query: object('LoadUpdateByIdQuery', timezoneQuery),
})

const remove = {
  method: 'DELETE',
  tag,
  description: 'Its consignments stay, without a load.',
  scope: 'loads:write',
  precondition: true,
  problems: ['NOT_FOUND', 'LOAD_STATE'],
} as const
export const deleteLoad = endpoint({
  ...remove,
  id: 'deleteLoad',
  path: '/v1/load',
  summary: 'Delete a load',
  query: object('LoadDeleteQuery', { ...selector, ...timezoneQuery }, selects),
})
export const deleteLoadById = endpoint({
  ...remove,
  id: 'deleteLoadById',
  path: '/v1/load/{loadId}',
  summary: 'Delete a load by its id',
  params: path,
  query: object('LoadDeleteByIdQuery', timezoneQuery),
})
