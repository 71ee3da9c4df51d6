// Sends requests to the geocoder: one at a time, at most its rate per second, environments in turn. After a 429
// response it pauses. Messages and logs contain no address, because addresses are personal data.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Geocoder, Looked } from '../../platform/operation/services.ts'
import { type AskResult, ask, type Refused, resultOf } from '../../platform/outbound/ask.ts'
import { version } from '../../platform/process/package.ts'
import { type Kind, readAnswer, urlFor } from './kinds.ts'

export interface GeocoderOptions {
  url: string
  kind: Kind
  perSecond: number
  timeoutMs: number
  keptMs: number
}

/** Largest reply in bytes. A reply with ten places has about ten kilobytes. */
const replyBytesMax = 2 ** 20
/** Rest after a failure, in milliseconds; `Retry-After` can set another rest, at most `restMaxMs`. */
const restMs = 15_000
const restMaxMs = 600_000

/** Creates the client of a geocoder. */
export function createGeocoder(options: GeocoderOptions, count: (result: AskResult) => void): Geocoder {
  const { url, kind, perSecond, timeoutMs, keptMs } = options
  const headers = { 'user-agent': `Dray/${version}` }
  const turns = createTurns(1_000 / perSecond)
  let restsUntil = 0
  let reason: 'limited' | 'failed' = 'failed'
  const rest = (because: typeof reason, ms: number): Looked => {
    restsUntil = performance.now() + ms
    reason = because
    return { lookup: because }
  }
  return {
    identity: `${kind} ${url}`,
    keptMs,
    async lookUp(environmentId, address, signal) {
      if (!(await turns(environmentId, signal))) return { lookup: 'limited' }
      if (performance.now() < restsUntil) return { lookup: reason }
      try {
        const asking = { who: 'geocoder', url: urlFor(kind, url, address), headers, bytesMax: replyBytesMax }
        const answer = await ask({ ...asking, timeoutMs, signal: new AbortController().signal })
        const proposals = readAnswer(kind, answer, address.country)
        count(proposals ? 'answered' : 'invalid')
        return proposals ? { lookup: 'answered', proposals } : { lookup: 'failed' }
      } catch (error) {
        const result = resultOf(error)
        if (result === undefined) throw error
        count(result as AskResult)
        if (result === 'invalid') return { lookup: 'failed' }
        const { status, retryAfter } = error as Refused
        return rest(status === tooMany || status === unavailable ? 'limited' : 'failed', waitOf(retryAfter))
      }
    },
  }
}

const tooMany = 429
const unavailable = 503

/** Returns the wait of a `Retry-After` header in seconds, in milliseconds. */
function waitOf(retryAfter: Refused['retryAfter']): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1_000, restMaxMs) : restMs
}

/** Resolves to true when it is an environment's turn, to false if the signal aborts before. */
type Turns = (whose: string, signal: AbortSignal) => Promise<boolean>

/** Creates a queue that serves one request per `gapMs`, environments in turn. */
export function createTurns(gapMs: number): Turns {
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
  return (whose, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const own = waiting.get(whose) ?? []
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      const giveUp = () => {
        own.splice(own.indexOf(start), 1)
        resolve(false)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      own.push(start)
      waiting.set(whose, own)
      if (!running) void serve()
    })
}

function takeNext(waiting: Map<string, (() => void)[]>): (() => void) | undefined {
  for (const [whose, own] of waiting) {
    waiting.delete(whose)
    const next = own.shift()
    if (own.length > 0) waiting.set(whose, own)
    if (next) return next
  }
  return undefined
}
