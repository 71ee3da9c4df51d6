// Runs a transaction on PostgreSQL, for one piece of work or several in parallel, with a confirmed end.
import type pg from 'pg'
import { type Connection, isAway, stateOf } from './connection.ts'
import type { Connections } from './connections.ts'
import { duplicate, isUnavailable, outcomeUnknown, type Query, unavailable } from './database.ts'
import type { Answer } from './exchange.ts'
import { isSkipped, openTrain, type Train } from './pipeline.ts'
import { type Locking, type Statements, spoken } from './postgres-statements.ts'

/** How long a client waits for its response. */
export interface Patience {
  /** The environment that asks. */
  whose: string
  /** Deadline by performance.now(). */
  due: number
  /** Whether callers have received an error: the transaction must not change data any more. */
  over: boolean
  /** The end is under way, and cannot be taken back. */
  ending: boolean
}
export const tooLong = () => unavailable('The database took too long.')

/** Errors of a connection, so that a mistake in the work cannot count as a lost connection. */
const losses = new WeakSet<object>()
export const isLoss = (error: unknown): boolean => typeof error === 'object' && error !== null && losses.has(error)
function lossOf(error: unknown): unknown {
  if (isAway(error) && !isUnavailable(error)) losses.add(error as object)
  return error
}
export const notingLoss = (error: unknown): never => {
  throw lossOf(error)
}

/** A write that shares a transaction with others. */
export interface Member {
  send(query: Query, locking?: Locking): Promise<Answer>
  /** Sends a change without waiting for its answer. */
  sendOn(query: Query): void
  /** Returns the number of statements that have changed rows, or may have. */
  changed(): number
}

export interface Transaction {
  /**
   * Adds a member to the transaction. Changes of different members must not depend on each other, unless the members
   * ensure their order.
   */
  member(patience: Patience): Member
  /** Runs a command without rows and values. */
  command(text: string): Promise<void>
  /**
   * Returns the first failure of a statement. After it the transaction cannot succeed, even if the work catches the
   * error.
   */
  failure(): unknown
  /** Ends it without waiting, and gives the connection back when it has ended. */
  end(): void
  commit(): Promise<void>
  /** Undoes the transaction, and waits until the data that it has read is durable. */
  refuse(): Promise<void>
}

/** Maximum number of statements without a response. Several orders need fewer; a bulk import has hundreds. */
const unansweredMax = 128

/**
 * A commit waits for the standby only after a write, so this writes the least possible. A response from read data, also
 * an empty one, requires that this data is durable: it might be from a commit that was never confirmed and is lost
 * after a failover.
 */
const mark = "select pg_logical_emit_message(true, 'dray', '')"

/** The common parts of all transactions of one kind. */
export interface TransactionSource {
  connections: Connections
  statements: Statements
  /** The commands that begin one. */
  begin: readonly string[]
}

/** The progress of a transaction. */
interface Progress extends TransactionSource {
  connection: Connection
  train: Train
  patience: Patience
  begun: boolean
  /** Whether a message was written that the commit waits for. */
  marked: boolean
  failure: unknown
  /** Changes that were sent on, and the last of them. */
  unanswered: number
  latest: Promise<unknown> | undefined
}

export function transactionOn(source: TransactionSource, connection: Connection, patience: Patience): Transaction {
  const progress: Progress = {
    ...source,
    connection,
    train: openTrain(connection),
    patience,
    begun: false,
    marked: false,
    failure: undefined,
    unanswered: 0,
    latest: undefined,
  }
  return {
    member: (own) => memberOf(progress, own),
    async command(text) {
      begin(progress)
      await progress.train.ask(source.statements.command(text), [])
    },
    failure: () => progress.failure,
    end: () => end(progress),
    commit: () => commit(progress),
    async refuse() {
      if (!progress.begun) {
        source.connections.give(connection)
        return
      }
      await conclude(progress, 'rollback', 'begin', mark, 'commit').catch((error: unknown) => {
        throw unavailable('The database does not confirm its commits.', error)
      })
    },
  }
}

