// Pieces of SQL for columns that are named after fields, such as `depot_key` after `depotKey`.
import { compileValues } from '../value/literal.ts'
import { lastSortKey } from '../value/sort.ts'
import { createTemplate, type SqlQuery, type SqlValue } from './database.ts'

/** Columns of one table. Each piece is built once, so that the engines reuse their prepared statements. */
export interface TableColumns<Name extends string> {
  /** Names of the fields. */
  readonly names: readonly Name[]
  /** Names of the columns, in the same sequence. */
  readonly columns: readonly string[]
  /** Returns `c.depot_key as "depotKey"` and so on, for a table with this alias. */
  select(alias: string): SqlQuery
  /** The names between the brackets of an insert. */
  readonly list: SqlQuery
  /** Returns the values of an insert, in the sequence of `list`. */
  values(row: Readonly<Record<Name, SqlValue>>): SqlQuery
  /** Returns the assignments of an update. */
  set(row: Readonly<Record<Name, SqlValue>>): SqlQuery
  /** Returns whether both rows have the same values in these columns. */
  isSame(one: Readonly<Record<Name, SqlValue>>, other: Readonly<Record<Name, SqlValue>>): boolean
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the columns of these names. Names are constants of the source code; every value is a parameter. */
export function buildColumns<const Name extends string>(names: readonly Name[]): TableColumns<Name> {
  const columnNames = names.map(columnOf)
  const list = createTemplate(columnNames.join(', '))
  const values = createTemplate('', ...Array<string>(names.length - 1).fill(', '), '')
  const set = createTemplate(...columnNames.map((column, index) => `${index === 0 ? '' : ', '}${column} = `), '')
  const valuesOf = compileValues<Readonly<Record<Name, SqlValue>>, SqlValue>(names)
  return {
    names,
    columns: columnNames,
    select: (alias) => ({
      strings: createTemplate(names.map((name, index) => `${alias}.${columnNames[index]} as "${name}"`).join(', ')),
      values: [],
    }),
    list: { strings: list, values: [] },
    values: (row) => ({ strings: values, values: valuesOf(row) }),
    set: (row) => ({ strings: set, values: valuesOf(row) }),
    isSame: (first, second) => names.every((name) => first[name] === second[name]),
  }
}

/**
 * `lastSortKey` as a constant of a statement. An index on an expression with the constant does not serve a statement
 * with a parameter.
 */
export const lastSortKeyConstant: SqlQuery = { strings: createTemplate(`'${lastSortKey}'`), values: [] }
