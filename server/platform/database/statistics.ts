// Corrects the statistics of PostgreSQL, on which its plans depend. A plan that expects few rows reads all rows of an
// environment to find one. A connection keeps such a plan until the server learns of more rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCitus, listDistributedTables } from './citus.ts'
import { getSqlState, type PostgresConnection } from './connection.ts'
import type { ConnectionPool } from './connections.ts'

/**
 * Number of environments that the server assumes. An environment may have nearly all rows of a table, or nearly none. A
 * plan that expects many rows is also fast for few. A plan that expects few rows reads all rows of the environment.
 */
const assumedEnvironments = 2

/** Time limit for waiting for a lock, in milliseconds. All later work on the table waits too. */
const lockMs = 1_000
/**
 * Error codes after which the next start tries again: another transaction has the lock, or another role owns the table.
 */
const later = new Set(['55P03', '40P01', '42501'])

/** Sets the assumed number of environments. Nodes of a Citus cluster plan each request with their own statistics. */
export async function expectFewEnvironments(connection: PostgresConnection): Promise<void> {
  const spread = (await hasCitus(connection)) ? await listDistributedTables(connection) : new Set<string>()
  const tablesWhere = async (condition: string): Promise<string[]> => {
    const { rows } = await connection.query(`
      select c.oid::regclass::text as "table" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id'
      left join pg_stats s on s.schemaname = current_schema() and s.tablename = c.relname and s.attname = a.attname
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and ${condition} order by 1`)
    return rows.map(({ table }) => table).filter((table) => !spread.has(table))
  }
  for (const table of await tablesWhere(`a.attoptions is distinct from '{n_distinct=${assumedEnvironments}}'`)) {
    // One text with both statements is one transaction.
    const text =
      `set local lock_timeout = ${lockMs}; ` +
      `alter table ${table} alter column environment_id set (n_distinct = ${assumedEnvironments})`
    await connection.query(text).catch((error: unknown) => {
      if (!later.has(getSqlState(error) ?? '')) throw error
    })
  }
  // PostgreSQL analyses an existing table only after a tenth of its rows has changed.
  const doubted =
    `a.attoptions = '{n_distinct=${assumedEnvironments}}' and s.n_distinct <> ${assumedEnvironments} ` +
    `and pg_has_role(c.relowner, 'usage')`
  for (const table of await tablesWhere(doubted)) await connection.query(`analyze (skip_locked) ${table}`)
}

const everyMs = 2_000
/**
 * Sizes of watched tables, in pages. Every plan is fast for a smaller table, and the server itself analyses a larger
 * table in time.
 */
const pages = { least: 4, most: 4_096 }

/**
 * Finds grown tables. During a large transaction, it finds their new pages but no changed rows, which count only after
 * the commit.
 */
const grownQuery = `
  select "table" from (
    select oid::regclass::text as "table", relpages as known,
      pg_relation_size(oid) / current_setting('block_size')::bigint as now,
      greatest(reltuples, 100) as rows, pg_stat_get_mod_since_analyze(oid) as changed
    from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
  ) tables
  where now between ${pages.least} and ${pages.most} and (now >= 2 * known or changed >= 2 * rows)`

/**
 * Analyses tables that have doubled in size or whose rows have all changed. The server itself does so once a minute. By
 * then, each order of a first import takes ten times as long as at its start.
 */
export function watchGrownTables(connections: ConnectionPool): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  async function analyseGrownTables(): Promise<void> {
    const connection = await connections.take('read', '')
    try {
      const { rows } = await connection.query(grownQuery)
      for (const { table } of rows) await connection.query(`analyze (skip_locked) ${table}`)
    } finally {
      connections.give(connection)
    }
  }
  async function pollTables(): Promise<void> {
    for (;;) {
      await sleep(everyMs, undefined, { ref: false, signal })
      // After a failure, the analysis is repeated later.
      await analyseGrownTables().catch(() => undefined)
    }
  }
  pollTables().catch(() => undefined)
  return () => stopping.abort()
}
