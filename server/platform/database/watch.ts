// Watches a PostgreSQL server over its own connection: whether it responds and accepts writes, also without any
// requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkConnection, type PostgresConnection } from './connection.ts'
import { type ConnectionPool, deferTwoTicks } from './connections.ts'
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

export interface ServerWatch {
  isUp(): boolean
  stop(): void
}

export function watchServer(connections: ConnectionPool, news: DatabaseNews | undefined): ServerWatch {
  let up = true
  let awaySinceMs = 0
  let current: PostgresConnection | undefined
  const stopping = new AbortController()
  const { signal } = stopping

  async function reconnect(): Promise<void> {
    const connection = await connections.connect(answerMs - doubtMs)
    current?.destroy()
    current = connection
  }
  /**
   * Rejects unless a writable server responds, over the existing connection or a new one, which may lead to another
   * host.
   */
  async function checkServer(): Promise<void> {
    const currentCheck = current && !current.lost ? checkConnection(current) : Promise.reject()
    let doubt: NodeJS.Timeout | undefined
    const inDoubt = new Promise<void>((resolve) => {
      doubt = setTimeout(deferTwoTicks(resolve), doubtMs)
      currentCheck.catch(() => resolve())
    })
    const first = await Promise.race([currentCheck.then(() => true).catch(() => undefined), inDoubt])
    clearTimeout(doubt)
    if (first) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    currentCheck.then(resolve, () => undefined)
    // The failure of a new connection is a better reason than the loss of the old one.
    reconnect().then(resolve, reject)
    await promise
  }

  async function pollServer(): Promise<void> {
    while (!signal.aborted) {
      await sleep(up ? everyMs : againMs, undefined, { ref: false, signal })
      const cause = await checkServer().catch((error: Error) => error)
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
  pollServer().catch(() => undefined)
  return {
    isUp: () => up,
    stop: () => stopping.abort(),
  }
}
