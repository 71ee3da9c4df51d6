// Loads: the orders that one vehicle carries on one route, as stops in sequence.

import { describeEndpoint } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import { filterListSchema, ListTotal, nextCursor, pageLimits, pageQuery } from './page.ts'
import { createRecordSchemas, recordField, stampFields } from './record.ts'
import { typesInLoads } from './record-type.ts'
import Type, { type Static, type TSchema } from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  dateTimesQuery,
  daySchema,
  echoedSchema,
  GeoPoint,
  idSchema,
  inputDateTimeSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  openEnum,
  optionalSchema,
  recordLimits,
  textSchema,
  timezoneQuery,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
} from './shared.ts'

export const loadStatuses = ['planning', 'planned', 'released', 'started', 'completed'] as const
export type LoadStatus = (typeof loadStatuses)[number]
const status = closedEnum(
  loadStatuses,
  'Status of the load. It moves forwards; before the start, it may also move back by one step. The stops and depots ' +
    'of started and completed loads cannot be changed.',
)

const ignored =
  'You may send this field back as you read it, but Dray ignores it: a request only sets the orders and their ' +
  'sequence.'
const stop = createRecordSchemas('Stop', {
  consignmentId: recordField.required(idSchema('Id of the order.')),
  key: recordField.derived(keySchema('Key of the order.'), ignored),
  type: recordField.derived(closedEnum(['delivery', 'collection']), ignored),
  position: recordField.derived(
    Type.Integer({ minimum: 1, description: 'Position on the route, starting at 1, without gaps.' }),
    ignored,
  ),
  timeAtStop: recordField.derived(unsignedIntegerSchema('Effective minutes at the stop.'), ignored),
  weight: recordField.derived(nullableSchema(unsignedDoubleSchema()), ignored),
  volume: recordField.derived(nullableSchema(unsignedDoubleSchema()), ignored),
  postcodePosition: recordField.derived(
    nullableSchema(
      objectSchema('PostcodePosition', GeoPoint.properties, {
        description:
          'Approximate location of an order without a location: the location of another order with the same postal ' +
          'code, accurate to about 100 metres. Estimates use it; it is not stored. `null` if the order has a ' +
          'location, or if no other order has the postal code.',
      }),
    ),
    ignored,
  ),
})
export const Stop = stop.Read

const figure = (summary: string) =>
  `${summary} Dray estimates this value along the start depot, the stops and the end depot. For a stop without a ` +
  'location, the estimate uses the location of other orders with the same postal code, or else only the time at the ' +
  'stop. It uses distances by road if the travel server has returned them. Lists contain this field only with ' +
  '`figures=true`. `null` if there is no estimate.'
/** Defines a figure that reads return. A patch may contain any value for the figure, which the service ignores. */
const estimate = <S extends TSchema>(read: S) =>
  recordField.issued(
    read,
    echoedSchema(
      read,
      'Only reads return this field. You may send it back, but Dray ignores it: its value also depends on other ' +
        'records.',
    ),
  )

