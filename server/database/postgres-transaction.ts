// A transaction on PostgreSQL: statements put together once, sent ahead where they may be, and an end that is known to last.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Connection, isAway, stateOf } from './connection.ts'
import type { Connections } from './connections.ts'
import { duplicate, isUnavailable, outcomeUnknown, type Query, unavailable, type Value } from './database.ts'

/** Nothing gives up on a commit but the loss of its connection: it cannot be taken back. */
const commitMs = 2 ** 31 - 1

/** How long whoever asks will wait for an answer. */
export interface Patience {
  /** The environment that asks. */
  whose: string
  /** By when, as performance.now() counts. */
  due: number
  /** They have been told that nothing was changed: from then on nothing may be. */
  over: boolean
  /** The end is under way, and cannot be taken back. */
  ending: boolean
}
export const tooLong = () => unavailable('The database took too long.')

/** Marks what a connection reported, so that a mistake in the work is never taken for a lost connection. */
const losses = new WeakSet<object>()
export const isLoss = (error: unknown): boolean => typeof error === 'object' && error !== null && losses.has(error)
function lossOf(error: unknown): unknown {
  if (isAway(error) && !isUnavailable(error)) losses.add(error as object)
  return error
}
export const notingLoss = (error: unknown): never => {
  throw lossOf(error)
}

export interface Statement {
  text: string
  name: string | undefined
  /** Whether it leaves everything as it is. */
  reads: boolean
  joins: boolean
  /** Whether all its values are there to find rows. */
  searches: boolean
}
/** Foreign keys need not wait for a row that is about to be changed, unless its key is. */
export type Locking = '' | 'no key update' | 'share'
export type Statements = (query: Query, locking?: Locking) => Statement

