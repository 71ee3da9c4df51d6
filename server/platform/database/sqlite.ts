// The embedded engine: node:sqlite in WAL mode. Every commit is synced to disk, and waiting writes share a commit.
import { statSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { runAtTickEnd, trackContention } from '../fairness/contention.ts'
import { openFairQueue } from '../fairness/fair-queue.ts'
import {
  type Awaitable,
  createUnavailableError,
  type Database,
  needsSavepoints,
  type ReadTransaction,
  type SqlQuery,
  type WriteTransaction,
} from './database.ts'
import { type MigrationFills, migrateSchema } from './migrate.ts'
import { isMisplaced, listDatabaseFiles, withFileCheck } from './misplaced.ts'
import { createSearchIndex, searchOrders } from './sqlite-search.ts'
import {
  type ChangeResult,
  changeOf,
  createStatementCache,
  type StatementCache,
  takeAnyRowId,
} from './sqlite-statements.ts'

const primaryCode = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff
const BUSY = 5
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const NOTADB = 26

/**
 * Returns whether an error is fatal. After a failed sync, the kernel may have lost pages that it reports as clean, so
 * only a restart shows the content of the disk.
 */
const isFatal = (error: unknown) => isMisplaced(error) || [IOERR, CORRUPT, NOTADB].includes(primaryCode(error))

/**
 * Describes an error with the number of SQLite, which differs for a failed read and a failed sync. Their texts are
 * equal.
 */
const inDetail = (error: Error): string =>
  isMisplaced(error)
    ? error.message
    : `${error.stack ?? error.message}\nSQLite error ${(error as { errcode?: number }).errcode}`

export interface SqliteOptions {
  readOnly?: boolean
  /** Receives the log message of a storage error that requires a restart. */
  onFatal?: (message: string) => void
  /** Maximum size of the file in bytes; 0 means no limit. */
  bytesMax?: number
}

/** Maximum number of writes in one commit. It limits the delay of the first one. */
const batchMax = 256
/** Maximum time for which a batch collects writes while several environments write, in milliseconds. */
const sharedBatchMs = 4
/** Time for which a batch takes reads from the queue before the event loop continues, in milliseconds. */
const readsMs = 1
const busyTimeoutMs = 5_000
/**
 * Lowest supported version of SQLite. In older versions, a checkpoint could lose the start of a write-ahead log that
 * another connection had reset.
 */
const versionMin = '3.51.3'

/** Work that waits for its transaction. */
interface Waiting<Transaction> {
  work: (tx: Transaction) => Awaitable<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  if (process.versions.sqlite!.localeCompare(versionMin, 'en', { numeric: true }) < 0)
    throw new Error(`Dray needs SQLite ${versionMin} or newer, but this Node has ${process.versions.sqlite}.`)
  const failed = (error: unknown): unknown => {
    if (isFatal(error)) options.onFatal?.(inDetail(error as Error))
    if (primaryCode(error) === FULL) return createUnavailableError('The storage is full.', error)
    if (primaryCode(error) === BUSY) return createUnavailableError('The database is busy.', error)
    return error
  }
  // Two connections: a transaction of a read must not begin or end within a transaction of a write.
  const writing = options.readOnly ? undefined : connectSqlite(file, options)
  const reading = connectSqlite(file, { ...options, readOnly: true })
  return {
    read: reads(reading, failed),
    write: writing
      ? writes(committing(writing, failed, file, options.bytesMax))
      : () => Promise.reject(new Error('This database was opened to be read.')),
    // SQLite has one writer at a time, so no other transaction is open.
    waitForTransactions: async () => undefined,
    isUp: () => true,
    gauges: () => [
      { name: 'database_bytes', help: 'Size of the database file.', value: () => sizeOf(file) },
      { name: 'wal_bytes', help: 'Size of the write-ahead log.', value: () => sizeOf(`${file}-wal`) },
    ],
    close() {
      reading.close()
      writing?.close()
    },
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Runs the reads of one turn of the event loop in one snapshot, so that they share one `begin` and one set of locks.
 */
function reads(connection: DatabaseSync, failed: (error: unknown) => unknown): Database['read'] {
  const reader = readerOf(createStatementCache(connection))
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const begin = control('begin')
  const commit = control('commit')
  const queue = openFairQueue<Waiting<ReadTransaction>>()
  /** Reads that arrived during a snapshot. They may have to see later changes, so they get the next snapshot. */
  let later: [whose: string, waiting: Waiting<ReadTransaction>][] = []
  let running = false

  async function runBatch(): Promise<void> {
    running = true
    const tx: ReadTransaction = { ...reader }
    const started: Waiting<ReadTransaction>[] = []
    try {
      begin.run()
      const endMs = performance.now() + readsMs
      for (let item = queue.takeNext(); item; item = performance.now() < endMs ? queue.takeNext() : undefined) {
        started.push(item)
        try {
          const result = item.work(tx)
          item.resolve(result instanceof Promise ? await result : result)
        } catch (error) {
          item.reject(failed(error))
        }
      }
      commit.run()
    } catch (error) {
      // Without a snapshot, no waiting read can run.
      const concerned = started.length > 0 ? started : queue.removeWhere(() => true)
      for (const { reject } of concerned) reject(failed(error))
    }
    running = false
    for (const [whose, waiting] of later) queue.add(whose, waiting)
    later = []
    if (queue.size() > 0) setImmediate(runBatch)
  }

  return (work, _deadlineMs, environmentId = '') =>
    new Promise((resolve, reject) => {
      const waiting = { work, resolve: resolve as (value: unknown) => void, reject }
      if (running) later.push([environmentId, waiting])
      else if (queue.add(environmentId, waiting) === 1) runAtTickEnd(runBatch)
    })
}

/** The state of the current transaction. */
interface TransactionState {
  /** Whether the current request, or the current part of it, has changed a row. */
  changed: boolean
  /** Whether every request and every part has a savepoint. */
  careful: boolean
  /** Transaction object, under which rules cache values. It is replaced when changes are undone. */
  tx: WriteTransaction
}

function writes(commitBatch: (batch: Iterable<Waiting<WriteTransaction>>) => Promise<void>): Database['write'] {
  const queue = openFairQueue<Waiting<WriteTransaction>>()
  const contention = trackContention()
  let draining = false
  function* batch(): Generator<Waiting<WriteTransaction>> {
    const endMs = contention.isContended() ? performance.now() + sharedBatchMs : Number.POSITIVE_INFINITY
    for (let count = 0; count < batchMax && queue.size() > 0; count++) {
      yield queue.takeNext()!
      if (performance.now() > endMs) return
    }
  }
  async function drain(): Promise<void> {
    draining = true
    while (queue.size() > 0) {
      await commitBatch(batch())
      // Requests that arrived during the commit share the next one.
      await new Promise(setImmediate)
    }
    draining = false
  }
  return (work, _deadlineMs, environmentId = '') =>
    new Promise((resolve, reject) => {
      contention.record(environmentId)
      queue.add(environmentId, { work, resolve: resolve as (value: unknown) => void, reject })
      if (!draining) void drain()
    })
}

function committing(connection: DatabaseSync, failed: (error: unknown) => unknown, file: string, bytesMax = 0) {
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const commit = withFileCheck(control('commit'), listDatabaseFiles(file).slice(0, 2))
  const transaction = { begin: control('begin immediate'), commit, rollback: control('rollback') }
  const { begin, rollback } = transaction
  const savepoint = control('savepoint request')
  const release = control('release request')
  const rollbackTo = control('rollback to request')
  const open = openWriter(connection)
  const { writer, state } = open
  const runInReserve = createReserveRunner(connection, transaction, open, bytesMax)

  /**
   * Runs one request of a batch. Returns the function that resolves it after the commit, or undefined if the request
   * failed after a change without a savepoint.
   */
  async function runRequest(request: Waiting<WriteTransaction>, careful: boolean): Promise<(() => void) | undefined> {
    let answer: () => void
    if (careful) savepoint.run()
    state.changed = false
    try {
      const result = await request.work(state.tx)
      answer = () => request.resolve(result)
    } catch (error) {
      // Some errors, such as a full disk, end the whole transaction: then nothing of this batch is left.
      if (!connection.isTransaction || isFatal(error) || primaryCode(error) === FULL) throw error
      state.tx = { ...writer }
      if (careful) rollbackTo.run()
      else if (state.changed || error === needsSavepoints) return undefined
      answer = () => request.reject(failed(error))
    }
    if (careful) release.run()
    return answer
  }

  /**
   * Runs a batch of requests with one commit. A savepoint for each request would add a fifth to the time of a create,
   * so the first run has none: a request that fails has rarely changed anything. After such a change, the batch starts
   * again with savepoints.
   */
  return async function commitBatch(batch: Iterable<Waiting<WriteTransaction>>, careful = false): Promise<void> {
    const started: Waiting<WriteTransaction>[] = []
    const answers: (() => void)[] = []
    state.careful = careful
    state.tx = { ...writer }
    try {
      begin.run()
      for (const request of batch) {
        started.push(request)
        const answer = await runRequest(request, careful)
        if (!answer) {
          rollback.run()
          return commitBatch(started, true)
        }
        answers.push(answer)
      }
      commit.run()
    } catch (error) {
      if (connection.isTransaction) rollback.run()
      if (bytesMax > 0 && primaryCode(error) === FULL) {
        // In the first run, later requests are still in the queue. In the second run, `batch` is the complete list.
        for (const request of careful ? batch : started) await runInReserve(request, failed, error)
        return
      }
      const reason = failed(error)
      // Without a transaction, the remaining requests of the batch fail as well.
      for (const { reject } of [...started, ...batch]) reject(reason)
      return
    }
    for (const answer of answers) answer()
  }
}

/** Runs a request in the reserve of a full storage. A request that leaves more pages in use than before is undone. */
function createReserveRunner(
  connection: DatabaseSync,
  { begin, commit, rollback }: Record<'begin' | 'commit' | 'rollback', { run(): unknown }>,
  { writer, state }: ReturnType<typeof openWriter>,
  bytesMax: number,
) {
  return async (
    { work, resolve, reject }: Waiting<WriteTransaction>,
    failed: (error: unknown) => unknown,
    full: unknown,
  ): Promise<void> => {
    const pagesBefore = pagesInUse(connection)
    state.careful = true
    state.tx = { ...writer }
    limitTo(connection, bytesMax + keptBytes)
    try {
      begin.run()
      const result = await work(state.tx)
      if (pagesInUse(connection) > pagesBefore) throw full
      commit.run()
      resolve(result)
    } catch (error) {
      if (connection.isTransaction) rollback.run()
      reject(failed(error))
    } finally {
      limitTo(connection, bytesMax)
    }
  }
}

function openWriter(connection: DatabaseSync): { writer: WriteTransaction; state: TransactionState } {
  const statements = createStatementCache(connection)
  const { get, all, search } = readerOf(statements)
  const getOrChange = <T>(query: SqlQuery): Awaitable<T | undefined> => {
    if (statements(query).writes) state.changed = true
    return get(query)
  }
  const change = (query: SqlQuery): ChangeResult => {
    const made = changeOf(statements, query)
    if (made.changes > 0) state.changed = true
    return made
  }
  const run = (query: SqlQuery): number => change(query).changes
  // SQLite has one writer at a time, so a read needs no row lock.
  const writer: WriteTransaction = {
    oneByOne: true,
    get: getOrChange,
    all,
    lock: get,
    share: get,
    search,
    run,
    runOn: run,
    ...createSearchIndex(change, get),
    part: (work) => runPart(work, state.careful, false),
    rehearse: (work) => runPart(work, true, true),
  }
  const state: TransactionState = { changed: false, careful: false, tx: writer }
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const savepoint = control('savepoint part')
  const release = control('release part')
  const rollbackTo = control('rollback to part')

  async function runPart<T>(work: (tx: WriteTransaction) => Awaitable<T>, saved: boolean, undone: boolean): Promise<T> {
    const changedBefore = state.changed
    const undo = () => {
      rollbackTo.run()
      state.tx = { ...writer }
      state.changed = false
    }
    if (saved) savepoint.run()
    state.changed = false
    try {
      const result = await work(state.tx)
      if (undone) undo()
      return result
    } catch (error) {
      if (!connection.isTransaction) throw error
      if (saved) undo()
      else if (state.changed) throw needsSavepoints
      throw error
    } finally {
      if (saved && connection.isTransaction) release.run()
      state.changed ||= changedBefore
    }
  }
  return { writer, state }
}

const readerOf = (statements: StatementCache): ReadTransaction => ({
  get<T>(query: SqlQuery) {
    const { statement, row } = statements(query)
    const values = statement.get(...query.values) as unknown as SQLOutputValue[] | undefined
    return values && (row(values) as T)
  },
  all<T>(query: SqlQuery) {
    const { statement, row } = statements(query)
    return (statement.all(...query.values) as unknown as SQLOutputValue[][]).map((values) => row(values) as T)
  },
  search: (environmentId, terms, limit) => searchOrders(statements, environmentId, terms, limit),
})

/** Opens a connection with the settings that every use of the file needs. */
export function connectSqlite(file: string, options: SqliteOptions = {}): DatabaseSync {
  const connection = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: busyTimeoutMs })
  if (!options.readOnly) connection.exec('pragma journal_mode = wal')
  connection.exec(
    'pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -16000',
  )
  if (options.bytesMax) limitTo(connection, options.bytesMax)
  return connection
}

/** Reserve of a full storage, in bytes: a deletion needs a few pages before it frees others. */
const keptBytes = 1_048_576

const numberOf = (connection: DatabaseSync, pragma: 'page_size' | 'page_count' | 'freelist_count'): number =>
  Object.values(connection.prepare(`pragma ${pragma}`).get()!)[0] as number

const limitTo = (connection: DatabaseSync, bytes: number): void =>
  connection.exec(`pragma max_page_count = ${Math.max(1, Math.floor(bytes / numberOf(connection, 'page_size')))}`)

const pagesInUse = (connection: DatabaseSync): number =>
  numberOf(connection, 'page_count') - numberOf(connection, 'freelist_count')

/** Applies the missing migrations and returns their names. */
export async function migrateSqlite(connection: DatabaseSync, fills: MigrationFills = {}): Promise<string[]> {
  const statements = createStatementCache(connection)
  const change = (query: SqlQuery) => changeOf(statements, query)
  const run = (query: SqlQuery) => change(query).changes
  connection.exec('begin immediate')
  try {
    const { all, get } = readerOf(statements)
    const { index } = createSearchIndex(change, get)
    const exec = (text: string) => connection.exec(text)
    const applied = await migrateSchema({ engine: 'sqlite', exec, all, run, runOn: run, index }, fills)
    connection.exec('commit')
    return applied
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
