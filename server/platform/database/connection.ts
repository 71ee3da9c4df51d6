// Opens a connection to PostgreSQL with its settings, detects its loss, and interprets its errors.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { SqlValue } from './database.ts'

export interface ConnectionOptions {
  /** Time limit of the connection attempt, in milliseconds. */
  timeoutMs: number
  /** Whether the connection has its own session. A pooler shares sessions, so settings must not stay in one. */
  dedicated: boolean
  /** Whether statements may take as long as they need. */
  patient: boolean
}

export interface PostgresConnection {
  query(query: pg.QueryConfig | string): Promise<pg.QueryResult>
  /** Submits an exchange, which runs after the earlier ones. */
  submit(exchange: ServerExchange): void
  /** Columns of its prepared statements, by name. */
  columns: Map<string, ResultColumns>
  /** Whether the connection is closed or in an unknown state. */
  lost: boolean
  /**
   * Whether a standby or a node of a Citus cluster has not confirmed the last commit. The server reports it as a
   * warning only.
   */
  unconfirmed: boolean
  close(): Promise<void>
  /** Closes the connection immediately, even if work is in progress. */
  destroy(): void
}

/** Receives the driver's messages for an exchange. An error of the server is the last message. */
export interface ServerExchange extends pg.Submittable {
  /** Callback that the driver sets, to learn the end of the exchange. */
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
/** Rejects if the server does not respond on the connection, or accepts no writes, for example after a reload. */
export const checkConnection = async (connection: PostgresConnection): Promise<void> =>
  expectWritable(await connection.query(isReadOnly))
/**
 * Settings for plans that are independent of the environment and the time. Otherwise the server would assume that a new
 * environment is empty, read a whole table for an environment that has most of its rows, or spend two more processors
 * or half a second of compilation on a statement. Citus cannot use one plan for all values.
 */
const planningAlike = `${isReadOnly}, set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false),
  set_config('max_parallel_workers_per_gather', '0', false), set_config('plan_cache_mode',
  case when exists (select from pg_extension where extname = 'citus') then 'auto' else 'force_generic_plan' end, false)`
const closeMs = 500
const int8 = 20

/** Number of ticks of a countdown. */
const tickCount = 10

/**
 * Calls back at the end of a time limit. A pause of this process, however long, takes one tick from the limit:
 * responses of the server may have arrived unread during the pause.
 */
function countdown(ms: number, over: () => void): () => void {
  let remainingTicks = tickCount
  const timer = setInterval(() => {
    if (--remainingTicks > 0) return
    clearInterval(timer)
    over()
  }, ms / tickCount).unref()
  return () => clearInterval(timer)
}

/**
 * Returns an error with a message. A host name with several addresses fails with an error per address and an empty
 * message.
 */
function addErrorMessage(error: unknown): unknown {
  const { message, code, errors = [] } = error as NodeJS.ErrnoException & Partial<AggregateError>
  if (error instanceof Error && message === '')
    error.message = errors.map((cause: Error) => cause.message).join(', ') || code || 'no answer'
  return error
}

/** Returns the SQLSTATE of an error; undefined for errors of the driver, such as a lost connection. */
export const getSqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/**
 * Returns whether the server has lost another server, a node of its Citus cluster. The connection stays valid, and so
 * do environments on other nodes. Citus reports some of these errors as internal.
 */
const isNodeLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '08006' ||
    (error.code === 'XX000' &&
      /^(failure on connection marked as essential|could not commit transaction for shard)/.test(error.message)))

/**
 * Returns whether an error ends the use of a connection: the server is unreachable, stopping, or does not accept
 * writes.
 */
export function isConnectionError(error: unknown): boolean {
  const state = getSqlState(error)
  return state === undefined || (/^(08...|57P0[123]|25006|53300)$/.test(state) && !isNodeLost(error))
}

/** Returns whether the server, or a node of its cluster, is unavailable. */
export const isAway = (error: unknown): boolean => isConnectionError(error) || isNodeLost(error)

/** Columns of a prepared statement. They never change, so a connection requests them once. */
export interface ResultColumns {
  names: string[]
  parsers: ((text: string) => SqlValue)[]
}

/** Returns the function that parses the text of a value of this type. */
export const getValueParser = (type: number): ((text: string) => SqlValue) =>
  type === int8 ? Number : pg.types.getTypeParser(type, 'text')

interface Opening {
  connection: PostgresConnection
  /** Resolves when the connection is open. Rejects if the server cannot be reached or accepts no writes. */
  ready: Promise<PostgresConnection>
}

export function openConnection(url: string, options: ConnectionOptions): Opening {
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
  /** Destroys the connection if a step of its opening takes too long. */
  async function inTime<T>(step: Promise<T>): Promise<T> {
    const stop = countdown(options.timeoutMs, () => wire.stream.destroy(new Error('timeout expired')))
    return step.finally(stop)
  }
  async function opened(): Promise<PostgresConnection> {
    try {
      await inTime(client.connect())
      // A pooler accepts a connection before it has one to the server, so a query tests the server.
      expectWritable(await inTime(connection.query(options.dedicated && !options.patient ? planningAlike : isReadOnly)))
      return connection
    } catch (error) {
      connection.destroy()
      throw addErrorMessage(error)
    }
  }
  return { connection, ready: opened() }
}

const clientOf = (url: string, { dedicated, patient }: ConnectionOptions): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: 'dray',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(patient ? {} : { query_timeout: answerMs }),
    // A pooler would apply these settings to the next user of the session.
    ...(dedicated && !patient ? limits : {}),
    types: {
      getTypeParser: (type, format) =>
        format === 'text' ? getValueParser(type) : pg.types.getTypeParser(type, format),
    },
  })

function connectionOf(client: pg.Client, wire: { stream: Duplex }): PostgresConnection {
  let last: Promise<unknown> = Promise.resolve()
  const sendQuery = (query: Parameters<PostgresConnection['query']>[0]): Promise<pg.QueryResult> => {
    // Queries run one after the other here, because the driver's own queue is deprecated.
    const answer = last.then(() => client.query(query as pg.QueryConfig))
    last = answer.catch(() => undefined)
    return answer
  }
  const connection: PostgresConnection = {
    query: (query) =>
      sendQuery(query).catch((error: unknown) => {
        if (isConnectionError(error)) connection.destroy()
        throw error
      }),
    submit: (exchange) => void client.query(exchange),
    columns: new Map(),
    lost: false,
    unconfirmed: false,
    async close() {
      connection.lost = true
      // A silent server must not delay the end of this process.
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
