// Sends statements of a PostgreSQL transaction together: statements of one turn, and statements that arrive while
// others are under way.
import type { Connection } from './connection.ts'
import type { Value } from './database.ts'
import { type Answer, type Asked, exchange, type Named } from './exchange.ts'

/** A statement that may be sent together with equal statements of other work. */
export interface Passenger extends Named {
  /** Whether the statement changes nothing, so that equal statements can share a response. */
  reads?: boolean
  inserts?: Inserts | undefined
}

/** Describes a statement that inserts one row, so that several of them can become one. */
export interface Inserts {
  /** The one that inserts so many. */
  many(rows: number): Named
  /** Whether it may insert none: then rows that were are answered as `inserted`, by their second column. */
  mayFail: boolean
}

export interface Train {
  /**
   * Sends a statement. Statements of one member of the transaction run in order. Statements of different members are
   * independent and may change places. A statement without a member keeps its place.
   */
  ask(statement: Passenger, values: readonly Value[], member?: object): Promise<Answer>
  /** Sends the end of the transaction. Only the loss of the connection ends its wait. */
  end(statement: Named): Promise<Answer>
}

/** Returns the error of a statement that the server skipped after an earlier failure. */
const skipped = (cause: unknown): Error =>
  Object.assign(new Error('A statement before it has failed.', { cause }), { name: 'Skipped' })
export const isSkipped = (error: unknown): error is Error => error instanceof Error && error.name === 'Skipped'

interface Waiting extends Asked {
  statement: Passenger
  member: object | undefined
  lasting: boolean
}

/** Longest time of a timer, in milliseconds: a commit cannot be cancelled. */
const lastingMs = 2 ** 31 - 1

export function openTrain(connection: Connection): Train {
  let waiting: Waiting[] = []
  let isDue = false

  async function depart(): Promise<void> {
    const all = waiting
    waiting = []
    const asked = sideBySide(all)
    try {
      const timeoutMs = all.some(({ lasting }) => lasting) ? lastingMs : undefined
      const { left, failure } = await exchange(connection, asked, timeoutMs)
      for (const { reject } of left) reject(skipped(failure))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    isDue = waiting.length > 0
    if (isDue) process.nextTick(depart)
  }

  const add = (statement: Passenger, values: readonly Value[], member: object | undefined, lasting: boolean) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ statement, values, member, lasting, resolve, reject })
      if (isDue) return
      isDue = true
      // Statements of one turn are sent together: waking the server costs more than most statements.
      process.nextTick(depart)
    })
  return {
    ask: (statement, values, member) => add(statement, values, member, false),
    end: (statement) => add(statement, [], undefined, true),
  }
}

/** Puts those next to each other that different members ask, the order of each member kept. */
function sideBySide(all: Waiting[]): Asked[] {
  const asked: Asked[] = []
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
      asked.push(...shared(statement, group))
    }
    queues = new Map()
  }
  for (const each of all) {
    if (each.member === undefined) {
      flush()
      asked.push(each)
    } else {
      const queue = queues.get(each.member)
      if (queue) queue.push(each)
      else queues.set(each.member, [each])
    }
  }
  flush()
  return asked
}

function shared(statement: Passenger, group: Waiting[]): Asked[] {
  if (group.length === 1) return group
  if (statement.reads) return readOnce(group)
  return statement.inserts ? insertTogether(statement.inserts, group) : group
}

function readOnce(group: Waiting[]): Asked[] {
  const byValues = Map.groupBy(group, ({ values }) => JSON.stringify(values))
  return byValues
    .values()
    .map((same): Asked => (same.length === 1 ? same[0]! : forAll(same, (answer) => answer)))
    .toArray()
}

const rowsMax = 32

/** In as many statements as a number has ones in binary: there are few different ones to prepare. */
function insertTogether({ many, mayFail }: Inserts, group: Waiting[]): Asked[] {
  if (mayFail && new Set(group.map(({ values }) => values[1])).size < group.length) return group
  const asked: Asked[] = []
  for (let done = 0; done < group.length; ) {
    const rows = Math.min(rowsMax, 2 ** Math.floor(Math.log2(group.length - done)))
    const some = group.slice(done, done + rows)
    done += rows
    if (rows === 1) asked.push(some[0]!)
    else
      asked.push({ ...forAll(some, insertedOf), statement: many(rows), values: some.flatMap(({ values }) => values) })
  }
  return asked
}

const insertedOf = ({ rows, count, command }: Answer, { values }: Waiting, all: number): Answer => {
  const isThere = count === all || rows.some(({ inserted }) => inserted === values[1])
  return { rows: [], count: isThere ? 1 : 0, command }
}

/** Builds one statement in place of several equal ones, which distributes the response. */
const forAll = (all: Waiting[], answerOf: (answer: Answer, each: Waiting, all: number) => Answer): Asked => ({
  ...all[0]!,
  resolve(answer) {
    for (const each of all) each.resolve(answerOf(answer, each, all.length))
  },
  reject(error) {
    for (const { reject } of all) reject(error)
  },
})
