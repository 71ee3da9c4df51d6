// Runs writes on PostgreSQL, each in its own transaction or several of one environment in a shared one.

import { type BatchedWrite, writeAlone } from './batched-writes.ts'
import {
  type Awaitable,
  isOutcomeUnknown,
  isRetryTransaction,
  isUnavailable,
  needsSavepoints,
  retryTransaction,
  type SqlQuery,
  type WriteTransaction,
} from './database.ts'
import { searchOrders } from './postgres-search.ts'
import type { RowLock } from './postgres-statements.ts'
import {
  type Deadline,
  isLoss,
  openTransaction,
  type PostgresTransaction,
  type TransactionMember,
  type TransactionSource,
  throwLoss,
} from './postgres-transaction.ts'

export async function tryWrite<T>(
  source: TransactionSource,
  careful: boolean,
  patience: Deadline,
  work: (tx: WriteTransaction) => Awaitable<T>,
): Promise<T> {
  const connection = await source.connections.take('write', patience.environmentId).catch(throwLoss)
  const transaction = openTransaction(source, connection, patience)
  let result: T
  try {
    result = await work(writerOn(transaction, transaction.member(patience), careful))
    if (transaction.failure() !== undefined) throw transaction.failure()
  } catch (error) {
    const failure = transaction.failure()
    const refused = failure === undefined && !isRetryTransaction(error) && error !== needsSavepoints && !patience.over
    if (refused) await transaction.refuse()
    else transaction.end()
    throw isRetryTransaction(error) ? error : (failure ?? error)
  }
  await transaction.commit()
  return result
}

function writerOn(transaction: PostgresTransaction, member: TransactionMember, careful: boolean): WriteTransaction {
  const get =
    (locking: RowLock) =>
    async <Row>(query: SqlQuery): Promise<Row | undefined> =>
      (await member.send(query, locking)).rows[0] as Row | undefined
  const runPart = async <Part>(
    step: (tx: WriteTransaction) => Awaitable<Part>,
    saved: boolean,
    undone: boolean,
  ): Promise<Part> => {
    const undo = async () => {
      await transaction.command('rollback to savepoint part')
      tx = { ...writer }
    }
    if (saved) await transaction.command('savepoint part')
    const changedBefore = member.changed()
    try {
      const result = await step(tx)
      if (undone) await undo()
      if (saved) await transaction.command('release savepoint part')
      return result
    } catch (error) {
      // A failed statement or a conflict with other work fails the whole work, which is retried.
      if (transaction.failure() !== undefined || isRetryTransaction(error) || isUnavailable(error)) throw error
      if (!saved) throw member.changed() > changedBefore ? needsSavepoints : error
      await undo()
      await transaction.command('release savepoint part')
      throw error
    }
  }
  const writer: WriteTransaction = {
    oneByOne: false,
    get: get(''),
    lock: get('no key update'),
    share: get('share'),
    all: async <Row>(query: SqlQuery): Promise<Row[]> => (await member.send(query)).rows as Row[],
    run: async (query) => (await member.send(query)).count,
    part: (step) => runPart(step, careful, false),
    rehearse: (step) => runPart(step, true, true),
    search: (...args) => searchOrders((query) => member.send(query), ...args),
    // PostgreSQL updates its word index with the row.
    index: () => undefined,
    unindex: () => undefined,
    runOn: member.sendOn,
  }
  // Rules use this object as the key of values that they cache per transaction. Each attempt has a new object, and so
  // has the work after an undone part.
  let tx: WriteTransaction = { ...writer }
  return tx
}

/**
 * Runs several writes in one transaction, with one begin, one commit, and one message for the statements of a turn. A
 * write that fails before its first change is rejected alone, after the commit of the others, whose changes it may have
 * seen. After any other failure, all writes are undone and run one by one.
 */
