// Sends requests to the travel server of the operator, a limited number at a time, and counts their results.
import type { GeoPosition } from '../../../contract/travel.ts'
import {
  createRequestError,
  getRequestResult,
  type OperatorRequest,
  type RequestResult,
  sendRequest,
} from '../../platform/outbound/operator-request.ts'
import type { RequestSender, TravelEngine } from './engine.ts'
import { createOsrmEngine } from './osrm.ts'
import { createValhallaEngine } from './valhalla.ts'

export interface RoadServerOptions {
  url: string
  engine: TravelEngine['name']
  /** Profile of the travel server; empty for a car. */
  profile: string
  /** Time limit of one request, and of all requests for one matrix or route, in milliseconds. */
  timeoutMs: number
  totalTimeoutMs: number
  /** Largest number of pairs in one table. */
  pairsMax: number
}

export interface RoadServer {
  name: TravelEngine['name']
  placesPerRoute: number
  probe(signal: AbortSignal): ReturnType<TravelEngine['probe']>
  table(
    sources: readonly GeoPosition[],
    destinations: readonly GeoPosition[],
    signal: AbortSignal,
  ): ReturnType<TravelEngine['table']>
  route(locations: readonly GeoPosition[], signal: AbortSignal): ReturnType<TravelEngine['route']>
}

const engines = {
  osrm: { make: createOsrmEngine, car: 'driving' },
  valhalla: { make: createValhallaEngine, car: 'auto' },
}

function addressOf(options: RoadServerOptions) {
  const { make, car } = engines[options.engine]
  return { make, url: options.url.replace(/\/+$/, ''), profile: options.profile || car }
}

/** Returns the identity of a travel server and profile. Times are stored separately for each identity. */
export function getServerIdentity(options: RoadServerOptions): string {
  const { url, profile } = addressOf(options)
  return `${options.engine} ${profile} ${url}`
}

export function openRoadServer(options: RoadServerOptions, count: (result: RequestResult) => void): RoadServer {
  const { make, url, profile } = addressOf(options)
  const engine = make(url, profile)
  const acquireSlot = createRequestLimit()
  const counted = async <T>(signal: AbortSignal, work: (talk: RequestSender) => Promise<T>): Promise<T> => {
    const release = await acquireSlot(signal)
    try {
      const answer = await work((request) =>
        retryRequest({ ...request, serverName: 'travel server', timeoutMs: options.timeoutMs, signal }, count),
      )
      count('answered')
      return answer
    } catch (error) {
      const result = getRequestResult(error) ?? (isTimeOver(error) ? 'timeout' : undefined)
      if (result) count(result)
      throw error
    } finally {
      release()
    }
  }
  return {
    name: engine.name,
    placesPerRoute: engine.placesPerRoute,
    probe: (signal) => counted(signal, engine.probe),
    table: (sources, destinations, signal) => counted(signal, (talk) => engine.table(talk, sources, destinations)),
    route: (locations, signal) => counted(signal, (talk) => engine.route(talk, locations)),
  }
}

/** Whether the time limit for all requests together has passed, not the limit of one request. */
const isTimeOver = (error: unknown) => (error as Error).name === 'TimeoutError'

/** Sends a request again if a kept connection was closed just before its use. */
async function retryRequest(request: OperatorRequest, count: (result: RequestResult) => void): Promise<unknown> {
  try {
    return await sendRequest(request)
  } catch (error) {
    if (getRequestResult(error) !== 'connection') throw error
    count('connection')
    return sendRequest(request)
  }
}

/** Requests at the same time to the travel server. */
const requestsMax = 8
const waitingMax = 10_000

/** Creates a limit on running requests: further requests wait until a running request has ended. */
function createRequestLimit(): (signal: AbortSignal) => Promise<() => void> {
  let running = 0
  const waiting = new Set<() => void>()
  const release = () => {
    const [next] = waiting
    if (next) next()
    else running--
  }
  return async (signal) => {
    signal.throwIfAborted()
    if (running < requestsMax) running++
    else if (waiting.size >= waitingMax) throw createRequestError('rejected', 'The travel server has too much to do.')
    else
      await new Promise<void>((resolve, reject) => {
        const settle = (action: () => void) => () => {
          waiting.delete(start)
          signal.removeEventListener('abort', stop)
          action()
        }
        const start = settle(resolve)
        const stop = settle(() => reject(signal.reason))
        waiting.add(start)
        signal.addEventListener('abort', stop)
      })
    return release
  }
}
