// The engine for several instances: PostgreSQL with prepared statements, retries of transactions, and limited waits.
import { setTimeout as sleep } from 'node:timers/promises'
import { openBatcher, type WriteBatcher } from './batched-writes.ts'
import { getSqlState, limitsForOne, type PostgresConnection } from './connection.ts'
import { type ConnectionPool, commitLeastMs, deferTwoTicks, openConnections } from './connections.ts'
import {
  createUnavailableError,
  type Database,
  type DatabaseNews,
  isRetryTransaction,
  type MetricGauge,
  needsSavepoints,
  type ReadTransaction,
  type SqlQuery,
} from './database.ts'
import type { StatementResult } from './exchange.ts'
import { openPipeline } from './pipeline.ts'
import { searchOrders } from './postgres-search.ts'
import { createStatementCache, replaceNuls } from './postgres-statements.ts'
import {
  createTimeoutError,
  type Deadline,
  isLoss,
  openTransaction,
  type PostgresTransaction,
  type TransactionMember,
  type TransactionSource,
  throwLoss,
} from './postgres-transaction.ts'
import { tryWrite, writeBatch } from './postgres-writer.ts'
import { watchGrownTables } from './statistics.ts'
import { type ServerWatch, watchServer } from './watch.ts'

export interface PostgresOptions {
  /** Maximum number of connections for transactions. A few more serve single reads and the watch. */
  poolMax: number
  /** Maximum number of waiting requests for a connection. */
  waitingMax: number
  /** Whether statements are prepared once per connection; impossible with a pooler that shares sessions. */
  prepare: boolean
  /** Whether the process serves requests: then the server is watched, and statements have a time limit. */
  serving: boolean
  /** Receiver of the outages that the watch detects. */
  news?: DatabaseNews | undefined
}

const triesMax = 5
const pauseMs = 20
/**
 * Time after which no new attempt starts, in milliseconds. A client gets a response within two seconds if the server is
 * away or a row is locked, and within five seconds if the server is busy.
 */
const awayMs = 900
const busyMs = 4_000
/**
 * Limits the wait for a lock in a shared transaction, where all other members would wait too. Citus passes the setting
 * to its nodes only on request.
 */
const brief = ["set local citus.propagate_set_commands = 'local'", 'set local lock_timeout = 300']

export function openPostgres(url: string, { poolMax, waitingMax, prepare, serving, news }: PostgresOptions): Database {
  const connections = openConnections(url, { max: poolMax, waitingMax, prepare, patient: !serving })
  const source = { connections, statements: createStatementCache(prepare) }
  const limiting = serving && !prepare ? [limitsForOne] : []
  const writing: TransactionSource = { ...source, begin: ['begin', ...limiting] }
  const sharing: TransactionSource = { ...writing, begin: [...writing.begin, ...brief] }
  const batcher = openBatcher((batch) => writeBatch(sharing, batch), waitingMax)
  const watching = serving ? watchServer(connections, news) : undefined
  // Without prepared statements, every statement is planned for the current rows.
  const stopAnalysis = serving && prepare ? watchGrownTables(connections) : undefined
  return {
    read: reads({ ...source, begin: [snapshot, ...limiting] }, prepare),
    async write(work, deadlineMs, environmentId, mayBatch = false) {
      const attempt = (careful: boolean) => {
        const alone = (patience: Deadline) => tryWrite(writing, careful, patience, work)
        const attempt = mayBatch && !careful ? batcher.batchFirst(alone, work) : alone
        return persist(attempt, { deadlineMs, environmentId, endMs: commitLeastMs })
      }
      try {
        return await attempt(false)
      } catch (error) {
        if (error !== needsSavepoints) throw error
        return attempt(true)
      }
    },
    waitForTransactions: () => waitForTransactions(connections),
    isUp: () => watching?.isUp() ?? true,
    gauges: () => gaugesOf(connections, batcher, watching),
    async close() {
      watching?.stop()
      stopAnalysis?.()
      await connections.close()
    },
  }
}

