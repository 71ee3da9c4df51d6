// Valhalla: tables and routes by POST; lengths in kilometres, lines as text.
import type { GeoPosition } from '../../contract/travel.ts'
import { failed } from '../core/ask.ts'
import { invalid, readLegs, readLine, readTable, snapMetres } from './answers.ts'
import type { Engine, Talk } from './engine.ts'

interface Reply {
  error_code?: unknown
  sources_to_targets?: { durations?: unknown; distances?: unknown }
  trip?: { legs?: unknown }
}

export function valhalla(url: string, profile: string): Engine {
  const common = { costing: profile, units: 'kilometers' }
  return {
    name: 'valhalla',
    placesPerRoute: 20,
    probe: async (talk) => {
      const { version } = ((await talk({ url: `${url}/status` })) ?? {}) as { version?: unknown }
      if (version === undefined) throw invalid('something that is not a status of Valhalla')
    },
    async table(talk, sources, destinations) {
      // Cells of places without a road are null.
      const { sources_to_targets: table } = await replyOf(talk, `${url}/sources_to_targets`, {
        ...common,
        sources: located(sources),
        targets: located(destinations),
        verbose: false,
      })
      return readTable(
        { seconds: table?.durations, lengths: table?.distances, metresPerLength: 1_000 },
        sources,
        destinations,
      )
    },
    async route(talk, places) {
      const { trip } = await replyOf(talk, `${url}/route`, {
        ...common,
        locations: located(places),
        directions_type: 'none',
      })
      const legs: unknown = trip?.legs
      if (!Array.isArray(legs)) throw invalid('a route without legs')
      const told = legs.map((leg) => ({ seconds: leg?.summary?.time, metres: metresOf(leg?.summary?.length) }))
      return { legs: readLegs(told, places), line: readLine(legs.flatMap((leg) => decoded(leg?.shape))) }
    },
  }
}

const located = (places: readonly GeoPosition[]) =>
  places.map(({ lat, lng }) => ({ lat, lon: lng, search_cutoff: snapMetres }))
const metresOf = (kilometres: unknown) => (typeof kilometres === 'number' ? kilometres * 1_000 : kilometres)

async function replyOf(talk: Talk, url: string, body: object): Promise<Reply> {
  const reply = (await talk({ url, body: JSON.stringify(body) })) as Reply | null
  if (typeof reply !== 'object' || reply === null) throw invalid('something that is not a reply of Valhalla')
  if (reply.error_code !== undefined) throw failed('rejected', rejection(Number(reply.error_code)))
  return reply
}

const noEdges = 171
const noPaths = 442
const rejection = (code: number): string =>
  code === noEdges || code === noPaths
    ? 'The travel server knows no road along these places.'
    : `The travel server refused the request (error ${code}).`

const precision = 1e6

/** The encoded polyline: differences in turn of latitude and longitude, five bits to a character, the lowest bit the sign. */
function decoded(shape: unknown): [number, number][] {
  if (typeof shape !== 'string') throw invalid('a route without a line')
  const points: [number, number][] = []
  let index = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 32) {
      const bits = shape.charCodeAt(index++) - 63
      if (!(bits >= 0 && bits < 64) || factor > 2 ** 30) throw invalid('a line that cannot be read')
      value += (bits % 32) * factor
      if (bits < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
  }
  let lat = 0
  let lng = 0
  while (index < shape.length) {
    lat += next()
    lng += next()
    points.push([lng / precision, lat / precision])
  }
  return points
}
