// The port to the database: the interface of both engines for rules and stores.

export type SqlValue = string | number | null
export type SqlRow = Record<string, SqlValue>
/** A result that an engine returns directly or as a promise; `await` takes both. */
export type Awaitable<T> = T | Promise<T>

/** Continues with a result, synchronously if it is not a promise, as on SQLite. Used by the most frequent reads. */
export const thenMaybeSync = <T, U>(read: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> =>
  read instanceof Promise ? read.then(next) : next(read)

/**
 * A statement with its parameters. The identity of the template identifies the prepared statement, so SQL is never
 * built from strings.
 */
export interface SqlQuery {
  strings: TemplateStringsArray
  values: SqlValue[]
}
export const sql = (strings: TemplateStringsArray, ...values: SqlValue[]): SqlQuery => ({ strings, values })

/** Builds a fragment of a statement for `joinFragments`. */
export const piece = sql

interface Joined {
  strings?: TemplateStringsArray
  next: Map<TemplateStringsArray, Joined>
}
const joined: Joined = { next: new Map() }

/**
 * Joins pieces to one statement. The same pieces always return the same template, so that engines reuse the prepared
 * statement. There is one statement per combination of pieces in a store.
 */
export function joinFragments(...fragments: SqlQuery[]): SqlQuery {
  let node = joined
  for (const { strings } of fragments) {
    node = node.next.get(strings) ?? addNode(node, strings)
  }
  node.strings ??= createTemplate(...textsOf(fragments))
  const joinedValues: SqlValue[] = []
  for (const { values } of fragments) for (const value of values) joinedValues.push(value)
  return { strings: node.strings, values: joinedValues }
}

function addNode({ next }: Joined, strings: TemplateStringsArray): Joined {
  const node: Joined = { next: new Map() }
  next.set(strings, node)
  return node
}

function textsOf(fragments: SqlQuery[]): string[] {
  const texts = ['']
  for (const { strings } of fragments) texts.push(`${texts.pop()}${strings[0]}`, ...strings.slice(1))
  return texts
}

/** Returns the parts of a statement as a constant template, so that engines recognise the statement. */
export const createTemplate = (...texts: string[]): TemplateStringsArray =>
  Object.freeze(Object.assign(texts, { raw: texts }))

const lists = new Map<number, TemplateStringsArray>()
/** Returns a list in brackets with a fixed number of values; a shorter list repeats its last value. */
export function buildValueList(values: readonly SqlValue[], size: number): SqlQuery {
  const strings = lists.get(size) ?? createTemplate('(', ...Array<string>(size - 1).fill(', '), ')')
  lists.set(size, strings)
  return { strings, values: Array.from({ length: size }, (_, index) => values[Math.min(index, values.length - 1)]!) }
}

/** A search term: a whole word or, with `prefix`, the start of a word. */
export interface SearchTerm {
  word: string
  prefix: boolean
}

export interface ReadTransaction {
  get<T>(query: SqlQuery): Awaitable<T | undefined>
  all<T>(query: SqlQuery): Awaitable<T[]>
  /**
   * Searches up to `limit` ids of orders that have these words, in any order. Returns undefined if the search would
   * take too long. It may ignore words that lead to too many orders, so the caller must check the results. The engines
   * have different word indexes, FTS5 on SQLite and GIN on PostgreSQL, and no SQL works on both.
   */
  search(environmentId: string, terms: readonly SearchTerm[], limit: number): Awaitable<string[] | undefined>
}

export interface WriteTransaction extends ReadTransaction {
  /**
   * Whether transactions run one after the other, so that a counter follows the order of commits. If transactions
   * overlap, a lower number may be committed later. A lock that prevents this would make all writers of an environment
   * wait.
   */
  readonly oneByOne: boolean
  /** Runs a statement and returns the number of changed rows. */
  run(query: SqlQuery): Awaitable<number>
  /**
   * Makes a change without its number of changed rows. The caller does not wait for a remote server: the change is sent
   * with the following statements, at the latest with the commit, and its failure fails the whole transaction.
   */
  runOn(query: SqlQuery): Awaitable<unknown>
  /** Reads one row and locks it against changes by others until the end of the transaction. */
  lock<T>(query: SqlQuery): Awaitable<T | undefined>
  /** Reads one row and locks it against changes by others. Several transactions may share this lock. */
  share<T>(query: SqlQuery): Awaitable<T | undefined>
  /**
   * Runs a part of the work, and undoes only this part if it fails. The part uses the transaction that it receives. If
   * a part fails after a change, all the work starts again with a savepoint before each part. Savepoints add a fifth to
   * the time of a create, and most refusals are thrown before the first change.
   */
  part<T>(work: (tx: WriteTransaction) => Awaitable<T>): Promise<T>
  /** Runs a part of the work and always undoes it. Returns the result of the part. */
  rehearse<T>(work: (tx: WriteTransaction) => Awaitable<T>): Promise<T>
  /**
   * Stores the words of an order in the word index, in place of its former words. Does nothing if the engine maintains
   * the index.
   */
  index(environmentId: string, consignmentId: string, words: string): Awaitable<unknown>
  /** Removes the words of an order, or of all orders of the environment, from the word index. */
  unindex(environmentId: string, consignmentId?: string): Awaitable<unknown>
}

/**
 * Runs work in transactions, possibly more than once.
 *
 * `deadlineMs` is a deadline by performance.now(). Work that waits longer for a connection, a lock or a silent server
 * fails without a change. A commit in progress at the deadline may or may not be stored. SQLite has no such waits.
 * `environmentId` is the environment of the work, or '' for the service: environments take turns.
 */
export interface Database {
  /** Runs reads on one consistent snapshot. */
  read<T>(work: (tx: ReadTransaction) => Awaitable<T>, deadlineMs?: number, environmentId?: string): Promise<T>
  /**
   * Runs one transaction: all or nothing, and on disk when the promise resolves. With `mayBatch`, several works of the
   * environment may run interleaved in one transaction, each of them all or nothing. Works that lock a row by the same
   * statement take turns. Works that conflict elsewhere must have the same result in any order.
   */
  write<T>(
    work: (tx: WriteTransaction) => Awaitable<T>,
    deadlineMs?: number,
    environmentId?: string,
    mayBatch?: boolean,
  ): Promise<T>
  /**
   * Resolves when every running transaction has ended. A record that was closed to new transactions
   * before is then closed to all.
   */
  waitForTransactions(): Promise<void>
  /** Returns whether the database responds. SQLite always does. */
  isUp(): boolean
  /** Returns the metrics of the engine. */
  gauges(): MetricGauge[]
  close(): Awaitable<void>
}

/** Receives the start and the end of an outage of the writable server. SQLite has no outages. */
export interface DatabaseNews {
  away(cause: Error): void
  back(awayMs: number): void
}

/** Time until the deadline of a request, in milliseconds: every client gets a response within two seconds. */
const soonMs = 1_900
/** Returns the deadline of a request that arrives now. */
export const getRequestDeadline = (): number => performance.now() + soonMs

export interface MetricGauge {
  name: string
  help: string
  value(): number
}

/**
 * Migration version that marks an unfinished copy. It is stored before the first row and removed after the last, so
 * that versions of Dray without this mark reject the database too.
 */
export const unfinishedCopyVersion = -1

/** Returns the error of work that the database cannot do now, but may do later. The work has written nothing. */
export function createUnavailableError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: 'Unavailable' })
}
/** Returns the error of work that must wait for earlier commits, because the database has not confirmed them. */
export const createUnconfirmedError = (cause?: unknown): Error =>
  createUnavailableError('The database has not confirmed earlier commits: a standby may be unreachable.', cause)
