// Pieces of SQL for columns that are named after fields, such as `depot_key` after `depotKey`.
import { type Query, template, type Value } from './database.ts'

/** Columns of one table. Each piece is built once, so that the engines reuse their prepared statements. */
export interface Columns<Name extends string> {
  /** Names of the fields. */
  readonly names: readonly Name[]
  /** Names of the columns, in the same sequence. */
  readonly columns: readonly string[]
  /** Returns `c.depot_key as "depotKey"` and so on, for a table with this alias. */
  select(alias: string): Query
  /** The names between the brackets of an insert. */
  readonly list: Query
  /** Returns the values of an insert, in the sequence of `list`. */
  values(row: Readonly<Record<Name, Value>>): Query
  /** Returns the assignments of an update. */
  set(row: Readonly<Record<Name, Value>>): Query
  /** Returns whether both rows have the same values in these columns. */
  isSame(one: Readonly<Record<Name, Value>>, other: Readonly<Record<Name, Value>>): boolean
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the columns of these names. Names are constants of the source code; every value is a parameter. */
export function columns<const Name extends string>(names: readonly Name[]): Columns<Name> {
  const own = names.map(columnOf)
  const list = template(own.join(', '))
  const values = template('', ...Array<string>(names.length - 1).fill(', '), '')
  const set = template(...own.map((column, index) => `${index === 0 ? '' : ', '}${column} = `), '')
  const valuesOf = (row: Readonly<Record<Name, Value>>) => names.map((name) => row[name])
  return {
    names,
    columns: own,
    select: (alias) => ({
      strings: template(names.map((name, index) => `${alias}.${own[index]} as "${name}"`).join(', ')),
      values: [],
    }),
    list: { strings: list, values: [] },
    values: (row) => ({ strings: values, values: valuesOf(row) }),
    set: (row) => ({ strings: set, values: valuesOf(row) }),
    isSame: (one, other) => names.every((name) => one[name] === other[name]),
  }
}
