// The thread that searches: numbers go to the solver, and what it has found comes back as text that can be stored.
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
  /** Between all places; null where they are so many that they are asked for in parts. */
  travel: TravelMatrix | null
  request: OptimisationInput
  seconds: number
  seed: number
  /** Ids of orders by the key of the route, as a search had them that could not go on. */
  warm: Record<string, string[]> | undefined
  /** Of a VROOM server that searches instead; empty where there is none. */
  vroomUrl: string
}
export interface Finding {
  kind: 'found'
  /** What planners should know of the search. */
  note: string | null
  fraction: number
  isLast: boolean
  /** Of the solver: what several threads compare. */
  cost: number
  /** JSON of both. */
  figures: string
  proposal: string
}
/** What a thread says: what it has found, how far it is, or between which places it needs the ways. */
export type Saying = Finding | { kind: 'goesOn'; fraction: number } | { kind: 'ways'; places: readonly GeoPosition[] }

const port = parentPort!
// What people wait for comes first.
stepBack(15)
const say = (saying: Saying) => port.postMessage(saying)

/** How long the solver goes on without being looked at, and how often what it has found is told. */
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

/** Asks the process for them; one question at a time. */
const waysBetween = (places: readonly GeoPosition[]) =>
  new Promise<TravelMatrix>((resolve) => {
    port.once('message', resolve)
    say({ kind: 'ways', places })
  })

/** What a VROOM server answers, if there is one and it does. */
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

/** Tells what was found, and how much of the time is over: all of it when it is the last. */
type Tell<What> = (found: What, fraction: number) => void

function search({ seconds, seed, warm }: Task, problem: Problem, tell: Tell<Answer>): void {
  const searched = begin(problem, { seconds, seed, warm: warm !== undefined })
  // The first look comes at once: a planner sees that there is something.
  let told = Number.NEGATIVE_INFINITY
  while (searched.run(sliceMs)) {
    if (performance.now() - told < tellMs) continue
    tell(searched.best(), Math.min(searched.progress().fraction, almost))
    told = performance.now()
  }
  tell(searched.best(), 1)
}

/** What one problem has come to, with all that is to be known of it. */
function lookingAt(problem: Problem, tell: Tell<Found & { cost: number }>): Tell<Answer> {
  const explain = createExplainer(problem)
  return ({ routes, unassigned, cost }, fraction) =>
    tell(
      {
        ...{ routes, unassigned, cost },
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