const transactionsWaitMs = 20_000
const transactionsPollMs = 50

/**
 * Waits until all transactions have ended that began before now, by the clock of the server and its list of activity.
 * Transactions of other roles do not count.
 */
async function waitForTransactions(connections: ConnectionPool): Promise<void> {
  const connection = await connections.connect()
  try {
    const { rows } = await connection.query('select clock_timestamp()::text as now')
    const text = `select 1 from pg_stat_activity where datname = current_database() and usename = current_user
      and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < $1::timestamptz limit 1`
    for (const endMs = performance.now() + transactionsWaitMs; ; await sleep(transactionsPollMs)) {
      if ((await connection.query({ text, values: [rows[0].now] })).rowCount === 0) return
      if (performance.now() > endMs) throw new Error('A transaction does not end. Check the database, then try again.')
    }
  } finally {
    await connection.close()
  }
}

function gaugesOf({ figures }: ConnectionPool, batcher: WriteBatcher, watch: ServerWatch | undefined): MetricGauge[] {
  const up = {
    name: 'database_up',
    help: 'Whether the database responds and accepts writes.',
    value: () => Number(watch?.isUp() ?? true),
  }
  return [
    up,
    { name: 'database_connections', help: 'Open connections to the database.', value: () => figures().open },
    {
      name: 'database_connections_idle',
      help: 'Idle connections for transactions.',
      value: () => figures().idle,
    },
    {
      name: 'database_waiting',
      help: 'Requests waiting for a connection.',
      value: () => figures().waiting + batcher.waiting(),
    },
    {
      name: 'database_commits_overdue',
      help: 'Commits that the database has not confirmed in time; while there are any, no writes are accepted.',
      value: () => figures().overdue,
    },
  ]
}

const lockNotAvailable = '55P03'
const busyStates = new Set(['40001', '40P01', lockNotAvailable])

interface PersistOptions {
  deadlineMs: number | undefined
  environmentId: string | undefined
  endMs?: number
}

/**
 * Runs attempts until the deadline. The attempts end `endMs` before it, so that time remains for the end of the
 * transaction.
 */
function persist<T>(
  attempt: (patience: Deadline) => Promise<T>,
  { deadlineMs = Number.POSITIVE_INFINITY, environmentId = '', endMs = 0 }: PersistOptions,
): Promise<T> {
  const patience: Deadline = { deadlineMs, environmentId, over: false, ending: false }
  const answer = tryAgain(attempt, patience)
  if (deadlineMs === Number.POSITIVE_INFINITY) return answer
  return new Promise((resolve, reject) => {
    const expire = () => {
      // A commit or rollback in progress has a separate time limit.
      if (patience.ending) return
      patience.over = true
      reject(createTimeoutError())
    }
    const timer = setTimeout(deferTwoTicks(expire), deadlineMs - endMs - performance.now())
    answer.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Retries after temporary failures. A failed attempt leaves no changes. */
async function tryAgain<T>(attempt: (patience: Deadline) => Promise<T>, patience: Deadline): Promise<T> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(patience)
    } catch (error) {
      const away = isLoss(error)
      const state = getSqlState(error)
      const passes = away || isRetryTransaction(error) || busyStates.has(state ?? '')
      if (!passes) throw asFailure(error)
      const soon = away || state === lockNotAvailable
      const now = performance.now()
      if (tries >= triesMax || now > patience.deadlineMs || now - began > (soon ? awayMs : busyMs))
        throw away
          ? createUnavailableError('The database cannot be reached.', error)
          : createUnavailableError('Another request changes the same record.', error)
      patience.ending = false
      await sleep(pauseMs * 2 ** (tries - 1) * (1 + Math.random()))
    }
  }
}

/**
 * Returns whether the server's storage is full. Most versions report an internal error if the first file of a
 * connection does not fit.
 */
