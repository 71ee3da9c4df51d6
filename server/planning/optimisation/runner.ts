// Runs optimisations in threads: one per environment at a time, on the instance that holds its lease.
import { Worker } from 'node:worker_threads'
import { type OptimisationInput, optimisationLimits, type ProposedLoad } from '../../../contract/optimisation.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import { createBackgroundCall, type OperationExecutor } from '../../platform/operation/operation.ts'
import type { TravelMatrix, TravelService } from '../../platform/operation/services.ts'
import { type LeasedJobs, type LeasedWorker, startLeasedWorker } from '../../platform/process/leased-worker.ts'
import { buildThreadEnvironment } from '../../platform/process/thread-environment.ts'
import { readMaterial, type SearchMaterial } from './material.ts'
import { type PlanNote, writeNotes } from './notes.ts'
import { buildProblem, collectLocations, createEvaluator, translateProblem } from './problem.ts'
import { buildBasis, buildProposal, serialiseProposal } from './proposal.ts'
import {
  type LeasedOptimisation,
  leaseOptimisation,
  type OptimisationClaim,
  releaseOptimisation,
  saveOptimisation,
} from './queue.ts'
import type { StoredBasis } from './rules.ts'
import * as store from './store.ts'
import type { ResultMessage, SearchTask, ThreadMessage } from './thread.ts'
import { singleSearchOrdersMax } from './wide.ts'

type Stored = Omit<ResultMessage, 'kind' | 'cost'>

export interface RunnerParts {
  executor: Pick<OperationExecutor, 'read' | 'run'>
  travel: TravelService
  report(error: unknown): void
}
export interface RunnerOptions {
  /** Id of this process, unique among all processes with the same database. */
  owner: string
  leaseMs: number
  /** Threads that search at the same time. */
  threads: number
  /** Memory of each thread, in megabytes. */
  memoryMb: number
  /** URL of a VROOM server that searches instead; empty for none. */
  vroomUrl: string
}

/** Largest progress of a search that has not ended. */
const almost = 0.99
const messageMax = 2_000

/** Starts the runner of optimisations. */
export function startRunner(dependencies: RunnerParts, options: RunnerOptions): LeasedWorker {
  const { executor, report } = dependencies
  const { owner, leaseMs } = options
  const stopped = new AbortController()
  /** Driving times that are being stored after searches, so that applied loads have the times of the proposal. */
  const keeping = new Set<Promise<void>>()
  function keep(environmentId: string, sequences: GeoPosition[][]): void {
    const storing = dependencies.travel
      .remember(environmentId, sequences, stopped.signal)
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) dependencies.report(error)
      })
      .finally(() => keeping.delete(storing))
    keeping.add(storing)
  }

  async function find(jobs: LeasedJobs<store.OpenOptimisation>): Promise<undefined> {
    const rows = await executor.read(store.listOpenOptimisations)
    const busy = new Set(rows.filter(jobs.isLeased).map(({ environmentId }) => environmentId))
    for (const row of rows) {
      if (jobs.running.size >= options.threads) break
      if (!busy.has(row.environmentId) || row.leaseOwner === owner) jobs.start(row)
    }
  }
  /** Number of searches under way. */
  let searches = 0
  const worker = startLeasedWorker<store.OpenOptimisation, LeasedOptimisation>({
    owner,
    leaseMs,
    isLimited: true,
    find,
    failed: report,
    keyOf: ({ environmentId }) => environmentId,
    leaseOf: ({ optimisationId }) => optimisationId,
    claim: ({ environmentId, optimisationId }, claim) =>
      executor.run(leaseOptimisation, createBackgroundCall(environmentId, { ...claim, optimisationId })),
    release: ({ environmentId, optimisationId }, claim) =>
      executor.run(releaseOptimisation, createBackgroundCall(environmentId, { ...claim, optimisationId })),
    async run({ environmentId, optimisationId }, { held, claim, signal }) {
      // A single search uses the threads that no other search needs.
      const threads = Math.max(1, options.threads - searches)
      searches++
      try {
        const search = { ...held, environmentId, claim: { ...claim, optimisationId } }
        await perform({ ...dependencies, ...options, threads, keep }, search, signal)
      } finally {
        searches--
      }
    },
  })

  return {
    wake: worker.wake,
    async stop() {
      stopped.abort()
      await worker.stop()
      await Promise.all(keeping)
    },
  }
}

