// The thread that searches: numbers go to the solver, and what it has found comes back as text that can be stored.
import { parentPort } from 'node:worker_threads'
import type { OptimisationInput } from '../../contract/optimisation.ts'
import type { Answer } from '../../solver/model.ts'
import { reasons } from '../../solver/reasons.ts'
import { begin } from '../../solver/solve.ts'
import { stepBack } from '../core/priority.ts'
import type { TravelMatrix } from '../core/services.ts'
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
// What people wait for comes first.
stepBack(15)

/** How long the solver goes on without being looked at, and how often what it has found is told. */
const sliceMs = 100
const tellMs = 1_000
/** How long reasons for what is left out may be looked for: now and then, and at the end. */
const reasonsMs = 200
const lastReasonsMs = 5_000

port.once('message', async (task: Task) => {
  const { material, travel, request, warm } = task
  const plain = translate(material, placesOf(material), travel, request)
  const { answer, note } = await asked(task, plain)
  if (answer) return tell(task, plain, answer, { fraction: 1, isLast: true, note })
  search(task, warm ? begunFrom(plain, warm) : plain, note)
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

function search(task: Task, translated: Translated, note: string | null): void {
  const { seconds, seed, warm } = task
  const searched = begin(translated.problem, { seconds, seed, warm: warm !== undefined })
  // The first look comes at once: a planner sees that there is something.
  let told = 0
  while (searched.run(sliceMs)) {
    if (Date.now() - told < tellMs) continue
    tell(task, translated, searched.best(), { fraction: searched.progress().fraction, isLast: false, note })
    told = Date.now()
  }
  tell(task, translated, searched.best(), { fraction: 1, isLast: true, note })
}

function tell(
  { material }: Task,
  translated: Translated,
  answer: Answer,
  told: Pick<Finding, 'fraction' | 'isLast' | 'note'>,
): void {
  // Where hundreds are left out, the first of them tell why: the search has to go on.
  const end = Date.now() + (told.isLast ? lastReasonsMs : reasonsMs)
  const reasonsOf = (job: number) => (Date.now() < end ? reasons(translated.problem, answer.routes, job) : [])
  const proposal = proposalOf(material, translated, answer, reasonsOf)
  port.postMessage({ ...told, cost: answer.cost, ...stored(proposal) } satisfies Finding)
}

function begunFrom(translated: Translated, warm: Record<string, string[]>): Translated {
  const jobOf = new Map(translated.orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const vehicles = translated.problem.vehicles.map((vehicle, index) => {
    const ids = warm[translated.routes[index]!.key]
    return ids ? { ...vehicle, route: ids.flatMap((id) => jobOf.get(id) ?? []) } : vehicle
  })
  return { ...translated, problem: { ...translated.problem, vehicles } }
}
