// Reads orders page by page, and writes each page immediately.
import type { Writable } from 'node:stream'
import { createClient } from '../client/client.ts'
import { columnTargets, formatFieldPath, getHeader, isOfTables } from '../client/columns.ts'
import { type CsvCell, formatCsvRow } from '../client/csv.ts'
import { pagesOf } from '../client/rows.ts'
import type { Consignment } from '../contract/consignment.ts'
import { listConsignments } from '../contract/consignments.ts'
import { readConfig, requireToken } from './command.ts'
import { writePrivately } from './private.ts'
import { readSettings } from './settings.ts'

export interface ExportOptions {
  environment?: string
  url?: string
  token?: string
  format: 'csv' | 'ndjson'
  output?: string
  filter: Record<string, string>
  data?: string
  databaseUrl?: string
}

export async function exportOrders(options: ExportOptions): Promise<void> {
  const csv = options.format === 'csv'
  let rows = 0
  let out: Writable | undefined
  const columns = csv ? await columnsFor(options) : []
  const late = new Set<string>()
  for await (const page of pages(options)) {
    for (const path of csv ? fieldsOf(page) : []) if (!columns.includes(path)) late.add(path)
    const lines = page.map((order) => (csv ? formatCsvRow(cellsOf(columns, order)) : `${JSON.stringify(order)}\n`))
    // Opens the output after the first page, because a refused request must not overwrite an earlier file.
    if (!out && csv) lines.unshift(formatCsvRow(columns.map(getHeader)))
    out ??= options.output === undefined ? process.stdout : writePrivately(options.output)
    rows += page.length
    if (lines.length > 0) await write(out, lines.join(''))
  }
  if (options.output !== undefined) {
    await new Promise<void>((resolve) => out!.end(resolve))
    console.error(`Exported ${rows} orders.`)
  }
  if (late.size > 0)
    throw new Error(
      `During the export, orders received custom fields for which the file has no column: ${[...late].join(', ')}. ` +
        'Run the export again.',
    )
}

const pages = (options: ExportOptions) => (options.url ? overHttp(options) : outOfDatabase(options))

async function write(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await new Promise((resolve) => out.once('drain', resolve))
}

/** Columns of every export. A phone has a column per part, so that an import reads it unchanged. */
const always = columnTargets
  .map(({ path }) => path)
  .filter((path) => !isOfTables(path) && !/\.(phone|mobile)$/.test(path))

/**
 * Returns the columns of the export: fixed columns, defined custom fields, and undefined custom fields that orders
 * still have. Reads all orders once for the header, and a second time for the rows, because they do not fit into
 * memory.
 */
async function columnsFor(options: ExportOptions): Promise<string[]> {
  const settings = await readSettings(options)
  const defined = (settings?.customFields ?? []).map(formatFieldPath)
  const found = new Set<string>()
  for await (const page of pages(options)) for (const path of fieldsOf(page)) found.add(path)
  return [...new Set([...always, ...defined, ...[...found].sort()])]
}

const fieldsOf = (page: readonly Consignment[]): string[] =>
  page.flatMap(({ customFields = {} }) => Object.keys(customFields).map((key) => formatFieldPath({ key })))

function cellsOf(columns: readonly string[], order: Consignment): CsvCell[] {
  // The API returns the whole depot. The export needs its key only.
  const flat = { ...order, depotKey: order.depot?.key ?? null }
  return columns.map((path) => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (parent, name) => (parent != null && Object.hasOwn(parent, name) ? parent[name as never] : null),
        flat,
      )
    if (Array.isArray(value)) return value.length === 0 ? null : JSON.stringify(value)
    return value as CsvCell
  })
}

const pageRows = '200'
const first = { sort: 'created', limit: pageRows } as const

async function* overHttp({ url, token, filter }: ExportOptions): AsyncGenerator<Consignment[]> {
  const client = createClient({ baseUrl: url!, token: requireToken(token), retries: 5 })
  for await (const { consignments } of pagesOf(client, listConsignments, { ...first, ...filter }))
    yield consignments as Consignment[]
}

async function* outOfDatabase(options: ExportOptions): AsyncGenerator<Consignment[]> {
  if (options.environment === undefined)
    throw new Error('Choose an environment with --environment, or a service with --url.')
  const { openTransfer } = await import('../server/admin/transfer.ts')
  const transfer = await openTransfer(readConfig(options), options.environment)
  try {
    let cursor: string | null | undefined
    do {
      const page = await transfer.list({ ...first, ...options.filter, ...(cursor ? { cursor } : {}) })
      yield page.consignments
      cursor = page.next
    } while (cursor)
  } finally {
    await transfer.close()
  }
}
