// Adapter of Valhalla: requests tables and routes by POST. Lengths are in kilometres, and route lines are encoded text.
import type { GeoPosition } from '../../../contract/travel.ts'
import { createRequestError } from '../../platform/outbound/operator-request.ts'
import { createResponseError, readLegs, readLine, readTable, snapMetres } from './answers.ts'
import type { RequestSender, TravelEngine } from './engine.ts'

interface Reply {
  error_code?: unknown
  error?: unknown
  sources_to_targets?: { durations?: unknown; distances?: unknown }
  trip?: { legs?: unknown }
}

export function createValhallaEngine(url: string, profile: string): TravelEngine {
  const common = { costing: profile, units: 'kilometers' }
  return {
    name: 'valhalla',
    placesPerRoute: 20,
    probe: async (talk) => {
      const { version } = ((await talk({ url: `${url}/status` })) ?? {}) as { version?: unknown }
      if (version === undefined) throw createResponseError('something that is not a status of Valhalla')
    },
    async table(talk, sources, destinations) {
      const reply = await replyOf(talk, `${url}/sources_to_targets`, {
        ...common,
        sources: located(sources),
        targets: located(destinations),
        verbose: false,
      })
      if (perhapsNowhere.has(reply.error_code)) {
        const points = [...new Set([...sources, ...destinations])]
        const found = await talk({
          url: `${url}/locate`,
          body: JSON.stringify({ ...common, locations: located(points), verbose: false }),
        })
        if (!Array.isArray(found) || found.length !== points.length) throw createResponseError('a list of other places')
        const nowhere = points.filter((_, index) => !hasRoad(found[index]))
        if (nowhere.length > 0) return { nowhere }
      }
      if (reply.error_code !== undefined) throw createRequestError('rejected', tableRejection(reply))
      const { sources_to_targets: table } = reply
      return readTable(
        { seconds: table?.durations, lengths: table?.distances, metresPerLength: 1_000 },
        sources,
        destinations,
      )
    },
    async route(talk, locations) {
      const { trip, error_code } = await replyOf(talk, `${url}/route`, {
        ...common,
        locations: located(locations),
        directions_type: 'none',
      })
      if (error_code !== undefined) throw createRequestError('rejected', routeRejection(error_code))
      const legs: unknown = trip?.legs
      if (!Array.isArray(legs)) throw createResponseError('a route without legs')
      const rawLegs = legs.map((leg) => ({ seconds: leg?.summary?.time, metres: metresOf(leg?.summary?.length) }))
      return { legs: readLegs(rawLegs, locations), line: readLine(legs.flatMap((leg) => decoded(leg?.shape))) }
    },
  }
}

const located = (locations: readonly GeoPosition[]) =>
  locations.map(({ lat, lng }) => ({ lat, lon: lng, search_cutoff: snapMetres }))
const metresOf = (kilometres: unknown) => (typeof kilometres === 'number' ? kilometres * 1_000 : kilometres)

async function replyOf(talk: RequestSender, url: string, body: object): Promise<Reply> {
  const reply = (await talk({ url, body: JSON.stringify(body) })) as Reply | null
  if (typeof reply !== 'object' || reply === null)
    throw createResponseError('something that is not a reply of Valhalla')
  return reply
}

const tooFar = 154
const unconnected = 170
const noEdges = 171
const noPaths = 442
/**
 * Error codes by which Valhalla rejects a whole table because of one place without a road. The response does not
 * identify the place.
 */
const perhapsNowhere = new Set<unknown>([tooFar, unconnected, noEdges])

const hasRoad = (found: { edges?: unknown } | null) => Array.isArray(found?.edges) && found.edges.length > 0

function tableRejection({ error_code, error }: Reply): string {
  const metres = Number(/ (\d{1,9}) meters$/.exec(String(error))?.[1] ?? Number.NaN)
  if (error_code === tooFar && metres > 0)
    return (
      `The travel server answers no ways of more than ${metres / 1_000} km, ` +
      'and two of the places are farther apart.'
    )
  if (error_code === unconnected) return 'The travel server found no road between the regions of these stops.'
  return refusal(error_code)
}

const routeRejection = (code: unknown): string =>
  code === unconnected || code === noEdges || code === noPaths
    ? 'The travel server found no road between these stops.'
    : refusal(code)

const refusal = (code: unknown): string => `The travel server refused the request (error ${Number(code)}).`

const precision = 1e6

/**
 * Decodes a polyline: differences of latitude and longitude in turn, five bits per character, lowest bit is the sign.
 */
function decoded(shape: unknown): [number, number][] {
  if (typeof shape !== 'string') throw createResponseError('a route without a line')
  const points: [number, number][] = []
  let index = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 32) {
      const bits = shape.charCodeAt(index++) - 63
      if (!(bits >= 0 && bits < 64) || factor > 2 ** 30) throw createResponseError('a line that cannot be read')
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
