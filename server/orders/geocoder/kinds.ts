// Writes requests to Nominatim, Photon and Pelias, and reads their responses, with a class of accuracy.
import { townOf } from '../../../contract/address.ts'
import { type GeocodeAddress, geocodeLimits, type PositionProposal } from '../../../contract/geocode.ts'

export type Kind = 'nominatim' | 'photon' | 'pelias'

/** Dialect of one kind of geocoder: its requests and responses. */
interface Dialect {
  path: string
  query(address: GeocodeAddress): Record<string, string>
  /** Returns the list of places in a response; undefined if it has none. */
  places(answer: unknown): unknown
  /** Reads a place; undefined if it has no location. */
  read(place: Loose): Told | undefined
}
type Loose = Record<string, unknown>
interface Told {
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

/** Number of requested places: more than are shown, because some are in other countries. */
const asked = String(geocodeLimits.proposals * 2)

const parts = ({ line1, postalCode, city, region, state }: GeocodeAddress): string =>
  [line1, townOf({ postalCode, city }), region, state].filter(Boolean).join(', ')

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const loose = (value: unknown): Loose => (isLoose(value) ? value : {})
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads a GeoJSON point, whose longitude is first. */
const point = (place: Loose): { lat: unknown; lng: unknown } => {
  const { coordinates } = loose(place.geometry)
  const [lng, lat] = Array.isArray(coordinates) ? coordinates : []
  return { lat, lng }
}
const features = (answer: unknown): unknown => loose(answer).features

/** Smallest ranks of a house and of a street in Nominatim. Lower ranks are parts of towns. */
const houseRank = 30
const streetRank = 26

const nominatim: Dialect = {
  path: '/search',
  query: (address) => ({
    q: parts(address),
    countrycodes: address.country.toLowerCase(),
    format: 'jsonv2',
    addressdetails: '1',
    limit: asked,
  }),
  places: (answer) => answer,
  read(place) {
    const rank = Number(place.place_rank)
    // An interpolated house number: its place along the street is calculated.
    const isInterpolated = place.category === 'place' && place.type === 'house' && place.osm_type === 'way'
    const isHouse = rank >= houseRank && !isInterpolated
    return {
      lat: textOf(place.lat) && Number(place.lat),
      lng: textOf(place.lon) && Number(place.lon),
      accuracy: isHouse ? rooftop : rank >= streetRank ? centre : approximate,
      placeId: osmId(place.osm_type, place.osm_id),
      label: textOf(place.display_name) ?? null,
      country: textOf(loose(place.address).country_code)?.toLowerCase(),
    }
  },
}

const photon: Dialect = {
  path: '/api',
  query: (address) => ({ q: `${parts(address)}, ${address.country.toUpperCase()}`, limit: asked }),
  places: features,
  read(place) {
    const told = loose(place.properties)
    const street = [told.street, told.housenumber].map(textOf).filter(Boolean).join(' ')
    const town = [told.postcode, told.city].map(textOf).filter(Boolean).join(' ')
    return {
      ...point(place),
      accuracy: told.type === 'house' ? rooftop : told.type === 'street' ? centre : approximate,
      placeId: osmId(told.osm_type, told.osm_id),
      label: [textOf(told.name), street, town].filter(Boolean).join(', ') || null,
      country: textOf(told.countrycode)?.toLowerCase(),
    }
  },
}

const pelias: Dialect = {
  path: '/v1/search',
  query: (address) => ({ text: parts(address), 'boundary.country': address.country.toUpperCase(), size: asked }),
  places: features,
  read(place) {
    const told = loose(place.properties)
    const isHouse = told.layer === 'address' || told.layer === 'venue'
    const isExact = isHouse && told.accuracy === 'point' && told.match_type !== 'fallback'
    const isInterpolated = isHouse && (told.accuracy === 'interpolated' || told.match_type === 'interpolated')
    return {
      ...point(place),
      accuracy: isInterpolated ? centre : isExact ? rooftop : told.layer === 'street' ? centre : approximate,
      placeId: textOf(told.gid) ?? null,
      label: textOf(told.label) ?? null,
      country: textOf(told.country_code)?.toLowerCase(),
    }
  },
}

const dialects: Record<Kind, Dialect> = { nominatim, photon, pelias }

const osmTypes: Record<string, string> = { N: 'node', W: 'way', R: 'relation' }
const osmId = (type: unknown, id: unknown): string | null => {
  const name = textOf(type)
  return name && Number.isSafeInteger(id) ? `${osmTypes[name] ?? name}/${id}` : null
}

/** Returns the URL of a request, with the operator's own query, such as a key. */
export function urlFor(kind: Kind, url: string, address: GeocodeAddress): string {
  const { path, query } = dialects[kind]
  const asking = new URL(url)
  asking.pathname = asking.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query(address))) asking.searchParams.set(name, value)
  return asking.href
}

const isDegrees = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= max
const labelMax = 300
/** Rounds a coordinate to a tenth of a metre. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

/** Reads the places of a response, without those in other countries. Returns undefined for an invalid response. */
export function readAnswer(kind: Kind, answer: unknown, country: string): PositionProposal[] | undefined {
  const { places, read } = dialects[kind]
  const found = places(answer)
  if (!Array.isArray(found)) return undefined
  const proposals = new Map<string, PositionProposal>()
  for (const place of found) {
    const told = isLoose(place) ? read(place) : undefined
    if (!told || !isDegrees(told.lat, 90) || !isDegrees(told.lng, 180)) continue
    if (told.country !== undefined && told.country !== country.toLowerCase()) continue
    const geoLocation = { lat: rounded(told.lat), lng: rounded(told.lng) }
    const at = `${geoLocation.lat} ${geoLocation.lng}`
    if (proposals.has(at) || proposals.size >= geocodeLimits.proposals) continue
    proposals.set(at, {
      geoLocation,
      geoLocationAccuracy: told.accuracy,
      geoLocationSource: kind,
      placeId: told.placeId?.slice(0, labelMax).toWellFormed() ?? null,
      label: told.label?.slice(0, labelMax).toWellFormed() ?? null,
      orders: 0,
    })
  }
  return [...proposals.values()]
}
