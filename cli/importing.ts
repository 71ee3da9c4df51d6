// Sends the rows of a file to the import, and reports the result of each row.
import type { Writable } from 'node:stream'
import { quoteText } from '../client/cells.ts'
import { createClient } from '../client/client.ts'
import { resolveFieldPath, type TableColumn } from '../client/columns.ts'
import { formatCsvRow } from '../client/csv.ts'
import { importInBatches } from '../client/rows.ts'
import type { ImportMode, ImportSummary, RowResult } from '../contract/bulk.ts'
import type { EnvironmentSettings } from '../contract/environment.ts'
import { addCellToError, type CellError, type FileRow, trackRepeatedKeys } from '../server/integration/import/table.ts'
import { createUnreadableError, isUnreadable } from '../server/integration/import/unreadable.ts'
import { readConfig, requireToken } from './command.ts'
import { getFileSize, type OrderFile, openFile } from './file.ts'
import { writePrivately } from './private.ts'
import { createProgress, drawBar, type ProgressUpdate } from './progress.ts'
import { readSettings } from './settings.ts'

export interface ImportOptions {
  environment?: string
  url?: string
  token?: string
  mode: ImportMode
  dryRun?: boolean
  map: Record<string, string>
  set: Record<string, string>
  decimal?: '.' | ','
  dates?: 'dmy' | 'mdy'
  delimiter?: string
  timezone?: string
  report?: string
  data?: string
  databaseUrl?: string
}

export async function importFile(file: string, options: ImportOptions): Promise<ImportSummary> {
  getFileSize(file)
  const settings = await readSettings(options)
  // Checks the options before it opens the report, because opening deletes the previous report.
  const defaults = Object.fromEntries(
    Object.entries(options.set).map(([name, value]) => [resolveFieldPath(name), value]),
  )
  const report = reporter(options.report)
  try {
    return await importRows(await opened(file, options, { settings, defaults }), options, report)
  } catch (error) {
    if (isUnreadable(error)) await report.addFault(error.message)
    throw error
  } finally {
    await report.end()
  }
}

async function opened(
  file: string,
  options: ImportOptions,
  { settings, defaults }: { settings: EnvironmentSettings | undefined; defaults: Record<string, string> },
): Promise<OrderFile> {
  const orders = await openFile(file, {
    map: options.map,
    defaults: { type: 'delivery', ...defaults },
    reading: {
      ...(options.decimal ? { decimal: options.decimal } : {}),
      ...(options.dates ? { dayFirst: options.dates === 'dmy' } : {}),
    },
    delimiter: options.delimiter,
    fields: settings?.customFields ?? [],
  })
  if (orders.columns) showColumns(orders.columns)
  console.error(`Times without an offset are read in ${zoneOf(options, settings)}.`)
  return orders
}

async function importRows({ rows: all }: OrderFile, options: ImportOptions, report: Report): Promise<ImportSummary> {
  const summary: ImportSummary = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const repeated = trackRepeatedKeys()
  const progress = createProgress(process.stderr)
  const beganAt = performance.now()
  try {
    for await (const { line, part, key, result } of results(all, options)) {
      summary.rows++
      summary[result.status]++
      await report.add(line, { ...result, repeats: repeated.firstOf(key, line) })
      progress.show(describeProgress(summary, part, beganAt))
    }
  } finally {
    progress.clear()
  }
  const { rows, created, updated, unchanged, failed } = summary
  const repeatedCount = repeated.count()
  console.log(
    `${options.dryRun ? 'Dry run, nothing was stored. ' : ''}${rows} rows: ${created} created, ${updated} ` +
      `updated, ${unchanged} unchanged, ${failed} ` +
      `failed${repeatedCount > 0 ? `; ${repeatedCount} with the key of an earlier row` : ''}`,
  )
  return summary
}

function showColumns(columns: TableColumn[]): void {
  if (!columns.some(({ path }) => path === 'key'))
    throw createUnreadableError(
      `No column contains the order key. Name it with --map, such as --map "${columns[0]!.header}=key". Columns: ` +
        `${columns.map(({ header }) => header).join(', ')}.`,
    )
  for (const { header, path, how } of columns)
    console.error(
      path === undefined ? `  ${header}: not used` : `  ${header} → ${path}${how === 'similar' ? ' (similar)' : ''}`,
    )
}

/** Returns the time zone of the import for display. */
const zoneOf = ({ timezone }: ImportOptions, settings: EnvironmentSettings | undefined): string =>
  timezone ?? `${settings ? `${settings.timezone}, ` : ''}the time zone of the environment`

interface Outcome extends Pick<FileRow, 'line' | 'part' | 'key'> {
  result: Omit<RowResult, 'errors'> & { errors?: CellError[] }
}

