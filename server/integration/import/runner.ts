// Runs imports: one per environment at a time, on the instance that holds its lease, in batches of rows.
import { importLimits } from '../../../contract/import.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { planRows, type UnreadableRow } from '../../orders/order/bulk.ts'
import { rowsAtOnce } from '../../orders/order/chunks.ts'
import { parseLine } from '../../orders/order/stream.ts'
import { buildFileName } from '../../platform/bytes/name.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { createErrorBudget } from '../../platform/error/error-budget.ts'
import { createProblem } from '../../platform/error/problems.ts'
import { isTemporary } from '../../platform/error/reason.ts'
import { createBackgroundCall, type OperationExecutor } from '../../platform/operation/operation.ts'
import type { FileStorage } from '../../platform/operation/services.ts'
import { type LeasedJobs, type LeasedWorker, startLeasedWorker } from '../../platform/process/leased-worker.ts'
import { truncateText } from '../../platform/value/characters.ts'
import type { ReadRow } from './process.ts'
import {
  beginImport,
  endImport,
  type ImportClaim,
  leaseImport,
  releaseImport,
  renewImport,
  type StoredOrder,
  storePart,
  undoPart,
} from './queue.ts'
import { createReader, type FileReader, type OpenedFile } from './reader.ts'
import type { ImportOptions } from './rules.ts'
import * as store from './store.ts'

export interface ImporterParts {
  executor: Pick<OperationExecutor, 'read' | 'run'>
  files: FileStorage
  /** Wakes the clients that follow the changed environment. */
  changed(environmentId: string): void
  report(error: unknown): void
}

/** Time after which another instance takes over the imports of a crashed instance, in milliseconds. */
const leaseMs = 30_000
/** Largest number of imports that a process runs at a time (`jobsMax`), and of environments per search (`looksMax`). */
const jobsMax = 2
const looksMax = 100
/** Number of crashes without progress after which an import counts as their cause, and fails. */
const takeOversMax = 2
const givenUp =
  'The service stopped twice during this import. Send the file again; ' +
  'should that happen again, send it in parts, or ask whoever runs the service.'

/** Starts the runner of imports. `owner` identifies this process among all processes with the same database. */
export function startImporter(context: ImporterParts, owner: string): LeasedWorker {
  const { executor, report } = context
  const reader = createReader()
  const rotation = createRotation()
  /** Imports that failed here: the database may still list this process as their owner. */
  const failedIds = new Set<string>()

  async function find(jobs: LeasedJobs<store.ImportWork>): Promise<undefined> {
    const leases = [...jobs.running.values()].filter(({ isHeld }) => isHeld)
    const rows = await executor.read(async (tx) => {
      for (const { item, end } of leases) if (!(await store.isHeld(tx, item.environmentId, item.importId, owner))) end()
      return store.listImportWork(tx, { owner, limit: looksMax })
    })
    for (const row of rotation.inTurn(rows, rows.filter(jobs.isFree))) {
      if (jobs.running.size >= jobsMax || jobs.running.has(row.environmentId)) continue
      rotation.took(row.environmentId)
      jobs.start(row)
    }
  }
  const worker = startLeasedWorker<store.ImportWork, store.ImportRow>({
    owner,
    leaseMs,
    renewMs: leaseMs / 3,
    isLimited: true,
    find,
    keyOf: ({ environmentId }) => environmentId,
    leaseOf: ({ environmentId }) => environmentId,
    claim: ({ environmentId, importId }, claim) =>
      executor.run(
        leaseImport,
        createBackgroundCall(environmentId, { ...claim, importId, again: failedIds.delete(importId) }),
      ),
    renew: ({ environmentId, importId }, claim) =>
      executor.run(renewImport, createBackgroundCall(environmentId, { ...claim, importId })),
    release: ({ environmentId, importId }, claim) =>
      executor.run(releaseImport, createBackgroundCall(environmentId, { ...claim, importId })),
    run: ({ environmentId, importId }, { held, claim, signal }) =>
      perform({ ...context, reader, environmentId, signal, claim: { ...claim, importId } }, held),
    failed(error, row) {
      report(error)
      if (row && isTemporary(error)) failedIds.add(row.importId)
    },
  })
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      await reader.stop()
    },
  }
}

/** Creates a function that sorts environments: the most recently served environment is last. */
function createRotation() {
  const lastServed = new Map<string, number>()
  let counter = 0
  return {
    took: (environmentId: string) => lastServed.set(environmentId, ++counter),
    /** Returns the free imports in the sequence in which their environments are served. */
    inTurn(rows: store.ImportWork[], free: store.ImportWork[]): store.ImportWork[] {
      const waiting = new Set(rows.map(({ environmentId }) => environmentId))
      for (const environmentId of lastServed.keys()) if (!waiting.has(environmentId)) lastServed.delete(environmentId)
      const getLastServed = ({ environmentId }: store.ImportWork) => lastServed.get(environmentId) ?? 0
      return free.toSorted((a, b) => getLastServed(a) - getLastServed(b))
    },
  }
}

interface ImportJob extends ImporterParts {
  reader: FileReader
  environmentId: string
  claim: ImportClaim
  signal: AbortSignal
}

/** End of an import; undefined if it stays open, for this instance or another one. */
type Ending = { state: store.ImportRow['state']; message: string | null } | undefined

