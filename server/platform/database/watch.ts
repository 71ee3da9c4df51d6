// Watches a PostgreSQL server over its own connection: whether it responds and accepts writes, also without any
// requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, probe } from './connection.ts'
import { type Connections, inTwoTurns } from './connections.ts'
import type { DatabaseNews } from './database.ts'

/**
 * Interval of checks, in milliseconds. With the time to answer, a silent server is detected in less than two seconds.
 */
const everyMs = 400
const answerMs = 1_000
/** Time after which a second connection is tried, in milliseconds: the first one may have been closed. */
const doubtMs = 400
/**
 * Interval of checks while the server is away, in milliseconds. A check is cheap, and all requests wait for its result.
 */
const againMs = 150

export interface Watch {
  isUp(): boolean
  stop(): void
}

export function watch(connections: Connections, news: DatabaseNews | undefined): Watch {
  let up = true
  let awaySinceMs = 0
  let own: Connection | undefined
  const stopping = new AbortController()
  const { signal } = stopping

  async function anew(): Promise<void> {
    const connection = await connections.connect(answerMs - doubtMs)
    own?.destroy()
    own = connection
  }
  /**
   * Rejects unless a writable server responds, over the existing connection or a new one, which may lead to another
   * host.
   */
  async function look(): Promise<void> {
    const known = own && !own.lost ? probe(own) : Promise.reject()
    let doubt: NodeJS.Timeout | undefined
    const inDoubt = new Promise<void>((resolve) => {
      doubt = setTimeout(inTwoTurns(resolve), doubtMs)
      known.catch(() => resolve())
    })
    const first = await Promise.race([known.then(() => true).catch(() => undefined), inDoubt])
    clearTimeout(doubt)
    if (first) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    known.then(resolve, () => undefined)
    // The failure of a new connection is a better reason than the loss of the old one.
    anew().then(resolve, reject)
    await promise
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      await sleep(up ? everyMs : againMs, undefined, { ref: false, signal })
      const cause = await look().catch((error: Error) => error)
      const answered = cause === undefined
      if (signal.aborted || answered === up) continue
      up = answered
      if (cause) {
        awaySinceMs = performance.now()
        // Without this, requests would wait on the open connections of a stopped server.
        connections.setAway(cause)
        news?.away(cause)
      } else {
        connections.setBack()
        news?.back(performance.now() - awaySinceMs)
      }
    }
  }
  keepLooking().catch(() => undefined)
  return {
    isUp: () => up,
    stop: () => stopping.abort(),
  }
}
