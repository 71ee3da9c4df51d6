// Defines the transactions of an import: leases, results of rows, end and undo.
import { cellShown } from '../../../client/cells.ts'
import { type Column, columnAt } from '../../../client/columns.ts'
import type { RowResult } from '../../../contract/bulk.ts'
import { type ImportFault, type ImportState, importLimits } from '../../../contract/import.ts'
import type { Fault, FaultCode } from '../../../contract/problem.ts'
import { apply, type ImportCall, type PlannedRow } from '../../orders/order/bulk.ts'
import { removeAll } from '../../orders/order/removing.ts'
import type { Writer } from '../../platform/database/database.ts'
import { isKey } from '../../platform/operation/keys.ts'
import { step } from '../../platform/operation/operation.ts'
import type { Claim } from '../../platform/process/leased-worker.ts'
import { firstCharacters } from '../../platform/value/characters.ts'
import { hourMs, toIso } from '../../platform/value/times.ts'
import type { ReadRow } from './process.ts'
import type { FailedRow } from './rules.ts'
import * as store from './store.ts'

export interface ImportClaim extends Claim {
  importId: string
}

interface Taking extends ImportClaim {
  again: boolean
}
/** Takes the lease of an import. Returns its row, or undefined if another instance has the lease. */
export const leaseImport = step(
  'leaseImport',
  async (tx, { importId, owner, leaseMs, again, overUntil }: Taking, { environmentId, now }) =>
    (await store.lease(tx, environmentId, importId, { owner, now, until: now + leaseMs, overUntil, again }))
      ? store.find(tx, environmentId, importId)
      : undefined,
)

export const renewImport = step(
  'renewImport',
  async (tx, { importId, owner, leaseMs }: ImportClaim, { environmentId, now }): Promise<boolean> =>
    (await store.renew(tx, environmentId, importId, { owner, until: now + leaseMs })) === 1,
)

export const releaseImport = step('releaseImport', async (tx, { importId, owner }: ImportClaim, { environmentId }) => {
  await store.release(tx, environmentId, importId, owner)
})

/** Locks an import of this owner. Returns undefined if it was ended or another instance has taken it. */
async function held(tx: Writer, environmentId: string, { importId, owner }: ImportClaim, state: ImportState) {
  const row = await store.lock(tx, environmentId, importId)
  return row?.state === state && row.leaseOwner === owner ? row : undefined
}

const nothingYet: store.Counts = {
  readRows: 0,
  createdRows: 0,
  updatedRows: 0,
  unchangedRows: 0,
  failedRows: 0,
  repeated: 0,
}
export interface Opened extends ImportClaim {
  columns: { column: string; member: string | null }[]
  rows: number
  /** Whether to start at the first row: a dry run needs all rows, also after a crash. */
  anew: boolean
}
/**
 * Stores the columns of an opened file. Returns the number of finished rows; undefined if the owner lost the import.
 */
export const beginImport = step('beginImport', async (tx, opened: Opened, { environmentId, now }) => {
  const row = await held(tx, environmentId, opened, 'running')
  if (!row) return undefined
  const { importId, columns, rows, anew, leaseMs } = opened
  await store.saveOpened(tx, environmentId, importId, {
    columns: JSON.stringify(columns),
    allRows: rows,
    now: toIso(now),
  })
  if (!anew || row.readRows === 0) return row.readRows
  await store.removeParts(tx, environmentId, importId)
  await store.saveCounts(tx, environmentId, importId, {
    counts: nothingYet,
    takeOvers: row.takeOvers,
    now: toIso(now),
    leaseUntil: now + leaseMs,
  })
  return 0
})

export interface Part extends ImportClaim {
  firstRow: number
  planned: PlannedRow[]
  rows: Pick<ReadRow, 'line' | 'key' | 'cells' | 'repeats'>[]
  columns: Pick<Column, 'header' | 'path'>[]
}
/** An order that an import created or changed, and its version afterwards. */
export type StoredOrder = [consignmentId: string, version: number, isNew: 0 | 1]

/**
 * Stores rows and the progress of the import in one transaction, so that a crash repeats or skips none. Returns the
 * keys that a dry run would create; undefined if the owner lost the import.
 */
export const storePart = step('storePart', async (tx, part: Part, given): Promise<string[] | undefined> => {
  const { environmentId, now } = given
  const { importId, firstRow, leaseMs } = part
  const row = await held(tx, environmentId, part, 'running')
  if (!row || row.readRows !== firstRow) return undefined
  const call = given as ImportCall
  const isDryRun = call.query.dryRun === 'true'
  const results = await apply(tx, call, part.planned)
  const failed = results.flatMap((result, at) => (result.status === 'failed' ? [failedRow(part, result, at)] : []))
  const stored = isDryRun ? [] : results.flatMap(storedBy)
  if (failed.length > 0 || stored.length > 0)
    await store.insertPart(tx, environmentId, importId, {
      firstRow,
      stored: JSON.stringify(stored),
      failed: failed.length === 0 ? null : JSON.stringify(failed),
    })
  const counts = countsAfter(row, results, part)
  // A dry run starts at the first row again after a crash, so its takeovers are never reset.
  const takeOvers = isDryRun ? row.takeOvers : 0
  await store.saveCounts(tx, environmentId, importId, { counts, takeOvers, now: toIso(now), leaseUntil: now + leaseMs })
  return isDryRun ? results.flatMap(({ status, key }) => (status === 'created' && key !== undefined ? [key] : [])) : []
})

