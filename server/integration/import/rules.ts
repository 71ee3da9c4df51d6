// Creates, shows, ends and undoes imports.
import { findDuplicatePath, resolveFieldPath } from '../../../client/columns.ts'
import { formatCsvRow } from '../../../client/csv.ts'
import { detectFileType, isPdf, kindBytes } from '../../../client/sheet.ts'
import type { ImportMode } from '../../../contract/bulk.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  type createImport,
  type ImportDetail,
  type ImportFailedRow,
  type ImportRecord,
  type ImportState,
  importLimits,
} from '../../../contract/import.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { buildFileName } from '../../platform/bytes/name.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, type RequestError } from '../../platform/error/problems.ts'
import { hasStoredResponse } from '../../platform/idempotency/rules.ts'
import type {
  FileResponse,
  FlowContext,
  OperationCall,
  ServicePreparationContext,
} from '../../platform/operation/operation.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatIso, hourMs } from '../../platform/value/times.ts'
import * as store from './store.ts'
import { describeDuplicateMapping } from './table.ts'
import { createFileTypeError } from './unreadable.ts'

type Path = { importId: string }
type Query = QueryOf<typeof createImport>

/** The stored options of an import. */
export interface ImportOptions {
  mode: ImportMode
  dryRun: boolean
  map: Record<string, string>
  /** Values for fields, by the paths of the fields. */
  set: Record<string, string>
  decimal?: '.' | ','
  dates?: 'dmy' | 'mdy'
  delimiter?: string
  /** Undefined for imports of early releases. */
  timezone?: string
}
export interface NewImport {
  importId: string
  name: string | null
  type: string
  options: ImportOptions
}

const keptMs = importLimits.keptHours * hourMs

/** Stores the file before the transaction of its import. A rejected or repeated request usually stores no file. */
export async function prepareCreate(
  call: OperationCall<Query, unknown, Uint8Array>,
  { environmentId, findings, read, services }: ServicePreparationContext,
): Promise<NewImport | undefined> {
  const { body: bytes, query } = call
  const map = pairsIn(query.map, '?map', findings, (pair) => pair)
  const set = pairsIn(query.set, '?set', findings, ([member, value]) => [resolveFieldPath(member), value])
  checkMap(map, findings)
  const [name = '', head] = [query.name, bytes.subarray(0, kindBytes)]
  if (detectFileType(name, head) === 'otherKind')
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', {
      message: createFileTypeError(name, head).message,
      values: { reason: isPdf(name, head) ? 'pdf' : 'other_kind' },
    })
  if (findings.length > 0) return undefined
  const importId = createId()
  const [isNew, settings] = await read(async (tx) => {
    const isAgain = await hasStoredResponse(tx, call)
    if (!isAgain) await expectCapacity(tx, environmentId)
    return [!isAgain, await getSettings(tx, environmentId)]
  })
  if (isNew) await services().files.put(buildFileName(environmentId, importId), bytes)
  const { mode = 'create', dryRun, decimal, dates, delimiter, timezone = settings.timezone } = query
  const options: ImportOptions = {
    mode,
    dryRun: dryRun === 'true',
    map,
    set,
    timezone,
    ...(decimal === undefined ? {} : { decimal }),
    ...(dates === undefined ? {} : { dates }),
    ...(delimiter === undefined ? {} : { delimiter }),
  }
  return { importId, name: query.name ?? null, type: isWorkbook(bytes) ? 'xlsx' : 'csv', options }
}

const isWorkbook = (bytes: Uint8Array) => detectFileType('', bytes.subarray(0, kindBytes)) === 'workbook'

/** Checks `map` alone. Its columns are checked when the file is read. */
function checkMap(map: Record<string, string>, errors: RequestError[]): void {
  try {
    const duplicate = findDuplicatePath(map)
    if (duplicate !== undefined)
      errors.push({
        path: '?map',
        code: 'duplicate',
        message: describeDuplicateMapping(duplicate),
        values: { name: duplicate },
      })
  } catch (error) {
    errors.push({ path: '?map', code: 'unknown', message: (error as Error).message })
  }
}

