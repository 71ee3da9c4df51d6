// Optimisations: jobs that propose routes for orders, loads and vehicles. A proposal changes nothing until it is
// applied.
import { describeEndpoint } from './endpoint.ts'
import { errorValues } from './error-values.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  daySchema,
  flagSchema,
  idSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  openEnum,
  optionalSchema,
  textSchema,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
} from './shared.ts'

export const optimisationLimits = {
  /** Maximum number of orders. If a search has many orders, it improves parts of the plan one after the other. */
  consignments: 10_000,
  loads: 500,
  vehicles: 500,
  seconds: 300,
  secondsDefault: 10,
  /** Maximum number of optimisations of one environment that wait or run. */
  open: 5,
  /** Maximum number of ended optimisations of one environment that are kept. */
  kept: 50,
} as const

export const optimisationModes = ['day', 'fill', 'sequence'] as const
export const optimisationObjectives = ['cost', 'distance', 'time', 'vehicles'] as const
export const orderPools = ['overdue', 'day', 'undated', 'later'] as const
export type OrderPool = (typeof orderPools)[number]

const ids = (description: string, maxItems: number) =>
  Type.Array(idSchema('Id.'), { maxItems, uniqueItems: true, description })

const request = {
  mode: closedEnum(
    optimisationModes,
    '`day` creates routes for the unplanned orders of a day, with free vehicles. `fill` adds orders to the loads in ' +
      '`loadIds` and keeps their stops. `sequence` finds the best sequence of the stops of each load in `loadIds`.',
  ),
  day: optionalSchema(
    daySchema(
      "The day to plan, in the environment's time zone. A load in `loadIds` with a planned start must start on this " +
        'day. Default: with `fill` and `sequence` the day on which the loads start, otherwise today.',
    ),
  ),
  consignmentIds: optionalSchema(
    ids(
      'With `day` and `fill`: the orders to plan. Default: orders of `pool` that are in no load.',
      optimisationLimits.consignments,
    ),
  ),
  pool: optionalSchema(
    Type.Array(closedEnum(orderPools), {
      uniqueItems: true,
      maxItems: orderPools.length,
      description:
        'With `day` and `fill`, the groups of unplanned orders to plan: `overdue` (their window ended before the ' +
        'day), `day` (their window touches the day, or ends on it if it has no start), `undated`, `later`. For an ' +
        'order without a window, the day of `committed` or else of `planned` applies; `undated` orders have no ' +
        'window, no `committed` and no `planned`. Default: all groups except `later`.',
    }),
  ),
  loadIds: optionalSchema(
    ids(
      'The loads that the optimisation may change. With `day`, stops may move between these loads. All other loads ' +
        'stay as they are.',
      optimisationLimits.loads,
    ),
  ),
  vehicleKeys: optionalSchema(
    Type.Array(keySchema('Key of a vehicle.'), {
      maxItems: optimisationLimits.vehicles,
      uniqueItems: true,
      description:
        'With `day`: the vehicles for which loads may be created. A vehicle with a load on that day gets another ' +
        'load in its longest free time. A vehicle that returns after midnight from a load of the evening before ' +
        'leaves after its return. Default: all active vehicles that have no load on that day.',
    }),
  ),
  keep: optionalSchema(
    objectSchema('OptimisationKeep', {
      consignmentIds: optionalSchema(
        ids(
          'Ids of orders that stay in their current load. This load must be in `loadIds`.',
          optimisationLimits.consignments,
        ),
      ),
      sequence: optionalSchema(
        flagSchema('`true` keeps the stops of a load in their sequence; new stops may be inserted between them.'),
      ),
    }),
  ),
  objective: optionalSchema(
    closedEnum(
      optimisationObjectives,
      'Value that the search minimises: `cost` (default) is the sum of fixed costs, costs by distance and costs by ' +
        'time; `vehicles` first minimises the number of vehicles.',
    ),
  ),
  seconds: optionalSchema(
    Type.Number({
      minimum: 0.1,
      maximum: optimisationLimits.seconds,
      description: 'Duration of the search in seconds. Default: 10.',
    }),
  ),
}
export const OptimisationInput = objectSchema('OptimisationInput', request)
export type OptimisationInput = Static<typeof OptimisationInput>