const storedBy = ({ status, consignmentId, version }: RowResult): StoredOrder[] =>
  status === 'failed' || status === 'unchanged' || consignmentId === undefined || version === undefined
    ? []
    : [[consignmentId, version, status === 'created' ? 1 : 0]]

function countsAfter(before: store.Counts, results: readonly RowResult[], { rows }: Part): store.Counts {
  const count = (status: RowResult['status']) => results.filter((result) => result.status === status).length
  return {
    readRows: before.readRows + results.length,
    createdRows: before.createdRows + count('created'),
    updatedRows: before.updatedRows + count('updated'),
    unchangedRows: before.unchangedRows + count('unchanged'),
    failedRows: before.failedRows + count('failed'),
    repeated: before.repeated + rows.filter(({ repeats }) => repeats).length,
  }
}

const shownMax = 200
const errorsMax = 50
const short = (text: string): string => (text.length > shownMax ? `${firstCharacters(text, shownMax)}…` : text)

function failedRow(
  { rows, columns }: Part,
  { code, message, values, errors, ...result }: RowResult,
  at: number,
): FailedRow {
  const { line, cells, ...row } = rows[at]!
  // A row that could not be read has the key of its cell.
  const key = result.key ?? (isKey(row.key) ? row.key : undefined)
  // A request for one order reports a taken key without a path.
  const path = code === 'KEY_EXISTS' ? '/key' : ''
  const own = {
    path,
    code: code!.toLowerCase() as FaultCode,
    message: message!,
    ...(values === undefined ? {} : { values }),
  }
  const placed = (fault: Fault): ImportFault => {
    const index = columnAt(columns as Column[], fault.path)
    const text = index < 0 ? '' : cellShown(cells[index])
    return {
      ...fault,
      ...(index < 0 ? {} : { column: short(columns[index]!.header) }),
      ...(text === '' ? {} : { value: short(text) }),
    }
  }
  const told = errors?.length ? (errors as Fault[]) : [own]
  const faults = told.slice(0, errorsMax).map(placed)
  return { line, ...(key === undefined ? {} : { key }), code: code!, message: message!, errors: faults, cells }
}

export interface End extends ImportClaim {
  from: 'running' | 'undoing'
  state: ImportState
  message: string | null
}
/** Ends an import. Returns false if the owner lost it. */
export const endImport = step('endImport', async (tx, end: End, { environmentId, now }): Promise<boolean> => {
  if (!(await held(tx, environmentId, end, end.from))) return false
  const { importId, state, message } = end
  await store.setState(tx, environmentId, importId, { state, message, now: toIso(now), ended: now })
  return true
})

export interface Undone extends ImportClaim {
  /** Number of orders that precede these in the import. */
  from: number
  orders: { consignmentId: string; version: number }[]
}
/** Deletes a batch of the orders that an import created. Returns false if the owner lost the import. */
export const undoPart = step('undoPart', async (tx, part: Undone, call): Promise<boolean> => {
  const { environmentId, now } = call
  const row = await held(tx, environmentId, part, 'undoing')
  if (!row || row.takenBack !== part.from) return false
  const results = await removeAll(tx, call, part.orders)
  await store.saveUndone(tx, environmentId, part.importId, {
    takenBack: part.from + part.orders.length,
    undone: row.undone + results.filter(({ status }) => status === 'deleted').length,
    // An order that another request deleted is not counted as kept.
    kept: row.kept + results.filter(({ code }) => code !== undefined && code !== 'NOT_FOUND').length,
    now: toIso(now),
    leaseUntil: now + part.leaseMs,
  })
  return true
})

const purgedAtOnce = 5

/** Deletes a batch of imports that have expired. Returns whether more may remain. */
export const purgeImports = step('purgeImports', async (tx, environmentId: string, { now }): Promise<boolean> => {
  const before = now - importLimits.keptHours * hourMs
  const over = await store.endedBefore(tx, environmentId, before, purgedAtOnce)
  for (const { importId } of over) await store.remove(tx, environmentId, importId)
  return over.length === purgedAtOnce
})

export const steps = [
  leaseImport,
  renewImport,
  releaseImport,
  beginImport,
  storePart,
  endImport,
  undoPart,
  purgeImports,
]