/** Parses a JSON object of pairs of texts. Adds a field error if it is something else. */
function pairsIn(
  text: string | undefined,
  path: string,
  errors: RequestError[],
  read: (pair: [string, string]) => [string, string],
): Record<string, string> {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(notPairs)
    const pairs = Object.entries(value)
    if (pairs.some(([, entry]) => typeof entry !== 'string')) throw new Error(notPairs)
    return Object.fromEntries(pairs.map(read))
  } catch (error) {
    const message = error instanceof SyntaxError ? notPairs : (error as Error).message
    errors.push({ path, code: 'format', message })
    return {}
  }
}
const notPairs = 'Must be a JSON object whose values are texts, such as `{"country":"DE"}`.'

async function expectCapacity(tx: ReadTransaction, environmentId: string): Promise<void> {
  if ((await store.countOpen(tx, environmentId)) >= importLimits.open)
    throw new ApiProblem('IMPORT_LIMIT', {
      message: `At most ${importLimits.open} imports of an environment wait or run at the same time.`,
      values: { max: importLimits.open },
    })
}

export async function addImport(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, NewImport>,
): Promise<ImportRecord> {
  const { environmentId, actor, requestId, now, body } = call
  await expectCapacity(tx, environmentId)
  const { importId, name, type, options } = body
  const created = formatIso(now)
  const row = { importId, name, type, options: JSON.stringify(options), actor, requestId, created }
  await store.insertImport(tx, environmentId, row)
  for (const { importId: old } of await store.findImportsToPurge(tx, environmentId, importLimits.kept))
    await store.removeImport(tx, environmentId, old)
  return importOf((await store.findImport(tx, environmentId, importId))!)
}

const notFound = () => new ApiProblem('NOT_FOUND', { message: 'This import does not exist in this environment.' })

function importOf(row: store.ImportRow): ImportRecord {
  const { mode, dryRun, timezone = null } = JSON.parse(row.options) as ImportOptions
  const { importId, name, state, created, updated, allRows, readRows, repeated, undone, kept, message } = row
  const hasEnded = row.ended !== null
  return {
    importId,
    name,
    state,
    mode,
    dryRun,
    timezone,
    created,
    updated,
    expires: hasEnded ? formatIso(row.ended! + keptMs) : null,
    rows: allRows,
    progress: allRows === null ? 0 : allRows === 0 ? 1 : readRows / allRows,
    summary: {
      rows: readRows,
      created: row.createdRows,
      updated: row.updatedRows,
      unchanged: row.unchangedRows,
      failed: row.failedRows,
    },
    repeated,
    undone,
    kept,
    message,
  }
}

/** Returns whether an import is over for clients: it has expired, although it may not be deleted yet. */
const isOver = ({ ended }: store.ImportRow, now: number) => ended !== null && ended + keptMs <= now

export const listImports = async (
  tx: ReadTransaction,
  { environmentId, now }: OperationCall,
): Promise<ImportRecord[]> =>
  (await store.listImports(tx, environmentId, importLimits.kept + importLimits.open))
    .filter((row) => !isOver(row, now))
    .map(importOf)

async function expect(
  tx: ReadTransaction,
  { environmentId, params, now }: OperationCall<unknown, Path>,
): Promise<store.ImportRow> {
  const row = await store.findImport(tx, environmentId, params.importId)
  if (!row || isOver(row, now)) throw notFound()
  return row
}

/** A stored failed row, with its cells. */
export interface FailedRow extends ImportFailedRow {
  cells: string[]
}

export async function getImport(tx: ReadTransaction, call: OperationCall<unknown, Path>): Promise<ImportDetail> {
  const row = await expect(tx, call)
  const batches = await store.listFailedParts(tx, call.environmentId, row.importId, {
    from: 0,
    // Each part has at least one failed row, so this number of parts is enough.
    limit: importLimits.failedRows,
  })
  const failed = batches.flatMap((batch) => JSON.parse(batch.failed) as FailedRow[]).slice(0, importLimits.failedRows)
  return {
    ...importOf(row),
    columns: row.columns === null ? null : JSON.parse(row.columns),
    failedRows: failed.map(({ cells: _, ...shown }) => shown),
  }
}