/** Puts each statement together once; the template it is written in stands for it. */
export function statementsOf(prepare: boolean): Statements {
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

export async function send(
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
export const sayable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value

export interface Transaction {
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

/** What one order needs; a bulk import has hundreds. */
const unansweredMax = 16

/**
 * A commit waits for the standby only when it has written something. This is as little as can be written: whoever
 * answers by what it has read, be it that there is nothing, must know that what it has read will last. It might be
 * from a commit that was never confirmed, and gone after a failover.
 */
const mark = "select pg_logical_emit_message(true, 'dray', '')"

/** What all transactions of one kind have in common. */
export interface TransactionSource {
  connections: Connections
  statements: Statements
  /** The command that begins one. */
  begin: string
  /** Whether statements may be sent before those before them are answered. */
  ahead: boolean
}

/** How far a transaction has come. */
interface Progress extends TransactionSource {
  connection: Connection
  patience: Patience
  begun: Promise<unknown> | undefined
  changed: number
  /** Whether something was written that the commit will wait for. */
  marked: boolean
  failure: unknown
  /** Changes that were sent on, and the last of them. */
  unanswered: number
  latest: Promise<unknown> | undefined
}

export function transactionOn(
  { connections, statements, begin, ahead }: TransactionSource,
  connection: Connection,
  patience: Patience,
): Transaction {
  const progress: Progress = {
    connections,
    statements,
    begin,
    ahead,
    connection,
    patience,
    begun: undefined,
    changed: 0,
    marked: false,
    failure: undefined,
    unanswered: 0,
    latest: undefined,
  }
  return {
    send: (query, locking = '') => sendIn(progress, query, locking),
    sendOn: (query) => sendOn(progress, query),
    async command(text) {
      progress.begun ??= connection.query(begin)
      await progress.begun
      await connection.query(text)
    },
    changed: () => progress.changed,
    failure: () => progress.failure,
    end: () => end(progress),
    commit: () => commit(progress),
    async refuse() {
      if (!progress.begun) {
        connections.give(connection)
        return
      }
      await conclude(progress, 'rollback', mark).catch((error: unknown) => {
        throw unavailable('The database does not confirm what it has stored.', error)
      })
    },
  }
}

async function sendIn(progress: Progress, query: Query, locking: Locking): Promise<pg.QueryResult> {
  const { connection, statements, patience } = progress
  if (patience.over) throw tooLong()
  const statement = statements(query, locking)
  if (!statement.reads) progress.changed++
  try {
    const answer = progress.begun ? send(connection, statement, query.values) : first(progress, statement, query.values)
    // While the lock is waited for, what is joined may change, and only the row itself is read again: so all is, behind it.
    const again = locking !== '' && statement.joins ? await behind(progress, answer, query) : undefined
    const result = await answer
    if ((!statement.reads || locking !== '') && result.rowCount) progress.marked = true
    return again ?? result
  } catch (error) {
    throw note(progress, error)
  }
}

async function first(progress: Progress, statement: Statement, values: Query['values']): Promise<pg.QueryResult> {
  const { connection, begin, ahead } = progress
  const begun = connection.query(begin)
  progress.begun = begun
  // A read may be on its way before the answer to the begin has come. A change may not: it would last without one.
  if (!ahead || !statement.reads) await begun
  const [, result] = await Promise.all([begun, send(connection, statement, values)])
  return result
}

/** The same query without its lock; sent at once where statements may be sent ahead, else when the lock is there. */
async function behind(progress: Progress, answer: Promise<pg.QueryResult>, query: Query): Promise<pg.QueryResult> {
  const { connection, statements, ahead, begun } = progress
  if (!ahead) await answer
  await begun
  const [, again] = await Promise.all([answer, send(connection, statements(query), query.values)])
  return again
}

function note(progress: Progress, error: unknown): unknown {
  progress.failure ??= lossOf(error)
  return stateOf(error) === '23505' ? duplicate(constraintOf(error as pg.DatabaseError), error) : error
}

async function sendOn(progress: Progress, query: Query): Promise<void> {
  const isFirst = progress.begun === undefined
  const answer = sendIn(progress, query, '')
  if (isFirst || !progress.ahead) await answer
  else {
    progress.unanswered++
    const answered = () => progress.unanswered--
    progress.latest = answer.then(answered, answered)
  }
}

function end({ connections, connection, begun }: Progress): void {
  if (!begun || connection.lost) connections.give(connection)
  else
    connection
      .query('rollback')
      .catch(() => connection.destroy())
      .finally(() => connections.give(connection))
}

async function commit(progress: Progress): Promise<void> {
  const { connections, connection, patience, begun } = progress
  if (!begun) {
    connections.give(connection)
    return
  }
  // The commit's time is for the commit, and not for all that it would wait behind.
  if (progress.unanswered > unansweredMax) await progress.latest
  if (patience.over) {
    end(progress)
    throw tooLong()
  }
  const result = await conclude(progress, ...(progress.marked ? [] : [mark]), 'commit').catch((error: unknown) => {
    throw isAway(error) ? outcomeUnknown(error) : error
  })
  // What was not waited for has failed: the server has undone everything.
  if (progress.failure !== undefined) throw progress.failure
  if (result.command !== 'COMMIT') throw new Error('The transaction was undone, though no statement failed.')
}

/** Sends the last statements together, and answers when the last of them is confirmed. */
async function conclude(progress: Progress, ...texts: string[]): Promise<pg.QueryResult> {
  const { connections, connection, patience } = progress
  patience.ending = true
  connection.unconfirmed = false
  const answers = texts.map((text) => connection.query({ text, query_timeout: commitMs }))
  for (const answer of answers) answer.catch((error: unknown) => note(progress, error))
  const last = answers.at(-1)!.then((result) => ({ result, unconfirmed: connection.unconfirmed }))
  const { result, unconfirmed } = await connections.giveAfter(connection, last, patience.due)
  if (unconfirmed) throw new Error('A standby or a node has not confirmed it.')
  return result
}

/** Citus reports no constraint but in the message, with the number of the shard behind its name. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string =>
  (constraint ?? /constraint "(.+?)"/.exec(message)?.[1] ?? '').replace(/_\d+$/, '')
