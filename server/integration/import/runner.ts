// Runs imports: one per environment at a time, on the instance that holds its lease, in batches of rows.
import { importLimits } from '../../../contract/import.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { plan, type Unreadable } from '../../orders/order/bulk.ts'
import { rowsAtOnce } from '../../orders/order/chunks.ts'
import { parseLine } from '../../orders/order/stream.ts'
import { fileName } from '../../platform/bytes/name.ts'
import type { Reader } from '../../platform/database/database.ts'
import { newTelling } from '../../platform/error/error-budget.ts'
import { problemOf } from '../../platform/error/problems.ts'
import { isPassing } from '../../platform/error/reason.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { Files } from '../../platform/operation/services.ts'
import { type Jobs, type LeasedWorker, startLeasedWorker } from '../../platform/process/leased-worker.ts'
import { firstCharacters } from '../../platform/value/characters.ts'
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
  executor: Pick<Executor, 'read' | 'run'>
  files: Files
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

/** Starts the runner of imports. `owner` names this process among all that work on the same database. */
export function startImporter(parts: ImporterParts, owner: string): LeasedWorker {
  const { executor, report } = parts
  const reader = createReader()
  const turns = takingTurns()
  /** Imports that failed here: the database may still name this process as their owner. */
  const left = new Set<string>()

  async function find(jobs: Jobs<store.Work>): Promise<undefined> {
    const held = [...jobs.running.values()].filter(({ isHeld }) => isHeld)
    const rows = await executor.read(async (tx) => {
      for (const { item, end } of held) if (!(await store.isHeld(tx, item.environmentId, item.importId, owner))) end()
      return store.work(tx, { owner, limit: looksMax })
    })
    for (const row of turns.inTurn(rows, rows.filter(jobs.isFree))) {
      if (jobs.running.size >= jobsMax || jobs.running.has(row.environmentId)) continue
      turns.took(row.environmentId)
      jobs.start(row)
    }
  }
  const worker = startLeasedWorker<store.Work, store.ImportRow>({
    owner,
    leaseMs,
    renewMs: leaseMs / 3,
    isLimited: true,
    find,
    keyOf: ({ environmentId }) => environmentId,
    leaseOf: ({ environmentId }) => environmentId,
    claim: ({ environmentId, importId }, claim) =>
      executor.run(leaseImport, backgroundCall(environmentId, { ...claim, importId, again: left.delete(importId) })),
    renew: ({ environmentId, importId }, claim) =>
      executor.run(renewImport, backgroundCall(environmentId, { ...claim, importId })),
    release: ({ environmentId, importId }, claim) =>
      executor.run(releaseImport, backgroundCall(environmentId, { ...claim, importId })),
    run: ({ environmentId, importId }, { held, claim, signal }) =>
      perform({ ...parts, reader, environmentId, signal, claim: { ...claim, importId } }, held),
    failed(error, row) {
      report(error)
      if (row && isPassing(error)) left.add(row.importId)
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

/** Sorts environments by their turns, so that the one that was served most recently is last. */
function takingTurns() {
  const turns = new Map<string, number>()
  let turn = 0
  return {
    took: (environmentId: string) => turns.set(environmentId, ++turn),
    /** Returns the free imports in the sequence in which their environments are served. */
    inTurn(rows: store.Work[], free: store.Work[]): store.Work[] {
      const waiting = new Set(rows.map(({ environmentId }) => environmentId))
      for (const each of turns.keys()) if (!waiting.has(each)) turns.delete(each)
      const turnOf = ({ environmentId }: store.Work) => turns.get(environmentId) ?? 0
      return free.toSorted((a, b) => turnOf(a) - turnOf(b))
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
  const from = row.state === 'undoing' ? 'undoing' : 'running'
  const end = async (ending: NonNullable<Ending>) => {
    const isOurs = await executor.run(endImport, backgroundCall(environmentId, { ...claim, from, ...ending }))
    // The file is not read again.
    if (isOurs) await files.remove(fileName(environmentId, claim.importId))
  }
  try {
    const ending = await (row.takeOvers < takeOversMax
      ? go(job, row, from)
      : { state: 'failed' as const, message: givenUp })
    if (ending) await end(ending)
  } catch (error) {
    if (signal.aborted) return
    // After a temporary failure of the database, the import stays open and is continued later.
    if (!isPassing(error)) await end({ state: 'failed', message: 'The import failed: see the log of the service.' })
    throw error
  }
}

const go = (job: ImportJob, row: store.ImportRow, from: 'running' | 'undoing'): Promise<Ending> =>
  from === 'undoing' ? takeBack(job, row) : importFile(job, row)

/** Returns a call in the name of the user or token that started the import. */
const callFor = ({ environmentId }: ImportJob, { actor, requestId }: store.ImportRow) => ({
  ...backgroundCall(environmentId, undefined),
  actor,
  requestId,
})

async function importFile(job: ImportJob, row: store.ImportRow): Promise<Ending> {
  const { executor, environmentId, claim, files, reader, signal } = job
  const bytes = await files.get(fileName(environmentId, claim.importId))
  if (!bytes) return { state: 'failed', message: 'The file is not there any longer: send it again.' }
  const { customFields } = await executor.read((tx) => settingsOf(tx, environmentId), undefined, environmentId)
  const { map, set, decimal, dates, delimiter, dryRun } = JSON.parse(row.options) as ImportOptions
  const reading = { ...(decimal ? { decimal } : {}), ...(dates ? { dayFirst: dates === 'dmy' } : {}) }
  const options = { map, defaults: { type: 'delivery', ...set }, reading, delimiter, fields: customFields }
  const task = { name: `orders.${row.type}`, bytes, options, rowsMax: importLimits.rows }
  const file = await reader.open(task, signal)
  if (typeof file === 'string') return { state: 'failed', message: file }
  try {
    const columns = file.columns.map(({ header, path }) => ({
      column: firstCharacters(header, headerMax),
      member: path ?? null,
    }))
    const opened = { ...claim, columns, rows: file.rows, anew: dryRun }
    const from = await executor.run(beginImport, backgroundCall(environmentId, opened))
    return from === undefined ? undefined : await importRows(job, row, file, from)
  } finally {
    file.close()
  }
}
const headerMax = 500

async function importRows(job: ImportJob, row: store.ImportRow, file: OpenedFile, begin: number): Promise<Ending> {
  const { executor, environmentId, claim, signal, changed } = job
  const { mode, dryRun, timezone } = JSON.parse(row.options) as ImportOptions
  const query = { mode, ...(dryRun ? { dryRun: 'true' as const } : {}), ...(timezone ? { timezone } : {}) }
  const read: Executor['read'] = (work) => executor.read(work, undefined, environmentId)
  const columns = file.columns.map(({ header, path }) => ({ header, path }))
  const assumed = new Set<string>()
  for (let from = begin; from < file.rows; from += rowsAtOnce) {
    if (signal.aborted) return undefined
    const rows = await file.some({ from, count: rowsAtOnce })
    const call = { ...callFor(job, row), query, telling: newTelling() }
    const beforehand = { assumed, underWay: nothing }
    const planned = await plan(call, rows.map(consignmentOf), { firstIndex: from, read, beforehand })
    const told = rows.map(({ line, key, cells, repeats }) => ({ line, key, cells, repeats }))
    const part = { ...claim, firstRow: from, planned, rows: told, columns }
    const created = await executor.run(storePart, { ...call, body: part })
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
  return faults.length > 0 ? ({ unreadable: problemOf(faults), rest: row } satisfies Unreadable) : row
}

async function takeBack(job: ImportJob, row: store.ImportRow): Promise<Ending> {
  const { executor, environmentId, claim, signal, changed } = job
  const orders = await createdBy(job)
  for (let from = row.takenBack; from < orders.length; from += rowsAtOnce) {
    if (signal.aborted) return undefined
    const part = { ...claim, from, orders: orders.slice(from, from + rowsAtOnce) }
    if (!(await executor.run(undoPart, { ...callFor(job, row), body: part }))) return undefined
    changed(environmentId)
  }
  return { state: 'undone', message: null }
}

const partsAtOnce = 100

/** Returns the orders that an import created, with their versions after the last row of each. */
async function createdBy({ executor, environmentId, claim }: ImportJob) {
  const orders = new Map<string, { consignmentId: string; version: number }>()
  for (let from = 0; ; ) {
    const asked = { from, limit: partsAtOnce }
    const read = (tx: Reader) => store.storedParts(tx, environmentId, claim.importId, asked)
    const parts = await executor.read(read, undefined, environmentId)
    for (const [consignmentId, version, isNew] of parts.flatMap(({ stored }) => JSON.parse(stored) as StoredOrder[]))
      if (isNew === 1 || orders.has(consignmentId)) orders.set(consignmentId, { consignmentId, version })
    if (parts.length < partsAtOnce) return [...orders.values()]
    from = parts.at(-1)!.firstRow + 1
  }
}
