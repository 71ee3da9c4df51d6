// The engine for several instances: PostgreSQL with prepared statements, repeated transactions and limited waits.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Batcher, openBatcher } from './batched-writes.ts'
import { type Connection, limitsForOne, stateOf } from './connection.ts'
import { type Connections, commitLeastMs, inTwoTurns, openConnections } from './connections.ts'
import {
  type Database,
  type DatabaseNews,
  type Gauge,
  isStartAgain,
  needsSavepoints,
  type Query,
  type Reader,
  unavailable,
} from './database.ts'
import type { Answer } from './exchange.ts'
import { openTrain } from './pipeline.ts'
import { search } from './postgres-search.ts'
import { spoken, statementsOf } from './postgres-statements.ts'
import {
  isLoss,
  type Member,
  notingLoss,
  type Patience,
  type Transaction,
  type TransactionSource,
  tooLong,
  transactionOn,
} from './postgres-transaction.ts'
import { attemptWrite, writeBatch } from './postgres-writer.ts'
import { lookAtGrown } from './statistics.ts'
import { type Watch, watch } from './watch.ts'

export interface PostgresOptions {
  /** Connections for transactions at the most; a few more serve single reads and the watch. */
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
  const source = { connections, statements: statementsOf(prepare) }
  const limiting = serving && !prepare ? [limitsForOne] : []
  const writing: TransactionSource = { ...source, begin: ['begin', ...limiting] }
  const sharing: TransactionSource = { ...writing, begin: [...writing.begin, ...brief] }
  const batcher = openBatcher((batch) => writeBatch(sharing, batch), waitingMax)
  const watching = serving ? watch(connections, news) : undefined
  // Where nothing is prepared, every statement is planned for the rows that there are.
  const stopLooking = serving && prepare ? lookAtGrown(connections) : undefined
  return {
    read: reads({ ...source, begin: [snapshot, ...limiting] }, prepare),
    async write(work, due, whose, shares = false) {
      const attempt = (careful: boolean) => {
        const alone = (patience: Patience) => attemptWrite(writing, careful, patience, work)
        const attempt = shares && !careful ? batcher.batchFirst(alone, work) : alone
        return persist(attempt, { due, whose, endMs: commitLeastMs })
      }
      try {
        return await attempt(false)
      } catch (error) {
        if (error !== needsSavepoints) throw error
        return attempt(true)
      }
    },
    othersEnded: () => othersEnded(connections),
    isUp: () => watching?.isUp() ?? true,
    gauges: () => gaugesOf(connections, batcher, watching),
    async close() {
      watching?.stop()
      stopLooking?.()
      await connections.close()
    },
  }
}

const othersMs = 20_000
const othersEveryMs = 50

/**
 * Waits until the other transactions have ended, by the clock and the lists of the server. Transactions of other roles
 * do not count.
 */
async function othersEnded(connections: Connections): Promise<void> {
  const connection = await connections.connect()
  try {
    const { rows } = await connection.query('select clock_timestamp()::text as now')
    const text = `select 1 from pg_stat_activity where datname = current_database() and usename = current_user
      and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < $1::timestamptz limit 1`
    for (const until = performance.now() + othersMs; ; await sleep(othersEveryMs)) {
      if ((await connection.query({ text, values: [rows[0].now] })).rowCount === 0) return
      if (performance.now() > until) throw new Error('A transaction does not end. Check the database, then try again.')
    }
  } finally {
    await connection.close()
  }
}

