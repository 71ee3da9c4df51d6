// Writes requests to Nominatim, Photon and Pelias, and reads their responses. Each place gets an accuracy.
import { formatTown } from '../../../contract/address.ts'
import { type GeocodeAddress, geocodeLimits, type PositionProposal } from '../../../contract/geocode.ts'

export type GeocoderType = 'nominatim' | 'photon' | 'pelias'

/** Dialect of a geocoder: the format of its requests and responses. */
interface Dialect {
  path: string
  query(address: GeocodeAddress): Record<string, string>
  /** Returns the list of places in a response; undefined if it has none. */
  places(answer: unknown): unknown
  /** Reads a place; undefined if it has no location. */
  read(item: Loose): GeocoderMatch | undefined
}
type Loose = Record<string, unknown>
interface GeocoderMatch {
  lat: unknown
  lng: unknown
  accuracy: 1 | 2 | 3
  placeId: string | null
  label: string | null
  /** Country code in lower case (ISO 3166-1 alpha-2); undefined if missing. */
  country: string | undefined
}

const rooftop = 1
const centre = 2
const approximate = 3

/**
 * Number of places to request. It is higher than the number of proposals, because places in other countries are
 * removed.
 */
const resultLimit = String(geocodeLimits.proposals * 2)

const formatAddress = ({ line1, postalCode, city, region, state }: GeocodeAddress): string =>
  [line1, formatTown({ postalCode, city }), region, state].filter(Boolean).join(', ')

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const loose = (value: unknown): Loose => (isLoose(value) ? value : {})
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads a GeoJSON point, whose longitude is first. */
const point = (item: Loose): { lat: unknown; lng: unknown } => {
  const { coordinates } = loose(item.geometry)
  const [lng, lat] = Array.isArray(coordinates) ? coordinates : []
  return { lat, lng }
}
const features = (answer: unknown): unknown => loose(answer).features

/** Smallest ranks of a house and of a street in Nominatim. Towns and parts of towns have lower ranks. */
const buildingRank = 30
const streetRank = 26

const nominatim: Dialect = {
  path: '/search',
  query: (address) => ({
    q: formatAddress(address),
    countrycodes: address.country.toLowerCase(),
    format: 'jsonv2',
    addressdetails: '1',
    limit: resultLimit,
  }),
  places: (answer) => answer,
  read(item) {
    const rank = Number(item.place_rank)
    // Nominatim calculates the location of an interpolated house number from the street.
    const isInterpolated = item.category === 'place' && item.type === 'house' && item.osm_type === 'way'
    const isBuilding = rank >= buildingRank && !isInterpolated
    return {
      lat: textOf(item.lat) && Number(item.lat),
      lng: textOf(item.lon) && Number(item.lon),
      accuracy: isBuilding ? rooftop : rank >= streetRank ? centre : approximate,
      placeId: osmId(item.osm_type, item.osm_id),
      label: textOf(item.display_name) ?? null,
      country: textOf(loose(item.address).country_code)?.toLowerCase(),
    }
  },
}

const photon: Dialect = {
  path: '/api',
  query: (address) => ({ q: `${formatAddress(address)}, ${address.country.toUpperCase()}`, limit: resultLimit }),
  places: features,
  read(item) {
    const properties = loose(item.properties)
    const street = [properties.street, properties.housenumber].map(textOf).filter(Boolean).join(' ')
    const town = [properties.postcode, properties.city].map(textOf).filter(Boolean).join(' ')
    return {
      ...point(item),
      accuracy: properties.type === 'house' ? rooftop : properties.type === 'street' ? centre : approximate,
      placeId: osmId(properties.osm_type, properties.osm_id),
      label: [textOf(properties.name), street, town].filter(Boolean).join(', ') || null,
      country: textOf(properties.countrycode)?.toLowerCase(),
    }
  },
}

const pelias: Dialect = {
  path: '/v1/search',
  query: (address) => ({
    text: formatAddress(address),
    'boundary.country': address.country.toUpperCase(),
    size: resultLimit,
  }),
  places: features,
  read(item) {
    const properties = loose(item.properties)
    const isBuilding = properties.layer === 'address' || properties.layer === 'venue'
    const isExact = isBuilding && properties.accuracy === 'point' && properties.match_type !== 'fallback'
    const isInterpolated =
      isBuilding && (properties.accuracy === 'interpolated' || properties.match_type === 'interpolated')
    return {
      ...point(item),
      accuracy: isInterpolated ? centre : isExact ? rooftop : properties.layer === 'street' ? centre : approximate,
      placeId: textOf(properties.gid) ?? null,
      label: textOf(properties.label) ?? null,
      country: textOf(properties.country_code)?.toLowerCase(),
    }
  },
}

const dialects: Record<GeocoderType, Dialect> = { nominatim, photon, pelias }

const osmTypes: Record<string, string> = { N: 'node', W: 'way', R: 'relation' }
const osmId = (type: unknown, id: unknown): string | null => {
  const name = textOf(type)
  return name && Number.isSafeInteger(id) ? `${osmTypes[name] ?? name}/${id}` : null
}

/** Returns the URL of a request. Keeps the query parameters of the configured URL, such as an API key. */
export function buildUrl(geocoderType: GeocoderType, url: string, address: GeocodeAddress): string {
  const { path, query } = dialects[geocoderType]
  const requestUrl = new URL(url)
  requestUrl.pathname = requestUrl.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query(address))) requestUrl.searchParams.set(name, value)
  return requestUrl.href
}

const isDegrees = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= max
const labelMax = 300
/** Rounds a coordinate to six decimals, about a tenth of a metre. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

/** Reads the places in a response, without places in other countries. Returns undefined for an invalid response. */
export function readAnswer(
  geocoderType: GeocoderType,
  answer: unknown,
  country: string,
): PositionProposal[] | undefined {
  const { places, read } = dialects[geocoderType]
  const found = places(answer)
  if (!Array.isArray(found)) return undefined
  const proposals = new Map<string, PositionProposal>()
  for (const item of found) {
    const match = isLoose(item) ? read(item) : undefined
    if (!match || !isDegrees(match.lat, 90) || !isDegrees(match.lng, 180)) continue
    if (match.country !== undefined && match.country !== country.toLowerCase()) continue
    const geoLocation = { lat: rounded(match.lat), lng: rounded(match.lng) }
    const locationKey = `${geoLocation.lat} ${geoLocation.lng}`
    if (proposals.has(locationKey) || proposals.size >= geocodeLimits.proposals) continue
    proposals.set(locationKey, {
      geoLocation,
      geoLocationAccuracy: match.accuracy,
      geoLocationSource: geocoderType,
      placeId: match.placeId?.slice(0, labelMax).toWellFormed() ?? null,
      label: match.label?.slice(0, labelMax).toWellFormed() ?? null,
      orders: 0,
    })
  }
  return [...proposals.values()]
}