/** Sent with the first statement: if it fails, the server skips the statement. */
function begin(progress: Progress): void {
  if (progress.begun) return
  progress.begun = true
  for (const text of progress.begin)
    progress.train.ask(progress.statements.command(text), []).catch((error: unknown) => note(progress, error))
}

function memberOf(progress: Progress, patience: Patience): Member {
  let changed = 0
  const member: Member = {
    async send(query, locking = '') {
      if (patience.over) throw tooLong()
      begin(progress)
      const { train } = progress
      const statement = progress.statements.of(query, locking)
      const values = spoken(statement, query.values)
      if (!statement.reads) changed++
      try {
        const asked = train.ask(statement, values, member)
        const behind = statement.again && train.ask(statement.again, values, member)
        // Where the first fails, so does the other.
        behind?.catch(() => undefined)
        const answer = await asked
        if (!statement.reads && answer.count === 0) changed--
        if ((!statement.reads || locking !== '') && answer.count > 0) progress.marked = true
        return behind ? await behind : answer
      } catch (error) {
        throw note(progress, error)
      }
    },
    sendOn(query) {
      progress.unanswered++
      const answered = () => progress.unanswered--
      progress.latest = member.send(query).then(answered, answered)
    },
    changed: () => changed,
  }
  return member
}

function note(progress: Progress, noted: unknown): unknown {
  const error = isSkipped(noted) ? noted.cause : noted
  progress.failure ??= lossOf(error)
  return stateOf(error) === '23505' ? duplicate(constraintOf(error as pg.DatabaseError), error) : error
}

function end({ connections, connection, begun, train, statements }: Progress): void {
  if (!begun || connection.lost) connections.give(connection)
  else
    train
      .end(statements.command('rollback'))
      .catch(() => connection.destroy())
      .finally(() => connections.give(connection))
}

async function commit(progress: Progress): Promise<void> {
  const { connections, connection, patience, begun } = progress
  if (!begun) {
    connections.give(connection)
    return
  }
  // The time limit of a commit is for the commit only, without earlier statements.
  if (progress.unanswered > unansweredMax) await progress.latest
  if (patience.over) {
    end(progress)
    throw tooLong()
  }
  const { command } = await conclude(progress, ...(progress.marked ? [] : [mark]), 'commit').catch((error: unknown) => {
    // A change without a waiting caller has failed, so the server skipped the commit.
    if (isSkipped(error)) throw progress.failure
    throw isAway(error) ? outcomeUnknown(error) : error
  })
  if (command !== 'COMMIT') throw new Error('The transaction was undone, though no statement failed.')
}

/** Sends the last statements together, and answers when the last of them is confirmed. */
async function conclude(progress: Progress, ...texts: string[]): Promise<Answer> {
  const { connections, connection, patience, train, statements } = progress
  patience.ending = true
  connection.unconfirmed = false
  const answers = texts.map((text) => train.end(statements.command(text)))
  for (const answer of answers) answer.catch((error: unknown) => note(progress, error))
  const last = answers.at(-1)!.then(
    (answer) => ({ answer, unconfirmed: connection.unconfirmed }),
    async (error: unknown) => {
      // The server skips an end after a failed statement: the transaction is still open.
      if (!connection.lost) await train.end(statements.command('rollback')).catch(() => connection.destroy())
      throw error
    },
  )
  const { answer, unconfirmed } = await connections.giveAfter(connection, last, patience.due)
  if (unconfirmed) throw new Error('A standby or a node has not confirmed it.')
  return answer
}

/** Returns the violated constraint. Citus reports it only in the message, with the number of the shard at its end. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string =>
  (constraint ?? /constraint "(.+?)"/.exec(message)?.[1] ?? '').replace(/_\d+$/, '')
