// The thread of a search: calls the solver, and sends results as JSON that can be stored.
import { parentPort } from 'node:worker_threads'
import type { OptimisationInput } from '../../../contract/optimisation.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import type { RoutingProblem, RoutingSolution } from '../../../solver/model.ts'
import { beginSearch } from '../../../solver/solve.ts'
import type { TravelMatrix } from '../../platform/operation/services.ts'
import { lowerPriority } from '../../platform/process/priority.ts'
import { createExplainer, lastTrialBudget, trialBudget } from './explain.ts'
import type { SearchMaterial } from './material.ts'
import { createNote, type PlanNote } from './notes.ts'
import { buildProblem, collectLocations, createEvaluator, type TranslatedProblem, translateProblem } from './problem.ts'
import { buildProposal, type SearchResult, serialiseProposal } from './proposal.ts'
import { findUnsupportedFeature, searchWithVroom } from './vroom.ts'
import { searchWide } from './wide.ts'

export interface SearchTask {
  material: SearchMaterial
  /** Driving times between all places; null for a search in parts, which reads them in parts. */
  travel: TravelMatrix | null
  request: OptimisationInput
  seconds: number
  seed: number
  /** Ids of orders by load key, from an interrupted search; undefined for a new search. */
  warm: Record<string, string[]> | undefined
  /** URL of a VROOM server that searches instead; empty for none. */
  vroomUrl: string
}
export interface ResultMessage {
  kind: 'found'
  /** Note about the search for planners. */
  note: PlanNote | null
  fraction: number
  isLast: boolean
  /** Cost by which the results of several threads are compared. */
  cost: number
  /** JSON of the figures and of the proposal. */
  figures: string
  proposal: string
}
/** Messages of a thread: a result, its progress, or a request for driving times between places. */
export type ThreadMessage =
  | ResultMessage
  | { kind: 'goesOn'; fraction: number }
  | { kind: 'ways'; places: readonly GeoPosition[] }

const port = parentPort!
// A low priority, so that requests of users run before a search.
lowerPriority(15)
const sendMessage = (message: ThreadMessage) => port.postMessage(message)

/** Duration of one run of the solver (`sliceMs`), and interval of messages (`messageMs`), in milliseconds. */
const sliceMs = 100
const messageMs = 1_000
const almost = 0.99

port.once('message', async (task: SearchTask) => {
  const { material, travel, request, warm, seconds, seed } = task
  const locations = collectLocations(material)
  const plain = translateProblem(material, locations, request)
  const translated = warm ? begunFrom(plain, warm) : plain
  if (!travel) {
    const note =
      task.vroomUrl === ''
        ? null
        : byItself('vroom_size', 'Dray does not use a VROOM server for a day with this many orders.')
    const report = tellerOf(task, translated, note)
    const reportProgress = (fraction: number) => sendMessage({ kind: 'goesOn', fraction })
    const limit = { seconds, seed, warm: warm !== undefined }
    return searchWide({
      translated,
      places: locations,
      limit,
      waysBetween: requestLegs,
      tell: report,
      goesOn: reportProgress,
    })
  }
  const problem = buildProblem(translated, locations, travel)
  const { answer, note } = await tryVroom(task, problem)
  const report = explainResults(problem, tellerOf(task, translated, note))
  if (answer) report(answer, 1)
  else search(task, problem, report)
})

/** Requests driving times from the main thread, one request at a time. */
const requestLegs = (locations: readonly GeoPosition[]) =>
  new Promise<TravelMatrix>((resolve) => {
    port.once('message', resolve)
    sendMessage({ kind: 'ways', places: locations })
  })

/** Returns the result of a VROOM server, or a note with the reason of its failure. */
async function tryVroom(
  { vroomUrl, seconds }: SearchTask,
  problem: RoutingProblem,
): Promise<{ answer?: RoutingSolution; note: PlanNote | null }> {
  if (vroomUrl === '') return { note: null }
  const feature = findUnsupportedFeature(problem)
  if (feature !== undefined) return { note: byItself('vroom_feature', `The VROOM server does not support ${feature}.`) }
  try {
    return { answer: await searchWithVroom(vroomUrl, problem, seconds), note: null }
  } catch (error) {
    return { note: byItself('vroom_failed', (error as Error).message) }
  }
}

const byItself = (reason: string, text: string) => createNote(`${text} Dray used its own search instead.`, { reason })

/** Sends a result with the elapsed part of the time; the last result has 1. */
type ReportResult<What> = (found: What, fraction: number) => void

function search(
  { seconds, seed, warm }: SearchTask,
  problem: RoutingProblem,
  report: ReportResult<RoutingSolution>,
): void {
  const searched = beginSearch(problem, { seconds, seed, warm: warm !== undefined })
  // The first result is sent immediately, so that a planner sees progress.
  let sentMs = Number.NEGATIVE_INFINITY
  while (searched.run(sliceMs)) {
    if (performance.now() - sentMs < messageMs) continue
    report(searched.best(), Math.min(searched.progress().fraction, almost))
    sentMs = performance.now()
  }
  report(searched.best(), 1)
}

/** Returns a function that completes a result of the solver with evaluation and reasons, and sends it. */
function explainResults(
  problem: RoutingProblem,
  report: ReportResult<SearchResult & { cost: number }>,
): ReportResult<RoutingSolution> {
  const explain = createExplainer(problem)
  return ({ routes, unassigned, cost }, fraction) =>
    report(
      {
        routes,
        unassigned,
        cost,
        evaluate: createEvaluator(problem),
        reasonsOf: explain(routes, fraction === 1 ? lastTrialBudget : trialBudget),
      },
      fraction,
    )
}

function tellerOf(
  { material }: SearchTask,
  translated: TranslatedProblem,
  note: PlanNote | null,
): ReportResult<SearchResult & { cost: number }> {
  return (found, fraction) => {
    const proposal = serialiseProposal(buildProposal(material, translated, found))
    sendMessage({ kind: 'found', note, fraction, isLast: fraction === 1, cost: found.cost, ...proposal })
  }
}

function begunFrom(translated: TranslatedProblem, warm: Record<string, string[]>): TranslatedProblem {
  const jobOf = new Map(translated.orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const vehicles = translated.vehicles.map((vehicle, index) => {
    const ids = warm[translated.routes[index]!.key]
    return ids ? { ...vehicle, route: ids.flatMap((id) => jobOf.get(id) ?? []) } : vehicle
  })
  return { ...translated, vehicles }
}
