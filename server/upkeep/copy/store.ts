// Reads and writes all tables for a copy, one page at a time in the order of the keys.
import {
  createTemplate,
  type ReadTransaction,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
  sql,
  unfinishedCopyVersion,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { type DataTable, dataTables } from '../../platform/database/tables.ts'

/** Copied tables; a table follows the tables to which its foreign keys refer. */
export const copiedTables = dataTables.filter(({ isCopied }) => isCopied)

/** Returns the template parts of a list of values. */
const listed = (prefix: string, values: number, suffix: string): string[] => [
  prefix,
  ...Array<string>(values - 1).fill(', '),
  suffix,
]

/** Builds the reads of a table. Names are constants of the list of tables; every value is a parameter. */
function readsOf({ name, key }: DataTable) {
  const keys = key.join(', ')
  const page = `order by ${keys} limit `
  return {
    count: createTemplate(`select count(*) as total from ${name}`),
    first: createTemplate(`select * from ${name} ${page}`, ''),
    next: createTemplate(...listed(`select * from ${name} where (${keys}) > (`, key.length, `) ${page}`), ''),
  }
}
const reads = new Map(copiedTables.map((table) => [table, readsOf(table)]))

interface Insert {
  columns: readonly string[]
  strings: TemplateStringsArray
}
const inserts = new Map<DataTable, Insert>()

/**
 * Returns the insert of a table. It has the columns of the first row, because every row has all columns of the schema.
 */
function insertOf(table: DataTable, row: SqlRow): Insert {
  const cached = inserts.get(table)
  if (cached) return cached
  const columns = Object.keys(row).sort()
  const start = `insert into ${table.name} (${columns.join(', ')}) values (`
  const strings = createTemplate(...listed(start, columns.length, `) on conflict (${table.key.join(', ')}) do nothing`))
  const built = { columns, strings }
  inserts.set(table, built)
  return built
}

export const getRowValues = (table: DataTable, row: SqlRow): SqlValue[] =>
  insertOf(table, row).columns.map((column) => row[column]!)
export const getRowKey = ({ key }: DataTable, row: SqlRow): SqlValue[] => key.map((column) => row[column]!)

export async function countRows(tx: ReadTransaction, table: DataTable): Promise<number> {
  const row = await tx.get<{ total: number }>({ strings: reads.get(table)!.count, values: [] })
  return row!.total
}

/** Returns a page of rows after this key, or from the first one on. */
export function readPage(tx: ReadTransaction, table: DataTable, lastKey: SqlValue[] | undefined, limit: number) {
  const { first, next } = reads.get(table)!
  const query: SqlQuery = lastKey ? { strings: next, values: [...lastKey, limit] } : { strings: first, values: [limit] }
  return tx.all<SqlRow>(query)
}

/** Inserts rows, and keeps existing ones. */
export async function insertRows(tx: WriteTransaction, into: DataTable, rows: SqlRow[]): Promise<void> {
  const [first, ...others] = rows
  if (!first) return
  const { strings } = insertOf(into, first)
  const write = (row: SqlRow) => tx.run({ strings, values: getRowValues(into, row) })
  // The first batch waits for the start of the transaction. Further batches are sent without waiting for results.
  await write(first)
  await Promise.all(others.map(write))
  if (into.name !== 'consignment_list') return
  for (const row of rows) await tx.index(String(row.environment_id), String(row.consignment_id), String(row.words))
}

/** Marks the database as the target of an unfinished copy. */
export const beginCopy = (tx: WriteTransaction) =>
  tx.run(
    sql`insert into schema_migrations (version, name, checksum, applied)
      values (${unfinishedCopyVersion}, 'unfinished copy', '', ${new Date().toISOString()})
      on conflict (version) do nothing`,
  )
export const endCopy = (tx: WriteTransaction) =>
  tx.run(sql`delete from schema_migrations where version = ${unfinishedCopyVersion}`)
