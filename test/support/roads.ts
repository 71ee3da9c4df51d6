// A travel server on loopback that speaks as OSRM and as Valhalla do, over a world of its own: roads are a third longer
// than the straight line, a little more so eastwards; nothing leads to an island; the far south is sea,
// and so is a strip nearby.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateDistanceKm, type GeoPosition, type TravelLeg } from '../../contract/travel.ts'
import { onLoopback } from './loopback.ts'

const isAtSea = ({ lat }: GeoPosition) => lat < -60 || (lat > 49.5 && lat < 50)
const isOnIsland = ({ lat, lng }: GeoPosition) => lat > 50 && lat < 52 && lng > 6.5 && lng < 7.5

/** The truth of this world, in whole numbers; nothing where there is no way. */
export function truth(from: GeoPosition, to: GeoPosition): TravelLeg | undefined {
  if (isAtSea(from) || isAtSea(to) || isOnIsland(from) !== isOnIsland(to)) return undefined
  const metres = Math.round(calculateDistanceKm(from, to) * (to.lng > from.lng ? 1_350 : 1_300))
  return { metres, seconds: Math.round(metres / 15) }
}

export interface Asked {
  path: string
  sources: GeoPosition[]
  destinations: GeoPosition[]
}
/** Answers a request in place of the server, or changes what it answers; true when it has answered. */
export type Misbehaviour = (
  asked: Asked,
  response: ServerResponse,
  // biome-ignore lint/suspicious/noExplicitAny: what a server says may have any shape
  reply: any,
  number: number,
) => boolean | undefined

export interface Roads {
  url: string
  /** Every request for a table or a route. */
  asked: Asked[]
  misbehave(how: Misbehaviour | undefined): void
}

