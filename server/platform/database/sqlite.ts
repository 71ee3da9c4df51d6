// The embedded engine: node:sqlite in WAL mode, every commit synced to disk, writes that wait are committed together.
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
  sql,
  type Term,
  unavailable,
  type Writer,
} from './database.ts'
import { type Fills, migrate } from './migrate.ts'
import { filesOf, inPlace, isMisplaced } from './misplaced.ts'
import { type Change, changeOf, type Statements, statementsOf, takeAnyRowId } from './sqlite-statements.ts'

const primaryCode = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff
const BUSY = 5
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const NOTADB = 26

/** Beyond these, a failed sync may have lost pages that the kernel reports as clean: only a restart tells what is on disk. */
const isFatal = (error: unknown) => isMisplaced(error) || [IOERR, CORRUPT, NOTADB].includes(primaryCode(error))

/** In words a failed read and a failed sync are the same: the number tells which it was. */
const inDetail = (error: Error): string =>
  isMisplaced(error)
    ? error.message
    : `${error.stack ?? error.message}\nSQLite error ${(error as { errcode?: number }).errcode}`

export interface SqliteOptions {
  readOnly?: boolean
  /** Called on a storage error after which nothing may be trusted but a restart, with what is for the log. */
  onFatal?: (message: string) => void
  /** The file may grow to so many bytes; 0 is no limit. */
  bytesMax?: number
}

/** How many waiting writes share one commit at the most: bounds the time the first of them waits. */
const batchMax = 256
/** While several environments write, a commit is not put off for longer than this by those that share it. */
const sharedBatchMs = 4
/** Reads go on for so long before whatever else has come is looked at. */
const readsMs = 1
const busyTimeoutMs = 5_000
/** Before it, a checkpoint could lose the start of a write-ahead log that another connection reset. */
const versionMin = '3.51.3'

/** A piece of work that waits for its transaction. */
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
  // Reading and writing have a connection each: a transaction of one must not end, or begin, in the midst of the other's.
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