const isFull = (error: unknown): boolean =>
  getSqlState(error) === '53100' ||
  (getSqlState(error) === 'XX000' && (error as Error).message.startsWith('could not write init file'))

function asFailure(error: unknown): unknown {
  const state = getSqlState(error)
  if (isFull(error)) return createUnavailableError('The storage is full.', error)
  if (state?.startsWith('53')) return createUnavailableError('The database has run out of resources.', error)
  if (/^(28|3D)/.test(state ?? '')) return createUnavailableError('The database refuses the connection.', error)
  if (state === '57014') return createUnavailableError('The database took too long.', error)
  return error
}

const snapshot = 'begin isolation level repeatable read read only'

async function readByItself(
  { connections, statements }: TransactionSource,
  query: SqlQuery,
  environmentId: string,
): Promise<StatementResult> {
  const connection = await connections.take('read', environmentId)
  const statement = statements.of(query)
  try {
    return await openPipeline(connection).ask(statement, replaceNuls(statement, query.values))
  } finally {
    connections.give(connection)
  }
}

/**
 * Runs reads, most of which are one statement and need no transaction. Reads with several statements are recognised by
 * their first one: the first time, such a read starts again with a snapshot, and later ones start with it.
 */
function reads(source: TransactionSource, prepare: boolean): Database['read'] {
  const { connections, statements } = source
  const multiReads = new Set<TemplateStringsArray>()

  /** Reads one row over a shared connection. More rows would delay the other reads. */
  function readOnSharedConnection(query: SqlQuery, environmentId: string): Promise<unknown> {
    const statement = statements.of(query)
    return connections.sharedReads.get(statement, replaceNuls(statement, query.values), environmentId).catch(throwLoss)
  }

  async function attempt<T>(
    work: (tx: ReadTransaction) => T | Promise<T>,
    patience: Deadline,
  ): Promise<T | typeof restart> {
    const { environmentId } = patience
    const begin = (connection: PostgresConnection) => {
      const begun = openTransaction(source, connection, patience)
      return { begun, member: begun.member(patience) }
    }
    let first: TemplateStringsArray | undefined
    let hasMore = false
    let transaction: Promise<{ begun: PostgresTransaction; member: TransactionMember }> | undefined
    const query = async (query: SqlQuery): Promise<StatementResult> => {
      hasMore = first !== undefined
      first ??= query.strings
      if (!hasMore && multiReads.has(first)) transaction = connections.take('read', environmentId).then(begin)
      if (transaction) return (await transaction.catch(throwLoss)).member.send(query)
      if (!hasMore) return readByItself(source, query, environmentId).catch(throwLoss)
      multiReads.add(first)
      throw restart
    }
    const get = async <Row>(request: SqlQuery): Promise<Row | undefined> => {
      if (first || !prepare || multiReads.has(request.strings)) return (await query(request)).rows[0] as Row | undefined
      first = request.strings
      return readOnSharedConnection(request, environmentId) as Promise<Row | undefined>
    }
    try {
      const result = await work({
        get,
        all: async <Row>(request: SqlQuery): Promise<Row[]> => (await query(request)).rows as Row[],
        search: (...args) => searchOrders(query, ...args),
      })
      if (first && !hasMore) multiReads.delete(first)
      return result
    } catch (error) {
      if (error === restart) return restart
      throw (await transaction?.catch(() => undefined))?.begun.failure() ?? error
    } finally {
      transaction?.then(
        ({ begun }) => begun.end(),
        () => undefined,
      )
    }
  }

  return (work, deadlineMs, environmentId) =>
    persist(
      async (patience) => {
        for (;;) {
          const result = await attempt(work, patience)
          if (result !== restart) return result as Exclude<typeof result, typeof restart>
        }
      },
      { deadlineMs, environmentId },
    )
}
const restart = Symbol('a read starts again with a snapshot')
