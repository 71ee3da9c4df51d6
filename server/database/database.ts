// The port to the database: what rules and stores may rely on, whichever engine is behind it.

export type Value = string | number | null
export type Row = Record<string, Value>
/** An engine may answer at once or later; `await` takes both. */
export type Awaitable<T> = T | Promise<T>

/** A statement with its parameters. The template's identity keys the prepared statement, so no SQL is ever built from strings. */
export interface Query {
  strings: TemplateStringsArray
  values: Value[]
}
export const sql = (strings: TemplateStringsArray, ...values: Value[]): Query => ({ strings, values })

export interface Reader {
  get<T>(query: Query): Awaitable<T | undefined>
  all<T>(query: Query): Awaitable<T[]>
}

export interface Writer extends Reader {
  /** Answers how many rows it changed. */
  run(query: Query): Awaitable<number>
  /** Reads one row and keeps others from changing it until the end of the transaction. */
  lock<T>(query: Query): Awaitable<T | undefined>
  /** Reads one row and keeps others from changing it, while others may share it. */
  share<T>(query: Query): Awaitable<T | undefined>
}

export interface Database {
  /** One consistent snapshot. */
  read<T>(work: (tx: Reader) => Awaitable<T>): Promise<T>
  /** One transaction: all or nothing, and on disk when the promise resolves. The work may run more than once. */
  write<T>(work: (tx: Writer) => Awaitable<T>): Promise<T>
  close(): void
}

/** The database cannot take this now, though it may later: nothing was written. */
export function unavailable(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: 'Unavailable' })
}
export const isUnavailable = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable'
