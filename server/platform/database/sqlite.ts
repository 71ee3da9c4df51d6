// The embedded engine: node:sqlite in WAL mode. Every commit is synced to disk, and waiting writes share a commit.
import { statSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { atEndOfTurn, trackContention } from '../fairness/contention.ts'
import { openFairQueue } from '../fairness/fair-queue.ts'
import {
  type Awaitable,
  type Database,
  needsSavepoints,
  type Query,
  type Reader,
  unavailable,
  type Writer,
} from './database.ts'
import { type Fills, migrate } from './migrate.ts'
import { filesOf, inPlace, isMisplaced } from './misplaced.ts'
import { indexOf, search } from './sqlite-search.ts'
import { type Change, changeOf, type Statements, statementsOf, takeAnyRowId } from './sqlite-statements.ts'

const primaryCode = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff
const BUSY = 5
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const NOTADB = 26

/**
 * Returns whether an error is fatal: only a restart shows the content of the disk. A failed sync may have lost pages
 * that the kernel reports as clean.
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
/** In older versions, a checkpoint could lose the start of a write-ahead log that another connection had reset. */
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
    if (primaryCode(error) === FULL) return unavailable('The storage is full.', error)
    if (primaryCode(error) === BUSY) return unavailable('The database is busy.', error)
    return error
  }
  // Two connections: a transaction of a read must not begin or end within a transaction of a write.
  const writing = options.readOnly ? undefined : connect(file, options)
  const reading = connect(file, { ...options, readOnly: true })
  return {
    read: reads(reading, failed),
    write: writing
      ? writes(committing(writing, failed, file, options.bytesMax))
      : () => Promise.reject(new Error('This database was opened to be read.')),
    // There is one writer at a time.
    othersEnded: async () => undefined,
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
  const reader = readerOf(statementsOf(connection))
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const begin = control('begin')
  const commit = control('commit')
  const queue = openFairQueue<Waiting<Reader>>()
  /** Reads that arrived during a snapshot. They may have to see later changes, so they get the next snapshot. */
  let later: [whose: string, waiting: Waiting<Reader>][] = []
  let running = false

  async function runBatch(): Promise<void> {
    running = true
    const tx: Reader = { ...reader }
    const taken: Waiting<Reader>[] = []
    try {
      begin.run()
      const until = performance.now() + readsMs
      for (let each = queue.takeNext(); each; each = performance.now() < until ? queue.takeNext() : undefined) {
        taken.push(each)
        try {
          const result = each.work(tx)
          each.resolve(result instanceof Promise ? await result : result)
        } catch (error) {
          each.reject(failed(error))
        }
      }
      commit.run()
    } catch (error) {
      // Without a snapshot, no waiting read can run.
      const concerned = taken.length > 0 ? taken : queue.removeWhere(() => true)
      for (const { reject } of concerned) reject(failed(error))
    }
    running = false
    for (const [whose, waiting] of later) queue.add(whose, waiting)
    later = []
    if (queue.size() > 0) setImmediate(runBatch)
  }

  return (work, _due, whose = '') =>
    new Promise((resolve, reject) => {
      const waiting = { work, resolve: resolve as (value: unknown) => void, reject }
      if (running) later.push([whose, waiting])
      else if (queue.add(whose, waiting) === 1) atEndOfTurn(runBatch)
    })
}

/** The state of the current transaction. */
interface Standing {
  /** Whether the current request, or the current part of it, has changed a row. */
  changed: boolean
  /** Whether every request and every part has a savepoint. */
  careful: boolean
  /** The key of values that rules cache per transaction. It is replaced when changes are undone. */
  tx: Writer
}

