// Distributes the schema over the nodes of a Citus cluster: tables of environments by environment id, the others as a
// copy on every node.
import type { PostgresConnection } from './connection.ts'

export interface TablePlacement {
  table: string
  /** Distributed by environment, or copied to every node. */
  kind: 'distributed' | 'reference'
}

/**
 * Reads from the catalog which tables belong to environments: all their indexes start with `environment_id`. All other
 * tables are reference tables. The query ignores inverted indexes, which have no first column.
 */
const tablesQuery = `
  select c.oid::regclass::text as "table",
    bool_and(coalesce(a.attname = 'environment_id', false)) as "ofEnvironment",
    array(select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
  from pg_class c
  join pg_index i on i.indrelid = c.oid
  join pg_class x on x.oid = i.indexrelid
  join pg_am m on m.oid = x.relam and m.amname = 'btree'
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and i.indkey[0] <> 0
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
  group by c.oid
  order by 1`

interface TableRow {
  table: string
  ofEnvironment: boolean
  parents: string[]
}

/** Returns the placement of every table of the schema, referenced tables first. */
export async function listPlacements(connection: PostgresConnection): Promise<TablePlacement[]> {
  const { rows } = await connection.query(tablesQuery)
  const waiting = new Map((rows as TableRow[]).map((row) => [row.table, row]))
  const placed: TablePlacement[] = []
  while (waiting.size > 0) {
    const next = waiting.values().find(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (!next) throw new Error('The tables refer to each other in a circle.')
    waiting.delete(next.table)
    placed.push({ table: next.table, kind: next.ofEnvironment ? 'distributed' : 'reference' })
  }
  return placed
}

/** Returns one statement for each table that is not distributed yet. All tables of an environment are on one node. */
export function buildDistributionStatements(requested: TablePlacement[], distributed: ReadonlySet<string>): string[] {
  const first = requested.find(({ table, kind }) => kind === 'distributed' && distributed.has(table))
  let together = first?.table ?? 'none'
  return requested
    .filter(({ table }) => !distributed.has(table))
    .map(({ table, kind }) => {
      if (kind === 'reference') return `select create_reference_table('${table}')`
      const statement = `select create_distributed_table('${table}', 'environment_id', colocate_with => '${together}')`
      if (together === 'none') together = table
      return statement
    })
}

export async function hasCitus(connection: PostgresConnection): Promise<boolean> {
  return (await connection.query("select 1 from pg_extension where extname = 'citus'")).rowCount === 1
}

/**
 * Returns the tables that Citus has placed, from its own catalog. That catalog also lists new tables of an upgrade that
 * refer to a reference table. Until they are placed, they are on the coordinator only, without a key (n) and not
 * replicated (t).
 */
export async function listDistributedTables(connection: PostgresConnection): Promise<Set<string>> {
  const { rows } = await connection.query(
    `select logicalrelid::text as "table" from pg_dist_partition where partmethod <> 'n' or repmodel = 't'`,
  )
  return new Set((rows as { table: string }[]).map(({ table }) => table))
}
