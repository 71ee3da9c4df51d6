// Sends statements of a PostgreSQL transaction together: statements of one turn of the event loop, and statements that
// arrive while earlier ones are in progress.
import type { PostgresConnection } from './connection.ts'
import type { SqlValue } from './database.ts'
import { type StatementRequest, type StatementResult, type StatementText, sendStatements } from './exchange.ts'

/** A statement that may be sent together with equal statements of other work. */
export interface PipelinedStatement extends StatementText {
  /** Whether the statement changes nothing, so that equal statements can share a response. */
  reads?: boolean
  inserts?: CombinableInsert | undefined
}

/** Describes a statement that inserts one row, so that several of them can become one. */
export interface CombinableInsert {
  /** Returns the statement that inserts this number of rows. */
  many(rows: number): StatementText
  /**
   * Whether the statement may insert no row. It then returns the inserted rows; their second column identifies them.
   */
  mayFail: boolean
}

export interface StatementPipeline {
  /**
   * Sends a statement. Statements of one member of the transaction run in order. Statements of different members are
   * independent, and may run in another order. A statement without a member keeps its place.
   */
  ask(statement: PipelinedStatement, values: readonly SqlValue[], member?: object): Promise<StatementResult>
  /** Sends the end of the transaction. It has no time limit, and fails only if the connection is lost. */
  end(statement: StatementText): Promise<StatementResult>
}

/** Returns the error of a statement that the server skipped after an earlier failure. */
const skipped = (cause: unknown): Error =>
  Object.assign(new Error('A statement before it has failed.', { cause }), { name: 'Skipped' })
export const isSkipped = (error: unknown): error is Error => error instanceof Error && error.name === 'Skipped'

interface Waiting extends StatementRequest {
  statement: PipelinedStatement
  member: object | undefined
  lasting: boolean
}

/** Time limit of a commit, in milliseconds: the longest possible timer, because a commit cannot be cancelled. */
const lastingMs = 2 ** 31 - 1

export function openPipeline(connection: PostgresConnection): StatementPipeline {
  let waiting: Waiting[] = []
  let isScheduled = false

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    const requests = sideBySide(batch)
    try {
      const timeoutMs = batch.some(({ lasting }) => lasting) ? lastingMs : undefined
      const { unanswered, failure } = await sendStatements(connection, requests, timeoutMs)
      for (const { reject } of unanswered) reject(skipped(failure))
    } catch (error) {
      for (const { reject } of requests) reject(error)
    }
    isScheduled = waiting.length > 0
    if (isScheduled) process.nextTick(flush)
  }

  const add = (
    statement: PipelinedStatement,
    values: readonly SqlValue[],
    member: object | undefined,
    lasting: boolean,
  ) =>
    new Promise<StatementResult>((resolve, reject) => {
      waiting.push({ statement, values, member, lasting, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      // Statements of one turn are sent together: waking the server takes longer than most statements.
      process.nextTick(flush)
    })
  return {
    ask: (statement, values, member) => add(statement, values, member, false),
    end: (statement) => add(statement, [], undefined, true),
  }
}

/** Sorts the statements of a batch so that equal ones are adjacent. The sequence of each transaction is kept. */
function sideBySide(batch: Waiting[]): StatementRequest[] {
  const requests: StatementRequest[] = []
  let queues = new Map<object, Waiting[]>()
  const flush = () => {
    while (queues.size > 0) {
      const [[first]] = queues.values().take(1).toArray() as [[Waiting]]
      const { statement } = first
      const group: Waiting[] = []
      for (const [member, queue] of queues) {
        if (queue[0]!.statement !== statement) continue
        group.push(queue.shift()!)
        if (queue.length === 0) queues.delete(member)
      }
      requests.push(...shared(statement, group))
    }
    queues = new Map()
  }
  for (const entry of batch) {
    if (entry.member === undefined) {
      flush()
      requests.push(entry)
    } else {
      const queue = queues.get(entry.member)
      if (queue) queue.push(entry)
      else queues.set(entry.member, [entry])
    }
  }
  flush()
  return requests
}

function shared(statement: PipelinedStatement, group: Waiting[]): StatementRequest[] {
  if (group.length === 1) return group
  if (statement.reads) return readOnce(group)
  return statement.inserts ? insertTogether(statement.inserts, group) : group
}

function readOnce(group: Waiting[]): StatementRequest[] {
  const byValues = Map.groupBy(group, ({ values }) => JSON.stringify(values))
  return byValues
    .values()
    .map((equal): StatementRequest => (equal.length === 1 ? equal[0]! : forAll(equal, (answer) => answer)))
    .toArray()
}

const rowsMax = 32

/** Combines inserts into statements of 1, 2, 4, 8 … rows, so that few different statements are prepared. */
function insertTogether({ many, mayFail }: CombinableInsert, group: Waiting[]): StatementRequest[] {
  if (mayFail && new Set(group.map(({ values }) => values[1])).size < group.length) return group
  const requests: StatementRequest[] = []
  for (let done = 0; done < group.length; ) {
    const rows = Math.min(rowsMax, 2 ** Math.floor(Math.log2(group.length - done)))
    const batch = group.slice(done, done + rows)
    done += rows
    if (rows === 1) requests.push(batch[0]!)
    else
      requests.push({
        ...forAll(batch, insertedOf),
        statement: many(rows),
        values: batch.flatMap(({ values }) => values),
      })
  }
  return requests
}

const insertedOf = ({ rows, count, command }: StatementResult, { values }: Waiting, size: number): StatementResult => {
  const isInserted = count === size || rows.some(({ inserted }) => inserted === values[1])
  return { rows: [], count: isInserted ? 1 : 0, command }
}

/** Builds one statement in place of several equal ones, which distributes the response. */
const forAll = (
  group: Waiting[],
  answerOf: (answer: StatementResult, each: Waiting, group: number) => StatementResult,
): StatementRequest => ({
  ...group[0]!,
  resolve(answer) {
    for (const entry of group) entry.resolve(answerOf(answer, entry, group.length))
  },
  reject(error) {
    for (const { reject } of group) reject(error)
  },
})
