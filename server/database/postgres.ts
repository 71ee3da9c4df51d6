// The engine for many instances: PostgreSQL, with prepared statements, whole transactions tried again, and bounded waits.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, type Connections, isAway, openConnections, stateOf } from './connections.ts'
import {
  type Awaitable,
  type Database,
  duplicate,
  type Gauge,
  isStartAgain,
  isUnavailable,
  needsSavepoints,
  outcomeUnknown,
  type Query,
  type Reader,
  unavailable,
  type Value,
  type Writer,
} from './database.ts'
import { search } from './postgres-search.ts'
import { type Watch, watch } from './watch.ts'

export interface PostgresOptions {
  /** Connections for transactions at the most; a few more serve single reads and the watch. */
  poolMax: number
  /** How many may wait for one of them. */
  waitingMax: number
  /** Whether statements are prepared once per connection; not possible behind a pooler that shares sessions. */
  prepare: boolean
  /** Whether requests come from outside: then the server is watched, and no statement takes long. */
  serving: boolean
}

const triesMax = 5
const pauseMs = 20
/** No new try after this time: who waits for a server that is away, or for a lock, is to hear so within two seconds, for a busy one within five. */
const awayMs = 900
const busyMs = 4_000
/** Nothing gives up on a commit but the loss of its connection: it cannot be taken back. */
const commitMs = 2 ** 31 - 1

export function openPostgres(url: string, { poolMax, waitingMax, prepare, serving }: PostgresOptions): Database {
  const connections = openConnections(url, { max: poolMax, waitingMax, prepare, patient: !serving })
  const statements = statementsOf(prepare)
  const watching = serving ? watch(connections) : undefined
  return {
    read: reads(connections, statements, prepare),
    async write(work) {
      const attempt = (careful: boolean) => persist(() => attemptWrite(connections, statements, prepare, careful, work))
      try {
        return await attempt(false)
      } catch (error) {
        if (error !== needsSavepoints) throw error
        return attempt(true)
      }
    },
    othersEnded: () => othersEnded(connections),
    isUp: () => watching?.isUp() ?? true,
    gauges: () => gaugesOf(connections, watching),
    async close() {
      watching?.stop()
      await connections.close()
    },
  }
}

const othersMs = 20_000
const othersEveryMs = 50

/** By the server's own clock and books; transactions of other roles are none of ours. */
async function othersEnded(connections: Connections): Promise<void> {
  const connection = await connections.connect()
  try {
    const { rows } = await connection.query('select clock_timestamp()::text as now')
    const text = `select 1 from pg_stat_activity where datname = current_database() and usename = current_user
      and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < $1::timestamptz limit 1`
    for (const until = performance.now() + othersMs; ; await sleep(othersEveryMs)) {
      if ((await connection.query({ text, values: [rows[0].now] })).rowCount === 0) return
      if (performance.now() > until)
        throw new Error('A transaction does not end. Look at the database, then try again.')
    }
  } finally {
    await connection.close()
  }
}

function gaugesOf({ figures }: Connections, watching: Watch | undefined): Gauge[] {
  const up = {
    name: 'database_up',
    help: 'Whether the database answers.',
    value: () => Number(watching?.isUp() ?? true),
  }
  return [
    up,
    { name: 'database_connections', help: 'Open connections to the database.', value: () => figures().open },
    {
      name: 'database_connections_idle',
      help: 'Those for transactions that nobody uses.',
      value: () => figures().idle,
    },
    { name: 'database_waiting', help: 'Requests that wait for a connection.', value: () => figures().waiting },
    {
      name: 'database_commits_overdue',
      help: 'Commits that the database has not confirmed in time; while there are any, no write is taken.',
      value: () => figures().overdue,
    },
  ]
}

const lockNotAvailable = '55P03'
const busyStates = new Set(['40001', '40P01', lockNotAvailable])

/** Tries again what failed for a reason that passes. Nothing of a failed try is left behind. */
async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const away = isLoss(error)
      const state = stateOf(error)
      const passes = away || isStartAgain(error) || busyStates.has(state ?? '')
      if (!passes) throw asFailure(error)
      const soon = away || state === lockNotAvailable
      if (tries >= triesMax || performance.now() - began > (soon ? awayMs : busyMs))
        throw away
          ? unavailable('The database cannot be reached.', error)
          : unavailable('Others are changing the same record.', error)
      await sleep(pauseMs * 2 ** (tries - 1) * (1 + Math.random()))
    }
  }
}

