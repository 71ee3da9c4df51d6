// Sends requests to the geocoder: one at a time, up to a rate per second, and in turn for each environment. After a 429
// response it pauses. Messages and logs contain no address, because addresses are personal data.
import { setTimeout as sleep } from 'node:timers/promises'
import type { GeocodeResult, GeocoderService } from '../../platform/operation/services.ts'
import {
  getRequestResult,
  type RefusedResponse,
  type RequestResult,
  sendRequest,
} from '../../platform/outbound/operator-request.ts'
import { packageVersion } from '../../platform/process/package.ts'
import { buildUrl, type GeocoderType, readAnswer } from './dialects.ts'

export interface GeocoderOptions {
  url: string
  kind: GeocoderType
  perSecond: number
  timeoutMs: number
  keptMs: number
}

/** Largest size of a response in bytes. A response with ten places has about ten kilobytes. */
const replyBytesMax = 2 ** 20
/** Pause after a failure, in milliseconds. `Retry-After` can set another pause, up to `pauseMaxMs`. */
const pauseMs = 15_000
const pauseMaxMs = 600_000

/** Creates the client of a geocoder. */
export function createGeocoder(options: GeocoderOptions, count: (result: RequestResult) => void): GeocoderService {
  const { url, kind, perSecond, timeoutMs, keptMs } = options
  const headers = { 'user-agent': `Dray/${packageVersion}` }
  const acquireSlot = createSlotQueue(1_000 / perSecond)
  let pauseEndMs = 0
  let reason: 'limited' | 'failed' = 'failed'
  const startPause = (because: typeof reason, ms: number): GeocodeResult => {
    pauseEndMs = performance.now() + ms
    reason = because
    return { lookup: because }
  }
  return {
    identity: `${kind} ${url}`,
    keptMs,
    async lookUp(environmentId, address, signal) {
      if (!(await acquireSlot(environmentId, signal))) return { lookup: 'limited' }
      if (performance.now() < pauseEndMs) return { lookup: reason }
      try {
        const request = { serverName: 'geocoder', url: buildUrl(kind, url, address), headers, bytesMax: replyBytesMax }
        const answer = await sendRequest({ ...request, timeoutMs, signal: new AbortController().signal })
        const proposals = readAnswer(kind, answer, address.country)
        count(proposals ? 'answered' : 'invalid')
        return proposals ? { lookup: 'answered', proposals } : { lookup: 'failed' }
      } catch (error) {
        const result = getRequestResult(error)
        if (result === undefined) throw error
        count(result as RequestResult)
        if (result === 'invalid') return { lookup: 'failed' }
        const { status, retryAfter } = error as RefusedResponse
        return startPause(status === tooMany || status === unavailable ? 'limited' : 'failed', waitOf(retryAfter))
      }
    },
  }
}

const tooMany = 429
const unavailable = 503

/** Returns the wait in a `Retry-After` header, in milliseconds. */
function waitOf(retryAfter: RefusedResponse['retryAfter']): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1_000, pauseMaxMs) : pauseMs
}

/** Waits for the turn of an environment. Resolves to true at its turn, and to false if the signal aborts before. */
type SlotQueue = (environmentId: string, signal: AbortSignal) => Promise<boolean>

/** Creates a queue that serves at most one request per `gapMs`, and all environments in turn. */
export function createSlotQueue(gapMs: number): SlotQueue {
  const waiting = new Map<string, (() => void)[]>()
  let running = false
  const serve = async () => {
    running = true
    for (let next = takeNext(waiting); next; next = takeNext(waiting)) {
      next()
      await sleep(gapMs, undefined, { ref: false })
    }
    running = false
  }
  return (environmentId, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const queue = waiting.get(environmentId) ?? []
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(start), 1)
        resolve(false)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      queue.push(start)
      waiting.set(environmentId, queue)
      if (!running) void serve()
    })
}

function takeNext(waiting: Map<string, (() => void)[]>): (() => void) | undefined {
  for (const [environmentId, queue] of waiting) {
    waiting.delete(environmentId)
    const next = queue.shift()
    if (queue.length > 0) waiting.set(environmentId, queue)
    if (next) return next
  }
  return undefined
}