const figures = {
  vehicles: unsignedIntegerSchema('Routes with stops.'),
  stops: unsignedIntegerSchema('Stops of all routes.'),
  unplanned: unsignedIntegerSchema('Orders in no route.'),
  distance: unsignedDoubleSchema('Kilometres.'),
  duration: unsignedDoubleSchema('Minutes from the start to the end of each route, summed over all routes.'),
  waiting: unsignedDoubleSchema('Minutes of waiting.'),
  lateStops: unsignedIntegerSchema('Stops reached after their window.'),
  lateMinutes: unsignedDoubleSchema('Minutes by which stops are reached after their windows, in total.'),
  overloaded: unsignedIntegerSchema('Routes whose goods exceed a capacity of the vehicle.'),
  cost: unsignedDoubleSchema('Cost of the routes, from the costs of the vehicles.'),
  co2: unsignedDoubleSchema('Kilograms of CO₂.'),
}
export const RouteFigures = objectSchema('RouteFigures', figures)
export type RouteFigures = Static<typeof RouteFigures>

export const ProposedStop = objectSchema('ProposedStop', {
  consignmentId: idSchema('Id of the order.'),
  key: keySchema('Key of the order.'),
  arrives: nullableSchema(dateTimeSchema('Time at which the vehicle arrives; `null` for a stop without a location.')),
  starts: nullableSchema(
    dateTimeSchema('Start of the work at the stop, after waiting for the window. It becomes `planned` of the order.'),
  ),
  leaves: nullableSchema(dateTimeSchema('Time at which the vehicle leaves.')),
  lateMinutes: unsignedIntegerSchema('Minutes after the end of the window.'),
  was: nullableSchema(
    objectSchema('StopBefore', {
      loadId: idSchema('Id of the current load of the order.'),
      position: Type.Integer({ minimum: 1, description: 'Position in the current load.' }),
    }),
  ),
  placedByPostcode: flagSchema(
    '`true` if the order has no location, and the proposal uses the location of its postal code.',
  ),
})
export type ProposedStop = Static<typeof ProposedStop>

export const ProposedLoad = objectSchema('ProposedLoad', {
  loadId: nullableSchema(idSchema('Id of the load; `null` for a load that is created when the proposal is applied.')),
  key: keySchema('Key of the load, or the key that the new load gets.'),
  vehicleKey: nullableSchema(keySchema('Key of its vehicle.')),
  driverKey: nullableSchema(keySchema('Key of its driver.')),
  startDepotKey: nullableSchema(keySchema('Key of the depot where the route starts.')),
  endDepotKey: nullableSchema(keySchema('Key of the depot where the route ends.')),
  plannedStart: nullableSchema(dateTimeSchema('Start of the route.')),
  plannedEnd: nullableSchema(dateTimeSchema('End of the route.')),
  before: nullableSchema(RouteFigures),
  after: RouteFigures,
  breaks: Type.Array(objectSchema('ProposedBreak', { from: dateTimeSchema('Start.'), to: dateTimeSchema('End.') })),
  stops: Type.Array(ProposedStop),
  changed: flagSchema('`true` if applying the proposal changes the stops or their sequence.'),
})
export type ProposedLoad = Static<typeof ProposedLoad>

