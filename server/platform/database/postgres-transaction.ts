// Runs a PostgreSQL transaction for one write or for several writes in parallel, and waits for its confirmed end.
import type pg from 'pg'
import { getSqlState, isAway, type PostgresConnection } from './connection.ts'
import type { ConnectionPool } from './connections.ts'
import {
  createDuplicateError,
  createOutcomeUnknownError,
  createUnavailableError,
  createUnconfirmedError,
  isUnavailable,
  type SqlQuery,
} from './database.ts'
import type { StatementResult } from './exchange.ts'
import { isSkipped, openPipeline, type StatementPipeline } from './pipeline.ts'
import { type RowLock, replaceNuls, type StatementCache } from './postgres-statements.ts'

/** The deadline of a request, and the state of its transaction. */
export interface Deadline {
  /** Id of the environment that sent the request. */
  environmentId: string
  /** Deadline by performance.now(). */
  deadlineMs: number
  /** Whether callers have received an error: the transaction must not change data any more. */
  over: boolean
  /** Whether the end of the transaction is under way, and can no longer be cancelled. */
  ending: boolean
}
export const createTimeoutError = () => createUnavailableError('The database took too long.')

/** Errors of lost connections. An error in the work is not among them, even if it looks the same. */
const losses = new WeakSet<object>()
export const isLoss = (error: unknown): boolean => typeof error === 'object' && error !== null && losses.has(error)
function lossOf(error: unknown): unknown {
  if (isAway(error) && !isUnavailable(error)) losses.add(error as object)
  return error
}
export const throwLoss = (error: unknown): never => {
  throw lossOf(error)
}

/** A write that shares a transaction with others. */
export interface TransactionMember {
  send(query: SqlQuery, locking?: RowLock): Promise<StatementResult>
  /** Sends a change without waiting for its result. */
  sendOn(query: SqlQuery): void
  /** Returns the number of statements that have changed rows, or may have. */
  changed(): number
}

export interface PostgresTransaction {
  /**
   * Adds a member to the transaction. Changes of different members must not depend on each other, unless the members
   * ensure their order.
   */
  member(patience: Deadline): TransactionMember
  /** Runs a command without rows and values. */
  command(text: string): Promise<void>
  /**
   * Returns the first failure of a statement. After this failure, the transaction cannot succeed, even if the work
   * catches the error.
   */
  failure(): unknown
  /** Ends the transaction without waiting, and gives the connection back when the end is confirmed. */
  end(): void
  commit(): Promise<void>
  /** Undoes the transaction, and waits until the data that it has read is durable. */
  refuse(): Promise<void>
}

/** Maximum number of statements without a response. Several orders need fewer; a bulk import has hundreds. */
const unansweredMax = 128

/**
 * Statement that writes as little as possible, because a commit waits for the standby only after a write. A response
 * with read data, even an empty one, needs the wait: the data might be from a commit that was never confirmed and is
 * lost after a failover.
 */
const commitMessageSql = "select pg_logical_emit_message(true, 'dray', '')"

/** The common parts of all transactions of one kind. */
export interface TransactionSource {
  connections: ConnectionPool
  statements: StatementCache
  /** Commands that begin a transaction. */
  begin: readonly string[]
}

/** The progress of a transaction. */
interface Progress extends TransactionSource {
  connection: PostgresConnection
  pipeline: StatementPipeline
  patience: Deadline
  begun: boolean
  /** Whether the transaction has written or locked rows, so that its commit waits for the standby. */
  marked: boolean
  failure: unknown
  /** Number of changes without a response whose result no caller awaits, and the result of the latest. */
  unanswered: number
  latest: Promise<unknown> | undefined
}

