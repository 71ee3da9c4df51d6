// Keeps an eye on a PostgreSQL server over a connection of its own: whether it answers, also while nobody asks for anything.
import type { Connection, Connections } from './connections.ts'

const everyMs = 1_000
const answerMs = 800
const connectMs = 700

export interface Watch {
  isUp(): boolean
  stop(): void
}

export function watch(connections: Connections): Watch {
  let up = true
  let own: Connection | undefined
  let looking = false
  let stopped = false

  async function look(): Promise<boolean> {
    if (own && !own.lost && (await answers(own))) return true
    own?.destroy()
    // Its own connection may have been ended by somebody: a new one tells whether the server is there.
    own = await connections.connect(connectMs).catch(() => undefined)
    return own !== undefined
  }
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    const answered = await look()
    // A server that has stopped without closing its connections would keep everybody waiting on them.
    if (up && !answered && !stopped) connections.reset()
    up = answered
    looking = false
  }, everyMs).unref()
  return {
    isUp: () => up,
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

async function answers(connection: Connection): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // After a pause of this process the answer may be there unread: it has one more turn to be taken.
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), answerMs)
  connection.query('select 1').then(
    () => resolve(true),
    () => resolve(false),
  )
  const answered = await promise
  clearTimeout(timer)
  return answered
}
