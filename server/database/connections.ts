// Connections to PostgreSQL: to the writable one of several hosts, a bounded number of them, none waited for without end.
import { type Connection, connect, stateOf } from './connection.ts'
import { unavailable } from './database.ts'
import { type Lanes, openLanes } from './lanes.ts'
import { urlsOf } from './url.ts'

export interface PoolOptions {
  /** Connections for transactions at the most. */
  max: number
  /** How many may wait for one of them; further ones are refused. */
  waitingMax: number
  /** Off behind a pooler that gives every transaction another session: then nothing may be left in a session, or sent ahead. */
  prepare: boolean
  /** Whether statements may take as long as they need: for commands that nobody waits behind. */
  patient?: boolean
}

const connectMs = 1_000
/** A command waits longer than a request may: a busy server takes its time for a new connection. */
const patientConnectMs = 10_000
/** A host that has not answered by then gets company: the next one is tried beside it. */
const nextHostMs = 250
/** How long one waits for a connection that others use. */
const waitMs = 1_400
/** A commit that takes longer is most likely waiting for a standby that is not there, and may wait for hours. */
const commitMs = 1_200
/** Whoever has waited long before it is due an answer sooner, but a commit is not given up lightly. */
export const commitLeastMs = 500

export interface Connections {
  /** One that nobody else uses until it is given back. While commits are overdue there is none for another write. */
  take(use: 'read' | 'write'): Promise<Connection>
  give(connection: Connection): void
  /**
   * Gives it back when its commit is answered. One that is not answered in time fails here and goes on by itself, beside
   * the bounded number, on the server as well: to leave it would make room for the next one to wait in vain. Who has
   * waited long before it, and is due an answer, waits less for it.
   */
  giveAfter<T>(connection: Connection, commit: Promise<T>, due: number): Promise<T>
  /** For single reads, where statements are prepared. */
  lanes: Lanes
  /** A new one, beside the bounded number. */
  connect(timeoutMs?: number): Promise<Connection>
  /** The server does not answer: drops all connections, also those in use, and refuses everybody until it is back. */
  setAway(): void
  setBack(): void
  figures(): Figures
  close(): Promise<void>
}

export interface Figures {
  open: number
  idle: number
  /** Who waits for a connection. */
  waiting: number
  /** Commits that the server has not answered in time. */
  overdue: number
}

