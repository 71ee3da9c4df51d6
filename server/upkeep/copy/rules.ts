// Copies all data from one database to another, in the order of the keys. The rows in the target show where to
// continue. The result is compared at the end.
import { hash } from 'node:crypto'
import {
  type Database,
  isOutcomeUnknown,
  isUnavailable,
  type SqlRow,
  type SqlValue,
} from '../../platform/database/database.ts'
import type { DataTable } from '../../platform/database/tables.ts'
import { beginCopy, copiedTables, countRows, endCopy, getRowKey, getRowValues, insertRows, readPage } from './store.ts'

export interface TableProgress {
  step: 'copy' | 'verify'
  table: string
  rows: number
  /** Number of rows in the table; undefined if they take too long to count. */
  total: number | undefined
  /** Whether the table has ended: true once per table, with its last row. */
  ended: boolean
}
export type ReportProgress = (progress: TableProgress) => void

export interface TableCopy {
  table: string
  /** Number of rows in the source. */
  rows: number
  verified: boolean
}

const rowsMax = 1_000
/**
 * Rows of the first page. Orders may be large, so pages start small and approach the size that a transaction should
 * have.
 */
const rowsAtFirst = 100
const charactersWanted = 2 ** 21

/**
 * Copies all tables. Until `finishCopy`, the target is marked as an unfinished copy, so that no process mistakes it for
 * a complete one. Writes nothing unless all rows of the target are also in the source, as after an earlier copy. A copy
 * consists of many transactions on both sides, so it takes databases instead of a transaction.
 */
export const copyAll = (source: Database, target: Database, report: ReportProgress): Promise<TableCopy[]> =>
  resumable(async () => {
    const starts: Start[] = []
    for (const table of copiedTables) starts.push(await startOf(source, target, table))
    await target.write(beginCopy)
    for (const [index, table] of copiedTables.entries())
      await copyTable({ source, target, table, start: starts[index]!, report })
    const copies: TableCopy[] = []
    for (const table of copiedTables) copies.push(await verify(source, target, table, report))
    return copies
  })

/** Removes the mark of an unfinished copy, so that processes may use the target. */
export const finishCopy = (target: Database): Promise<unknown> => resumable(() => target.write(endCopy))

async function resumable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error) && !isOutcomeUnknown(error)) throw error
    throw new Error(`${error.message} Run the same command again to resume the copy.`, { cause: error })
  }
}

async function* pagesOf(database: Database, table: DataTable, firstKey?: SqlValue[]): AsyncGenerator<SqlRow[]> {
  let lastKey = firstKey
  let limit = rowsAtFirst
  for (;;) {
    const start = lastKey
    const rows = await database.read((tx) => readPage(tx, table, start, limit))
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    lastKey = getRowKey(table, rows.at(-1)!)
    limit = Math.max(1, Math.min(rowsMax, Math.floor((rows.length * charactersWanted) / charactersOf(rows))))
  }
}

async function* rowsOf(database: Database, table: DataTable): AsyncGenerator<SqlRow> {
  for await (const rows of pagesOf(database, table)) yield* rows
}

const charactersOf = (rows: SqlRow[]) =>
  rows.reduce(
    (sum, row) => Object.values(row).reduce<number>((rowSum, value) => rowSum + String(value).length, sum),
    rows.length,
  )

/** Returns the same text for the same row of either engine. */
const canonical = (table: DataTable, row: SqlRow): string => JSON.stringify(getRowValues(table, row))

interface Start {
  /** Key up to which the target has all rows. */
  lastKey: SqlValue[] | undefined
  rows: number
}

/**
 * Returns where the copy of a table starts. Both sides are read in the same order, so each row of the target must
 * appear in the source.
 */
async function startOf(source: Database, target: Database, table: DataTable): Promise<Start> {
  const start: Start = { lastKey: undefined, rows: 0 }
  let gap = false
  const sourceRows = rowsOf(source, table)
  for await (const row of rowsOf(target, table)) {
    const targetText = canonical(table, row)
    for (;;) {
      const { value, done } = await sourceRows.next()
      if (done) throw foreign(table)
      if (canonical(table, value) === targetText) break
      gap = true
    }
    if (gap) continue
    start.lastKey = getRowKey(table, row)
    start.rows++
  }
  return start
}

const foreign = ({ name }: DataTable): Error =>
  new Error(
    name === 'signing_keys'
      ? 'The target contains data of another installation (its signing keys are not in the source): copy to an ' +
          'empty database.'
      : `The target contains rows in \`${name}\` that are missing or different in the source: copy to an empty ` +
          'database.',
  )

interface TableCopying {
  source: Database
  target: Database
  table: DataTable
  start: Start
  report: ReportProgress
}

async function copyTable({ source, target, table, start, report }: TableCopying) {
  const total = await totalOf(source, table)
  let { rows } = start
  const reportRows = (ended: boolean) => report({ step: 'copy', table: table.name, rows, total, ended })
  reportRows(false)
  for await (const batch of pagesOf(source, table, start.lastKey)) {
    await target.write((tx) => insertRows(tx, table, batch))
    rows += batch.length
    reportRows(false)
  }
  reportRows(true)
}

/** Counts the rows of a table for the progress display. A failure does not end the copy. */
async function totalOf(database: Database, table: DataTable): Promise<number | undefined> {
  try {
    return await database.read((tx) => countRows(tx, table))
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}

interface Content {
  rows: number
  checksum: bigint
}

async function verify(
  source: Database,
  target: Database,
  table: DataTable,
  report: ReportProgress,
): Promise<TableCopy> {
  const reportRows = (rows: number, total?: number) =>
    report({ step: 'verify', table: table.name, rows, total, ended: total !== undefined })
  const [original, copy] = await Promise.all([contentOf(source, table, reportRows), contentOf(target, table)])
  reportRows(original.rows, original.rows)
  return {
    table: table.name,
    rows: original.rows,
    verified: original.rows === copy.rows && original.checksum === copy.checksum,
  }
}

/** Returns the content of a table as the sum of its rows' digests, which is independent of their order. */
async function contentOf(database: Database, table: DataTable, reportRows?: (rows: number) => void): Promise<Content> {
  const content = { rows: 0, checksum: 0n }
  for await (const rows of pagesOf(database, table)) {
    for (const row of rows) content.checksum = BigInt.asUintN(128, content.checksum + digestOf(canonical(table, row)))
    content.rows += rows.length
    reportRows?.(content.rows)
  }
  return content
}

const digestOf = (text: string): bigint => BigInt(`0x${hash('sha256', text).slice(0, 32)}`)
