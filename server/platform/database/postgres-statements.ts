// Builds the text of PostgreSQL statements, once per template and lock.
import { createHash } from 'node:crypto'
import type { Query, Value } from './database.ts'
import type { Named } from './exchange.ts'
import type { Inserts, Passenger } from './pipeline.ts'

export interface Statement extends Passenger {
  reads: boolean
  /** The same statement without the lock, for a row with joined rows. */
  again: Statement | undefined
  /** Whether all values are conditions, so that an impossible text finds no row. */
  searches: boolean
}
/** Foreign keys need not wait for a row that is about to be changed, unless its key is. */
export type Locking = '' | 'no key update' | 'share'

export interface Statements {
  of(query: Query, locking?: Locking): Statement
  /** Returns the statement of a text without values. */
  command(text: string): Named
}

export function statementsOf(prepare: boolean): Statements {
  const known: Record<Locking, Map<TemplateStringsArray, Statement>> = {
    '': new Map(),
    'no key update': new Map(),
    share: new Map(),
  }
  const commands = new Map<string, Named>()
  const named = (text: string): Named => ({ text, name: prepare ? nameOf(text) : undefined })

  function of(query: Query, locking: Locking = ''): Statement {
    const { strings } = query
    const found = known[locking].get(strings)
    if (found) return found
    const plain = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    const text = locked(plain, locking)
    const statement: Statement = {
      ...named(text),
      reads: /^\s*select\b/i.test(text),
      again: locking !== '' && /\bjoin\b/i.test(plain) ? of(query) : undefined,
      searches: /^\s*(select|delete)\b/i.test(text),
      inserts: insertsOf(plain, strings.length - 1, named),
    }
    known[locking].set(strings, statement)
    return statement
  }

  return {
    of,
    command(text) {
      const command = commands.get(text) ?? named(text)
      commands.set(text, command)
      return command
    },
  }
}

/** Returns the name of a statement by its text: all instances use the same name for the same statement. */
const nameOf = (text: string): string => `dray_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`

/**
 * Adds the lock to a statement. A joined statement locks only the row of its first table. Joined rows may change during
 * the wait for the lock, and PostgreSQL would read only the locked row again. Therefore this statement only locks, and
 * the rest is read afterwards.
 */
function locked(text: string, locking: Locking): string {
  if (locking === '') return text
  const [, table, alias, condition] = /\bfrom\s+(\w+)\s+(\w+)\s+(?:left\s+)?join\b.*\bwhere\b(.*)$/is.exec(text) ?? []
  if (alias === undefined) return `${text} for ${locking}`
  const isOfOthers = condition!.matchAll(/\b(\w+)\.\w/g).some(([, name]) => name !== alias)
  const isWhole = !/[()]/.test(condition!) && countOf(condition!) === countOf(text)
  return isWhole && !isOfOthers
    ? `select 1 from ${table} ${alias} where${condition} for ${locking}`
    : `${text} for ${locking} of ${alias}`
}

const countOf = (text: string): number => text.split('$').length - 1

/** Prepares an insert of one row for combination with others. Returns undefined unless all values are parameters. */
function insertsOf(text: string, values: number, named: (text: string) => Named): Inserts | undefined {
  const [, head, columns, row, conflict = ''] =
    /^(\s*insert into \w+ \(([^)]*)\)\s*values )\(([^()]*)\)\s*(on conflict \([^)]*\) do nothing)?\s*$/i.exec(text) ??
    []
  const own = columns?.split(',')[1]?.trim()
  if (own === undefined || !/^\$1, \$2\b/.test(row!)) return undefined
  const returning = conflict === '' ? '' : ` ${conflict} returning ${own} as inserted`
  const known = new Map<number, Named>()
  return {
    mayFail: conflict !== '',
    many(rows) {
      const found = known.get(rows)
      if (found) return found
      const all = Array.from(
        { length: rows },
        (_, at) => `(${row!.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + at * values}`)})`,
      )
      const statement = named(`${head}${all.join(', ')}${returning}`)
      known.set(rows, statement)
      return statement
    },
  }
}

/**
 * PostgreSQL rejects the character 0. Rows have no text with it, and no text with the control character that replaces
 * it here, so searches and counts stay right.
 */
const sayable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value

export const spoken = ({ searches }: Statement, values: readonly Value[]): readonly Value[] =>
  searches ? values.map(sayable) : values
