// Connections to PostgreSQL: to the writable one of several hosts, a bounded number of them, none waited for without end.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { unavailable } from './database.ts'
import { urlsOf } from './url.ts'

export interface ConnectionOptions {
  /** Connections for transactions at the most. */
  max: number
  /** How many may wait for one of them; further ones are refused. */
  waitingMax: number
  /** Off behind a pooler that gives every transaction another session: then nothing may be left in a session, or sent ahead. */
  prepare: boolean
  /** Whether statements may take as long as they need: for commands that nobody waits behind. */
  patient?: boolean
}

export interface Connection {
  query(query: pg.QueryConfig | string): Promise<pg.QueryResult>
  /** Whether it is gone, or in a state that nobody knows. */
  lost: boolean
  /** The standby has not confirmed the last commit: the server says so in a warning only. */
  unconfirmed: boolean
  close(): Promise<void>
  /** At once, whatever is under way. */
  destroy(): void
}

const connectMs = 1_000
/** How long one waits for a connection that others use. */
const waitMs = 1_500
/** The server ends a statement by itself; the driver, which loses the connection by it, only when the server does not answer. */
const statementMs = 4_000
const answerMs = 5_000
const lockMs = 2_000
const closeMs = 500
const abandonedMs = 10_000
const int8 = 20

/** What went wrong, in words; some errors of the network have none but their code. */
export const reasonOf = (error: unknown): string =>
  (error as Error).message || ((error as { code?: string }).code ?? 'no answer')

/** SQLSTATE; what the driver itself reports, a lost connection above all, has none. */
export const stateOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** The server is gone, going, or not the one that takes writes: the connection is of no more use, another one may be. */
export function isAway(error: unknown): boolean {
  const state = stateOf(error)
  return state === undefined || /^(08...|57P0[123]|25006|53300)$/.test(state)
}

async function connect(
  url: string,
  { prepare, patient }: Pick<ConnectionOptions, 'prepare' | 'patient'>,
  timeoutMs: number,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'dray',
    pipeline: prepare,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(patient ? {} : { query_timeout: answerMs }),
    // Behind a pooler they would be set for whoever gets the session next: there they belong to the role.
    ...(prepare && !patient
      ? {
          statement_timeout: statementMs,
          lock_timeout: lockMs,
          idle_in_transaction_session_timeout: abandonedMs,
        }
      : {}),
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  const wire = (client as unknown as { connection: { stream: Duplex } }).connection
  const connection: Connection = {
    query: (query) =>
      client.query(query as pg.QueryConfig).catch((error: unknown) => {
        if (isAway(error)) connection.destroy()
        throw error
      }),
    lost: false,
    unconfirmed: false,
    async close() {
      connection.lost = true
      // A server that does not answer must not hold up the end of this process.
      const late = setTimeout(() => wire.stream.destroy(), closeMs)
      await client.end()
      clearTimeout(late)
    },
    destroy() {
      connection.lost = true
      wire.stream.destroy()
    },
  }
  client.on('error', () => {
    connection.lost = true
  })
  client.on('end', () => {
    connection.lost = true
  })
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') connection.unconfirmed = true
  })
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('transaction_read_only') as value")
    if (rows[0].value === 'on') throw new Error('it takes no writes')
    return connection
  } catch (error) {
    connection.destroy()
    throw error
  }
}

export interface Connections {
  /** One that nobody else uses until it is given back. */
  take(): Promise<Connection>
  give(connection: Connection): void
  /** One that many use at the same time, each for one statement outside of transactions. */
  shared(): Promise<Connection>
  /** A new one, beside the bounded number. */
  connect(timeoutMs?: number): Promise<Connection>
  /** Drops all, also those in use: the server does not answer on them. */
  reset(): void
  close(): Promise<void>
}

interface Waiting {
  resolve: (connection: Connection | Promise<Connection>) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

const lanes = 2

export function openConnections(url: string, options: ConnectionOptions): Connections {
  const { max, waitingMax } = options
  const urls = urlsOf(url)
  /** The one that took writes last. */
  let current = 0
  let opened = 0
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: Waiting[] = []
  const sharing: (Promise<Connection> | undefined)[] = Array(lanes).fill(undefined)
  let nextLane = 0
  let closed = false

  async function connectToWritable(timeoutMs = connectMs): Promise<Connection> {
    const first = current
    let failure: unknown
    for (let tried = 0; tried < urls.length; tried++) {
      const index = (first + tried) % urls.length
      try {
        const connection = await connect(urls[index]!, options, timeoutMs)
        current = index
        if (closed) connection.destroy()
        for (const known of all) if (known.lost) all.delete(known)
        all.add(connection)
        return connection
      } catch (error) {
        // A refusal says more than silence does.
        if (failure === undefined || stateOf(error) !== undefined) failure = error
      }
    }
    throw failure
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

  function wait(): Promise<Connection> {
    if (waiting.length >= waitingMax)
      return Promise.reject(unavailable('Too many requests are waiting for the database.'))
    return new Promise((resolve, reject) => {
      const waiter: Waiting = {
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

  async function lane(index: number): Promise<Connection> {
    sharing[index] ??= connectToWritable()
    const connecting = sharing[index]
    const connection = await connecting.catch((error: unknown) => {
      if (sharing[index] === connecting) sharing[index] = undefined
      throw error
    })
    if (!connection.lost) return connection
    if (sharing[index] === connecting) sharing[index] = undefined
    return lane(index)
  }

  return {
    async take() {
      for (let known = idle.pop(); known; known = idle.pop()) {
        if (!known.lost) return known
        opened--
      }
      return opened < max ? open() : wait()
    },
    give(connection) {
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
    },
    shared: () => lane(nextLane++ % lanes),
    connect: connectToWritable,
    reset() {
      for (const connection of all) connection.destroy()
    },
    async close() {
      closed = true
      for (const { reject, timer } of waiting.splice(0)) {
        clearTimeout(timer)
        reject(unavailable('The database is being closed.'))
      }
      await Promise.all([...all].filter(({ lost }) => !lost).map((connection) => connection.close()))
    },
  }
}
