// Sends requests to the travel server of the operator, a limited number at a time, and counts their results.
import type { GeoPosition } from '../../../contract/travel.ts'
import { type Asking, type AskResult, ask, failed, resultOf } from '../../platform/outbound/ask.ts'
import type { Engine, Talk } from './engine.ts'
import { osrm } from './osrm.ts'
import { valhalla } from './valhalla.ts'

export interface RoadServerOptions {
  url: string
  engine: Engine['name']
  /** Empty: a car's. */
  profile: string
  /** For one request, and for all that one matrix or route needs. */
  timeoutMs: number
  totalTimeoutMs: number
  /** How many pairs it takes in one table. */
  pairsMax: number
}

export interface RoadServer {
  name: Engine['name']
  placesPerRoute: number
  probe(signal: AbortSignal): ReturnType<Engine['probe']>
  table(
    sources: readonly GeoPosition[],
    destinations: readonly GeoPosition[],
    signal: AbortSignal,
  ): ReturnType<Engine['table']>
  route(places: readonly GeoPosition[], signal: AbortSignal): ReturnType<Engine['route']>
}

const engines = { osrm: { make: osrm, car: 'driving' }, valhalla: { make: valhalla, car: 'auto' } }

function addressOf(options: RoadServerOptions) {
  const { make, car } = engines[options.engine]
  return { make, url: options.url.replace(/\/+$/, ''), profile: options.profile || car }
}

/** Returns the identity of a travel server and profile, by which stored times are separate. */
export function identityOf(options: RoadServerOptions): string {
  const { url, profile } = addressOf(options)
  return `${options.engine} ${profile} ${url}`
}

export function openRoadServer(options: RoadServerOptions, count: (result: AskResult) => void): RoadServer {
  const { make, url, profile } = addressOf(options)
  const engine = make(url, profile)
  const turns = createTurns()
  const counted = async <T>(signal: AbortSignal, work: (talk: Talk) => Promise<T>): Promise<T> => {
    const release = await turns(signal)
    try {
      const answer = await work((request) =>
        askTwice({ ...request, who: 'travel server', timeoutMs: options.timeoutMs, signal }, count),
      )
      count('answered')
      return answer
    } catch (error) {
      const result = resultOf(error) ?? (isTimeOver(error) ? 'timeout' : undefined)
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
    route: (places, signal) => counted(signal, (talk) => engine.route(talk, places)),
  }
}

/** The time for all requests together, and not just for this one. */
const isTimeOver = (error: unknown) => (error as Error).name === 'TimeoutError'

/** Asks a second time if a kept connection was closed just before its use. */
async function askTwice(asking: Asking, count: (result: AskResult) => void): Promise<unknown> {
  try {
    return await ask(asking)
  } catch (error) {
    if (resultOf(error) !== 'connection') throw error
    count('connection')
    return ask(asking)
  }
}

/** Requests at the same time to the travel server. */
const requestsMax = 8
const waitingMax = 10_000

/** Creates a limit on running requests: further ones wait until one has ended. */
function createTurns(): (signal: AbortSignal) => Promise<() => void> {
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
    else if (waiting.size >= waitingMax) throw failed('rejected', 'The travel server has too much to do.')
    else
      await new Promise<void>((resolve, reject) => {
        const settle = (then: () => void) => () => {
          waiting.delete(start)
          signal.removeEventListener('abort', stop)
          then()
        }
        const start = settle(resolve)
        const stop = settle(() => reject(signal.reason))
        waiting.add(start)
        signal.addEventListener('abort', stop)
      })
    return release
  }
}
