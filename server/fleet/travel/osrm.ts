// OSRM: tables and routes by GET, with everything in the address.
import type { GeoPosition } from '../../../contract/travel.ts'
import { failed } from '../../platform/outbound/ask.ts'
import { invalid, readLegs, readLine, readTable, snapMetres } from './answers.ts'
import type { Engine, Talk } from './engine.ts'

interface Reply {
  code?: unknown
  message?: unknown
  durations?: unknown
  distances?: unknown
  routes?: unknown
}

export function osrm(url: string, profile: string): Engine {
  const address = (service: string, places: readonly GeoPosition[], options: string[]) => {
    const query = [...options, `radiuses=${places.map(() => snapMetres).join(';')}`].join('&')
    return `${url}/${service}/v1/${encodeURIComponent(profile)}/${coordinates(places)}?${query}`
  }
  return {
    name: 'osrm',
    placesPerRoute: 100,
    probe: async (talk) => {
      const { code } = await replyOf(talk, `${url}/nearest/v1/${encodeURIComponent(profile)}/0,0`)
      // A response without a road is a valid response.
      if (code !== 'Ok' && code !== 'NoSegment') throw rejected(code)
    },
    async table(talk, sources, destinations) {
      const square = sources === destinations
      const all = square ? sources : [...sources, ...destinations]
      const options = square
        ? []
        : [`sources=${range(0, sources.length)}`, `destinations=${range(sources.length, all.length)}`]
      const reply = await replyOf(talk, address('table', all, ['annotations=duration,distance', ...options]))
      const nowhere = nowhereOf(reply, all)
      if (nowhere) return { nowhere: [nowhere] }
      if (reply.code !== 'Ok') throw rejected(reply.code)
      return readTable(
        { seconds: reply.durations, lengths: reply.distances, metresPerLength: 1 },
        sources,
        destinations,
      )
    },
    async route(talk, places) {
      const reply = await replyOf(
        talk,
        address('route', places, ['overview=full', 'geometries=geojson', 'continue_straight=false']),
      )
      if (nowhereOf(reply, places) || reply.code === 'NoRoute')
        throw failed('rejected', 'The travel server found no road between these stops.')
      if (reply.code !== 'Ok') throw rejected(reply.code)
      const [route] = Array.isArray(reply.routes) ? reply.routes : []
      const legs: unknown = route?.legs
      if (!Array.isArray(legs)) throw invalid('a route without legs')
      return {
        legs: readLegs(
          legs.map((leg) => ({ seconds: leg?.duration, metres: leg?.distance })),
          places,
        ),
        line: readLine(route.geometry?.coordinates),
      }
    },
  }
}

const coordinates = (places: readonly GeoPosition[]) => places.map(({ lat, lng }) => `${lng},${lat}`).join(';')
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index).join(';')

async function replyOf(talk: Talk, url: string): Promise<Reply> {
  const reply = await talk({ url })
  if (typeof reply !== 'object' || reply === null) throw invalid('something that is not a reply of OSRM')
  return reply
}

/** It names one place that has no road nearby, the first one, by its number in a sentence. */
function nowhereOf({ code, message }: Reply, places: readonly GeoPosition[]): GeoPosition | undefined {
  if (code !== 'NoSegment') return undefined
  const place = places[Number(/ (\d+)$/.exec(String(message))?.[1] ?? Number.NaN)]
  if (!place) throw rejected(code)
  return place
}

const rejected = (code: unknown) =>
  failed('rejected', `The travel server refused the request (${/^\w{1,40}$/.exec(String(code))?.[0] ?? 'no code'}).`)
