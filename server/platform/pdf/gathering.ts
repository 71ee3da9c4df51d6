// Reads the content of documents before they are drawn: a few at a time, environments in turn, with limits for time and
// memory, and nothing for clients that have disconnected.
import { Problem } from '../error/problems.ts'
import { addUntilAborted, hasRoom, openFairQueue } from '../fairness/fair-queue.ts'
import type { DrawnFor, Gather } from '../operation/services.ts'

export interface GatheringOptions {
  /** Documents that are being read, or were and wait to be drawn; one environment has half of these places. */
  atOnce: number
  /** Bytes of the images of all documents in memory; a single document may exceed it. */
  bytesMax: number
  /** Documents that wait for a place at the most; one environment may have half of them. */
  waitingMax: number
  /** For one document. */
  limitMs: number
  /** Whether an environment may have its turn. */
  may(environmentId: string): boolean
}

export interface Gathered<T> {
  content: T
  /** Frees the place of the document, which is no longer in memory here. */
  leave(): void
}

export interface Gathering {
  /**
   * Gathers the content when there is a place. The signal aborts it: no client needs it any more, or it takes too long.
   */
  gather<T>(whom: DrawnFor, read: Gather<T>): Promise<Gathered<T>>
  /** Starts the next waiting document, if it may start. */
  next(): void
  stop(reason: Error): void
}

interface Waiting {
  bytes: number
  abortSignal: AbortSignal | undefined
  take(): void
  reject(error: unknown): void
}

const tooMany = () =>
  new Problem('UNAVAILABLE', { message: 'Too many documents are waiting to be drawn.', retryAfterSeconds: 5 })

export function openGathering({ atOnce, bytesMax, waitingMax, limitMs, may }: GatheringOptions): Gathering {
  const waiting = openFairQueue<Waiting>()
  const places = new Map<string, number>()
  const ending = new AbortController()
  let all = 0
  let allBytes = 0

  const count = (whose: string, by: 1 | -1, bytes: number): void => {
    const own = (places.get(whose) ?? 0) + by
    all += by
    allBytes += by * bytes
    if (own === 0) places.delete(whose)
    else places.set(whose, own)
  }
  const hasPlace = (whose: string, { bytes }: Waiting): boolean =>
    may(whose) &&
    hasRoom(whose, { total: all, own: places.get(whose) ?? 0 }, atOnce) &&
    (all === 0 || allBytes + bytes <= bytesMax)

  function next(): void {
    for (let one = waiting.takeNext(hasPlace); one; one = waiting.takeNext(hasPlace)) one.take()
  }
  function placeFor({ environmentId, gone, bytes = 0 }: DrawnFor): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const take = () => {
      let isHeld = true
      count(environmentId, 1, bytes)
      resolve(() => {
        if (!isHeld) return
        isHeld = false
        count(environmentId, -1, bytes)
        next()
      })
    }
    addUntilAborted(waiting, environmentId, { bytes, abortSignal: gone, take, reject })
    next()
    return promise
  }
  return {
    async gather(whom, read) {
      ending.signal.throwIfAborted()
      if (!waiting.hasRoom(whom.environmentId, waitingMax)) throw tooMany()
      const leave = await placeFor(whom)
      try {
        const ends = whom.gone ? [ending.signal, whom.gone] : [ending.signal]
        return { content: await inTime(limitMs, ends, read), leave }
      } catch (error) {
        leave()
        throw error
      }
    },
    next,
    stop(reason) {
      ending.abort(reason)
      for (const { reject } of waiting.removeWhere(() => true)) reject(reason)
    },
  }
}

/** Reads until a signal aborts or the time is over, even if the read ignores the signal. */
async function inTime<T>(limitMs: number, ends: AbortSignal[], read: Gather<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tooSlow(limitMs)), limitMs)
  const signal = AbortSignal.any([late.signal, ...ends])
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', end)
    return await Promise.race([read(signal), ended])
  } finally {
    clearTimeout(timer)
    // A remaining listener would keep the objects in memory as long as the service runs.
    signal.removeEventListener('abort', end)
  }
}

const tooSlow = (limitMs: number) =>
  new Problem('UNAVAILABLE', {
    message: `What the document shows could not be read within ${limitMs} ms.`,
    retryAfterSeconds: 5,
  })