export const isUnavailable = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable'

/** Returns the error of a commit without a response. Only the data shows whether it was stored. */
export function createOutcomeUnknownError(cause?: unknown): Error {
  return Object.assign(
    new Error('The connection to the database was lost, so the change may or may not have been stored.', { cause }),
    {
      name: 'OutcomeUnknown',
    },
  )
}
export const isOutcomeUnknown = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'OutcomeUnknown'

/**
 * Returns an error that undoes the work and starts it again, so that it sees the change of a concurrent transaction.
 */
export const retryTransaction = (): Error =>
  Object.assign(createUnavailableError('Another request changes the same record.'), { startsAgain: true })
export const isRetryTransaction = (error: unknown): boolean =>
  (error as { startsAgain?: boolean } | null)?.startsAgain === true

/** Error of a transaction that starts again with a savepoint before each of its parts. */
export const needsSavepoints = new Error('A step of the transaction failed after it had changed rows.')

/** Returns the error of a change whose unique key another row has. Stores avoid it in SQL if possible. */
export const createDuplicateError = (constraint: string, cause: unknown): Error =>
  Object.assign(new Error(`Another row has this key (${constraint}).`, { cause }), { name: 'Duplicate', constraint })

/**
 * Returns whether an error concerns the transaction or the storage, and so all work in the transaction. Errors of an
 * engine have a code; any other error is a mistake in the work.
 */
export const isTransactionError = (error: unknown): boolean =>
  !(error instanceof Error) ||
  'code' in error ||
  error === needsSavepoints ||
  ['Unavailable', 'OutcomeUnknown', 'Duplicate'].includes(error.name)

/**
 * Runs a change after a check that a key is free. If another transaction has taken the key since, the work starts
 * again.
 */
export async function retryOnConflict<T>(constraint: string, change: () => Awaitable<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === constraint) throw retryTransaction()
    throw error
  }
}
