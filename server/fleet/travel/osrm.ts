// Adapter of OSRM: requests tables and routes by GET, with all parameters in the URL.
import type { GeoPosition } from '../../../contract/travel.ts'
import { createRequestError } from '../../platform/outbound/operator-request.ts'
import { createResponseError, readLegs, readLine, readTable, snapMetres } from './answers.ts'
import type { RequestSender, TravelEngine } from './engine.ts'

interface Reply {
  code?: unknown
  message?: unknown
  durations?: unknown
  distances?: unknown
  routes?: unknown
}

export function createOsrmEngine(url: string, profile: string): TravelEngine {
  const address = (service: string, locations: readonly GeoPosition[], options: string[]) => {
    const query = [...options, `radiuses=${locations.map(() => snapMetres).join(';')}`].join('&')
    return `${url}/${service}/v1/${encodeURIComponent(profile)}/${coordinates(locations)}?${query}`
  }
  return {
    name: 'osrm',
    placesPerRoute: 100,
    probe: async (talk) => {
      const { code } = await replyOf(talk, `${url}/nearest/v1/${encodeURIComponent(profile)}/0,0`)
      // The server works, even if it finds no road near the probed location.
      if (code !== 'Ok' && code !== 'NoSegment') throw rejected(code)
    },
    async table(talk, sources, destinations) {
      const square = sources === destinations
      const locations = square ? sources : [...sources, ...destinations]
      const options = square
        ? []
        : [`sources=${range(0, sources.length)}`, `destinations=${range(sources.length, locations.length)}`]
      const reply = await replyOf(talk, address('table', locations, ['annotations=duration,distance', ...options]))
      const nowhere = nowhereOf(reply, locations)
      if (nowhere) return { nowhere: [nowhere] }
      if (reply.code !== 'Ok') throw rejected(reply.code)
      return readTable(
        { seconds: reply.durations, lengths: reply.distances, metresPerLength: 1 },
        sources,
        destinations,
      )
    },
    async route(talk, locations) {
      const reply = await replyOf(
        talk,
        address('route', locations, ['overview=full', 'geometries=geojson', 'continue_straight=false']),
      )
      if (nowhereOf(reply, locations) || reply.code === 'NoRoute')
        throw createRequestError('rejected', 'The travel server found no road between these stops.')
      if (reply.code !== 'Ok') throw rejected(reply.code)
      const [route] = Array.isArray(reply.routes) ? reply.routes : []
      const legs: unknown = route?.legs
      if (!Array.isArray(legs)) throw createResponseError('a route without legs')
      return {
        legs: readLegs(
          legs.map((leg) => ({ seconds: leg?.duration, metres: leg?.distance })),
          locations,
        ),
        line: readLine(route.geometry?.coordinates),
      }
    },
  }
}

const coordinates = (locations: readonly GeoPosition[]) => locations.map(({ lat, lng }) => `${lng},${lat}`).join(';')
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index).join(';')

async function replyOf(talk: RequestSender, url: string): Promise<Reply> {
  const reply = await talk({ url })
  if (typeof reply !== 'object' || reply === null) throw createResponseError('something that is not a reply of OSRM')
  return reply
}

/** Returns the first place without a road nearby. OSRM names it only by a number in its error message. */
function nowhereOf({ code, message }: Reply, locations: readonly GeoPosition[]): GeoPosition | undefined {
  if (code !== 'NoSegment') return undefined
  const location = locations[Number(/ (\d+)$/.exec(String(message))?.[1] ?? Number.NaN)]
  if (!location) throw rejected(code)
  return location
}

const rejected = (code: unknown) =>
  createRequestError(
    'rejected',
    `The travel server refused the request (${/^\w{1,40}$/.exec(String(code))?.[0] ?? 'no code'}).`,
  )