function asFailure(error: unknown): unknown {
  const state = stateOf(error)
  if (state?.startsWith('53')) return unavailable('The storage is full.', error)
  if (/^(28|3D)/.test(state ?? '')) return unavailable('The database refuses the connection.', error)
  if (state === '57014') return unavailable('The database took too long.', error)
  return error
}

/** Marks what a connection reported, so that a mistake in the work is never taken for a lost connection. */
const losses = new WeakSet<object>()
const isLoss = (error: unknown): boolean => typeof error === 'object' && error !== null && losses.has(error)
function lossOf(error: unknown): unknown {
  if (isAway(error) && !isUnavailable(error)) losses.add(error as object)
  return error
}
const notingLoss = (error: unknown): never => {
  throw lossOf(error)
}

interface Statement {
  text: string
  name: string | undefined
  /** Whether it leaves everything as it is. */
  reads: boolean
  joins: boolean
  /** Whether all its values are there to find rows. */
  searches: boolean
}
/** Foreign keys need not wait for a row that is about to be changed, unless its key is. */
type Locking = '' | 'no key update' | 'share'
type Statements = (query: Query, locking?: Locking) => Statement

/** Puts each statement together once; the template it is written in stands for it. */
function statementsOf(prepare: boolean): Statements {
  const known: Record<Locking, Map<TemplateStringsArray, Statement>> = {
    '': new Map(),
    'no key update': new Map(),
    share: new Map(),
  }
  return ({ strings }, locking = '') => {
    const found = known[locking].get(strings)
    if (found) return found
    const text = locked(
      strings.reduce((before, part, index) => `${before}$${index}${part}`),
      locking,
    )
    // Named by what they say: all instances give the same name to the same statement, and only to that.
    const name = prepare ? `dray_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}` : undefined
    const statement = {
      text,
      name,
      reads: /^\s*select\b/i.test(text),
      joins: /\bjoin\b/i.test(text),
      searches: /^\s*(select|delete)\b/i.test(text),
    }
    known[locking].set(strings, statement)
    return statement
  }
}

/** Of a statement that joins, the table it starts from is the one to lock. */
function locked(text: string, locking: Locking): string {
  if (locking === '') return text
  const [, alias] = /\bfrom\s+\w+\s+(\w+)\s+(?:left\s+)?join\b/i.exec(text) ?? []
  return `${text} for ${locking}${alias ? ` of ${alias}` : ''}`
}

async function send(
  connection: Connection,
  { text, name, searches }: Statement,
  values: Query['values'],
): Promise<pg.QueryResult> {
  const sent = searches ? values.map(sayable) : values
  return connection.query(name === undefined ? { text, values: sent } : { text, name, values: sent })
}

/**
 * The server refuses to hear of the character 0. No row has a text with it, nor with the control character that is sent
 * in its place: a search finds as little by either, and a count is still a count.
 */
const sayable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value

interface Transaction {
  send(query: Query, locking?: Locking): Promise<pg.QueryResult>
  /** For what has no rows and no values. */
  command(text: string): Promise<void>
  /** How many statements may have changed something so far. */
  changed(): number
  /** Sends a change without waiting for its answer, unless it is the first statement. */
  sendOn(query: Query): Promise<void>
  /** The first failure of a statement: after it the transaction is lost, whatever the work makes of it. */
  failure(): unknown
  /** Ends it without waiting, and gives the connection back when it has ended. */
  end(): void
  commit(): Promise<void>
  /** Undoes it, and waits until what its work has seen is known to last. */
  refuse(): Promise<void>
}

/**
 * A commit waits for the standby only when it has written something. This is as little as can be written: whoever
 * answers by what it has read, be it that there is nothing, must know that what it has read will last. It might be
 * from a commit that was never confirmed, and gone after a failover.
 */
const mark = "select pg_logical_emit_message(true, 'dray', '')"

