// Endpoint that proposes locations for an address: from the geocoder, or from other orders with the same postal code
// or city.
import { describeEndpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  countrySchema,
  GeoPoint,
  geoLocationSources,
  nullableSchema,
  objectSchema,
  optionalSchema,
  recordLimits,
  textSchema,
  unsignedIntegerSchema,
} from './shared.ts'

export const geocodeLimits = { addresses: 50, proposals: 5 } as const

const addressFieldSchema = (description: string) => optionalSchema(textSchema(description, recordLimits.keyLength * 2))

export const GeocodeAddress = objectSchema(
  'GeocodeAddress',
  {
    line1: addressFieldSchema('First address line, usually the street and number.'),
    city: addressFieldSchema('City.'),
    postalCode: addressFieldSchema('Postal code.'),
    region: addressFieldSchema('Region.'),
    state: addressFieldSchema('State.'),
    country: countrySchema('ISO 3166-1 alpha-2 code in any case, such as `GB`.'),
  },
  { description: 'At least one of `line1`, `city` and `postalCode` must be given.' },
)
export type GeocodeAddress = Static<typeof GeocodeAddress>

export const PositionProposal = objectSchema('PositionProposal', {
  geoLocation: GeoPoint,
  geoLocationAccuracy: Type.Unsafe<1 | 2 | 3>({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1: rooftop. 2: interpolated within a range, or geometric centre. 3: approximate.',
  }),
  geoLocationSource: closedEnum(
    geoLocationSources.filter((source) => source !== 'pin'),
    "Source of the location: the geocoder, or the centre of the environment's orders with this postal code or in " +
      'this city.',
  ),
  placeId: nullableSchema(textSchema('Identifier of the location at the geocoder.')),
  label: nullableSchema(textSchema('Name of the location from the geocoder; for a centre, its postal code or city.')),
  orders: unsignedIntegerSchema(
    'Number of orders whose centre this location is; 0 if the geocoder found the location.',
  ),
})
export type PositionProposal = Static<typeof PositionProposal>

export const lookupResults = ['off', 'answered', 'limited', 'failed'] as const

export const geocode = describeEndpoint({
  id: 'geocode',
  method: 'POST',
  path: '/v1/geocode',
  tag: 'Consignments',
  summary: 'Propose locations for addresses',
  description:
    `Returns, for each of up to ${geocodeLimits.addresses} addresses, up to ${geocodeLimits.proposals} proposals of ` +
    'the geocoder, best first. After them comes the centre of the postal code or city (accuracy 3) if the ' +
    "environment's orders have locations there. To use a location proposal, copy its fields into an address. The " +
    'request changes no record. If the `lookup` of an address is `limited`, repeat the request: Dray caches the ' +
    'other results and looks up the remaining addresses.',
  scope: 'consignments:write',
  body: objectSchema('GeocodeInput', {
    addresses: Type.Array(GeocodeAddress, { minItems: 1, maxItems: geocodeLimits.addresses }),
  }),
  data: objectSchema('Geocoded', {
    results: Type.Array(
      objectSchema('GeocodeResult', {
        proposals: Type.Array(PositionProposal, {
          description: 'Location proposals, the best first; empty if none was found.',
        }),
        lookup: closedEnum(
          lookupResults,
          '`off`: no geocoder is set up. `answered`: the geocoder has answered, or the result is from the cache. ' +
            '`limited`: the limit of requests to the geocoder is reached; repeat the request later. `failed`: the ' +
            'geocoder did not answer, or its response was not usable.',
        ),
      }),
      { description: 'Results, one for each address, in the same order.' },
    ),
  }),
  unrepeatable: true,
})
