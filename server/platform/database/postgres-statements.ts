// Builds the text of PostgreSQL statements, once per template and lock.
import { createHash } from 'node:crypto'
import type { SqlQuery, SqlValue } from './database.ts'
import type { StatementText } from './exchange.ts'
import type { CombinableInsert, PipelinedStatement } from './pipeline.ts'

export interface PreparedStatement extends PipelinedStatement {
  reads: boolean
  /** The statement without the lock. It reads a row with joined rows after the lock is granted. */
  unlocked: PreparedStatement | undefined
  /** Whether all values are search conditions. A text that cannot be stored then finds no row. */
  searches: boolean
}
/**
 * Lock of a read row. With `no key update`, the checks of foreign keys do not wait for the row, because its key does
 * not change.
 */
export type RowLock = '' | 'no key update' | 'share'

export interface StatementCache {
  of(query: SqlQuery, locking?: RowLock): PreparedStatement
  /** Returns the statement of a text without values. */
  command(text: string): StatementText
}

export function createStatementCache(prepare: boolean): StatementCache {
  const cache: Record<RowLock, Map<TemplateStringsArray, PreparedStatement>> = {
    '': new Map(),
    'no key update': new Map(),
    share: new Map(),
  }
  const commands = new Map<string, StatementText>()
  const named = (text: string): StatementText => ({ text, name: prepare ? nameOf(text) : undefined })

  function getStatement(query: SqlQuery, locking: RowLock = ''): PreparedStatement {
    const { strings } = query
    const found = cache[locking].get(strings)
    if (found) return found
    const plain = strings.reduce((joined, segment, index) => `${joined}$${index}${segment}`)
    const text = locked(plain, locking)
    const statement: PreparedStatement = {
      ...named(text),
      reads: /^\s*select\b/i.test(text),
      unlocked: locking !== '' && /\bjoin\b/i.test(plain) ? getStatement(query) : undefined,
      searches: /^\s*(select|delete)\b/i.test(text),
      inserts: insertsOf(plain, strings.length - 1, named),
    }
    cache[locking].set(strings, statement)
    return statement
  }

  return {
    of: getStatement,
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
 * Adds the lock to a statement. A joined statement needs two steps: this statement only locks the row of its first
 * table, and the statement without the lock then reads the rows. In one step, PostgreSQL would not read joined rows
 * again that have changed during the wait for the lock.
 */
function locked(text: string, locking: RowLock): string {
  if (locking === '') return text
  const [, table, alias, condition] = /\bfrom\s+(\w+)\s+(\w+)\s+(?:left\s+)?join\b.*\bwhere\b(.*)$/is.exec(text) ?? []
  if (alias === undefined) return `${text} for ${locking}`
  const hasJoinedColumns = condition!.matchAll(/\b(\w+)\.\w/g).some(([, name]) => name !== alias)
  const isComplete = !/[()]/.test(condition!) && countOf(condition!) === countOf(text)
  return isComplete && !hasJoinedColumns
    ? `select 1 from ${table} ${alias} where${condition} for ${locking}`
    : `${text} for ${locking} of ${alias}`
}

const countOf = (text: string): number => text.split('$').length - 1

/** Prepares an insert of one row for combination with others. Returns undefined unless all values are parameters. */
function insertsOf(text: string, values: number, named: (text: string) => StatementText): CombinableInsert | undefined {
  const [, head, columns, row, conflict = ''] =
    /^(\s*insert into \w+ \(([^)]*)\)\s*values )\(([^()]*)\)\s*(on conflict \([^)]*\) do nothing)?\s*$/i.exec(text) ??
    []
  const identityColumn = columns?.split(',')[1]?.trim()
  if (identityColumn === undefined || !/^\$1, \$2\b/.test(row!)) return undefined
  const returning = conflict === '' ? '' : ` ${conflict} returning ${identityColumn} as inserted`
  const cache = new Map<number, StatementText>()
  return {
    mayFail: conflict !== '',
    many(rows) {
      const found = cache.get(rows)
      if (found) return found
      const rowTexts = Array.from(
        { length: rows },
        (_, rowIndex) => `(${row!.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + rowIndex * values}`)})`,
      )
      const statement = named(`${head}${rowTexts.join(', ')}${returning}`)
      cache.set(rows, statement)
      return statement
    },
  }
}

/**
 * PostgreSQL rejects the character 0. Rows have no text with it, and no text with the control character that replaces
 * it here, so searches and counts stay right.
 */
const replaceNul = (value: SqlValue): SqlValue =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value

export const replaceNuls = ({ searches }: PreparedStatement, values: readonly SqlValue[]): readonly SqlValue[] =>
  searches ? values.map(replaceNul) : values
