// The word index of SQLite: finds orders by words with FTS5, and stores the words of an order.
import { type Awaitable, type SearchTerm, type SqlQuery, sql, type WriteTransaction } from './database.ts'
import type { ChangeResult, StatementCache } from './sqlite-statements.ts'

/** Maximum number of words with the same start that a search looks up one by one. */
const expansionsMax = 16

/**
 * Searches the ids of orders that have all terms, up to the limit. Returns undefined if every term leads to too many
 * orders. For the start of a word, FTS5 collects the orders of all matching words before it returns the first order.
 * For whole words, it reads order by order and stops at the limit. Therefore a search tries whole words first, then
 * starts with few matching words. It ignores a start that leads to more orders than the limit.
 */
export function searchOrders(
  statements: StatementCache,
  environmentId: string,
  terms: readonly SearchTerm[],
  limit: number,
): string[] | undefined {
  const tag = tagOf(environmentId)
  const exactTerms = terms.filter(({ prefix }) => !prefix).map(({ word }) => `"${tag}${word}"`)
  if (exactTerms.length > 0) {
    const found = ordersWith(statements, environmentId, exactTerms, limit)
    if (found.length < limit || exactTerms.length === terms.length) return found
  }
  const starts = terms
    .filter(({ prefix }) => prefix)
    .map(({ word }) => `${tag}${word}`)
    .sort((a, b) => b.length - a.length)
    .filter((start) => !leadsFar(statements, start, limit))
  const conditions: string[] = []
  for (const start of starts) {
    const expansions = listTermsFrom(statements, start, expansionsMax)
    if (expansions.length === 0) return []
    if (expansions.length <= expansionsMax) conditions.push(`(${expansions.map((term) => `"${term}"`).join(' OR ')})`)
  }
  if (conditions.length === 0) {
    const start = starts.find((candidate) => listTermsFrom(statements, candidate, limit).length <= limit)
    if (start === undefined) return undefined
    conditions.push(`"${start}"*`)
  }
  return ordersWith(statements, environmentId, [...exactTerms, ...conditions], limit)
}

function ordersWith(statements: StatementCache, environmentId: string, conditions: string[], limit: number): string[] {
  const match = conditions.join(' AND ')
  const { statement } = statements(
    sql`select r.consignment_id from search_words w
      join search_rows r on r.row_id = w.rowid
      where w.search_words match ${match} and r.environment_id = ${environmentId} limit ${limit}`,
  )
  return (statement.all(match, environmentId, limit) as unknown as [string][]).map(([id]) => id)
}

/** Returns whether at least `limit` orders have the word. */
function leadsFar(statements: StatementCache, term: string, limit: number): boolean {
  const match = `"${term}"`
  const { statement } = statements(
    sql`select count(*) from (select w.rowid from search_words w where w.search_words match ${match} limit ${limit})`,
  )
  const [count] = statement.get(match, limit) as unknown as [number]
  return count >= limit
}

/** Returns the words with a start, and at most one more than the limit. */
function listTermsFrom(statements: StatementCache, start: string, limit: number): string[] {
  const end = `${start}\u{10ffff}`
  const { statement } = statements(
    sql`select term from search_terms where term >= ${start} and term < ${end} limit ${limit + 1}`,
  )
  return (statement.all(start, end, limit + 1) as unknown as [string][]).map(([term]) => term)
}

/** Returns the prefix of every indexed word of an environment. It keeps a search within the environment. */
const tagOf = (environmentId: string) => environmentId.slice(-12)

/**
 * Returns the functions that keep the word index up to date. The index is a separate table, and no trigger fills it.
 * FTS5 collects the words of a transaction in memory. It writes them before each statement that SQLite may have to undo
 * alone: a statement with `select`, `returning` or `do update`. The statements that create an order have none of these,
 * so the index is written once per batch.
 */
export const createSearchIndex = (
  change: (query: SqlQuery) => ChangeResult,
  get: <T>(query: SqlQuery) => Awaitable<T | undefined>,
): Pick<WriteTransaction, 'index' | 'unindex'> => ({
  async index(environmentId, consignmentId, text) {
    const { changes, rowId } = change(
      sql`insert into search_rows (environment_id, consignment_id) values (${environmentId}, ${consignmentId})
        on conflict (environment_id, consignment_id) do nothing`,
    )
    const existingId = changes > 0 ? undefined : await rowOf(get, environmentId, consignmentId)
    const tagged = text.replaceAll(' ', ` ${tagOf(environmentId)}`)
    change(sql`insert or replace into search_words (rowid, words) values (${Number(existingId ?? rowId)}, ${tagged})`)
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
  get: <T>(query: SqlQuery) => Awaitable<T | undefined>,
  environmentId: string,
  consignmentId: string,
): Promise<number> =>
  (await get<{ rowId: number }>(
    sql`select row_id as "rowId" from search_rows
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  ))!.rowId
