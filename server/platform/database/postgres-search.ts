// Searches words on PostgreSQL, with a GIN index on the words of list rows, which PostgreSQL keeps up to date.
import { type SearchTerm, type SqlQuery, type SqlRow, sql } from './database.ts'

/**
 * Searches the ids of orders that have all terms. The index stores each word after the end of its environment's id. The
 * start of a word leads to all words with that start, so the longest start is tried alone before the others narrow the
 * result.
 */
export async function searchOrders(
  send: (query: SqlQuery) => Promise<{ rows: SqlRow[] }>,
  environmentId: string,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<string[]> {
  const [longest, ...shorter] = terms.filter(({ prefix }) => prefix).sort((a, b) => b.word.length - a.word.length)
  const exactTerms = terms.filter(({ prefix }) => !prefix)
  const first = idsOf(await send(having(environmentId, longest ? [...exactTerms, longest] : exactTerms, limit)))
  if (first.length < limit || shorter.length === 0) return first
  return idsOf(await send(having(environmentId, terms, limit)))
}

function having(environmentId: string, terms: readonly SearchTerm[], limit: number): SqlQuery {
  const tag = environmentId.slice(-12)
  const tsquery = terms.map(({ word, prefix }) => `'${tag}${word}'${prefix ? ':*' : ''}`).join(' & ')
  return sql`select consignment_id from consignment_list where environment_id = ${environmentId}
    and array_to_tsvector(string_to_array(substr(replace(words, ' ', ' ' || right(environment_id, 12)), 2), ' '))
      @@ cast(${tsquery} as tsquery)
    limit ${limit}`
}
const idsOf = ({ rows }: { rows: SqlRow[] }): string[] => rows.map((row) => row.consignment_id as string)