export function openTransaction(
  source: TransactionSource,
  connection: PostgresConnection,
  patience: Deadline,
): PostgresTransaction {
  const progress: Progress = {
    ...source,
    connection,
    pipeline: openPipeline(connection),
    patience,
    begun: false,
    marked: false,
    failure: undefined,
    unanswered: 0,
    latest: undefined,
  }
  return {
    member: (deadline) => memberOf(progress, deadline),
    async command(text) {
      begin(progress)
      await progress.pipeline.ask(source.statements.command(text), [])
    },
    failure: () => progress.failure,
    end: () => end(progress),
    commit: () => commit(progress),
    async refuse() {
      if (!progress.begun) {
        source.connections.give(connection)
        return
      }
      await conclude(progress, 'rollback', 'begin', commitMessageSql, 'commit').catch((error: unknown) => {
        throw createUnconfirmedError(error)
      })
    },
  }
}

/** Sends `begin` with the first statement. If `begin` fails, the server skips the statement. */
function begin(progress: Progress): void {
  if (progress.begun) return
  progress.begun = true
  for (const text of progress.begin)
    progress.pipeline.ask(progress.statements.command(text), []).catch((error: unknown) => note(progress, error))
}

function memberOf(progress: Progress, patience: Deadline): TransactionMember {
  let changed = 0
  const member: TransactionMember = {
    async send(query, locking = '') {
      if (patience.over) throw createTimeoutError()
      begin(progress)
      const { pipeline } = progress
      const statement = progress.statements.of(query, locking)
      const values = replaceNuls(statement, query.values)
      if (!statement.reads) changed++
      try {
        const request = pipeline.ask(statement, values, member)
        const unlockedRequest = statement.unlocked && pipeline.ask(statement.unlocked, values, member)
        // If the locking statement fails, the other one fails too, so its error is ignored.
        unlockedRequest?.catch(() => undefined)
        const answer = await request
        if (!statement.reads && answer.count === 0) changed--
        if ((!statement.reads || locking !== '') && answer.count > 0) progress.marked = true
        return unlockedRequest ? await unlockedRequest : answer
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
  return getSqlState(error) === '23505' ? createDuplicateError(constraintOf(error as pg.DatabaseError), error) : error
}

function end({ connections, connection, begun, pipeline, statements }: Progress): void {
  if (!begun || connection.lost) connections.give(connection)
  else
    pipeline
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
  // The time limit of a commit must not include many earlier statements.
  if (progress.unanswered > unansweredMax) await progress.latest
  if (patience.over) {
    end(progress)
    throw createTimeoutError()
  }
  const { command } = await conclude(progress, ...(progress.marked ? [] : [commitMessageSql]), 'commit').catch(
    (error: unknown) => {
      // A change whose result no caller awaits has failed, so the server skipped the commit.
      if (isSkipped(error)) throw progress.failure
      throw isAway(error) ? createOutcomeUnknownError(error) : error
    },
  )
  if (command !== 'COMMIT') throw new Error('The transaction was undone, though no statement failed.')
}

/** Sends the last statements together, and resolves when the server has confirmed all of them. */
async function conclude(progress: Progress, ...texts: string[]): Promise<StatementResult> {
  const { connections, connection, patience, pipeline, statements } = progress
  patience.ending = true
  connection.unconfirmed = false
  const answers = texts.map((text) => pipeline.end(statements.command(text)))
  for (const answer of answers) answer.catch((error: unknown) => note(progress, error))
  const last = answers.at(-1)!.then(
    (answer) => ({ answer, unconfirmed: connection.unconfirmed }),
    async (error: unknown) => {
      // The server skips an end after a failed statement: the transaction is still open.
      if (!connection.lost) await pipeline.end(statements.command('rollback')).catch(() => connection.destroy())
      throw error
    },
  )
  const { answer, unconfirmed } = await connections.giveAfter(connection, last, patience.deadlineMs)
  if (unconfirmed) throw new Error('A standby or a node has not confirmed it.')
  return answer
}

/** Returns the violated constraint. Citus reports it only in the message, with the number of the shard at its end. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string =>
  (constraint ?? /constraint "(.+?)"/.exec(message)?.[1] ?? '').replace(/_\d+$/, '')
