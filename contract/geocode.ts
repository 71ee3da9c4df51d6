// Endpoint that proposes locations for an address: from the geocoder, or from other orders with the same postal code
// or city.
import { endpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import {
  country,
  GeoPoint,
  geoLocationSources,
  limits,
  noQuery,
  nullable,
  object,
  oneOf,
  optional,
  text,
  unsignedInteger,
} from './shared.ts'

export const geocodeLimits = { addresses: 50, proposals: 5 } as const

const part = (description: string) => optional(text(description, limits.keyLength * 2))

export const GeocodeAddress = object(
  'GeocodeAddress',
  {
    line1: part('First address line, usually the street and number.'),
    city: part('City.'),
    postalCode: part('Postal code.'),
    region: part('Region.'),
    state: part('State.'),
    country: country('ISO 3166-1 alpha-2 code in any case, such as `GB`.'),
  },
  { description: 'At least one of `line1`, `city` and `postalCode` must be given.' },
)
export type GeocodeAddress = Static<typeof GeocodeAddress>

export const PositionProposal = object('PositionProposal', {
  geoLocation: GeoPoint,
  geoLocationAccuracy: Type.Unsafe<1 | 2 | 3>({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1: rooftop. 2: interpolated within a range, or geometric centre. 3: approximate.',
  }),
  geoLocationSource: oneOf(
    geoLocationSources.filter((source) => source !== 'pin'),
    "The geocoder, or the centre of the environment's own orders with this postal code or in this city.",
  ),
  placeId: nullable(text('Identifier of the place with the geocoder.')),
  label: nullable(text('What is there, as the geocoder writes it; the postal code or city of a centre.')),
  orders: unsignedInteger('How many orders it is the centre of; 0 if the geocoder found it.'),
})
export type PositionProposal = Static<typeof PositionProposal>

export const lookups = ['off', 'answered', 'limited', 'failed'] as const

export const geocode = endpoint({
  id: 'geocode',
  method: 'POST',
  path: '/v1/geocode',
  tag: 'Consignments',
  summary: 'Propose positions for addresses',
  description:
    `For each of up to ${geocodeLimits.addresses} addresses, up to ${geocodeLimits.proposals} proposals of the ` +
    'geocoder that the operator has set up, best first, and then the centre of the postal code or city if the ' +
    "environment's own orders have positions there (accuracy 3). Copy the members of a proposal into an address " +
    'to use it. Nothing is changed. Answers of the geocoder are kept for some time, so asking again gets further ' +
    'if it was limited.',
  scope: 'consignments:write',
  query: noQuery,
  body: object('GeocodeInput', {
    addresses: Type.Array(GeocodeAddress, { minItems: 1, maxItems: geocodeLimits.addresses }),
  }),
  data: object('Geocoded', {
    results: Type.Array(
      object('GeocodeResult', {
        proposals: Type.Array(PositionProposal, { description: 'Best first; empty if nothing is known.' }),
        lookup: oneOf(
          lookups,
          '`off`: no geocoder is set up. `answered`: it was asked, now or before. `limited`: it may not be asked ' +
            'more often; ask again later. `failed`: it did not answer, or not usefully.',
        ),
      }),
      { description: 'One for each address, in the same order.' },
    ),
  }),
  unrepeatable: true,
  problems: [],
})