interface Context extends RunnerParts, RunnerOptions {
  keep(environmentId: string, sequences: GeoPosition[][]): void
}
/** An optimisation whose lease this process has. */
interface LeasedSearch extends LeasedOptimisation {
  environmentId: string
  claim: OptimisationClaim
}

/** Searches for routes, from reading the orders to storing the proposal. */
async function perform(context: Context, leased: LeasedSearch, signal: AbortSignal): Promise<void> {
  const { executor } = context
  const { environmentId, claim } = leased
  const saved = (status: Omit<store.SearchStatus, 'leaseUntil'>) =>
    executor.run(saveOptimisation, createBackgroundCall(environmentId, { ...claim, standing: status }))
  const nothing = { progress: 0, message: null, figures: null, basis: null, proposal: leased.proposal }
  try {
    const request = { ...(JSON.parse(leased.request) as OptimisationInput), day: leased.day }
    const material = await readMaterial((work) => executor.read(work, undefined, environmentId), environmentId, request)
    const reader = createTravelReader(context, environmentId, material, signal)
    const isWide = material.orders.length > singleSearchOrdersMax
    const travel = isWide ? null : await reader.between(collectLocations(material).list)
    const firstNotes = writeNotes(material, request)
    const writtenNotes = (note: PlanNote | null) => {
      const notes = note === null ? firstNotes : [...firstNotes, note]
      const values = notes.map((each) => each.values)
      const basis: StoredBasis = { ...buildBasis(material), travel: reader.used(), values }
      const message = notes.map((each) => each.message).join(' ')
      return { basis: JSON.stringify(basis), message: message.slice(0, messageMax) || null }
    }
    if (!(await saved({ ...nothing, state: 'running', ...writtenNotes(null) }))) return
    const store = ({ fraction: progress, figures, proposal, isLast, note }: Stored) =>
      saved({ state: isLast ? 'done' : 'running', progress, figures, proposal, ...writtenNotes(note) })
    // Without orders or vehicles, the result has only reasons, without a search.
    if (material.orders.length === 0 || material.routes.length === 0)
      return void (await store({ ...nothingToPlan(material, request), fraction: 1, isLast: true, note: null }))
    const seconds = request.seconds ?? optimisationLimits.secondsDefault
    const task = { material, travel, request, seconds, warm: warmOf(leased.proposal), vroomUrl: context.vroomUrl }
    const proposed = await search({ ...context, travelReader: reader }, task, signal, store)
    if (proposed && reader.used()?.source !== 'estimate') context.keep(environmentId, sequencesOf(material, proposed))
  } catch (error) {
    if (signal.aborted) return
    await saved({ ...nothing, state: 'failed', message: 'The search failed: see the log of the service.' })
    throw error
  }
}

interface TravelReader {
  between(places: readonly GeoPosition[]): Promise<TravelMatrix>
  /** Returns the source of the driving times with a note; null before the first read. */
  used(): StoredBasis['travel']
}

/** Reads driving times, in one or several parts. If one part is estimated, the whole result is marked as estimated. */
function createTravelReader(
  { travel }: Context,
  environmentId: string,
  { settings }: SearchMaterial,
  signal: AbortSignal,
): TravelReader {
  let used: StoredBasis['travel'] = null
  return {
    async between(locations) {
      const matrix = await travel.between(environmentId, locations, settings.travel, signal)
      if (used === null || matrix.note !== null) used = { source: matrix.source, note: matrix.note }
      return matrix
    },
    used: () => used,
  }
}

const noVehicle = [{ code: 'notAllowed' as const, alone: true }]

