// Prepares each statement of the embedded engine once, and returns rows as objects.
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { compileLiteral } from '../value/literal.ts'
import type { SqlQuery } from './database.ts'

interface Prepared {
  statement: StatementSync
  /** Whether the statement changes rows, also while it reads them (`returning`). */
  writes: boolean
  row(values: SQLOutputValue[]): Record<string, SQLOutputValue>
}
export type StatementCache = (query: SqlQuery) => Prepared

/** Returns a function that prepares each statement once, by its template. */
export function createStatementCache(connection: DatabaseSync): StatementCache {
  const cache = new Map<TemplateStringsArray, Prepared>()
  return ({ strings }) => {
    const found = cache.get(strings)
    if (found) return found
    const prepared = prepare(connection, strings.join('?'))
    cache.set(strings, prepared)
    return prepared
  }
}

/**
 * Reads row ids of a statement as BigInt. A change returns the id of the last inserted row, and the ids of the word
 * index may exceed a number: reading them as numbers would fail, even for a commit.
 */
export function takeAnyRowId(statement: StatementSync): StatementSync {
  statement.setReadBigInts(true)
  return statement
}

function prepare(connection: DatabaseSync, text: string): Prepared {
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  if (names.length === 0) takeAnyRowId(statement)
  return {
    statement,
    writes: !/^\s*select\b/i.test(text),
    row: naming(names),
  }
}

/**
 * Compiles a function that turns a row from an array into an object. For an order it takes a tenth of the time of a
 * function for all statements, which looks up each name. The objects of the driver take longest.
 */
const naming = (names: string[]): Prepared['row'] =>
  compileLiteral(
    'values',
    names.map((name, index) => [name, `values[${index}]`]),
  )

export interface ChangeResult {
  changes: number
  /** Id of the last inserted row. */
  rowId: number | bigint
}
export function changeOf(statements: StatementCache, query: SqlQuery): ChangeResult {
  const { changes, lastInsertRowid } = statements(query).statement.run(...query.values)
  return { changes: Number(changes), rowId: lastInsertRowid }
}
