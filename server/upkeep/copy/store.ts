// Reads and writes all tables for a copy, one page at a time in the order of the keys.
import {
  copyMarkVersion,
  type Query,
  type Reader,
  type Row,
  sql,
  template,
  type Value,
  type Writer,
} from '../../platform/database/database.ts'
import { type Table, tables } from '../../platform/database/tables.ts'

/** Copied tables; a table follows the tables to which its foreign keys refer. */
export const copied = tables.filter(({ isCopied }) => isCopied)

/** Returns the listed parts of a statement with a fixed number of values. */
const listed = (before: string, values: number, after: string): string[] => [
  before,
  ...Array<string>(values - 1).fill(', '),
  after,
]

/** Builds the reads of a table. Names are constants of the list of tables; every value is a parameter. */
function readsOf({ name, key }: Table) {
  const keys = key.join(', ')
  const page = `order by ${keys} limit `
  return {
    count: template(`select count(*) as total from ${name}`),
    first: template(`select * from ${name} ${page}`, ''),
    next: template(...listed(`select * from ${name} where (${keys}) > (`, key.length, `) ${page}`), ''),
  }
}
const reads = new Map(copied.map((each) => [each, readsOf(each)]))

interface Insert {
  columns: readonly string[]
  strings: TemplateStringsArray
}
const inserts = new Map<Table, Insert>()

/** Returns the insert of a table, with the columns of its first row that was read, which are the schema's. */
function insertOf(table: Table, row: Row): Insert {
  const known = inserts.get(table)
  if (known) return known
  const columns = Object.keys(row).sort()
  const start = `insert into ${table.name} (${columns.join(', ')}) values (`
  const strings = template(...listed(start, columns.length, `) on conflict (${table.key.join(', ')}) do nothing`))
  const built = { columns, strings }
  inserts.set(table, built)
  return built
}

export const valuesOf = (table: Table, row: Row): Value[] => insertOf(table, row).columns.map((column) => row[column]!)
export const keyOf = ({ key }: Table, row: Row): Value[] => key.map((column) => row[column]!)

export async function count(tx: Reader, of: Table): Promise<number> {
  const row = await tx.get<{ total: number }>({ strings: reads.get(of)!.count, values: [] })
  return row!.total
}

/** Returns a page of rows after this key, or from the first one on. */
export function page(tx: Reader, of: Table, after: Value[] | undefined, limit: number) {
  const { first, next } = reads.get(of)!
  const query: Query = after ? { strings: next, values: [...after, limit] } : { strings: first, values: [limit] }
  return tx.all<Row>(query)
}

/** Inserts rows, and keeps existing ones. */
export async function insert(tx: Writer, into: Table, rows: Row[]): Promise<void> {
  const [first, ...others] = rows
  if (!first) return
  const { strings } = insertOf(into, first)
  const write = (row: Row) => tx.run({ strings, values: valuesOf(into, row) })
  // The first one waits for the transaction to begin; the others are sent without waiting for one another's answers.
  await write(first)
  await Promise.all(others.map(write))
  if (into.name !== 'consignment_list') return
  for (const row of rows) await tx.index(String(row.environment_id), String(row.consignment_id), String(row.words))
}

/** Marks the database as the target of an unfinished copy. */
export const markCopy = (tx: Writer) =>
  tx.run(
    sql`insert into schema_migrations (version, name, checksum, applied)
      values (${copyMarkVersion}, 'unfinished copy', '', ${new Date().toISOString()}) on conflict (version) do nothing`,
  )
export const unmarkCopy = (tx: Writer) => tx.run(sql`delete from schema_migrations where version = ${copyMarkVersion}`)