/** Parts per read, with some hundred rows. */
const partsAtOnce = 25
/** Byte order mark, by which spreadsheet programs recognise UTF-8. */
const byteOrderPrefix = '\uFEFF'
/** Header of the column with errors. It matches no field, so a corrected file can be imported with it. */
const errorHeader = 'import errors'

/** Returns the result as a CSV file of the failed rows with their errors. */
export async function getResult(
  call: OperationCall<unknown, Path>,
  { read }: Pick<FlowContext, 'read'>,
): Promise<FileResponse> {
  const { row, parts } = await read(async (tx) => {
    const found = await expect(tx, call)
    return { row: found, parts: await store.countFailedParts(tx, call.environmentId, found.importId) }
  })
  return {
    type: 'text/csv; charset=utf-8',
    name: `${(row.name ?? 'import').replace(/\.\w+$/, '')} failed.csv`,
    // Parts are only added; an erasure removes their failed rows, which changes the count.
    etag: `"${row.importId}-${parts.count}-${parts.last}"`,
    isAttachment: true,
    open: async () => ({ bytes: undefined, chunks: resultOf(row, call, read) }),
  }
}

async function* resultOf(
  { importId, columns }: store.ImportRow,
  call: OperationCall<unknown, Path>,
  read: FlowContext['read'],
): AsyncGenerator<Buffer> {
  const headers = columns === null ? [] : (JSON.parse(columns) as { column: string }[])
  yield Buffer.from(`${byteOrderPrefix}${formatCsvRow([...headers.map(({ column }) => column), errorHeader])}`)
  for (let nextRow = 0; ; ) {
    const first = nextRow
    const batches = await read(async (tx) => {
      // Throws if the import was deleted in between: a shorter file would look complete.
      await expect(tx, call)
      return store.listFailedParts(tx, call.environmentId, importId, { from: first, limit: partsAtOnce })
    })
    const rows = batches.flatMap(({ failed }) => JSON.parse(failed) as FailedRow[])
    // Cells without a header stay after the last column, so that the same row fails again.
    const lines = rows.map(({ cells, errors }) =>
      formatCsvRow([
        ...headers.map((_, index) => cells[index] ?? ''),
        formatErrors(errors),
        ...cells.slice(headers.length),
      ]),
    )
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    if (batches.length < partsAtOnce) return
    nextRow = batches.at(-1)!.firstRow + 1
  }
}

const formatErrors = (errors: ImportFailedRow['errors']): string =>
  errors.map(({ column, message }) => [column, message].filter(Boolean).join(': ')).join(' · ')

const ended: readonly ImportState[] = ['done', 'failed', 'cancelled']

/** Starts the undo of an import. A repeated request changes nothing. */
export async function undoImport(tx: WriteTransaction, call: OperationCall<unknown, Path>): Promise<void> {
  const { environmentId, now } = call
  await store.lockImport(tx, environmentId, call.params.importId)
  const row = await expect(tx, call)
  if (row.state === 'undoing' || row.state === 'undone') return
  const { dryRun } = JSON.parse(row.options) as ImportOptions
  if (dryRun)
    throw new ApiProblem('IMPORT_STATE', {
      message: 'This was a dry run: there is nothing to undo.',
      values: { reason: 'dry_run' },
    })
  if (!ended.includes(row.state))
    throw new ApiProblem('IMPORT_STATE', {
      message: `The import is ${row.state}: cancel it first, or wait for its end.`,
      values: { status: row.state },
    })
  const { actor, requestId } = call
  await store.beginUndo(tx, environmentId, row.importId, { actor, requestId, now: formatIso(now) })
}

/** Removes an import: cancels an open one, or deletes an ended one. */
export async function removeImport(tx: WriteTransaction, call: OperationCall<unknown, Path>): Promise<void> {
  const { environmentId, now } = call
  await store.lockImport(tx, environmentId, call.params.importId)
  const row = await expect(tx, call)
  if (row.state === 'undoing')
    throw new ApiProblem('IMPORT_STATE', { message: 'The import is being undone: wait for its end.' })
  if (row.ended !== null) return store.removeImport(tx, environmentId, row.importId)
  const end = { state: 'cancelled', message: null, now: formatIso(now), ended: now } as const
  await store.setState(tx, environmentId, row.importId, end)
}
