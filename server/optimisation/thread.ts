// The thread that searches: numbers go to the solver, and what it has found comes back as text that can be stored.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { OptimisationInput } from '../../contract/optimisation.ts'
import type { Answer } from '../../solver/model.ts'
import { begin } from '../../solver/solve.ts'
import type { TravelMatrix } from '../core/services.ts'
import { createExplainer } from './explain.ts'
import type { Material } from './material.ts'
import { placesOf, type Translated, translate } from './problem.ts'
import { proposalOf, stored } from './proposal.ts'
import { askVroom, isBeyondVroom } from './vroom.ts'

export interface Task {
  material: Material
  travel: TravelMatrix
  request: OptimisationInput
  seconds: number
  seed: number
  /** Ids of orders by the key of the route, as a search had them that could not go on. */
  warm: Record<string, string[]> | undefined
  /** Of a VROOM server that searches instead; empty where there is none. */
  vroomUrl: string
}
export interface Finding {
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

const port = parentPort!
/** What people wait for comes first. Only Linux gives each thread a priority of its own. */
const priority = 15
if (process.platform === 'linux') setPriority(priority)

/** How long the solver goes on without being looked at, and how often what it has found is told. */
const sliceMs = 100
const tellMs = 1_000
const almost = 0.99
/** How much reasons for what is left out may be looked for: now and then some tenths of a second, at the end a few seconds. */
const effort = { alone: 200_000, beside: 60_000 }
const lastEffort = { alone: 1_000_000, beside: 1_500_000 }

port.once('message', async (task: Task) => {
  const { material, travel, request, warm } = task
  const plain = translate(material, placesOf(material), travel, request)
  const { answer, note } = await asked(task, plain)
  if (answer) return tellerOf(task, plain, note)(answer, 1)
  const translated = warm ? begunFrom(plain, warm) : plain
  search(task, translated, tellerOf(task, translated, note))
})

/** What a VROOM server answers, if there is one and it does. */
async function asked(
  { vroomUrl, seconds }: Task,
  { problem }: Translated,
): Promise<{ answer?: Answer; note: string | null }> {
  if (vroomUrl === '' || isBeyondVroom(problem)) return { note: null }
  try {
    return { answer: await askVroom(vroomUrl, problem, seconds), note: null }
  } catch (error) {
    return { note: `${(error as Error).message} Dray searched by itself instead.` }
  }
}

/** Tells what was found, and how much of the time is over: all of it when it is the last. */
type Tell = (answer: Answer, fraction: number) => void

function search({ seconds, seed, warm }: Task, { problem }: Translated, tell: Tell): void {
  const searched = begin(problem, { seconds, seed, warm: warm !== undefined })
  // The first look comes at once: a planner sees that there is something.
  let told = 0
  while (searched.run(sliceMs)) {
    if (Date.now() - told < tellMs) continue
    tell(searched.best(), Math.min(searched.progress().fraction, almost))
    told = Date.now()
  }
  tell(searched.best(), 1)
}

function tellerOf({ material }: Task, translated: Translated, note: string | null): Tell {
  const explain = createExplainer(translated.problem)
  return (answer, fraction) => {
    const isLast = fraction === 1
    const reasonsOf = explain(answer.routes, isLast ? lastEffort : effort)
    const proposal = proposalOf(material, translated, answer, reasonsOf)
    port.postMessage({ note, fraction, isLast, cost: answer.cost, ...stored(proposal) } satisfies Finding)
  }
}

function begunFrom(translated: Translated, warm: Record<string, string[]>): Translated {
  const jobOf = new Map(translated.orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const vehicles = translated.problem.vehicles.map((vehicle, index) => {
    const ids = warm[translated.routes[index]!.key]
    return ids ? { ...vehicle, route: ids.flatMap((id) => jobOf.get(id) ?? []) } : vehicle
  })
  return { ...translated, problem: { ...translated.problem, vehicles } }
}