/** Reads of one turn of the event loop share a snapshot, as far as they are short: one begin and one set of locks for all. */
function reads(connection: DatabaseSync, failed: (error: unknown) => unknown): Database['read'] {
  const reader = readerOf(statementsOf(connection))
  const control = (text: string) => takeAnyRowId(connection.prepare(text))
  const begin = control('begin')
  const commit = control('commit')
  const queue = openFairQueue<Waiting<Reader>>()
  /** What comes while a snapshot is read may be due to see more than that. */
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
      // Where not even a snapshot could be had, there is none for those that wait either.
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

/** How the transaction that runs now stands. */
interface Standing {
  /** Whether the request that runs now, or the part of it, has changed something. */
  changed: boolean
  /** Whether every request and every part of one has a savepoint. */
  careful: boolean
  /** What rules remember of a transaction hangs on this object: it lasts for the batch, or until something is undone. */
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
      // Lets the requests in that arrived during the commit, so that they share the next one.
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
   * One commit for a batch. A savepoint for every request would cost a fifth of a create, so there is none at first: a
   * request that fails has seldom changed anything by then. When one has, the batch starts again with savepoints.
   */
  return async function commitBatch(batch: Iterable<Waiting<Writer>>, careful = false): Promise<void> {
    const taken: Waiting<Writer>[] = []
    const answers: (() => void)[] = []
    standing.careful = careful
    standing.tx = { ...writer }
    try {
      begin.run()
      for (const each of batch) {
        const { work, resolve, reject } = each
        taken.push(each)
        if (careful) savepoint.run()
        standing.changed = false
        try {
          const result = await work(standing.tx)
          answers.push(() => resolve(result))
        } catch (error) {
          // Some errors (a full disk) end the whole transaction: then nothing of this batch is left.
          if (!connection.isTransaction || isFatal(error) || primaryCode(error) === FULL) throw error
          standing.tx = { ...writer }
          if (careful) rollbackTo.run()
          else if (standing.changed || error === needsSavepoints) {
            rollback.run()
            return commitBatch(taken, true)
          }
          answers.push(() => reject(failed(error)))
        }
        if (careful) release.run()
      }
      commit.run()
    } catch (error) {
      if (connection.isTransaction) rollback.run()
      if (bytesMax > 0 && primaryCode(error) === FULL) {
        // Those that were to come are still in the queue, unless all of them are here for the second time.
        for (const each of careful ? batch : taken) await makeRoom(each, failed, error)
        return
      }
      const reason = failed(error)
      // Those as well that were to come, where not even a transaction could be had.
      for (const { reject } of [...taken, ...batch]) reject(reason)
      return
    }
    for (const answer of answers) answer()
  }
}

/** A transaction in the room that is kept for those who make room: what needs more than there was before it is undone. */
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
  // One writer at a time: whatever a transaction reads, nobody changes before it ends.
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

/** As many words with the same start are looked for one by one. */
const wordsMax = 16

/**
 * FTS5 looks for the start of a word by collecting the orders of all words that have it before it answers the first; for
 * whole words it goes from one order to the next, and stops at the limit. So whole words are tried first, then those that
 * few words start with, and what leads to more than the limit is left out of account.
 */
function search(
  statements: Statements,
  environmentId: string,
  terms: readonly Term[],
  limit: number,
): string[] | undefined {
  const tag = tagOf(environmentId)
  const whole = terms.filter(({ prefix }) => !prefix).map(({ word }) => `"${tag}${word}"`)
  if (whole.length > 0) {
    const found = ordersWith(statements, environmentId, whole, limit)
    if (found.length < limit || whole.length === terms.length) return found
  }
  const starts = terms
    .filter(({ prefix }) => prefix)
    .map(({ word }) => `${tag}${word}`)
    .sort((a, b) => b.length - a.length)
    .filter((start) => !leadsFar(statements, start, limit))
  const wanted: string[] = []
  for (const start of starts) {
    const words = wordsFrom(statements, start, wordsMax)
    if (words.length === 0) return []
    if (words.length <= wordsMax) wanted.push(`(${words.map((word) => `"${word}"`).join(' OR ')})`)
  }
  if (wanted.length === 0) {
    const start = starts.find((each) => wordsFrom(statements, each, limit).length <= limit)
    if (start === undefined) return undefined
    wanted.push(`"${start}"*`)
  }
  return ordersWith(statements, environmentId, [...whole, ...wanted], limit)
}

function ordersWith(statements: Statements, environmentId: string, wanted: string[], limit: number): string[] {
  const match = wanted.join(' AND ')
  const { statement } = statements(
    sql`select r.consignment_id from search_words w
      join search_rows r on r.row_id = w.rowid
      where w.search_words match ${match} and r.environment_id = ${environmentId} limit ${limit}`,
  )
  return (statement.all(match, environmentId, limit) as unknown as [string][]).map(([id]) => id)
}

/** Whether that word alone is in so many orders. */
function leadsFar(statements: Statements, word: string, limit: number): boolean {
  const match = `"${word}"`
  const { statement } = statements(
    sql`select count(*) from (select w.rowid from search_words w where w.search_words match ${match} limit ${limit})`,
  )
  const [count] = statement.get(match, limit) as unknown as [number]
  return count >= limit
}

/** The words with that start, and at most one more than the limit. */
function wordsFrom(statements: Statements, start: string, limit: number): string[] {
  const end = `${start}\u{10ffff}`
  const { statement } = statements(
    sql`select term from search_terms where term >= ${start} and term < ${end} limit ${limit + 1}`,
  )
  return (statement.all(start, end, limit + 1) as unknown as [string][]).map(([word]) => word)
}

/** Stands before every word, so that a search walks the orders of its environment only. */
const tagOf = (environmentId: string) => environmentId.slice(-12)

/**
 * The index for words is told of each change: it is a table apart, and there are no triggers. It collects the words of a
 * transaction in memory, but writes out what it has before any statement that SQLite may have to undo by itself: one
 * with `select`, `returning` or `do update`. So what creates an order has none of these, and a batch is written out once.
 */
const indexOf = (
  change: (query: Query) => Change,
  get: <T>(query: Query) => Awaitable<T | undefined>,
): Pick<Writer, 'index' | 'unindex'> => ({
  async index(environmentId, consignmentId, words) {
    const { changes, rowId } = change(
      sql`insert into search_rows (environment_id, consignment_id) values (${environmentId}, ${consignmentId})
        on conflict (environment_id, consignment_id) do nothing`,
    )
    const known = changes > 0 ? undefined : await rowOf(get, environmentId, consignmentId)
    const tagged = words.replaceAll(' ', ` ${tagOf(environmentId)}`)
    change(sql`insert or replace into search_words (rowid, words) values (${Number(known ?? rowId)}, ${tagged})`)
  },
  unindex(environmentId, consignmentId) {
    if (consignmentId === undefined) {
      change(
        sql`delete from search_words
          where rowid in (select row_id from search_rows where environment_id = ${environmentId})`,
      )
      change(sql`delete from search_rows where environment_id = ${environmentId}`)
      return
    }
    change(
      sql`delete from search_words
        where rowid = (
          select row_id from search_rows
          where environment_id = ${environmentId} and consignment_id = ${consignmentId})`,
    )
    change(sql`delete from search_rows where environment_id = ${environmentId} and consignment_id = ${consignmentId}`)
  },
})

const rowOf = async (
  get: <T>(query: Query) => Awaitable<T | undefined>,
  environmentId: string,
  consignmentId: string,
): Promise<number> =>
  (await get<{ rowId: number }>(
    sql`select row_id as "rowId" from search_rows
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  ))!.rowId

/** A connection with the settings that every use of the file needs. */
export function connect(file: string, options: SqliteOptions = {}): DatabaseSync {
  const connection = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: busyTimeoutMs })
  if (!options.readOnly) connection.exec('pragma journal_mode = wal')
  connection.exec(
    'pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -16000',
  )
  if (options.bytesMax) limitTo(connection, options.bytesMax)
  return connection
}

/** Of a full storage, for those who make room in it: to delete something takes a few pages before it gives others back. */
const keptBytes = 1_048_576

const numberOf = (connection: DatabaseSync, pragma: 'page_size' | 'page_count' | 'freelist_count'): number =>
  Object.values(connection.prepare(`pragma ${pragma}`).get()!)[0] as number

const limitTo = (connection: DatabaseSync, bytes: number): void =>
  connection.exec(`pragma max_page_count = ${Math.max(1, Math.floor(bytes / numberOf(connection, 'page_size')))}`)

const pagesInUse = (connection: DatabaseSync): number =>
  numberOf(connection, 'page_count') - numberOf(connection, 'freelist_count')

/** Applies the migrations that are missing, and answers the names of them. */
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
