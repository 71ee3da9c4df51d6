// Stores the rows of an import and its list of orders, and writes a file of the failed rows.
import { readRow } from '../../client/cells.ts'
import type { TableColumn } from '../../client/columns.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { type ImportBatch, keepBatch } from '../api/batches.ts'
import { refreshEndpoints } from '../api/query.ts'
import { downloadCsv, writeCsvLine } from '../platform/csv.ts'
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
}

/** Saves the failed rows with an error column. After a correction, the file can be imported again. */
export function saveFailedRows({ name, columns, cells, states }: Failed, texts: Texts<typeof importTexts>): void {
  const failed = states.flatMap(({ status, faults }, index) => (status === 'failed' ? [{ index, faults }] : []))
  const lines = failed.map(({ index, faults }) => {
    const messages = faults.map((error) => [columns[error.column]?.header, error.message].filter(Boolean).join(': '))
    return writeCsvLine([...columns.map((_, position) => cells[index]![position] ?? ''), messages.join(' · ')])
  })
  const head = writeCsvLine([...columns.map(({ header }) => header), texts.errorColumn])
  downloadCsv(texts.failedFile(name.replace(/\.\w+$/, '')), [head, ...lines])
}
