// Wakes clients that wait for events: immediately after a write of this process, within 0.5 s after a write of another
// process.

import type { Awaitable, ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { hasUnsequencedChanges } from '../../platform/event/rules.ts'
import * as store from '../../platform/event/store.ts'

/** Interval of polls for events of other processes, in milliseconds. */
const pollMs = 400
/** Time from a write to the search, in milliseconds. Writes within it cause one search. */
const gatherMs = 20
/** Largest share of all waiting clients that one environment may have. */
const environmentFraction = 0.2
/** Largest number of batches that a request waits for while events get their positions. */
const batchesMax = 20

export interface EventFeed {
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
  /** Signal that aborts when the service stops, which ends all waiting requests. */
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
  timerEndMs: number
  isSearching: boolean
}

type Read = <T>(work: (tx: ReadTransaction) => Awaitable<T>) => Promise<T>

/** Opens the feed of a process. `place` is the function that gives committed events their positions. */
export function openFeed(
  read: Read,
  assignPositions: (environmentId: string) => Promise<unknown>,
  followersMax: number,
  report: (error: unknown) => void,
): EventFeed {
  const settled = settling(read, assignPositions)
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

function settling(read: Read, assign: (environmentId: string) => Promise<unknown>): EventFeed['settled'] {
  const placing = new Map<string, Promise<unknown>>()

  /** Gives events their positions once for all concurrent callers. */
  function assignOnce(environmentId: string): Promise<unknown> {
    const running = placing.get(environmentId) ?? assign(environmentId).finally(() => placing.delete(environmentId))
    placing.set(environmentId, running)
    return running
  }

  return async (environmentId) => {
    for (let batches = 0; batches < batchesMax; batches++) {
      if (!(await read((tx) => hasUnsequencedChanges(tx, environmentId)))) return
      await assignOnce(environmentId)
    }
  }
}

function watching(
  read: Read,
  settled: EventFeed['settled'],
  report: (error: unknown) => void,
): Pick<EventFeed, 'more' | 'wake' | 'stop'> {
  const watched = new Map<string, Watched>()

  async function search(environmentId: string, entry: Watched): Promise<void> {
    entry.isSearching = true
    try {
      await settled(environmentId)
      entry.head = await read((tx) => store.findLastPosition(tx, environmentId))
      for (const waiter of entry.waiters) if (waiter.position < entry.head) waiter.done()
    } catch (error) {
      // The error is only reported, because clients continue to wait: the next search may succeed.
      report(error)
    }
    entry.isSearching = false
    if (entry.waiters.size > 0) scheduleSearch(environmentId, entry, pollMs)
  }

  function scheduleSearch(environmentId: string, entry: Watched, ms: number): void {
    const endMs = performance.now() + ms
    if (entry.timer && entry.timerEndMs <= endMs) return
    clearTimeout(entry.timer)
    entry.timerEndMs = endMs
    entry.timer = setTimeout(() => {
      entry.timer = undefined
      // The search under way may have read before this write, so another one follows it.
      if (entry.isSearching) scheduleSearch(environmentId, entry, gatherMs)
      else void search(environmentId, entry)
    }, ms).unref()
  }

  function removeWaiter(environmentId: string, entry: Watched, waiter: Waiter): void {
    entry.waiters.delete(waiter)
    if (entry.waiters.size > 0) return
    clearTimeout(entry.timer)
    entry.timer = undefined
    if (!entry.isSearching) watched.delete(environmentId)
  }

  return {
    more(environmentId, position, ms, signal) {
      if (signal.aborted || ms <= 0) return Promise.resolve()
      const entry = watched.get(environmentId) ?? unwatched()
      watched.set(environmentId, entry)
      if (entry.head > position) return Promise.resolve()
      const { waiter, over } = waiterFor(position, ms, signal, () => removeWaiter(environmentId, entry, waiter))
      entry.waiters.add(waiter)
      // An event may have been written since the position was read.
      scheduleSearch(environmentId, entry, gatherMs)
      return over
    },
    wake(environmentId) {
      const entry = watched.get(environmentId)
      if (entry && entry.waiters.size > 0) scheduleSearch(environmentId, entry, gatherMs)
    },
    stop() {
      for (const { timer } of watched.values()) clearTimeout(timer)
    },
  }
}

const unwatched = (): Watched => ({ head: 0, waiters: new Set(), timer: undefined, timerEndMs: 0, isSearching: false })

/** Creates a waiter. Its promise `over` resolves after the waiter has left for any reason. */
function waiterFor(
  position: number,
  ms: number,
  signal: AbortSignal,
  onEnd: () => void,
): { waiter: Waiter; over: Promise<void> } {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const done = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', done)
    onEnd()
    resolve()
  }
  const timer = setTimeout(done, ms)
  signal.addEventListener('abort', done)
  return { waiter: { position, done }, over }
}

/** Counts the seats of waiting clients, and limits how many of them one environment may have. */
function seatsFor(followersMax: number): { enter: EventFeed['enter']; taken(): number } {
  const followers = new Map<string, number>()
  let total = 0
  return {
    enter(environmentId) {
      const count = followers.get(environmentId) ?? 0
      if (total >= followersMax || count >= Math.ceil(followersMax * environmentFraction))
        throw new ApiProblem('UNAVAILABLE', {
          message: 'Too many clients are waiting for events.',
          retryAfterSeconds: 5,
        })
      total++
      followers.set(environmentId, count + 1)
      return () => {
        total--
        const remaining = followers.get(environmentId)! - 1
        if (remaining > 0) followers.set(environmentId, remaining)
        else followers.delete(environmentId)
      }
    },
    taken: () => total,
  }
}
