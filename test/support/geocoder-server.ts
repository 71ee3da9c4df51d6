// A geocoder on loopback that answers as Nominatim, Photon and Pelias do, of a world with one street; and misbehaves when told to.
import { createServer, type ServerResponse } from 'node:http'
import { onLoopback } from './loopback.ts'

export type Kind = 'nominatim' | 'photon' | 'pelias'

export interface Asked {
  path: string
  query: Record<string, string>
  userAgent: string | undefined
}

/** What each says of a house, of the street it stands in, of its town, and of a street of that name abroad. */
export const house = { lat: 53.7971, lng: -1.5437 }
export const street = { lat: 53.7969, lng: -1.544 }
export const town = { lat: 53.7974, lng: -1.5438 }
const abroad = { lat: 45.5, lng: -73.6 }

const nominatim = (place: typeof house, more: object) => ({ lat: String(place.lat), lon: String(place.lng), ...more })
const feature = ({ lat, lng }: typeof house, properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties,
})

const gb = { country_code: 'gb' }
export const answers: Record<Kind, unknown> = {
  nominatim: [
    nominatim(house, { place_rank: 30, osm_type: 'node', osm_id: 7, display_name: '7, Mill Lane, Leeds', address: gb }),
    nominatim(street, { place_rank: 26, osm_type: 'way', osm_id: 8, display_name: 'Mill Lane, Leeds', address: gb }),
    nominatim(abroad, { place_rank: 26, osm_type: 'way', osm_id: 9, address: { country_code: 'ca' } }),
    nominatim(town, { place_rank: 16, osm_type: 'relation', osm_id: 10, display_name: 'Leeds', address: gb }),
  ],
  photon: {
    type: 'FeatureCollection',
    features: [
      feature(house, {
        type: 'house',
        osm_type: 'N',
        osm_id: 7,
        housenumber: '7',
        street: 'Mill Lane',
        city: 'Leeds',
        countrycode: 'GB',
      }),
      feature(street, {
        type: 'street',
        osm_type: 'W',
        osm_id: 8,
        name: 'Mill Lane',
        city: 'Leeds',
        countrycode: 'GB',
      }),
      feature(abroad, { type: 'street', osm_type: 'W', osm_id: 9, name: 'Mill Lane', countrycode: 'CA' }),
      feature(town, { type: 'city', osm_type: 'R', osm_id: 10, name: 'Leeds', countrycode: 'GB' }),
    ],
  },
  pelias: {
    type: 'FeatureCollection',
    features: [
      feature(house, {
        gid: 'osm:address:7',
        layer: 'address',
        accuracy: 'point',
        match_type: 'exact',
        label: '7 Mill Lane',
        country_code: 'GB',
      }),
      feature(street, {
        gid: 'osm:address:8',
        layer: 'address',
        accuracy: 'interpolated',
        label: 'Mill Lane',
        country_code: 'GB',
      }),
      feature(abroad, { gid: 'osm:street:9', layer: 'street', accuracy: 'centroid', country_code: 'CA' }),
      feature(town, {
        gid: 'wof:locality:10',
        layer: 'locality',
        accuracy: 'centroid',
        label: 'Leeds',
        country_code: 'GB',
      }),
    ],
  },
}

export interface FakeGeocoder {
  url: string
  asked: Asked[]
  /** Answers in place of the server from now on; undefined ends that. */
  instead(answer: ((response: ServerResponse) => void) | undefined): void
}

export async function startGeocoder(t: { after(fn: () => unknown): void }, kind: Kind): Promise<FakeGeocoder> {
  const asked: Asked[] = []
  let instead: ((response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    asked.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      userAgent: request.headers['user-agent'],
    })
    if (instead) return instead(response)
    const path = { nominatim: '/search', photon: '/api', pelias: '/v1/search' }[kind]
    response.writeHead(url.pathname === path ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[kind]))
  })
  return {
    url: `http://127.0.0.1:${await onLoopback(t, server)}`,
    asked,
    instead(answer) {
      instead = answer
    },
  }
}