/** Yields the results of all rows in file order. An unreadable row fails without being sent to the import. */
async function* results(rows: AsyncIterable<FileRow>, options: ImportOptions): AsyncGenerator<Outcome> {
  const waiting: FileRow[] = []
  // Keeps a read error from the import, which would report it as an error of the service.
  let broken: { error: unknown } | undefined
  async function* readable(): AsyncGenerator<string> {
    try {
      for await (const row of rows) {
        waiting.push(row)
        if (row.faults.length === 0) yield row.text
      }
    } catch (error) {
      broken = { error }
    }
  }
  function* unread(): Generator<Outcome> {
    for (let row = waiting[0]; row && row.faults.length > 0; row = waiting[0]) {
      waiting.shift()
      const { line, part, key, faults } = row
      const errors = faults.map((error) => addCellToError(row, error))
      const message = errors.map(({ message }) => message).join(' ')
      yield {
        line,
        part,
        key,
        result: { index: line, ...(key ? { key } : {}), status: 'failed', code: 'BAD_REQUEST', message, errors },
      }
    }
  }
  for await (const result of options.url ? overHttp(readable(), options) : intoDatabase(readable(), options)) {
    yield* unread()
    const row = waiting.shift()!
    const { line, part, key } = row
    const errors = result.errors?.map((error) => addCellToError(row, error))
    yield { line, part, key, result: { ...result, ...(errors ? { errors } : {}) } }
  }
  yield* unread()
  if (broken) throw broken.error
}

const explained = ({ path, message, column, value }: CellError): string => {
  const source = column ? `Column \`${column}\`` : path
  const valueText = value && !message.includes(quoteText(value)) ? ` (${quoteText(value)})` : ''
  return `${source}${valueText}${source === '' ? '' : ': '}${message}`
}

async function* overHttp(lines: AsyncIterable<string>, { url, token, mode, dryRun, timezone }: ImportOptions) {
  const client = createClient({ baseUrl: url!, token: requireToken(token), retries: 5 })
  async function* rows() {
    for await (const line of lines) yield JSON.parse(line)
  }
  yield* importInBatches(client, rows(), { mode, ...(dryRun ? { dryRun } : {}), ...(timezone ? { timezone } : {}) })
}

const linesAtOnce = 100

async function* intoDatabase(lines: AsyncIterable<string>, options: ImportOptions): AsyncGenerator<RowResult> {
  if (options.environment === undefined)
    throw new Error('Choose an environment with --environment, or a service with --url.')
  const { openTransfer } = await import('../server/admin/transfer.ts')
  const transfer = await openTransfer(readConfig(options), options.environment)
  const query = {
    mode: options.mode,
    ...(options.dryRun ? { dryRun: 'true' } : {}),
    ...(options.timezone ? { timezone: options.timezone } : {}),
  }
  try {
    for await (const text of transfer.import(query, batched(lines))) yield* resultsIn(text)
  } finally {
    await transfer.close()
  }
}

/** Yields the row results in a chunk of the import's response. Throws if the chunk contains a problem. */
function* resultsIn(text: string): Generator<RowResult> {
  for (const line of text.split('\n').filter((entry) => entry !== '')) {
    const value = JSON.parse(line)
    if ('problem' in value) throw new Error(value.problem.message)
    if (!('summary' in value)) yield value as RowResult
  }
}

async function* batched(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < linesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Report = ReturnType<typeof reporter>

/** Returns a report that prints failed rows, and writes all rows to a file if `path` is given. */
function reporter(path: string | undefined) {
  const file: Writable | undefined = path === undefined ? undefined : writePrivately(path)
  const csv = path !== undefined && /\.csv$/i.test(path)
  const write = async (text: string) => {
    if (file && !file.write(text)) await new Promise((resolve) => file.once('drain', resolve))
  }
  if (csv) file!.write(formatCsvRow(['line', 'key', 'status', 'consignmentId', 'version', 'code', 'message']))
  return {
    async add(line: number, { index: _, ...result }: Outcome['result'] & { repeats: number | undefined }) {
      const { key, status, consignmentId, version, code, repeats } = result
      const wrong = result.errors?.map(explained).join(' ') ?? result.message
      const repeatNote = repeats === undefined ? undefined : `Same key as line ${repeats}.`
      const message = [wrong, repeatNote].filter((sentence) => sentence !== undefined).join(' ')
      if (message !== '') console.log(`line ${line}${key === undefined ? '' : ` (${key})`}: ${message}`)
      if (!file) return
      await write(
        csv
          ? formatCsvRow([line, key, status, consignmentId, version, code, message])
          : `${JSON.stringify({ line, ...result })}\n`,
      )
    },
    /** Adds an error of the whole file, without a line. */
    addFault(message: string) {
      const [status, code] = ['failed', 'BAD_REQUEST']
      return write(
        csv
          ? formatCsvRow([null, null, status, null, null, code, message])
          : `${JSON.stringify({ status, code, message })}\n`,
      )
    },
    end: () => new Promise<void>((resolve) => (file ? file.end(resolve) : resolve())),
  }
}

/** Describes the progress. `fraction` is the finished share of the file, from 0 to 1. */
function describeProgress({ rows, failed }: ImportSummary, fraction: number, beganAt: number): ProgressUpdate {
  const rate = () => Math.round((rows / (performance.now() - beganAt)) * 1_000)
  const counts = () =>
    `${rows.toLocaleString('en')} rows, ${failed.toLocaleString('en')} failed, ${rate().toLocaleString('en')}/s`
  const percent = () => `${Math.floor(Math.min(1, fraction) * 100)} %`
  return { drawn: () => `${drawBar(fraction)} ${percent()}, ${counts()}`, line: () => `${percent()}: ${counts()}` }
}
