// Stores the rows of an import and its list of orders, and writes a file of the failed rows.
import { readRow } from '../../client/cells.ts'
import type { Column } from '../../client/columns.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { type Batch, keepBatch } from '../api/batches.ts'
import { refresh } from '../api/query.ts'
import { download, line } from '../platform/csv.ts'
import type { Words } from '../words/words.ts'
import { type Job, type RowState, type Sending, send } from './rows.ts'
import type { importWords } from './words.ts'

interface Stored {
  name: string
  batchId: string
  states: readonly RowState[]
  job: Job
}

/** Stores the rows, and records the created orders even if the user stops the import. */
export async function storeRows(work: Stored, sending: Omit<Sending, 'dryRun'>): Promise<void> {
  const stored = new Map<number, RowState>()
  const report = (results: ReadonlyMap<number, RowState>) => {
    for (const [index, state] of results) stored.set(index, state)
    sending.report(results)
  }
  try {
    await send(work.job, { ...sending, dryRun: false, report })
  } finally {
    const states = work.states.map((state, index) => stored.get(index) ?? state)
    await keepBatch(batchOf({ ...work, states }))
    await refresh(listConsignments)
  }
}

function batchOf({ name, batchId, states, job }: Stored): Batch {
  const created = states.flatMap(({ status, consignmentId, version }, index) =>
    status === 'created' && consignmentId !== undefined
      ? [{ index, order: { consignmentId, ...(version === undefined ? {} : { version }) } }]
      : [],
  )
  const days = created.flatMap(({ index }) => {
    const { row } = readRow(job.columns, job.cells[index]!, job.reading, job.constants)
    return typeof row.requiredFrom === 'string' ? [row.requiredFrom.slice(0, 10)] : []
  })
  const [most] = [...Map.groupBy(days, (day) => day).values()].sort((one, other) => other.length - one.length)
  return { batchId, name, atMs: Date.now(), day: most?.[0] ?? null, orders: created.map(({ order }) => order) }
}

interface Failed {
  name: string
  columns: readonly Column[]
  cells: readonly (readonly string[])[]
  states: readonly RowState[]
}

/** Saves the failed rows with an error column. After a correction, the file can be imported again. */
export function saveFailedRows({ name, columns, cells, states }: Failed, words: Words<typeof importWords>): void {
  const failed = states.flatMap(({ status, faults }, index) => (status === 'failed' ? [{ index, faults }] : []))
  const lines = failed.map(({ index, faults }) => {
    const said = faults.map((fault) => [columns[fault.column]?.header, fault.message].filter(Boolean).join(': '))
    return line([...columns.map((_, at) => cells[index]![at] ?? ''), said.join(' · ')])
  })
  const head = line([...columns.map(({ header }) => header), words.errorColumn])
  download(words.failedFile(name.replace(/\.\w+$/, '')), [head, ...lines])
}
