// Stores the rows of an import and its list of orders, and writes a file of the failed rows.
import { parseNumber, readRow, type TableNotation } from '../../client/cells.ts'
import { getValueType, type TableColumn } from '../../client/columns.ts'
import type { CsvCell } from '../../client/csv.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { type ImportBatch, keepBatch } from '../api/batches.ts'
import { refreshEndpoints } from '../api/query.ts'
import { createCsvWriter } from '../platform/csv.ts'
import { downloadCsv } from '../platform/save-file.ts'
import { currentLanguage } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import { type ImportJob, type RowState, type SendOptions, sendRows } from './rows.ts'
import type { importTexts } from './words.ts'

interface Stored {
  name: string
  batchId: string
  states: readonly RowState[]
  job: ImportJob
}

/** Stores the rows, and records the created orders even if the user stops the import. */
export async function storeRows(work: Stored, sending: Omit<SendOptions, 'dryRun'>): Promise<void> {
  const stored = new Map<number, RowState>()
  const report = (results: ReadonlyMap<number, RowState>) => {
    for (const [index, state] of results) stored.set(index, state)
    sending.report(results)
  }
  try {
    await sendRows(work.job, { ...sending, dryRun: false, report })
  } finally {
    const states = work.states.map((state, index) => stored.get(index) ?? state)
    await keepBatch(batchOf({ ...work, states }))
    await refreshEndpoints(listConsignments)
  }
}

function batchOf({ name, batchId, states, job }: Stored): ImportBatch {
  const created = states.flatMap(({ status, consignmentId, version }, index) =>
    status === 'created' && consignmentId !== undefined
      ? [{ index, order: { consignmentId, ...(version === undefined ? {} : { version }) } }]
      : [],
  )
  const days = created.flatMap(({ index }) => {
    const { row } = readRow(job.columns, job.cells[index]!, job.reading, job.constants)
    return typeof row.requiredFrom === 'string' ? [row.requiredFrom.slice(0, 10)] : []
  })
  const [most] = [...Map.groupBy(days, (day) => day).values()].sort((a, b) => b.length - a.length)
  return { batchId, name, atMs: Date.now(), day: most?.[0] ?? null, orders: created.map(({ order }) => order) }
}

interface Failed {
  name: string
  columns: readonly TableColumn[]
  cells: readonly (readonly string[])[]
  states: readonly RowState[]
  /** The notation of the imported file. */
  reading: TableNotation
}

/**
 * Returns the content of a cell in the file of failed rows. If the imported file proves its decimal sign, numbers get
 * the sign of the language. Otherwise a text such as `1.125` stays ambiguous.
 */
function readFailedCell({ path, kind }: TableColumn, text: string, reading: TableNotation): CsvCell {
  const valueType = kind ?? (path === undefined ? 'text' : getValueType(path))
  if (reading.decimal === undefined || (valueType !== 'number' && valueType !== 'integer')) return text
  const value = parseNumber(text.trim(), reading)
  return typeof value === 'number' ? value : text
}

/** Saves the failed rows with an error column. After a correction, the file can be imported again. */
export function saveFailedRows(
  { name, columns, cells, states, reading }: Failed,
  texts: Texts<typeof importTexts>,
): void {
  const write = createCsvWriter(currentLanguage.get())
  const failed = states.flatMap(({ status, faults }, index) => (status === 'failed' ? [{ index, faults }] : []))
  const lines = failed.map(({ index, faults }) => {
    const messages = faults.map((error) => [columns[error.column]?.header, error.message].filter(Boolean).join(': '))
    const row = columns.map((column, position) => readFailedCell(column, cells[index]![position] ?? '', reading))
    return write([...row, messages.join(' · ')])
  })
  const head = write([...columns.map(({ header }) => header), texts.errorColumn])
  downloadCsv(texts.failedFile(name.replace(/\.\w+$/, '')), [head, ...lines])
}
