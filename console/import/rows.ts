// Reads import rows from their cells, and checks or stores them in batches of a few hundred.
import { type Reading, type ReadRow, readRow } from '../../client/cells.ts'
import { type Column, columnAt } from '../../client/columns.ts'
import { type ImportMode, importConsignments, type RowResult } from '../../contract/bulk.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { faultMessage, formPath, refusalMessage } from '../api/problems.ts'
import { batchesOf, deleteOrders } from '../consignments/deleting.ts'

export interface CellFault {
  /** Index of the column; -1 for an error without a column. */
  column: number
  message: string
}

export interface RowState {
  status: RowResult['status'] | 'unchecked' | 'ready'
  faults: readonly CellFault[]
  /** Line of the earlier row with the same key, whose values this row replaces. */
  replaces?: number
  consignmentId?: string
  version?: number
}
export const unchecked: RowState = { status: 'unchecked', faults: [] }

/** Returns whether a row is stored as an order. */
export const isStored = ({ status }: RowState): boolean =>
  status === 'created' || status === 'updated' || status === 'unchanged'

export interface Job {
  cells: readonly (readonly string[])[]
  columns: readonly Column[]
  reading: Reading
  /** Values per field, for rows whose cells have none. */
  constants: Readonly<Record<string, string>>
  mode: ImportMode
  timezone: string
}

export interface Sending {
  indexes: readonly number[]
  /** Whether the API only checks the rows. */
  dryRun: boolean
  report(results: ReadonlyMap<number, RowState>): void
  signal: AbortSignal
}

/** Sends rows in batches, and reports the results of each batch. */
export async function send(job: Job, { indexes, dryRun, report, signal }: Sending): Promise<void> {
  for (let from = 0; from < indexes.length; from += limits.importRows) {
    signal.throwIfAborted()
    const part = indexes.slice(from, from + limits.importRows)
    const read = part.map((index) => readRow(job.columns, job.cells[index]!, job.reading, job.constants))
    const results = await sendPart(job, read, dryRun, signal)
    report(new Map(part.map((index, at) => [index, stateOf(job.columns, read[at]!, results[at]!, dryRun)])))
  }
}

async function sendPart(job: Job, read: ReadRow[], dryRun: boolean, signal: AbortSignal): Promise<RowResult[]> {
  const { data } = await client.call(importConsignments, {
    query: { mode: job.mode, timezone: job.timezone, ...(dryRun ? { dryRun: 'true' } : {}) },
    body: { consignments: read.map(({ row }) => row) as unknown as BodyOf<typeof importConsignments>['consignments'] },
    signal,
  })
  return data.results
}

function stateOf(columns: readonly Column[], read: ReadRow, result: RowResult, dryRun: boolean): RowState {
  const unread = read.faults.map(({ column, ...fault }) => ({
    column: columns.findIndex(({ header }) => header === column),
    message: faultMessage(fault),
  }))
  const refused = (result.errors ?? [])
    .map((fault) => ({
      column: columnAt(columns, fault.path),
      message: faultMessage(fault, (member) => headerBeside(columns, fault.path, member)),
    }))
    // The API reports an unreadable cell as missing. It has an error already.
    .filter(({ column }) => column < 0 || !unread.some((fault) => fault.column === column))
  const faults = [...unread, ...refused]
  if (result.status === 'failed' && faults.length === 0) faults.push({ column: -1, message: refusalMessage(result) })
  if (faults.length > 0) return { status: 'failed', faults }
  if (dryRun) return { status: 'ready', faults }
  const { status, consignmentId, version } = result
  return {
    status,
    faults,
    ...(consignmentId === undefined ? {} : { consignmentId }),
    ...(version === undefined ? {} : { version }),
  }
}

/** Returns the header of the column for a field next to the field of a path. */
const headerBeside = (columns: readonly Column[], pointer: string, member: string): string | undefined =>
  columns.find(({ path }) => path === formPath(pointer.replace(/[^/]*$/, member)))?.header

/** Returns a row with one changed cell. A row that is too short gets empty cells. */
export const mended = (cells: readonly string[], length: number, column: number, text: string): string[] =>
  Array.from({ length: Math.max(length, cells.length) }, (_, at) => (at === column ? text : (cells[at] ?? '')))

/** Adds an error to rows whose key appears in an earlier row, because an order is created once. */
export function withRepeated(states: readonly RowState[], job: Job, say: (line: number) => string): RowState[] {
  const repeated = repeatedKeys(job)
  const column = job.columns.findIndex(({ path }) => path === 'key')
  const isOfKey = (fault: CellFault) => fault.column === column
  return states.map((state, index) => {
    const first = repeated.get(index)
    if (first === undefined || (state.status !== 'ready' && state.status !== 'failed')) return state
    const line = first + 2
    if (job.mode !== 'create') return state.status === 'ready' ? { ...state, replaces: line } : state
    // If an order had the key before the import, both rows have that error already.
    if (states[first]!.faults.some(isOfKey)) return state
    const others = state.faults.filter((fault) => !isOfKey(fault))
    return { status: 'failed', faults: [...others, { column, message: say(line) }] }
  })
}

/** Finds rows with a repeated key. The API cannot, since it receives one batch at a time. */
function repeatedKeys(job: Pick<Job, 'cells' | 'columns'>): Map<number, number> {
  const at = job.columns.findIndex(({ path }) => path === 'key')
  const seen = new Map<string, number>()
  const repeated = new Map<number, number>()
  if (at < 0) return repeated
  for (const [index, cells] of job.cells.entries()) {
    const key = cells[at]?.trim() ?? ''
    if (key === '') continue
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else repeated.set(index, first)
  }
  return repeated
}

/**
 * Deletes the orders that an import created, except those that changed since. Returns the number of the remaining ones.
 */
export async function undo(rows: readonly RowState[], onProgress: (done: number) => void): Promise<number> {
  const created = rows.filter(({ status, consignmentId }) => status === 'created' && consignmentId !== undefined)
  let [done, kept] = [0, 0]
  for (const batch of batchesOf(created)) {
    for (const { code, message, values } of await deleteOrders(batch)) {
      if (code === 'VERSION_MISMATCH') kept++
      else if (code !== undefined && code !== 'NOT_FOUND') throw new Error(refusalMessage({ code, message, values }))
    }
    done += batch.length
    onProgress(done)
  }
  return kept
}