interface Waiting {
  use: 'read' | 'write'
  resolve: (connection: Connection | Promise<Connection>) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

const away = () => unavailable('The database cannot be reached.')
const unconfirming = () => unavailable('The database does not confirm what it stores.')

export function openConnections(url: string, options: PoolOptions): Connections {
  const { max, waitingMax, prepare, patient = false } = options
  const usualMs = patient ? patientConnectMs : connectMs
  const urls = urlsOf(url)
  /** The one that took writes last. */
  let current = 0
  let opened = 0
  let overdue = 0
  const all = new Set<Connection>()
  const idle: Connection[] = []
  let waiting: Waiting[] = []
  let isAway = false
  let closed = false

  /** The hosts are tried one beside the other, each a little later: one that is silent does not hold up the rest. */
  async function connectToWritable(timeoutMs = usualMs, ahead = prepare): Promise<Connection> {
    for (const known of all) if (known.lost) all.delete(known)
    const failures: unknown[] = []
    const { promise, resolve, reject } = Promise.withResolvers<Connection>()
    let found = false
    let tried = 0
    let timer: NodeJS.Timeout | undefined
    const tryNext = () => {
      clearTimeout(timer)
      if (found || tried === urls.length) return
      const index = (first + tried++) % urls.length
      if (tried < urls.length) timer = setTimeout(tryNext, nextHostMs)
      const { connection, ready } = connect(urls[index]!, { timeoutMs, own: prepare, ahead, patient })
      all.add(connection)
      ready.then(
        () => {
          if (found || closed) connection.destroy()
          if (found) return
          found = true
          clearTimeout(timer)
          current = index
          resolve(connection)
        },
        (error: unknown) => {
          // A refusal says more than silence does.
          if (failures.push(error) === urls.length) reject(failures.find((each) => stateOf(each)) ?? failures[0])
          else tryNext()
        },
      )
    }
    const first = current
    tryNext()
    return promise
  }

  async function open(): Promise<Connection> {
    opened++
    try {
      return await connectToWritable()
    } catch (error) {
      opened--
      next()
      throw error
    }
  }

  /** Lets the one who waits longest have the place that has become free. */
  function next(): void {
    const waiter = opened < max ? waiting.shift() : undefined
    if (!waiter) return
    clearTimeout(waiter.timer)
    waiter.resolve(open())
  }

  function refuseWaiting(error: () => Error, concerned: (waiter: Waiting) => boolean = () => true): void {
    const refused = waiting.filter(concerned)
    waiting = waiting.filter((waiter) => !concerned(waiter))
    for (const { reject, timer } of refused) {
      clearTimeout(timer)
      reject(error())
    }
  }

  function wait(use: Waiting['use']): Promise<Connection> {
    if (waiting.length >= waitingMax)
      return Promise.reject(unavailable('Too many requests are waiting for the database.'))
    return new Promise((resolve, reject) => {
      const waiter: Waiting = {
        use,
        resolve,
        reject,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(unavailable('The database is busy.'))
        }, waitMs),
      }
      waiting.push(waiter)
    })
  }

  function give(connection: Connection): void {
    if (connection.lost) {
      opened--
      next()
      return
    }
    const waiter = waiting.shift()
    if (!waiter) {
      idle.push(connection)
      return
    }
    clearTimeout(waiter.timer)
    waiter.resolve(connection)
  }

  /** No write begins while one is overdue, so that there are never more of them than places. */
  function setAside(): void {
    overdue++
    opened--
    refuseWaiting(unconfirming, ({ use }) => use === 'write')
    next()
  }
  function takeBack(connection: Connection): void {
    overdue--
    opened++
    if (opened > max) connection.close().catch(() => undefined)
    give(connection)
  }

  async function openLane(): Promise<Connection> {
    if (isAway) throw away()
    return connectToWritable(usualMs, false)
  }

  return {
    async take(use) {
      if (isAway) throw away()
      if (use === 'write' && overdue > 0) throw unconfirming()
      for (let known = idle.pop(); known; known = idle.pop()) {
        if (!known.lost) return known
        opened--
      }
      return opened < max ? open() : wait(use)
    },
    give,
    giveAfter(connection, commit, due) {
      if (patient) return commit.finally(() => give(connection))
      const { promise: late, reject } = Promise.withResolvers<never>()
      let isLate = false
      let isAnswered = false
      const miss = () => {
        if (isAnswered) return
        isLate = true
        setAside()
        reject(new Error('The commit is overdue.'))
      }
      const timer = setTimeout(inTwoTurns(miss), Math.min(commitMs, Math.max(commitLeastMs, due - performance.now())))
      const ended = commit.finally(() => {
        isAnswered = true
        clearTimeout(timer)
        if (isLate) takeBack(connection)
        else give(connection)
      })
      return Promise.race([ended, late])
    },
    lanes: openLanes(openLane, waitingMax),
    connect: (timeoutMs) => connectToWritable(timeoutMs),
    setAway() {
      isAway = true
      for (const connection of all) connection.destroy()
      refuseWaiting(away)
    },
    setBack() {
      isAway = false
    },
    figures: () => ({
      open: [...all].filter(({ lost }) => !lost).length,
      idle: idle.length,
      waiting: waiting.length,
      overdue,
    }),
    async close() {
      closed = true
      refuseWaiting(() => unavailable('The database is being closed.'))
      await Promise.all([...all].filter(({ lost }) => !lost).map((connection) => connection.close()))
    },
  }
}

/** After a pause of this process an answer may be there unread: it has one more turn to be taken before it is missed. */
export const inTwoTurns =
  (work: () => void): (() => void) =>
  () =>
    setImmediate(() => setImmediate(work))