export const leftOutCodes = [
  'position',
  'depot',
  'skills',
  'vehicle',
  'weight',
  'volume',
  'packages',
  'window',
  'shift',
  'duration',
  'distance',
  'stops',
  'break',
  'unreachable',
  'cost',
] as const
const amountVariants = [
  'kind=alone amount capacity missing nearestKey unit',
  'kind=shared amount capacity missing nearestKey unit',
] as const
/** Lists the variants of each reason, like `errorVariants`. Proposals of early releases have no values. */
export const leftOutVariants = {
  position: [],
  depot: ['type=collection depotKey', 'type=delivery depotKey'],
  skills: ['depotKey skills', 'skills'],
  vehicle: ['reason=none', 'reason=reloads nearestKey'],
  weight: amountVariants,
  volume: amountVariants,
  packages: ['kind=alone amount capacity missing nearestKey', 'kind=shared amount capacity missing nearestKey'],
  window: [
    'kind=alone minutes nearestKey window',
    'kind=shared minutes nearestKey window',
    'kind=shared minutes nearestKey stopKey',
  ],
  shift: [
    'reason=over nearestKey',
    'reason=no_overlap nearestKey',
    'kind=alone reason=loads minutes nearestKey',
    'kind=shared reason=loads minutes nearestKey',
    'reason=shift_ends nearestKey window',
    'reason=day_ends nearestKey window',
    'kind=alone reason=shift_length minutes nearestKey',
    'kind=shared reason=shift_length minutes nearestKey',
    'kind=alone reason=day_length minutes nearestKey',
    'kind=shared reason=day_length minutes nearestKey',
  ],
  duration: ['kind=alone minutes nearestKey', 'kind=shared minutes nearestKey'],
  distance: ['kind=alone kilometres nearestKey', 'kind=shared kilometres nearestKey'],
  stops: ['nearestKey'],
  break: ['nearestKey'],
  unreachable: [],
  cost: ['nearestKey'],
} as const satisfies Record<(typeof leftOutCodes)[number], readonly string[]>
/** Lists the variants of the sentences of `message` of an optimisation. */
export const noteVariants = [
  'reason=failed',
  'reason=missing_loads count',
  'reason=missing_vehicles count',
  'reason=missing_orders count',
  'reason=stranded depots vehicles',
  'reason=unlocated depots',
  'reason=vroom_failed',
  'reason=vroom_feature',
  'reason=vroom_size',
] as const

export const LeftOut = objectSchema('LeftOut', {
  consignmentId: idSchema('Id of the order.'),
  key: keySchema('Key of the order.'),
  reasons: Type.Array(
    objectSchema('LeftOutReason', {
      code: openEnum(leftOutCodes, 'Reason why the order does not fit.'),
      message: textSchema('The reason in words, with the closest route.', 2_000),
      loadKey: nullableSchema(
        keySchema(
          'Key of the closest route, into which the order almost fits: the key of a load, or the key that a new load ' +
            'would get.',
        ),
      ),
      values: Type.Optional(errorValues),
    }),
  ),
})
export type LeftOut = Static<typeof LeftOut>

export const optimisationStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'applied', 'undone'] as const
export type OptimisationState = (typeof optimisationStates)[number]

const summary = {
  optimisationId: idSchema('Issued by the service.'),
  state: closedEnum(
    optimisationStates,
    '`done` has a proposal that can be applied. A proposal may also be read while it is `running`: it is the best ' +
      'so far.',
  ),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Elapsed share of the search time.' }),
  created: dateTimeSchema('Time of the request.'),
  updated: dateTimeSchema('Time of the last change.'),
  day: daySchema('The day that is planned.'),
  mode: request.mode,
  message: nullableSchema(textSchema('Reason of the failure, or a note about the proposal.', 2_000)),
  before: nullableSchema(RouteFigures),
  after: nullableSchema(RouteFigures),
}
export const OptimisationSummary = objectSchema('OptimisationSummary', summary)
export const Optimisation = objectSchema('Optimisation', {
  ...summary,
  values: Type.Optional(
    Type.Array(errorValues, {
      examples: [[{ reason: 'missing_orders', count: 1 }]],
      description: 'Values of the sentences of `message`, in the same sequence.',
    }),
  ),
  request: OptimisationInput,
  travel: nullableSchema(
    objectSchema('TravelUsed', {
      source: textSchema('Source of distances and times: `estimate`, or the kind of travel server.'),
      note: nullableSchema(
        textSchema('Reason why distances and times are estimated although a travel server is set up.'),
      ),
    }),
  ),
  loads: Type.Array(ProposedLoad, { description: 'The proposed routes, without empty routes.' }),
  leftOut: Type.Array(LeftOut, { description: 'Orders that are in no route, each with its reasons.' }),
})
export type Optimisation = Static<typeof Optimisation>
export type OptimisationSummary = Static<typeof OptimisationSummary>

const tag = 'Optimisation'
const params = objectSchema('OptimisationPath', { optimisationId: idSchema('Id of the optimisation.') })