function transactionOn(
  connections: Connections,
  connection: Connection,
  statements: Statements,
  begin: string,
  ahead: boolean,
): Transaction {
  let begun: Promise<unknown> | undefined
  let changed = 0
  /** Whether something was written that the commit will wait for. */
  let marked = false
  let failure: unknown
  async function first(statement: Statement, values: Query['values']): Promise<pg.QueryResult> {
    begun = connection.query(begin)
    // A read may be on its way before the answer to the begin has come. A change may not: it would last without one.
    if (!ahead || !statement.reads) await begun
    const [, result] = await Promise.all([begun, send(connection, statement, values)])
    return result
  }
  const note = (error: unknown): unknown => {
    failure ??= lossOf(error)
    return stateOf(error) === '23505' ? duplicate(constraintOf(error as pg.DatabaseError), error) : error
  }
  async function sent(query: Query, locking: Locking): Promise<pg.QueryResult> {
    const statement = statements(query, locking)
    if (!statement.reads) changed++
    try {
      const answer = begun ? send(connection, statement, query.values) : first(statement, query.values)
      // While the lock is waited for, what is joined may change, and only the row itself is read again: so all is, behind it.
      const again = locking !== '' && statement.joins ? await behind(answer, query) : undefined
      const result = await answer
      if ((!statement.reads || locking !== '') && result.rowCount) marked = true
      return again ?? result
    } catch (error) {
      throw note(error)
    }
  }
  /** The same query without its lock; sent at once where statements may be sent ahead, else when the lock is there. */
  async function behind(answer: Promise<pg.QueryResult>, query: Query): Promise<pg.QueryResult> {
    if (!ahead) await answer
    await begun
    const [, again] = await Promise.all([answer, send(connection, statements(query), query.values)])
    return again
  }
  /** Sends the last statements together, and answers when the last of them is confirmed. */
  async function conclude(...texts: string[]): Promise<pg.QueryResult> {
    connection.unconfirmed = false
    const answers = texts.map((text) => connection.query({ text, query_timeout: commitMs }))
    for (const answer of answers) answer.catch(note)
    const last = answers.at(-1)!.then((result) => ({ result, unconfirmed: connection.unconfirmed }))
    const { result, unconfirmed } = await connections.giveAfter(connection, last)
    if (unconfirmed) throw new Error('The standby has not confirmed it.')
    return result
  }
  return {
    send: (query, locking = '') => sent(query, locking),
    async sendOn(query) {
      const isFirst = begun === undefined
      const answer = sent(query, '')
      if (isFirst) await answer
      else answer.catch(() => undefined)
    },
    async command(text) {
      begun ??= connection.query(begin)
      await begun
      await connection.query(text)
    },
    changed: () => changed,
    failure: () => failure,
    end() {
      if (!begun || connection.lost) connections.give(connection)
      else
        connection
          .query('rollback')
          .catch(() => connection.destroy())
          .finally(() => connections.give(connection))
    },
    async commit() {
      if (!begun) {
        connections.give(connection)
        return
      }
      const result = await conclude(...(marked ? [] : [mark]), 'commit').catch((error: unknown) => {
        throw isAway(error) ? outcomeUnknown(error) : error
      })
      // What was not waited for has failed: the server has undone everything.
      if (failure !== undefined) throw failure
      if (result.command !== 'COMMIT') throw new Error('The transaction was undone, though no statement failed.')
    },
    async refuse() {
      if (!begun) {
        connections.give(connection)
        return
      }
      await conclude('rollback', mark).catch((error: unknown) => {
        throw unavailable('The database does not confirm what it has stored.', error)
      })
    },
  }
}

