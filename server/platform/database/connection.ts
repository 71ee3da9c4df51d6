// One connection to PostgreSQL: its settings, the detection of its loss, and the meaning of its errors.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Value } from './database.ts'

export interface ConnectionOptions {
  /** Time limit of the connection attempt, in milliseconds. */
  timeoutMs: number
  /** Whether the connection has a session of its own. Behind a pooler, settings must not stay in a session. */
  own: boolean
  /** Whether statements may take as long as they need. */
  patient: boolean
}

export interface Connection {
  query(query: pg.QueryConfig | string): Promise<pg.QueryResult>
  /** Takes an exchange of messages of its own, when those before it are over. */
  submit(exchange: Exchange): void
  /** Columns of its prepared statements, by name. */
  columns: Map<string, Columns>
  /** Whether the connection is closed or in an unknown state. */
  lost: boolean
  /**
   * Whether a standby or a node of a Citus cluster has not confirmed the last commit. The server reports it as a
   * warning only.
   */
  unconfirmed: boolean
  close(): Promise<void>
  /** Closes the connection immediately, whatever is under way. */
  destroy(): void
}

/** The events of the driver for an exchange. After an error of the server there are no more events. */
export interface Exchange extends pg.Submittable {
  /** Set by the driver, which wants to know that the exchange is over. */
  callback?: () => void
  /** Time limit in milliseconds, if it differs from the default. */
  query_timeout?: number
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/**
 * Time limit of the driver, in milliseconds. The server cancels a statement earlier, so the driver drops the connection
 * only if the server does not respond.
 */
const answerMs = 5_000
/** Time limits of the server for a statement, for a lock, and for an idle transaction, in milliseconds. */
const limits = { statement_timeout: 4_000, lock_timeout: 1_400, idle_in_transaction_session_timeout: 10_000 }
/** Statement with these limits for one transaction, for a pooler that does not keep the settings of a session. */
export const limitsForOne = `select ${Object.entries(limits)
  .map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
  .join(', ')}`
const isReadOnly = "select current_setting('transaction_read_only') as value"
const expectWritable = ({ rows }: pg.QueryResult): void => {
  if (rows[0].value === 'on') throw new Error('it takes no writes')
}
/** Fails when the server does not answer over it, or takes no writes any more: a reload is enough for that. */
export const probe = async (connection: Connection): Promise<void> => expectWritable(await connection.query(isReadOnly))
/**
 * Settings for plans that depend neither on the environment nor on the time. Otherwise the server would assume that an
 * unknown environment is empty, read a whole table for an environment that has most of its rows, or spend two more
 * processors or half a second of compilation on a statement. Citus cannot use one plan for all values.
 */
const planningAlike = `${isReadOnly}, set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false),
  set_config('max_parallel_workers_per_gather', '0', false), set_config('plan_cache_mode',
  case when exists (select from pg_extension where extname = 'citus') then 'auto' else 'force_generic_plan' end, false)`
const closeMs = 500
const int8 = 20

/** A time is counted in so many parts. */
const parts = 10

/**
 * Calls back when the time is over. A pause of this process, however long, counts for one part of it: who was held up
 * itself has not waited for the server, whose answers may be there unread.
 */
function countdown(ms: number, over: () => void): () => void {
  let left = parts
  const timer = setInterval(() => {
    if (--left > 0) return
    clearInterval(timer)
    over()
  }, ms / parts).unref()
  return () => clearInterval(timer)
}

/** A name with several addresses fails with as many errors, and with no words of its own. */
function inWords(error: unknown): unknown {
  const { message, code, errors = [] } = error as NodeJS.ErrnoException & Partial<AggregateError>
  if (error instanceof Error && message === '')
    error.message = errors.map((each: Error) => each.message).join(', ') || code || 'no answer'
  return error
}

/** SQLSTATE; what the driver itself reports, a lost connection above all, has none. */
export const stateOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/**
 * The server answers, and says that it has lost another one: a node of its Citus cluster. The connection is as good as
 * before, and so are the environments that live elsewhere. Some of it Citus calls an internal error.
 */
const isNodeLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '08006' ||
    (error.code === 'XX000' &&
      /^(failure on connection marked as essential|could not commit transaction for shard)/.test(error.message)))

/** Returns whether an error ends the use of a connection: the server is gone, stopping, or does not accept writes. */
export function endsConnection(error: unknown): boolean {
  const state = stateOf(error)
  return state === undefined || (/^(08...|57P0[123]|25006|53300)$/.test(state) && !isNodeLost(error))
}

/** Returns whether the server, or a node behind it, is away. */
export const isAway = (error: unknown): boolean => endsConnection(error) || isNodeLost(error)

/** Columns of a prepared statement. They stay the same, so a connection requests them once. */
export interface Columns {
  names: string[]
  parsers: ((text: string) => Value)[]
}

/** Turns the text of a value into the value. */
export const parserOf = (type: number): ((text: string) => Value) =>
  type === int8 ? Number : pg.types.getTypeParser(type, 'text')

interface Opening {
  connection: Connection
  /** Fails when the server cannot be reached, or takes no writes. */
  ready: Promise<Connection>
}

export function connect(url: string, options: ConnectionOptions): Opening {
  const client = clientOf(url, options)
  const wire = (client as unknown as { connection: { stream: Duplex } }).connection
  const connection = connectionOf(client, wire)
  client.on('error', () => {
    connection.lost = true
  })
  client.on('end', () => {
    connection.lost = true
  })
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') connection.unconfirmed = true
  })
  /** Gives the connection up when a step of its opening takes longer. */
  async function inTime<T>(step: Promise<T>): Promise<T> {
    const stop = countdown(options.timeoutMs, () => wire.stream.destroy(new Error('timeout expired')))
    return step.finally(stop)
  }
  async function opened(): Promise<Connection> {
    try {
      await inTime(client.connect())
      // Through a pooler one may be connected to nothing yet.
      expectWritable(await inTime(connection.query(options.own && !options.patient ? planningAlike : isReadOnly)))
      return connection
    } catch (error) {
      connection.destroy()
      throw inWords(error)
    }
  }
  return { connection, ready: opened() }
}

const clientOf = (url: string, { own, patient }: ConnectionOptions): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: 'dray',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(patient ? {} : { query_timeout: answerMs }),
    // Behind a pooler they would be set for whoever gets the session next.
    ...(own && !patient ? limits : {}),
    types: {
      getTypeParser: (type, format) => (format === 'text' ? parserOf(type) : pg.types.getTypeParser(type, format)),
    },
  })

function connectionOf(client: pg.Client, wire: { stream: Duplex }): Connection {
  let last: Promise<unknown> = Promise.resolve()
  const ask = (query: Parameters<Connection['query']>[0]): Promise<pg.QueryResult> => {
    // The driver has a queue for those who do not wait, but not for much longer.
    const answer = last.then(() => client.query(query as pg.QueryConfig))
    last = answer.catch(() => undefined)
    return answer
  }
  const connection: Connection = {
    query: (query) =>
      ask(query).catch((error: unknown) => {
        if (endsConnection(error)) connection.destroy()
        throw error
      }),
    submit: (exchange) => void client.query(exchange),
    columns: new Map(),
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
  return connection
}
