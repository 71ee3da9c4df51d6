// Pools connections to the writable one of several PostgreSQL hosts, with limits for their number and for each wait.

import { openFairQueue } from '../fairness/fair-queue.ts'
import { getSqlState, openConnection, type PostgresConnection } from './connection.ts'
import { type Awaitable, createUnavailableError, createUnconfirmedError } from './database.ts'
import { openSharedReads, type SharedReads } from './shared-reads.ts'
import { listHostUrls } from './url.ts'

export interface PoolOptions {
  /** Maximum number of connections for transactions. */
  max: number
  /** Maximum number of waiting requests for a connection. Further requests are rejected. */
  waitingMax: number
  /**
   * Whether statements are prepared. False with a pooler in transaction mode: a session must then keep no prepared
   * statements and no settings, because another client may use it next.
   */
  prepare: boolean
  /** Whether statements have no time limit: for commands that delay no other work. */
  patient?: boolean
}

const connectMs = 1_000
/**
 * Time limit of a command for opening a connection, in milliseconds. A busy server opens connections slowly, and a
 * command may wait longer than a request.
 */
const patientConnectMs = 10_000
/** Time without a response after which the next host is tried in parallel, in milliseconds. */
const nextHostMs = 250
/** Maximum wait for a free connection, in milliseconds. */
const waitMs = 1_400
/**
 * Time after which a commit counts as overdue, in milliseconds. It most likely waits for a missing standby, which may
 * take hours.
 */
const commitMs = 1_200
/** Shortest wait for a commit, in milliseconds. Work that has waited long gets less time, but not less than this. */
export const commitLeastMs = 500

export interface ConnectionPool {
  /**
   * Reserves a connection until it is given back; environments take turns. No write gets a connection while a commit is
   * overdue.
   */
  take(use: 'read' | 'write', environmentId: string): Promise<PostgresConnection>
  give(connection: PostgresConnection): void
  /**
   * Gives a connection back when its commit is confirmed. An overdue commit rejects here, and continues on a connection
   * outside the limit. `due` shortens the wait for a commit whose work has already waited long.
   */
  giveAfter<T>(connection: PostgresConnection, commit: Promise<T>, due: number): Promise<T>
  /** Shared connections for single reads, if statements are prepared. */
  sharedReads: SharedReads
  /** Opens a connection in addition to the limited number. */
  connect(timeoutMs?: number): Promise<PostgresConnection>
  /** Drops all connections, also those in use, and rejects all work with this cause until the server responds again. */
  setAway(cause: unknown): void
  setBack(): void
  figures(): PoolFigures
  close(): Promise<void>
}

export interface PoolFigures {
  open: number
  idle: number
  /** Number of requests that wait for a connection. */
  waiting: number
  /** Number of commits that the server has not confirmed in time. */
  overdue: number
}