function gaugesOf({ figures }: Connections, batcher: Batcher, watching: Watch | undefined): Gauge[] {
  const up = {
    name: 'database_up',
    help: 'Whether the database responds and accepts writes.',
    value: () => Number(watching?.isUp() ?? true),
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

interface Asked {
  due: number | undefined
  whose: string | undefined
  endMs?: number
}

/**
 * Runs attempts until the request is due. Work that is under way shortly before is undone, because undoing needs time
 * too.
 */
function persist<T>(
  attempt: (patience: Patience) => Promise<T>,
  { due = Number.POSITIVE_INFINITY, whose = '', endMs = 0 }: Asked,
): Promise<T> {
  const patience: Patience = { due, whose, over: false, ending: false }
  const answer = tryAgain(attempt, patience)
  if (due === Number.POSITIVE_INFINITY) return answer
  return new Promise((resolve, reject) => {
    const expire = () => {
      // An end under way has a separate time limit.
      if (patience.ending) return
      patience.over = true
      reject(tooLong())
    }
    const timer = setTimeout(inTwoTurns(expire), due - endMs - performance.now())
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
async function tryAgain<T>(attempt: (patience: Patience) => Promise<T>, patience: Patience): Promise<T> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(patience)
    } catch (error) {
      const away = isLoss(error)
      const state = stateOf(error)
      const passes = away || isStartAgain(error) || busyStates.has(state ?? '')
      if (!passes) throw asFailure(error)
      const soon = away || state === lockNotAvailable
      const now = performance.now()
      if (tries >= triesMax || now > patience.due || now - began > (soon ? awayMs : busyMs))
        throw away
          ? unavailable('The database cannot be reached.', error)
          : unavailable('Another request changes the same record.', error)
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
  stateOf(error) === '53100' ||
  (stateOf(error) === 'XX000' && (error as Error).message.startsWith('could not write init file'))

function asFailure(error: unknown): unknown {
  const state = stateOf(error)
  if (isFull(error)) return unavailable('The storage is full.', error)
  if (state?.startsWith('53')) return unavailable('The database has run out of resources.', error)
  if (/^(28|3D)/.test(state ?? '')) return unavailable('The database refuses the connection.', error)
  if (state === '57014') return unavailable('The database took too long.', error)
  return error
}

const snapshot = 'begin isolation level repeatable read read only'

async function readByItself(
  { connections, statements }: TransactionSource,
  query: Query,
  whose: string,
): Promise<Answer> {
  const connection = await connections.take('read', whose)
  const statement = statements.of(query)
  try {
    return await openTrain(connection).ask(statement, spoken(statement, query.values))
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
  const goesOn = new Set<TemplateStringsArray>()

  /** Reads one row over a shared connection. More rows would delay the other reads. */
  function readOnLane(query: Query, whose: string): Promise<unknown> {
    const statement = statements.of(query)
    return connections.lanes.get(statement, spoken(statement, query.values), whose).catch(notingLoss)
  }

  async function attempt<T>(work: (tx: Reader) => T | Promise<T>, patience: Patience): Promise<T | typeof restart> {
    const { whose } = patience
    const begin = (connection: Connection) => {
      const begun = transactionOn(source, connection, patience)
      return { begun, member: begun.member(patience) }
    }
    let first: TemplateStringsArray | undefined
    let more = false
    let transaction: Promise<{ begun: Transaction; member: Member }> | undefined
    const query = async (query: Query): Promise<Answer> => {
      more = first !== undefined
      first ??= query.strings
      if (!more && goesOn.has(first)) transaction = connections.take('read', whose).then(begin)
      if (transaction) return (await transaction.catch(notingLoss)).member.send(query)
      if (!more) return readByItself(source, query, whose).catch(notingLoss)
      goesOn.add(first)
      throw restart
    }
    const get = async <Row>(wanted: Query): Promise<Row | undefined> => {
      if (first || !prepare || goesOn.has(wanted.strings)) return (await query(wanted)).rows[0] as Row | undefined
      first = wanted.strings
      return readOnLane(wanted, whose) as Promise<Row | undefined>
    }
    try {
      const result = await work({
        get,
        all: async <Row>(wanted: Query): Promise<Row[]> => (await query(wanted)).rows as Row[],
        search: (...given) => search(query, ...given),
      })
      if (first && !more) goesOn.delete(first)
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

  return (work, due, whose) =>
    persist(
      async (patience) => {
        for (;;) {
          const result = await attempt(work, patience)
          if (result !== restart) return result as Exclude<typeof result, typeof restart>
        }
      },
      { due, whose },
    )
}
const restart = Symbol('a read starts again with a snapshot')