async function perform(job: ImportJob, row: store.ImportRow): Promise<void> {
  const { executor, environmentId, claim, files, signal } = job
  const phase = row.state === 'undoing' ? 'undoing' : 'running'
  const end = async (ending: NonNullable<Ending>) => {
    const hasEnded = await executor.run(
      endImport,
      createBackgroundCall(environmentId, { ...claim, from: phase, ...ending }),
    )
    // The file of an ended import is not read again.
    if (hasEnded) await files.remove(buildFileName(environmentId, claim.importId))
  }
  try {
    const ending = await (row.takeOvers < takeOversMax
      ? runPhase(job, row, phase)
      : { state: 'failed' as const, message: givenUp })
    if (ending) await end(ending)
  } catch (error) {
    if (signal.aborted) return
    // After a temporary failure of the database, the import stays open and is continued later.
    if (!isTemporary(error)) await end({ state: 'failed', message: 'The import failed: see the log of the service.' })
    throw error
  }
}

const runPhase = (job: ImportJob, row: store.ImportRow, phase: 'running' | 'undoing'): Promise<Ending> =>
  phase === 'undoing' ? takeBack(job, row) : importFile(job, row)

/** Returns a call in the name of the user or token that started the import. */
const callFor = ({ environmentId }: ImportJob, { actor, requestId }: store.ImportRow) => ({
  ...createBackgroundCall(environmentId, undefined),
  actor,
  requestId,
})

async function importFile(job: ImportJob, row: store.ImportRow): Promise<Ending> {
  const { executor, environmentId, claim, files, reader, signal } = job
  const bytes = await files.get(buildFileName(environmentId, claim.importId))
  if (!bytes) return { state: 'failed', message: 'The imported file no longer exists. Send it again.' }
  const { customFields } = await executor.read((tx) => getSettings(tx, environmentId), undefined, environmentId)
  const { map, set, decimal, dates, delimiter, dryRun } = JSON.parse(row.options) as ImportOptions
  const reading = { ...(decimal ? { decimal } : {}), ...(dates ? { dayFirst: dates === 'dmy' } : {}) }
  const options = { map, defaults: { type: 'delivery', ...set }, reading, delimiter, fields: customFields }
  const task = { name: `orders.${row.type}`, bytes, options, rowsMax: importLimits.rows }
  const file = await reader.open(task, signal)
  if (typeof file === 'string') return { state: 'failed', message: file }
  try {
    const columns = file.columns.map(({ header, path }) => ({
      column: truncateText(header, headerMax),
      member: path ?? null,
    }))
    const opened = { ...claim, columns, rows: file.rows, anew: dryRun }
    const firstRow = await executor.run(beginImport, createBackgroundCall(environmentId, opened))
    return firstRow === undefined ? undefined : await importRows(job, row, file, firstRow)
  } finally {
    file.close()
  }
}
const headerMax = 500

async function importRows(job: ImportJob, row: store.ImportRow, file: OpenedFile, begin: number): Promise<Ending> {
  const { executor, environmentId, claim, signal, changed } = job
  const { mode, dryRun, timezone } = JSON.parse(row.options) as ImportOptions
  const query = { mode, ...(dryRun ? { dryRun: 'true' as const } : {}), ...(timezone ? { timezone } : {}) }
  const read: OperationExecutor['read'] = (work) => executor.read(work, undefined, environmentId)
  const columns = file.columns.map(({ header, path }) => ({ header, path }))
  const assumed = new Set<string>()
  for (let firstRow = begin; firstRow < file.rows; firstRow += rowsAtOnce) {
    if (signal.aborted) return undefined
    const rows = await file.some({ from: firstRow, count: rowsAtOnce })
    const call = { ...callFor(job, row), query, telling: createErrorBudget() }
    const beforehand = { assumed, underWay: nothing }
    const planned = await planRows(call, rows.map(consignmentOf), { firstIndex: firstRow, read, beforehand })
    const batchRows = rows.map(({ line, key, cells, repeats }) => ({ line, key, cells, repeats }))
    const batch = { ...claim, firstRow: firstRow, planned, rows: batchRows, columns }
    const created = await executor.run(storePart, { ...call, body: batch })
    if (!created) return undefined
    for (const key of created) assumed.add(key)
    if (!dryRun) changed(environmentId)
  }
  return { state: 'done', message: null }
}
const nothing: ReadonlySet<string> = new Set()

/** Parses a row as the input of a consignment, as strictly as a row of a request. */
function consignmentOf({ text, faults }: ReadRow): unknown {
  const row = parseLine(Buffer.from(text))
  return faults.length > 0 ? ({ unreadable: createProblem(faults), readable: row } satisfies UnreadableRow) : row
}

async function takeBack(job: ImportJob, row: store.ImportRow): Promise<Ending> {
  const { executor, environmentId, claim, signal, changed } = job
  const orders = await createdBy(job)
  for (let offset = row.takenBack; offset < orders.length; offset += rowsAtOnce) {
    if (signal.aborted) return undefined
    const batch = { ...claim, from: offset, orders: orders.slice(offset, offset + rowsAtOnce) }
    if (!(await executor.run(undoPart, { ...callFor(job, row), body: batch }))) return undefined
    changed(environmentId)
  }
  return { state: 'undone', message: null }
}

const partsAtOnce = 100

/** Returns the orders that an import created, with their versions after the last row of each. */
async function createdBy({ executor, environmentId, claim }: ImportJob) {
  const orders = new Map<string, { consignmentId: string; version: number }>()
  for (let firstRow = 0; ; ) {
    const range = { from: firstRow, limit: partsAtOnce }
    const read = (tx: ReadTransaction) => store.listStoredParts(tx, environmentId, claim.importId, range)
    const batches = await executor.read(read, undefined, environmentId)
    for (const [consignmentId, version, isNew] of batches.flatMap(({ stored }) => JSON.parse(stored) as StoredOrder[]))
      if (isNew === 1 || orders.has(consignmentId)) orders.set(consignmentId, { consignmentId, version })
    if (batches.length < partsAtOnce) return [...orders.values()]
    firstRow = batches.at(-1)!.firstRow + 1
  }
}
