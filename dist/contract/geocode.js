// Positions for addresses: what the operator's geocoder proposes, and what the environment's own orders know of a postal code or town.
import { endpoint } from './endpoint.js';
import Type, {} from './schema.js';
import { country, GeoPoint, geoLocationSources, limits, noQuery, nullable, object, oneOf, optional, text, unsignedInteger, } from './shared.js';
export const geocodeLimits = { addresses: 50, proposals: 5 };
const part = (description) => optional(text(description, limits.keyLength * 2));
export const GeocodeAddress = object('GeocodeAddress', {
    line1: part('First address line, usually the street and number.'),
    city: part('City.'),
    postalCode: part('Postal code.'),
    region: part('Region.'),
    state: part('State.'),
    country: country('ISO 3166-1 alpha-2 code in any case, such as `GB`.'),
}, { description: 'At least one of `line1`, `city` and `postalCode` must be given.' });
export const PositionProposal = object('PositionProposal', {
    geoLocation: GeoPoint,
    geoLocationAccuracy: Type.Unsafe({
        type: 'integer',
        enum: [1, 2, 3],
        description: '1: rooftop. 2: interpolated within a range, or geometric centre. 3: approximate.',
    }),
    geoLocationSource: oneOf(geoLocationSources.filter((source) => source !== 'pin'), "The geocoder, or the centre of the environment's own orders with this postal code or in this city."),
    placeId: nullable(text('Identifier of the place with the geocoder.')),
    label: nullable(text('What is there, as the geocoder writes it; the postal code or city of a centre.')),
    orders: unsignedInteger('How many orders it is the centre of; 0 if the geocoder found it.'),
});
export const lookups = ['off', 'answered', 'limited', 'failed'];
export const geocode = endpoint({
    id: 'geocode',
    method: 'POST',
    path: '/v1/geocode',
    tag: 'Consignments',
    summary: 'Propose positions for addresses',
    description: `For each of up to ${geocodeLimits.addresses} addresses, up to ${geocodeLimits.proposals} proposals of the geocoder that the operator has set up, best first, and then the centre of the postal code or city if the environment's own orders have positions there (accuracy 3). Copy the members of a proposal into an address to use it. Nothing is changed. Answers of the geocoder are kept for some time, so asking again gets further if it was limited.`,
    scope: 'consignments:write',
    query: noQuery,
    body: object('GeocodeInput', {
        addresses: Type.Array(GeocodeAddress, { minItems: 1, maxItems: geocodeLimits.addresses }),
    }),
    data: object('Geocoded', {
        results: Type.Array(object('GeocodeResult', {
            proposals: Type.Array(PositionProposal, { description: 'Best first; empty if nothing is known.' }),
            lookup: oneOf(lookups, '`off`: no geocoder is set up. `answered`: it was asked, now or before. `limited`: it may not be asked more often; ask again later. `failed`: it did not answer, or not usefully.'),
        }), { description: 'One for each address, in the same order.' }),
    }),
    unrepeatable: true,
    problems: [],
});
