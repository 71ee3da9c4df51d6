// Endpoint that prices orders on loads: where each load would take them, and how much longer its route becomes.
import { describeEndpoint } from './endpoint.ts'
import { FitReason } from './load.ts'
import { typesInLoads } from './record-type.ts'
import Type, { type Static } from './schema.ts'
import {
  daySchema,
  idSchema,
  keySchema,
  nullableSchema,
  numberSchema,
  objectSchema,
  optionalSchema,
  textSchema,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
} from './shared.ts'
import { TravelSource } from './travel-route.ts'

/** Largest number of orders and of loads in one request. */
export const offerLimits = { consignments: 100, loads: 100 } as const

export const LoadOffer = objectSchema('LoadOffer', {
  loadId: idSchema('Id of the load.'),
  key: keySchema('Key of the load.'),
  fits: Type.Boolean({ description: '`true` if all orders together could join the load.' }),
  reasons: Type.Array(FitReason, { description: 'Reasons why they do not fit, each once.' }),
  consignmentIds: Type.Array(idSchema('Id of an order.'), {
    description:
      'The stops of the load in sequence, with the orders at their cheapest positions. Send them as `stops` of the ' +
      'load to accept the offer.',
  }),
  addedMinutes: nullableSchema(
    numberSchema('Minutes by which the route becomes longer, stops and waiting included; `null` without an estimate.'),
  ),
  addedDistance: nullableSchema(
    numberSchema('Kilometres by which the route becomes longer; `null` without an estimate.'),
  ),
  lateStops: unsignedIntegerSchema('Stops of the route that are reached after their window, the orders included.'),
  addedLateStops: unsignedIntegerSchema('Number of these that would be in time without the orders.'),
  overtimeMinutes: unsignedDoubleSchema('Minutes by which the route ends after its shift.'),
})
export type LoadOffer = Static<typeof LoadOffer>

export const offerLoads = describeEndpoint({
  id: 'offerLoads',
  method: 'POST',
  path: '/v1/loads/offers',
  tag: 'Loads',
  summary: 'Price orders on loads',
  description:
    'Calculates for each load the cheapest positions of the orders in its route, and how many minutes and kilometres ' +
    'they add. The present stops of the load keep their sequence. Offers that fit come first, then offers with fewer ' +
    'late stops, then cheaper ones. Loads that already contain all of the orders are omitted. The request changes no ' +
    'record.',
  scope: 'loads:read',
  affectedBy: typesInLoads,
  body: objectSchema('LoadOffersInput', {
    consignmentIds: Type.Array(idSchema('Id of an order.'), {
      minItems: 1,
      maxItems: offerLimits.consignments,
      uniqueItems: true,
      description: 'The orders, without a load or on another one.',
    }),
    loadIds: optionalSchema(
      Type.Array(idSchema('Id of a load.'), {
        minItems: 1,
        maxItems: offerLimits.loads,
        uniqueItems: true,
        description: 'The loads to price. Default: the loads of `day` that have not started.',
      }),
    ),
    day: optionalSchema(
      daySchema("The day for loads without a planned start, in the environment's time zone. Default: today."),
    ),
  }),
  data: objectSchema('LoadOffers', {
    offers: Type.Array(LoadOffer),
    source: TravelSource,
    note: nullableSchema(textSchema('Reason why driving times are estimated although a travel server is set up.')),
  }),
  problems: ['NOT_FOUND'],
  unrepeatable: true,
})
