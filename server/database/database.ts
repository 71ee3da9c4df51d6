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
  /**
   * Whether transactions take turns: then what one counts up is the order in which they commit. Where they overlap, a
   * number taken earlier may be committed later, and a lock to prevent that would make all writers of an environment wait.
   */
  readonly inTurn: boolean
  /** Answers how many rows it changed. */
  run(query: Query): Awaitable<number>
  /** Reads one row and keeps others from changing it until the end of the transaction. */
  lock<T>(query: Query): Awaitable<T | undefined>
  /** Reads one row and keeps others from changing it, while others may share it. */
  share<T>(query: Query): Awaitable<T | undefined>
  /**
   * Runs a part of the work that is undone alone when it fails; the part works with the transaction it is given. Only
   * when one has failed after it had changed something is all the work started again, with savepoints for its parts:
   * they cost a fifth of a create, and refusals come before changes as a rule.
   */
  part<T>(work: (tx: Writer) => Awaitable<T>): Promise<T>
  /** Runs a part of the work, and undoes it in any case: what it answers is what would have come of it. */
  rehearse<T>(work: (tx: Writer) => Awaitable<T>): Promise<T>
}

export interface Database {
  /** One consistent snapshot. The work may run more than once. */
  read<T>(work: (tx: Reader) => Awaitable<T>): Promise<T>
  /** One transaction: all or nothing, and on disk when the promise resolves. The work may run more than once. */
  write<T>(work: (tx: Writer) => Awaitable<T>): Promise<T>
  /** Whether it answers; engines inside the process always do. */
  isUp(): boolean
  close(): Awaitable<void>
}

/** The database cannot take this now, though it may later: nothing was written. */
export function unavailable(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: 'Unavailable' })
}
export const isUnavailable = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable'

/** The commit was sent and no answer came: only a look at the data tells whether it was stored. */
export function outcomeUnknown(cause?: unknown): Error {
  return Object.assign(new Error('The database was lost. Whether this was stored is not known.', { cause }), {
    name: 'OutcomeUnknown',
  })
}
export const isOutcomeUnknown = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'OutcomeUnknown'

/** Thrown by work that another transaction has overtaken: it is undone and starts again, and sees what the other did. */
export const startAgain = (): Error =>
  Object.assign(unavailable('Others are changing the same record.'), { startsAgain: true })
export const isStartAgain = (error: unknown): boolean =>
  (error as { startsAgain?: boolean } | null)?.startsAgain === true

/** Thrown through work whose parts need savepoints after all. */
export const needsSavepoints = new Error('A part has failed after it had changed something.')

/** Another row has the unique key that this change wanted. Stores avoid it where they can say so in SQL. */
export const duplicate = (constraint: string, cause: unknown): Error =>
  Object.assign(new Error(`Another row has this key (${constraint}).`, { cause }), { name: 'Duplicate', constraint })

/** For a change after a look whether the key is free: whoever took it in between is found when the work starts again. */
export async function unlessTaken<T>(constraint: string, change: () => Awaitable<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === constraint) throw startAgain()
    throw error
  }
}
