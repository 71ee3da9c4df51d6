// The thread of a search: calls the solver, and sends results as JSON that can be stored.
import { parentPort } from 'node:worker_threads'
import type { OptimisationInput } from '../../../contract/optimisation.ts'
import type { GeoPosition } from '../../../contract/travel.ts'
import type { Answer, Problem } from '../../../solver/model.ts'
import { begin } from '../../../solver/solve.ts'
import type { TravelMatrix } from '../../platform/operation/services.ts'
import { stepBack } from '../../platform/process/priority.ts'
import { createExplainer, effort, lastEffort } from './explain.ts'
import type { Material } from './material.ts'
import { evaluating, placesOf, problemOf, type Translated, translate } from './problem.ts'
import { type Found, proposalOf, stored } from './proposal.ts'
import { askVroom, beyondVroom } from './vroom.ts'
import { searchWide } from './wide.ts'

export interface Task {
  material: Material
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
export interface Finding {
  kind: 'found'
  /** Note about the search for planners. */
  note: string | null
  fraction: number
  isLast: boolean
  /** Cost by which the results of several threads are compared. */
  cost: number
  /** JSON of the figures and of the proposal. */
  figures: string
  proposal: string
}
/** Messages of a thread: a result, its progress, or a request for driving times between places. */
export type Saying = Finding | { kind: 'goesOn'; fraction: number } | { kind: 'ways'; places: readonly GeoPosition[] }

const port = parentPort!
// Lets requests of users run before a search.
stepBack(15)
const say = (saying: Saying) => port.postMessage(saying)

/** Duration of one run of the solver (`sliceMs`), and interval of messages (`tellMs`), in milliseconds. */
const sliceMs = 100
const tellMs = 1_000
const almost = 0.99

port.once('message', async (task: Task) => {
  const { material, travel, request, warm, seconds, seed } = task
  const places = placesOf(material)
  const plain = translate(material, places, request)
  const translated = warm ? begunFrom(plain, warm) : plain
  if (!travel) {
    const note = task.vroomUrl === '' ? null : byItself('A VROOM server is not asked for days of this size.')
    const tell = tellerOf(task, translated, note)
    const goesOn = (fraction: number) => say({ kind: 'goesOn', fraction })
    const limit = { seconds, seed, warm: warm !== undefined }
    return searchWide({ translated, places, limit, waysBetween, tell, goesOn })
  }
  const problem = problemOf(translated, places, travel)
  const { answer, note } = await asked(task, problem)
  const tell = lookingAt(problem, tellerOf(task, translated, note))
  if (answer) tell(answer, 1)
  else search(task, problem, tell)
})

/** Requests driving times from the main thread, one request at a time. */
const waysBetween = (places: readonly GeoPosition[]) =>
  new Promise<TravelMatrix>((resolve) => {
    port.once('message', resolve)
    say({ kind: 'ways', places })
  })

/** Returns the result of a VROOM server, or a note with the reason of its failure. */
async function asked({ vroomUrl, seconds }: Task, problem: Problem): Promise<{ answer?: Answer; note: string | null }> {
  if (vroomUrl === '') return { note: null }
  const what = beyondVroom(problem)
  if (what !== undefined) return { note: byItself(`A VROOM server cannot be told of ${what}.`) }
  try {
    return { answer: await askVroom(vroomUrl, problem, seconds), note: null }
  } catch (error) {
    return { note: byItself((error as Error).message) }
  }
}

const byItself = (why: string) => `${why} Dray searched by itself instead.`

/** Sends a result with the elapsed part of the time; the last result has 1. */
type Tell<What> = (found: What, fraction: number) => void

function search({ seconds, seed, warm }: Task, problem: Problem, tell: Tell<Answer>): void {
  const searched = begin(problem, { seconds, seed, warm: warm !== undefined })
  // The first result is sent immediately, so that a planner sees progress.
  let told = Number.NEGATIVE_INFINITY
  while (searched.run(sliceMs)) {
    if (performance.now() - told < tellMs) continue
    tell(searched.best(), Math.min(searched.progress().fraction, almost))
    told = performance.now()
  }
  tell(searched.best(), 1)
}

/** Returns a function that completes a result of the solver with evaluation and reasons, and sends it. */
function lookingAt(problem: Problem, tell: Tell<Found & { cost: number }>): Tell<Answer> {
  const explain = createExplainer(problem)
  return ({ routes, unassigned, cost }, fraction) =>
    tell(
      {
        routes,
        unassigned,
        cost,
        evaluate: evaluating(problem),
        reasonsOf: explain(routes, fraction === 1 ? lastEffort : effort),
      },
      fraction,
    )
}

function tellerOf({ material }: Task, translated: Translated, note: string | null): Tell<Found & { cost: number }> {
  return (found, fraction) => {
    const proposal = stored(proposalOf(material, translated, found))
    say({ kind: 'found', note, fraction, isLast: fraction === 1, cost: found.cost, ...proposal })
  }
}

function begunFrom(translated: Translated, warm: Record<string, string[]>): Translated {
  const jobOf = new Map(translated.orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const vehicles = translated.vehicles.map((vehicle, index) => {
    const ids = warm[translated.routes[index]!.key]
    return ids ? { ...vehicle, route: ids.flatMap((id) => jobOf.get(id) ?? []) } : vehicle
  })
  return { ...translated, vehicles }
}
