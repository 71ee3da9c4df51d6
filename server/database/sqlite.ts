// The embedded engine: node:sqlite in WAL mode, every commit synced to disk, writes that wait are committed together.
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { type Awaitable, type Database, type Query, type Reader, unavailable, type Writer } from './database.ts'

const primaryCode = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff
const BUSY = 5
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const NOTADB = 26

/** Beyond these, a failed sync may have lost pages that the kernel reports as clean: only a restart tells what is on disk. */
const isFatal = (error: unknown) => [IOERR, CORRUPT, NOTADB].includes(primaryCode(error))

export interface SqliteOptions {
  readOnly?: boolean
  /** Called once on a storage error after which nothing may be trusted but a restart. */
  onFatal?: (error: unknown) => void
  /** The file may grow to so many bytes; 0 is no limit. */
  bytesMax?: number
}

/** How many waiting writes share one commit at the most: bounds the time the first of them waits. */
const batchMax = 256
const busyTimeoutMs = 5_000
/** CVE-free WAL reset handling came with this version. */
const versionMin = '3.51.3'

interface Waiting<Transaction> {
  work: (tx: Transaction) => Awaitable<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  if (process.versions.sqlite!.localeCompare(versionMin, 'en', { numeric: true }) < 0)
    throw new Error(`SQLite ${versionMin} or newer is needed; this Node has ${process.versions.sqlite}.`)
  const connection = connect(file, options)
  const statements = new Map<TemplateStringsArray, Prepared>()
  const prepare = ({ strings }: Query): Prepared => {
    let prepared = statements.get(strings)
    if (!prepared) {
      prepared = prepareOn(connection, strings.join('?'))
      statements.set(strings, prepared)
    }
    return prepared
  }
  const get = <T>(query: Query): T | undefined => {
    const { statement, row } = prepare(query)
    const values = statement.get(...query.values)
    return values && (row(values as never) as T)
  }
  const reader: Reader = {
    get,
    all: <T>(query: Query) => {
      const { statement, row } = prepare(query)
      return statement.all(...query.values).map((values) => row(values as never) as T)
    },
  }
  // One writer at a time: whatever a transaction reads, nobody changes before it ends.
  const writer: Writer = {
    ...reader,
    run: (query) => Number(prepare(query).statement.run(...query.values).changes),
    lock: get,
    share: get,
  }
  const begin = connection.prepare('begin')
  const beginImmediate = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')
  const savepoint = connection.prepare('savepoint request')
  const release = connection.prepare('release request')
  const rollbackTo = connection.prepare('rollback to request')

  const failed = (error: unknown): unknown => {
    if (isFatal(error)) options.onFatal?.(error)
    if (primaryCode(error) === FULL) return unavailable('The storage is full.', error)
    if (primaryCode(error) === BUSY) return unavailable('The database is busy.', error)
    return error
  }

  // Reads of one turn of the event loop share a snapshot: one begin and one set of locks for all of them.
  let reads: Waiting<Reader>[] = []
  let reading: Promise<void> | undefined

  async function readBatch(): Promise<void> {
    while (reading) await reading
    const batch = reads
    reads = []
    const { promise, resolve: finished } = Promise.withResolvers<void>()
    reading = promise
    try {
      begin.run()
      for (const { work, resolve, reject } of batch) {
        try {
          const result = work(reader)
          resolve(result instanceof Promise ? await result : result)
        } catch (error) {
          reject(failed(error))
        }
      }
    } catch (error) {
      for (const { reject } of batch) reject(failed(error))
    } finally {
      if (connection.isTransaction) commit.run()
      reading = undefined
      finished()
    }
  }

  const read = <T>(work: (tx: Reader) => Awaitable<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (reads.push({ work, resolve: resolve as (value: unknown) => void, reject }) === 1) setImmediate(readBatch)
    })

  const queue: Waiting<Writer>[] = []
  let draining = false

  async function commitBatch(batch: Waiting<Writer>[]): Promise<void> {
    const answers: (() => void)[] = []
    try {
      beginImmediate.run()
      for (const { work, resolve, reject } of batch) {
        savepoint.run()
        try {
          const result = await work(writer)
          release.run()
          answers.push(() => resolve(result))
        } catch (error) {
          // Some errors (a full disk) end the whole transaction: then nothing of this batch is left.
          if (!connection.isTransaction) throw error
          rollbackTo.run()
          release.run()
          if (isFatal(error)) throw error
          answers.push(() => reject(failed(error)))
        }
      }
      commit.run()
    } catch (error) {
      if (connection.isTransaction) rollback.run()
      const reason = failed(error)
      for (const { reject } of batch) reject(reason)
      return
    }
    for (const answer of answers) answer()
  }

  async function drain(): Promise<void> {
    draining = true
    while (queue.length > 0) {
      await commitBatch(queue.splice(0, batchMax))
      // Lets the requests in that arrived during the commit, so that they share the next one.
      await new Promise(setImmediate)
    }
    draining = false
  }

  const write = <T>(work: (tx: Writer) => Awaitable<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (!draining) void drain()
    })

  return { read, write, close: () => connection.close() }
}

interface Prepared {
  statement: StatementSync
  row(values: SQLOutputValue[]): Record<string, SQLOutputValue>
}

/** Rows come as arrays and are named here: a third cheaper than letting the driver set each member. */
function prepareOn(connection: DatabaseSync, text: string): Prepared {
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  return {
    statement,
    row(values) {
      const named: Record<string, SQLOutputValue> = {}
      for (let i = 0; i < names.length; i++) named[names[i]!] = values[i]!
      return named
    },
  }
}

/** A connection with the settings that every use of the file needs. */
export function connect(file: string, options: SqliteOptions = {}): DatabaseSync {
  const connection = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: busyTimeoutMs })
  if (!options.readOnly) connection.exec('pragma journal_mode = wal')
  connection.exec(
    'pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000',
  )
  if (options.bytesMax) {
    const { page_size } = connection.prepare('pragma page_size').get() as { page_size: number }
    connection.exec(`pragma max_page_count = ${Math.max(1, Math.floor(options.bytesMax / page_size))}`)
  }
  return connection
}