/** The fields of a load. Stored fields have a column in `server/orders/stop/store.ts`. */
export const loadSchemas = createRecordSchemas('Load', {
  key: recordField.required(
    keySchema('Your key for the load. Unique within the environment.'),
    keySchema('Key of the load.'),
  ),
  loadId: recordField.issued(idSchema('Issued by the service, or taken from the order that created the load.')),
  ...stampFields,
  status: recordField.optional(status, status),
  startDepotKey: recordField.optional(keySchema('Key of the depot where the route starts.')),
  endDepotKey: recordField.optional(keySchema('Key of the depot where the route ends.')),
  vehicleKey: recordField.optional(
    keySchema(
      'Key of the vehicle. When a request sets the vehicle, Dray copies the capacities and depots that the request ' +
        'omits from the vehicle. If the request omits `driverKey`, the driver is the only active driver who usually ' +
        'drives the vehicle, or `null`.',
    ),
    nullableSchema(keySchema('Key of the vehicle.')),
  ),
  driverKey: recordField.optional(keySchema('Key of the driver.')),
  plannedStart: recordField.optional(
    inputDateTimeSchema('Planned start of the route.'),
    nullableSchema(dateTimeSchema('Planned start of the route.')),
  ),
  weightCapacity: recordField.optional(
    unsignedDoubleSchema("Maximum weight the vehicle can carry, in the environment's weight unit."),
    nullableSchema(unsignedDoubleSchema()),
  ),
  volumeCapacity: recordField.optional(
    unsignedDoubleSchema("Maximum volume the vehicle can hold, in the environment's volume unit."),
    nullableSchema(unsignedDoubleSchema()),
  ),
  packageCapacity: recordField.optional(
    unsignedIntegerSchema('Maximum number of packages the vehicle can hold.'),
    nullableSchema(unsignedIntegerSchema()),
  ),
  peakWeight: recordField.issued(
    unsignedDoubleSchema(
      'Highest weight on board. Deliveries are on board from the start to their stop, collections from their stop on.',
    ),
  ),
  peakVolume: recordField.issued(unsignedDoubleSchema('Highest volume on board.')),
  stopCount: recordField.issued(unsignedIntegerSchema('Number of stops.')),
  actualStart: recordField.issued(
    nullableSchema(dateTimeSchema('Time of the start, from the driver or from the change of the status.')),
  ),
  actualEnd: recordField.issued(nullableSchema(dateTimeSchema('Time of completion.'))),
  peakPackages: estimate(
    nullableSchema(
      unsignedDoubleSchema(
        'Highest number of packages on board: for each order `plannedPackages`, or else the number of its listed ' +
          'packages. Lists contain this field only with `figures=true`.',
      ),
    ),
  ),
  plannedEnd: estimate(nullableSchema(dateTimeSchema(figure('End of the route.')))),
  distance: estimate(
    nullableSchema(unsignedDoubleSchema(figure('Kilometres from the start to the end of the route.'))),
  ),
  duration: estimate(
    nullableSchema(unsignedDoubleSchema(figure('Minutes from the start to the end, with waiting and time at stops.'))),
  ),
  cost: estimate(nullableSchema(unsignedDoubleSchema(figure('Cost of the route with its vehicle.')))),
  co2: estimate(nullableSchema(unsignedDoubleSchema(figure('Kilograms of CO2.')))),
  stops: recordField.optional(
    Type.Array(stop.Input, {
      maxItems: recordLimits.stops,
      description: 'The stops in sequence. Orders that are not listed leave the load; new orders join it.',
    }),
    Type.Array(Stop),
  ),
})
export const { Input: LoadInput, Read: Load, Patch: LoadPatch } = loadSchemas
const { stops: _, ...summary } = Load.properties
export const LoadSummary = objectSchema('LoadSummary', summary)

export type LoadInput = Static<typeof LoadInput>
export type LoadPatch = Static<typeof LoadPatch>
export type LoadSummary = Static<typeof LoadSummary>
export type Load = Static<typeof Load>
export type Stop = Static<typeof Stop>

const selector = { id: Type.Optional(idSchema('Id of the load.')), key: Type.Optional(keySchema('Key of the load.')) }
const selects = { 'x-needs-one-of': ['id', 'key'] }
const path = objectSchema('LoadPath', { loadId: idSchema('Id of the load.') })
const tag = 'Loads'
const changes = [
  'UNKNOWN_DEPOT',
  'UNKNOWN_VEHICLE',
  'UNKNOWN_DRIVER',
  'UNKNOWN_CONSIGNMENT',
  'DEPOT_RULE',
  'KEY_EXISTS',
  'LOAD_STATE',
] as const

export const createLoad = describeEndpoint({
  id: 'createLoad',
  method: 'POST',
  path: '/v1/load',
  tag,
  summary: 'Create a load',
  scope: 'loads:write',
  query: objectSchema('LoadCreateQuery', timezoneQuery),
  body: LoadInput,
  data: objectSchema('LoadCreated', { loadId: idSchema('Issued by the service.') }),
  created: true,
  location: '/v1/load/{loadId}',
  etag: true,
  problems: changes,
})

export const loadSorts = ['created', 'key', 'plannedStart'] as const
export const LoadPage = objectSchema('LoadPage', {
  loads: Type.Array(LoadSummary),
  next: nextCursor,
  total: Type.Optional(ListTotal),
})
export type LoadPage = Static<typeof LoadPage>

