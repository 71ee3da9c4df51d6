// Endpoint that returns distances, driving times and the route line along a list of locations.
import { describeEndpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import { closedEnum, GeoPoint, nullableSchema, objectSchema, textSchema, unsignedDoubleSchema } from './shared.ts'

export const TravelSource = closedEnum(
  ['estimate', 'osrm', 'valhalla'],
  'Source of the figures: the estimate of the environment (`travel` in its settings) or the travel server that the ' +
    'operator has set up.',
)
export type TravelSource = Static<typeof TravelSource>

export const routePlaces = { min: 2, max: 200 } as const

export const travelRoute = describeEndpoint({
  id: 'travelRoute',
  method: 'POST',
  path: '/v1/travel/route',
  tag: 'Loads',
  summary: 'Calculate distances and driving times of a route',
  description:
    'Returns the distance and the driving time of each leg between locations, in the order of the visits. If the ' +
    'operator has set up a travel server, the response also has the line along the roads. Without a travel server, ' +
    'or if it does not answer, all legs are estimated, and `source` is `estimate`. The request changes no record.',
  scope: 'loads:read',
  body: objectSchema('TravelRouteInput', {
    places: Type.Array(GeoPoint, {
      minItems: routePlaces.min,
      maxItems: routePlaces.max,
      description: 'The locations in order, such as the start depot, the stops and the end depot.',
    }),
  }),
  data: objectSchema('TravelRoute', {
    legs: Type.Array(
      objectSchema('TravelLeg', {
        distance: unsignedDoubleSchema('Length in kilometres.'),
        duration: unsignedDoubleSchema('Driving time in minutes.'),
      }),
      { description: 'Legs from each location to the next one.' },
    ),
    line: nullableSchema(
      Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description: 'Points along the roads, each as latitude and longitude; null for an estimate.',
      }),
    ),
    source: TravelSource,
    note: nullableSchema(textSchema('Reason why the figures are estimated although a travel server is set up.')),
  }),
  unrepeatable: true,
})
