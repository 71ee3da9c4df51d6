// Reads the content of documents before they are drawn: a few at a time, environments in turn, with limits for time and
// memory, and nothing for clients that have disconnected.
import { ApiProblem } from '../error/problems.ts'
import { addUntilAborted, hasCapacity, openFairQueue } from '../fairness/fair-queue.ts'
import type { DrawnFor, GatherContent } from '../operation/services.ts'

export interface GatheringOptions {
  /**
   * Maximum number of documents that are being read, or are read and wait to be drawn. One environment may have half of
   * them.
   */
  atOnce: number
  /** Maximum size of the images of all documents in memory, in bytes. A single document may exceed it. */
  bytesMax: number
  /** Maximum number of documents that wait for a place. One environment may have half of them. */
  waitingMax: number
  /** Time limit for reading one document, in milliseconds. */
  limitMs: number
  /** Returns whether the next document of an environment may start. */
  may(environmentId: string): boolean
}

export interface GatheredContent<T> {
  content: T
  /** Frees the place of the document, which is no longer in memory here. */
  release(): void
}

export interface GatheringQueue {
  /**
   * Gathers the content when there is a place. The signal aborts if no client needs the document any more, or if the
   * reading takes too long.
   */
  gather<T>(whom: DrawnFor, read: GatherContent<T>): Promise<GatheredContent<T>>
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
  new ApiProblem('UNAVAILABLE', { message: 'Too many documents are waiting to be drawn.', retryAfterSeconds: 5 })

export function openGathering({ atOnce, bytesMax, waitingMax, limitMs, may }: GatheringOptions): GatheringQueue {
  const waiting = openFairQueue<Waiting>()
  const countByEnvironment = new Map<string, number>()
  const ending = new AbortController()
  let totalCount = 0
  let totalBytes = 0

  const count = (environmentId: string, change: 1 | -1, bytes: number): void => {
    const newCount = (countByEnvironment.get(environmentId) ?? 0) + change
    totalCount += change
    totalBytes += change * bytes
    if (newCount === 0) countByEnvironment.delete(environmentId)
    else countByEnvironment.set(environmentId, newCount)
  }
  const mayStart = (environmentId: string, { bytes }: Waiting): boolean =>
    may(environmentId) &&
    hasCapacity(environmentId, { total: totalCount, keySize: countByEnvironment.get(environmentId) ?? 0 }, atOnce) &&
    (totalCount === 0 || totalBytes + bytes <= bytesMax)

  function next(): void {
    for (let entry = waiting.takeNext(mayStart); entry; entry = waiting.takeNext(mayStart)) entry.take()
  }
  function waitForSlot({ environmentId, clientSignal, bytes = 0 }: DrawnFor): Promise<() => void> {
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
    addUntilAborted(waiting, environmentId, { bytes, abortSignal: clientSignal, take, reject })
    next()
    return promise
  }
  return {
    async gather(whom, read) {
      ending.signal.throwIfAborted()
      if (!waiting.hasCapacity(whom.environmentId, waitingMax)) throw tooMany()
      const release = await waitForSlot(whom)
      try {
        const ends = whom.clientSignal ? [ending.signal, whom.clientSignal] : [ending.signal]
        return { content: await inTime(limitMs, ends, read), release }
      } catch (error) {
        release()
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
async function inTime<T>(limitMs: number, ends: AbortSignal[], read: GatherContent<T>): Promise<T> {
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
  new ApiProblem('UNAVAILABLE', {
    message: `The content of the document could not be read within ${limitMs} ms.`,
    retryAfterSeconds: 5,
  })
