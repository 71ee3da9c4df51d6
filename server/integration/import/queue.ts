// Defines the transactions of an import: leases, results of rows, end and undo.
import { formatCell } from '../../../client/cells.ts'
import { findColumnIndex, type TableColumn } from '../../../client/columns.ts'
import type { RowResult } from '../../../contract/bulk.ts'
import { type ImportFieldError, type ImportState, importLimits } from '../../../contract/import.ts'
import type { FieldError, FieldErrorCode } from '../../../contract/problem.ts'
import { applyRows, type ImportCall, type PlannedRow } from '../../orders/order/bulk.ts'
import { removeAll } from '../../orders/order/removing.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { isKey } from '../../platform/operation/keys.ts'
import { createStep } from '../../platform/operation/operation.ts'
import type { LeaseClaim } from '../../platform/process/leased-worker.ts'
import { truncateText } from '../../platform/value/characters.ts'
import { formatIso, hourMs } from '../../platform/value/times.ts'
import type { ReadRow } from './process.ts'
import type { FailedRow } from './rules.ts'
import * as store from './store.ts'

export interface ImportClaim extends LeaseClaim {
  importId: string
}

interface Taking extends ImportClaim {
  again: boolean
}
/** Takes the lease of an import. Returns its row, or undefined if another instance has the lease. */
export const leaseImport = createStep(
  'leaseImport',
  async (tx, { importId, owner, leaseMs, again, overUntil }: Taking, { environmentId, now }) =>
    (await store.leaseImport(tx, environmentId, importId, { owner, now, until: now + leaseMs, overUntil, again }))
      ? store.findImport(tx, environmentId, importId)
      : undefined,
)

export const renewImport = createStep(
  'renewImport',
  async (tx, { importId, owner, leaseMs }: ImportClaim, { environmentId, now }): Promise<boolean> =>
    (await store.renewImport(tx, environmentId, importId, { owner, until: now + leaseMs })) === 1,
)

export const releaseImport = createStep(
  'releaseImport',
  async (tx, { importId, owner }: ImportClaim, { environmentId }) => {
    await store.releaseImport(tx, environmentId, importId, owner)
  },
)

/** Locks an import of this owner. Returns undefined if it was ended or another instance has taken it. */
async function lockLeasedImport(
  tx: WriteTransaction,
  environmentId: string,
  { importId, owner }: ImportClaim,
  state: ImportState,
) {
  const row = await store.lockImport(tx, environmentId, importId)
  return row?.state === state && row.leaseOwner === owner ? row : undefined
}

const nothingYet: store.ImportCounts = {
  readRows: 0,
  createdRows: 0,
  updatedRows: 0,
  unchangedRows: 0,
  failedRows: 0,
  repeated: 0,
}
export interface OpenedImport extends ImportClaim {
  columns: { column: string; member: string | null }[]
  rows: number
  /** Whether to start at the first row: a dry run needs all rows, also after a crash. */
  anew: boolean
}
/**
 * Stores the columns of an opened file. Returns the number of finished rows; undefined if the owner lost the import.
 */
export const beginImport = createStep('beginImport', async (tx, opened: OpenedImport, { environmentId, now }) => {
  const row = await lockLeasedImport(tx, environmentId, opened, 'running')
  if (!row) return undefined
  const { importId, columns, rows, anew, leaseMs } = opened
  await store.saveOpened(tx, environmentId, importId, {
    columns: JSON.stringify(columns),
    allRows: rows,
    now: formatIso(now),
  })
  if (!anew || row.readRows === 0) return row.readRows
  await store.removeParts(tx, environmentId, importId)
  await store.saveCounts(tx, environmentId, importId, {
    counts: nothingYet,
    takeOvers: row.takeOvers,
    now: formatIso(now),
    leaseUntil: now + leaseMs,
  })
  return 0
})

export interface ImportBatch extends ImportClaim {
  firstRow: number
  planned: PlannedRow[]
  rows: Pick<ReadRow, 'line' | 'key' | 'cells' | 'repeats'>[]
  columns: Pick<TableColumn, 'header' | 'path'>[]
}
/** An order that an import created or changed, and its version afterwards. */
export type StoredOrder = [consignmentId: string, version: number, isNew: 0 | 1]

/**
 * Stores rows and the progress of the import in one transaction, so that no row is repeated or skipped after a crash.
 * Returns the keys that a dry run would create; undefined if the owner lost the import.
 */
export const storePart = createStep(
  'storePart',
  async (tx, batch: ImportBatch, stepCall): Promise<string[] | undefined> => {
    const { environmentId, now } = stepCall
    const { importId, firstRow, leaseMs } = batch
    const row = await lockLeasedImport(tx, environmentId, batch, 'running')
    if (!row || row.readRows !== firstRow) return undefined
    const call = stepCall as ImportCall
    const isDryRun = call.query.dryRun === 'true'
    const results = await applyRows(tx, call, batch.planned)
    const failed = results.flatMap((row, index) => (row.status === 'failed' ? [failedRow(batch, row, index)] : []))
    const stored = isDryRun ? [] : results.flatMap(storedBy)
    if (failed.length > 0 || stored.length > 0)
      await store.insertPart(tx, environmentId, importId, {
        firstRow,
        stored: JSON.stringify(stored),
        failed: failed.length === 0 ? null : JSON.stringify(failed),
      })
    const counts = countsAfter(row, results, batch)
    // A dry run starts at the first row again after a crash, so its takeovers are never reset.
    const takeOvers = isDryRun ? row.takeOvers : 0
    await store.saveCounts(tx, environmentId, importId, {
      counts,
      takeOvers,
      now: formatIso(now),
      leaseUntil: now + leaseMs,
    })
    return isDryRun
      ? results.flatMap(({ status, key }) => (status === 'created' && key !== undefined ? [key] : []))
      : []
  },
)