/** Citus reports no constraint but in the message, with the number of the shard behind its name. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string =>
  (constraint ?? /constraint "(.+?)"/.exec(message)?.[1] ?? '').replace(/_\d+$/, '')

async function attemptWrite<T>(
  connections: Connections,
  statements: Statements,
  ahead: boolean,
  careful: boolean,
  work: (tx: Writer) => Awaitable<T>,
): Promise<T> {
  const connection = await connections.take('write').catch(notingLoss)
  const transaction = transactionOn(connections, connection, statements, 'begin', ahead)
  const get =
    (locking: Locking) =>
    async <Row>(query: Query): Promise<Row | undefined> =>
      (await transaction.send(query, locking)).rows[0]
  const runPart = async <Part>(
    part: (tx: Writer) => Awaitable<Part>,
    saved: boolean,
    undone: boolean,
  ): Promise<Part> => {
    const undo = async () => {
      await transaction.command('rollback to savepoint part')
      tx = { ...writer }
    }
    if (saved) await transaction.command('savepoint part')
    const before = transaction.changed()
    try {
      const result = await part(tx)
      if (undone) await undo()
      if (saved) await transaction.command('release savepoint part')
      return result
    } catch (error) {
      // What the server has refused, or others have overtaken, is for the whole work to be tried again.
      if (transaction.failure() !== undefined || isStartAgain(error) || isUnavailable(error)) throw error
      if (!saved) throw transaction.changed() > before ? needsSavepoints : error
      await undo()
      await transaction.command('release savepoint part')
      throw error
    }
  }
  const writer: Writer = {
    inTurn: false,
    get: get(''),
    lock: get('no key update'),
    share: get('share'),
    all: async <Row>(query: Query): Promise<Row[]> => (await transaction.send(query)).rows,
    run: async (query) => (await transaction.send(query)).rowCount ?? 0,
    part: (part) => runPart(part, careful, false),
    rehearse: (part) => runPart(part, true, true),
    search: (...given) => search((query) => transaction.send(query), ...given),
    // The index follows the column, and the column goes with its row.
    index: () => undefined,
    unindex: () => undefined,
    runOn: transaction.sendOn,
  }
  // What rules remember of a transaction hangs on this object: every try has its own, and a new one when a part is undone.
  let tx: Writer = { ...writer }
  let result: T
  try {
    result = await work(tx)
    if (transaction.failure() !== undefined) throw transaction.failure()
  } catch (error) {
    const failure = transaction.failure()
    if (failure === undefined && !isStartAgain(error) && error !== needsSavepoints) await transaction.refuse()
    else transaction.end()
    throw isStartAgain(error) ? error : (failure ?? error)
  }
  await transaction.commit()
  return result
}

const snapshot = 'begin isolation level repeatable read read only'

/**
 * A read of one statement needs no transaction, and most reads are one. Which ones go on is learnt from the statement
 * they start with: a read that turns out to go on starts again, with a snapshot, and so do those that start like it.
 */
function reads(connections: Connections, statements: Statements, ahead: boolean): Database['read'] {
  const goesOn = new Set<TemplateStringsArray>()

  /** One row comes over a connection that many share; more of them would hold up the others. */
  async function alone(query: Query, one: boolean): Promise<pg.QueryResult> {
    const statement = statements(query)
    if (one && ahead) return send(await connections.shared(), statement, query.values)
    const connection = await connections.take('read')
    try {
      return await send(connection, statement, query.values)
    } finally {
      connections.give(connection)
    }
  }

  async function attempt<T>(work: (tx: Reader) => T | Promise<T>): Promise<T | typeof restart> {
    let first: TemplateStringsArray | undefined
    let more = false
    let transaction: Promise<Transaction> | undefined
    const query = async (query: Query, one: boolean): Promise<pg.QueryResult> => {
      more = first !== undefined
      first ??= query.strings
      if (!more && goesOn.has(first))
        transaction = connections
          .take('read')
          .then((connection) => transactionOn(connections, connection, statements, snapshot, ahead))
      if (transaction) return (await transaction.catch(notingLoss)).send(query)
      if (!more) return alone(query, one).catch(notingLoss)
      goesOn.add(first)
      throw restart
    }
    try {
      const result = await work({
        get: async <Row>(wanted: Query): Promise<Row | undefined> => (await query(wanted, true)).rows[0],
        all: async <Row>(wanted: Query): Promise<Row[]> => (await query(wanted, false)).rows,
        search: (...given) => search((wanted) => query(wanted, false), ...given),
      })
      if (first && !more) goesOn.delete(first)
      return result
    } catch (error) {
      if (error === restart) return restart
      throw (await transaction?.catch(() => undefined))?.failure() ?? error
    } finally {
      transaction?.then(
        (begun) => begun.end(),
        () => undefined,
      )
    }
  }

  return (work) =>
    persist(async () => {
      for (;;) {
        const result = await attempt(work)
        if (result !== restart) return result as Exclude<typeof result, typeof restart>
      }
    })
}
const restart = Symbol('a read starts again with a snapshot')