export async function writeBatch(source: TransactionSource, batch: BatchedWrite[]): Promise<void> {
  const members: TransactionMember[] = []
  const patience = patienceOf(batch, members)
  const rejectAll = (error: unknown) => {
    for (const { reject } of batch) reject(error)
  }
  const connection = await source.connections.take('write', patience.environmentId).catch(throwLoss).catch(rejectAll)
  if (!connection) return
  const transaction = openTransaction(source, connection, patience)
  members.push(...batch.map(({ patience }) => transaction.member(patience)))
  const claims = openClaims()
  const outcomes = await Promise.allSettled(
    batch.map(({ work }, index) => claims.during((claim) => work(sharedWriter(transaction, members[index]!, claim)))),
  )
  try {
    const isSpoiled = outcomes.some(({ status }, index) => status === 'rejected' && members[index]!.changed() > 0)
    if (isSpoiled || transaction.failure() !== undefined) {
      transaction.end()
      throw transaction.failure()
    }
    await transaction.commit()
  } catch (error) {
    patience.ending = false
    if (isOutcomeUnknown(error) || isLoss(error)) rejectAll(error)
    // The writes of a failed batch are retried separately.
    else for (const write of batch) writeAlone(write)
    return
  }
  for (const [index, outcome] of outcomes.entries())
    if (outcome.status === 'fulfilled') batch[index]!.resolve(outcome.value)
    else batch[index]!.reject(outcome.reason)
}

/**
 * Returns the deadline of a batch: the earliest of its writes. The batch is over if a write has changed rows and its
 * caller has received an error.
 */
const patienceOf = (batch: BatchedWrite[], members: TransactionMember[]): Deadline => ({
  environmentId: batch[0]!.patience.environmentId,
  deadlineMs: Math.min(...batch.map(({ patience }) => patience.deadlineMs)),
  get over() {
    return batch.some(({ patience }, index) => patience.over && members[index]!.changed() > 0)
  },
  get ending() {
    return batch.some(({ patience }) => patience.ending)
  },
  set ending(isEnding) {
    for (const { patience } of batch) patience.ending = isEnding
  },
})

type Claim = (query: SqlQuery) => Promise<void>

/**
 * Locks rows within one shared transaction, where a database lock has no effect: members that lock the same row take
 * turns. The server does not detect deadlocks between them, so a member that would cause one starts again.
 */
function openClaims(): { during<T>(work: (claim: Claim) => Awaitable<T>): Promise<T> } {
  /** The members that have or want each row, in order. Each is represented by the promise of its end. */
  const lines = new Map<TemplateStringsArray, Map<string, Promise<void>[]>>()
  const waitsFor = new Map<Promise<void>, Promise<void>[]>()
  const isWaiting = (first: Promise<void>, second: Promise<void>): boolean =>
    first === second || (waitsFor.get(first) ?? []).some((next) => isWaiting(next, second))

  function lineOf({ strings, values }: SqlQuery): Promise<void>[] {
    const rows = lines.get(strings) ?? new Map<string, Promise<void>[]>()
    lines.set(strings, rows)
    const row = JSON.stringify(values)
    const line = rows.get(row) ?? []
    rows.set(row, line)
    return line
  }

  return {
    async during(work) {
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const claim: Claim = async (query) => {
        const line = lineOf(query)
        if (!line.includes(done)) line.push(done)
        const previous = line[line.indexOf(done) - 1]
        if (!previous) return
        if (isWaiting(previous, done)) throw retryTransaction()
        waitsFor.set(done, [...(waitsFor.get(done) ?? []), previous])
        await previous
      }
      try {
        return await work(claim)
      } finally {
        waitsFor.delete(done)
        resolve()
      }
    },
  }
}

function sharedWriter(transaction: PostgresTransaction, member: TransactionMember, claim: Claim): WriteTransaction {
  const writer = writerOn(transaction, member, false)
  return {
    ...writer,
    async lock(query) {
      await claim(query)
      return writer.lock(query)
    },
    // A savepoint would cover the whole shared transaction.
    part: () => Promise.reject(needsSavepoints),
    rehearse: () => Promise.reject(needsSavepoints),
  }
}