interface Waiting {
  use: 'read' | 'write'
  resolve: (connection: PostgresConnection | Promise<PostgresConnection>) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

const away = (cause: unknown) => createUnavailableError('The database cannot be reached.', cause)

export function openConnections(url: string, options: PoolOptions): ConnectionPool {
  const { max, waitingMax, patient = false } = options
  const hosts = openHosts(url, options)
  const queue = openQueue(waitingMax)
  const slots = openPoolSlots(hosts, queue, max)
  let overdue = 0
  let isAway = false
  let awayBy: unknown

  const commitEnds: CommitEnds = {
    answered: slots.give,
    // No write begins while a commit is overdue, so there are at most as many overdue commits as slots.
    missed() {
      overdue++
      queue.refuse(
        () => createUnconfirmedError(),
        ({ use }) => use === 'write',
      )
      slots.leave()
    },
    answeredLate(connection) {
      overdue--
      slots.comeBack(connection)
    },
  }

  async function openSharedConnection(): Promise<PostgresConnection> {
    if (isAway) throw away(awayBy)
    return hosts.connect()
  }

  return {
    async take(use, environmentId) {
      if (isAway) throw away(awayBy)
      if (use === 'write' && overdue > 0) throw createUnconfirmedError()
      return slots.take(use, environmentId)
    },
    give: slots.give,
    giveAfter: (connection, commit, deadlineMs) =>
      patient ? commit.finally(() => slots.give(connection)) : inTime(commitEnds, connection, commit, deadlineMs),
    sharedReads: openSharedReads(openSharedConnection, waitingMax),
    connect: (timeoutMs) => hosts.connect(timeoutMs),
    setAway(cause) {
      isAway = true
      awayBy = cause
      hosts.drop()
      queue.refuse(() => away(cause))
    },
    setBack() {
      isAway = false
    },
    figures: () => ({ open: hosts.open().length, idle: slots.idle(), waiting: queue.length(), overdue }),
    async close() {
      hosts.close()
      queue.refuse(() => createUnavailableError('The database is being closed.'))
      await Promise.all(hosts.open().map((connection) => connection.close()))
    },
  }
}

/** The bounded number of connections for transactions: in use, idle, or being opened. */
interface PoolSlots {
  take(use: Waiting['use'], environmentId: string): Awaitable<PostgresConnection>
  give(connection: PostgresConnection): void
  /** Moves a connection out of the limit, and frees its slot. */
  leave(): void
  /** Returns a connection to the pool, if there is still room for it. */
  comeBack(connection: PostgresConnection): void
  idle(): number
}

function openPoolSlots(hosts: Hosts, queue: Queue, max: number): PoolSlots {
  const idle: PostgresConnection[] = []
  let opened = 0

  async function open(): Promise<PostgresConnection> {
    opened++
    try {
      return await hosts.connect()
    } catch (error) {
      releaseSlot()
      throw error
    }
  }

  /** Gives a free slot to the next waiting request. */
  function releaseSlot(): void {
    opened--
    if (opened < max) queue.takeNext()?.resolve(open())
  }

  function give(connection: PostgresConnection): void {
    const waiter = connection.lost ? undefined : queue.takeNext()
    if (connection.lost) releaseSlot()
    else if (waiter) waiter.resolve(connection)
    else idle.push(connection)
  }

  return {
    take(use, environmentId) {
      for (let connection = idle.pop(); connection; connection = idle.pop()) {
        if (!connection.lost) return connection
        opened--
      }
      return opened < max ? open() : queue.wait(use, environmentId)
    },
    give,
    leave: releaseSlot,
    comeBack(connection) {
      opened++
      if (opened > max) connection.close().catch(() => undefined)
      give(connection)
    },
    idle: () => idle.length,
  }
}

/** Events of a connection with a commit: confirmed in time, overdue, or confirmed later. */
interface CommitEnds {
  answered(connection: PostgresConnection): void
  missed(): void
  answeredLate(connection: PostgresConnection): void
}

/** Returns the result of a commit. Rejects if the server does not confirm it in time. */
function inTime<T>(ends: CommitEnds, connection: PostgresConnection, commit: Promise<T>, endMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let isLate = false
  let isAnswered = false
  const miss = () => {
    if (isAnswered) return
    isLate = true
    ends.missed()
    reject(new Error('The commit is overdue.'))
  }
  const timer = setTimeout(deferTwoTicks(miss), Math.min(commitMs, Math.max(commitLeastMs, endMs - performance.now())))
  const ended = commit.finally(() => {
    isAnswered = true
    clearTimeout(timer)
    if (isLate) ends.answeredLate(connection)
    else ends.answered(connection)
  })
  return Promise.race([ended, late])
}

/** Connections to the host that takes writes. */
interface Hosts {
  connect(timeoutMs?: number): Promise<PostgresConnection>
  open(): PostgresConnection[]
  /** Ends all connections immediately. */
  drop(): void
  /** Ends all later connections immediately. */
  close(): void
}

function openHosts(url: string, { prepare, patient = false }: PoolOptions): Hosts {
  const usualMs = patient ? patientConnectMs : connectMs
  const urls = listHostUrls(url)
  /** Index of the host that last accepted writes. */
  let current = 0
  let closed = false
  const connections = new Set<PostgresConnection>()

  /** Tries the hosts in parallel, each a little later, so that a silent host does not delay the others. */
  async function connectToWritable(timeoutMs = usualMs): Promise<PostgresConnection> {
    for (const connection of connections) if (connection.lost) connections.delete(connection)
    const failures: unknown[] = []
    const { promise, resolve, reject } = Promise.withResolvers<PostgresConnection>()
    let found = false
    let tried = 0
    let timer: NodeJS.Timeout | undefined
    const tryNext = () => {
      clearTimeout(timer)
      if (found || tried === urls.length) return
      const index = (first + tried++) % urls.length
      if (tried < urls.length) timer = setTimeout(tryNext, nextHostMs)
      const { connection, ready } = openConnection(urls[index]!, { timeoutMs, dedicated: prepare, patient })
      connections.add(connection)
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
          // A refusal is a better reason than a timeout.
          if (failures.push(error) === urls.length)
            reject(failures.find((failure) => getSqlState(failure)) ?? failures[0])
          else tryNext()
        },
      )
    }
    const first = current
    tryNext()
    return promise
  }

  return {
    connect: connectToWritable,
    open: () => [...connections].filter(({ lost }) => !lost),
    drop() {
      for (const connection of connections) connection.destroy()
    },
    close() {
      closed = true
    },
  }
}

/** The requests that wait for a connection. Environments take turns. */
interface Queue {
  wait(use: Waiting['use'], environmentId: string): Promise<PostgresConnection>
  /** Removes and returns the next item. */
  takeNext(): Waiting | undefined
  refuse(error: () => Error, concerned?: (waiter: Waiting) => boolean): void
  length(): number
}

function openQueue(waitingMax: number): Queue {
  const waiting = openFairQueue<Waiting>()
  return {
    wait(use, environmentId) {
      if (!waiting.hasCapacity(environmentId, waitingMax))
        return Promise.reject(createUnavailableError('Too many requests are waiting for the database.'))
      return new Promise((resolve, reject) => {
        const waiter: Waiting = {
          use,
          resolve,
          reject,
          timer: setTimeout(() => {
            waiting.removeWhere((candidate) => candidate === waiter)
            reject(createUnavailableError('The database is busy.'))
          }, waitMs),
        }
        waiting.add(environmentId, waiter)
      })
    },
    takeNext() {
      const waiter = waiting.takeNext()
      clearTimeout(waiter?.timer)
      return waiter
    },
    refuse(error, concerned = () => true) {
      for (const { reject, timer } of waiting.removeWhere(concerned)) {
        clearTimeout(timer)
        reject(error())
      }
    },
    length: () => waiting.size(),
  }
}

/**
 * Delays work by two turns of the event loop. After a pause of the process, an unread response is read before it counts
 * as missing.
 */
export const deferTwoTicks =
  (work: () => void): (() => void) =>
  () =>
    setImmediate(() => setImmediate(work))