export const listLoads = describeEndpoint({
  id: 'listLoads',
  method: 'GET',
  path: '/v1/loads',
  tag,
  summary: 'List loads',
  description:
    'Returns the loads that match all given filters, without their stops, newest first unless `sort` is given. ' +
    'Without `limit` and `cursor`, the result is one array; with one of them, the result has pages. A page may ' +
    'contain fewer loads than `limit`, or none, even if more follow: the list ends only when `next` is `null`.',
  scope: 'loads:read',
  affectedBy: typesInLoads,
  query: objectSchema('LoadsQuery', {
    search: Type.Optional(textSchema('Part of the key. Case is ignored.', 200)),
    status: Type.Optional(filterListSchema('Load statuses.')),
    startDepotKey: Type.Optional(
      filterListSchema('Keys of depots where the route starts; `none` finds loads without a start depot.'),
    ),
    endDepotKey: Type.Optional(
      filterListSchema('Keys of depots where the route ends; `none` finds loads without an end depot.'),
    ),
    driverKey: Type.Optional(filterListSchema('Keys of drivers; `none` finds loads without a driver.')),
    plannedFrom: Type.Optional(inputDateTimeSchema('Planned to start at or after this time.')),
    plannedTo: Type.Optional(inputDateTimeSchema('Planned to start at or before this time.')),
    fits: Type.Optional(
      idSchema(
        'Id of an order: returns only loads that the order could join, by the same rules as `POST /v1/load/check`.',
      ),
    ),
    figures: Type.Optional(
      closedEnum(
        ['true', 'false'],
        '`true` also calculates packages, distance, duration, end, cost and CO2 of each load. The request takes ' +
          'longer, because it reads all orders of the loads.',
      ),
    ),
    sort: Type.Optional(
      closedEnum(
        loadSorts.flatMap((name) => [name, `-${name}`] as const),
        'Ascending, or descending with a leading `-`. Default: `-created`. An unset planned start counts as later ' +
          'than all others.',
      ),
    ),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    total: Type.Optional(
      closedEnum(['true', 'false'], '`true` also returns the number of matching loads. Only for lists in pages.'),
    ),
    ...timezoneQuery,
    ...dateTimesQuery,
  }),
  // The response without `limit` and `cursor`; `listLoadPages` has the type of a page.
  data: Type.Unsafe<LoadSummary[]>({ anyOf: [{ type: 'array', items: LoadSummary }, LoadPage] }),
  problems: ['NOT_FOUND'],
})
/** `listLoads` with `limit` or `cursor` in the query: the response is a page. */
export const listLoadPages = { ...listLoads, data: LoadPage }

const CopiedLoad = objectSchema('CopiedLoad', {
  fromLoadId: idSchema('Id of the load that was the template.'),
  fromKey: keySchema('Key of the load that was the template.'),
  loadId: idSchema('Id of the new load.'),
  key: keySchema('Key of the new load.'),
  vehicleKey: nullableSchema(keySchema('Key of the vehicle.')),
})
export const skipReasons = [
  'unknown_load',
  'other_day',
  'vehicle_gone',
  'vehicle_inactive',
  'vehicle_busy',
  'depot_gone',
  'key_exists',
] as const
export const copyLoads = describeEndpoint({
  id: 'copyLoads',
  method: 'POST',
  path: '/v1/loads/copy',
  tag,
  summary: 'Copy the loads of a day, without stops',
  description:
    'Creates a load with the status `planning` for each load of `fromDay`. The new load has the same vehicle, ' +
    'driver, depots and capacities, and no stops. Its planned start is at the same time of day on `toDay`. Days are ' +
    "in the environment's time zone. The key of a new load is the key of its template with the new day: Dray " +
    'replaces a day in the key, or adds the day, as in `VAN-1 2026-07-08`. The response lists skipped loads with the ' +
    'reason: the vehicle is inactive or deleted or already has a load that starts on `toDay`, the depot is deleted, ' +
    'or the new key already exists. Therefore, a repeated request creates no loads. If the driver is inactive or ' +
    'deleted, the new load has no driver.',
  scope: 'loads:write',
  body: objectSchema('LoadCopyInput', {
    fromDay: daySchema('Day whose loads are the templates.'),
    toDay: daySchema('Day to plan.'),
    loadIds: optionalSchema(
      Type.Array(idSchema('Id of a load.'), {
        minItems: 1,
        maxItems: pageLimits.names,
        description: 'Only these loads of `fromDay`. Default: all loads of the day.',
      }),
    ),
  }),
  data: objectSchema('LoadsCopied', {
    created: Type.Array(CopiedLoad),
    skipped: Type.Array(
      objectSchema('LoadNotCopied', {
        loadId: idSchema('Id of the skipped load.'),
        key: nullableSchema(keySchema('Key of the skipped load.')),
        code: openEnum(skipReasons, 'Reason why the load was skipped.'),
        message: textSchema('The reason in words.', 2_000),
      }),
    ),
  }),
})

