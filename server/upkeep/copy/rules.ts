// Copies all data from one database to another, in the order of the keys. The rows in the target show where to
// continue. The result is compared at the end.
import { hash } from 'node:crypto'
import {
  type Database,
  isOutcomeUnknown,
  isUnavailable,
  type Row,
  type Value,
} from '../../platform/database/database.ts'
import type { Table } from '../../platform/database/tables.ts'
import { copied, count, insert, keyOf, markCopy, page, unmarkCopy, valuesOf } from './store.ts'

export interface Progress {
  step: 'copy' | 'verify'
  table: string
  rows: number
  /** Undefined for a table that takes too long to count. */
  total: number | undefined
  /** Whether the table has ended: true once per table, with its last row. */
  ended: boolean
}
export type Report = (progress: Progress) => void

export interface TableCopy {
  table: string
  /** Number of rows in the source. */
  rows: number
  verified: boolean
}

const rowsMax = 1_000
/** Orders may be large: pages start small, and stay about as large as a transaction should be. */
const rowsAtFirst = 100
const charactersWanted = 2 ** 21

/**
 * Copies all tables. The target is marked as an unfinished copy until `finish`, so that no process mistakes it for a
 * whole one. Writes nothing unless all rows of the target are also in the source, after an earlier copy. A copy
 * consists of many transactions on both sides, so it takes databases instead of a transaction.
 */
export const copyAll = (source: Database, target: Database, report: Report): Promise<TableCopy[]> =>
  resumable(async () => {
    const starts: Start[] = []
    for (const table of copied) starts.push(await startOf(source, target, table))
    await target.write(markCopy)
    for (const [index, table] of copied.entries())
      await copyTable({ source, target, table, start: starts[index]!, report })
    const copies: TableCopy[] = []
    for (const table of copied) copies.push(await verify(source, target, table, report))
    return copies
  })

/** The target may be used from here on. */
export const finish = (target: Database): Promise<unknown> => resumable(() => target.write(unmarkCopy))

async function resumable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error) && !isOutcomeUnknown(error)) throw error
    throw new Error(`${error.message} Run the same command again to resume the copy.`, { cause: error })
  }
}

async function* pagesOf(database: Database, table: Table, from?: Value[]): AsyncGenerator<Row[]> {
  let after = from
  let limit = rowsAtFirst
  for (;;) {
    const start = after
    const rows = await database.read((tx) => page(tx, table, start, limit))
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = keyOf(table, rows.at(-1)!)
    limit = Math.max(1, Math.min(rowsMax, Math.floor((rows.length * charactersWanted) / charactersOf(rows))))
  }
}

async function* rowsOf(database: Database, table: Table): AsyncGenerator<Row> {
  for await (const rows of pagesOf(database, table)) yield* rows
}

const charactersOf = (rows: Row[]) =>
  rows.reduce(
    (sum, row) => Object.values(row).reduce<number>((all, value) => all + String(value).length, sum),
    rows.length,
  )

/** Returns the same text for the same row of either engine. */
const canonical = (table: Table, row: Row): string => JSON.stringify(valuesOf(table, row))

interface Start {
  /** Key up to which the target has all rows. */
  after: Value[] | undefined
  rows: number
}

/**
 * Returns the start of a table's copy. Both sides are read in the same order, so each row of the target must appear in
 * the source.
 */
async function startOf(source: Database, target: Database, table: Table): Promise<Start> {
  const start: Start = { after: undefined, rows: 0 }
  let gap = false
  const theirs = rowsOf(source, table)
  for await (const row of rowsOf(target, table)) {
    const wanted = canonical(table, row)
    for (;;) {
      const { value, done } = await theirs.next()
      if (done) throw foreign(table)
      if (canonical(table, value) === wanted) break
      gap = true
    }
    if (gap) continue
    start.after = keyOf(table, row)
    start.rows++
  }
  return start
}

const foreign = ({ name }: Table): Error =>
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
  table: Table
  start: Start
  report: Report
}

async function copyTable({ source, target, table, start, report }: TableCopying) {
  const total = await totalOf(source, table)
  let { rows } = start
  const say = (ended: boolean) => report({ step: 'copy', table: table.name, rows, total, ended })
  say(false)
  for await (const batch of pagesOf(source, table, start.after)) {
    await target.write((tx) => insert(tx, table, batch))
    rows += batch.length
    say(false)
  }
  say(true)
}

/** For people who wait: not worth failing for. */
async function totalOf(database: Database, table: Table): Promise<number | undefined> {
  try {
    return await database.read((tx) => count(tx, table))
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}

interface Content {
  rows: number
  checksum: bigint
}

async function verify(source: Database, target: Database, table: Table, report: Report): Promise<TableCopy> {
  const say = (rows: number, total?: number) =>
    report({ step: 'verify', table: table.name, rows, total, ended: total !== undefined })
  const [original, copy] = await Promise.all([contentOf(source, table, say), contentOf(target, table)])
  say(original.rows, original.rows)
  return {
    table: table.name,
    rows: original.rows,
    verified: original.rows === copy.rows && original.checksum === copy.checksum,
  }
}

/** Returns the content of a table as the sum of its rows' digests, which is independent of their order. */
async function contentOf(database: Database, table: Table, say?: (rows: number) => void): Promise<Content> {
  const content = { rows: 0, checksum: 0n }
  for await (const rows of pagesOf(database, table)) {
    for (const row of rows) content.checksum = BigInt.asUintN(128, content.checksum + digestOf(canonical(table, row)))
    content.rows += rows.length
    say?.(content.rows)
  }
  return content
}

const digestOf = (text: string): bigint => BigInt(`0x${hash('sha256', text).slice(0, 32)}`)