/** An address on loopback where nobody answers. */
export async function deadUrl(): Promise<string> {
  const server = createServer()
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

export async function startRoads(t: { after(fn: () => unknown): void }): Promise<Roads> {
  const asked: Asked[] = []
  let how: Misbehaviour | undefined
  const server = createServer(async (request, response) => {
    const { status, body, question } = answer(request, await textOf(request))
    if (question) asked.push(question)
    if (question && how?.(question, response, body, asked.length)) return
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    url: `http://127.0.0.1:${await onLoopback(t, server)}`,
    asked,
    misbehave: (next) => {
      how = next
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

interface Reply {
  status: number
  body: unknown
  question?: Asked
}

function answer(request: IncomingMessage, text: string): Reply {
  const url = new URL(request.url!, 'http://roads.invalid')
  if (url.pathname === '/status') return { status: 200, body: { version: '3.5.1' } }
  if (['/sources_to_targets', '/route', '/locate'].includes(url.pathname))
    return valhalla(url.pathname, JSON.parse(text))
  return osrm(url)
}

function osrm(url: URL): Reply {
  const [, service, version, profile, coordinates] = url.pathname.split('/')
  if (version !== 'v1' || profile !== 'driving') return { status: 400, body: { code: 'InvalidUrl' } }
  if (service === 'nearest') return { status: 200, body: { code: 'Ok', waypoints: [] } }
  const places = coordinates!.split(';').map((each) => {
    const [lng, lat] = each.split(',').map(Number)
    return { lat: lat!, lng: lng! }
  })
  const chosen = (name: string) =>
    url.searchParams
      .get(name)
      ?.split(';')
      .map((index) => places[Number(index)]!) ?? places
  const question = { path: url.pathname, sources: chosen('sources'), destinations: chosen('destinations') }
  const radiuses = url.searchParams.get('radiuses')?.split(';')
  if (radiuses?.length !== places.length) return { status: 400, body: { code: 'InvalidOptions' }, question }
  if (question.sources.length * question.destinations.length > 10_000 && service === 'table')
    return { status: 400, body: { code: 'TooBig' }, question }
  const lost = places.findIndex(isAtSea)
  if (lost >= 0) {
    const message = `Could not find a matching segment for coordinate ${lost}`
    return { status: 400, body: { code: 'NoSegment', message }, question }
  }
  if (service === 'route') return { ...osrmRoute(places, url.searchParams.get('overview') ?? 'simplified'), question }
  const table = tableOf(question)
  const durations = table.map((row) => row.map((leg) => (leg ? leg.seconds + 0.2 : null)))
  const distances = table.map((row) => row.map((leg) => (leg ? leg.metres - 0.3 : null)))
  for (const [row, from] of question.sources.entries())
    for (const [column, to] of question.destinations.entries())
      if (from.lat === to.lat && from.lng === to.lng) distances[row]![column] = durations[row]![column] = 0
  return { status: 200, body: { code: 'Ok', durations, distances }, question }
}

const legsAlong = (places: GeoPosition[]) => places.slice(1).map((to, index) => truth(places[index]!, to))
const middle = (a: GeoPosition, b: GeoPosition) => ({ lat: (a.lat + b.lat) / 2, lng: (a.lng + b.lng) / 2 })
/** Through the middle of each leg. */
const lineAlong = (places: GeoPosition[]) => [
  places[0]!,
  ...places.slice(1).flatMap((to, index) => [middle(places[index]!, to), to]),
]

/** Its simplified line is good for one glance at the whole route, and leaves the roads otherwise. */
function osrmRoute(places: GeoPosition[], overview: string): Reply {
  const legs = legsAlong(places)
  if (legs.includes(undefined))
    return { status: 400, body: { code: 'NoRoute', message: 'Impossible route between points' } }
  const line = overview === 'full' ? lineAlong(places) : [places[0]!, places.at(-1)!]
  const geometry = { type: 'LineString', coordinates: line.map(({ lat, lng }) => [lng, lat]) }
  const told = legs.map((leg) => ({ duration: leg!.seconds, distance: leg!.metres }))
  return { status: 200, body: { code: 'Ok', routes: [{ legs: told, geometry }] } }
}

const tableOf = ({ sources, destinations }: Asked) => sources.map((from) => destinations.map((to) => truth(from, to)))

interface ValhallaRequest {
  costing: string
  verbose?: boolean
  sources: { lat: number; lon: number }[]
  targets: { lat: number; lon: number }[]
  locations: { lat: number; lon: number }[]
}

/** Refuses a whole table for one place without a road, or for two that are far apart, and does not say which. */
function valhalla(path: string, { costing, verbose, sources, targets, locations }: ValhallaRequest): Reply {
  if (costing !== 'auto') return refused(125, 'No costing method found')
  const placesOf = (all: { lat: number; lon: number }[]) => all.map(({ lat, lon }) => ({ lat, lng: lon }))
  if (path === '/locate') return located(placesOf(locations))
  if (path === '/route')
    return { ...valhallaRoute(placesOf(locations)), question: { path, sources: placesOf(locations), destinations: [] } }
  const question = { path, sources: placesOf(sources), destinations: placesOf(targets) }
  if (sources.length * targets.length > 2_500 || verbose !== false)
    return { ...refused(150, 'Exceeded max locations: 2500.000000'), question }
  if (question.sources.some((from) => question.destinations.some((to) => calculateDistanceKm(from, to) > 400)))
    return { ...refused(154, 'Path distance exceeds the max distance limit: 400000 meters'), question }
  if ([...question.sources, ...question.destinations].some(isAtSea)) return { ...refused(171, noEdges), question }
  const table = tableOf(question)
  const durations = table.map((row) => row.map((leg) => leg?.seconds ?? null))
  const distances = table.map((row) => row.map((leg) => (leg ? leg.metres / 1_000 : null)))
  const body = { sources_to_targets: { durations, distances }, units: 'kilometers', algorithm: 'costmatrix' }
  return { status: 200, body, question }
}

const noEdges = 'No suitable edges near location'
const refused = (error_code: number, error: string) => ({
  status: 400,
  body: { error_code, error, status_code: 400, status: 'Bad Request' },
})

const located = (places: GeoPosition[]): Reply => ({
  status: 200,
  body: places.map((place) => {
    const { lat: input_lat, lng: input_lon } = place
    if (isAtSea(place)) return { input_lat, input_lon, edges: null, nodes: null }
    return { input_lat, input_lon, edges: [{ way_id: 13, correlated_lat: input_lat }], nodes: [] }
  }),
})

function valhallaRoute(places: GeoPosition[]): Reply {
  const legs = legsAlong(places)
  if (places.length > 20) return refused(150, 'Exceeded max locations: 20')
  if (places.some(isAtSea)) return refused(171, noEdges)
  if (legs.includes(undefined)) return refused(442, 'No path could be found for input')
  const told = legs.map((leg, index) => ({
    summary: { time: leg!.seconds, length: leg!.metres / 1_000 },
    shape: encoded(lineAlong(places.slice(index, index + 2))),
  }))
  return { status: 200, body: { trip: { legs: told } } }
}

function encoded(line: GeoPosition[]): string {
  let text = ''
  let before = [0, 0]
  for (const { lat, lng } of line) {
    const here = [Math.round(lat * 1e6), Math.round(lng * 1e6)]
    for (const [index, value] of here.entries()) {
      const difference = value - before[index]!
      let left = difference < 0 ? -2 * difference - 1 : 2 * difference
      for (; left >= 32; left = Math.floor(left / 32)) text += String.fromCharCode((left % 32) + 32 + 63)
      text += String.fromCharCode(left + 63)
    }
    before = here
  }
  return text
}

/** So many places around the north of Belgium, all different, by a seed. */
export function placesBy(count: number, seed = 1): GeoPosition[] {
  let state = seed
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: count }, () => ({ lat: 50.5 + next(), lng: 3 + next() * 2 }))
}

export const atSea: GeoPosition = { lat: -70, lng: 4 }
export const nearbyAtSea: GeoPosition = { lat: 49.7, lng: 4 }
export const onIsland: GeoPosition = { lat: 51, lng: 7 }