const storedBy = ({ status, consignmentId, version }: RowResult): StoredOrder[] =>
  status === 'failed' || status === 'unchanged' || consignmentId === undefined || version === undefined
    ? []
    : [[consignmentId, version, status === 'created' ? 1 : 0]]

function countsAfter(
  previous: store.ImportCounts,
  results: readonly RowResult[],
  { rows }: ImportBatch,
): store.ImportCounts {
  const count = (status: RowResult['status']) => results.filter((result) => result.status === status).length
  return {
    readRows: previous.readRows + results.length,
    createdRows: previous.createdRows + count('created'),
    updatedRows: previous.updatedRows + count('updated'),
    unchangedRows: previous.unchangedRows + count('unchanged'),
    failedRows: previous.failedRows + count('failed'),
    repeated: previous.repeated + rows.filter(({ repeats }) => repeats).length,
  }
}

const shownMax = 200
const errorsMax = 50
const short = (text: string): string => (text.length > shownMax ? `${truncateText(text, shownMax)}…` : text)

function failedRow(
  { rows, columns }: ImportBatch,
  { code, message, values, errors, ...result }: RowResult,
  rowIndex: number,
): FailedRow {
  const { line, cells, ...row } = rows[rowIndex]!
  // A row that could not be read has the key of its cell.
  const key = result.key ?? (isKey(row.key) ? row.key : undefined)
  // A request for one order reports a taken key without a path.
  const path = code === 'KEY_EXISTS' ? '/key' : ''
  const rowError = {
    path,
    code: code!.toLowerCase() as FieldErrorCode,
    message: message!,
    ...(values === undefined ? {} : { values }),
  }
  const placed = (error: FieldError): ImportFieldError => {
    const index = findColumnIndex(columns as TableColumn[], error.path)
    const text = index < 0 ? '' : formatCell(cells[index])
    return {
      ...error,
      ...(index < 0 ? {} : { column: short(columns[index]!.header) }),
      ...(text === '' ? {} : { value: short(text) }),
    }
  }
  const reported = errors?.length ? (errors as FieldError[]) : [rowError]
  const fieldErrors = reported.slice(0, errorsMax).map(placed)
  return { line, ...(key === undefined ? {} : { key }), code: code!, message: message!, errors: fieldErrors, cells }
}

export interface ImportEnd extends ImportClaim {
  from: 'running' | 'undoing'
  state: ImportState
  message: string | null
}
/** Ends an import. Returns false if the owner lost it. */
export const endImport = createStep(
  'endImport',
  async (tx, end: ImportEnd, { environmentId, now }): Promise<boolean> => {
    if (!(await lockLeasedImport(tx, environmentId, end, end.from))) return false
    const { importId, state, message } = end
    await store.setState(tx, environmentId, importId, { state, message, now: formatIso(now), ended: now })
    return true
  },
)

export interface UndoBatch extends ImportClaim {
  /** Number of orders that precede these in the import. */
  from: number
  orders: { consignmentId: string; version: number }[]
}
/** Deletes a batch of the orders that an import created. Returns false if the owner lost the import. */
export const undoPart = createStep('undoPart', async (tx, batch: UndoBatch, call): Promise<boolean> => {
  const { environmentId, now } = call
  const row = await lockLeasedImport(tx, environmentId, batch, 'undoing')
  if (!row || row.takenBack !== batch.from) return false
  const results = await removeAll(tx, call, batch.orders)
  await store.saveUndone(tx, environmentId, batch.importId, {
    takenBack: batch.from + batch.orders.length,
    undone: row.undone + results.filter(({ status }) => status === 'deleted').length,
    // An order that another request deleted is not counted as kept.
    kept: row.kept + results.filter(({ code }) => code !== undefined && code !== 'NOT_FOUND').length,
    now: formatIso(now),
    leaseUntil: now + batch.leaseMs,
  })
  return true
})

const purgedAtOnce = 5

/** Deletes a batch of imports that have expired. Returns whether more may remain. */
export const purgeImports = createStep('purgeImports', async (tx, environmentId: string, { now }): Promise<boolean> => {
  const cutoff = now - importLimits.keptHours * hourMs
  const over = await store.findExpiredImports(tx, environmentId, cutoff, purgedAtOnce)
  for (const { importId } of over) await store.removeImport(tx, environmentId, importId)
  return over.length === purgedAtOnce
})

export const importSteps = [
  leaseImport,
  renewImport,
  releaseImport,
  beginImport,
  storePart,
  endImport,
  undoPart,
  purgeImports,
]