function writes(commitBatch: (batch: Iterable<Waiting<Writer>>) => Promise<void>): Database['write'] {
  const queue = openFairQueue<Waiting<Writer>>()
  const contention = trackContention()
  let draining = false
  function* batch(): Generator<Waiting<Writer>> {
    const until = contention.isContended() ? performance.now() + sharedBatchMs : Number.POSITIVE_INFINITY
    for (let count = 0; count < batchMax && queue.size() > 0; count++) {
      yield queue.takeNext()!
      if (performance.now() > until) return
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
  return (work, _due, whose = '') =>
    new Promise((resolve, reject) => {
      contention.record(whose)
      queue.add(whose, { work, resolve: resolve as (value: unknown) => void, reject })
      if (!draining) void drain()
    })
}

function committing(connection: DatabaseSync, failed: (error: unknown) => unknown, file: string, bytesMax = 0) {
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const commit = inPlace(control('commit'), filesOf(file).slice(0, 2))
  const transaction = { begin: control('begin immediate'), commit, rollback: control('rollback') }
  const { begin, rollback } = transaction
  const savepoint = control('savepoint request')
  const release = control('release request')
  const rollbackTo = control('rollback to request')
  const open = openWriter(connection)
  const { writer, standing } = open
  const makeRoom = makingRoom(connection, transaction, open, bytesMax)

  /**
   * Runs one request of a batch. Returns the function that answers it after the commit, or undefined if the request
   * failed after a change without a savepoint.
   */
  async function runRequest(request: Waiting<Writer>, careful: boolean): Promise<(() => void) | undefined> {
    let answer: () => void
    if (careful) savepoint.run()
    standing.changed = false
    try {
      const result = await request.work(standing.tx)
      answer = () => request.resolve(result)
    } catch (error) {
      // Some errors, such as a full disk, end the whole transaction: then nothing of this batch is left.
      if (!connection.isTransaction || isFatal(error) || primaryCode(error) === FULL) throw error
      standing.tx = { ...writer }
      if (careful) rollbackTo.run()
      else if (standing.changed || error === needsSavepoints) return undefined
      answer = () => request.reject(failed(error))
    }
    if (careful) release.run()
    return answer
  }

  /**
   * Runs a batch of requests with one commit. A savepoint for each request would cost a fifth of a create, so the first
   * run has none: a request that fails has rarely changed anything. After such a change, the batch starts again with
   * savepoints.
   */
  return async function commitBatch(batch: Iterable<Waiting<Writer>>, careful = false): Promise<void> {
    const taken: Waiting<Writer>[] = []
    const answers: (() => void)[] = []
    standing.careful = careful
    standing.tx = { ...writer }
    try {
      begin.run()
      for (const each of batch) {
        taken.push(each)
        const answer = await runRequest(each, careful)
        if (!answer) {
          rollback.run()
          return commitBatch(taken, true)
        }
        answers.push(answer)
      }
      commit.run()
    } catch (error) {
      if (connection.isTransaction) rollback.run()
      if (bytesMax > 0 && primaryCode(error) === FULL) {
        // In the first run, later requests are still in the queue. In the second run, `batch` is the complete list.
        for (const each of careful ? batch : taken) await makeRoom(each, failed, error)
        return
      }
      const reason = failed(error)
      // Without a transaction, the remaining requests of the batch fail as well.
      for (const { reject } of [...taken, ...batch]) reject(reason)
      return
    }
    for (const answer of answers) answer()
  }
}

/** Runs a request in the reserve of a full storage. A request that leaves more pages in use than before is undone. */
function makingRoom(
  connection: DatabaseSync,
  { begin, commit, rollback }: Record<'begin' | 'commit' | 'rollback', { run(): unknown }>,
  { writer, standing }: ReturnType<typeof openWriter>,
  bytesMax: number,
) {
  return async (
    { work, resolve, reject }: Waiting<Writer>,
    failed: (error: unknown) => unknown,
    full: unknown,
  ): Promise<void> => {
    const before = pagesInUse(connection)
    standing.careful = true
    standing.tx = { ...writer }
    limitTo(connection, bytesMax + keptBytes)
    try {
      begin.run()
      const result = await work(standing.tx)
      if (pagesInUse(connection) > before) throw full
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

function openWriter(connection: DatabaseSync): { writer: Writer; standing: Standing } {
  const statements = statementsOf(connection)
  const { get, all, search } = readerOf(statements)
  const getOrChange = <T>(query: Query): Awaitable<T | undefined> => {
    if (statements(query).writes) standing.changed = true
    return get(query)
  }
  const change = (query: Query): Change => {
    const made = changeOf(statements, query)
    if (made.changes > 0) standing.changed = true
    return made
  }
  const run = (query: Query): number => change(query).changes
  // There is one writer at a time, so a read needs no row lock.
  const writer: Writer = {
    oneByOne: true,
    get: getOrChange,
    all,
    lock: get,
    share: get,
    search,
    run,
    runOn: run,
    ...indexOf(change, get),
    part: (work) => runPart(work, standing.careful, false),
    rehearse: (work) => runPart(work, true, true),
  }
  const standing: Standing = { changed: false, careful: false, tx: writer }
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const savepoint = control('savepoint part')
  const release = control('release part')
  const rollbackTo = control('rollback to part')

  async function runPart<T>(work: (tx: Writer) => Awaitable<T>, saved: boolean, undone: boolean): Promise<T> {
    const changedBefore = standing.changed
    const undo = () => {
      rollbackTo.run()
      standing.tx = { ...writer }
      standing.changed = false
    }
    if (saved) savepoint.run()
    standing.changed = false
    try {
      const result = await work(standing.tx)
      if (undone) undo()
      return result
    } catch (error) {
      if (!connection.isTransaction) throw error
      if (saved) undo()
      else if (standing.changed) throw needsSavepoints
      throw error
    } finally {
      if (saved && connection.isTransaction) release.run()
      standing.changed ||= changedBefore
    }
  }
  return { writer, standing }
}

const readerOf = (statements: Statements): Reader => ({
  get<T>(query: Query) {
    const { statement, row } = statements(query)
    const values = statement.get(...query.values) as unknown as SQLOutputValue[] | undefined
    return values && (row(values) as T)
  },
  all<T>(query: Query) {
    const { statement, row } = statements(query)
    return (statement.all(...query.values) as unknown as SQLOutputValue[][]).map((values) => row(values) as T)
  },
  search: (environmentId, terms, limit) => search(statements, environmentId, terms, limit),
})

/** Opens a connection with the settings that every use of the file needs. */
export function connect(file: string, options: SqliteOptions = {}): DatabaseSync {
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
export async function migrateSqlite(connection: DatabaseSync, fills: Fills = {}): Promise<string[]> {
  const statements = statementsOf(connection)
  const change = (query: Query) => changeOf(statements, query)
  const run = (query: Query) => change(query).changes
  connection.exec('begin immediate')
  try {
    const { all, get } = readerOf(statements)
    const { index } = indexOf(change, get)
    const exec = (text: string) => connection.exec(text)
    const applied = await migrate({ engine: 'sqlite', exec, all, run, runOn: run, index }, fills)
    connection.exec('commit')
    return applied
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
