// Wakes those who wait for changes: at once after a write of this process, and within half a second after one of another.

import { Problem } from '../core/problems.ts'
import type { Awaitable, Reader } from '../database/database.ts'
import { isBehind } from './rules.ts'
import * as store from './store.ts'

/** Other processes write as well: nothing but a look tells. */
const pollMs = 400
/** Many changes within this time are one reason to look. */
const gatherMs = 20
/** Of all places no environment takes more than this part. */
const share = 0.2
/** More than this is given its place by and by: nobody waits for all of it. */
const batchesMax = 20

export interface Feed {
  /** Resolves when all that is committed has its place. */
  settled(environmentId: string): Promise<void>
  /** Resolves when there is something behind this place, when the time is over, or when the signal ends the wait. */
  more(environmentId: string, position: number, ms: number, signal: AbortSignal): Promise<void>
  /** Takes one of the places for those who wait, and answers how to give it back; refuses when there is none. */
  enter(environmentId: string): () => void
  /** Something may have changed. */
  wake(environmentId: string): void
  /** How many follow. */
  followers(): number
  /** Ends with the service; all who wait are let go. */
  signal: AbortSignal
  stop(): void
}

interface Waiter {
  position: number
  done(): void
}
interface Watched {
  /** The last place that was seen. */
  head: number
  waiters: Set<Waiter>
  timer: NodeJS.Timeout | undefined
  /** When the timer ends, on the clock of `performance.now()`. */
  dueMs: number
  looking: boolean
}

export function openFeed(
  read: <T>(work: (tx: Reader) => Awaitable<T>) => Promise<T>,
  place: (environmentId: string) => Promise<unknown>,
  followersMax: number,
  report: (error: unknown) => void,
): Feed {
  const watched = new Map<string, Watched>()
  const followers = new Map<string, number>()
  const placing = new Map<string, Promise<unknown>>()
  const stopping = new AbortController()
  let all = 0

  /** What one of several at the same time does is done for all of them. */
  function placeOnce(environmentId: string): Promise<unknown> {
    const running = placing.get(environmentId) ?? place(environmentId).finally(() => placing.delete(environmentId))
    placing.set(environmentId, running)
    return running
  }

  async function settled(environmentId: string): Promise<void> {
    for (let batches = 0; batches < batchesMax; batches++) {
      if (!(await read((tx) => isBehind(tx, environmentId)))) return
      await placeOnce(environmentId)
    }
  }

  async function look(environmentId: string, of: Watched): Promise<void> {
    of.looking = true
    try {
      await settled(environmentId)
      of.head = await read((tx) => store.lastPosition(tx, environmentId))
      for (const waiter of of.waiters) if (waiter.position < of.head) waiter.done()
    } catch (error) {
      // Whoever waits goes on waiting: the next look may go better.
      report(error)
    }
    of.looking = false
    if (of.waiters.size > 0) lookIn(environmentId, of, pollMs)
  }

  function lookIn(environmentId: string, of: Watched, ms: number): void {
    const dueMs = performance.now() + ms
    if (of.timer && of.dueMs <= dueMs) return
    clearTimeout(of.timer)
    of.dueMs = dueMs
    of.timer = setTimeout(() => {
      of.timer = undefined
      // The one that runs may have read before this change: another one follows it.
      if (of.looking) lookIn(environmentId, of, gatherMs)
      else void look(environmentId, of)
    }, ms).unref()
  }

  function leave(environmentId: string, of: Watched, waiter: Waiter): void {
    of.waiters.delete(waiter)
    if (of.waiters.size > 0) return
    clearTimeout(of.timer)
    of.timer = undefined
    if (!of.looking) watched.delete(environmentId)
  }

  return {
    settled,
    more(environmentId, position, ms, signal) {
      if (signal.aborted || ms <= 0) return Promise.resolve()
      const of = watched.get(environmentId) ?? {
        head: 0,
        waiters: new Set(),
        timer: undefined,
        dueMs: 0,
        looking: false,
      }
      watched.set(environmentId, of)
      if (of.head > position) return Promise.resolve()
      return new Promise((resolve) => {
        const waiter: Waiter = {
          position,
          done() {
            clearTimeout(timer)
            signal.removeEventListener('abort', waiter.done)
            leave(environmentId, of, waiter)
            resolve()
          },
        }
        const timer = setTimeout(waiter.done, ms)
        signal.addEventListener('abort', waiter.done)
        of.waiters.add(waiter)
        // Since the place was read something may have come.
        lookIn(environmentId, of, gatherMs)
      })
    },
    enter(environmentId) {
      const own = followers.get(environmentId) ?? 0
      if (all >= followersMax || own >= Math.ceil(followersMax * share))
        throw new Problem('UNAVAILABLE', { message: 'Too many clients are waiting for events.', retryAfterSeconds: 5 })
      all++
      followers.set(environmentId, own + 1)
      return () => {
        all--
        const left = followers.get(environmentId)! - 1
        if (left > 0) followers.set(environmentId, left)
        else followers.delete(environmentId)
      }
    },
    wake(environmentId) {
      const of = watched.get(environmentId)
      if (of && of.waiters.size > 0) lookIn(environmentId, of, gatherMs)
    },
    followers: () => all,
    signal: stopping.signal,
    stop() {
      stopping.abort()
      for (const { timer } of watched.values()) clearTimeout(timer)
    },
  }
}
