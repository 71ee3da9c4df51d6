// Wakes clients that wait for events: immediately after a write of this process, within 0.5 s after one of another.

import type { Awaitable, Reader } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import { isBehind } from '../../platform/event/rules.ts'
import * as store from '../../platform/event/store.ts'

/** Interval of polls for events of other processes, in milliseconds. */
const pollMs = 400
/** Time from a write to the search, in milliseconds. Writes within it cause one search. */
const gatherMs = 20
/** Largest share of all waiting clients that one environment may have. */
const share = 0.2
/** Largest number of batches that a request waits for while events get their positions. */
const batchesMax = 20

export interface Feed {
  /** Resolves when all committed events are settled: they have a position. */
  settled(environmentId: string): Promise<void>
  /** Resolves when there are events after a position, when the time is over, or when the signal aborts. */
  more(environmentId: string, position: number, ms: number, signal: AbortSignal): Promise<void>
  /** Admits a waiting client, and returns the function that ends it. Throws `UNAVAILABLE` if too many clients wait. */
  enter(environmentId: string): () => void
  /** Wakes the search for new events of an environment. */
  wake(environmentId: string): void
  /** Returns the number of followers, the waiting clients. */
  followers(): number
  /** Signal that aborts when the service stops, which ends all waits. */
  signal: AbortSignal
  stop(): void
}

interface Waiter {
  position: number
  done(): void
}
interface Watched {
  /** Head of the environment: the last position that was read. */
  head: number
  waiters: Set<Waiter>
  timer: NodeJS.Timeout | undefined
  /** Time at which the timer ends, by `performance.now()`. */
  dueMs: number
  looking: boolean
}

type Read = <T>(work: (tx: Reader) => Awaitable<T>) => Promise<T>

/** Opens the feed of a process. `place` gives committed events their positions. */
export function openFeed(
  read: Read,
  place: (environmentId: string) => Promise<unknown>,
  followersMax: number,
  report: (error: unknown) => void,
): Feed {
  const settled = settling(read, place)
  const watch = watching(read, settled, report)
  const seats = seatsFor(followersMax)
  const stopping = new AbortController()
  return {
    settled,
    more: watch.more,
    enter: seats.enter,
    wake: watch.wake,
    followers: seats.taken,
    signal: stopping.signal,
    stop() {
      stopping.abort()
      watch.stop()
    },
  }
}

function settling(read: Read, place: (environmentId: string) => Promise<unknown>): Feed['settled'] {
  const placing = new Map<string, Promise<unknown>>()

  /** Gives events their positions once for all concurrent callers. */
  function placeOnce(environmentId: string): Promise<unknown> {
    const running = placing.get(environmentId) ?? place(environmentId).finally(() => placing.delete(environmentId))
    placing.set(environmentId, running)
    return running
  }

  return async (environmentId) => {
    for (let batches = 0; batches < batchesMax; batches++) {
      if (!(await read((tx) => isBehind(tx, environmentId)))) return
      await placeOnce(environmentId)
    }
  }
}

function watching(
  read: Read,
  settled: Feed['settled'],
  report: (error: unknown) => void,
): Pick<Feed, 'more' | 'wake' | 'stop'> {
  const watched = new Map<string, Watched>()

  async function look(environmentId: string, of: Watched): Promise<void> {
    of.looking = true
    try {
      await settled(environmentId)
      of.head = await read((tx) => store.lastPosition(tx, environmentId))
      for (const waiter of of.waiters) if (waiter.position < of.head) waiter.done()
    } catch (error) {
      // Reported only, because clients continue to wait: the next search may succeed.
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
      // The search under way may have read before this write, so another one follows it.
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
    more(environmentId, position, ms, signal) {
      if (signal.aborted || ms <= 0) return Promise.resolve()
      const of = watched.get(environmentId) ?? unwatched()
      watched.set(environmentId, of)
      if (of.head > position) return Promise.resolve()
      const { waiter, over } = waiterFor(position, ms, signal, () => leave(environmentId, of, waiter))
      of.waiters.add(waiter)
      // An event may have been written since the position was read.
      lookIn(environmentId, of, gatherMs)
      return over
    },
    wake(environmentId) {
      const of = watched.get(environmentId)
      if (of && of.waiters.size > 0) lookIn(environmentId, of, gatherMs)
    },
    stop() {
      for (const { timer } of watched.values()) clearTimeout(timer)
    },
  }
}

const unwatched = (): Watched => ({ head: 0, waiters: new Set(), timer: undefined, dueMs: 0, looking: false })

/** Creates a waiter. `over` resolves after the waiter has left for any reason. */
function waiterFor(
  position: number,
  ms: number,
  signal: AbortSignal,
  leave: () => void,
): { waiter: Waiter; over: Promise<void> } {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const done = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', done)
    leave()
    resolve()
  }
  const timer = setTimeout(done, ms)
  signal.addEventListener('abort', done)
  return { waiter: { position, done }, over }
}

/** Counts the seats of waiting clients, and limits the clients of an environment to its share. */
function seatsFor(followersMax: number): { enter: Feed['enter']; taken(): number } {
  const followers = new Map<string, number>()
  let all = 0
  return {
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
    taken: () => all,
  }
}