/** Returns the result of a search without orders or vehicles, which needs no driving times. */
function nothingToPlan(material: SearchMaterial, request: OptimisationInput) {
  const translated = translateProblem(material, collectLocations(material), request)
  const locations = collectLocations(material)
  const travel = { source: 'estimate' as const, note: null, seconds: noLegs, metres: noLegs }
  const found = {
    routes: [],
    unassigned: translated.orders.map((_, job) => job),
    evaluate: createEvaluator(buildProblem(translated, locations, travel)),
    reasonsOf: () => noVehicle,
  }
  return serialiseProposal(buildProposal(material, translated, found))
}
const noLegs = new Int32Array(0)

function warmOf(proposal: string | null): SearchTask['warm'] {
  if (proposal === null) return undefined
  const { loads } = JSON.parse(proposal) as { loads: ProposedLoad[] }
  return Object.fromEntries(loads.map(({ key, stops }) => [key, stops.map(({ consignmentId }) => consignmentId)]))
}

/** Returns the places of each proposed load, from depot to depot. */
function sequencesOf({ depots, orders }: SearchMaterial, proposal: string): GeoPosition[][] {
  const { loads } = JSON.parse(proposal) as { loads: ProposedLoad[] }
  const positions = new Map(orders.map(({ consignmentId, position }) => [consignmentId, position]))
  const depotAt = (key: string | null) => (key === null ? null : depots.get(key))
  return loads.map(({ startDepotKey, stops, endDepotKey }) =>
    [
      depotAt(startDepotKey),
      ...stops.map(({ consignmentId }) => positions.get(consignmentId)),
      depotAt(endDepotKey),
    ].filter((location) => location != null),
  )
}

/**
 * Searches in several threads with different seeds, and stores the best result, one write at a time. Returns the
 * proposal; undefined without a result or after the signal aborts.
 */
async function search(
  { threads, memoryMb, travelReader }: Context & { travelReader: TravelReader },
  task: Omit<SearchTask, 'seed'>,
  signal: AbortSignal,
  save: (found: Stored) => Promise<boolean>,
): Promise<string | undefined> {
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const best: { found?: ResultMessage } = {}
  let fraction = 0
  let saving: Promise<void> | undefined
  const handleMessage = (message: ResultMessage | (ThreadMessage & { kind: 'goesOn' })) => {
    if (message.kind === 'found' && (!best.found || message.cost <= best.found.cost)) best.found = message
    fraction = Math.max(fraction, Math.min(message.fraction, almost))
    if (!best.found) return
    // A result during a write is stored with the next write.
    saving ??= save({ ...best.found, fraction, isLast: false })
      .then((mayContinue) => {
        if (!mayContinue) ended.abort()
      })
      .finally(() => (saving = undefined))
    saving.catch(() => ended.abort())
  }
  // A search in parts uses one thread: a second one would need the same memory again and find little more.
  const seeds = Array.from({ length: task.travel === null ? 1 : threads }, (_, index) => index + 1)
  const thread = { memoryMb, signal: stop, tell: handleMessage, between: travelReader.between }
  await Promise.all(seeds.map((seed) => runThread({ ...task, seed }, thread)))
  await saving
  if (signal.aborted || !best.found) return undefined
  // A client that stopped the search gets the result that was stored last.
  if (!stop.aborted) await save({ ...best.found, fraction: 1, isLast: true })
  return best.found.proposal
}

interface Thread {
  memoryMb: number
  signal: AbortSignal
  tell(saying: Exclude<ThreadMessage, { kind: 'ways' }>): void
  between: TravelReader['between']
}

/** Runs a task in a thread until it ends or the signal aborts. Throws if the thread fails. */
function runThread(task: SearchTask, { memoryMb, signal, tell, between }: Thread): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      env: buildThreadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ways')
        return void between(message.places).then(
          (matrix) => worker.postMessage(matrix, [matrix.seconds.buffer, matrix.metres.buffer] as ArrayBuffer[]),
          reject,
        )
      tell(message)
      if (message.kind === 'found' && message.isLast) end()
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal.removeEventListener('abort', end)
      resolve()
    })
    worker.postMessage(task)
  })
}
