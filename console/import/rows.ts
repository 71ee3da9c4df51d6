// Reads import rows from their cells, and checks or stores them in batches of a few hundred.
import { type ReadRow, readRow, type TableNotation } from '../../client/cells.ts'
import { findColumnIndex, type TableColumn } from '../../client/columns.ts'
import { type ImportMode, importConsignments, type RowResult } from '../../contract/bulk.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { recordLimits } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'
import { describeFieldError, describeRefusal, parseFormPath } from '../api/problems.ts'
import { deleteOrders, splitIntoBatches } from '../consignments/deleting.ts'

export interface CellError {
  /** Index of the column; -1 for an error without a column. */
  column: number
  message: string
}

export interface RowState {
  status: RowResult['status'] | 'unchecked' | 'ready'
  faults: readonly CellError[]
  /** Line of the earlier row with the same key, whose values this row replaces. */
  replaces?: number
  consignmentId?: string
  version?: number
}
export const uncheckedRow: RowState = { status: 'unchecked', faults: [] }

/** Returns whether a row is stored as an order. */
export const isStored = ({ status }: RowState): boolean =>
  status === 'created' || status === 'updated' || status === 'unchanged'

export interface ImportJob {
  cells: readonly (readonly string[])[]
  columns: readonly TableColumn[]
  reading: TableNotation
  /** Values per field, for rows whose cells have no value. */
  constants: Readonly<Record<string, string>>
  mode: ImportMode
  timezone: string
}

export interface SendOptions {
  indexes: readonly number[]
  /** Whether the API only checks the rows. */
  dryRun: boolean
  report(results: ReadonlyMap<number, RowState>): void
  signal: AbortSignal
}

/** Sends rows in batches, and reports the results of each batch. */
export async function sendRows(job: ImportJob, { indexes, dryRun, report, signal }: SendOptions): Promise<void> {
  for (let startIndex = 0; startIndex < indexes.length; startIndex += recordLimits.importRows) {
    signal.throwIfAborted()
    const batch = indexes.slice(startIndex, startIndex + recordLimits.importRows)
    const read = batch.map((index) => readRow(job.columns, job.cells[index]!, job.reading, job.constants))
    const results = await sendPart(job, read, dryRun, signal)
    report(
      new Map(
        batch.map((index, position) => [index, stateOf(job.columns, read[position]!, results[position]!, dryRun)]),
      ),
    )
  }
}

async function sendPart(job: ImportJob, read: ReadRow[], dryRun: boolean, signal: AbortSignal): Promise<RowResult[]> {
  const { data } = await apiClient.call(importConsignments, {
    query: { mode: job.mode, timezone: job.timezone, ...(dryRun ? { dryRun: 'true' } : {}) },
    body: { consignments: read.map(({ row }) => row) as unknown as BodyOf<typeof importConsignments>['consignments'] },
    signal,
  })
  return data.results
}

function stateOf(columns: readonly TableColumn[], read: ReadRow, result: RowResult, dryRun: boolean): RowState {
  const unread = read.errors.map(({ column, ...fault }) => ({
    column: columns.findIndex(({ header }) => header === column),
    message: describeFieldError(fault),
  }))
  const refused = (result.errors ?? [])
    .map((error) => ({
      column: findColumnIndex(columns, error.path),
      message: describeFieldError(error, (member) => findSiblingHeader(columns, error.path, member)),
    }))
    // The API reports the field of an unreadable cell as missing. That cell already has an error.
    .filter(({ column }) => column < 0 || !unread.some((error) => error.column === column))
  const errors = [...unread, ...refused]
  if (result.status === 'failed' && errors.length === 0) errors.push({ column: -1, message: describeRefusal(result) })
  if (errors.length > 0) return { status: 'failed', faults: errors }
  if (dryRun) return { status: 'ready', faults: errors }
  const { status, consignmentId, version } = result
  return {
    status,
    faults: errors,
    ...(consignmentId === undefined ? {} : { consignmentId }),
    ...(version === undefined ? {} : { version }),
  }
}

/** Returns the header of the column for `member`, a field in the same object as the field of a path. */
const findSiblingHeader = (columns: readonly TableColumn[], pointer: string, member: string): string | undefined =>
  columns.find(({ path }) => path === parseFormPath(pointer.replace(/[^/]*$/, member)))?.header

/** Returns a row with one changed cell. A row that is too short gets empty cells. */
export const withCell = (cells: readonly string[], length: number, column: number, text: string): string[] =>
  Array.from({ length: Math.max(length, cells.length) }, (_, index) => (index === column ? text : (cells[index] ?? '')))

/** Adds an error to rows whose key appears in an earlier row, because an order is created once. */
export function addRepeatErrors(
  states: readonly RowState[],
  job: ImportJob,
  formatMessage: (line: number) => string,
): RowState[] {
  const repeated = repeatedKeys(job)
  const column = job.columns.findIndex(({ path }) => path === 'key')
  const isOfKey = (error: CellError) => error.column === column
  return states.map((state, index) => {
    const first = repeated.get(index)
    if (first === undefined || (state.status !== 'ready' && state.status !== 'failed')) return state
    const line = first + 2
    if (job.mode !== 'create') return state.status === 'ready' ? { ...state, replaces: line } : state
    // If an order had the key before the import, both rows have that error already.
    if (states[first]!.faults.some(isOfKey)) return state
    const remainingErrors = state.faults.filter((error) => !isOfKey(error))
    return { status: 'failed', faults: [...remainingErrors, { column, message: formatMessage(line) }] }
  })
}

/** Finds rows with a repeated key. The API cannot, since it receives one batch at a time. */
function repeatedKeys(job: Pick<ImportJob, 'cells' | 'columns'>): Map<number, number> {
  const keyColumn = job.columns.findIndex(({ path }) => path === 'key')
  const firstIndexes = new Map<string, number>()
  const repeated = new Map<number, number>()
  if (keyColumn < 0) return repeated
  for (const [index, cells] of job.cells.entries()) {
    const key = cells[keyColumn]?.trim() ?? ''
    if (key === '') continue
    const first = firstIndexes.get(key)
    if (first === undefined) firstIndexes.set(key, index)
    else repeated.set(index, first)
  }
  return repeated
}

/**
 * Deletes the orders that an import created, except those that changed since. Returns the number of the remaining
 * orders.
 */
export async function undoImport(rows: readonly RowState[], onProgress: (done: number) => void): Promise<number> {
  const created = rows.filter(({ status, consignmentId }) => status === 'created' && consignmentId !== undefined)
  let [done, kept] = [0, 0]
  for (const batch of splitIntoBatches(created)) {
    for (const { code, message, values } of await deleteOrders(batch)) {
      if (code === 'VERSION_MISMATCH') kept++
      else if (code !== undefined && code !== 'NOT_FOUND') throw new Error(describeRefusal({ code, message, values }))
    }
    done += batch.length
    onProgress(done)
  }
  return kept
}
