// The embedded engine: node:sqlite in WAL mode, every commit synced to disk, writes that wait are committed together.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
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

interface Waiting {
  work: (tx: Writer) => Awaitable<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  if (process.versions.sqlite!.localeCompare(versionMin, 'en', { numeric: true }) < 0)
    throw new Error(`SQLite ${versionMin} or newer is needed; this Node has ${process.versions.sqlite}.`)
  const connection = connect(file, options)
  const statements = new Map<TemplateStringsArray, StatementSync>()
  const prepare = ({ strings }: Query): StatementSync => {
    let statement = statements.get(strings)
    if (!statement) {
      statement = connection.prepare(strings.join('?'))
      statements.set(strings, statement)
    }
    return statement
  }
  const get = <T>(query: Query) => prepare(query).get(...query.values) as T | undefined
  const reader: Reader = {
    get,
    all: <T>(query: Query) => prepare(query).all(...query.values) as T[],
  }
  // One writer at a time: whatever a transaction reads, nobody changes before it ends.
  const writer: Writer = {
    ...reader,
    run: (query) => Number(prepare(query).run(...query.values).changes),
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

  // Reads share one connection, and an awaiting read must not see another's transaction end under it.
  let reading: Promise<unknown> | undefined
  async function read<T>(work: (tx: Reader) => Awaitable<T>): Promise<T> {
    while (reading) await reading
    begin.run()
    try {
      const result = work(reader)
      if (!(result instanceof Promise)) return result
      reading = result.catch(() => undefined)
      return await result
    } catch (error) {
      throw failed(error)
    } finally {
      reading = undefined
      if (connection.isTransaction) commit.run()
    }
  }

  const queue: Waiting[] = []
  let draining = false

  async function commitBatch(batch: Waiting[]): Promise<void> {
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