export const createOptimisation = describeEndpoint({
  id: 'createOptimisation',
  method: 'POST',
  path: '/v1/optimisation',
  tag,
  summary: 'Propose routes',
  description:
    'Starts a search for better routes and returns its id immediately. Read the optimisation to follow its ' +
    'progress and to see the proposal. No record changes before you apply the proposal.',
  scope: 'loads:write',
  body: OptimisationInput,
  data: objectSchema('OptimisationCreated', { optimisationId: idSchema('Issued by the service.') }),
  created: true,
  location: '/v1/optimisation/{optimisationId}',
  problems: ['NOT_FOUND', 'UNKNOWN_VEHICLE', 'UNKNOWN_CONSIGNMENT', 'LOAD_STATE', 'OPTIMISATION_LIMIT'],
})

export const listOptimisations = describeEndpoint({
  id: 'listOptimisations',
  method: 'GET',
  path: '/v1/optimisations',
  tag,
  summary: 'List the latest optimisations',
  description: 'Returns the latest optimisations of the environment, newest first, without their proposals.',
  scope: 'loads:read',
  affectedBy: [],
  data: Type.Array(OptimisationSummary),
})

export const getOptimisation = describeEndpoint({
  id: 'getOptimisation',
  method: 'GET',
  path: '/v1/optimisation/{optimisationId}',
  tag,
  summary: 'Read an optimisation and its proposal',
  description:
    'While the optimisation runs, the response contains the best proposal so far. Dray stores it every second.',
  scope: 'loads:read',
  affectedBy: [],
  params,
  data: Optimisation,
  problems: ['NOT_FOUND'],
})

export const applyOptimisation = describeEndpoint({
  id: 'applyOptimisation',
  method: 'POST',
  path: '/v1/optimisation/{optimisationId}/apply',
  tag,
  summary: 'Apply a proposal',
  description:
    'Writes the proposal in one step: it creates loads, moves stops and sets planned times. If an order, load or ' +
    'vehicle of the proposal has changed since, nothing is written and the response lists the changes: start the ' +
    'optimisation again, or send `onlyUnchanged` to write the other routes. With `loads`, only these routes are ' +
    'written. Routes that exchange orders can only be applied together. A proposal is applied once; a repeated ' +
    'request has the same response.',
  scope: 'loads:write',
  params,
  body: objectSchema('OptimisationApply', {
    loads: optionalSchema(
      Type.Array(keySchema('Key of a proposed load.'), {
        minItems: 1,
        maxItems: optimisationLimits.loads,
        uniqueItems: true,
        description: 'Keys of the proposed loads to write. Default: all.',
      }),
    ),
    onlyUnchanged: optionalSchema(
      flagSchema(
        '`true` writes all routes except changed routes and routes that exchange orders with them. Default: `false`; ' +
          'then nothing is written if anything has changed.',
      ),
    ),
  }),
  data: objectSchema('OptimisationApplied', {
    loads: Type.Array(
      objectSchema('AppliedLoad', { loadId: idSchema('Id of the load.'), key: keySchema('Key of the load.') }),
    ),
  }),
  problems: ['NOT_FOUND', 'OPTIMISATION_STATE', 'PLAN_OUTDATED'],
})

export const undoOptimisation = describeEndpoint({
  id: 'undoOptimisation',
  method: 'POST',
  path: '/v1/optimisation/{optimisationId}/undo',
  tag,
  summary: 'Undo an applied proposal',
  description:
    'Restores the earlier stops and planned times in one step, and deletes the loads that the proposal created. If ' +
    'one of the records has changed since, nothing is written and the response lists the changes.',
  scope: 'loads:write',
  params,
  problems: ['NOT_FOUND', 'OPTIMISATION_STATE', 'PLAN_OUTDATED'],
})

export const stopOptimisation = describeEndpoint({
  id: 'stopOptimisation',
  method: 'POST',
  path: '/v1/optimisation/{optimisationId}/stop',
  tag,
  summary: 'Stop searching and keep the best proposal so far',
  description:
    'The search ends immediately, and its best proposal can be applied. A search that has already ended does not ' +
    'change.',
  scope: 'loads:write',
  params,
  problems: ['NOT_FOUND', 'OPTIMISATION_STATE'],
})

export const cancelOptimisation = describeEndpoint({
  id: 'cancelOptimisation',
  method: 'DELETE',
  path: '/v1/optimisation/{optimisationId}',
  tag,
  summary: 'Cancel an optimisation',
  description: 'Ends the search, or discards a proposal that has not been applied.',
  scope: 'loads:write',
  params,
  problems: ['NOT_FOUND', 'OPTIMISATION_STATE'],
})