const reasons = [
  'unknown_consignment',
  'load_state',
  'depot_rule',
  'skills',
  'weight',
  'volume',
  'packages',
  'window',
] as const
export const FitReason = objectSchema('FitReason', {
  code: openEnum(reasons, 'Reason why the order does not fit.'),
  message: textSchema('The reason in words, with the value that would fit.', 2_000),
  values: Type.Optional(errorValues),
})
export type FitReason = Static<typeof FitReason>
/** Lists the variants of the reasons whose code is no code of field errors, as `errorVariants` does. */
export const fitVariants = {
  skills: ['skills vehicleKey'],
  weight: ['capacity peak'],
  volume: ['capacity peak'],
  packages: ['capacity peak'],
  window: ['plannedStart requiredTo'],
} as const satisfies Partial<Record<FitReason['code'], readonly string[]>>
export const OrderFit = objectSchema('OrderFit', {
  consignmentId: nullableSchema(idSchema('Id of the order; `null` if no order has this key.')),
  key: nullableSchema(keySchema('Key of the order; `null` if no order has this id.')),
  fits: Type.Boolean({ description: '`true` if this order alone could join the load, at the end of the route.' }),
  loadId: nullableSchema(idSchema('Id of the current load of the order.')),
  reasons: Type.Array(FitReason),
})
export type OrderFit = Static<typeof OrderFit>
export const checkLoad = describeEndpoint({
  id: 'checkLoad',
  method: 'POST',
  path: '/v1/load/check',
  tag,
  summary: 'Check whether orders fit a load',
  description:
    'Checks whether each order alone, and all orders together, could join the load. If not, the response contains ' +
    'the reasons: the depot rule, skills that the vehicle of the load lacks, the peak weight, volume or number of ' +
    'packages of the route, a window that ends before the load starts, or a status that no longer allows changes. ' +
    'The request changes no record. The check ignores driving times, so it does not find a window that the vehicle ' +
    'would miss because of the drive.',
  scope: 'loads:read',
  affectedBy: typesInLoads,
  query: objectSchema('LoadCheckQuery', timezoneQuery),
  body: objectSchema('LoadCheckInput', {
    loadId: optionalSchema(idSchema('Id of the load. Send this or `loadKey`.')),
    loadKey: optionalSchema(keySchema('Key of the load. Send this or `loadId`.')),
    consignmentIds: optionalSchema(
      Type.Array(idSchema('Id of an order.'), { minItems: 1, maxItems: pageLimits.names }),
    ),
    keys: optionalSchema(Type.Array(keySchema('Key of an order.'), { minItems: 1, maxItems: pageLimits.names })),
  }),
  data: objectSchema('LoadCheck', {
    loadId: idSchema('Id of the load.'),
    key: keySchema('Key of the load.'),
    fits: Type.Boolean({ description: '`true` if all orders together could join the load.' }),
    reasons: Type.Array(FitReason),
    peakWeight: unsignedDoubleSchema('Highest weight on board with all these orders.'),
    peakVolume: unsignedDoubleSchema('Highest volume on board with all these orders.'),
    consignments: Type.Array(OrderFit),
  }),
  problems: ['NOT_FOUND'],
})

const read = {
  method: 'GET',
  tag,
  scope: 'loads:read',
  affectedBy: typesInLoads,
  data: Load,
  etag: true,
  problems: ['NOT_FOUND'],
} as const
export const getLoad = describeEndpoint({
  ...read,
  id: 'getLoad',
  path: '/v1/load',
  summary: 'Read a load with its stops',
  query: objectSchema('LoadReadQuery', { ...selector, ...timezoneQuery, ...dateTimesQuery }, selects),
})
export const getLoadById = describeEndpoint({
  ...read,
  id: 'getLoadById',
  path: '/v1/load/{loadId}',
  summary: 'Read a load by its id',
  params: path,
  query: objectSchema('LoadReadByIdQuery', { ...timezoneQuery, ...dateTimesQuery }),
})

const update = {
  method: 'PATCH',
  tag,
  description: 'A JSON Merge Patch (RFC 7396). `stops` sets the orders and their sequence in one step.',
  scope: 'loads:write',
  body: LoadPatch,
  etag: true,
  precondition: true,
  problems: ['NOT_FOUND', ...changes],
} as const
export const updateLoad = describeEndpoint({
  ...update,
  id: 'updateLoad',
  path: '/v1/load',
  summary: 'Change a load, its stops or its status',
  query: objectSchema('LoadUpdateQuery', { ...selector, ...timezoneQuery }, selects),
})
export const updateLoadById = describeEndpoint({
  ...update,
  id: 'updateLoadById',
  path: '/v1/load/{loadId}',
  summary: 'Change a load by its id',
  params: path,
  query: objectSchema('LoadUpdateByIdQuery', timezoneQuery),
})

const remove = {
  method: 'DELETE',
  tag,
  description: 'The orders of the load remain, without a load.',
  scope: 'loads:write',
  precondition: true,
  problems: ['NOT_FOUND', 'LOAD_STATE'],
} as const
export const deleteLoad = describeEndpoint({
  ...remove,
  id: 'deleteLoad',
  path: '/v1/load',
  summary: 'Delete a load',
  query: objectSchema('LoadDeleteQuery', { ...selector, ...timezoneQuery }, selects),
})
export const deleteLoadById = describeEndpoint({
  ...remove,
  id: 'deleteLoadById',
  path: '/v1/load/{loadId}',
  summary: 'Delete a load by its id',
  params: path,
  query: objectSchema('LoadDeleteByIdQuery', timezoneQuery),
})
